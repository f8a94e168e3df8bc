// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Lanes.h"

namespace ambient {

/// x^(-1/5) to 4e-4: an estimate from the exponent's bits, and a cubic correction.
template <class Int32, class Single>
AMBIENT_ALWAYS_INLINE Single inverseFifthRoot(const Single& x) {
    const Single exponent = convertLanes<Single>(bitCast<Int32>(x));
    Single y = bitCast<Single>(convertLanes<Int32>(Single(1277912500.0f - 0.2f * exponent)));
    const Single y2 = y * y;
    const Single r = 1.0f - x * y * y2 * y2;
    y *= 1.0f + r * (0.2f + r * (0.12f + r * 0.088f)); // (1 - r)^(-1/5), cut after the cubic term
    return y;
}

/// x^(2/5) for x >= 0, to rounding for x in [1e-35, 1e35] (0 at 0), L numbers at once; free of branches and calls,
/// where std::pow would be most of a loop's time. The root in float, its error made good in double.
template <int L>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real powerTwoFifths(const typename Lanes<L>::Real& x) {
    using Real = typename Lanes<L>::Real;
    using Single = typename Lanes<L>::Single;
    const Single y = inverseFifthRoot<typename Lanes<L>::Int32>(convertLanes<Single>(x));
    const Real yd = convertLanes<Real>(y), yd2 = yd * yd, xy3 = x * yd * yd2;
    const Real e = 1.0 - xy3 * yd2;                          // 1 - x y^5, the rest of the estimate's error
    return xy3 * (1.0 + e * (0.6 + e * (0.48 + e * 0.416))); // x^(2/5) = x y^3 (1 - e)^(-3/5)
}

/// The same in single precision for x in [1e-30, 1e30]: to 4e-7.
template <int L>
AMBIENT_ALWAYS_INLINE typename NumbersOf<float, L>::Real
singlePowerTwoFifths(const typename NumbersOf<float, L>::Real& x) {
    using Real = typename NumbersOf<float, L>::Real;
    const Real y = inverseFifthRoot<typename NumbersOf<float, L>::Int32>(x);
    const Real y2 = y * y, xy3 = x * y * y2, e = 1.0f - xy3 * y2;
    return xy3 * (1.0f + e * 0.6f); // e is 2e-4 at most
}

inline double powerTwoFifths(double x) {
    return powerTwoFifths<1>(x);
}

} // namespace ambient
