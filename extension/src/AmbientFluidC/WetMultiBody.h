// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "WorldFluid.h"

#include "BulletAmbientFluid/btFluidMultiBody.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>

class btMultiBodyConstraint;
class btMultiBodyLinkCollider;

/// \file
/// Multi-bodies behind the C interface. Not installed.

namespace ambient::c {

/// Keeps its fluid, and thereby its world, alive. Thrusters on the links keep this object alive.
struct WetMultiBody {
    /// \throws std::invalid_argument if the fluid takes no multi-bodies
    explicit WetMultiBody(std::shared_ptr<WorldFluid> inFluid);
    /// Takes the multi-body out of the fluid, and the objects owned here out of the world.
    ~WetMultiBody();
    WetMultiBody(const WetMultiBody&) = delete;
    WetMultiBody& operator=(const WetMultiBody&) = delete;

    const btFluidMultiBody& wet() const; ///< while the multi-body is in the fluid
    /// The link's frame of the C interface from Bullet's. \throws std::invalid_argument if there is no such link
    const Pose& frameOf(int32_t link) const;
    JointType jointOf(int link) const { return wet().motion().body().link(link).joint.type; } ///< from 1
    /// Sizes of lists of the tree.
    const ArticulatedBody& tree() const { return wet().motion().body(); }

    std::shared_ptr<WorldFluid> fluid;
    btMultiBodyDynamicsWorld* world;
    btMultiBody* body = nullptr;
    std::vector<Pose> linkFromBullet;   ///< base first
    std::unique_ptr<btMultiBody> owned; ///< null: the caller's
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btMultiBodyLinkCollider>> colliders;
    std::vector<std::unique_ptr<btMultiBodyConstraint>> limits;
};

/// Turns the 3-vectors of spherical joints in a list of rates or torques. \param toBullet false: to the C interface
void turnRates(const WetMultiBody& multiBody, bool toBullet, JointVector& rates);

/// The same of the quaternions in a list of positions, which become unit.
void turnPositions(const WetMultiBody& multiBody, bool toBullet, JointVector& positions);

} // namespace ambient::c
