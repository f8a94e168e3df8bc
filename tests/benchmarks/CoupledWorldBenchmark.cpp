// SPDX-License-Identifier: Zlib
#include "BulletWorld.h"

#include "BulletAmbientFluid/btFluidCoupling.h"

#include <benchmark/benchmark.h>
#include <omp.h>

#include <memory>

namespace {

enum class Flow { None, OutOfReach, Coupled };

/// Neutrally buoyant balls of 320 faces and radius .1 m in water, as a step of Bullet moves them, in one thread.
/// \param spacing of the lattice, in radii; at 2 or below, the balls touch: a step is then one of the exact solver
void step(benchmark::State& state, int across, double spacing, Flow flow) {
    omp_set_num_threads(1);
    constexpr double kRadius = 0.1;
    static const auto model = ambient::FluidBodyModel::build(ambient::makeSphere(kRadius, 320));
    const int count = static_cast<int>(state.range(0));
    bench::BulletWorld world(btVector3(0, 0, 0));
    btCollisionShape& ball = world.shape<btSphereShape>(btScalar(kRadius));
    bench::Fluid fluid(world);
    fluid.setMedium(ambient::UniformMedium::water());
    btFluidConstraintSolver exact(fluid);
    world.world().setConstraintSolver(&exact);
    const double mass = 998.2 * model->volume();
    for (int i = 0; i < count; ++i) {
        const btVector3 at(btScalar(i % across), btScalar(i / across % across), btScalar(i / (across * across)));
        btRigidBody* body =
            world.add(ball, btScalar(mass), btTransform(btQuaternion::getIdentity(), btScalar(spacing * kRadius) * at));
        body->setLinearVelocity(btScalar(0.01) * btVector3(btScalar(i % 3 - 1), btScalar(i % 2), btScalar(i % 5 - 2)));
        fluid.addBody(body, model);
    }
    std::unique_ptr<btFluidCoupling> coupling;
    if (flow != Flow::None) {
        btFluidCoupling::btFluidCouplingConstructionInfo info;
        if (flow == Flow::OutOfReach) info.m_reach = 0.5;
        coupling = std::make_unique<btFluidCoupling>(fluid, info);
        world.world().addAction(coupling.get());
    }
    for (int i = 0; i < 3; ++i)
        world.step(240);
    for (auto _ : state)
        world.step(240);
    state.counters["contacts"] = world.contacts();
    if (coupling) world.world().removeAction(coupling.get());
}

void BM_TankUncoupled(benchmark::State& state) {
    step(state, 5, 3.7, Flow::None);
}
void BM_TankOutOfReach(benchmark::State& state) {
    step(state, 5, 3.7, Flow::OutOfReach);
}
void BM_TankCoupled(benchmark::State& state) {
    step(state, 5, 3.7, Flow::Coupled);
}
void BM_TouchingUncoupled(benchmark::State& state) {
    step(state, 2, 1.99, Flow::None);
}
void BM_TouchingCoupled(benchmark::State& state) {
    step(state, 2, 1.99, Flow::Coupled);
}

} // namespace

BENCHMARK(BM_TankUncoupled)->Arg(100)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_TankOutOfReach)->Arg(100)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_TankCoupled)->Arg(100)->Unit(benchmark::kMicrosecond)->Iterations(30);
BENCHMARK(BM_TouchingUncoupled)->Arg(8)->Unit(benchmark::kMicrosecond)->Iterations(100);
BENCHMARK(BM_TouchingCoupled)->Arg(8)->Unit(benchmark::kMicrosecond)->Iterations(50);
