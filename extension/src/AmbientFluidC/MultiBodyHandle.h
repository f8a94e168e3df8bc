// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidC/AmbientMultiBodyC.h"
#include "FluidHandle.h"

#include "BulletAmbientFluid/btFluidMultiBody.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>

class btMultiBodyConstraint;
class btMultiBodyDynamicsWorld;
class btMultiBodyLinkCollider;

/// \file
/// Multi-bodies behind the C interface. Not installed.

struct ambient_multi_body {
    ambient_multi_body();
    /// Takes the multi-body out of the fluid, and out of the world what this handle owns.
    ~ambient_multi_body();
    ambient_multi_body(const ambient_multi_body&) = delete;
    ambient_multi_body& operator=(const ambient_multi_body&) = delete;

    const btFluidMultiBody& wet() const; ///< while the multi-body is in the fluid
    /// The link's frame of the C interface from Bullet's. \throws std::invalid_argument if there is no such link
    const ambient::Pose& frameOf(int32_t link) const;
    ambient::JointType jointOf(int link) const { return wet().motion().body().link(link).joint.type; } ///< from 1

    ambient_fluid* fluid = nullptr;
    btMultiBodyDynamicsWorld* world = nullptr;
    btMultiBody* body = nullptr;
    std::vector<ambient::Pose> linkFromBullet; ///< base first
    std::unique_ptr<btMultiBody> owned;        ///< null: the caller's
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btMultiBodyLinkCollider>> colliders;
    std::vector<std::unique_ptr<btMultiBodyConstraint>> limits;
};

namespace ambient::c {

/// Turns the 3-vectors of spherical joints in a list of rates or torques. \param toBullet false: to the C interface
void turnRates(const ambient_multi_body& multiBody, bool toBullet, JointVector& rates);

/// The same of the quaternions in a list of positions, which become unit.
void turnPositions(const ambient_multi_body& multiBody, bool toBullet, JointVector& positions);

} // namespace ambient::c
