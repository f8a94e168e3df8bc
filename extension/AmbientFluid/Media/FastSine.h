// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Lanes.h"

namespace ambient {

/// \file
/// Sine, cosine and exponential free of branches and calls, L numbers at once: they give the same bits on every
/// platform and at every width, which the standard library's need not.

/// x to the nearest integer as a double, and that integer in the low bits of `bits`; |x| < 2^51.
template <int L>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real roundToInteger(const typename Lanes<L>::Real& x,
                                                             typename Lanes<L>::Bits& bits) {
    constexpr double shift = 6755399441055744.0; // 1.5 * 2^52: pushes the fraction out of the mantissa
    const typename Lanes<L>::Real shifted = x + shift;
    bits = bitCast<typename Lanes<L>::Bits>(shifted);
    return shifted - shift;
}

/// sin(x) and cos(x) to 5e-16 for |x| < 1e6, to 1e-9 at 1e9 as x itself gets coarse. The angle is reduced to half a
/// turn and halved; there the sine is Taylor's polynomial and the cosine follows from it; both are then doubled.
template <int L>
AMBIENT_ALWAYS_INLINE void sineCosine(const typename Lanes<L>::Real& x, typename Lanes<L>::Real& sine,
                                      typename Lanes<L>::Real& cosine) {
    using Real = typename Lanes<L>::Real;
    using Bits = typename Lanes<L>::Bits;
    constexpr double inversePi = 0.31830988618379067154;
    constexpr double pi1 = 3.141592651605606, pi2 = 1.9841871548575973e-09, pi3 = 4.503483548312435e-18;
    Bits n;
    const Real turns = roundToInteger<L>(x * inversePi, n);
    const Real h = 0.5 * (((x - turns * pi1) - turns * pi2) - turns * pi3); // |h| <= pi/4
    const Real z = h * h;
    const Real s =
        h + h * z *
                (-1.0 / 6 +
                 z * (1.0 / 120 + z * (-1.0 / 5040 +
                                       z * (1.0 / 362880 + z * (-1.0 / 39916800 +
                                                                z * (1.0 / 6227020800 - z * (1.0 / 1307674368000)))))));
    const Real c = squareRoot(Real(1.0 - s * s)); // at least 0.7: nothing cancels
    const Bits odd = n << 63;                     // an odd number of half turns changes both signs
    sine = bitCast<Real>(Bits(bitCast<Bits>(Real(2.0 * s * c)) ^ odd));
    cosine = bitCast<Real>(Bits(bitCast<Bits>(Real(1.0 - 2.0 * s * s)) ^ odd));
}

/// The same of one number [rad], with the same bits.
inline void sineCosine(double x, double& sine, double& cosine) {
    sineCosine<1>(x, sine, cosine);
}

/// exp(x) to 4e-16 of itself for -700 <= x <= 700.
template <int L>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real exponential(const typename Lanes<L>::Real& x) {
    using Real = typename Lanes<L>::Real;
    using Bits = typename Lanes<L>::Bits;
    constexpr double inverseLn2 = 1.44269504088896338700;
    constexpr double ln2High = 0.693147180369123816490, ln2Low = 1.90821492927058770002e-10;
    // Of 1/0! to 1/13!, the constants of Taylor's series.
    constexpr double k[] = {
        1.0,        1.0,         1.0 / 2,      1.0 / 6,       1.0 / 24,       1.0 / 120,       1.0 / 720,
        1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800.0};
    Bits n;
    const Real twos = roundToInteger<L>(x * inverseLn2, n);
    const Real r = (x - twos * ln2High) - twos * ln2Low; // |r| <= ln(2)/2
    Real p = splat<Real>(k[13]);
    for (int i = 12; i >= 0; --i)
        p = k[i] + r * p;
    return bitCast<Real>(Bits(bitCast<Bits>(p) + (n << 52)));
}

/// The same of one number, with the same bits.
inline double exponential(double x) {
    return exponential<1>(x);
}

} // namespace ambient
