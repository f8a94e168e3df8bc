// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Evaluation.h"
#include "RunScene.h"
#include "scenes/parts/Floating.h"
#include "scenes/parts/Touching.h"
#include "viewer/PlotData.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace floating_scenes_test {

using namespace samples;

namespace {

class FloatingScenes : public testing::TestWithParam<const char*> {};

bool allFinite(const RunRecord& record) {
    for (const BodySample& s : record.samples)
        if (!s.worldFromBody.isFinite() || !s.velocity.vector().allFinite() || !s.momentum.vector().allFinite())
            return false;
    return true;
}

/// The largest excess of a frame's energy over an earlier frame's [J].
double energyGain(const RunRecord& record, int stride) {
    double lowest = 1e30, gain = 0.0;
    for (int frame = 0; frame < record.frameCount(); frame += stride) {
        const double energy = energyInStillWater(record, frame);
        lowest = std::min(lowest, energy);
        gain = std::max(gain, energy - lowest);
    }
    return gain;
}

} // namespace

TEST_P(FloatingScenes, ABarrelThrownIntoStillWaterBobsAboutTheDraftOfArchimedesAndGainsNothingButFromItsWaves) {
    const RunRecord record = runScene("barrels", {{"barrels", 1}, {"height", 0}, {"faces", 192}, {"walls", 0}}, 16.0,
                                      1.0 / 60.0, "default", false, GetParam());
    ASSERT_TRUE(allFinite(record));
    // The barrel still bobs: the mean of whole periods counts.
    double sum = 0.0, mean = 0.0, before = relativeDraft(record, 599);
    int count = 0;
    bool started = false;
    for (int frame = 600; frame < record.frameCount(); ++frame) {
        const double draft = relativeDraft(record, frame);
        if (before < 1.0 && draft >= 1.0) {
            if (started) mean = sum / count;
            started = true;
        }
        sum += started ? draft : 0.0;
        count += started ? 1 : 0;
        before = draft;
    }
    EXPECT_NEAR(mean, 1.0, 1e-2); // 5.4e-3 during bobs of 15 %
    // The barrel's waves give back .50 J of its 440 J; body and waves together: HeaveDampingTest.
    EXPECT_LT(energyGain(record, 3), 1.3e-3 * energyInStillWater(record, 0));
}

// Measured: 1.000 of Archimedes' volume, centres at most .104 m above the surface: those of the buoys in still water.
TEST(Harbour, ItsFloatsRideTheWavesAtTheirDraft) {
    const RunRecord record = runScene("harbour", {{"floats", 24}}, 2.0, 1.0 / 60.0);
    ASSERT_TRUE(allFinite(record));
    ASSERT_EQ(record.bodyCount(), 24);
    const int end = record.frameCount() - 1;
    const auto& surface = record.medium->divided()->surface();
    double draft = 0.0, height = 0.0;
    for (int body = 0; body < 24; ++body) {
        draft += relativeDraft(record, end, body) / 24.0;
        const BodySample& sample = record.at(end, body);
        const double above =
            sample.worldFromBody.position.z() - surface.sample(sample.worldFromBody.position, sample.time).height;
        height = std::max(height, std::abs(above));
    }
    EXPECT_NEAR(draft, 1.0, 0.01);
    EXPECT_LT(height, 0.12);
}

TEST_P(FloatingScenes, ABarrelLaidOnTheWaterAtTheDraftOfArchimedesStaysThere) {
    FluidChoice choice;
    choice.fluidSolver = std::string(GetParam()) == "fluid";
    choice.action.m_announceMode = false;
    SceneContext context(choice);
    const auto medium = waterUnderAir();
    context.setMedium(medium);
    BodySpec barrel;
    barrel.model = context.buildModel(ambient::makeCylinder(0.29, 0.88, 192));
    barrel.shape = std::make_unique<btCylinderShapeZ>(btVector3(btScalar(0.29), btScalar(0.29), btScalar(0.44)));
    barrel.fill(250.0);
    barrel.worldFromBody.orientation = ambient::expSO3({0.5 * ambient::kPi, 0.0, 0.0});
    const RecordedBody recorded{"", barrel.mass, nullptr, true, barrel.model, barrel.inertia};
    const double height = floatingHeight(fluidBodyOf(recorded), *medium, barrel.worldFromBody.orientation);
    barrel.worldFromBody.position.z() = height;
    context.addBody(std::move(barrel))->setActivationState(DISABLE_DEACTIVATION);
    for (int step = 0; step < 600; ++step) {
        context.world().stepSimulation(btScalar(1.0 / 60.0), 0, btScalar(1.0 / 60.0));
        const BodySample now = context.sample(0, 0.0, false);
        ASSERT_NEAR(now.worldFromBody.position.z(), height, 1e-5) << step; // 1e-4 of its draft
        ASSERT_LT(now.velocity.vector().norm(), 1e-4) << step;
    }
    const BodySample end = context.sample(0, 0.0, false);
    EXPECT_LT(end.worldFromBody.position.head<2>().norm(), 1e-5);
    EXPECT_LT(end.worldFromBody.orientation.angularDistance(ambient::expSO3({0.5 * ambient::kPi, 0.0, 0.0})), 1e-4);
}

TEST_P(FloatingScenes, ABoatRollsWithTheSmallAnglePeriod) {
    const RunRecord record =
        runScene("boat", {{"heel", 3}, {"height", 0}, {"faces", 400}}, 8.0, 1.0 / 60.0, "default", false, GetParam());
    const RollStability roll = rollStability(fluidBodyOf(record.bodies[0]), *record.medium,
                                             ambient::Quaternion::Identity(), ambient::Vector3::UnitX());
    ASSERT_GT(roll.metacentricHeight, 0.0);
    const std::vector<double> periods = periodsOf(
        record, 0, [](const BodySample& s) { return (s.worldFromBody.orientation * ambient::Vector3::UnitY()).z(); });
    ASSERT_GE(periods.size(), 2u);
    const double mean = std::accumulate(periods.begin(), periods.end(), 0.0) / double(periods.size());
    EXPECT_NEAR(mean, roll.period, 0.02 * roll.period);
}

// mu . K^-1 mu / 2 with K of the immersed body: 0.002 to 87 J, relative error 8e-8. With the medium's velocity at the
// centre of mass, which is in the air, the result was -43 to 55 J.
TEST_P(FloatingScenes, TheKineticEnergyThatIsShownOfABoatInWavesIsNeverNegative) {
    const RunRecord record = runScene("boat", {{"faces", 400}}, 10.0, 1.0 / 60.0, "default", false, GetParam());
    PlotData shown;
    shown.reset({}, record, nullptr, 0, {Rgb::Ones()});
    const auto plot = std::find_if(shown.plots().begin(), shown.plots().end(),
                                   [](const LivePlot& p) { return p.label == "kinetic energy [J]"; });
    ASSERT_NE(plot, shown.plots().end());
    double largest = 0.0, error = 0.0;
    for (int frame = 0; frame < record.frameCount(); ++frame) {
        const BodySample& s = record.at(frame);
        const double energy = plot->curves[0].values[std::size_t(frame)];
        const ambient::Momentum inBody = rotated(s.worldFromBody.orientation.conjugate(), s.momentum);
        const ambient::MomentumMap total(fluidBodyOf(record.bodies[0]).bodyInertia +
                                         immersionOf(record, frame).addedMass);
        const double expected = 0.5 * inBody.vector().dot(total.inverse * inBody.vector());
        EXPECT_GE(energy, 0.0) << "at " << s.time;
        error = std::max(error, std::abs(energy - expected));
        largest = std::max(largest, energy);
    }
    EXPECT_GT(largest, 10.0);
    EXPECT_LT(error, 5e-7 * largest); // the record's pose is Bullet's, in single precision
}

TEST_P(FloatingScenes, BarrelsJostleInWavesWithoutSinkingIntoEachOtherAndRepeatThemselves) {
    const auto run = [] {
        return runScene("barrels", {{"barrels", 6}, {"faces", 192}}, 1.2, 1.0 / 60.0, "default", false, GetParam());
    };
    const RunRecord record = run(), again = run();
    ASSERT_TRUE(allFinite(record));
    ASSERT_EQ(record.samples.size(), again.samples.size());
    int pairs = 0;
    for (int frame = 0; frame < record.frameCount(); frame += 3) {
        const Touching touching = touchingIn(record, frame, 0.005);
        pairs += touching.pairs;
        EXPECT_LT(touching.deepest, 0.07) << "at " << record.at(frame).time; // their flight in a step
        EXPECT_LT(largestSpeed(record, frame), 6.0);
        for (int body = 0; body < record.bodyCount(); ++body)
            EXPECT_EQ(record.at(frame, body).momentum.vector(), again.at(frame, body).momentum.vector());
    }
    EXPECT_GT(pairs, 0);
}

TEST_P(FloatingScenes, EllipsoidsKeepTheirMomentumAsTheyEnterWaterAndAreSlowedByIt) {
    const RunRecord record = runScene("two-media", {{"drag", 0}, {"flattest", 40}, {"faces", 320}}, 0.4, 1.0 / 240.0,
                                      "default", false, GetParam());
    const int end = record.frameCount() - 1;
    for (int body = 0; body < record.bodyCount(); ++body) {
        const BodySample &thrown = record.at(0, body), &under = record.last(body);
        const RecordedBody& recorded = record.bodies[static_cast<std::size_t>(body)];
        ASSERT_EQ(immersionOf(record, end, body).submergedVolume, recorded.model->volume());
        const double momentum = thrown.momentum.linear.norm();
        EXPECT_NEAR(under.momentum.linear.x(), thrown.momentum.linear.x(), 1e-7 * momentum)
            << recorded.name; // to rounding
        EXPECT_LT(under.velocity.linear.norm(), 0.95 * under.momentum.linear.norm() / recorded.mass) << recorded.name;
    }
    EXPECT_LT(energyGain(record, 1), 1e-5 * energyInStillWater(record, 0));
}

TEST_P(FloatingScenes, ATableTennisBallStartsAgainstItsAddedMassAndJumpsOutOfTheWater) {
    const RunRecord record =
        runScene("ping-pong-release", {{"faces", 320}}, 1.0, 1.0 / 240.0, "default", false, GetParam());
    const ambient::FluidBody ball = fluidBodyOf(record.bodies[0]);
    const double displaced = 998.2 * ball.model->volume(), added = ball.addedMass(998.2).matrix()(5, 5);
    const double first = 9.81 * (displaced - ball.mass()) / (added + ball.mass());
    EXPECT_NEAR(record.at(1).velocity.linear.z() * 240.0, first, 0.01 * first);
    double highest = -1.0, sideways = 0.0;
    for (const BodySample& s : record.samples) {
        highest = std::max(highest, s.worldFromBody.position.z());
        sideways = std::max(sideways, s.worldFromBody.position.head<2>().norm());
    }
    EXPECT_GT(highest, 0.036); // 36.2 mm: its waves take energy at the exit; out of the water above 20 mm
    EXPECT_LT(sideways, 1e-3);
    EXPECT_LT(energyGain(record, 1), 1e-3 * energyInStillWater(record, 0));
}

TEST_P(FloatingScenes, AFerryFloatsAtTheDraftOfItsLoadAndOfTheEmptyHullAtAnyStep) {
    for (const double dt : {1.0 / 60.0, 1.0 / 240.0}) {
        const RunRecord record = runScene("ferry", {{"faces", 192}}, 60.0, dt, "default", false, GetParam());
        ASSERT_TRUE(allFinite(record));
        double load = 0.0;
        for (const RecordedBody& body : record.bodies)
            load += body.mass;
        const int loaded = int(std::lround(30.0 / dt));
        EXPECT_NEAR(record.at(loaded).displacedMass, load, 5e-3 * load) << dt;
        EXPECT_NEAR(record.last().displacedMass, record.bodies[0].mass, 5e-3 * record.bodies[0].mass) << dt;
    }
}

TEST_P(FloatingScenes, BodiesThatBobAreStoppedByTheirWavesAsTheLinearLawSays) {
    const RunRecord record =
        runScene("bobbing", {{"height", 0.02}, {"faces", 500}}, 3.0, 1.0 / 240.0, "default", false, GetParam());
    ASSERT_TRUE(allFinite(record));
    // The law of the sphere, independent of its radius.
    const double law[] = {0.879, 0.668, 0.520, 0.429};
    std::size_t found = 0;
    const double rest = record.at(0).worldFromBody.position.z() - 0.02;
    for (int frame = 1; frame + 1 < record.frameCount() && found < 4; ++frame) {
        const double before = record.at(frame - 1).worldFromBody.position.z(),
                     now = record.at(frame).worldFromBody.position.z(),
                     after = record.at(frame + 1).worldFromBody.position.z();
        if ((now - before) * (after - now) > 0.0) continue;
        EXPECT_NEAR(std::abs(now - rest) / 0.02, law[found], 0.03) << found; // drag takes the rest
        ++found;
    }
    EXPECT_EQ(found, 4u);
}

TEST(FloatingDraft, IsRefusedWithoutASurface) {
    RunRecord record;
    EXPECT_THROW(relativeDraft(record, 0), std::invalid_argument);
    record.medium = std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::water());
    EXPECT_THROW(relativeDraft(record, 0), std::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(WithBothSolvers, FloatingScenes, testing::Values("stock", "fluid"),
                         [](const auto& test) { return std::string(test.param); });

} // namespace floating_scenes_test
