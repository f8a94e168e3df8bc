// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/LockedAxes.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"
#include "TestSupport.h"

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <unordered_map>
#include <vector>

/// Wet bodies without a fluid: a rigid body may get any 6x6 inertia, so the exact solver can be tested alone.
namespace test {

ambient::Vector6 spatial(const btVector3& angular, const btVector3& linear);
ambient::Vector6 twistOf(const btRigidBody& body);
ambient::Matrix3 rotationOf(const btRigidBody& body);

/// The 6x6 matrix with both blocks turned by r.
ambient::Matrix6 inAxes(const ambient::Matrix3& r, const ambient::Matrix6& m);

/// Bullet's mass and principal inertia, body axes.
ambient::Matrix6 bareInertia(const btRigidBody& body);

/// The bare inertia plus `added` times a random positive matrix of the same size, all six motions coupled.
ambient::Matrix6 randomInertia(Random& random, const btRigidBody& body, double added);

/// S (S^T K S)^-1 S^T.
ambient::Matrix6 mobilityOf(const ambient::Matrix6& inertia, const ambient::LockedAxes& locked);
ambient::LockedAxes lockedAxesOf(const btRigidBody& body);

/// A wet body with an inertia of the test's choice; records the data exchanged with the solver.
class StubBody : public btFluidSolvedBody {
  public:
    /// The inertia for the loads of a step in the prediction of the free motion.
    enum Response {
        Bare, ///< the dry mass, as in Bullet, to the bit
        Full  ///< the inertia given
    };

    StubBody(btRigidBody& rigidBody, const ambient::Matrix6& inertiaInBody, Response loadResponse)
        : body(rigidBody), inertia(inertiaInBody), response(loadResponse) {}

    bool beginSolve(btScalar timeStep, btFluidFreeMotion& motion) override;

    void endSolve(const btVector3& linearChange, const btVector3& angularChange) override {
        ++ended;
        change = spatial(angularChange, linearChange);
    }

    /// By the last solve's contacts and joints: about the centre of mass, world axes.
    ambient::Vector6 momentumChange() const { return worldInertia * change; }

    btRigidBody& body;
    ambient::Matrix6 inertia; ///< body axes
    Response response;
    bool refuses = false; ///< to be solved as a dry body
    int begun = 0, ended = 0;
    // of the last solve, world axes
    ambient::Matrix6 worldInertia = ambient::Matrix6::Zero(), mobility = ambient::Matrix6::Zero();
    ambient::Vector6 freeTwist = ambient::Vector6::Zero(), change = ambient::Vector6::Zero();
};

class StubBodies : public btFluidSolvedBodies {
  public:
    StubBody& add(btRigidBody& body, const ambient::Matrix6& inertia, StubBody::Response response = StubBody::Full) {
        auto& slot = m_bodies[&body];
        slot = std::make_unique<StubBody>(body, inertia, response);
        return *slot;
    }
    StubBody* find(const btRigidBody* body) {
        const auto found = m_bodies.find(body);
        return found == m_bodies.end() ? nullptr : found->second.get();
    }
    btFluidSolvedBody* findSolvedBody(const btRigidBody* body) override { return find(body); }

  private:
    std::unordered_map<const btRigidBody*, std::unique_ptr<StubBody>> m_bodies;
};

} // namespace test
