// SPDX-License-Identifier: Zlib
#include "../TestBodies.h"
#include "AmbientFluid/Dynamics/FluidReadout.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

#include <functional>

namespace varying_medium_test {

using namespace ambient;

namespace {

/// A medium described by a function.
class MediumOf final : public FluidMedium {
  public:
    explicit MediumOf(std::function<MediumSample(const Vector3&, double)> sample) : m_sample(std::move(sample)) {}
    MediumSample sample(const Vector3& point, double time) const override { return m_sample(point, time); }

  private:
    std::function<MediumSample(const Vector3&, double)> m_sample;
};

constexpr double kSpin = 1.5; // rad/s

/// Water turning about z like a solid.
std::shared_ptr<const FluidMedium> turningWater() {
    return std::make_shared<MediumOf>([](const Vector3& x, double) {
        const Vector3 spin(0, 0, kSpin), velocity = spin.cross(x);
        return MediumSample{1000.0, 1e-3, velocity, spin.cross(velocity)};
    });
}

/// The same water in a steady shear along x.
std::shared_ptr<const FluidMedium> shearedWater(double density = 1000.0) {
    return std::make_shared<MediumOf>([density](const Vector3& x, double) {
        return MediumSample{density, 0.0, Vector3(2.0 * x.z(), 0, 0), Vector3::Zero()};
    });
}

std::shared_ptr<const FluidBodyModel> ball() {
    static const auto model = FluidBodyModel::build(makeSphere(0.1, 320));
    return model;
}

} // namespace

TEST(VaryingMedium, ANeutralBallThatMovesWithTurningWaterStaysWithIt) {
    const KirchhoffMotion equations(makeSolidBody(ball(), 1000.0), turningWater(), ForceSet::surfacePressure(),
                                    Vector3::Zero());
    const Vector3 start(1.0, 0.0, 0.0);
    FluidBodyState state = makeState(equations, {Quaternion::Identity(), start}, {{0, 0, kSpin}, {0, kSpin, 0}}, 0.0);
    constexpr double duration = 4.0;
    integrate(equations, state, duration);
    const Vector3 carried = expSO3({0, 0, kSpin * duration}) * start;
    EXPECT_LT((state.worldFromBody.position - carried).norm(), 2e-3); // a way of 6 m
    EXPECT_NEAR(twistInWorld(equations, state).angular.z(), kSpin, 1e-3);
}

TEST(VaryingMedium, ABallIsCarriedByACurrentAndTurnedByItsShear) {
    const auto medium = std::make_shared<MediumOf>([](const Vector3& x, double) {
        return MediumSample{1000.0, 1e-3, Vector3(2.0 + 0.5 * x.z(), 0, 0), Vector3::Zero()};
    });
    const KirchhoffMotion equations(makeSolidBody(ball(), 1000.0), medium, ForceSet::surfacePressure(),
                                    Vector3::Zero());
    FluidBodyState state = makeState(equations, Pose(), {}, 0.0);
    for (int i = 0; i < 600; ++i)
        integrate(equations, state, 1.0 / 60.0);
    const Twist twist = twistInWorld(equations, state);
    EXPECT_NEAR(twist.linear.x(), 2.0 + 0.5 * state.worldFromBody.position.z(), 0.02);
    EXPECT_GT(twist.angular.y(), 0.0); // the faster upper side pulls the body over
}

TEST(VaryingMedium, AHeavyBallFliesStraightThroughShear) {
    // Forces are left out: only the terms of a frame moving with the medium remain.
    const KirchhoffMotion equations(makeSolidBody(ball(), 1e6), shearedWater(), ForceSet(), Vector3::Zero());
    const Vector3 velocity(1.0, 0.5, 3.0);
    FluidBodyState state = makeState(equations, Pose(), {Vector3::Zero(), velocity}, 0.0);
    integrate(equations, state, 1.0);
    EXPECT_LT((twistInWorld(equations, state).linear - velocity).norm(), 1e-2 * 1e-3 * 6.0 + 1e-4);
    EXPECT_LT((state.worldFromBody.position - velocity).norm(), 1e-3);
}

TEST(VaryingMedium, ABallThatCrossesSteadyShearMovesAsAutonHuntAndPrudhommeSay) {
    // (m + m_a) dv/dt = (m_f + m_a) DU/Dt without forces; in this shear DU/Dt = 0 and v stays.
    const KirchhoffMotion equations(makeSolidBody(ball(), 700.0), shearedWater(), ForceSet(), Vector3::Zero());
    FluidBodyState state = makeState(equations, Pose(), {Vector3::Zero(), {0.0, 0.0, 1.0}}, 0.0);
    integrate(equations, state, 0.5);
    EXPECT_LT((twistInWorld(equations, state).linear - Vector3(0, 0, 1)).norm(), 5e-5);
}

TEST(VaryingMedium, ABallSettlesWhereTheLayersAreAsDenseAsItself) {
    const auto layers = std::make_shared<MediumOf>([](const Vector3& x, double) {
        return MediumSample{1000.0 - 20.0 * x.z(), 1e-3, Vector3::Zero(), Vector3::Zero()};
    });
    const KirchhoffMotion equations(makeSolidBody(ball(), 1020.0), layers, ForceSet::surfacePressure(),
                                    Vector3(0, 0, -9.81));
    FluidBodyState state = makeState(equations, Pose(), {}, 0.0);
    double last = 0.0;
    for (int i = 0; i < 120 * 60; ++i) {
        integrate(equations, state, 1.0 / 60.0);
        if (i >= 100 * 60) last = std::max(last, std::abs(state.worldFromBody.position.z() + 1.0));
    }
    EXPECT_LT(last, 0.1); // the start was 1 m above
}

TEST(VaryingMedium, AUniformFieldGivesWhatAUniformMediumGives) {
    const UniformMedium uniform = UniformMedium::water().movingAt({1.0, -0.5, 0.2});
    const auto field = std::make_shared<MediumOf>([&](const Vector3& x, double t) { return uniform.sample(x, t); });
    const FluidBody body = makeSolidBody(FluidBodyModel::build(test::lumpy(makeSphere(1.0, 320))), 800.0);
    test::Random random(3);
    for (const char* name : {"default", "paper001", "uwrbd", "gwtf"}) {
        ForceSet forces = ForceSet::named(name);
        forces.setLimitsPower(false); // not applied in a field, whose faces may differ
        const KirchhoffMotion a(body, std::make_shared<UniformMedium>(uniform), forces, {0, 0, -9.81});
        const KirchhoffMotion b(body, field, forces, {0, 0, -9.81});
        for (int i = 0; i < 10; ++i) {
            const FluidBodyState state =
                makeState(a, {random.rotation(), random.vector()}, random.twist(2.0, 3.0), 0.0);
            const Vector6 la = loads(a, state, {}).total().vector(), lb = loads(b, state, {}).total().vector();
            EXPECT_LT((la - lb).norm(), 1e-12 * la.norm()) << name;
        }
    }
}

TEST(VaryingMedium, TheReadoutSaysAllThatActs) {
    const KirchhoffMotion equations(makeSolidBody(ball(), 700.0), turningWater(), ForceSet::surfacePressure(),
                                    Vector3(0, 0, -9.81));
    const FluidBodyState state =
        makeState(equations, {Quaternion::Identity(), {0.7, 0.1, 0.0}}, {{1, 2, 3}, {0.5, -1.0, 2.0}}, 0.0);
    const FluidReadout out = readOut(equations, state);
    const Vector6 loads = ambient::loads(equations, state, {}).total().vector();
    EXPECT_LT((out.total().vector() - loads).norm(), 1e-12 * loads.norm());
    EXPECT_GT(out.immersion.wrench.linear.norm(), 0.1 * out.weight.wrench.linear.norm());
}

} // namespace varying_medium_test
