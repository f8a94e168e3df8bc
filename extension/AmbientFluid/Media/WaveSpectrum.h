// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/WaveSet.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace ambient {

/// A sea as forecasts describe it.
struct SeaDef {
    double significantHeight = 1.0; ///< Hs [m] > 0: 4 times the root mean square of the elevation
    double peakPeriod = 5.0;        ///< Tp [s] > 0
    double peakedness = 1.0; ///< gamma, 1 to 7: 1 is Pierson-Moskowitz (fully grown), 3.3 the mean of JONSWAP (growing)
    Vector3 direction = Vector3::UnitX(); ///< the waves run to, on average; its part across up counts
    /// n >= 0 of the spread cos^n(angle from direction) within a quarter turn: 2 to 4 wind sea, over 10 swell;
    /// infinite: all waves run the same way.
    double spread = std::numeric_limits<double>::infinity();
    int waveCount = 16;     ///< waves to represent it with, 1 to 10000
    std::uint64_t seed = 1; ///< the same seed, the same sea
};

/// The sea that a wind blowing for long over far water makes: Hs = 0.21 U^2/g, Tp = 2 pi U / (0.877 g), Pierson and
/// Moskowitz's. [Pierson1964] \param windSpeed [m/s] > 0 at 19.5 m; about 1.026 times that at 10 m
SeaDef fullyGrownSea(double windSpeed, double gravity = 9.81);

/// The spectrum of the elevation [m^2 s] at frequency `w` [rad/s], one-sided:
/// (1 - 0.287 ln gamma) 5/16 Hs^2 wp^4 w^-5 exp(-5/4 (wp/w)^4) gamma^exp(-(w - wp)^2 / (2 sigma^2 wp^2)), sigma 0.07
/// below wp and 0.09 above it. [DnvRpC205, sec. 3.5.5; Hasselmann1973] Its integral is Hs^2/16, to 1 % for gamma other
/// than 1.
double seaSpectrum(const SeaDef& sea, double w);

/// Waves for a WaveSet: their variance is Hs^2/16 exactly, each has the same share of it, a = sqrt(Hs^2 / (8
/// waveCount)). The spectrum between 0.5 and 4 peak frequencies (99.5 % of it) is cut into pieces of equal energy and
/// one frequency drawn from each by the energy in it, so that the average over seeds is the spectrum; directions are
/// drawn likewise from the spread, each slice of it once, phases evenly. Wavelengths are those of the water's depth;
/// the spectrum is not changed by it. \throws std::invalid_argument naming the value that is out of range
std::vector<Wave> makeSea(const SeaDef& sea, const StillWater& water = {});

} // namespace ambient
