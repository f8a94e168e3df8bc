// SPDX-License-Identifier: Zlib
// Bullet's linear and angular factors: bodies moving in a plane, along a line, or only turning.
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "BulletTestWorld.h"

#include <gtest/gtest.h>

namespace locked_axes_test {

using namespace ambient;

namespace {

std::shared_ptr<const FluidBodyModel> ellipsoid(double pressureScale) {
    FluidBodyDef def;
    def.pressureScale = pressureScale;
    return FluidBodyModel::build(makeEllipsoid({0.3, 0.2, 0.1}, 320), def);
}

void lockToPlaneXZ(btRigidBody* body) {
    body->setLinearFactor(btVector3(1, 0, 1));
    body->setAngularFactor(btVector3(0, 1, 0));
}

} // namespace

struct LockedAxesOf : test::InBothModes {};
INSTANTIATE_TEST_SUITE_P(Modes, LockedAxesOf, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(LockedAxesOf, ABodyLockedToItsPlaneOfSymmetryMovesAsAFreeOne) {
    // The tilt is between the ellipsoid's own axes: with an axis in the plane no load pushes the body out.
    Pose end[2];
    for (int locked = 0; locked < 2; ++locked) {
        test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
        w.fluid().setMedium(UniformMedium::water());
        const FluidBody body = makeSolidBody(ellipsoid(1.0), 3000.0);
        btRigidBody* rigid = w.addGhost(body, {expSO3({0.0, 0.8, 0.0}), Vector3::Zero()});
        if (locked) lockToPlaneXZ(rigid);
        w.fluid().addBody(rigid, body.model);
        w.run(1.0, 1.0 / 60);
        end[locked] = w.fluid().getFluidBody(rigid)->state().worldFromBody;
    }
    ASSERT_GT(end[0].position.head<2>().norm(), 0.1);            // the body glides
    EXPECT_LT((end[0].position - end[1].position).norm(), 2e-5); // two integrators to 1e-5 a step: measured 3e-6
    EXPECT_LT(logSO3(end[0].orientation.conjugate() * end[1].orientation).norm(), 2e-4);
}

TEST_P(LockedAxesOf, NothingMovesAlongALockedAxisAndTheReactionDoesNoWork) {
    test::World w(btVector3(0, 0, 0), GetParam());
    w.fluid().setMedium(UniformMedium(1000.0, 0.0));
    const FluidBody body = makeSolidBody(ellipsoid(0.0), 500.0);
    btRigidBody* rigid = w.addGhost(body, {expSO3({0.5, 0.8, -0.4}), Vector3::Zero()});
    lockToPlaneXZ(rigid);
    rigid->setLinearVelocity(btVector3(1, 0, 2));
    rigid->setAngularVelocity(btVector3(0, 3, 0));
    rigid->setGravity(btVector3(0, 0, 0));
    w.fluid().addBody(rigid, body.model);
    const btFluidBody& wet = *w.fluid().getFluidBody(rigid);
    const double energy = kineticEnergy(wet.motion(), wet.state());
    w.run(5.0, 1.0 / 60);
    const Twist twist = twistInWorld(wet.motion(), wet.state());
    EXPECT_LT(std::fabs(twist.linear.y()) + std::fabs(twist.angular.x()) + std::fabs(twist.angular.z()), 1e-12);
    EXPECT_LT(std::fabs(wet.state().worldFromBody.position.y()), 1e-12);
    EXPECT_NEAR(kineticEnergy(wet.motion(), wet.state()), energy, 1e-4 * energy); // 300 steps to 1e-5 each
}

TEST_P(LockedAxesOf, ALockedBodyTakesImpulsesOnItsFreeAxesOnly) {
    test::World w(btVector3(0, 0, 0), GetParam());
    w.fluid().setMedium(UniformMedium(1000.0, 0.0));
    const FluidBody body = makeSolidBody(ellipsoid(0.0), 500.0);
    btRigidBody* rigid = w.addGhost(body, {expSO3({0.5, 0.8, -0.4}), Vector3::Zero()});
    w.fluid().addBody(rigid, body.model);
    w.run(1.0 / 60, 1.0 / 60);
    lockToPlaneXZ(rigid); // while wet
    w.run(1.0 / 60, 1.0 / 60);
    const btFluidBody& wet = *w.fluid().getFluidBody(rigid);
    const Pose bodyFromWorld{wet.state().worldFromBody.orientation.conjugate(), Vector3::Zero()};
    const Matrix6 k = totalInertia(wet.motion(), wet.state()).inertia.changeFrame(bodyFromWorld).matrix();
    Eigen::Matrix<double, 6, 3> s = Eigen::Matrix<double, 6, 3>::Zero();
    s(1, 0) = s(3, 1) = s(5, 2) = 1.0;
    const Vector3 expected = (s.transpose() * k * s).inverse() * Vector3(0.2, 4.0, 2.0);
    rigid->applyCentralImpulse(btVector3(4, 9, 2));
    rigid->applyTorqueImpulse(btVector3(0, btScalar(0.2), 0));
    w.run(1.0 / 4000, 1.0 / 4000);
    const Twist twist = twistInWorld(wet.motion(), wet.state());
    EXPECT_LT((Vector3(twist.angular.y(), twist.linear.x(), twist.linear.z()) - expected).norm(),
              1e-3 * expected.norm()); // a step of turning
    EXPECT_LT(std::fabs(twist.linear.y()), 1e-12);
}

TEST_P(LockedAxesOf, GravityAlongALockedAxisMovesNothing) {
    // A game seen from above: gravity only presses the body on a table, which is not modelled.
    test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
    w.fluid().setMedium(UniformMedium::air());
    const FluidBody body = makeSolidBody(ellipsoid(1.0), 500.0);
    btRigidBody* rigid = w.addGhost(body, Pose());
    rigid->setLinearFactor(btVector3(1, 1, 0));
    rigid->setLinearVelocity(btVector3(1, 0, 0));
    w.fluid().addBody(rigid, body.model);
    for (int i = 0; i < 30; ++i) {
        w.run(1.0 / 60, 1.0 / 60);
        EXPECT_LT(std::fabs(double(rigid->getLinearVelocity().z())), 1e-15) << i;
        EXPECT_LT(std::fabs(double(rigid->getCenterOfMassPosition().z())), 1e-15) << i; // measured 3e-43
    }
    EXPECT_GT(double(rigid->getCenterOfMassPosition().x()), 0.4);
}

TEST_P(LockedAxesOf, ABodyThatCanOnlyTurnWeathervanesInACurrent) {
    // Held at its centre of mass in a stream along x, the Munk moment turns the body broadside, and the body swings
    // about this direction.
    test::World w(btVector3(0, 0, 0), GetParam());
    w.fluid().setMedium(UniformMedium(1000.0, 0.0).movingAt({1.0, 0.0, 0.0}));
    const FluidBody body = makeSolidBody(ellipsoid(0.0), 1000.0);
    btRigidBody* rigid = w.addGhost(body, {expSO3({0.0, 0.3, 0.0}), Vector3::Zero()});
    rigid->setLinearFactor(btVector3(0, 0, 0));
    w.fluid().addBody(rigid, body.model);
    const SpatialInertia added = body.addedMass(1000.0);
    const double ax = added.matrix()(3, 3), az = added.matrix()(5, 5);
    w.run(0.05, 1.0 / 400);
    // Body axes: the relative velocity -U seen at angle a gives the torque (az - ax) U^2 sin a cos a about y.
    const double expected =
        (az - ax) * std::sin(0.3) * std::cos(0.3) / (body.bodyInertia.matrix()(1, 1) + added.matrix()(1, 1)) * 0.05;
    EXPECT_NEAR(std::fabs(double(w.fluid().getAngularVelocity(rigid).y())), expected, 0.02 * expected);
    EXPECT_LT(double(rigid->getCenterOfMassPosition().length()), 1e-12);
}

} // namespace locked_axes_test
