// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Lanes.h"

namespace ambient {

/// x^(-1/5) to 4e-4: an estimate from the bits of the exponent and a cubic correction.
template <class Int32, class Single>
AMBIENT_ALWAYS_INLINE Single inverseFifthRoot(const Single& x) {
    const Single exponent = convertLanes<Single>(bitCast<Int32>(x));
    Single y = bitCast<Single>(convertLanes<Int32>(Single(1277912500.0f - 0.2f * exponent)));
    const Single y2 = y * y;
    const Single r = 1.0f - x * y * y2 * y2;
    y *= 1.0f + r * (0.2f + r * (0.12f + r * 0.088f)); // (1 - r)^(-1/5), cut off after the cubic term
    return y;
}

/// x^(2/5) of L numbers at once, for x >= 0.
/// Exact to rounding for x in [1e-35, 1e35], and 0 at 0. Free of branches and calls: std::pow would take most of a
/// loop's time. The root is estimated in float and its error is corrected in double.
template <int L>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real powerTwoFifths(const typename Lanes<L>::Real& x) {
    using Real = typename Lanes<L>::Real;
    using Single = typename Lanes<L>::Single;
    const Single y = inverseFifthRoot<typename Lanes<L>::Int32>(convertLanes<Single>(x));
    const Real yd = convertLanes<Real>(y), yd2 = yd * yd, xy3 = x * yd * yd2;
    const Real e = 1.0 - xy3 * yd2;                          // 1 - x y^5, the error of the estimate
    return xy3 * (1.0 + e * (0.6 + e * (0.48 + e * 0.416))); // x^(2/5) = x y^3 (1 - e)^(-3/5)
}

/// x^(2/5) in single precision, to 4e-7 for x in [1e-30, 1e30].
template <int L>
AMBIENT_ALWAYS_INLINE typename NumbersOf<float, L>::Real
singlePowerTwoFifths(const typename NumbersOf<float, L>::Real& x) {
    using Real = typename NumbersOf<float, L>::Real;
    const Real y = inverseFifthRoot<typename NumbersOf<float, L>::Int32>(x);
    const Real y2 = y * y, xy3 = x * y * y2, e = 1.0f - xy3 * y2;
    return xy3 * (1.0f + e * 0.6f); // e is at most 2e-4
}

inline double powerTwoFifths(double x) {
    return powerTwoFifths<1>(x);
}

} // namespace ambient
