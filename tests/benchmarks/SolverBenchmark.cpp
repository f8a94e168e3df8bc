// SPDX-License-Identifier: Zlib
#include "BulletWorld.h"

#include <benchmark/benchmark.h>
#include <chrono>
#include <omp.h>
#include <utility>

namespace {

enum class Pile { Stock, NoneWet, AllWet };

/// A solver that measures its own time. Nothing else runs between the islands of a world.
template <class Base>
class Timed : public Base {
  public:
    using Base::Base;
    btScalar solveGroup(btCollisionObject** bodies, int numBodies, btPersistentManifold** manifolds, int numManifolds,
                        btTypedConstraint** constraints, int numConstraints, const btContactSolverInfo& info,
                        btIDebugDraw* drawer, btDispatcher* dispatcher) override {
        const auto start = std::chrono::steady_clock::now();
        const btScalar result = Base::solveGroup(bodies, numBodies, manifolds, numManifolds, constraints,
                                                 numConstraints, info, drawer, dispatcher);
        m_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return result;
    }
    double takeSeconds() { return std::exchange(m_seconds, 0.0); }

  private:
    double m_seconds = 0.0;
};

/// 200 boxes in stacks of ten on a floor, about 800 contact points: time of the solve of one step.
void solve(benchmark::State& state, Pile pile) {
    omp_set_num_threads(1);
    static const auto model = ambient::FluidBodyModel::build(ambient::makeBox({0.4, 0.2, 0.1}, 48));
    Timed<btSequentialImpulseConstraintSolver> stock;
    Timed<btFluidConstraintSolver> fluidSolver(nullptr);
    btConstraintSolver* solver = &fluidSolver;
    if (pile == Pile::Stock) solver = &stock;
    // Dry stacks of the weight in water: they have the same contacts as wet ones.
    bench::BulletWorld world(btVector3(0, 0, btScalar(pile == Pile::AllWet ? -9.81 : -9.81 / 3)), solver);
    bench::Fluid fluid(world);
    fluid.setMedium(ambient::UniformMedium::water());
    fluidSolver.addBodies(fluid);
    const auto at = [](btScalar x, btScalar z) { return btTransform(btQuaternion::getIdentity(), btVector3(x, 0, z)); };
    world.add(world.shape<btBoxShape>(btVector3(50, 50, 1)), 0, at(0, -1));
    btCollisionShape& box = world.shape<btBoxShape>(btVector3(btScalar(0.2), btScalar(0.1), btScalar(0.05)));
    for (int i = 0; i < 200; ++i) {
        btRigidBody* body = world.add(box, 12, at(btScalar(i / 10), btScalar(0.05 + 0.1 * (i % 10))));
        if (pile == Pile::AllWet) fluid.addBody(body, model);
    }
    const auto seconds = [&] { return pile == Pile::Stock ? stock.takeSeconds() : fluidSolver.takeSeconds(); };
    for (int i = 0; i < 20; ++i)
        world.step(60);
    seconds();
    for (auto _ : state) {
        world.step(60);
        state.SetIterationTime(seconds());
    }
    state.counters["contacts"] = world.contacts();
}

void BM_SolveStock(benchmark::State& state) {
    solve(state, Pile::Stock);
}
void BM_SolveNoneWet(benchmark::State& state) {
    solve(state, Pile::NoneWet);
}
void BM_SolveAllWet(benchmark::State& state) {
    solve(state, Pile::AllWet);
}

} // namespace

BENCHMARK(BM_SolveStock)->Arg(200)->UseManualTime()->Unit(benchmark::kMicrosecond)->Iterations(300);
BENCHMARK(BM_SolveNoneWet)->Arg(200)->UseManualTime()->Unit(benchmark::kMicrosecond)->Iterations(300);
BENCHMARK(BM_SolveAllWet)->Arg(200)->UseManualTime()->Unit(benchmark::kMicrosecond)->Iterations(300);
