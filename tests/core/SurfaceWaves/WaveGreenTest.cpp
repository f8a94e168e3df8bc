// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/WaveGreen.h"

#include "AmbientFluid/Math/ComplexLu.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace wave_green_test {

using namespace ambient;

namespace {

/// F from its definition: the pole of the integral is taken out in pairs of points.
double fromDefinition(double h, double v) {
    const auto integrand = [&](double t) { return std::exp(v * t) * std::cyl_bessel_j(0.0, h * t); };
    double sum = 0.0;
    const int count = 4000;
    for (int i = 0; i < count; ++i) {
        const double s = (i + 0.5) / count;
        sum += (integrand(1.0 + s) - integrand(1.0 - s)) / s / count;
    }
    const double end = 2.0 - 35.0 / v;
    const int tail = 20000;
    for (int i = 0; i < tail; ++i) {
        const double t = 2.0 + (end - 2.0) * (i + 0.5) / tail;
        sum += integrand(t) / (t - 1.0) * (end - 2.0) / tail;
    }
    return 2.0 * sum;
}

} // namespace

// The tolerance is that of the midpoint rule of the definition.
TEST(WaveGreen, IsTheIntegralOfItsDefinition) {
    for (const auto& [h, v] : {std::pair{0.3, -0.5}, {2.0, -1.0}, {5.0, -0.4}, {12.0, -0.6}, {0.01, -0.5}, {3.0, -4.0}})
        EXPECT_NEAR(WaveGreen::exact(h, v).real, fromDefinition(h, v), 2e-6) << h << " " << v;
    // Beyond the tables.
    for (const auto& [h, v] : {std::pair{18.0, -0.5}, {30.0, -1.0}, {3.0, -20.0}})
        EXPECT_NEAR(WaveGreen::instance().at(h, v).real, fromDefinition(h, v), 2e-6) << h << " " << v;
}

// Measured: F 1.6e-6, slope 9e-7, J 3e-8.
TEST(WaveGreen, TablesAreWithin3e6OfTheIntegrals) {
    const WaveGreen& green = WaveGreen::instance();
    test::Random random(1);
    for (int i = 0; i < 3000; ++i) {
        const double d = 15.99 * std::pow(random.uniform(0.01, 1.0), 2.0), angle = random.uniform(1e-3, 0.5 * kPi);
        const double h = d * std::sin(angle), v = -d * std::cos(angle);
        const WavePart exact = WaveGreen::exact(h, v), found = green.at(h, v);
        EXPECT_NEAR(found.real, exact.real, 3e-6);
        EXPECT_NEAR(found.realSlope, exact.realSlope, 3e-6 * (1.0 + 1.0 / d));
        EXPECT_NEAR(found.imag, exact.imag, 3e-7);
        EXPECT_NEAR(found.imagSlope, exact.imagSlope, 3e-7);
    }
}

// F_v = F + 2/d, and F is harmonic with the third direction: F_hh + F_h/h + F_vv = 0. By differences.
TEST(WaveGreen, SatisfiesLaplaceAndTheSurfaceCondition) {
    const WaveGreen& green = WaveGreen::instance();
    test::Random random(2);
    for (int i = 0; i < 300; ++i) {
        const double h = random.uniform(0.1, 40.0), v = -random.uniform(0.05, 6.0), step = 1e-3;
        const double d = std::hypot(h, v);
        const auto at = [&](double dh, double dv) { return green.at(h + dh, v + dv); };
        const double slope = (at(0.0, step).real - at(0.0, -step).real) / (2.0 * step);
        EXPECT_NEAR(slope, at(0.0, 0.0).real + 2.0 / d, 3e-3) << h << " " << v; // tables jump by 1e-6 between patches
        const double bend = (at(step, 0.0).realSlope - at(-step, 0.0).realSlope) / (2.0 * step);
        const double down = at(0.0, 0.0).real + 2.0 / d - 2.0 * v / (d * d * d); // F_vv by the condition, twice
        EXPECT_NEAR(bend + at(0.0, 0.0).realSlope / h + down, 0.0, 1e-2) << h << " " << v;
    }
}

// Of sizes around whole blocks and vectors.
TEST(ComplexLu, SolvesRandomSystems) {
    test::Random random(3);
    for (const int size : {1, 3, 8, 31, 32, 33, 70, 131}) {
        ComplexLu system(size);
        Eigen::MatrixXcd matrix(size, size), right(size, 3);
        for (int j = 0; j < std::max(size, 3); ++j)
            for (int i = 0; i < size; ++i) {
                if (j < 3) right(i, j) = {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
                if (j >= size) continue;
                matrix(i, j) = {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
                system.real(j)[i] = matrix(i, j).real();
                system.imag(j)[i] = matrix(i, j).imag();
            }
        ASSERT_TRUE(system.factor());
        EXPECT_LT((matrix * system.solve(right) - right).cwiseAbs().maxCoeff(), 1e-11) << size;
    }
    ComplexLu singular(4);
    singular.real(0)[0] = 1.0;
    EXPECT_FALSE(singular.factor());
}

} // namespace wave_green_test
