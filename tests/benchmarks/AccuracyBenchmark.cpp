// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"
#include "AmbientFluid/PotentialFlow/AnalyticAddedMass.h"

#include <benchmark/benchmark.h>
#include <cmath>
#include <omp.h>

using namespace ambient;

// Error of the added mass beside its measured time. The report shows the counter "error".

namespace {

/// Largest relative error of the three translations [%].
double translationError(const SpatialInertia& computed, const Vector3& exact) {
    double worst = 0.0;
    for (int k = 0; k < 3; ++k)
        if (exact[k] > 0.0) worst = std::max(worst, 100.0 * std::abs(computed.matrix()(3 + k, 3 + k) / exact[k] - 1.0));
    return worst;
}

void measure(benchmark::State& state, const TriangleMesh& mesh, const Vector3& exact) {
    omp_set_num_threads(1);
    AddedMass computed;
    for (auto _ : state)
        computed = computeAddedMass(mesh);
    state.counters["error"] = translationError(computed.perDensity, exact);
    state.counters["faces"] = mesh.faceCount();
}

void ellipsoid(benchmark::State& state, const Vector3& semiAxes) {
    measure(state, makeEllipsoid(semiAxes, static_cast<int>(state.range(0))),
            analyticEllipsoidAddedMass(semiAxes).matrix().diagonal().tail<3>());
}

void BM_ExactEllipsoid123(benchmark::State& state) {
    ellipsoid(state, {1.0, 2.0, 3.0});
}
void BM_ExactEllipsoid515(benchmark::State& state) {
    ellipsoid(state, {5.0, 1.0, 5.0});
}
void BM_ExactSpheroid25(benchmark::State& state) {
    ellipsoid(state, {25.0, 25.0, 1.0});
}
/// Broadside only. The reference is the common result of several methods on fine meshes, accurate to 1 %.
void BM_ExactPlate40(benchmark::State& state) {
    measure(state, makePlate({2.0, 0.05, 2.0}, static_cast<int>(state.range(0))), {0.0, 3.884, 0.0});
}

} // namespace

BENCHMARK(BM_ExactEllipsoid123)->Arg(2880)->Iterations(1)->Repetitions(1)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_ExactEllipsoid515)->Arg(2880)->Iterations(1)->Repetitions(1)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_ExactSpheroid25)->Arg(2880)->Iterations(1)->Repetitions(1)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_ExactPlate40)->Arg(3000)->Iterations(1)->Repetitions(1)->Unit(benchmark::kMillisecond);
