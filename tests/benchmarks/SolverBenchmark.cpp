// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btAmbientFluidCommon.h"

#include <benchmark/benchmark.h>
#include <btBulletDynamicsCommon.h>
#include <chrono>
#include <memory>
#include <omp.h>
#include <vector>

namespace {

enum class Pile { Stock, NoneWet, AllWet };

/// A solver that keeps the time spent in it, and solves a world's islands with nothing else in between.
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

/// 200 boxes in stacks of ten on a floor, about 800 contact points; what one step's solve of them takes.
void solve(benchmark::State& state, Pile pile) {
    omp_set_num_threads(1);
    static const auto model = ambient::FluidBodyModel::build(ambient::makeBox({0.4, 0.2, 0.1}, 48));
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    Timed<btSequentialImpulseConstraintSolver> stock;
    Timed<btFluidConstraintSolver> fluidSolver(nullptr);
    btConstraintSolver* solver = &fluidSolver;
    if (pile == Pile::Stock) solver = &stock;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, solver, &configuration);
    // Dry stacks under what water leaves of the weight: they have the same contacts as wet ones.
    world.setGravity(btVector3(0, 0, btScalar(pile == Pile::AllWet ? -9.81 : -9.81 / 3)));
    btFluidAction::btFluidActionConstructionInfo quiet;
    quiet.m_announceMode = false;
    btFluidAction fluid(&world, quiet);
    fluid.setMedium(ambient::UniformMedium::water());
    fluidSolver.addBodies(fluid);
    world.addAction(&fluid);
    btBoxShape box(btVector3(btScalar(0.2), btScalar(0.1), btScalar(0.05))), floor(btVector3(50, 50, 1));
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    const auto add = [&](btCollisionShape& shape, btScalar mass, const btVector3& at) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape.calculateLocalInertia(mass, inertia);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
        info.m_startWorldTransform.setOrigin(at);
        bodies.push_back(std::make_unique<btRigidBody>(info));
        bodies.back()->setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(bodies.back().get());
        return bodies.back().get();
    };
    add(floor, 0, btVector3(0, 0, -1));
    for (int i = 0; i < 200; ++i) {
        const btVector3 at(btScalar(i / 10), 0, btScalar(0.05 + 0.1 * (i % 10)));
        btRigidBody* body = add(box, 12, at);
        if (pile == Pile::AllWet) fluid.addBody(body, model);
    }
    const auto seconds = [&] { return pile == Pile::Stock ? stock.takeSeconds() : fluidSolver.takeSeconds(); };
    for (int i = 0; i < 20; ++i)
        world.stepSimulation(btScalar(1.0 / 60), 0);
    seconds();
    for (auto _ : state) {
        world.stepSimulation(btScalar(1.0 / 60), 0);
        state.SetIterationTime(seconds());
    }
    int points = 0;
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i)
        points += dispatcher.getManifoldByIndexInternal(i)->getNumContacts();
    state.counters["contacts"] = points;
    fluid.removeAllBodies();
    world.removeAction(&fluid);
    for (auto& body : bodies)
        world.removeRigidBody(body.get());
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
