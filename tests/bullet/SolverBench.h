// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/LockedAxes.h"
#include "BulletTolerance.h"
#include "DenseSystem.h"
#include "SolvedBodyStub.h"

#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>

#include <memory>
#include <vector>

namespace test {

/// Jacobian of the velocity of a body's material point along `direction`, angular first.
inline ambient::Vector6 pointJacobian(const btRigidBody& body, const btVector3& point, const btVector3& direction) {
    const ambient::Vector3 arm = btFluidVector(point) - btFluidVector(body.getCenterOfMassPosition());
    ambient::Vector6 j;
    j << arm.cross(btFluidVector(direction)), btFluidVector(direction);
    return j;
}

/// Bodies, contacts and joints handed to a solver directly, as one island of a world would be.
class SolverBench {
  public:
    btContactSolverInfo info;
    StubBodies wet;

    SolverBench() { info.m_timeStep = btScalar(0.01); }

    btRigidBody& addBody(double mass, const btVector3& inertia, const btTransform& start) {
        btRigidBody::btRigidBodyConstructionInfo construction(btScalar(mass), nullptr, nullptr, inertia);
        construction.m_startWorldTransform = start;
        m_bodies.push_back(std::make_unique<btRigidBody>(construction));
        m_bodies.back()->setFlags(0); // gyroscopic terms belong to the free motion
        return *m_bodies.back();
    }
    btRigidBody& addStatic() { return addBody(0.0, btVector3(0, 0, 0), btTransform::getIdentity()); }

    /// A body of random mass, inertia, pose and twist.
    btRigidBody& addRandomBody(Random& random, double halfRange = 1.0) {
        const double mass = random.uniform(0.5, 3.0);
        const btVector3 inertia(btScalar(random.uniform(0.3, 0.6)), btScalar(random.uniform(0.3, 0.6)),
                                btScalar(random.uniform(0.3, 0.6)));
        const ambient::Pose pose{random.rotation(), random.vector(halfRange)};
        btRigidBody& body = addBody(mass, inertia, btFluidTransform(pose));
        body.setLinearVelocity(btFluidVector(random.vector(2.0)));
        body.setAngularVelocity(btFluidVector(random.vector(2.0)));
        return body;
    }

    /// Normal from b to a; `point` lies on b.
    btManifoldPoint& addContact(btRigidBody& a, btRigidBody& b, const btVector3& point, const btVector3& normal,
                                double friction = 0.0, double restitution = 0.0, double distance = 0.0) {
        const btVector3 pointOnA = point + normal * btScalar(distance);
        btManifoldPoint contact(a.getWorldTransform().invXform(pointOnA), b.getWorldTransform().invXform(point), normal,
                                btScalar(distance));
        contact.m_positionWorldOnA = pointOnA;
        contact.m_positionWorldOnB = point;
        contact.m_combinedFriction = btScalar(friction);
        contact.m_combinedRestitution = btScalar(restitution);
        contact.m_combinedRollingFriction = contact.m_combinedSpinningFriction = 0;
        m_manifolds.push_back(std::make_unique<btPersistentManifold>(&a, &b, 0, btScalar(1), btScalar(1)));
        m_manifolds.back()->addManifoldPoint(contact);
        return m_manifolds.back()->getContactPoint(0);
    }

    template <class Joint>
    Joint& addJoint(std::unique_ptr<Joint> joint) {
        Joint& added = *joint;
        m_joints.push_back(std::move(joint));
        return added;
    }

    /// One step's solve; afterwards the bodies have their new velocities and keep their poses but for penetration.
    void solve(btSequentialImpulseConstraintSolver& solver) {
        btAlignedObjectArray<btCollisionObject*> bodies;
        btAlignedObjectArray<btPersistentManifold*> manifolds;
        btAlignedObjectArray<btTypedConstraint*> joints;
        for (auto& body : m_bodies)
            if (!body->isStaticObject()) bodies.push_back(body.get());
        for (auto& manifold : m_manifolds)
            manifolds.push_back(manifold.get());
        for (auto& joint : m_joints)
            joints.push_back(joint.get());
        rememberStart();
        btPersistentManifold** firstManifold = manifolds.size() ? &manifolds[0] : nullptr;
        btTypedConstraint** firstJoint = joints.size() ? &joints[0] : nullptr;
        if (auto* multi = dynamic_cast<btMultiBodyConstraintSolver*>(&solver))
            multi->solveMultiBodyGroup(&bodies[0], bodies.size(), firstManifold, manifolds.size(), firstJoint,
                                       joints.size(), nullptr, 0, info, nullptr, nullptr);
        else
            solver.solveGroup(&bodies[0], bodies.size(), firstManifold, manifolds.size(), firstJoint, joints.size(),
                              info, nullptr, nullptr);
    }

    /// The bodies as the last solve met them, in the order they were added; static ones have no mobility.
    DenseSystem denseSystem() {
        DenseSystem dense;
        for (std::size_t i = 0; i < m_bodies.size(); ++i) {
            const StubBody* stub = wet.find(m_bodies[i].get());
            if (stub && stub->ended > 0)
                dense.addBody(stub->mobility, stub->freeTwist);
            else
                dense.addBody(m_dryMobilities[i], m_dryFreeTwists[i]);
        }
        return dense;
    }

    int indexOf(const btRigidBody& body) const {
        for (std::size_t i = 0; i < m_bodies.size(); ++i)
            if (m_bodies[i].get() == &body) return int(i);
        return -1;
    }

    /// Side 0 or 1 of the first contact.
    btRigidBody* bodyOfContact(int side) const {
        const btPersistentManifold& manifold = *m_manifolds.front();
        const btCollisionObject* object = side == 0 ? manifold.getBody0() : manifold.getBody1();
        return m_bodies[std::size_t(indexOf(*btRigidBody::upcast(object)))].get();
    }

    /// Largest difference between any body's velocity and the reference [m/s, rad/s].
    double differenceFrom(const DenseSystem& dense) const {
        double worst = 0.0;
        for (std::size_t i = 0; i < m_bodies.size(); ++i)
            worst = std::max(worst, (twistOf(*m_bodies[i]) - dense.twistAfter(int(i))).cwiseAbs().maxCoeff());
        return worst;
    }

    /// Change of all wet bodies' momentum by the last solve, about the origin; the poses must not have changed since.
    ambient::Vector6 momentumChangeAboutOrigin() {
        ambient::Vector6 sum = ambient::Vector6::Zero();
        for (const auto& body : m_bodies)
            if (const StubBody* stub = wet.find(body.get())) {
                const ambient::Vector6 change = stub->momentumChange();
                const ambient::Vector3 at = btFluidVector(body->getCenterOfMassPosition());
                sum += change;
                sum.head<3>() += at.cross(change.tail<3>());
            }
        return sum;
    }

    const std::vector<std::unique_ptr<btRigidBody>>& bodies() const { return m_bodies; }
    const std::vector<std::unique_ptr<btTypedConstraint>>& joints() const { return m_joints; }

  private:
    void rememberStart() {
        m_dryMobilities.clear();
        m_dryFreeTwists.clear();
        for (auto& body : m_bodies) {
            const bool dynamic = !body->isStaticOrKinematicObject();
            ambient::Matrix6 w = ambient::Matrix6::Zero();
            if (dynamic) w = inAxes(rotationOf(*body), mobilityOf(bareInertia(*body), ambient::LockedAxes()));
            const ambient::Vector6 load = spatial(body->getTotalTorque(), body->getTotalForce());
            m_dryMobilities.push_back(w);
            m_dryFreeTwists.push_back(twistOf(*body) + w * load * double(info.m_timeStep));
        }
    }

    std::vector<std::unique_ptr<btRigidBody>> m_bodies;
    std::vector<std::unique_ptr<btPersistentManifold>> m_manifolds;
    std::vector<std::unique_ptr<btTypedConstraint>> m_joints;
    std::vector<ambient::Matrix6> m_dryMobilities;
    std::vector<ambient::Vector6> m_dryFreeTwists;
};

} // namespace test
