// SPDX-License-Identifier: Zlib
// Green functions and waves of water over a level bed.
#include "AmbientFluid/SurfaceWaves/WaveKernel.h"

#include "AmbientFluid/Media/WaveSet.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/SurfaceWaves/WaveRadiation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bed_kernel_test {
namespace {

using namespace ambient;
using Complex = std::complex<double>;

double perDistance(double distance, double height) {
    return 1.0 / std::sqrt(distance * distance + height * height);
}

/// The whole Green function. \param sign of 1/r'
Complex green(const WaveKernel& kernel, double sign, double distance, double z, double sourceZ) {
    return perDistance(distance, z - sourceZ) + sign * perDistance(distance, z + sourceZ) +
           kernel.scale() * kernel.at(distance, z, sourceZ).value;
}

} // namespace

TEST(BedKernel, HasNoFlowThroughTheBedAndMeetsTheSurfacesCondition) {
    constexpr double kSmall = 1e-3;
    for (const double k : {0.05, 0.3, 1.0, 3.0, 6.0}) {
        const auto wave = makeWaveKernel(k, 1.0), quick = makeQuickKernel(1.0);
        for (const double distance : {0.2, 1.0, 4.0}) {
            const double source = -0.3;
            const auto slopeAt = [&](const WaveKernel& kernel, double sign, double z) {
                return (green(kernel, sign, distance, z + kSmall, source) -
                        green(kernel, sign, distance, z - kSmall, source)) /
                       (2.0 * kSmall);
            };
            const double size = perDistance(distance, source);
            EXPECT_LT(std::abs(slopeAt(*wave, 1.0, -1.0)), 2e-3 * size) << k << ' ' << distance;
            EXPECT_LT(std::abs(slopeAt(*quick, -1.0, -1.0)), 2e-3 * size) << k << ' ' << distance;
            const Complex value = green(*wave, 1.0, distance, 0.0, source), slope = slopeAt(*wave, 1.0, 0.0);
            EXPECT_LT(std::abs(slope - k * value), 2e-3 * size * (1.0 + k)) << k << ' ' << distance;
            EXPECT_LT(std::abs(green(*quick, -1.0, distance, 0.0, source)), 1e-3 * size);
        }
    }
}

TEST(BedKernel, HasTheSlopesOfItsValue) {
    constexpr double kSmall = 1e-5;
    for (const double k : {0.1, 1.0, 4.0}) {
        const auto wave = makeWaveKernel(k, 1.0), quick = makeQuickKernel(1.0);
        for (const WaveKernel* kernel : {wave.get(), quick.get()})
            for (const double distance : {0.1, 2.0}) {
                const double z = -0.1, source = -0.4;
                const WaveKernel::Part part = kernel->at(distance, z, source);
                const Complex across =
                    (kernel->at(distance + kSmall, z, source).value - kernel->at(distance - kSmall, z, source).value) /
                    (2.0 * kSmall);
                Complex along =
                    (kernel->at(distance, z, source + kSmall).value - kernel->at(distance, z, source - kSmall).value) /
                    (2.0 * kSmall);
                if (kernel == wave.get()) along -= 2.0 * k * perDistance(distance, z + source); // integrated elsewhere
                EXPECT_LT(std::abs(part.alongDistance - across), 1e-4 * (1.0 + std::abs(across)));
                EXPECT_LT(std::abs(part.alongDepth - along), 1e-4 * (1.0 + std::abs(along)));
            }
    }
}

TEST(BedKernel, IsThatOfDeepWaterFarAboveTheBed) {
    const auto deep = makeWaveKernel(1.0, std::numeric_limits<double>::infinity()), over = makeWaveKernel(1.0, 60.0);
    for (const double distance : {0.1, 1.0, 5.0})
        for (const double z : {0.0, -0.5}) {
            const Complex difference = over->at(distance, z, -0.3).value - deep->at(distance, z, -0.3).value;
            EXPECT_LT(std::abs(difference.imag()), 1e-9);
            EXPECT_LT(std::abs(difference.real()), 0.02); // images at the bed: 1/60
        }
}

TEST(WaveRadiationOverABed, RadiatesTheEnergyThatThePressureTakes) {
    WaveRadiationDef def;
    def.faces = 200;
    def.estimatesError = false;
    def.waveNumbers = {0.3, 0.8, 1.3};
    def.headings = {0.4};
    def.depth = 1.0;
    const TriangleMesh box = makeBox({2.0, 1.0, 0.8}, 200);
    const WaveRadiation shallow = computeWaveRadiation(box, def);
    EXPECT_LT(shallow.energyDefect, 0.06);
    StillWater water;
    water.gravity = def.gravity;
    water.depth = def.depth;
    for (const WaveRow& row : shallow.rows)
        EXPECT_NEAR(row.frequency, waveFrequency(row.waveNumber, water), 1e-12 * row.frequency);
    EXPECT_FALSE(shallow.addedMassAtZero.allFinite());
    // The bed is felt: the added mass of heave over a small gap is larger, at quick motion too.
    def.depth = 50.0;
    const WaveRadiation far = computeWaveRadiation(box, def);
    def.depth = std::numeric_limits<double>::infinity();
    const WaveRadiation deep = computeWaveRadiation(box, def);
    EXPECT_GT(shallow.addedMassAtInfinity(5, 5), 1.05 * deep.addedMassAtInfinity(5, 5));
    EXPECT_NEAR(far.addedMassAtInfinity(5, 5), deep.addedMassAtInfinity(5, 5), 1e-3 * deep.addedMassAtInfinity(5, 5));
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(far.rows[i].damping(5, 5), deep.rows[i].damping(5, 5), 0.005 * deep.rows[0].damping(5, 5));
        EXPECT_NEAR(far.rows[i].addedMass(5, 5), deep.rows[i].addedMass(5, 5), 0.01 * deep.rows[i].addedMass(5, 5));
    }
    def.depth = 0.4;
    EXPECT_THROW(computeWaveRadiation(box, def), std::invalid_argument);
}

} // namespace bed_kernel_test
