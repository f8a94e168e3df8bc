// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/SubstepControl.h"

#include "TestSupport.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace substep_control_test {

using namespace ambient;

// The error is proportional to the fourth power of the substep, with noise; far too long substeps give no finite
// result.
TEST(SubstepControl, SubstepsFillTheCallExactly) {
    test::Random random(7);
    for (int call = 0; call < 200; ++call) {
        const double duration = random.uniform(1e-4, 1.0), last = random.uniform(-0.5, 2.0);
        const double scale = duration * random.uniform(0.02, 2.0);
        SubstepControl control(duration, last);
        double sum = 0.0;
        int tries = 0;
        for (; control.remaining() > 0.0 && tries < 500; ++tries) {
            const double step = control.propose(random.uniform(0.0, 5.0));
            ASSERT_GT(step, 0.0);
            ASSERT_LE(step, control.remaining());
            double error = random.uniform(0.3, 1.5) * std::pow(step / scale, 4);
            if (step > 3.0 * scale) error = std::numeric_limits<double>::quiet_NaN();
            if (step > 5.0 * scale) error = std::numeric_limits<double>::infinity();
            const bool accepted = control.accept(error);
            ASSERT_EQ(accepted, error <= 1.0);
            if (accepted) sum += step;
        }
        EXPECT_LT(tries, 500);
        EXPECT_NEAR(sum, duration, 1e-12 * duration);
        EXPECT_GT(control.nextSubstep(), 0.0);
    }
}

TEST(SubstepControl, NoSubstepTurnsByMoreThanARadian) {
    SubstepControl control(1.0, 0.0);
    EXPECT_LE(control.propose(50.0) * 50.0, SubstepControl::kMaxRotation * (1.0 + 1e-15));
}

// [Hairer1993, II.4]: the error of a substep is proportional to its fourth power.
TEST(SubstepControl, ARejectedSubstepIsTriedAgainAtTheLengthOfItsError) {
    SubstepControl control(1.0, 0.4);
    const double first = control.propose(0.0);
    EXPECT_FALSE(control.accept(16.0));
    EXPECT_NEAR(control.propose(0.0), 0.9 * 0.5 * first, 1e-12);
    EXPECT_FALSE(control.accept(std::numeric_limits<double>::quiet_NaN()));
    EXPECT_NEAR(control.propose(0.0), 0.1 * 0.9 * 0.5 * first, 1e-12);
}

TEST(SubstepControl, ASubstepThatTheEndCutsShortDoesNotShortenTheNext) {
    SubstepControl control(1.0, 0.0);
    EXPECT_EQ(control.propose(0.0), 1.0);
    EXPECT_TRUE(control.accept(0.9));
    EXPECT_EQ(control.remaining(), 0.0);
    EXPECT_GE(control.nextSubstep(), 1.0 - 1e-12);
}

TEST(DampedSteps, TakeTheRestInOneAfterTheMostThatArePermitted) {
    DampedSteps steps(1.0);
    double sum = 0.0;
    int count = 0;
    for (; steps.remaining() > 0.0; steps.accept(), ++count)
        sum += steps.propose(1e-5);
    EXPECT_EQ(count, 4096);
    EXPECT_NEAR(sum, 1.0, 1e-12);
}

} // namespace substep_control_test
