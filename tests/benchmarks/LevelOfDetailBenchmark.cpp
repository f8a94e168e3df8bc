// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidLevelsOfDetail.h"
#include "BulletWorld.h"

#include <benchmark/benchmark.h>
#include <memory>
#include <omp.h>

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
void step(benchmark::State& state, btFluidLevelOfDetail detail) {
    omp_set_num_threads(1);
    static const auto model = ambient::FluidBodyModel::build(ambient::makeCylinder(kRadius, kLength, 300));
    bench::BulletWorld world(btVector3(0, 0, btScalar(-9.81)));
    btCollisionShape& shape =
        world.shape<btCylinderShapeZ>(btVector3(btScalar(kRadius), btScalar(kRadius), btScalar(0.5 * kLength)));
    bench::Fluid fluid(world);
    fluid.setMedium(sea());
    btFluidConstraintSolver solver(fluid);
    world.world().setConstraintSolver(&solver);
    const btQuaternion lying(btVector3(1, 0, 0), btScalar(0.5 * ambient::kPi));
    for (int i = 0; i < int(state.range(0)); ++i) {
        const btVector3 at(btScalar(3 * (i % 16)), btScalar(3 * (i / 16)), 0);
        btRigidBody* barrel = world.add(shape, btScalar(400.0 * model->volume()), btTransform(lying, at));
        fluid.addBody(barrel, model);
        fluid.getLevelsOfDetail().set(barrel, detail);
    }
    for (int i = 0; i < 30; ++i)
        world.step(60);
    for (auto _ : state)
        world.step(60);
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
