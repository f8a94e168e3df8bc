// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/LaneFunctions.h"

/// \file
/// Solid harmonics, normalised so that translations need no factors:
///     R_l^m = r^l P_l^m(cos t) e^(i m p) / (l + m)!        (regular)
///     S_l^m = (l - m)! P_l^m(cos t) e^(i m p) / r^(l+1)    (irregular)
///     1/|x - y| = Sum_lm conj(R_l^m(y)) S_l^m(x)   for |y| < |x|.
/// Only m >= 0 is stored: R_l^-m = (-1)^m conj(R_l^m); S and the moments of real sources obey this rule too. Tables
/// hold the real part of the harmonic (l, m) in row 2 harmonicIndex(l, m) and the imaginary part in the next row.

namespace ambient {

/// Index of (l, m), 0 <= m <= l.
constexpr int harmonicIndex(int l, int m) {
    return l * (l + 1) / 2 + m;
}
/// Number of pairs (l, m) with l up to `order`.
constexpr int harmonicCount(int order) {
    return (order + 1) * (order + 2) / 2;
}

/// Recurrence factors of the regular harmonics for harmonicTable().
struct RegularHarmonics {
    /// From (m - 1, m - 1) to (m, m).
    AMBIENT_ALWAYS_INLINE static float diagonal(int m) { return -0.5f / static_cast<float>(m); }
    /// Factor on both terms of degree l.
    AMBIENT_ALWAYS_INLINE static float scale(int l, int m) { return 1.0f / static_cast<float>(l * l - m * m); }
    /// Factor on the term of degree l - 2. \param r2 square of the distance
    template <class Single>
    AMBIENT_ALWAYS_INLINE static Single down(int, int, const Single& r2) {
        return r2;
    }
};

/// Recurrence factors of the irregular harmonics of unit vectors for harmonicTable().
struct IrregularHarmonics {
    /// From (m - 1, m - 1) to (m, m).
    AMBIENT_ALWAYS_INLINE static float diagonal(int m) { return static_cast<float>(1 - 2 * m); }
    /// Factor on both terms of degree l.
    AMBIENT_ALWAYS_INLINE static float scale(int, int) { return 1.0f; }
    /// Factor on the term of degree l - 2.
    template <class Single>
    AMBIENT_ALWAYS_INLINE static float down(int l, int m, const Single&) {
        return static_cast<float>((l - 1) * (l - 1) - m * m);
    }
};

/// Fills a table of harmonics by recurrence over the degree l, starting from each (m, m).
/// X_l = scale (2l - 1) z X_(l-1) - scale down X_(l-2).
/// \param table row i of it at table + i * stride
template <class Kind, class Single>
AMBIENT_ALWAYS_INLINE void harmonicTable(int order, const Single& x, const Single& y, const Single& z, float* table,
                                         int stride) {
    const Single r2 = x * x + y * y + z * z;
    Single re = splat<Single>(1.0f), im = splat<Single>(0.0f);
    for (int m = 0; m <= order; ++m) {
        if (m > 0) {
            const float factor = Kind::diagonal(m);
            const Single turned = factor * (x * re - y * im);
            im = factor * (x * im + y * re);
            re = turned;
        }
        Single re1 = re, im1 = im, re2 = splat<Single>(0.0f), im2 = re2; // of degrees l - 1 and l - 2
        for (int l = m; l <= order; ++l) {
            if (l > m) {
                const float scale = Kind::scale(l, m), up = static_cast<float>(2 * l - 1);
                const auto down = Kind::down(l, m, r2);
                const Single re0 = scale * (up * z * re1 - down * re2), im0 = scale * (up * z * im1 - down * im2);
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

/// Regular harmonics R of the points (x, y, z), one per lane.
/// \param table row i of it at table + i * stride
template <class Single>
AMBIENT_ALWAYS_INLINE void regularHarmonics(int order, const Single& x, const Single& y, const Single& z, float* table,
                                            int stride) {
    harmonicTable<RegularHarmonics>(order, x, y, z, table, stride);
}

/// Irregular harmonics S of the unit vectors (x, y, z), one per lane.
/// \param table as in regularHarmonics()
template <class Single>
AMBIENT_ALWAYS_INLINE void irregularHarmonics(int order, const Single& x, const Single& y, const Single& z,
                                              float* table, int stride) {
    harmonicTable<IrregularHarmonics>(order, x, y, z, table, stride);
}

} // namespace ambient
