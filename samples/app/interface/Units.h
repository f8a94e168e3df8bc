// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <cmath>

namespace samples {

/// \file
/// Units of parameters for users, in SI units, and numbers as text for users.

constexpr double kRadiansPerDegree = ambient::kPi / 180.0;
constexpr double kRadiansPerTurn = 2.0 * ambient::kPi;

/// To two decimals, for text; never -0.
inline double hundredths(double value) {
    return 0.01 * std::round(100.0 * value) + 0.0;
}

/// The same to one decimal.
inline double tenths(double value) {
    return 0.1 * std::round(10.0 * value) + 0.0;
}

/// The smallest of 1, 2, 5 times a power of ten not below a positive value: steps of a scale.
inline double roundStep(double value) {
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= value * (1.0 - 1e-9)) return factor * decade;
    return 10.0 * decade;
}

} // namespace samples
