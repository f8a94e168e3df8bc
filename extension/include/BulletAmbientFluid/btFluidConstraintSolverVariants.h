// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_CONSTRAINT_SOLVER_VARIANTS_H
#define BT_FLUID_CONSTRAINT_SOLVER_VARIANTS_H

#include "BulletAmbientFluid/btFluidConstraintSolver.h"

#include <BulletDynamics/ConstraintSolver/btNNCGConstraintSolver.h>
#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolverMt.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>

/// Exact solver by nonsmooth nonlinear conjugate gradients.
typedef btFluidSolver<btNNCGConstraintSolver> btFluidNNCGConstraintSolver;

/// Solver for the large islands of a btDiscreteDynamicsWorldMt. That world needs the solver before an action can exist:
/// pass null to the constructor, then call addBodies(). The world's pool takes btFluidConstraintSolver instances, all
/// with the same action, and deletes them.
typedef btFluidSolver<btSequentialImpulseConstraintSolverMt> btFluidConstraintSolverMt;

/// Exact solver by direct methods. Constructor: (fluid, pointer to a btMLCPSolverInterface). Its matrix contains the
/// responses of a group to impulses on others; Bullet uses the same matrix for split impulses, which move each body
/// alone, so that these push coupled bodies by some per cent too much or too little.
class btFluidMLCPSolver : public btFluidSolver<btMLCPSolver, btFluidRowTransform::BARE>
{
public:
	using btFluidSolver<btMLCPSolver, btFluidRowTransform::BARE>::btFluidSolver;

protected:
	/// Makes Bullet's matrix and adds the responses of groups.
	void createMLCPFast(const btContactSolverInfo& info) override
	{
		btMLCPSolver::createMLCPFast(info);
		m_metric.addGroupResponses(m_allConstraintPtrArray,
		                           [this](int row, int column, btScalar number) { m_A.addElem(row, column, number); });
	}
};

#endif  // BT_FLUID_CONSTRAINT_SOLVER_VARIANTS_H
