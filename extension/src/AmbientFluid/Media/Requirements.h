// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {

/// \file
/// Checks of the arguments of flows, media and surfaces, with the argument's name in the error.

/// \throws std::invalid_argument "who: argument must be ..., got value" unless `ok`
inline void requireThat(bool ok, const char* whoAndWhat, double value) {
    if (!ok) throw std::invalid_argument(std::string(whoAndWhat) + ", got " + std::to_string(value));
}

/// \throws std::invalid_argument "who: argument must be positive and finite, got value"
inline void requirePositive(double value, const char* whoAndWhat) {
    if (!(value > 0.0) || !std::isfinite(value))
        requireThat(false, (std::string(whoAndWhat) + " must be positive and finite").c_str(), value);
}

/// `v` made unit. \throws std::invalid_argument if `v` is zero or not finite
inline Vector3 requireDirection(const Vector3& v, const char* whoAndWhat) {
    const double length = v.norm();
    if (!(length > 0.0) || !std::isfinite(length))
        throw std::invalid_argument(std::string(whoAndWhat) + " must be a finite vector that is not zero");
    return v / length;
}

/// \throws std::invalid_argument if `v` is not finite
inline void requireFinite(const Vector3& v, const char* whoAndWhat) {
    if (!v.allFinite()) throw std::invalid_argument(std::string(whoAndWhat) + " is not finite");
}

} // namespace ambient
