// SPDX-License-Identifier: Zlib
#include "../Seas.h"
#include "AmbientFluid/Math/ParallelSettings.h"
#include "AmbientFluid/Media/SampleRows.h"
#include "BulletWorld.h"

#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"

#include <algorithm>
#include <array>
#include <benchmark/benchmark.h>
#include <cmath>
#include <map>
#include <memory>
#include <omp.h>
#include <vector>

namespace {

enum class Sea { None, Flat, Asked, Waves };

/// Flat water sampled point by point, since nothing declares it flat: the cost of waves less the waves.
class AskedSurface final : public ambient::WaterSurface {
  public:
    AskedSurface() : WaterSurface(ambient::Vector3::UnitZ()) {}
    void sampleMany(const ambient::Vector3*, int count, double, ambient::SurfaceSample* samples) const override {
        std::fill_n(samples, count, ambient::SurfaceSample());
    }
    void sampleRows(const ambient::PointRows& points, double, ambient::SurfaceRows& rows) const override {
        std::fill_n(rows.height.begin(), points.count, 0.0);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::fill_n(rows.normal.of[axis].begin(), points.count, axis == 2 ? 1.0 : 0.0);
            std::fill_n(rows.velocity.of[axis].begin(), points.count, 0.0);
        }
    }
    std::array<double, 2> heightRange(double) const override { return {0.0, 0.0}; }
};

/// Water at rest sampled point by point, since nothing declares it at rest.
class AskedFlow final : public ambient::AmbientFlow {
  public:
    void sampleMany(const ambient::Vector3*, int count, double, ambient::FlowSample* samples) const override {
        std::fill_n(samples, count, ambient::FlowSample());
    }
    void sampleRows(const ambient::PointRows& points, double, ambient::MotionRows& rows) const override {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::fill_n(rows.velocity.of[axis].begin(), points.count, 0.0);
            std::fill_n(rows.acceleration.of[axis].begin(), points.count, 0.0);
        }
    }
};

std::shared_ptr<const ambient::FluidMedium> mediumOf(Sea sea) {
    const auto water = std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::water());
    const auto air = std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::air());
    if (sea == Sea::Flat) return test::seaOf(0);
    if (sea == Sea::Asked)
        return std::make_shared<ambient::DividedMedium>(
            std::make_shared<ambient::FlowingMedium>(*water, std::make_shared<AskedFlow>()), air,
            std::make_shared<AskedSurface>());
    return test::seaOf(8);
}

/// 200 barrels of 300 faces between walls: on the ground, in a heap, or afloat. Bodies and contacts never sleep.
class Barrels : public bench::BulletWorld {
  public:
    explicit Barrels(Sea sea) : BulletWorld(btVector3(0, 0, btScalar(-9.81))), m_fluid(*this) {
        static const auto model = ambient::FluidBodyModel::build(ambient::makeCylinder(0.29, 0.88, 300));
        btCollisionShape& barrel = shape<btCylinderShapeZ>(btVector3(btScalar(0.29), btScalar(0.29), btScalar(0.44)));
        btCollisionShape& wall = shape<btBoxShape>(btVector3(8, 1, 8));
        if (sea == Sea::None)
            add(shape<btBoxShape>(btVector3(20, 20, 1)), 0,
                btTransform(btQuaternion::getIdentity(), btVector3(0, 0, -1)));
        else
            m_fluid.setMedium(mediumOf(sea));
        for (int side = 0; side < 4; ++side) {
            const btQuaternion turn(btVector3(0, 0, 1), btScalar(0.5 * ambient::kPi * side));
            add(wall, 0, btTransform(turn, quatRotate(turn, btVector3(0, 8, 0))));
        }
        for (int i = 0; i < 200; ++i) {
            const btQuaternion turn(btVector3(1, 1, 0).normalized(), btScalar(0.7 * i));
            const btVector3 at(btScalar(i % 13 - 6), btScalar(i / 13 % 13 - 6), btScalar(0.6 + 1.05 * (i / 169)));
            btRigidBody* body = add(barrel, 58, btTransform(turn, at));
            if (sea != Sea::None) m_fluid.addBody(body, model);
        }
        for (int i = 0; i < 360; ++i)
            step();
    }
    void step() { BulletWorld::step(120); }

  private:
    bench::Fluid m_fluid;
};

void step(benchmark::State& state, Sea sea) {
    ambient::setParallelSettings({ambient::LoopThreads::Library, static_cast<int>(state.range(1)), {}});
    // Settling takes longer than the whole measurement. Never deleted: Bullet's static data may be gone by then.
    static std::map<Sea, Barrels>& settled = *new std::map<Sea, Barrels>;
    Barrels& barrels = settled.try_emplace(sea, sea).first->second;
    for (auto _ : state)
        barrels.step();
    state.counters["contacts"] = barrels.contacts();
    ambient::setParallelSettings({});
}

void BM_BarrelsDry(benchmark::State& state) {
    step(state, Sea::None);
}
void BM_BarrelsFlat(benchmark::State& state) {
    step(state, Sea::Flat);
}
void BM_BarrelsAsked(benchmark::State& state) {
    step(state, Sea::Asked);
}
void BM_BarrelsWaves(benchmark::State& state) {
    step(state, Sea::Waves);
}

} // namespace

BENCHMARK(BM_BarrelsDry)->Args({200, 1})->Unit(benchmark::kMillisecond)->Iterations(60)->UseRealTime();
BENCHMARK(BM_BarrelsFlat)->Args({200, 1})->Args({200, 2})->Unit(benchmark::kMillisecond)->Iterations(60)->UseRealTime();
BENCHMARK(BM_BarrelsAsked)->Args({200, 1})->Unit(benchmark::kMillisecond)->Iterations(60)->UseRealTime();
BENCHMARK(BM_BarrelsWaves)->Args({200, 1})->Unit(benchmark::kMillisecond)->Iterations(60)->UseRealTime();
