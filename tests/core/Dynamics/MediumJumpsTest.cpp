// SPDX-License-Identifier: Zlib
// Bodies that cross jumps of the medium's velocity and density.
#include "../JumpMedia.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"

#include <gtest/gtest.h>

namespace medium_jumps_test {

using namespace ambient;
using test::onlyBuoyancy;
using test::windZone;

namespace {

constexpr double kStep = 1.0 / 60;

/// Moves a body with its history, as a world does, until `until` says so or 120 steps are over.
template <class Until>
FluidBodyState flown(const KirchhoffMotion& motion, FluidBodyState state, double step, Until&& until) {
    LoadHistory history;
    MotionBuffers buffers;
    for (int i = 0; i < 120 * kStep / step && !until(state); ++i) {
        motion.evaluate(state.worldFromBody, state.time, buffers.now);
        integrate(motion, state, step, {}, &history, buffers);
    }
    return state;
}

} // namespace

// A jump of velocity pushes by drag alone. A frame that follows the medium would take the body along.
TEST(MediumJumps, WithoutDragABodyKeepsItsVelocityAcrossAJumpOfVelocityWhateverItWeighs) {
    test::Random random(21);
    const auto zone = windZone(1.204, 10.0, 0.0, 50.0, 0.0), water = windZone(1000.0, 10.0, 0.0, 50.0, 0.0);
    double largest = 0.0, ofLight = 0.0;
    for (int i = 0; i < 12; ++i) {
        const auto& model = test::jumpingBodies()[static_cast<std::size_t>(i) % 3];
        const Pose start{random.rotation(), Vector3(0.0, 0.0, -0.4 + random.uniform(0.0, 0.04))};
        const Twist twist(i % 3 == 0 ? Vector3(1, 2, 3) : Vector3(Vector3::Zero()), Vector3(0.3, 0.0, 2.0));
        for (const bool isStone : {true, false}) {
            const KirchhoffMotion motion(makeSolidBody(model, isStone ? 2500.0 : 900.0), isStone ? zone : water,
                                         onlyBuoyancy(), Vector3::Zero());
            const FluidBodyState end = flown(motion, makeState(motion, start, twist, 0.0), kStep,
                                             [](const auto& s) { return s.worldFromBody.position.z() > 0.4; });
            const double change = (twistInWorld(motion, end).linear - twist.linear).norm();
            if (isStone)
                largest = std::max(largest, change);
            else if (i % 3 == 0)
                ofLight = std::max(ofLight, change); // a ball has no Munk's moment
        }
    }
    EXPECT_LT(largest, 0.01);
    EXPECT_LT(ofLight, 1e-6);
    std::printf("  stones %.2e m/s, light balls %.2e m/s\n", largest, ofLight);
}

// Measured over a zone that the stone has left again, so that the phase does not change the way in the wind.
TEST(MediumJumps, TheWindPushesAsThatOfAThinSmoothLayer) {
    const KirchhoffMotion sharp(makeSolidBody(test::jumpingBodies()[0], 2500.0), windZone(1.204, 10.0, 0.0, 0.8, 0.0),
                                ForceSet::surfacePressure(), Vector3::Zero());
    const KirchhoffMotion smooth(makeSolidBody(test::jumpingBodies()[0], 2500.0), windZone(1.204, 10.0, 0.0, 0.8, 2e-3),
                                 ForceSet::surfacePressure(), Vector3::Zero());
    const auto isOut = [](const FluidBodyState& s) { return s.worldFromBody.position.z() > 1.0; };
    const auto pushOf = [&](const KirchhoffMotion& motion, double phase, double step) {
        const Pose start{Quaternion::Identity(), Vector3(0.0, 0.0, -0.3 - phase * 2.0 * kStep)};
        const Twist twist(Vector3::Zero(), Vector3(0.0, 0.0, 2.0));
        return twistInWorld(motion, flown(motion, makeState(motion, start, twist, 0.0), step, isOut)).linear.x();
    };
    const double limit = pushOf(smooth, 0.0, kStep / 16);
    double worst = 0.0;
    for (int i = 0; i < 10; ++i)
        worst = std::max(worst, std::abs(pushOf(sharp, i / 10.0, kStep) / limit - 1.0));
    std::printf("  limit %.5f m/s, largest difference %.2e\n", limit, worst);
    EXPECT_LT(worst, 0.01);
}

TEST(MediumJumps, ABodyWithoutDragNeverGainsEnergyWhereTheDensityChanges) {
    test::Random random(22);
    double largest = 0.0;
    for (int i = 0; i < 24; ++i) {
        const auto& model = test::jumpingBodies()[static_cast<std::size_t>(i) % 3];
        const double below = i % 2 ? 1200.0 : 800.0,
                     thickness = i % 4 < 2 ? 0.0 : std::pow(10.0, random.uniform(-4.0, 0.0));
        const KirchhoffMotion motion(makeSolidBody(model, i % 5 ? 1000.0 : 10.0),
                                     test::twoLayers(below, 2000.0 - below, thickness), onlyBuoyancy(),
                                     Vector3::Zero());
        FluidBodyState state = makeState(motion, {random.rotation(), Vector3(0, 0, -0.3 - random.uniform(0.0, 0.03))},
                                         Twist(random.vector(3.0), Vector3(0.3, 0.1, 2.0)), 0.0);
        LoadHistory history;
        MotionBuffers buffers;
        double before = kineticEnergy(motion, state);
        for (int step = 0; step < 40; ++step) {
            motion.evaluate(state.worldFromBody, state.time, buffers.now);
            integrate(motion, state, kStep, {}, &history, buffers);
            const double now = kineticEnergy(motion, state);
            largest = std::max(largest, now / before - 1.0);
            before = now;
        }
    }
    std::printf("  largest gain of a step %.2e\n", largest);
    EXPECT_LT(largest, 2e-5); // the tolerance of the integration
}

TEST(MediumJumps, ABallLeavesDenserFluidWithItsSpeedAndEntersItWithItsMomentum) {
    const double added =
        test::jumpingBodies()[0]->addedMassPerDensity().matrix()(3, 3) / test::jumpingBodies()[0]->volume();
    for (const double density : {10.0, 1000.0})
        for (const double below : {800.0, 1025.0})
            for (const double thickness : {0.0, 1e-3, 0.05}) {
                const double above = 1825.0 - below;
                const KirchhoffMotion motion(makeSolidBody(test::jumpingBodies()[0], density),
                                             test::twoLayers(below, above, thickness), onlyBuoyancy(), Vector3::Zero());
                const double expected = below > above ? 1.0 : (density + added * below) / (density + added * above);
                for (int phase = 0; phase < 4; ++phase) {
                    const Pose start{Quaternion::Identity(), Vector3(0.0, 0.0, -0.4 - phase * kStep / 4)};
                    const FluidBodyState end =
                        flown(motion, makeState(motion, start, {Vector3::Zero(), {0.0, 0.0, 1.0}}, 0.0), kStep,
                              [](const auto& s) { return s.worldFromBody.position.z() > 0.4; });
                    EXPECT_NEAR(twistInWorld(motion, end).linear.z(), expected, 1e-4)
                        << density << " from " << below << ", " << thickness;
                }
            }
}

TEST(MediumJumps, JumpsAreTheSameInAFrameThatMoves) {
    const Vector3 boost(1.3, -2.1, 0.0);
    const auto carried = [&](const Vector3& stream) {
        return std::make_shared<CallbackMedium>([=](const Vector3* points, int count, double, MediumSample* samples) {
            for (int i = 0; i < count; ++i) {
                const bool isAbove = points[i].z() > 0.0;
                samples[i] = {isAbove ? 700.0 : 1000.0, 1e-3, stream, Vector3::Zero()};
                samples[i].velocity.x() += isAbove ? 3.0 : 0.0;
            }
        });
    };
    for (const auto& model : test::jumpingBodies()) {
        const FluidBody body = makeSolidBody(model, 850.0);
        const KirchhoffMotion a(body, carried(Vector3::Zero()), ForceSet::surfacePressure(), {0, 0, -9.81});
        const KirchhoffMotion b(body, carried(boost), ForceSet::surfacePressure(), {0, 0, -9.81});
        const Pose start{Quaternion::Identity(), Vector3(0, 0, -0.3)};
        FluidBodyState s = makeState(a, start, {{0.5, 0.3, 0.2}, {0.4, 0.1, 1.0}}, 0.0);
        FluidBodyState t = makeState(b, start, {{0.5, 0.3, 0.2}, Vector3(0.4, 0.1, 1.0) + boost}, 0.0);
        for (int i = 0; i < 60; ++i) {
            integrate(a, s, kStep);
            integrate(b, t, kStep);
        }
        // Measured 2e-14 m.
        EXPECT_LT((t.worldFromBody.position - s.worldFromBody.position - s.time * boost).norm(), 1e-12);
    }
}

TEST(MediumJumps, DensityThatChangesInTimeChangesTheAddedMassOrIsRefused) {
    class Tide final : public FluidMedium {
      public:
        Tide(bool isUniform, double rate) : m_isUniform(isUniform), m_rate(rate) {}
        MediumSample sample(const Vector3&, double time) const override {
            return {1000.0 + m_rate * std::min(time, 1.0), 0.0, Vector3::Zero(), Vector3::Zero()};
        }
        bool isUniform() const override { return m_isUniform; }

      private:
        bool m_isUniform;
        double m_rate;
    };
    const double added =
        test::jumpingBodies()[0]->addedMassPerDensity().matrix()(3, 3) / test::jumpingBodies()[0]->volume();
    for (const double rate : {-500.0, 400.0}) {
        const KirchhoffMotion motion(makeSolidBody(test::jumpingBodies()[0], 1000.0),
                                     std::make_shared<Tide>(false, rate), onlyBuoyancy(), Vector3::Zero());
        FluidBodyState state = makeState(motion, Pose(), {Vector3::Zero(), {1.0, 0.0, 0.0}}, 0.0);
        for (int i = 0; i < 90; ++i)
            integrate(motion, state, kStep);
        const double expected = rate < 0.0 ? 1.0 : (1000.0 + 1000.0 * added) / (1000.0 + (1000.0 + rate) * added);
        EXPECT_NEAR(twistInWorld(motion, state).linear.x(), expected, 1e-9);
        const KirchhoffMotion refused(makeSolidBody(test::jumpingBodies()[0], 1000.0),
                                      std::make_shared<Tide>(true, rate), onlyBuoyancy(), Vector3::Zero());
        Evaluation at;
        EXPECT_THROW(refused.evaluate(Pose(), 0.5, at), std::invalid_argument);
    }
}

} // namespace medium_jumps_test
