// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/FluidGrid.h"
#include "AmbientFluidGrid/ResolvedProjection.h"

#include <benchmark/benchmark.h>
#include <omp.h>

#include <cmath>
#include <vector>

using namespace ambient;

// Water on a grid, in one thread.

namespace {

FluidGridDef tank(int cells) {
    FluidGridDef def;
    def.cells = {cells, cells, cells};
    def.spacing = 1.0 / cells;
    return def;
}

/// One part of a step, without bodies.
void BM_GridStep(benchmark::State& state) {
    omp_set_num_threads(1);
    FluidGrid grid(tank(int(state.range(0))));
    grid.setVelocity(
        [](const Vector3& p) { return Vector3(std::sin(6.0 * p.y()), std::sin(6.0 * p.z()), std::sin(6.0 * p.x())); });
    const double step = 0.1 / double(state.range(0));
    for (auto _ : state)
        grid.step(step);
}

/// A projection with five balls of water's density.
void BM_GridResolved(benchmark::State& state) {
    omp_set_num_threads(1);
    const FluidGridDef def = tank(int(state.range(0)));
    ResolvedProjection projection(def);
    std::vector<GridBody> bodies(5);
    const Vector3 places[] = {
        {0.27, 0.3, 0.3}, {0.73, 0.3, 0.33}, {0.3, 0.7, 0.3}, {0.7, 0.72, 0.68}, {0.3, 0.3, 0.75}};
    for (std::size_t i = 0; i < 5; ++i) {
        bodies[i].distance = sphereDistance(0.13);
        bodies[i].radius = 0.13;
        bodies[i].worldFromBody.position = places[i];
        bodies[i].mass = def.density * 4.0 / 3.0 * kPi * std::pow(0.13, 3);
        bodies[i].inertia = 0.4 * bodies[i].mass * 0.13 * 0.13 * Matrix3::Identity();
        bodies[i].load.linear = Vector3(1.0, 0.3 * double(i), -0.5);
    }
    projection.setBodies(bodies);
    const GridLayout layout(def.cells);
    GridVelocity velocity;
    for (GridField& component : velocity)
        component = makeGridField(layout);
    GridField pressure = makeGridField(layout);
    for (auto _ : state)
        projection.project(0.01, velocity, pressure);
    state.counters["iterations_of_solver"] = projection.report().iterations;
}

} // namespace

BENCHMARK(BM_GridStep)->Arg(32)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_GridResolved)->Arg(32)->Arg(64)->Unit(benchmark::kMillisecond);
