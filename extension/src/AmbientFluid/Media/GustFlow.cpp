// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/GustFlow.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Media/SeededRandom.h"

#include <algorithm>
#include <numeric>

namespace ambient {
namespace {

constexpr int kGustBlock = 32;

/// Von Karman's E(k) without its constant factor.
double spectrum(double k, double lengthScale) {
    const double q2 = 1.339 * 1.339 * k * k * lengthScale * lengthScale;
    return q2 * q2 * portable::pow(1.0 + q2, -17.0 / 6.0);
}

/// The integral of E over a shell, E k d(ln k) by the midpoint rule.
double shellEnergy(double low, double high, double lengthScale) {
    constexpr int steps = 32;
    const double ratio = portable::log(high / low);
    double sum = 0.0;
    for (int i = 0; i < steps; ++i) {
        const double k = low * portable::exp(ratio * (i + 0.5) / steps);
        sum += k * spectrum(k, lengthScale);
    }
    return sum * ratio / steps;
}

} // namespace

/// Coordinates and sums of a block of points, component by component, for vector loops.
struct GustFlow::Block {
    double x[kGustBlock], y[kGustBlock], z[kGustBlock];
    double velocity[3][kGustBlock], gradient[9][kGustBlock], rate[3][kGustBlock];
};

GustFlow::GustFlow(const GustDef& def) : m_def(def) {
    requireFinite(def.meanVelocity, "GustFlow: meanVelocity");
    requireThat(def.intensity >= 0.0 && std::isfinite(def.intensity),
                "GustFlow: intensity must be zero or positive and finite", def.intensity);
    requirePositive(def.lengthScale, "GustFlow: lengthScale");
    requireThat(def.smallestWavelength >= 0.0 && def.smallestWavelength < 20.0 * def.lengthScale,
                "GustFlow: smallestWavelength must be 0 to 20 length scales", def.smallestWavelength);
    requireThat(def.evolution >= 0.0 && std::isfinite(def.evolution),
                "GustFlow: evolution must be zero or positive and finite", def.evolution);
    requireThat(def.shells >= 1 && def.shells <= 1000, "GustFlow: shells must be 1 to 1000", def.shells);

    const double smallest = def.smallestWavelength > 0.0 ? def.smallestWavelength : 0.25 * def.lengthScale;
    const double lowest = 0.1 / def.lengthScale, ratio = portable::log(2.0 * kPi / smallest / lowest) / def.shells;
    std::vector<double> edges(def.shells + 1), energies(def.shells);
    for (int i = 0; i <= def.shells; ++i)
        edges[i] = lowest * portable::exp(ratio * i);
    for (int i = 0; i < def.shells; ++i)
        energies[i] = shellEnergy(edges[i], edges[i + 1], def.lengthScale);
    const double total = std::accumulate(energies.begin(), energies.end(), 0.0);
    SeededRandom random(def.seed);
    for (int i = 0; i < def.shells; ++i)
        addShell(edges[i], edges[i + 1], energies[i] / total, random);
}

void GustFlow::addShell(double low, double high, double energyFraction, SeededRandom& random) {
    // Three modes along the axes of a frame: each axis gets A^2/2 from two of them, so A = sigma sqrt(fraction).
    const double amplitude = m_def.intensity * std::sqrt(energyFraction);
    const Matrix3 frame = random.rotation();
    for (int axis = 0; axis < 3; ++axis) {
        const double k = low * portable::exp(portable::log(high / low) * random.uniform());
        const double handedness = random.next() >> 63 ? 1.0 : -1.0;
        Mode mode;
        mode.k = k * frame.col(axis);
        mode.a = amplitude * frame.col((axis + 1) % 3);
        mode.b = handedness * amplitude * frame.col((axis + 2) % 3);
        // k^3 E, with E the energy of the shell (fraction times 3/2 sigma^2) over its width.
        const double energy = 1.5 * amplitude * amplitude / (high - low);
        mode.w = m_def.evolution * std::sqrt(k * k * k * energy);
        mode.phase = random.angle();
        m_modes.push_back(mode);
    }
}

/// Adds all modes at the first `count` points.
struct GustFlow::AddModes {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const std::vector<Mode>& modes, double time, int count, Block& block) {
        for (const Mode& mode : modes)
            for (int i = 0; i < count; i += L)
                addMode<L>(mode, mode.phase + mode.w * time, i, block);
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void addMode(const Mode& mode, double offset, int i, Block& block) {
        using Real = typename Lanes<L>::Real;
        const double *k = mode.k.data(), *a = mode.a.data(), *b = mode.b.data();
        const Real x = load<Real>(block.x + i), y = load<Real>(block.y + i), z = load<Real>(block.z + i);
        Real s, c;
        sineCosine<L>(k[0] * x + k[1] * y + k[2] * z + offset, s, c);
        for (int row = 0; row < 3; ++row) {
            const Real slope = b[row] * c - a[row] * s; // derivative by the phase
            add<Real>(block.velocity[row] + i, a[row] * c + b[row] * s);
            add<Real>(block.rate[row] + i, mode.w * slope);
            for (int column = 0; column < 3; ++column)
                add<Real>(block.gradient[3 * row + column] + i, slope * k[column]);
        }
    }
};

void GustFlow::sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const {
    for (int first = 0; first < count; first += kGustBlock)
        sampleBlock(pointsInWorld + first, std::min(kGustBlock, count - first), time, samples + first);
}

void GustFlow::sampleBlock(const Vector3* points, int count, double time, FlowSample* samples) const {
    Block block = {};
    for (int i = 0; i < count; ++i) {
        const Vector3 p = points[i] - time * m_def.meanVelocity;
        block.x[i] = p.x();
        block.y[i] = p.y();
        block.z[i] = p.z();
    }
    runVectorised<AddModes>(m_modes, time, count, block);
    for (int i = 0; i < count; ++i) {
        FlowSample& sample = samples[i];
        for (int row = 0; row < 3; ++row) {
            sample.velocity[row] = block.velocity[row][i] + m_def.meanVelocity[row];
            sample.rate[row] = block.rate[row][i];
            for (int column = 0; column < 3; ++column)
                sample.gradient(row, column) = block.gradient[3 * row + column][i];
        }
        sample.rate -= sample.gradient * m_def.meanVelocity;
    }
}

} // namespace ambient
