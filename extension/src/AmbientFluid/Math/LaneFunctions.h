// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Lanes.h"

/// \file
/// Elementary functions for the vectorised loops of Lanes.h. Every vector width gives identical bits.

namespace ambient {

/// Natural logarithm of positive, normal numbers, to 1e-15 absolute or relative, whichever is larger.
template <int L>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real naturalLogarithm(const typename Lanes<L>::Real& x) {
    using Real = typename Lanes<L>::Real;
    using Bits = typename Lanes<L>::Bits;
    const Bits bits = bitCast<Bits>(x);
    // SSE2 and AVX2 cannot convert 64-bit integers: an exponent in the last bits of 2^52 is a double already.
    Real exponent = bitCast<Real>((bits >> 52) | std::uint64_t{0x4330000000000000}) - (4503599627370496.0 + 1023.0);
    Real mantissa = bitCast<Real>((bits & std::uint64_t{0x000FFFFFFFFFFFFF}) | std::uint64_t{0x3FF0000000000000});
    const Real half = 0.5 * mantissa, next = exponent + 1.0;
    const Real rootOfTwo = splat<Real>(1.4142135623730951);
    exponent = mantissa > rootOfTwo ? next : exponent;
    mantissa = mantissa > rootOfTwo ? half : mantissa;
    const Real f = (mantissa - 1.0) / (mantissa + 1.0); // |f| <= 0.1716; log = 2 artanh(f)
    const Real s = f * f;
    Real series = splat<Real>(1.0 / 19.0);
    for (int k = 17; k >= 1; k -= 2)
        series = series * s + 1.0 / k;
    return exponent * 0.69314718055994531 + 2.0 * f * series;
}

/// atan2(y, x) in (-pi, pi] to 1e-15; 0 for (0, 0).
template <int L>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real arcTangent(const typename Lanes<L>::Real& y,
                                                         const typename Lanes<L>::Real& x) {
    using Real = typename Lanes<L>::Real;
    const Real zero = splat<Real>(0.0);
    const Real ay = y < zero ? -y : y, ax = x < zero ? -x : x;
    const Real small = smaller(ax, ay), large = larger(ax, ay) + 1e-300;
    // Beyond pi/8, atan(t) = pi/4 + atan((t - 1)/(t + 1)); both cases share one division.
    const Real limit = 0.41421356237309503 * large;
    const Real turnedNumerator = small - large, turnedDenominator = small + large;
    const Real numerator = small > limit ? turnedNumerator : small;
    const Real denominator = small > limit ? turnedDenominator : large;
    const Real offset = small > limit ? splat<Real>(0.78539816339744831) : zero;
    const Real t = numerator / denominator;
    const Real s = t * t; // at most 0.1716
    Real series = splat<Real>(1.0 / 37.0);
    for (int k = 35; k >= 1; k -= 2)
        series = 1.0 / k - s * series;
    Real angle = offset + t * series;
    const Real complement = 1.5707963267948966 - angle;
    angle = ay > ax ? complement : angle;
    const Real supplement = 3.1415926535897931 - angle;
    angle = x < zero ? supplement : angle;
    return y < zero ? -angle : angle;
}

} // namespace ambient
