// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/LaneFunctions.h"

/// \file
/// Solid harmonics, normalised so that translations need no factors:
///     R_l^m = r^l P_l^m(cos t) e^(i m p) / (l + m)!        (regular)
///     S_l^m = (l - m)! P_l^m(cos t) e^(i m p) / r^(l+1)    (irregular)
///     1/|x - y| = Sum_lm conj(R_l^m(y)) S_l^m(x)   for |y| < |x|.
/// Only m >= 0 is kept: R_l^-m = (-1)^m conj(R_l^m), and the same for S and for the moments of real sources. Tables
/// hold the real part of number harmonicIndex(l, m) at twice that number, its imaginary part after it.

namespace ambient {

/// Place of (l, m), 0 <= m <= l.
constexpr int harmonicIndex(int l, int m) {
    return l * (l + 1) / 2 + m;
}
/// Number of pairs (l, m) with l up to `order`.
constexpr int harmonicCount(int order) {
    return (order + 1) * (order + 2) / 2;
}

/// R of the points (x, y, z), one in each lane.
/// \param table row i of it at table + i * stride
template <class Single>
AMBIENT_ALWAYS_INLINE void regularHarmonics(int order, const Single& x, const Single& y, const Single& z, float* table,
                                            int stride) {
    const Single r2 = x * x + y * y + z * z;
    Single re = splat<Single>(1.0f), im = splat<Single>(0.0f);
    for (int m = 0; m <= order; ++m) {
        if (m > 0) {
            const float factor = -0.5f / static_cast<float>(m);
            const Single turned = factor * (x * re - y * im);
            im = factor * (x * im + y * re);
            re = turned;
        }
        Single re1 = re, im1 = im, re2 = splat<Single>(0.0f), im2 = re2; // of degrees l - 1 and l - 2
        for (int l = m; l <= order; ++l) {
            if (l > m) {
                const float factor = 1.0f / static_cast<float>(l * l - m * m), up = static_cast<float>(2 * l - 1);
                const Single re0 = factor * (up * z * re1 - r2 * re2), im0 = factor * (up * z * im1 - r2 * im2);
                re2 = re1;
                im2 = im1;
                re1 = re0;
                im1 = im0;
            }
            store(table + 2 * harmonicIndex(l, m) * stride, re1);
            store(table + (2 * harmonicIndex(l, m) + 1) * stride, im1);
        }
    }
}

/// S of the unit vectors (x, y, z), one in each lane.
template <class Single>
AMBIENT_ALWAYS_INLINE void irregularHarmonics(int order, const Single& x, const Single& y, const Single& z,
                                              float* table, int stride) {
    Single re = splat<Single>(1.0f), im = splat<Single>(0.0f);
    for (int m = 0; m <= order; ++m) {
        if (m > 0) {
            const float factor = static_cast<float>(1 - 2 * m);
            const Single turned = factor * (x * re - y * im);
            im = factor * (x * im + y * re);
            re = turned;
        }
        Single re1 = re, im1 = im, re2 = splat<Single>(0.0f), im2 = re2;
        for (int l = m; l <= order; ++l) {
            if (l > m) {
                const float up = static_cast<float>(2 * l - 1), down = static_cast<float>((l - 1) * (l - 1) - m * m);
                const Single re0 = up * z * re1 - down * re2, im0 = up * z * im1 - down * im2;
                re2 = re1;
                im2 = im1;
                re1 = re0;
                im1 = im0;
            }
            store(table + 2 * harmonicIndex(l, m) * stride, re1);
            store(table + (2 * harmonicIndex(l, m) + 1) * stride, im1);
        }
    }
}

} // namespace ambient
