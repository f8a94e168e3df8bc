// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/FluidGrid.h"
#include "AmbientFluidGrid/ResolvedProjection.h"
#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"
#include "BulletWorld.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
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

/// One part of a step with five balls resolved by the grid, of water's density.
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

/// A tank of 64 x 32 x 32 cells with a row of five balls resolved by the grid, of water's density: links of a chain
/// with hinges, or free bodies.
class ResolvedRow {
  public:
    explicit ResolvedRow(bool isChain)
        : m_world(&m_dispatcher, &m_broadphase, &m_solver, &m_configuration), m_fluid(&m_world, bench::quiet()) {
        omp_set_num_threads(1);
        m_world.setGravity(btVector3(0, 0, 0));
        m_fluid.setMedium(UniformMedium::water());
        m_grid = std::make_unique<btFluidGrid>(m_fluid, info());
        m_world.addAction(&m_fluid);
        m_world.addAction(m_grid.get());
        m_solver.addBodies(m_fluid);
        m_solver.addBodies(*m_grid);
        stir(m_grid->getGrid());
        isChain ? addChain() : addBalls();
    }
    ~ResolvedRow() {
        for (auto& body : m_bodies) {
            m_grid->removeResolved(body.get());
            m_world.removeRigidBody(body.get());
        }
        if (m_chain) {
            m_grid->removeResolved(m_chain.get());
            m_world.removeMultiBody(m_chain.get());
        }
        m_world.removeAction(m_grid.get());
        m_world.removeAction(&m_fluid);
    }
    void step() { m_world.stepSimulation(btScalar(1.0 / 320), 0); }

  private:
    static constexpr double kRadius = 0.13, kDistance = 0.3;

    static btFluidGrid::btFluidGridConstructionInfo info() {
        btFluidGrid::btFluidGridConstructionInfo info;
        info.m_box = tank(32);
        info.m_box.cells[0] = 64;
        return info;
    }
    void addChain() {
        const int links = 4;
        m_chain = std::make_unique<btMultiBody>(links, m_mass, m_inertia, false, false);
        const btVector3 half(btScalar(0.5 * kDistance), 0, 0);
        for (int i = 0; i < links; ++i)
            m_chain->setupRevolute(i, m_mass, m_inertia, i - 1, btQuaternion::getIdentity(),
                                   i % 2 == 0 ? btVector3(0, 1, 0) : btVector3(0, 0, 1), half, half, true);
        m_chain->finalizeMultiDof();
        m_chain->setCanSleep(false);
        m_chain->setBasePos(place(0));
        m_world.addMultiBody(m_chain.get());
        m_grid->addResolved(m_chain.get(), std::vector<btFluidLinkModel>(
                                               links + 1, btFluidLinkModel{m_model, btTransform::getIdentity()}));
    }
    void addBalls() {
        for (int i = 0; i < 5; ++i) {
            btRigidBody::btRigidBodyConstructionInfo info(m_mass, nullptr, &m_shape, m_inertia);
            info.m_startWorldTransform.setOrigin(place(i));
            m_bodies.push_back(std::make_unique<btRigidBody>(info));
            m_bodies.back()->setActivationState(DISABLE_DEACTIVATION);
            m_world.addRigidBody(m_bodies.back().get(), 0, 0);
            m_grid->addResolved(m_bodies.back().get(), m_model);
        }
    }
    static btVector3 place(int i) { return {btScalar(0.4 + kDistance * i), btScalar(0.5), btScalar(0.5)}; }

    std::shared_ptr<const FluidBodyModel> m_model = FluidBodyModel::build(makeSphere(kRadius, 320));
    btScalar m_mass = btScalar(998.2 * m_model->volume());
    btVector3 m_inertia = m_mass * btScalar(0.4 * kRadius * kRadius) * btVector3(1, 1, 1);
    btSphereShape m_shape{btScalar(kRadius)};
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher{&m_configuration};
    btDbvtBroadphase m_broadphase;
    btFluidMultiBodyConstraintSolver m_solver{nullptr};
    btMultiBodyDynamicsWorld m_world;
    btFluidAction m_fluid;
    std::unique_ptr<btFluidGrid> m_grid;
    std::unique_ptr<btMultiBody> m_chain;
    std::vector<std::unique_ptr<btRigidBody>> m_bodies;
};

void resolvedRow(benchmark::State& state, bool isChain) {
    ResolvedRow row(isChain);
    for (auto _ : state)
        row.step();
}
void BM_GridResolvedChain(benchmark::State& state) {
    resolvedRow(state, true);
}
void BM_GridResolvedBalls(benchmark::State& state) {
    resolvedRow(state, false);
}

} // namespace

BENCHMARK(BM_GridStep)->Arg(32)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_GridResolved)->Arg(32)->Arg(48)->Arg(64)->Arg(96)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_GridResolvedLight)->Arg(32)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_GridResolvedStep)->Arg(32)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_GridActuator)->Arg(32)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_GridResolvedChain)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_GridResolvedBalls)->Unit(benchmark::kMillisecond);
