// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/LocalMetrics.h"
#include "AmbientFluid/Locomotion/MotionFromShape.h"
#include "AmbientFluid/Locomotion/ReducedSequence.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <omp.h>

namespace {

using ambient::AnisotropicMetric;
using ambient::FrameElements;
using ambient::PointColumns;
using ambient::PointMassMetric;
using ambient::RecordedFrames;
using ambient::ShapeMetric;

constexpr int kFrames = 20;
constexpr int kAcross = 250; // points in a row of the sheet

/// A wave running along a curve of `count` points, or along a sheet of such curves.
RecordedFrames wave(int count, bool isSheet) {
    std::vector<PointColumns> frames(kFrames, PointColumns(3, count));
    const int rows = count / kAcross;
    for (int k = 0; k < kFrames; ++k)
        for (int j = 0; j < count; ++j) {
            const double phase = 2.0 * ambient::kPi * k / kFrames;
            const double x = isSheet ? static_cast<double>(j % kAcross) / kAcross : static_cast<double>(j) / count;
            const double y = isSheet ? static_cast<double>(j / kAcross) / rows : 0.05 * std::sin(7.0 * x - phase);
            frames[static_cast<std::size_t>(k)].col(j) << x, y, 0.03 * std::cos(5.0 * x + 2.0 * y - phase);
        }
    ambient::ShapeTopology topology;
    for (int j = 0; j + 1 < count && !isSheet; ++j)
        topology.edges.push_back({j, j + 1});
    for (int row = 0; row + 1 < rows && isSheet; ++row)
        for (int column = 0; column + 1 < kAcross; ++column) {
            const int j = row * kAcross + column;
            topology.faces.push_back({j, j + 1, j + kAcross});
            topology.faces.push_back({j + 1, j + kAcross + 1, j + kAcross});
        }
    RecordedFrames recorded(std::move(frames), std::move(topology));
    recorded.close();
    return recorded;
}

/// Runs on one thread; gives the number back.
class OneThread {
  public:
    OneThread() : m_before(omp_get_max_threads()) { omp_set_num_threads(1); }
    ~OneThread() { omp_set_num_threads(m_before); }

  private:
    int m_before;
};

/// The motion of kFrames frames, one thread.
void swim(benchmark::State& state, const ShapeMetric& metric, bool isSheet) {
    const RecordedFrames frames = wave(static_cast<int>(state.range(0)), isSheet);
    const OneThread one;
    for (auto _ : state)
        benchmark::DoNotOptimize(ambient::solveMotion(frames, metric));
}

void BM_SwimPoints(benchmark::State& state) {
    swim(state, PointMassMetric(), false);
}
void BM_SwimCurve(benchmark::State& state) {
    swim(state, AnisotropicMetric(0.1, FrameElements::Edges), false);
}
void BM_SwimSurface(benchmark::State& state) {
    swim(state, AnisotropicMetric(0.1, FrameElements::Faces), true);
}

/// All coordinates of kFrames frames, added up.
void BM_SwimRead(benchmark::State& state) {
    const RecordedFrames frames = wave(static_cast<int>(state.range(0)), false);
    PointColumns scratch;
    for (auto _ : state)
        for (int k = 0; k < frames.frameCount(); ++k) {
            double sum = frames.points(k, scratch).sum();
            benchmark::DoNotOptimize(sum);
        }
}

/// The motion of kFrames frames, reduced beforehand.
void BM_SwimReduced(benchmark::State& state) {
    const RecordedFrames frames = wave(static_cast<int>(state.range(0)), false);
    const AnisotropicMetric metric(0.1, FrameElements::Edges);
    const ambient::ReducedSequence sequence = ambient::reduceSequence(frames, {&metric});
    for (auto _ : state)
        benchmark::DoNotOptimize(ambient::solveMotion(sequence, {}, 0, false));
}

} // namespace

BENCHMARK(BM_SwimPoints)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SwimCurve)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SwimSurface)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SwimRead)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SwimReduced)->Arg(1000)->Unit(benchmark::kMillisecond);
