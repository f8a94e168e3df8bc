// SPDX-License-Identifier: Zlib
#pragma once

#include "Handles.h"

#include "BulletAmbientFluid/btFluidAction.h"

#include <BulletDynamics/ConstraintSolver/btConstraintSolver.h>

/// \file
/// The fluid of a Bullet world behind the C interface. Not installed.

struct ambient_fluid {
    ambient_fluid(btDynamicsWorld& dynamicsWorld, const btFluidAction::btFluidActionConstructionInfo& info)
        : world(&dynamicsWorld), forces(info.m_forces), action(world, info) {}

    btDynamicsWorld* world;
    ambient::ForceSet forces;
    btFluidAction action;
    std::unique_ptr<btConstraintSolver> exactSolver;
    btConstraintSolver* ownSolver = nullptr; ///< the world's solver while exactSolver replaces it
};
