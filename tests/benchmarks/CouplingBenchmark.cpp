// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/CouplingGroups.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <benchmark/benchmark.h>
#include <omp.h>

#include <cstdint>
#include <memory>
#include <vector>

using namespace ambient;

// A step of the coupling of neutrally buoyant unit spheres, 38 modes at most, in one thread.

namespace {

void step(benchmark::State& state, const std::vector<Vector3>& places, int faces = 320) {
    omp_set_num_threads(1);
    const std::shared_ptr<const CouplingShape> shape = CouplingShape::build(makeSphere(1.0, faces), {faces, 5});
    const double mass = 4.0 / 3.0 * kPi;
    std::vector<GroupedMover> movers(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        movers[i].density = 1.0;
        movers[i].mover.shape = shape.get();
        movers[i].mover.worldFromBody.position = places[i];
        movers[i].mover.inertia = SpatialInertia::ofBody(1.5 * mass, 0.4 * mass * Matrix3::Identity());
        movers[i].mover.momentum.linear = {1.0, 0.1 * static_cast<double>(i % 7), -0.3 * static_cast<double>(i % 3)};
    }
    CouplingGroups groups;
    for (auto _ : state) {
        std::vector<GroupedMover> moved = movers;
        groups.kick(moved, 1.0 / 60.0);
        benchmark::DoNotOptimize(moved.data());
    }
}

std::vector<Vector3> lattice(std::int64_t count, double spacing) {
    std::vector<Vector3> places;
    for (int i = 0; i < count; ++i)
        places.emplace_back(spacing * (i % 5), spacing * (i / 5 % 5), spacing * (i / 25));
    return places;
}

/// The first two or three corners of a triangle.
void triangle(benchmark::State& state, double side, int faces = 320) {
    std::vector<Vector3> places = {{0.0, 0.0, 0.0}, {side, 0.0, 0.0}, {0.5 * side, 0.875 * side, 0.0}};
    places.resize(static_cast<std::size_t>(state.range(0)));
    step(state, places, faces);
}

/// Gaps of .2 radii: all faces.
void BM_CouplingNear(benchmark::State& state) {
    triangle(state, 2.2);
}
void BM_CouplingNearFine(benchmark::State& state) {
    triangle(state, 2.2, 1194);
}
void BM_CouplingFar(benchmark::State& state) {
    triangle(state, 3.8);
}
/// Neighbours at 1.85 sums of radii.
void BM_CouplingTankFar(benchmark::State& state) {
    step(state, lattice(state.range(0), 3.7));
}
/// Neighbours at 1.5 sums of radii: 240 pairs by 96 clusters.
void BM_CouplingTankNear(benchmark::State& state) {
    step(state, lattice(state.range(0), 3.0));
}

} // namespace

BENCHMARK(BM_CouplingNear)->Arg(2)->Arg(3)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_CouplingNearFine)->Arg(3)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_CouplingFar)->Arg(3)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_CouplingTankFar)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_CouplingTankNear)->Arg(100)->Unit(benchmark::kMillisecond);
