// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/WaveFlow.h"

#include "AmbientFluid/Media/LocalWaves.h"

#include <algorithm>

namespace ambient {
namespace {

/// Heights above the mean level [m].
struct Heights {
    double origin; ///< of the points
    double bed;    ///< negative
    double crest;  ///< the highest possible
};

/// Sums over the waves: velocity (u, v, w) and its derivatives by time and place, in the water's axes; vx = uy.
template <class Number, int L>
struct FlowLanes {
    using Of = NumbersOf<Number, L>;
    using Real = typename Of::Real;
    Real u = {}, v = {}, w = {}, ut = {}, vt = {}, wt = {};
    Real ux = {}, uy = {}, uz = {}, vy = {}, vz = {}, wx = {}, wy = {}, wz = {};

    AMBIENT_ALWAYS_INLINE FlowLanes(const LocalPoints<Number>& points, const LocalWave<Number>* waves,
                                    const Heights& heights, int point) {
        const Real x = points.template along<L>(0, point), y = points.template along<L>(1, point),
                   fromOrigin = points.template along<L>(2, point);
        const Real zero = {}, one = splat<Real>(Number(1));
        const Real height = fromOrigin + static_cast<Number>(heights.origin);
        const Real bed = splat<Real>(static_cast<Number>(heights.bed)),
                   crest = splat<Real>(static_cast<Number>(heights.crest));
        // z is cut off at the mean level and the bed, `above` is what of it is above the mean level, `moving` 0 where
        // the profiles do not change with z.
        const Real z = smaller(larger(height, bed), zero), above = smaller(larger(height, zero), crest);
        const Real belowCrest = height < crest ? one : zero, moving = height > bed ? belowCrest : zero;
        for (int i = 0; i < points.waveCount; ++i)
            add(waves[i], x, y, z, above, moving);
    }

    AMBIENT_ALWAYS_INLINE void add(const LocalWave<Number>& wave, const Real& x, const Real& y, const Real& z,
                                   const Real& above, const Real& moving) {
        // Deeper, exp(k z) underflows.
        constexpr Number least = sizeof(Number) == sizeof(double) ? Number(-700) : Number(-80);
        Real s, c;
        sineCosineOf<Number, L>(wave.kx * x + wave.ky * y + wave.angle, s, c);
        const Real down = exponentialOf<Number, L>(larger(Real(wave.k * z), splat<Real>(least)));
        Real across0 = wave.profile * down, along0 = across0;
        if (wave.echo != 0) {
            const Real up = wave.echo / down;
            across0 += up;
            along0 -= up;
        }
        // Horizontal and vertical profiles, and how they change with z.
        const Real perHeight = wave.k * above, change = wave.k * moving;
        const Real across = across0 + perHeight * along0, along = along0 + perHeight * across0;
        const Real acrossZ = change * along0 * c;
        const Real ac = across * c, as = across * s, lc = along * c;
        u += wave.ex * ac;
        v += wave.ey * ac;
        w += along * s;
        ut += wave.fx * as;
        vt += wave.fy * as;
        wt -= wave.frequency * lc;
        ux -= wave.ekxx * as;
        uy -= wave.ekxy * as;
        vy -= wave.ekyy * as;
        uz += wave.ex * acrossZ;
        vz += wave.ey * acrossZ;
        wx += wave.kx * lc;
        wy += wave.ky * lc;
        wz += change * across0 * s;
    }
};

/// Velocity and acceleration DU/Dt, in world axes.
template <class Number>
struct SampleMotion {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const LocalPoints<Number>& points, const LocalWave<Number>* waves,
                                          const Heights& heights, MotionRows& rows) {
        using Here = FlowLanes<Number, L>;
        for (int i = 0; i < points.count; i += Here::Of::kCount) {
            const Here at(points, waves, heights, i);
            points.template storeInWorld<L>({at.u, at.v, at.w}, rows.velocity, i);
            points.template storeInWorld<L>({at.ut + (at.ux * at.u + at.uy * at.v + at.uz * at.w),
                                             at.vt + (at.uy * at.u + at.vy * at.v + at.vz * at.w),
                                             at.wt + (at.wx * at.u + at.wy * at.v + at.wz * at.w)},
                                            rows.acceleration, i);
        }
    }
};

constexpr int kSums = 14;

/// All sums, one row each.
struct SampleSums {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const LocalPoints<double>& points, const LocalWave<double>* waves,
                                          const Heights& heights, std::vector<double> (&rows)[kSums]) {
        using Here = FlowLanes<double, L>;
        for (int i = 0; i < points.count; i += L) {
            const Here at(points, waves, heights, i);
            const typename Here::Real sums[kSums] = {at.u,  at.v,  at.w,  at.ut, at.vt, at.wt, at.ux,
                                                     at.uy, at.uz, at.vy, at.vz, at.wx, at.wy, at.wz};
            for (int sum = 0; sum < kSums; ++sum)
                store<typename Here::Real>(rows[sum].data() + i, sums[sum]);
        }
    }
};

} // namespace

template <class Number>
void WaveFlow::sampleAs(const PointRows& points, double time, MotionRows& rows) const {
    LocalPoints<Number> local(m_waves, points, time);
    const LocalWave<Number>* waves = local.waves.data();
    runVectorised<SampleMotion<Number>>(local, waves, Heights{local.z, -m_waves.water().depth, m_waves.largestCrest()},
                                        rows);
}

void WaveFlow::sampleRows(const PointRows& points, double time, MotionRows& rows) const {
    if (points.inSingle)
        sampleAs<float>(points, time, rows);
    else
        sampleAs<double>(points, time, rows);
}

void WaveFlow::sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const {
    thread_local PointRows points;
    thread_local std::vector<double> rows[kSums];
    points.resize(count);
    for (std::vector<double>& row : rows)
        VectorRows::resizeRow(row, count);
    for (int i = 0; i < count; ++i)
        points.offset.set(i, pointsInWorld[i]);
    LocalPoints<double> local(m_waves, points, time);
    const LocalWave<double>* waves = local.waves.data();
    runVectorised<SampleSums>(local, waves, Heights{local.z, -m_waves.water().depth, m_waves.largestCrest()}, rows);
    const Matrix3& axes = m_waves.worldFromWater();
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const auto sum = [&](int index) { return rows[index][i]; };
        Matrix3 gradient;
        gradient << sum(6), sum(7), sum(8), sum(7), sum(9), sum(10), sum(11), sum(12), sum(13);
        samples[i] = {axes * Vector3(sum(0), sum(1), sum(2)), axes * gradient * axes.transpose(),
                      axes * Vector3(sum(3), sum(4), sum(5))};
    }
}

} // namespace ambient
