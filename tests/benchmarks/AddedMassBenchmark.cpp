// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"

#include <benchmark/benchmark.h>
#include <omp.h>

using namespace ambient;

namespace {

TriangleMesh body(int faces) {
    return makeEllipsoid({1.0, 2.0, 3.0}, faces);
}

void addedMass(benchmark::State& state, AddedMassMethod method) {
    omp_set_num_threads(1);
    const TriangleMesh mesh = body(static_cast<int>(state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(computeAddedMass(mesh, {method, {}}));
}

/// The baseline cost of every dense boundary-element code: LU of one unknown per face and six right-hand sides.
void BM_DenseLu(benchmark::State& state) {
    const int n = body(static_cast<int>(state.range(0))).faceCount();
    Eigen::MatrixXd a = Eigen::MatrixXd::Identity(n, n) * n;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            a(i, j) += 1.0 / (1 + (i * 7 + j * 13) % 101);
    const Eigen::MatrixXd b = Eigen::MatrixXd::Ones(n, 6);
    for (auto _ : state) {
        Eigen::MatrixXd x = a.partialPivLu().solve(b);
        benchmark::DoNotOptimize(x.data());
    }
}

void BM_AddedMass(benchmark::State& state) {
    addedMass(state, AddedMassMethod::Galerkin);
}
void BM_AddedMassCollocation(benchmark::State& state) {
    addedMass(state, AddedMassMethod::Collocation);
}

/// Without dense matrices: the cost of a face must not grow with their number.
void BM_AddedMassFast(benchmark::State& state) {
    addedMass(state, AddedMassMethod::Fast);
    state.counters["faces/s"] =
        benchmark::Counter(static_cast<double>(body(static_cast<int>(state.range(0))).faceCount()),
                           benchmark::Counter::kIsIterationInvariantRate);
}

} // namespace

BENCHMARK(BM_DenseLu)->Arg(500)->Arg(3000)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_DenseLu)->Arg(9680)->Iterations(1)->Repetitions(1)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_AddedMass)->Arg(500)->Arg(3000)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_AddedMassFast)->Arg(500)->Arg(3000)->Arg(9680)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_AddedMassFast)->Arg(50000)->Arg(300000)->Iterations(1)->Repetitions(1)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_AddedMassCollocation)->Arg(500)->Arg(3000)->Unit(benchmark::kMillisecond);
