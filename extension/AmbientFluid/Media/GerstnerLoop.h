// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/LocalWaves.h"

#include <algorithm>
#include <limits>

namespace ambient {

/// \file
/// The loop over the points of a surface of Gerstner's waves, for GerstnerWaves.cpp, and in single precision for
/// SingleWaves.cpp.

/// What the search for the water's origin has to know of the waves.
struct GerstnerDerivatives {
    double curvature, bend; ///< bounds of the second and third derivatives of x(X) [1/m, 1/m^2]
};

/// What the loop writes.
struct GerstnerOutput {
    SurfaceRows& rows;
    VectorRows* acceleration; ///< or null
    double level;
};

/// Bounds that the search for the water's origin needs.
template <class Number>
struct GerstnerBounds {
    Number curvature, bend;            ///< of the second and third derivatives of x(X) [1/m, 1/m^2]
    Number tolerance, tolerancePerWay; ///< of the place [m], and per distance from the origin of the points
};

/// Some points of the surface, in this arithmetic.
template <class Number, int L>
struct SurfaceLanes {
    using Of = NumbersOf<Number, L>;
    using Real = typename Of::Real;

    /// How far the water that comes from X is from there, with the first and second derivatives of its place x(X).
    struct Displacement {
        Real dx = {}, dy = {}, jxx = splat<Real>(Number(1)), jxy = {}, jyy = splat<Real>(Number(1));
        Real txxx = {}, txxy = {}, txyy = {}, tyyy = {};

        AMBIENT_ALWAYS_INLINE Displacement(const LocalPoints<Number>& points, const Real& X, const Real& Y) {
            for (int i = 0; i < points.waveCount; ++i) {
                const WaveTerms<Number>& wave = points.waves[i];
                Real s, c;
                points.template wave<L>(i, X, Y, s, c);
                dx -= wave.qx * s;
                dy -= wave.qy * s;
                jxx -= wave.qkxx * c;
                jxy -= wave.qkxy * c;
                jyy -= wave.qkyy * c;
                txxx += wave.qkxxx * s;
                txxy += wave.qkxxy * s;
                txyy += wave.qkxyy * s;
                tyyy += wave.qkyyy * s;
            }
        }
    };

    /// The search for where the water at (x, y) comes from: Chebyshev's method, which is Newton's with a term for the
    /// curvature and triples the digits in a step, from the best X so far; the next step is half of Newton's where it
    /// does not come nearer.
    struct Search {
        Real X, Y, bestX = {}, bestY = {}, newtonX = {}, newtonY = {};
        Real best = splat<Real>(std::numeric_limits<Number>::infinity()), found = {};

        /// One trial of all points, each of which stays once it was found.
        AMBIENT_ALWAYS_INLINE void advance(const Displacement& d, const Real& x, const Real& y,
                                           const GerstnerBounds<Number>& bounds) {
            const Real zero = {}, one = splat<Real>(Number(1));
            const Real rx = (x - X) - d.dx, ry = (y - Y) - d.dy, square = rx * rx + ry * ry;
            const auto isNearer = square < best;
            best = isNearer ? square : best;
            bestX = isNearer ? X : bestX;
            bestY = isNearer ? Y : bestY;
            const Real perDet = one / (d.jxx * d.jyy - d.jxy * d.jxy);
            const Real halfX = Number(0.5) * newtonX, halfY = Number(0.5) * newtonY;
            newtonX = isNearer ? Real((d.jyy * rx - d.jxy * ry) * perDet) : halfX;
            newtonY = isNearer ? Real((d.jxx * ry - d.jxy * rx) * perDet) : halfY;
            const Real nxx = newtonX * newtonX, nxy = newtonX * newtonY, nyy = newtonY * newtonY, nn = nxx + nyy;
            const Real bx = d.txxx * nxx + Number(2) * d.txxy * nxy + d.txyy * nyy,
                       by = d.txxy * nxx + Number(2) * d.txyy * nxy + d.tyyy * nyy;
            Real cx = Number(-0.5) * (d.jyy * bx - d.jxy * by) * perDet,
                 cy = Number(-0.5) * (d.jxx * by - d.jxy * bx) * perDet;
            // A larger term says that the series is of no use here, and what was not accepted has no derivatives.
            const Real cc = cx * cx + cy * cy, most = isNearer ? Real(Number(0.0625) * nn) : zero;
            const auto isOfUse = cc < most;
            cx = isOfUse ? cx : zero;
            cy = isOfUse ? cy : zero;
            // Taylor: what a step misses by needs no further look.
            const Real way = Number(2) * (nn + cc);
            const Real afterBoth = bounds.curvature * (squareRoot(Real(nn * cc)) + Number(0.5) * cc) +
                                   (bounds.bend / 6) * way * squareRoot(way);
            const Real afterNewton = (Number(0.5) * bounds.curvature) * nn, afterHalf = squareRoot(nn);
            Real miss = isOfUse ? afterBoth : afterNewton;
            miss = isNearer ? miss : afterHalf;
            const Real ax = x < zero ? -x : x, ay = y < zero ? -y : y;
            const Real nextX = bestX + newtonX + cx, nextY = bestY + newtonY + cy;
            X = found > zero ? X : nextX;
            Y = found > zero ? Y : nextY;
            const Real allowed = bounds.tolerance + bounds.tolerancePerWay * (ax + ay);
            found = miss <= allowed ? one : found;
        }

        AMBIENT_ALWAYS_INLINE bool isOver() const {
            Number lanes[Of::kCount];
            std::memcpy(lanes, &found, sizeof lanes);
            return std::all_of(lanes, lanes + Of::kCount, [](Number lane) { return lane > 0; });
        }
    };

    /// What the surface is at X.
    AMBIENT_ALWAYS_INLINE static void write(const LocalPoints<Number>& points, const Real& X, const Real& Y, int point,
                                            const GerstnerOutput& out) {
        using Doubles = typename Of::Doubles;
        Real h = {}, hx = {}, hy = {}, xx = splat<Real>(Number(1)), xy = {}, yy = splat<Real>(Number(1));
        Real velocity[3] = {}, acceleration[3] = {};
        for (int i = 0; i < points.waveCount; ++i) {
            const WaveTerms<Number>& wave = points.waves[i];
            Real s, c;
            points.template wave<L>(i, X, Y, s, c);
            h += wave.a * c;
            hx -= wave.akx * s;
            hy -= wave.aky * s;
            xx -= wave.qkxx * c;
            xy -= wave.qkxy * c;
            yy -= wave.qkyy * c;
            velocity[0] += wave.vx * c;
            velocity[1] += wave.vy * c;
            velocity[2] += wave.vz * s;
            if (!out.acceleration) continue;
            acceleration[0] += (wave.frequency * wave.vx) * s;
            acceleration[1] += (wave.frequency * wave.vy) * s;
            acceleration[2] -= (wave.frequency * wave.vz) * c;
        }
        // The tangents are (xx, xy, hx) and (xy, yy, hy).
        Real normal[3] = {xy * hy - yy * hx, xy * hx - xx * hy, xx * yy - xy * xy};
        const Real length = squareRoot(Real(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]));
        for (Real& component : normal)
            component /= length;
        store<Doubles>(out.rows.height.data() + point, out.level + convertLanes<Doubles>(h));
        points.template storeInWorld<L>(normal, out.rows.normal, point);
        points.template storeInWorld<L>(velocity, out.rows.velocity, point);
        if (out.acceleration) points.template storeInWorld<L>(acceleration, *out.acceleration, point);
    }
};

template <class Number>
struct SampleSurface {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const LocalPoints<Number>& points, const GerstnerBounds<Number>& bounds,
                                          const GerstnerOutput& out) {
        using Here = SurfaceLanes<Number, L>;
        using Real = typename Here::Real;
        for (int i = 0; i < points.count; i += Here::Of::kCount) {
            const Real x = points.template along<L>(0, i), y = points.template along<L>(1, i);
            typename Here::Search search{x, y};
            // 60 halvings reach rounding; a point that is not finite ends here too.
            for (int round = 0; round < 60 && !search.isOver(); ++round)
                search.advance({points, search.X, search.Y}, x, y, bounds);
            Here::write(points, search.X, search.Y, i, out);
        }
    }
};

/// The surface at some points, in the arithmetic `Number`. \param acceleration of the water there, or null
template <class Number>
void sampleGerstner(const WaveSet& waves, const GerstnerDerivatives& derivatives, const PointRows& points, double time,
                    SurfaceRows& rows, VectorRows* acceleration) {
    constexpr bool isDouble = std::is_same_v<Number, double>;
    const LocalPoints<Number> local(waves, points, time);
    const double perWay = isDouble ? 1e-15 : 1e-7;
    const double tolerance = (isDouble ? 1e-12 : 2e-7) * waves.largestCrest() +
                             (isDouble ? perWay * (std::abs(local.x) + std::abs(local.y)) : 0.0);
    const GerstnerBounds<Number> bounds = {static_cast<Number>(derivatives.curvature),
                                           static_cast<Number>(derivatives.bend), static_cast<Number>(tolerance),
                                           static_cast<Number>(perWay)};
    const GerstnerOutput out = {rows, acceleration, waves.water().level};
    runVectorised<SampleSurface<Number>>(local, bounds, out);
}

/// sampleGerstner<float>, in which multiplications are fused with additions.
void sampleGerstnerInSingle(const WaveSet& waves, const GerstnerDerivatives& derivatives, const PointRows& points,
                            double time, SurfaceRows& rows, VectorRows* acceleration);

} // namespace ambient
