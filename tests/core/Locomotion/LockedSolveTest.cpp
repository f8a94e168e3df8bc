// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/LockedSolve.h"

#include "TestSupport.h"

#include <gtest/gtest.h>

namespace locked_solve_test {

using namespace ambient;

// Exact for a drag proportional to the inertia, and for a drag d d^T of one direction. Measured 7e-15.
TEST(LockedSolve, GreatestRateIsThatOfTheFastestDecay) {
    test::Random random(1);
    double worst = 0.0;
    for (int round = 0; round < 20; ++round) {
        Matrix6 root;
        for (int k = 0; k < 6; ++k)
            root.col(k) << random.vector(), random.vector();
        const Matrix6 inertia = root * root.transpose() + 0.1 * Matrix6::Identity();
        const LockedSolve solve(inertia);
        const double rate = random.uniform(0.1, 50.0);
        worst = std::max(worst, std::abs(solve.greatestRate(rate * inertia) / rate - 1.0));
        const Vector6 d = (Vector6() << random.vector(3.0), random.vector()).finished();
        const double along = d.dot(solve.solve(d));
        worst = std::max(worst, std::abs(solve.greatestRate(d * d.transpose()) / along - 1.0));
    }
    EXPECT_LT(worst, 2e-14);
}

} // namespace locked_solve_test
