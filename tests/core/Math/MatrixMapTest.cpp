// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/MatrixMap.h"

#include "TestSupport.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace matrix_map_test {

using namespace ambient;

namespace {

/// Positive definite, condition number of some hundreds.
template <class Matrix>
Matrix randomDefinite(test::Random& random) {
    Matrix factor;
    for (int i = 0; i < factor.size(); ++i)
        factor(i) = random.vector(1.0).x();
    return factor * factor.transpose() + 0.01 * Matrix::Identity();
}

/// Largest relative errors of C a C = b and of the symmetry of C.
template <class Matrix>
double worstError() {
    test::Random random(11);
    double worst = 0.0;
    for (int round = 0; round < 50; ++round) {
        const Matrix a = randomDefinite<Matrix>(random), b = randomDefinite<Matrix>(random);
        const Matrix c = mapBetween(a, b);
        worst = std::max({worst, (c * a * c - b).norm() / b.norm(), (c - c.transpose()).norm() / c.norm()});
    }
    return worst;
}

} // namespace

TEST(MatrixMap, TakesOneMatrixToTheOtherAndIsSymmetric) {
    EXPECT_LT(worstError<Matrix3>(), 5e-14); // measured 1.6e-14
    EXPECT_LT(worstError<Matrix6>(), 1e-13); // measured 2.7e-14
}

TEST(MatrixMap, OfAMatrixToItselfIsTheIdentity) {
    test::Random random(12);
    const Matrix6 a = randomDefinite<Matrix6>(random);
    EXPECT_LT((mapBetween(a, a) - Matrix6::Identity()).norm(), 1e-11); // measured 4.9e-12: the product of two roots
}

} // namespace matrix_map_test
