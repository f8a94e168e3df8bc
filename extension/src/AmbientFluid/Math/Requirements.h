// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace ambient {

/// \file
/// Checks of numbers where they enter. An error is one line with the number's name and value.

/// A number as errors show it.
inline std::string textOf(double value) {
    if (std::isnan(value)) return "nan"; // of either sign
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

/// \throws std::invalid_argument "who: argument must be ..., got value" unless `ok`
inline void requireThat(bool ok, const char* whoAndWhat, double value) {
    if (!ok) throw std::invalid_argument(std::string(whoAndWhat) + ", got " + textOf(value));
}

/// \throws std::invalid_argument "who: argument must be positive and finite, got value"
inline void requirePositive(double value, const char* whoAndWhat) {
    if (!(value > 0.0) || !std::isfinite(value))
        requireThat(false, (std::string(whoAndWhat) + " must be positive and finite").c_str(), value);
}

/// \throws std::invalid_argument "who: argument must be finite and not negative, got value"
inline void requireNotNegative(double value, const char* whoAndWhat) {
    if (!(value >= 0.0) || !std::isfinite(value))
        requireThat(false, (std::string(whoAndWhat) + " must be finite and not negative").c_str(), value);
}

/// \throws std::invalid_argument "who: argument is not finite: value"
inline void requireFinite(double value, const char* whoAndWhat) {
    if (!std::isfinite(value))
        throw std::invalid_argument(std::string(whoAndWhat) + " is not finite: " + textOf(value));
}

/// \throws std::invalid_argument "who: argument[index] is not finite: value" \param count of numbers
inline void requireFinite(const double* numbers, Eigen::Index count, const char* whoAndWhat) {
    for (Eigen::Index i = 0; i < count; ++i)
        if (!std::isfinite(numbers[i]))
            requireFinite(numbers[i], (std::string(whoAndWhat) + "[" + std::to_string(i) + "]").c_str());
}

/// \throws std::invalid_argument "who: argument is not finite: (x, y, z)"
inline void requireFinite(const Vector3& v, const char* whoAndWhat) {
    if (!v.allFinite())
        throw std::invalid_argument(std::string(whoAndWhat) + " is not finite: (" + textOf(v[0]) + ", " + textOf(v[1]) +
                                    ", " + textOf(v[2]) + ")");
}

/// `v` made unit. \throws std::invalid_argument if `v` is zero or not finite
inline Vector3 requireDirection(const Vector3& v, const char* whoAndWhat) {
    const double length = v.norm();
    if (!(length > 0.0) || !std::isfinite(length))
        throw std::invalid_argument(std::string(whoAndWhat) + " must be a finite vector that is not zero, got (" +
                                    textOf(v[0]) + ", " + textOf(v[1]) + ", " + textOf(v[2]) + ")");
    return v / length;
}

/// `q` made unit. \throws std::invalid_argument if `q` is zero or not finite
inline Quaternion requireTurn(const Quaternion& q, const char* whoAndWhat) {
    const double length = q.norm();
    if (!(length > 0.0) || !std::isfinite(length))
        throw std::invalid_argument(std::string(whoAndWhat) + " is no quaternion: (" + textOf(q.x()) + ", " +
                                    textOf(q.y()) + ", " + textOf(q.z()) + ", " + textOf(q.w()) + ")");
    return q.normalized();
}

} // namespace ambient
