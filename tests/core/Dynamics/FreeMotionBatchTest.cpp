// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/FreeMotionBatch.h"

#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Math/InstructionSet.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace free_motion_batch_test {

using namespace ambient;

namespace {

constexpr double kStep = 1.0 / 240;

/// A body in free motion; copies take the same steps.
struct Flyer {
    std::shared_ptr<const KirchhoffMotion> motion;
    IntegratorOptions options;
    FluidBodyState state;
    LoadHistory history;

    void stepAlone() { report = integrate(*motion, state, kStep, options, &history); }
    /// \returns whether the body took part in the batch
    bool startIn(FreeMotionBatch& batch) {
        buffers = std::make_shared<MotionBuffers>();
        motion->evaluate(state.worldFromBody, state.time, buffers->now);
        return addToBatch(*motion, state, kStep, options, history, *buffers, batch);
    }

    IntegrationReport report;
    std::shared_ptr<MotionBuffers> buffers;
};

/// Bodies of several sizes and masses in waters at rest, in a stream and in a swell, with users' loads on some.
std::vector<Flyer> flyers(int count, double spin, test::Random& random) {
    std::vector<Flyer> all;
    const auto still = std::make_shared<UniformMedium>(UniformMedium::water());
    const auto stream = std::make_shared<UniformMedium>(UniformMedium::water().movingAt({0.4, -0.2, 0.1}));
    const auto swell = std::make_shared<UniformMedium>(UniformMedium::water().movingAs([](double t) {
        return UniformFlow{Vector3(0.1 * std::sin(3.0 * t), 0.0, 0.0), Vector3(0.3 * std::cos(3.0 * t), 0.0, 0.0)};
    }));
    const std::shared_ptr<const FluidMedium> media[] = {still, stream, swell, nullptr};
    static const std::shared_ptr<const FluidBodyModel> models[] = {
        FluidBodyModel::build(makeEllipsoid({0.10, 0.06, 0.03}, 80)),
        FluidBodyModel::build(makeBox({0.3, 0.2, 0.1}, 48))};
    for (int i = 0; i < count; ++i) {
        Flyer flyer;
        const FluidBody body = makeSolidBody(models[i % 2], random.uniform(800.0, 4000.0));
        flyer.motion = std::make_shared<KirchhoffMotion>(body, media[i % 4], ForceSet::surfacePressure(),
                                                         Vector3(0.0, 0.0, -9.81));
        flyer.state = makeState(*flyer.motion, {random.rotation(), random.vector(3.0)}, random.twist(spin, 0.5), 0.0);
        if (i % 3 == 0) flyer.options.userWrench = Wrench(random.vector(0.01), random.vector(0.3));
        all.push_back(flyer);
    }
    return all;
}

void expectSameBytes(const Flyer& a, const Flyer& b) {
    EXPECT_EQ(a.state.worldFromBody.orientation.coeffs(), b.state.worldFromBody.orientation.coeffs());
    EXPECT_EQ(a.state.worldFromBody.position, b.state.worldFromBody.position);
    EXPECT_EQ(a.state.momentum.vector(), b.state.momentum.vector());
    EXPECT_EQ(a.state.time, b.state.time);
    EXPECT_EQ(a.report.isExtrapolated, b.report.isExtrapolated);
    EXPECT_EQ(a.report.evaluations, b.report.evaluations);
}

/// Steps in a batch and alone. \returns the number of accepted steps, of the refused ones among those taken in
struct Counts {
    int accepted = 0, refused = 0;
};
Counts compare(int bodies, double spin, int steps, test::Random& random) {
    Counts counts;
    std::vector<Flyer> together = flyers(bodies, spin, random), alone = together;
    FreeMotionBatch batch;
    for (int step = 0; step < steps; ++step) {
        batch.clear(kStep, together[0].options.tolerance);
        std::vector<int> placeOf;
        for (Flyer& flyer : together)
            placeOf.push_back(flyer.startIn(batch) ? batch.size() - 1 : -1);
        batch.run();
        for (std::size_t i = 0; i < together.size(); ++i) {
            Flyer& flyer = together[i];
            const bool isTaken = placeOf[i] >= 0;
            if (isTaken && takeFromBatch(batch, placeOf[i], flyer.state, flyer.report))
                ++counts.accepted;
            else
                flyer.stepAlone();
            counts.refused += isTaken && flyer.report.evaluations != 1;
            alone[i].stepAlone();
            expectSameBytes(flyer, alone[i]);
        }
        if (testing::Test::HasFailure()) break;
    }
    return counts;
}

} // namespace

TEST(FreeMotionBatch, ABodyMovesAmongOthersAsItDoesAlone) {
    const InstructionSet before = instructionSet();
    for (const InstructionSet set : {InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512}) {
        if (!hasInstructionSet(set)) continue;
        setInstructionSet(set);
        test::Random random(7);
        int accepted = 0;
        for (int bodies = 1; bodies <= FreeMotionBatch::kBodies; ++bodies)
            accepted += compare(bodies, 1.0, 60, random).accepted;
        EXPECT_GT(accepted, 1000) << instructionSetName(set); // of 36 bodies' 2160 steps
    }
    setInstructionSet(before);
}

TEST(FreeMotionBatch, LeavesStepsThatNeedMoreToASingleBody) {
    // Bodies spinning by some radians in a hundred steps: errors, rotations and parts beyond a batch.
    test::Random random(8);
    const Counts counts = compare(FreeMotionBatch::kBodies, 40.0, 120, random);
    EXPECT_GT(counts.accepted, 20);
    EXPECT_GT(counts.refused, 20);
}

TEST(FreeMotionBatch, TakesNoBodyWhoseInertiaItCannotHold) {
    test::Random random(9);
    std::vector<Flyer> all = flyers(1, 1.0, random);
    for (int i = 0; i < 5; ++i)
        all[0].stepAlone();
    FreeMotionBatch batch;
    batch.clear(kStep, all[0].options.tolerance);
    EXPECT_TRUE(all[0].startIn(batch));
    Flyer locked = all[0];
    KirchhoffMotion motion = *locked.motion;
    LockedAxes axes;
    axes.linear[2] = true;
    motion.setLockedAxes(axes);
    locked.motion = std::make_shared<KirchhoffMotion>(motion);
    EXPECT_FALSE(locked.startIn(batch));
    Flyer held = all[0];
    const Twist twist;
    held.options.heldTwist = &twist;
    EXPECT_FALSE(held.startIn(batch));
    EXPECT_EQ(batch.size(), 1);
}

} // namespace free_motion_batch_test
