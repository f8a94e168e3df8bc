// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/FluidGrid.h"
#include "AmbientFluidGrid/ResolvedProjection.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"
#include "BulletWorld.h"

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

/// Stirs all water of a grid.
void stir(FluidGrid& grid) {
    grid.setVelocity(
        [](const Vector3& p) { return Vector3(std::sin(6.0 * p.y()), std::sin(6.0 * p.z()), std::sin(6.0 * p.x())); });
}

/// One part of a step, without bodies.
void BM_GridStep(benchmark::State& state) {
    omp_set_num_threads(1);
    FluidGrid grid(tank(int(state.range(0))));
    stir(grid);
    const double step = 0.1 / double(state.range(0));
    for (auto _ : state)
        grid.step(step);
}

/// Places of five balls of 0.13 m in the tank.
constexpr double kBallRadius = 0.13;
const Vector3 kPlaces[] = {{0.27, 0.3, 0.3}, {0.73, 0.3, 0.33}, {0.3, 0.7, 0.3}, {0.7, 0.72, 0.68}, {0.3, 0.3, 0.75}};

std::vector<GridBody> fiveBalls(double density) {
    std::vector<GridBody> bodies(5);
    for (std::size_t i = 0; i < 5; ++i) {
        bodies[i].distance = sphereDistance(kBallRadius);
        bodies[i].radius = kBallRadius;
        bodies[i].worldFromBody.position = kPlaces[i];
        bodies[i].mass = density * 4.0 / 3.0 * kPi * std::pow(kBallRadius, 3);
        bodies[i].inertia = 0.4 * bodies[i].mass * kBallRadius * kBallRadius * Matrix3::Identity();
        bodies[i].load.linear = Vector3(1.0, 0.3 * double(i), -0.5);
    }
    return bodies;
}

/// A projection with five balls: of water's density, or lighter.
void project(benchmark::State& state, double density) {
    omp_set_num_threads(1);
    const FluidGridDef def = tank(int(state.range(0)));
    ResolvedProjection projection(def);
    projection.setBodies(fiveBalls(density));
    const GridLayout layout(def.cells);
    GridVelocity velocity;
    for (GridField& component : velocity)
        component = makeGridField(layout);
    GridField pressure = makeGridField(layout);
    for (auto _ : state)
        projection.project(0.01, velocity, pressure);
    state.counters["iterations_of_solver"] = projection.report().iterations;
}
void BM_GridResolved(benchmark::State& state) {
    project(state, 998.2);
}
void BM_GridResolvedLight(benchmark::State& state) {
    project(state, 100.0);
}

/// One part of a step with five balls of water's density that the grid resolves.
void BM_GridResolvedStep(benchmark::State& state) {
    omp_set_num_threads(1);
    FluidGrid grid(tank(int(state.range(0))));
    ResolvedProjection projection(grid.def());
    projection.setBodies(fiveBalls(998.2));
    for (GridBody& body : projection.bodies())
        body.load = Wrench(); // else they would leave the tank in a long measurement
    grid.setProjection(&projection);
    stir(grid);
    const double step = 0.1 / double(state.range(0));
    for (auto _ : state)
        grid.step(step);
}

/// A step of a world with five balls of water's density in actuator mode; one part of the grid.
void BM_GridActuator(benchmark::State& state) {
    omp_set_num_threads(1);
    bench::BulletWorld world(btVector3(0, 0, 0));
    bench::Fluid fluid(world);
    fluid.setMedium(UniformMedium::water());
    const auto model = FluidBodyModel::build(makeSphere(0.03, 320));
    btCollisionShape& shape = world.shape<btSphereShape>(btScalar(0.03));
    for (const Vector3& place : kPlaces) {
        const btTransform at(btQuaternion::getIdentity(), btFluidVector(place));
        fluid.addBody(world.add(shape, btScalar(998.2 * model->volume()), at), model);
    }
    btFluidGrid::btFluidGridConstructionInfo info;
    info.m_box = tank(int(state.range(0)));
    btFluidGrid grid(fluid, info);
    world.world().addAction(&grid);
    stir(grid.getGrid());
    for (auto _ : state)
        world.step(10 * int(state.range(0)));
    world.world().removeAction(&grid);
}

} // namespace

BENCHMARK(BM_GridStep)->Arg(32)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_GridResolved)->Arg(32)->Arg(48)->Arg(64)->Arg(96)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_GridResolvedLight)->Arg(32)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_GridResolvedStep)->Arg(32)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_GridActuator)->Arg(32)->Arg(64)->Unit(benchmark::kMillisecond);
