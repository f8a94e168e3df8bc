// SPDX-License-Identifier: Zlib
#include "../Seas.h"
#include "BulletWorld.h"

#include <benchmark/benchmark.h>
#include <cmath>
#include <map>
#include <omp.h>
#include <vector>

// Cost of a body by its kind. Argument: its faces; kGame: those of the model for games, kCrowd: the model for crowds.

namespace {

constexpr int kGame = 0, kCrowd = 1;

enum class Kind { Dry, DryHeld, Free, Held, Afloat, Waves };

const std::shared_ptr<const ambient::FluidBodyModel>& barrelOf(int faces) {
    static std::map<int, std::shared_ptr<const ambient::FluidBodyModel>> models;
    auto& model = models[faces];
    if (model) return model;
    if (faces == kGame || faces == kCrowd)
        model = ambient::modelOfDetail(barrelOf(500),
                                       faces == kGame ? ambient::ModelDetail::Game : ambient::ModelDetail::Crowd)
                    .model;
    else
        model = ambient::FluidBodyModel::build(ambient::makeCylinder(0.29, 0.88, faces));
    return model;
}

std::shared_ptr<const ambient::FluidMedium> mediumOf(Kind kind) {
    if (kind == Kind::Held)
        return std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::water().movingAt({0.5, 0.0, 0.0}));
    if (kind == Kind::Afloat) return test::seaOf(0);
    if (kind != Kind::Waves) return std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::water());
    return test::seaOf(8);
}

/// 200 barrels apart from each other: free ones rise slowly through deep water, held ones hang at one end in a stream.
class Kinds : public bench::BulletWorld {
  public:
    Kinds(Kind kind, int faces, int rate, int count = kCount)
        : BulletWorld(btVector3(0, 0, btScalar(-9.81))), m_fluid(*this), m_rate(rate) {
        btCollisionShape& barrel = shape<btCylinderShapeZ>(btVector3(btScalar(0.29), btScalar(0.29), btScalar(0.44)));
        const bool isDry = kind == Kind::Dry || kind == Kind::DryHeld;
        const bool isHeld = kind == Kind::Held || kind == Kind::DryHeld;
        if (!isDry) m_fluid.setMedium(mediumOf(kind));
        for (int i = 0; i < count; ++i) {
            const btQuaternion turn(btVector3(1, 1, 0).normalized(), btScalar(0.7 * i));
            const btVector3 at(btScalar(3 * (i % 20)), btScalar(3 * (i / 20)), btScalar(0.1));
            btRigidBody* body = add(barrel,
                                    btScalar(kind == Kind::Free ? 225
                                             : isHeld           ? 300
                                                                : 58),
                                    btTransform(turn, at));
            if (!isDry) m_fluid.addBody(body, barrelOf(faces));
            if (!isHeld) continue;
            m_joints.push_back(std::make_unique<btPoint2PointConstraint>(*body, btVector3(0, 0, btScalar(0.44))));
            world().addConstraint(m_joints.back().get());
        }
        for (int i = 0; i < 2 * rate; ++i)
            step();
    }
    ~Kinds() {
        for (const auto& joint : m_joints)
            world().removeConstraint(joint.get());
    }
    void step() { BulletWorld::step(m_rate); }

    static constexpr int kCount = 200;

  private:
    bench::Fluid m_fluid;
    int m_rate; ///< steps per second
    std::vector<std::unique_ptr<btPoint2PointConstraint>> m_joints;
};

template <Kind kind>
void BM_Kind(benchmark::State& state, int rate = 120) {
    omp_set_num_threads(1);
    Kinds world(kind, static_cast<int>(state.range(0)), rate);
    for (auto _ : state)
        world.step();
    state.SetItemsProcessed(state.iterations() * Kinds::kCount);
}

/// First argument: how many barrels.
template <Kind kind>
void BM_Many(benchmark::State& state) {
    omp_set_num_threads(1);
    const int count = static_cast<int>(state.range(0));
    Kinds world(kind, static_cast<int>(state.range(1)), 60, count);
    for (auto _ : state)
        world.step();
    state.SetItemsProcessed(state.iterations() * count);
}

void BM_KindDry(benchmark::State& state) {
    BM_Kind<Kind::Dry>(state);
}
void BM_KindDryHeld(benchmark::State& state) {
    BM_Kind<Kind::DryHeld>(state);
}
void BM_KindFree(benchmark::State& state) {
    BM_Kind<Kind::Free>(state);
}
void BM_KindHeld(benchmark::State& state) {
    BM_Kind<Kind::Held>(state);
}
void BM_KindAfloat(benchmark::State& state) {
    BM_Kind<Kind::Afloat>(state);
}
void BM_KindWaves(benchmark::State& state) {
    BM_Kind<Kind::Waves>(state);
}
void BM_KindDryAt60(benchmark::State& state) {
    BM_Kind<Kind::Dry>(state, 60);
}
void BM_KindAfloatAt60(benchmark::State& state) {
    BM_Kind<Kind::Afloat>(state, 60);
}
void BM_KindWavesAt60(benchmark::State& state) {
    BM_Kind<Kind::Waves>(state, 60);
}

void BM_ManyDry(benchmark::State& state) {
    BM_Many<Kind::Dry>(state);
}
void BM_ManyAfloat(benchmark::State& state) {
    BM_Many<Kind::Afloat>(state);
}
void BM_ManyWaves(benchmark::State& state) {
    BM_Many<Kind::Waves>(state);
}

} // namespace

BENCHMARK(BM_ManyDry)->ArgsProduct({{1, 100, 200, 1000, 10000}, {kGame}})->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_ManyAfloat)->ArgsProduct({{1, 100, 200, 1000, 10000}, {kGame, kCrowd}})->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_ManyWaves)->ArgsProduct({{1, 100, 200, 1000, 10000}, {kGame, kCrowd}})->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_KindDry)->Arg(0)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_KindDryHeld)->Arg(0)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_KindFree)->Arg(0)->Arg(500)->Arg(1500)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_KindHeld)->Arg(0)->Arg(500)->Arg(1500)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_KindAfloat)->Arg(0)->Arg(500)->Arg(1500)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_KindWaves)->Arg(0)->Arg(500)->Arg(1500)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_KindDryAt60)->Arg(0)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_KindAfloatAt60)->Arg(0)->Arg(500)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_KindWavesAt60)->Arg(0)->Arg(500)->Unit(benchmark::kMicrosecond);
