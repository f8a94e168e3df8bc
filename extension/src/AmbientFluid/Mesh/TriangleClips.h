// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Lanes.h"

namespace ambient {

/// clipTriangle() (TriangleClip.h) for several triangles at once, for hot loops.
template <class Number, int L>
struct ClipsOf {
    /// One number for each triangle.
    using Real = typename NumbersOf<Number, L>::Real;
    /// As in TriangleClip.
    Real mean, slope[3], moments[3];

    /// \param d depths of the three corners, positive below the surface [m]
    AMBIENT_ALWAYS_INLINE explicit ClipsOf(const Real (&d)[3]) {
        const Real zero = {}, one = splat<Real>(Number(1));
        // Numbers in place of masks: gcc 12 takes the conjunction of two masks of AVX-512 apart, lane by lane.
        const Real p0 = d[0] > zero ? one : zero, p1 = d[1] > zero ? one : zero, p2 = d[2] > zero ? one : zero;
        const Real positive = p0 + p1 + p2, isCut = positive * (Number(3) - positive);
        const Real most = positive > one ? one : zero; // positive at two corners or three
        // The odd corner is the one whose sign differs from that of the other two.
        const auto odd0 = p0 != most, odd1 = p1 != most;
        const Real a = odd0 ? d[0] : odd1 ? d[1] : d[2];
        const Real b = odd0 ? d[1] : odd1 ? d[2] : d[0];
        const Real c = odd0 ? d[2] : odd1 ? d[0] : d[1];
        // Fractions of the two edges from the odd corner to the points with d = 0.
        const Real s = isCut > zero ? a / (isCut > zero ? Real(a - b) : one) : zero;
        const Real t = isCut > zero ? a / (isCut > zero ? Real(a - c) : one) : zero;
        const Real area = s * t, size = larger(a, Real(-a)) * area * Number(1.0 / 12.0);
        const Real sign = most > zero ? Real(-Number(1.0 / 3.0) * area) : Real(Number(1.0 / 3.0) * area);
        const Real whole = d[0] + d[1] + d[2];
        mean = most * whole * Number(1.0 / 3.0) + Number(4) * size;
        turn(odd0, odd1, Real(sign * (Number(3) - s - t)), Real(sign * s), Real(sign * t), slope);
        turn(odd0, odd1, Real(size * (Number(4) - s - t)), Real(size * s), Real(size * t), moments);
        for (int k = 0; k < 3; ++k) {
            slope[k] += most * Number(1.0 / 3.0);
            moments[k] += most * ((whole + d[k]) * Number(1.0 / 12.0));
        }
    }

    /// Fraction of the area below the surface, 0 to 1.
    AMBIENT_ALWAYS_INLINE Real fraction() const { return slope[0] + slope[1] + slope[2]; }

  private:
    /// Reorders values of the odd corner and the next two to the order of the triangle's corners.
    template <class Mask>
    AMBIENT_ALWAYS_INLINE static void turn(const Mask& odd0, const Mask& odd1, const Real& a, const Real& b,
                                           const Real& c, Real (&corners)[3]) {
        corners[0] = odd0 ? a : odd1 ? c : b;
        corners[1] = odd0 ? b : odd1 ? a : c;
        corners[2] = odd0 ? c : odd1 ? b : a;
    }
};

/// L triangles in double precision.
template <int L>
using Clips = ClipsOf<double, L>;

} // namespace ambient
