// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/LocalWaves.h"

#include <algorithm>
#include <limits>

namespace ambient {

/// \file
/// The loop over points of a surface of Gerstner waves: in double precision for GerstnerWaves.cpp, in single precision
/// for SingleWaves.cpp.

/// Bounds of the derivatives of x(X), for the search for X.
struct GerstnerDerivatives {
    double curvature, bend; ///< of the second and third derivatives [1/m, 1/m^2]
};

/// Output of the loop.
struct GerstnerOutput {
    SurfaceRows& rows;
    VectorRows* acceleration; ///< null: not computed
    double level;
};

/// Bounds and tolerances of the search for X, in the arithmetic `Number`.
template <class Number>
struct GerstnerBounds {
    Number curvature, bend;            ///< of the second and third derivatives of x(X) [1/m, 1/m^2]
    Number tolerance, tolerancePerWay; ///< of the place [m], and per distance of a point from the origin
};

/// One SIMD vector of points of the surface.
template <class Number, int L>
struct SurfaceLanes {
    using Of = NumbersOf<Number, L>;
    using Real = typename Of::Real;

    /// Displacement x(X) - X of the water from its still place X, with the first and second derivatives of x(X).
    struct Displacement {
        Real dx = {}, dy = {}, jxx = splat<Real>(Number(1)), jxy = {}, jyy = splat<Real>(Number(1));
        Real txxx = {}, txxy = {}, txyy = {}, tyyy = {};

        /// \param points LocalPoints, or LaneWaves
        template <class Points>
        AMBIENT_ALWAYS_INLINE Displacement(const Points& points, const Real& X, const Real& Y) {
            for (int i = 0; i < points.waveCount; ++i) {
                const WaveTerms<Number>& wave = points.waves[i];
                Real s, c;
                points.template wave<L>(i, X, Y, s, c);
                dx -= wave.orbit.qx * s;
                dy -= wave.orbit.qy * s;
                jxx -= wave.orbit.qkxx * c;
                jxy -= wave.orbit.qkxy * c;
                jyy -= wave.orbit.qkyy * c;
                txxx += wave.orbit.qkxxx * s;
                txxy += wave.orbit.qkxxy * s;
                txyy += wave.orbit.qkxyy * s;
                tyyy += wave.orbit.qkyyy * s;
            }
        }
    };

    /// The search for the still place X of the water that is now at (x, y).
    /// Chebyshev's method: Newton's with a term for the curvature, which triples the correct digits per step. Each step
    /// starts from the best X so far. After a step that does not reduce the distance, the next one is half of Newton's.
    struct Search {
        Real X, Y, bestX = {}, bestY = {}, newtonX = {}, newtonY = {};
        Real best = splat<Real>(std::numeric_limits<Number>::infinity()), found = {};

        /// One trial for all points. A point that has been found does not change any more.
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
            // A larger term means that the series does not converge here. A rejected trial has no derivatives.
            const Real cc = cx * cx + cy * cy, most = isNearer ? Real(Number(0.0625) * nn) : zero;
            const auto isOfUse = cc < most;
            cx = isOfUse ? cx : zero;
            cy = isOfUse ? cy : zero;
            // Taylor's remainder bounds the error of a step without another evaluation.
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

    /// Writes height, normal, velocity and acceleration of the surface at X.
    AMBIENT_ALWAYS_INLINE static void write(const LocalPoints<Number>& points, const Real& X, const Real& Y, int point,
                                            const GerstnerOutput& out) {
        using Doubles = typename Of::Doubles;
        Real h = {}, hx = {}, hy = {}, xx = splat<Real>(Number(1)), xy = {}, yy = splat<Real>(Number(1));
        Real velocity[3] = {}, acceleration[3] = {};
        for (int i = 0; i < points.waveCount; ++i) {
            const WaveTerms<Number>& wave = points.waves[i];
            Real s, c;
            points.template wave<L>(i, X, Y, s, c);
            h += wave.orbit.a * c;
            hx -= wave.orbit.akx * s;
            hy -= wave.orbit.aky * s;
            xx -= wave.orbit.qkxx * c;
            xy -= wave.orbit.qkxy * c;
            yy -= wave.orbit.qkyy * c;
            velocity[0] += wave.orbit.vx * c;
            velocity[1] += wave.orbit.vy * c;
            velocity[2] += wave.orbit.vz * s;
            if (!out.acceleration) continue;
            acceleration[0] += (wave.frequency * wave.orbit.vx) * s;
            acceleration[1] += (wave.frequency * wave.orbit.vy) * s;
            acceleration[2] -= (wave.frequency * wave.orbit.vz) * c;
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
            // 60 halvings reach rounding. The limit also ends the search for non-finite points.
            for (int round = 0; round < 60 && !search.isOver(); ++round)
                search.advance({points, search.X, search.Y}, x, y, bounds);
            Here::write(points, search.X, search.Y, i, out);
        }
    }
};

/// Samples the surface at some points, in the arithmetic `Number`. \param acceleration of the water there, or null
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

/// sampleGerstner<float>, compiled with fused multiply-add.
void sampleGerstnerInSingle(const WaveSet& waves, const GerstnerDerivatives& derivatives, const PointRows& points,
                            double time, SurfaceRows& rows, VectorRows* acceleration);

} // namespace ambient
