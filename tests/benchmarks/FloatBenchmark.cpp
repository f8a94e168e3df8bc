// SPDX-License-Identifier: Zlib
#include "BulletWorld.h"

#include "AmbientFluid/Media/DividedMedium.h"

#include <benchmark/benchmark.h>
#include <omp.h>

namespace {

/// 200 barrels bobbing far apart in still water: the cost of waves.
class Floats : public bench::BulletWorld {
  public:
    explicit Floats(bool makesWaves)
        : BulletWorld(btVector3(0, 0, btScalar(-9.81))), m_fluid(*this, optionsOf(makesWaves)) {
        static const auto model = ambient::FluidBodyModel::build(ambient::makeCylinder(0.29, 0.88, 300));
        m_fluid.setMedium(std::make_shared<ambient::DividedMedium>(
            std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::water()),
            std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::air()),
            std::make_shared<ambient::FlatSurface>(0.0)));
        btCollisionShape& barrel = shape<btCylinderShapeZ>(btVector3(btScalar(0.29), btScalar(0.29), btScalar(0.44)));
        for (int i = 0; i < 200; ++i) {
            const btQuaternion turn(btVector3(1, 1, 0).normalized(), btScalar(0.7 * i));
            m_fluid.addBody(
                add(barrel, 58,
                    btTransform(turn, btVector3(btScalar(3 * (i % 20)), btScalar(3 * (i / 20)), btScalar(0.1)))),
                model);
        }
        for (int i = 0; i < 120; ++i)
            step();
    }
    void step() { BulletWorld::step(120); }

  private:
    static btFluidAction::btFluidActionConstructionInfo optionsOf(bool makesWaves) {
        btFluidAction::btFluidActionConstructionInfo info = bench::quiet();
        info.m_makesWaves = makesWaves;
        return info;
    }

    bench::Fluid m_fluid;
};

/// 200 rods in a stream: free, or each held by a hinge at its end.
class Rods : public bench::BulletWorld {
  public:
    explicit Rods(bool held) : BulletWorld(btVector3(0, 0, btScalar(-9.81))), m_fluid(*this), m_solver(m_fluid) {
        static const auto model = ambient::FluidBodyModel::build(ambient::makeEllipsoid({0.06, 0.02, 0.02}, 300));
        world().setConstraintSolver(&m_solver);
        m_fluid.setMedium(ambient::UniformMedium::water().movingAt({0.3, 0.0, 0.0}));
        btCollisionShape& rod = shape<btSphereShape>(btScalar(0.02));
        for (int i = 0; i < 200; ++i) {
            const btTransform at(btQuaternion::getIdentity(), btVector3(btScalar(i % 20), btScalar(i / 20), 0));
            btRigidBody* body = add(rod, btScalar(0.15), at);
            m_fluid.addBody(body, model);
            if (!held) continue;
            m_joints.push_back(std::make_unique<btPoint2PointConstraint>(*body, btVector3(btScalar(0.06), 0, 0)));
            world().addConstraint(m_joints.back().get());
        }
        for (int i = 0; i < 240; ++i)
            step();
    }
    ~Rods() {
        for (const auto& joint : m_joints)
            world().removeConstraint(joint.get());
    }
    void step() { BulletWorld::step(120); }

  private:
    bench::Fluid m_fluid;
    btFluidConstraintSolver m_solver;
    std::vector<std::unique_ptr<btPoint2PointConstraint>> m_joints;
};

template <class World>
void stepOf(benchmark::State& state, bool choice) {
    omp_set_num_threads(1);
    World world(choice);
    for (auto _ : state)
        world.step();
}

void BM_Floats(benchmark::State& state) {
    stepOf<Floats>(state, true);
}
void BM_FloatsWithoutWaves(benchmark::State& state) {
    stepOf<Floats>(state, false);
}
void BM_RodsHeld(benchmark::State& state) {
    stepOf<Rods>(state, true);
}
void BM_RodsFree(benchmark::State& state) {
    stepOf<Rods>(state, false);
}

} // namespace

BENCHMARK(BM_Floats)->Arg(200)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_FloatsWithoutWaves)->Arg(200)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_RodsHeld)->Arg(200)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_RodsFree)->Arg(200)->Unit(benchmark::kMicrosecond);
