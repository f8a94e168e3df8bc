// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <array>
#include <limits>
#include <tuple>
#include <vector>

namespace ambient {

/// The water that waves run on.
struct StillWater {
    Vector3 up = Vector3::UnitZ();                          ///< against gravity; made unit
    double level = 0.0;                                     ///< of the surface without waves, along up [m]
    double depth = std::numeric_limits<double>::infinity(); ///< [m] > 0, over a level bed
    double gravity = 9.81;                                  ///< [m/s^2] > 0
};

/// One long-crested wave: elevation = amplitude cos(waveVector . x - angularFrequency t + phase).
struct Wave {
    double amplitude = 0.0;                ///< a [m] >= 0: half the height from trough to crest
    Vector3 waveVector = Vector3::UnitX(); ///< k [rad/m], 2 pi / wavelength long, the way the wave runs; across up
    double angularFrequency = 0.0;         ///< [rad/s] > 0
    double phase = 0.0;                    ///< [rad]
};

/// The frequency [rad/s] of waves of wavenumber `k` [rad/m]: w^2 = g k tanh(k depth). [Lamb1932, art. 229]
double waveFrequency(double k, const StillWater& water = {});

/// The wavenumber [rad/m] of waves of frequency `w` [rad/s] > 0: the inverse of waveFrequency, to rounding.
double waveNumber(double w, const StillWater& water = {});

/// dw/dk [m/s], the speed of wave groups and of wave energy: half the speed of the crests in deep water.
/// [Lamb1932, art. 236, 237]
double groupSpeed(double k, const StillWater& water = {});

/// A wave of the natural frequency of its length. \param direction it runs to; its part across up counts
/// \throws std::invalid_argument when the wavelength is not positive or the direction is along up
Wave makeWave(double amplitude, double wavelength, const Vector3& direction, double phase = 0.0,
              const StillWater& water = {});

/// What loops over waves read of one, in the arithmetic `Number`: products that do not change with time.
template <class Number>
struct WaveTerms {
    Number kx, ky, k; ///< wave vector in the water's axes and wavenumber [rad/m]
    Number frequency; ///< [rad/s]

    /// Of the surface: amplitude a and widths q of the orbits along the unit direction e [m], with products.
    Number a, qx, qy, akx, aky, qkxx, qkxy, qkyy, qkxxx, qkxxy, qkxyy, qkyyy, vx, vy, vz;
    /// Of the water below: WaveSet::Prepared::profile, the same times bedEcho [m/s], and products of e.
    Number profile, echo, ex, ey, fx, fy, ekxx, ekxy, ekyy;
};

/// A sum of waves on still water, checked and prepared: what SineWaves, GerstnerWaves and WaveFlow are made from.
class WaveSet {
  public:
    /// One wave in the water's own axes, with everything that does not change.
    struct Prepared {
        /// Wave::amplitude [m], angularFrequency [rad/s] and phase [rad].
        double amplitude, frequency, phase;
        double k, kx, ky; ///< wavenumber and the wave vector's components [rad/m]
        double ex, ey;    ///< unit direction
        double bedEcho;   ///< exp(-2 k depth): 0 in deep water
        double profile;   ///< amplitude times frequency / (1 - bedEcho): speed at the level is that times 1 +- bedEcho
        double orbit;     ///< coth(k depth), at least 1: how much wider than high the orbits at the surface are
    };

    /// \throws std::invalid_argument naming the wave (its index) or the property of the water that is out of range: a
    /// wave
    ///     vector that is zero or has a part along up, a frequency that is not positive, a negative amplitude
    WaveSet(const std::vector<Wave>& waves, const StillWater& water = {});

    const StillWater& water() const { return m_water; }            ///< as given, up made unit
    const std::vector<Prepared>& waves() const { return m_waves; } ///< in the order they were given
    /// The same for the hot loops. \tparam Number double or float
    template <class Number>
    const std::vector<WaveTerms<Number>>& terms() const {
        return std::get<std::vector<WaveTerms<Number>>>(m_terms);
    }
    /// Columns: two horizontal axes (x and y where up is z, z and x where it is y) and up.
    const Matrix3& worldFromWater() const { return m_worldFromWater; }
    /// No crest is higher than this above the level, no trough deeper below it: the sum of the amplitudes [m].
    double largestCrest() const { return m_largestCrest; }
    /// The lowest trough and the highest crest possible, along up from the world's origin [m].
    std::array<double, 2> heightRange() const {
        return {m_water.level - m_largestCrest, m_water.level + m_largestCrest};
    }
    /// Sum of k a coth(k depth): GerstnerWaves must have it below 1.
    double steepness() const { return m_steepness; }
    /// Mean square of the elevation [m^2], sum of a^2 / 2; rho g times this is the energy per area [J/m^2].
    double variance() const { return m_variance; }

  private:
    StillWater m_water;
    std::vector<Prepared> m_waves;
    std::tuple<std::vector<WaveTerms<double>>, std::vector<WaveTerms<float>>> m_terms;
    Matrix3 m_worldFromWater;
    double m_largestCrest = 0.0, m_steepness = 0.0, m_variance = 0.0;
};

} // namespace ambient
