// SPDX-License-Identifier: Zlib
// Equation 22 of paper 003.
#include "AmbientFluid/Forces/TangentialDragForce.h"

#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Forces/ForceSet.h"

#include "ForceTestSupport.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tangential_drag_force_test {

using namespace ambient;
using namespace test;

namespace {

FluidBodyDef withoutFlow() {
    FluidBodyDef def;
    def.viscousFaces = 0;
    return def;
}

} // namespace

// Of a ball: -8 pi/3 R^2 rho nu v, and -8 pi/3 R^4 rho nu w. Measured: 3.5e-4 and 1.6e-3 for 5120 flat faces.
TEST(TangentialDragForce, OfABallIsKnown) {
    const double radius = 0.3, speed = 0.02, density = 1000.0;
    const auto ball = FluidBodyModel::build(makeSphere(radius, 5120), withoutFlow());
    const Twist twist({0.0, 2.0, 0.0}, {1.5, 0.0, 0.0});
    const Wrench drag = TangentialDragForce(speed).evaluate(ball->surface(), flowOf(twist, density), nullptr);
    const double each = 8.0 * kPi / 3.0 * radius * radius * density * speed;
    EXPECT_NEAR(drag.linear.x() / (-each * 1.5), 1.0, 2e-3);
    EXPECT_NEAR(drag.angular.y() / (-each * radius * radius * 2.0), 1.0, 3e-3);
}

// Linear, and the sum of the faces' powers is that of the wrench at the twist; never positive.
TEST(TangentialDragForce, IsLinearAndNeverDrivesABody) {
    Random random(3);
    const TangentialDragForce force(0.1);
    for (const TriangleMesh& mesh : assortedBodies()) {
        const auto model = FluidBodyModel::build(mesh, withoutFlow());
        for (int i = 0; i < 50; ++i) {
            const Twist twist(random.vector(), random.vector());
            const RelativeFlow flow = flowOf(twist), twice = flowOf(Twist(Vector6(2.0 * twist.vector())));
            const Wrench drag = force.evaluate(model->surface(), flow, nullptr);
            const Vector6 rest = force.evaluate(model->surface(), twice, nullptr).vector() - 2.0 * drag.vector();
            EXPECT_LT(rest.norm(), 1e-12 * drag.vector().norm());
            EXPECT_LE(power(twist, drag), 0.0);
            EXPECT_NEAR(force.power(model->surface(), flow), power(twist, drag), 1e-12 * std::abs(power(twist, drag)));
        }
    }
}

// A ball in water without other drag: v = v0 exp(-8 pi/3 R^2 rho nu t/m), m with the added mass.
TEST(TangentialDragForce, LetsABallSlowDownExponentially) {
    ForceSet forces;
    forces.add(std::make_shared<TangentialDragForce>(0.05));
    const auto model = FluidBodyModel::build(makeSphere(0.2, 1280), withoutFlow());
    const KirchhoffMotion motion(makeSolidBody(model, 1000.0), std::make_shared<UniformMedium>(1000.0, 0.0), forces,
                                 Vector3::Zero());
    FluidBodyState state = makeState(motion, Pose(), Twist(Vector3::Zero(), Vector3::UnitX()), 0.0);
    const Wrench drag =
        forces.evaluate(model->surface(), flowOf(Twist(Vector3::Zero(), Vector3::UnitX()), 1000.0)).dissipative;
    const double rate = -drag.linear.x() / totalInertia(motion, state).inertia.matrix()(3, 3);
    for (int i = 0; i < 60; ++i)
        integrate(motion, state, 1.0 / 60.0, {}, nullptr);
    EXPECT_NEAR(twistInWorld(motion, state).linear.x(), std::exp(-rate), 1e-5);
}

TEST(TangentialDragForce, RefusesImpossibleSpeeds) {
    for (const double speed : {-1e-9, std::nan(""), std::numeric_limits<double>::infinity()})
        EXPECT_THROW(TangentialDragForce{speed}, std::invalid_argument) << speed;
}

} // namespace tangential_drag_force_test
