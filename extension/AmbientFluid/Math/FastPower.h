// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Lanes.h"

namespace ambient {

/// x^(2/5) for x >= 0, to rounding for x in [1e-35, 1e35] (0 at 0), L numbers at once; free of branches and calls,
/// where std::pow would be most of a loop's time. A float estimate of x^(-1/5) from the exponent's bits, a cubic
/// correction in float, one Newton step in double.
template <int L>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real powerTwoFifths(const typename Lanes<L>::Real& x) {
    using Real = typename Lanes<L>::Real;
    using Single = typename Lanes<L>::Single;
    using Int32 = typename Lanes<L>::Int32;
    const Single xf = convertLanes<Single>(x);
    const Single exponent = convertLanes<Single>(bitCast<Int32>(xf));
    Single y = bitCast<Single>(convertLanes<Int32>(1277912500.0f - 0.2f * exponent));
    const Single y2 = y * y;
    const Single r = 1.0f - xf * y * y2 * y2;
    y *= 1.0f + r * (0.2f + r * (0.12f + r * 0.088f)); // (1 - r)^(-1/5), cut after the cubic term
    const Real yd = convertLanes<Real>(y), yd2 = yd * yd, xy3 = x * yd * yd2;
    const Real e = 1.0 - xy3 * yd2;                          // 1 - x y^5, the rest of the estimate's error
    return xy3 * (1.0 + e * (0.6 + e * (0.48 + e * 0.416))); // x^(2/5) = x y^3 (1 - e)^(-3/5)
}

inline double powerTwoFifths(double x) {
    return powerTwoFifths<1>(x);
}

} // namespace ambient
