// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <cmath>

namespace samples {

/// \file
/// Units in which parameters are told to people, in SI units, and numbers as people read them.

constexpr double kRadiansPerDegree = ambient::kPi / 180.0;
constexpr double kRadiansPerTurn = 2.0 * ambient::kPi;

/// To two decimals, as text shows it; never -0.
inline double hundredths(double value) {
    return 0.01 * std::round(100.0 * value) + 0.0;
}

/// The same to one decimal.
inline double tenths(double value) {
    return 0.1 * std::round(10.0 * value) + 0.0;
}

} // namespace samples
