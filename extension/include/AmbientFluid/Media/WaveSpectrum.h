// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/WaveSet.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace ambient {

/// A sea state with the parameters of forecasts.
struct SeaDef {
    double significantHeight = 1.0; ///< Hs [m] > 0: 4 times the root mean square of the elevation
    double peakPeriod = 5.0;        ///< Tp [s] > 0
    double peakedness = 1.0; ///< gamma, 1 to 7: 1 is Pierson-Moskowitz (fully grown), 3.3 the mean of JONSWAP (growing)
    Vector3 direction = Vector3::UnitX(); ///< mean heading of the waves; only its component perpendicular to up counts
    /// n >= 0 of the spread cos^n(angle from direction) within a quarter turn: 2 to 4 wind sea, over 10 swell.
    /// Infinite: all waves have one heading.
    double spread = std::numeric_limits<double>::infinity();
    int waveCount = 16;     ///< number of waves, 1 to 10000
    std::uint64_t seed = 1; ///< equal seeds give equal seas
};

/// The sea made by a steady wind of long duration and fetch, after Pierson and Moskowitz. [Pierson1964]
/// Hs = 0.21 U^2/g, Tp = 2 pi U / (0.877 g).
/// \param windSpeed U [m/s] > 0 at 19.5 m; about 1.026 times the speed at 10 m
/// \param gravity g [m/s^2] > 0
SeaDef fullyGrownSea(double windSpeed, double gravity = 9.81);

/// One-sided spectrum of the elevation [m^2 s] at frequency `w` [rad/s]. [DnvRpC205, sec. 3.5.5; Hasselmann1973]
///     (1 - 0.287 ln gamma) 5/16 Hs^2 wp^4 w^-5 exp(-5/4 (wp/w)^4) gamma^exp(-(w - wp)^2 / (2 sigma^2 wp^2))
/// with sigma 0.07 below wp and 0.09 above. The integral is Hs^2/16, to 1 % for gamma other than 1.
double seaSpectrum(const SeaDef& sea, double w);

/// Waves of a sea for a WaveSet, of equal amplitudes a = sqrt(Hs^2 / (8 waveCount)).
/// Their variance is exactly Hs^2/16. The spectrum between 0.5 and 4 peak frequencies (99.5 % of its energy) is cut
/// into pieces of equal energy. One frequency is drawn from each piece, weighted by energy, so that the average over
/// seeds is the spectrum. Directions are drawn in the same way, one from each slice of the spread; phases are uniform.
/// Wavelengths are those at the water's depth; the depth does not change the spectrum.
/// \throws std::invalid_argument naming the value that is out of range
std::vector<Wave> makeSea(const SeaDef& sea, const StillWater& water = {});

} // namespace ambient
