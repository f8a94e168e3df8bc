// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"
#include "TestSupport.h"

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <unordered_map>
#include <vector>

/// Wet bodies without a fluid: any 6x6 inertia may be given to a rigid body, so that the exact solver can be tested
/// alone.
namespace test {

inline ambient::Vector6 spatial(const btVector3& angular, const btVector3& linear) {
    ambient::Vector6 v;
    v << btFluidVector(angular), btFluidVector(linear);
    return v;
}

inline ambient::Vector6 twistOf(const btRigidBody& body) {
    return spatial(body.getAngularVelocity(), body.getLinearVelocity());
}

inline ambient::Matrix3 rotationOf(const btRigidBody& body) {
    return btFluidMatrix(body.getWorldTransform().getBasis());
}

/// The 6x6 matrix with both blocks turned by r.
inline ambient::Matrix6 inAxes(const ambient::Matrix3& r, const ambient::Matrix6& m) {
    ambient::Matrix6 both = ambient::Matrix6::Zero();
    both.topLeftCorner<3, 3>() = r;
    both.bottomRightCorner<3, 3>() = r;
    return both * m * both.transpose();
}

/// What Bullet knows: mass and principal inertia, body axes.
inline ambient::Matrix6 bareInertia(const btRigidBody& body) {
    ambient::Vector6 diagonal;
    diagonal << btFluidVector(body.getInvInertiaDiagLocal()), ambient::Vector3::Constant(double(body.getInvMass()));
    return diagonal.cwiseInverse().asDiagonal();
}

/// The bare inertia plus `added` times a random positive matrix of the same size, all six motions coupled.
inline ambient::Matrix6 randomInertia(Random& random, const btRigidBody& body, double added) {
    const ambient::Matrix6 bare = bareInertia(body);
    ambient::Matrix6 g;
    for (int i = 0; i < 36; ++i)
        g(i / 6, i % 6) = random.uniform(-1.0, 1.0);
    const ambient::Matrix6 root = bare.diagonal().cwiseSqrt().asDiagonal();
    return bare + added * (root * g * g.transpose() * root);
}

/// S (S^T K S)^-1 S^T.
inline ambient::Matrix6 mobilityOf(const ambient::Matrix6& inertia, const ambient::LockedAxes& locked) {
    std::vector<int> free;
    for (int k = 0; k < 6; ++k)
        if (!(k < 3 ? locked.angular[k] : locked.linear[k - 3])) free.push_back(k);
    ambient::Matrix6 w = ambient::Matrix6::Zero();
    if (free.empty()) return w;
    const Eigen::MatrixXd part = inertia(free, free), inverse = part.inverse();
    w(free, free) = inverse;
    return w;
}

inline ambient::LockedAxes lockedAxesOf(const btRigidBody& body) {
    ambient::LockedAxes locked;
    for (int k = 0; k < 3; ++k) {
        locked.linear[k] = body.getLinearFactor()[k] == btScalar(0);
        locked.angular[k] = body.getAngularFactor()[k] == btScalar(0);
    }
    return locked;
}

/// A wet body with an inertia of the test's choice; keeps what passed between it and the solver.
class StubBody : public btFluidSolvedBody {
  public:
    /// What the loads of a step act on when the free motion is predicted.
    enum Response {
        Bare, ///< the dry mass, as Bullet does it, to the bit
        Full  ///< the inertia given
    };

    StubBody(btRigidBody& rigidBody, const ambient::Matrix6& inertiaInBody, Response loadResponse)
        : body(rigidBody), inertia(inertiaInBody), response(loadResponse) {}

    bool beginSolve(btScalar timeStep, btFluidFreeMotion& motion) override {
        ++begun;
        if (refuses) return false;
        worldInertia = inAxes(rotationOf(body), inertia);
        const ambient::LockedAxes locked = lockedAxesOf(body);
        mobility = mobilityOf(worldInertia, locked);
        if (response == Bare) {
            motion.m_linearVelocity = body.getLinearVelocity() + body.getTotalForce() * body.getInvMass() * timeStep;
            motion.m_angularVelocity =
                body.getAngularVelocity() + body.getTotalTorque() * body.getInvInertiaTensorWorld() * timeStep;
        } else {
            const ambient::Vector6 load = spatial(body.getTotalTorque(), body.getTotalForce());
            const ambient::Vector6 free = twistOf(body) + mobility * load * double(timeStep);
            motion.m_linearVelocity = btFluidVector(ambient::Vector3(free.tail<3>()));
            motion.m_angularVelocity = btFluidVector(ambient::Vector3(free.head<3>()));
        }
        motion.m_mobility = btFluidComputeMobility(worldInertia, double(body.getMass()), locked);
        freeTwist = spatial(motion.m_angularVelocity, motion.m_linearVelocity);
        return true;
    }

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
