// SPDX-License-Identifier: Zlib
#include "SolvedBodyStub.h"

#include "AmbientFluid/Body/LockedAxes.h"

#include <Eigen/LU>

namespace test {

ambient::Vector6 spatial(const btVector3& angular, const btVector3& linear) {
    ambient::Vector6 v;
    v << btFluidVector(angular), btFluidVector(linear);
    return v;
}

ambient::Vector6 twistOf(const btRigidBody& body) {
    return spatial(body.getAngularVelocity(), body.getLinearVelocity());
}

ambient::Matrix3 rotationOf(const btRigidBody& body) {
    return btFluidMatrix(body.getWorldTransform().getBasis());
}

ambient::Matrix6 inAxes(const ambient::Matrix3& r, const ambient::Matrix6& m) {
    ambient::Matrix6 both = ambient::Matrix6::Zero();
    both.topLeftCorner<3, 3>() = r;
    both.bottomRightCorner<3, 3>() = r;
    return both * m * both.transpose();
}

ambient::Matrix6 bareInertia(const btRigidBody& body) {
    ambient::Vector6 diagonal;
    diagonal << btFluidVector(body.getInvInertiaDiagLocal()), ambient::Vector3::Constant(double(body.getInvMass()));
    return diagonal.cwiseInverse().asDiagonal();
}

ambient::Matrix6 randomInertia(Random& random, const btRigidBody& body, double added) {
    const ambient::Matrix6 bare = bareInertia(body);
    ambient::Matrix6 g;
    for (int i = 0; i < 36; ++i)
        g(i / 6, i % 6) = random.uniform(-1.0, 1.0);
    const ambient::Matrix6 root = bare.diagonal().cwiseSqrt().asDiagonal();
    return bare + added * (root * g * g.transpose() * root);
}

ambient::Matrix6 mobilityOf(const ambient::Matrix6& inertia, const ambient::LockedAxes& locked) {
    std::vector<int> free;
    for (int k = 0; k < 6; ++k)
        if (!(k < 3 ? locked.angular[k] : locked.linear[k - 3])) free.push_back(k);
    ambient::Matrix6 w = ambient::Matrix6::Zero();
    if (free.empty()) return w;
    const Eigen::MatrixXd part = inertia(free, free), inverse = part.inverse();
    w(free, free) = inverse;
    return w;
}

ambient::LockedAxes lockedAxesOf(const btRigidBody& body) {
    ambient::LockedAxes locked;
    for (int k = 0; k < 3; ++k) {
        locked.linear[k] = body.getLinearFactor()[k] == btScalar(0);
        locked.angular[k] = body.getAngularFactor()[k] == btScalar(0);
    }
    return locked;
}

bool StubBody::beginSolve(btScalar timeStep, btFluidFreeMotion& motion) {
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

} // namespace test
