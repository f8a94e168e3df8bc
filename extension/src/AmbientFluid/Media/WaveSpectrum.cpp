// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/WaveSpectrum.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Media/SeededRandom.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

namespace ambient {
namespace {

/// A distribution given by its density at equally spaced points, integrated by the trapezoidal rule.
class Distribution {
  public:
    template <class Density>
    Distribution(double low, double high, Density density) : m_low(low), m_high(high) {
        double last = density(low), sum = 0.0;
        for (int i = 1; i <= kSteps; ++i) {
            const double next = density(at(i));
            m_below.push_back(sum += last + next);
            last = next;
        }
    }

    /// The value below which the fraction `u` in [0, 1) lies.
    double quantile(double u) const {
        const double target = u * m_below.back();
        const auto step = std::min(std::upper_bound(m_below.begin(), m_below.end(), target), m_below.end() - 1);
        const double before = step == m_below.begin() ? 0.0 : *(step - 1);
        return at(static_cast<double>(step - m_below.begin()) + (target - before) / (*step - before));
    }

  private:
    static constexpr int kSteps = 4096;
    double at(double i) const { return m_low + (m_high - m_low) * i / kSteps; }

    double m_low, m_high;
    std::vector<double> m_below;
};

/// The distribution made last on this thread, for the next sea with the same parameters: seas of one kind with other
/// seeds and headings are made in series, and their distributions are most of the work.
template <std::size_t Count>
class LastDistribution {
  public:
    template <class Density>
    const Distribution& get(const std::array<double, Count>& parameters, double low, double high, Density density) {
        if (!m_distribution || parameters != m_parameters) {
            m_distribution.emplace(low, high, density);
            m_parameters = parameters;
        }
        return *m_distribution;
    }

  private:
    std::array<double, Count> m_parameters{};
    std::optional<Distribution> m_distribution;
};

/// 0 to count - 1 in random order.
std::vector<int> shuffled(int count, SeededRandom& random) {
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    for (int i = count - 1; i > 0; --i)
        std::swap(order[i], order[static_cast<int>(random.uniform() * (i + 1))]);
    return order;
}

void requireSea(const SeaDef& sea) {
    requirePositive(sea.significantHeight, "SeaDef: significantHeight");
    requirePositive(sea.peakPeriod, "SeaDef: peakPeriod");
    requireThat(sea.peakedness >= 1.0 && sea.peakedness <= 7.0, "SeaDef: peakedness must be 1 to 7", sea.peakedness);
    requireThat(sea.spread >= 0.0, "SeaDef: spread must not be negative", sea.spread);
    requireThat(sea.waveCount >= 1 && sea.waveCount <= 10000, "SeaDef: waveCount must be 1 to 10000", sea.waveCount);
}

} // namespace

SeaDef fullyGrownSea(double windSpeed, double gravity) {
    requirePositive(windSpeed, "fullyGrownSea: windSpeed");
    requirePositive(gravity, "fullyGrownSea: gravity");
    SeaDef sea;
    sea.significantHeight = 0.21 * windSpeed * windSpeed / gravity;
    sea.peakPeriod = 2.0 * kPi * windSpeed / (0.877 * gravity);
    return sea;
}

double seaSpectrum(const SeaDef& sea, double w) {
    requireSea(sea);
    if (!(w > 0.0)) return 0.0;
    const double peak = 2.0 * kPi / sea.peakPeriod, r = peak / w, r4 = r * r * r * r;
    const double distance = (w - peak) / ((w <= peak ? 0.07 : 0.09) * peak);
    const double grown = 0.3125 * sea.significantHeight * sea.significantHeight * r4 / w * portable::exp(-1.25 * r4);
    return (1.0 - 0.287 * portable::log(sea.peakedness)) * grown *
           portable::pow(sea.peakedness, portable::exp(-0.5 * distance * distance));
}

std::vector<Wave> makeSea(const SeaDef& sea, const StillWater& water) {
    requireSea(sea);
    const Vector3 up = requireDirection(water.up, "StillWater: up");
    const Vector3 heading = requireDirection(sea.direction, "SeaDef: direction");
    const Vector3 level = heading - up.dot(heading) * up;
    requireThat(level.norm() > 1e-6, "SeaDef: direction must have a component perpendicular to up", level.norm());
    const Vector3 ahead = level.normalized(), aside = up.cross(ahead);

    const double peak = 2.0 * kPi / sea.peakPeriod;
    thread_local LastDistribution<3> lastFrequencies;
    thread_local LastDistribution<1> lastAngles;
    const Distribution& frequencies =
        lastFrequencies.get({sea.significantHeight, sea.peakPeriod, sea.peakedness}, 0.5 * peak, 4.0 * peak,
                            [&](double w) { return seaSpectrum(sea, w); });
    const bool shortCrested = std::isfinite(sea.spread);
    const Distribution& angles = lastAngles.get({sea.spread}, -0.5 * kPi, 0.5 * kPi, [&](double angle) {
        return shortCrested ? portable::pow(std::max(0.0, portable::cos(angle)), sea.spread) : 1.0;
    });
    SeededRandom random(sea.seed);
    const std::vector<int> slices = shuffled(sea.waveCount, random);
    const double amplitude = sea.significantHeight / std::sqrt(8.0 * sea.waveCount);
    std::vector<Wave> waves;
    for (int i = 0; i < sea.waveCount; ++i) {
        const double w = frequencies.quantile((i + random.uniform()) / sea.waveCount);
        const double angle = angles.quantile((slices[i] + random.uniform()) / sea.waveCount);
        const Vector3 direction =
            shortCrested ? Vector3(portable::cos(angle) * ahead + portable::sin(angle) * aside) : ahead;
        waves.push_back({amplitude, waveNumber(w, water) * direction, w, random.angle()});
    }
    return waves;
}

} // namespace ambient
