// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletTolerance.h"
#include "SolvedBodyStub.h"

#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <limits>

namespace test {

/// The reference of the solver's tests: impulses between bodies by dense linear algebra, with bounds by an active set.
class DenseSystem {
  public:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    int addBody(const ambient::Matrix6& mobility, const ambient::Vector6& freeTwist) {
        m_mobilities.push_back(mobility);
        m_freeTwists.push_back(freeTwist);
        return int(m_mobilities.size()) - 1;
    }

    int bodies() const { return int(m_mobilities.size()); }
    const ambient::Matrix6& mobility(int body) const { return m_mobilities[std::size_t(body)]; }

    /// ja . (twist of a) + jb . (twist of b) = velocity, with an impulse between low and high; -1: no body.
    void addRow(int a, const ambient::Vector6& ja, int b, const ambient::Vector6& jb, double velocity,
                double low = -infinity, double high = infinity) {
        m_rows.push_back({a, b, ja, jb, velocity, low, high});
    }

    const Eigen::VectorXd& solve() {
        const Eigen::Index n = Eigen::Index(m_rows.size()), size = 6 * Eigen::Index(m_mobilities.size());
        m_jacobian = Eigen::MatrixXd::Zero(n, size);
        Eigen::MatrixXd w = Eigen::MatrixXd::Zero(size, size);
        Eigen::VectorXd free(size), target(n);
        for (Eigen::Index k = 0; k < size / 6; ++k) {
            w.block<6, 6>(6 * k, 6 * k) = m_mobilities[std::size_t(k)];
            free.segment<6>(6 * k) = m_freeTwists[std::size_t(k)];
        }
        for (Eigen::Index i = 0; i < n; ++i) {
            const Row& row = m_rows[std::size_t(i)];
            if (row.a >= 0) m_jacobian.block<1, 6>(i, 6 * row.a) += row.ja.transpose();
            if (row.b >= 0) m_jacobian.block<1, 6>(i, 6 * row.b) += row.jb.transpose();
            target[i] = row.velocity;
        }
        m_response = w * m_jacobian.transpose();
        solveBounded(m_jacobian * m_response, target - m_jacobian * free);
        return m_impulses;
    }

    const Eigen::VectorXd& impulses() const { return m_impulses; }
    const Eigen::MatrixXd& jacobian() const { return m_jacobian; }
    ambient::Vector6 change(int body) const { return (m_response * m_impulses).segment<6>(6 * body); }
    ambient::Vector6 twistAfter(int body) const { return m_freeTwists[std::size_t(body)] + change(body); }

  private:
    struct Row {
        int a, b;
        ambient::Vector6 ja, jb;
        double velocity, low, high;
    };

    void solveBounded(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& rhs) {
        std::vector<int> state(m_rows.size(), 0); // -1 at the lower bound, 1 at the upper one, 0 between them
        bool changed = true;
        for (int round = 0; changed && round < 100; ++round) {
            m_impulses = solveFree(matrix, rhs, state);
            const Eigen::VectorXd rest = rhs - matrix * m_impulses;
            changed = false;
            for (std::size_t i = 0; i < m_rows.size(); ++i) {
                const double impulse = m_impulses[Eigen::Index(i)], missing = rest[Eigen::Index(i)];
                int next = state[i];
                if (next == 0)
                    next = impulse > m_rows[i].high ? 1 : impulse < m_rows[i].low ? -1 : 0;
                else if (next * missing < 0)
                    next = 0;
                changed = changed || next != state[i];
                state[i] = next;
            }
        }
        EXPECT_FALSE(changed) << "the reference's active set did not settle";
    }

    Eigen::VectorXd solveFree(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& rhs,
                              const std::vector<int>& state) const {
        Eigen::VectorXd x = Eigen::VectorXd::Zero(rhs.size());
        std::vector<int> free;
        for (std::size_t i = 0; i < state.size(); ++i)
            if (state[i] == 0)
                free.push_back(int(i));
            else
                x[Eigen::Index(i)] = state[i] > 0 ? m_rows[i].high : m_rows[i].low;
        const Eigen::MatrixXd part = matrix(free, free);
        const Eigen::VectorXd known = rhs - matrix * x;
        if (!free.empty()) x(free) = part.fullPivLu().solve(known(free)).eval();
        return x;
    }

    std::vector<ambient::Matrix6> m_mobilities;
    std::vector<ambient::Vector6> m_freeTwists;
    std::vector<Row> m_rows;
    Eigen::MatrixXd m_jacobian, m_response;
    Eigen::VectorXd m_impulses;
};

/// Jacobian of the velocity of a body's material point along `direction`, angular first.
inline ambient::Vector6 pointJacobian(const btRigidBody& body, const btVector3& point, const btVector3& direction) {
    const ambient::Vector3 arm = btFluidVector(point) - btFluidVector(body.getCenterOfMassPosition());
    ambient::Vector6 j;
    j << arm.cross(btFluidVector(direction)), btFluidVector(direction);
    return j;
}

/// Bodies, contacts and joints that are handed to a solver directly, as one island of a world would be.
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

    /// Of all wet bodies together by the last solve, about the origin; their poses must not have changed.
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
