// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/LocalWaves.h"

namespace ambient {

/// \file
/// The loop over points in the water below waves: in double precision for WaveFlow.cpp, in single precision for
/// SingleWaves.cpp.

/// Heights above the mean level [m].
struct WaveHeights {
    double origin; ///< origin of the points
    double bed;    ///< negative
    double crest;  ///< highest possible crest
};

/// \param origin height of the points' origin above the level [m]
inline WaveHeights heightsOf(const WaveSet& waves, double origin) {
    return {origin, -waves.water().depth, waves.largestCrest()};
}

/// Sums over the waves: velocity (u, v, w) and its derivatives by time and place, in the water's axes; vx = uy.
template <class Number, int L>
struct FlowLanes {
    using Of = NumbersOf<Number, L>;
    using Real = typename Of::Real;
    Real u = {}, v = {}, w = {}, ut = {}, vt = {}, wt = {};
    Real ux = {}, uy = {}, uz = {}, vy = {}, vz = {}, wx = {}, wy = {}, wz = {};
    Real utz = {}, vtz = {}, wtz = {}; ///< change of ut, vt, wt with the height; not computed where it is not read

    AMBIENT_ALWAYS_INLINE FlowLanes(const LocalPoints<Number>& points, const WaveHeights& heights, int point)
        : FlowLanes(points, points.template along<L>(0, point), points.template along<L>(1, point),
                    Real(points.template along<L>(2, point) + static_cast<Number>(heights.origin)),
                    splat<Real>(static_cast<Number>(heights.bed)), splat<Real>(static_cast<Number>(heights.crest))) {}

    /// \param points LocalPoints, or LaneWaves \param x, y from their origin \param height above the level
    template <class Points>
    AMBIENT_ALWAYS_INLINE FlowLanes(const Points& points, const Real& x, const Real& y, const Real& height,
                                    const Real& bed, const Real& crest) {
        const Real zero = {}, one = splat<Real>(Number(1));
        // z is limited to the range from the bed to the mean level, and `above` is the height above the mean level.
        // `moving` is 0 if the profiles do not change with z.
        const Real z = smaller(larger(height, bed), zero), above = smaller(larger(height, zero), crest);
        // Not two conditions: gcc 12 takes the conjunction of two masks of AVX-512 apart, lane by lane.
        const Real moving = smaller(larger(height, bed), crest) == height ? one : zero;
        for (int i = 0; i < points.waveCount; ++i)
            add(points, i, x, y, z, above, moving);
    }

    template <class Points>
    AMBIENT_ALWAYS_INLINE void add(const Points& points, int i, const Real& x, const Real& y, const Real& z,
                                   const Real& above, const Real& moving) {
        const WaveTerms<Number>& wave = points.waves[i];
        Real s, c;
        points.template wave<L>(i, x, y, s, c);
        const Real down = points.template decay<L>(i, z);
        Real across0 = wave.below.profile * down, along0 = across0;
        if (wave.below.echo != 0) {
            const Real up = wave.below.echo / down;
            across0 += up;
            along0 -= up;
        }
        // Horizontal and vertical profiles and their change with z.
        const Real perHeight = wave.k * above, change = wave.k * moving;
        const Real across = across0 + perHeight * along0, along = along0 + perHeight * across0;
        const Real acrossZ = change * along0 * c;
        const Real ac = across * c, as = across * s, lc = along * c;
        u += wave.below.ex * ac;
        v += wave.below.ey * ac;
        w += along * s;
        ut += wave.below.fx * as;
        vt += wave.below.fy * as;
        wt -= wave.frequency * lc;
        utz += wave.below.fx * change * along0 * s;
        vtz += wave.below.fy * change * along0 * s;
        wtz -= wave.frequency * change * across0 * c;
        ux -= wave.below.ekxx * as;
        uy -= wave.below.ekxy * as;
        vy -= wave.below.ekyy * as;
        uz += wave.below.ex * acrossZ;
        vz += wave.below.ey * acrossZ;
        wx += wave.kx * lc;
        wy += wave.ky * lc;
        wz += change * across0 * s;
    }
};

/// Writes velocity and acceleration DU/Dt, in world axes.
template <class Number>
struct SampleMotion {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const LocalPoints<Number>& points, const WaveHeights& heights,
                                          MotionRows& rows) {
        using Here = FlowLanes<Number, L>;
        for (int i = 0; i < points.count; i += Here::Of::kCount) {
            const Here at(points, heights, i);
            points.template storeInWorld<L>({at.u, at.v, at.w}, rows.velocity, i);
            points.template storeInWorld<L>({at.ut + (at.ux * at.u + at.uy * at.v + at.uz * at.w),
                                             at.vt + (at.uy * at.u + at.vy * at.v + at.vz * at.w),
                                             at.wt + (at.wx * at.u + at.wy * at.v + at.wz * at.w)},
                                            rows.acceleration, i);
        }
    }
};

/// Velocity and acceleration at some points, in the arithmetic `Number`.
template <class Number>
void sampleWaveMotion(const WaveSet& waves, const PointRows& points, double time, MotionRows& rows) {
    const LocalPoints<Number> local(waves, points, time);
    runVectorised<SampleMotion<Number>>(local, heightsOf(waves, local.z), rows);
}

/// sampleWaveMotion<float>, compiled with fused multiply-add.
void sampleWaveMotionInSingle(const WaveSet& waves, const PointRows& points, double time, MotionRows& rows);

} // namespace ambient
