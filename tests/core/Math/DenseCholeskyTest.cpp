// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/DenseCholesky.h"
#include "AmbientFluid/Math/InstructionSet.h"
#include "InstructionSets.h"
#include "TestSupport.h"

#include <gtest/gtest.h>
#include <omp.h>

namespace dense_cholesky_test {

using namespace ambient;

namespace {

Eigen::MatrixXd randomMatrix(test::Random& random, int rows, int columns) {
    Eigen::MatrixXd a(rows, columns);
    for (int j = 0; j < columns; ++j)
        for (int i = 0; i < rows; ++i)
            a(i, j) = random.uniform(-1, 1);
    return a;
}

Eigen::MatrixXd randomPositive(test::Random& random, int size) {
    const Eigen::MatrixXd a = randomMatrix(random, size, size);
    return a * a.transpose() + 0.1 * size * Eigen::MatrixXd::Identity(size, size);
}

} // namespace

// Sizes around those of its blocks, groups and vectors.
TEST(DenseCholesky, SolvesWhatItWasMadeOf) {
    test::Random random(1);
    double worst = 0.0;
    for (const int size : {1, 2, 15, 16, 17, 63, 64, 65, 66, 79, 80, 81, 127, 128, 129, 200}) {
        const Eigen::MatrixXd a = randomPositive(random, size), x = randomMatrix(random, size, 6);
        Eigen::MatrixXd lower = a;
        lower.triangularView<Eigen::StrictlyUpper>().setConstant(1e30); // is not read
        const DenseCholesky factors(lower);
        ASSERT_TRUE(factors.isPositive()) << size;
        worst = std::max(worst, (factors.solve(a * x) - x).norm() / x.norm());
    }
    EXPECT_LT(worst, 5e-15); // 2e-15
}

TEST(DenseCholesky, HasEqualBitsForAllWidthsAndThreads) {
    test::Random random(2);
    const Eigen::MatrixXd a = randomPositive(random, 150), b = randomMatrix(random, 150, 3);
    const test::KeptInstructionSet kept;
    const int threads = omp_get_max_threads();
    const Eigen::MatrixXd expected = DenseCholesky(a).solve(b);
    for (const InstructionSet set : test::instructionSets()) {
        setInstructionSet(set);
        for (const int number : {1, 3}) {
            omp_set_num_threads(number);
            EXPECT_EQ(DenseCholesky(a).solve(b), expected) << instructionSetName(set) << ", threads: " << number;
        }
    }
    omp_set_num_threads(threads);
}

TEST(DenseCholesky, SaysWhereThereIsNone) {
    test::Random random(3);
    for (const int at : {0, 63, 64, 100, 129}) {
        Eigen::MatrixXd a = randomPositive(random, 130);
        a(at, at) = -1e-3;
        EXPECT_FALSE(DenseCholesky(a).isPositive()) << at;
        a(at, at) = std::numeric_limits<double>::quiet_NaN();
        EXPECT_FALSE(DenseCholesky(a).isPositive()) << at;
        a(at, at) = std::numeric_limits<double>::infinity();
        EXPECT_FALSE(DenseCholesky(a).isPositive()) << at;
    }
    EXPECT_TRUE(DenseCholesky(Eigen::MatrixXd(0, 0)).isPositive());
}

} // namespace dense_cholesky_test
