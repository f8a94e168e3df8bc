// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btAmbientFluidCommon.h"

#include <benchmark/benchmark.h>
#include <btBulletDynamicsCommon.h>
#include <memory>
#include <omp.h>
#include <vector>

namespace {

constexpr double kRadius = 0.29, kLength = 0.88; // [m]

std::shared_ptr<const ambient::FluidMedium> sea() {
    ambient::SeaDef sea = ambient::fullyGrownSea(6.0);
    sea.spread = 8.0;
    const ambient::WaveSet waves(ambient::makeSea(sea));
    return std::make_shared<ambient::DividedMedium>(
        std::make_shared<ambient::FlowingMedium>(ambient::UniformMedium::water(),
                                                 std::make_shared<ambient::WaveFlow>(waves)),
        std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::air()),
        std::make_shared<ambient::GerstnerWaves>(waves));
}

/// A step of 200 barrels of about 300 faces, afloat in a sea of 16 waves, apart from each other.
void step(benchmark::State& state, btFluidDetail detail) {
    omp_set_num_threads(1);
    static const auto model = ambient::FluidBodyModel::build(ambient::makeCylinder(kRadius, kLength, 300));
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver stockSolver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &stockSolver, &configuration);
    world.setGravity(btVector3(0, 0, btScalar(-9.81)));
    btCylinderShapeZ shape{btVector3(btScalar(kRadius), btScalar(kRadius), btScalar(0.5 * kLength))};
    std::vector<std::unique_ptr<btRigidBody>> barrels;
    btFluidAction fluid(&world);
    fluid.setMedium(sea());
    world.addAction(&fluid);
    btFluidConstraintSolver solver(fluid);
    world.setConstraintSolver(&solver);
    const btScalar mass = btScalar(400.0 * model->volume());
    btVector3 inertia;
    shape.calculateLocalInertia(mass, inertia);
    for (int i = 0; i < int(state.range(0)); ++i) {
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
        info.m_startWorldTransform.setRotation(btQuaternion(btVector3(1, 0, 0), btScalar(0.5 * ambient::kPi)));
        info.m_startWorldTransform.setOrigin(btVector3(btScalar(3 * (i % 16)), btScalar(3 * (i / 16)), 0));
        barrels.push_back(std::make_unique<btRigidBody>(info));
        barrels.back()->setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(barrels.back().get());
        fluid.addBody(barrels.back().get(), model);
        fluid.setDetail(barrels.back().get(), detail);
    }
    for (int i = 0; i < 30; ++i)
        world.stepSimulation(btScalar(1.0 / 60), 0);
    for (auto _ : state)
        world.stepSimulation(btScalar(1.0 / 60), 0);
    fluid.removeAllBodies();
    world.removeAction(&fluid);
    for (auto& barrel : barrels)
        world.removeRigidBody(barrel.get());
}

void BM_DetailFull(benchmark::State& state) {
    step(state, BT_FLUID_FULL_DETAIL);
}
void BM_DetailPoints(benchmark::State& state) {
    step(state, BT_FLUID_POINT_DETAIL);
}
void BM_DetailBuoyancy(benchmark::State& state) {
    step(state, BT_FLUID_BUOYANCY_DETAIL);
}

} // namespace

BENCHMARK(BM_DetailFull)->Arg(200)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_DetailPoints)->Arg(200)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_DetailBuoyancy)->Arg(200)->Unit(benchmark::kMicrosecond);
