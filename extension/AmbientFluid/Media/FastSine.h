// SPDX-License-Identifier: Zlib
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace ambient {

/// \file
/// Sine, cosine and exponential free of branches and calls, so that loops over them run at vector speed and give the
/// same bits on every platform, which the standard library's need not.

/// x to the nearest integer as a double, and that integer in the low bits of `bits`; |x| < 2^51.
inline double roundToInteger(double x, std::uint64_t& bits) {
    constexpr double shift = 6755399441055744.0; // 1.5 * 2^52: pushes the fraction out of the mantissa
    const double shifted = x + shift;
    std::memcpy(&bits, &shifted, sizeof bits);
    return shifted - shift;
}

/// sin(x) and cos(x) to 5e-16 for |x| < 1e6, to 1e-9 at 1e9 as x itself gets coarse. The angle is reduced to half a
/// turn and halved; there the sine is Taylor's polynomial and the cosine follows from it; both are then doubled.
inline void sineCosine(double x, double& sine, double& cosine) {
    constexpr double inversePi = 0.31830988618379067154;
    constexpr double pi1 = 3.141592651605606, pi2 = 1.9841871548575973e-09, pi3 = 4.503483548312435e-18;
    std::uint64_t n;
    const double turns = roundToInteger(x * inversePi, n);
    const double h = 0.5 * (((x - turns * pi1) - turns * pi2) - turns * pi3); // |h| <= pi/4
    const double z = h * h;
    const double s =
        h + h * z *
                (-1.0 / 6 +
                 z * (1.0 / 120 +
                      z * (-1.0 / 5040 +
                           z * (1.0 / 362880 + z * (-1.0 / 39916800 + z * (1.0 / 6227020800 - z / 1307674368000))))));
    const double c = std::sqrt(1.0 - s * s); // at least 0.7: nothing cancels
    const std::uint64_t odd = n << 63;       // an odd number of half turns changes both signs
    const double s2 = 2.0 * s * c, c2 = 1.0 - 2.0 * s * s;
    std::uint64_t bits;
    std::memcpy(&bits, &s2, sizeof bits);
    bits ^= odd;
    std::memcpy(&sine, &bits, sizeof bits);
    std::memcpy(&bits, &c2, sizeof bits);
    bits ^= odd;
    std::memcpy(&cosine, &bits, sizeof bits);
}

/// exp(x) to 4e-16 of itself for -700 <= x <= 700.
inline double exponential(double x) {
    constexpr double inverseLn2 = 1.44269504088896338700;
    constexpr double ln2High = 0.693147180369123816490, ln2Low = 1.90821492927058770002e-10;
    std::uint64_t n;
    const double twos = roundToInteger(x * inverseLn2, n);
    const double r = (x - twos * ln2High) - twos * ln2Low; // |r| <= ln(2)/2
    const double p =
        1.0 +
        r * (1.0 +
             r * (0.5 + r * (1.0 / 6 +
                             r * (1.0 / 24 +
                                  r * (1.0 / 120 +
                                       r * (1.0 / 720 +
                                            r * (1.0 / 5040 +
                                                 r * (1.0 / 40320 +
                                                      r * (1.0 / 362880 +
                                                           r * (1.0 / 3628800 +
                                                                r * (1.0 / 39916800 + r * (1.0 / 479001600 +
                                                                                           r / 6227020800.0))))))))))));
    std::uint64_t bits;
    std::memcpy(&bits, &p, sizeof bits);
    bits += n << 52;
    double result;
    std::memcpy(&result, &bits, sizeof bits);
    return result;
}

} // namespace ambient
