// SPDX-License-Identifier: Zlib
// A sea against the formula of its spectrum, integrated here.
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/Media/WaveSpectrum.h"

#include "TestSupport.h"

#include <gtest/gtest.h>

#include <array>

namespace sea_laws_test {

using namespace ambient;

namespace {

/// The sea's band, in peak frequencies.
constexpr double kLow = 0.5, kHigh = 4.0;

/// The shape of the JONSWAP spectrum over r, the frequency in peak frequencies. [Hasselmann1973]
double shapeAt(double r, double peakedness) {
    const double distance = (r - 1.0) / (r <= 1.0 ? 0.07 : 0.09);
    return std::pow(r, -5.0) * std::exp(-1.25 * std::pow(r, -4.0)) *
           std::pow(peakedness, std::exp(-0.5 * distance * distance));
}

/// Integral of f over [low, high] by Simpson's rule.
template <class Function>
double integral(Function f, double low, double high) {
    constexpr int steps = 4000;
    const double h = (high - low) / steps;
    double sum = f(low) + f(high);
    for (int i = 1; i < steps; ++i)
        sum += (i % 2 ? 4.0 : 2.0) * f(low + i * h);
    return sum * h / 3.0;
}

/// Moment of the sea's band, over that of order 0; peak frequency 1.
double momentOfFormula(double order, double peakedness) {
    const auto moment = [&](double n) {
        const auto f = [&](double r) { return std::pow(r, n) * shapeAt(r, peakedness); };
        return integral(f, kLow, 1.0) + integral(f, 1.0, kHigh); // the width jumps at the peak
    };
    return moment(order) / moment(0.0);
}

double momentOf(const std::vector<Wave>& waves, double order) {
    double sum = 0.0;
    for (const Wave& wave : waves)
        sum += 0.5 * wave.amplitude * wave.amplitude * std::pow(wave.angularFrequency, order);
    return sum;
}

/// Sum of the waves' energies along their headings, over the energy of all: of length 1 if they have one heading.
Vector3 meanHeading(const std::vector<Wave>& waves) {
    Vector3 sum = Vector3::Zero();
    for (const Wave& wave : waves)
        sum += 0.5 * wave.amplitude * wave.amplitude * wave.waveVector.normalized();
    return sum / momentOf(waves, 0.0);
}

SeaDef randomSea(test::Random& random) {
    SeaDef sea;
    sea.significantHeight = random.uniform(0.1, 12.0);
    sea.peakPeriod = random.uniform(1.0, 18.0);
    sea.peakedness = random.uniform(1.0, 7.0);
    sea.direction = {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), 0.0};
    sea.spread = random.uniform(0.0, 20.0);
    sea.waveCount = 1 + static_cast<int>(random.uniform(0.0, 300.0));
    sea.seed = static_cast<std::uint64_t>(random.uniform(0.0, 1e9));
    return sea;
}

} // namespace

TEST(SeaLaws, TheSignificantHeightIsExactForAnySea) {
    test::Random random(1);
    for (int i = 0; i < 200; ++i) {
        const SeaDef sea = randomSea(random);
        EXPECT_NEAR(4.0 * std::sqrt(momentOf(makeSea(sea), 0.0)) / sea.significantHeight, 1.0, 1e-14); // 3.1e-15
    }
}

TEST(SeaLaws, TheMomentsAreThoseOfTheFormulaTheCloserTheMoreWaves) {
    struct Law {
        double order;
        std::array<double, 4> tolerances; // of 16, 64, 256 and 1024 waves: the last piece of the energy is wide
    };
    const Law laws[] = {{-1.0, {0.03, 6e-3, 8e-4, 3e-4}},  // 0.022, 4.4e-3, 5.2e-4, 1.7e-4
                        {1.0, {0.09, 0.017, 3e-3, 6e-4}},  // 0.071, 0.013, 2.3e-3, 4.0e-4
                        {2.0, {0.4, 0.085, 0.017, 3e-3}}}; // 0.32, 0.065, 0.013, 2.0e-3
    for (const auto& [order, tolerances] : laws)
        for (const double peakedness : {1.0, 3.3, 7.0}) {
            const double expected = momentOfFormula(order, peakedness);
            SeaDef sea;
            sea.peakPeriod = 2.0 * kPi;
            sea.peakedness = peakedness;
            sea.waveCount = 16;
            for (const double tolerance : tolerances) {
                for (sea.seed = 0; sea.seed < 40; ++sea.seed) {
                    const std::vector<Wave> waves = makeSea(sea);
                    EXPECT_NEAR(momentOf(waves, order) / momentOf(waves, 0.0) / expected, 1.0, tolerance)
                        << order << " " << sea.waveCount;
                }
                sea.waveCount *= 4;
            }
        }
}

TEST(SeaLaws, PeakednessOneIsPiersonMoskowitzAndEachWaveLiesInItsPieceOfTheEnergy) {
    SeaDef sea;
    sea.significantHeight = 3.0;
    sea.peakPeriod = 8.0;
    const double peak = 2.0 * kPi / sea.peakPeriod;
    // Energy below w, in closed form: exp(-5/4 (peak/w)^4) Hs^2/16. [Pierson1964]
    const auto below = [&](double w) { return std::exp(-1.25 * std::pow(peak / w, 4.0)); };
    for (double w = 0.3; w < 5.0; w += 0.01) {
        const double formula = 5.0 / 16.0 * 9.0 * std::pow(peak, 4.0) * std::pow(w, -5.0) * below(w);
        EXPECT_NEAR(seaSpectrum(sea, w), formula, 1e-14 * (1.0 + formula));
    }
    const double first = below(kLow * peak), all = below(kHigh * peak) - first;
    for (const int count : {1, 16, 300})
        for (sea.seed = 0; sea.seed < 20; ++sea.seed) {
            sea.waveCount = count;
            const std::vector<Wave> waves = makeSea(sea);
            for (int i = 0; i < count; ++i) {
                const double share = (below(waves[i].angularFrequency) - first) / all;
                EXPECT_GT(share, static_cast<double>(i) / count - 1e-6); // 5e-7
                EXPECT_LT(share, static_cast<double>(i + 1) / count + 1e-6);
            }
        }
}

TEST(SeaLaws, HeadingAndWidthAreThoseOfTheSpread) {
    for (const double spread : {0.0, 2.0, 4.0, 25.0}) {
        // Int cos^(n+1) / Int cos^n over a half turn.
        const double width = std::exp(2.0 * std::lgamma(0.5 * spread + 1.0) - std::lgamma(0.5 * spread + 0.5) -
                                      std::lgamma(0.5 * spread + 1.5));
        double turn = 0.0, length = 0.0;
        for (int i = 0; i < 40; ++i) {
            SeaDef sea;
            sea.direction = {std::cos(0.3 * i), std::sin(0.3 * i), 0.0};
            sea.spread = spread;
            sea.waveCount = 64;
            sea.seed = static_cast<std::uint64_t>(i);
            const Vector3 mean = meanHeading(makeSea(sea));
            turn = std::max(turn, sea.direction.cross(mean).norm() / mean.norm());
            length = std::max(length, std::fabs(mean.norm() / width - 1.0));
        }
        EXPECT_LT(turn, 0.008) << spread;   // 6.0e-3
        EXPECT_LT(length, 0.007) << spread; // 5.1e-3
    }
    EXPECT_NEAR(meanHeading(makeSea(SeaDef())).x(), 1.0, 1e-15) << "one heading";
}

TEST(SeaLaws, TheSurfaceAtAPlaceHasTheVarianceInTimeAndNeverRepeats) {
    SeaDef sea;
    sea.significantHeight = 2.0;
    sea.peakPeriod = 6.0;
    sea.peakedness = 3.3;
    sea.spread = 3.0;
    const std::vector<Wave> waves = makeSea(sea);
    const SineWaves surface{WaveSet(waves)};
    double square = 0.0, mean = 0.0;
    constexpr int samples = 200000;
    for (int i = 0; i < samples; ++i) {
        const double height = surface.sample({3.0, -2.0, 0.0}, 0.7 * i).height;
        mean += height / samples;
        square += height * height / samples;
    }
    EXPECT_NEAR(mean, 0.0, 1e-5);         // 2.4e-6
    EXPECT_NEAR(square * 4.0, 1.0, 5e-4); // 1.5e-4
    double largest = 0.0;
    for (double later = sea.peakPeriod; later < 5000.0 * sea.peakPeriod; later += 0.25) {
        double sum = 0.0;
        for (const Wave& wave : waves)
            sum += std::cos(wave.angularFrequency * later) / sea.waveCount;
        largest = std::max(largest, sum);
    }
    EXPECT_LT(largest, 0.9) << "1 would be the same surface again"; // 0.74
}

TEST(SeaLaws, OneSeedIsOneSeaAndAnotherSeedHasOtherWaves) {
    test::Random random(5);
    for (int i = 0; i < 20; ++i) {
        SeaDef sea = randomSea(random);
        const std::vector<Wave> first = makeSea(sea), again = makeSea(sea);
        ++sea.seed;
        const std::vector<Wave> other = makeSea(sea);
        for (std::size_t w = 0; w < first.size(); ++w) {
            EXPECT_EQ(first[w].waveVector, again[w].waveVector);
            EXPECT_EQ(first[w].angularFrequency, again[w].angularFrequency);
            EXPECT_EQ(first[w].phase, again[w].phase);
            EXPECT_NE(first[w].phase, other[w].phase);
            EXPECT_NE(first[w].angularFrequency, other[w].angularFrequency);
        }
    }
}

} // namespace sea_laws_test
