// SPDX-License-Identifier: Zlib
#pragma once

#include <memory>

class btConstraintSolver;
class btDynamicsWorld;
class btFluidAction;

/// \file
/// Exact contacts of the fluids of a world behind the C interface. Not installed.

namespace ambient::c {

/// The exact solver of a world, which the world's fluids share; the last of them restores the world's own solver.
class ExactContacts {
  public:
    /// A solver with a list of fluids.
    class Solver;

    /// Adds a fluid to the solver of its world, which is made for the first one.
    /// \throws std::invalid_argument if there is no exact solver for this kind of world
    static std::shared_ptr<ExactContacts> join(btDynamicsWorld& world, btFluidAction& fluid);
    ~ExactContacts();
    ExactContacts(const ExactContacts&) = delete;
    ExactContacts& operator=(const ExactContacts&) = delete;

    /// Takes a fluid out. Call it before the fluid ends.
    void leave(btFluidAction& fluid);

  private:
    explicit ExactContacts(btDynamicsWorld& world);

    btDynamicsWorld& m_world;
    std::unique_ptr<Solver> m_solver;
    btConstraintSolver* m_worldsOwn;
};

} // namespace ambient::c
