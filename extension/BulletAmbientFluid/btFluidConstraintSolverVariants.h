// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_CONSTRAINT_SOLVER_VARIANTS_H
#define BT_FLUID_CONSTRAINT_SOLVER_VARIANTS_H

#include "BulletAmbientFluid/btFluidConstraintSolver.h"

#include <BulletDynamics/ConstraintSolver/btNNCGConstraintSolver.h>
#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolverMt.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>

/// Nonsmooth nonlinear conjugate gradients.
typedef btFluidSolver<btNNCGConstraintSolver> btFluidNNCGConstraintSolver;

/// For the large islands of a btDiscreteDynamicsWorldMt. That world wants it before there can be an action: make it
/// with null and give it the action by addBodies(). Its pool takes btFluidConstraintSolver instances (it deletes them),
/// all with the same action.
typedef btFluidSolver<btSequentialImpulseConstraintSolverMt> btFluidConstraintSolverMt;

/// Direct solvers. Constructor: (fluid, pointer to a btMLCPSolverInterface).
typedef btFluidSolver<btMLCPSolver, btFluidSolverMetric::BARE> btFluidMLCPSolver;

#endif  // BT_FLUID_CONSTRAINT_SOLVER_VARIANTS_H
