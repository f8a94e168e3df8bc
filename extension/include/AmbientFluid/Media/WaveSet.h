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
    double level = 0.0;                                     ///< height of the surface without waves, along up [m]
    double depth = std::numeric_limits<double>::infinity(); ///< [m] > 0, over a level bed
    double gravity = 9.81;                                  ///< [m/s^2] > 0
};

/// One long-crested wave: elevation = amplitude cos(waveVector . x - angularFrequency t + phase).
struct Wave {
    double amplitude = 0.0;                ///< a [m] >= 0: half the height from trough to crest
    Vector3 waveVector = Vector3::UnitX(); ///< k [rad/m], of length 2 pi / wavelength, towards the wave's heading;
                                           ///< perpendicular to up
    double angularFrequency = 0.0;         ///< [rad/s] > 0
    double phase = 0.0;                    ///< [rad]
};

/// Frequency [rad/s] of waves of wavenumber `k` [rad/m]: w^2 = g k tanh(k depth). [Lamb1932, art. 229]
double waveFrequency(double k, const StillWater& water = {});

/// Wavenumber [rad/m] of waves of frequency `w` [rad/s] > 0: the inverse of waveFrequency(), to rounding.
double waveNumber(double w, const StillWater& water = {});

/// Speed dw/dk of wave groups and wave energy [m/s]; half the speed of the crests in deep water.
/// [Lamb1932, art. 236, 237]
double groupSpeed(double k, const StillWater& water = {});

/// A wave with the natural frequency of its wavelength.
/// \param amplitude [m] >= 0
/// \param wavelength [m] > 0
/// \param direction heading; only its component perpendicular to up counts
/// \param phase [rad]
/// \param water gravity, depth and up
/// \throws std::invalid_argument if the wavelength is not positive or the direction is along up
Wave makeWave(double amplitude, double wavelength, const Vector3& direction, double phase = 0.0,
              const StillWater& water = {});

/// Orbits of the water at the surface under one wave: products of its amplitude a, the orbits' width q along the unit
/// direction e, and the wave vector k. Read by the loop of Gerstner waves.
template <class Number>
struct WaveOrbit {
    Number a, qx, qy;                  ///< a; q e [m]
    Number akx, aky, qkxx, qkxy, qkyy; ///< a k, q e k [1]
    Number qkxxx, qkxxy, qkxyy, qkyyy; ///< q e k k [1/m]
    Number vx, vy, vz;                 ///< frequency times q e and a [m/s]
};

/// Flow below the surface of one wave, along the unit direction e. Read by the loop of the water below.
template <class Number>
struct WaveProfile {
    Number profile, echo;    ///< WaveSet::Prepared::profile, and profile times bedEcho [m/s]
    Number ex, ey, fx, fy;   ///< e; frequency times e [rad/s]
    Number ekxx, ekxy, ekyy; ///< e k [1/m]
};

/// Constants of one wave for hot loops, in the arithmetic `Number`: products that do not change with time.
template <class Number>
struct WaveTerms {
    Number kx, ky, k;          ///< wave vector in the water's axes and wavenumber [rad/m]
    Number frequency;          ///< [rad/s]
    WaveOrbit<Number> orbit;   ///< of the surface and the water
    WaveProfile<Number> below; ///< of the motion below the surface
};

/// A sum of waves on still water, checked and prepared; the input of SineWaves, GerstnerWaves and WaveFlow.
class WaveSet {
  public:
    /// One wave in the water's own axes, with its constants.
    struct Prepared {
        /// Wave::amplitude [m], angularFrequency [rad/s] and phase [rad].
        double amplitude, frequency, phase;
        double k, kx, ky; ///< wavenumber and the wave vector's components [rad/m]
        double ex, ey;    ///< unit direction
        double bedEcho;   ///< exp(-2 k depth): 0 in deep water
        double profile; ///< amplitude times frequency / (1 - bedEcho); the speed at the level is profile (1 +- bedEcho)
        double orbit;   ///< coth(k depth), at least 1: width over height of the orbits at the surface
    };

    /// \throws std::invalid_argument naming the wave (its index) or the property of the water that is out of range: a
    /// wave vector that is zero or has a component along up, a frequency that is not positive, or a negative amplitude
    WaveSet(const std::vector<Wave>& waves, const StillWater& water = {});

    const StillWater& water() const { return m_water; }            ///< as given, with up made unit
    const std::vector<Prepared>& waves() const { return m_waves; } ///< in the given order
    /// The waves prepared for hot loops. \tparam Number double or float
    template <class Number>
    const std::vector<WaveTerms<Number>>& terms() const {
        return std::get<std::vector<WaveTerms<Number>>>(m_terms);
    }
    /// Columns: two horizontal axes (x and y if up is z, z and x if up is y) and up.
    const Matrix3& worldFromWater() const { return m_worldFromWater; }
    /// Sum of the amplitudes [m]: no crest is higher above the level and no trough deeper below.
    double largestCrest() const { return m_largestCrest; }
    /// Heights of the lowest possible trough and the highest possible crest, along up from the world's origin [m].
    std::array<double, 2> heightRange() const {
        return {m_water.level - m_largestCrest, m_water.level + m_largestCrest};
    }
    /// Sum of k a coth(k depth). GerstnerWaves requires a value below 1.
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
