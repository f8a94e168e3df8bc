// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/WaveFlow.h"

#include "AmbientFluid/Media/WaveFlowLoop.h"

namespace ambient {
namespace {

constexpr int kSums = 14;

/// Writes all sums, one row each.
struct SampleSums {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const LocalPoints<double>& points, const WaveHeights& heights,
                                          double (&rows)[kSums][kSampleBlock]) {
        using Here = FlowLanes<double, L>;
        for (int i = 0; i < points.count; i += L) {
            const Here at(points, heights, i);
            const typename Here::Real sums[kSums] = {at.u,  at.v,  at.w,  at.ut, at.vt, at.wt, at.ux,
                                                     at.uy, at.uz, at.vy, at.vz, at.wx, at.wy, at.wz};
            for (int sum = 0; sum < kSums; ++sum)
                store<typename Here::Real>(rows[sum] + i, sums[sum]);
        }
    }
};

} // namespace

void WaveFlow::sampleRows(const PointRows& points, double time, MotionRows& rows) const {
    const auto sample = points.inSingle ? sampleWaveMotionInSingle : sampleWaveMotion<double>;
    sample(m_waves, points, time, rows);
}

void WaveFlow::sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const {
    const Matrix3& axes = m_waves.worldFromWater();
    forEachBlock(count, [&](int first, int size) {
        double offset[3][kSampleBlock] = {}, rows[kSums][kSampleBlock];
        for (int i = 0; i < size; ++i)
            for (int axis = 0; axis < 3; ++axis)
                offset[axis][i] = pointsInWorld[first + i][axis];
        const LocalPoints<double> local(m_waves, Vector3::Zero(), {offset[0], offset[1], offset[2]}, size, time);
        runVectorised<SampleSums>(local, heightsOf(m_waves, local.z), rows);
        for (int i = 0; i < size; ++i) {
            const auto sum = [&](int index) { return rows[index][i]; };
            Matrix3 gradient;
            gradient << sum(6), sum(7), sum(8), sum(7), sum(9), sum(10), sum(11), sum(12), sum(13);
            samples[first + i] = {axes * Vector3(sum(0), sum(1), sum(2)), axes * gradient * axes.transpose(),
                                  axes * Vector3(sum(3), sum(4), sum(5))};
        }
    });
}

} // namespace ambient
