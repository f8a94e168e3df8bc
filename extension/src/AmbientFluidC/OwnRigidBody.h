// SPDX-License-Identifier: Zlib
#pragma once

#include "WorldFluid.h"

#include "AmbientFluid/Math/SE3.h"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>

#include <functional>

/// \file
/// Rigid bodies of the library's own worlds behind the C interface. Not installed.

namespace ambient::c {

/// Bullet's frame of a body: principal axes about the centre of mass.
struct PrincipalFrame {
    Pose frameFromBullet; ///< the frame of the C interface, such as the mesh's
    Vector3 moments;      ///< [kg m^2]
};
/// The principal frame of an inertia about a centre of mass. \param prefix of names in messages
/// \throws std::invalid_argument naming `center_of_mass` or `inertia`
PrincipalFrame principalFrameOf(const double centerOfMass[3], const double inertia[9], const std::string& prefix);

/// The convex hull of a mesh as a collision shape, with a margin of 1 mm.
std::unique_ptr<btConvexHullShape> hullOf(const TriangleMesh& mesh, const Pose& bulletFromMesh);

/// Bullet's filter of a collision object: static ones do not touch each other. \param collides false: it touches
/// nothing
struct CollisionFilter {
    CollisionFilter(bool isStatic, bool collides)
        : group(!collides  ? 0
                : isStatic ? btBroadphaseProxy::StaticFilter
                           : btBroadphaseProxy::DefaultFilter),
          mask(!collides  ? 0
               : isStatic ? btBroadphaseProxy::AllFilter ^ btBroadphaseProxy::StaticFilter
                          : btBroadphaseProxy::AllFilter) {}
    int group, mask;
};

/// Keeps its world, and the fluid that it is in, alive.
struct OwnRigidBody : std::enable_shared_from_this<OwnRigidBody> {
    /// Enters the world. \throws std::invalid_argument naming the wrong option
    OwnRigidBody(std::shared_ptr<OwnWorld> inWorld, const ambient_rigid_body_options& options);
    /// Leaves fluid and world.
    ~OwnRigidBody();
    OwnRigidBody(const OwnRigidBody&) = delete;
    OwnRigidBody& operator=(const OwnRigidBody&) = delete;

    /// The body at an address given by the caller; null: a body of the caller's own.
    static std::shared_ptr<OwnRigidBody> behind(btRigidBody& body);

    /// Puts the body into a fluid of its world. \param add puts it into the action
    void enter(std::shared_ptr<WorldFluid> to, const std::function<void(btFluidAction&)>& add);
    /// Pose of the mesh, world.
    Pose worldFromMesh() const;
    /// Velocity about the centre of mass, world axes: the physical one of a wet body.
    Twist velocity() const;
    /// Puts the body elsewhere.
    void put(const ambient_body_state& state);

    std::shared_ptr<OwnWorld> world;
    std::shared_ptr<const FluidBodyModel> model;
    Pose meshFromBullet;
    std::unique_ptr<btCollisionShape> shape;
    std::unique_ptr<btRigidBody> body;
    std::shared_ptr<WorldFluid> fluid; ///< the last one entered; null: none
};

} // namespace ambient::c
