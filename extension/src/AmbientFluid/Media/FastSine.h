// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Lanes.h"

#include <cstdint>
#include <type_traits>

namespace ambient {

/// \file
/// Sine, cosine and exponential of L numbers at once, free of branches and calls.
/// They give identical bits on every platform and at every width, unlike the standard library's functions.

/// Rounds x to the nearest integer, as a double and in the low bits of `bits`; |x| < 2^51.
template <int L>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real roundToInteger(const typename Lanes<L>::Real& x,
                                                             typename Lanes<L>::Bits& bits) {
    constexpr double shift = 6755399441055744.0; // 1.5 * 2^52 pushes the fraction out of the mantissa
    const typename Lanes<L>::Real shifted = x + shift;
    bits = bitCast<typename Lanes<L>::Bits>(shifted);
    return shifted - shift;
}

/// sin(x) and cos(x), to 5e-16 for |x| < 1e6 and to 1e-9 at 1e9, where x itself is coarse.
/// The angle is reduced to half a turn and halved. The sine of the half is a Taylor polynomial, and its cosine follows
/// from the sine. Both are then doubled.
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

/// sineCosine() of one number [rad], with identical bits.
inline void sineCosine(double x, double& sine, double& cosine) {
    sineCosine<1>(x, sine, cosine);
}

/// exp(x), to a relative 4e-16 for -700 <= x <= 700.
template <int L>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real exponential(const typename Lanes<L>::Real& x) {
    using Real = typename Lanes<L>::Real;
    using Bits = typename Lanes<L>::Bits;
    constexpr double inverseLn2 = 1.44269504088896338700;
    constexpr double ln2High = 0.693147180369123816490, ln2Low = 1.90821492927058770002e-10;
    // Coefficients of the Taylor series, 1/0! to 1/13!.
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

/// exponential() of one number, with identical bits.
inline double exponential(double x) {
    return exponential<1>(x);
}

/// Unsigned integers as large and as many as the numbers of NumbersOf<Number, L>::Real.
template <class Number, int L>
struct WordsOf {
    /// One integer.
    using Word = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;
#ifdef AMBIENT_FLUID_VECTOR_TYPES
    typedef Word Bits __attribute__((vector_size(8 * L)));
#else
    /// All integers.
    using Bits = Word;
#endif
};

/// sin(x) and cos(x) in double precision, or in single precision to 2e-7 for |x| < 1e3.
template <class Number, int L>
AMBIENT_ALWAYS_INLINE void sineCosineOf(const typename NumbersOf<Number, L>::Real& x,
                                        typename NumbersOf<Number, L>::Real& sine,
                                        typename NumbersOf<Number, L>::Real& cosine) {
    if constexpr (std::is_same_v<Number, double>) {
        sineCosine<L>(x, sine, cosine);
    } else {
        using Real = typename NumbersOf<float, L>::Real;
        using Bits = typename WordsOf<float, L>::Bits;
        constexpr float shift = 12582912.0f; // 1.5 * 2^23 pushes the fraction out of the mantissa
        constexpr float pi1 = 3.140625f, pi2 = 9.67502593994140625e-4f, pi3 = 1.509957990978376432e-7f;
        const Real shifted = x * 0.318309886f + shift, turns = shifted - shift;
        const Real h = 0.5f * (((x - turns * pi1) - turns * pi2) - turns * pi3); // |h| <= pi/4
        const Real z = h * h, zz = z * z; // in pairs: the processor computes them in parallel
        const Real s = h + h * z * ((-1.0f / 6 + z * (1.0f / 120)) + zz * (-1.0f / 5040 + z * (1.0f / 362880)));
        const Real c = 1.0f + z * ((-0.5f + z * (1.0f / 24)) + zz * (-1.0f / 720 + z * (1.0f / 40320)));
        const Bits odd = bitCast<Bits>(shifted) << 31; // an odd number of half turns changes both signs
        sine = bitCast<Real>(Bits(bitCast<Bits>(Real(2.0f * s * c)) ^ odd));
        cosine = bitCast<Real>(Bits(bitCast<Bits>(Real(1.0f - 2.0f * s * s)) ^ odd));
    }
}

/// exp(x) for -700 <= x <= 700 in double precision; for -80 <= x <= 80 in single precision, to a relative 1.5e-7.
template <class Number, int L>
AMBIENT_ALWAYS_INLINE typename NumbersOf<Number, L>::Real exponentialOf(const typename NumbersOf<Number, L>::Real& x) {
    if constexpr (std::is_same_v<Number, double>) {
        return exponential<L>(x);
    } else {
        using Real = typename NumbersOf<float, L>::Real;
        using Bits = typename WordsOf<float, L>::Bits;
        constexpr float shift = 12582912.0f, ln2High = 0.693359375f, ln2Low = -2.12194440e-4f;
        const Real shifted = x * 1.44269504f + shift, twos = shifted - shift;
        const Real r = (x - twos * ln2High) - twos * ln2Low; // |r| <= ln(2)/2
        const Real rr = r * r, low = 0.5f + r * (1.0f / 6), high = 1.0f / 24 + r * (1.0f / 120);
        const Real p = 1.0f + (r + rr * (low + rr * (high + rr * (1.0f / 720 + r * (1.0f / 5040)))));
        return bitCast<Real>(Bits(bitCast<Bits>(p) + (bitCast<Bits>(shifted) << 23)));
    }
}

/// sin(pi x) and cos(pi x) in single precision, to 2e-7 for |x| < 1e3. In half turns the reduction is exact, so that
/// this costs two thirds of sineCosineOf().
template <int L>
AMBIENT_ALWAYS_INLINE void sineCosineOfHalfTurns(const typename NumbersOf<float, L>::Real& x,
                                                 typename NumbersOf<float, L>::Real& sine,
                                                 typename NumbersOf<float, L>::Real& cosine) {
    using Real = typename NumbersOf<float, L>::Real;
    using Bits = typename WordsOf<float, L>::Bits;
    constexpr float shift = 12582912.0f;
    const Real shifted = x + shift, h = x - (shifted - shift); // |h| <= 1/2
    const Real z = h * h, zz = z * z;
    // minimax
    const Real s = h * ((3.14159259f - z * 5.16770727f) + zz * ((2.55003624f - z * 0.598068869f) + zz * 0.0772596518f));
    const Real c = (0.999999953f - z * 4.93479286f) + zz * ((4.05841191f - z * 1.33188016f) + zz * 0.219696798f);
    const Bits odd = bitCast<Bits>(shifted) << 31;
    sine = bitCast<Real>(Bits(bitCast<Bits>(s) ^ odd));
    cosine = bitCast<Real>(Bits(bitCast<Bits>(c) ^ odd));
}

/// 2^x in single precision, to a relative 3e-7 for -120 <= x <= 120.
template <int L>
AMBIENT_ALWAYS_INLINE typename NumbersOf<float, L>::Real powerOfTwo(const typename NumbersOf<float, L>::Real& x) {
    using Real = typename NumbersOf<float, L>::Real;
    using Bits = typename WordsOf<float, L>::Bits;
    constexpr float shift = 12582912.0f;
    const Real shifted = x + shift, r = x - (shifted - shift), rr = r * r; // |r| <= 1/2
    // minimax
    const Real p = (1.0f + r * 0.693147214f) +
                   rr * ((0.240222376f + r * 0.0555030917f) + rr * (0.00967173721f + r * 0.00134070513f));
    return bitCast<Real>(Bits(bitCast<Bits>(p) + (bitCast<Bits>(shifted) << 23)));
}

} // namespace ambient
