// SPDX-License-Identifier: Zlib
#pragma once

#include <cstdint>
#include <cstring>

namespace ambient {

/// x^(2/5) for x >= 0, to rounding for x in [1e-35, 1e35] (0 at 0); free of branches and calls, so that a loop
/// over it runs at vector speed, where std::pow would be most of its time. A float estimate of x^(-1/5) from the
/// exponent's bits, a cubic correction in float, one Newton step in double.
inline double powerTwoFifths(double x) {
    const float xf = static_cast<float>(x);
    std::int32_t bits;
    std::memcpy(&bits, &xf, sizeof bits);
    const auto estimate = static_cast<std::int32_t>(1277912500.0f - 0.2f * static_cast<float>(bits));
    float y;
    std::memcpy(&y, &estimate, sizeof y);
    const float y2 = y * y;
    const float r = 1.0f - xf * y * y2 * y2;
    y *= 1.0f + r * (0.2f + r * (0.12f + r * 0.088f)); // (1 - r)^(-1/5), cut after the cubic term
    const double yd = static_cast<double>(y), yd2 = yd * yd, xy3 = x * yd * yd2;
    const double e = 1.0 - xy3 * yd2;                        // 1 - x y^5, the rest of the estimate's error
    return xy3 * (1.0 + e * (0.6 + e * (0.48 + e * 0.416))); // x^(2/5) = x y^3 (1 - e)^(-3/5)
}

} // namespace ambient
