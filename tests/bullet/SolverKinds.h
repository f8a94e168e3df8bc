// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletAmbientFluid/btFluidConstraintSolverVariants.h"
#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"

#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>

#include <memory>

namespace test {

enum class SolverKind { SequentialImpulse, NNCG, Mt, MultiBody, MLCP };
inline constexpr SolverKind iterativeSolvers[] = {SolverKind::SequentialImpulse, SolverKind::NNCG, SolverKind::Mt,
                                                  SolverKind::MultiBody};
inline constexpr SolverKind allSolvers[] = {SolverKind::SequentialImpulse, SolverKind::NNCG, SolverKind::Mt,
                                            SolverKind::MultiBody, SolverKind::MLCP};

inline const char* nameOf(SolverKind kind) {
    static const char* const names[] = {"sequential impulse", "NNCG", "Mt", "multi-body", "MLCP"};
    return names[int(kind)];
}

/// One of the exact solvers, or of Bullet's own.
class AnySolver {
  public:
    AnySolver(SolverKind kind, btFluidSolvedBodies& wet) {
        if (kind == SolverKind::SequentialImpulse) m_solver = std::make_unique<btFluidConstraintSolver>(wet);
        if (kind == SolverKind::NNCG) m_solver = std::make_unique<btFluidNNCGConstraintSolver>(wet);
        if (kind == SolverKind::Mt) m_solver = std::make_unique<btFluidConstraintSolverMt>(wet);
        if (kind == SolverKind::MultiBody) m_solver = std::make_unique<btFluidMultiBodyConstraintSolver>(wet);
        if (kind == SolverKind::MLCP) m_solver = std::make_unique<btFluidMLCPSolver>(wet, &m_dantzig);
    }
    explicit AnySolver(SolverKind kind) {
        if (kind == SolverKind::SequentialImpulse) m_solver = std::make_unique<btSequentialImpulseConstraintSolver>();
        if (kind == SolverKind::NNCG) m_solver = std::make_unique<btNNCGConstraintSolver>();
        if (kind == SolverKind::Mt) m_solver = std::make_unique<btSequentialImpulseConstraintSolverMt>();
        if (kind == SolverKind::MultiBody) m_solver = std::make_unique<btMultiBodyConstraintSolver>();
        if (kind == SolverKind::MLCP) m_solver = std::make_unique<btMLCPSolver>(&m_dantzig);
    }
    btSequentialImpulseConstraintSolver& operator*() { return *m_solver; }

  private:
    btDantzigSolver m_dantzig;
    std::unique_ptr<btSequentialImpulseConstraintSolver> m_solver;
};

} // namespace test
