// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btAmbientFluidCommon.h"

#include <benchmark/benchmark.h>
#include <btBulletDynamicsCommon.h>
#include <memory>
#include <omp.h>
#include <vector>

namespace {

/// Free bodies of 500 faces in a world; the wet half of the comparison puts them into air.
void step(benchmark::State& state, bool wet) {
    omp_set_num_threads(1);
    static const auto model = ambient::FluidBodyModel::build(ambient::makeEllipsoid({0.10, 0.06, 0.03}, 500));
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    btSphereShape shape(btScalar(0.1));
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    btFluidAction fluid(&world);
    fluid.setMedium(ambient::UniformMedium::air());
    world.addAction(&fluid);
    for (int i = 0; i < int(state.range(0)); ++i) {
        btRigidBody::btRigidBodyConstructionInfo info(btScalar(1), nullptr, &shape,
                                                      btVector3(btScalar(0.001), btScalar(0.002), btScalar(0.003)));
        info.m_startWorldTransform.setOrigin(btVector3(btScalar(i), 0, 0));
        bodies.push_back(std::make_unique<btRigidBody>(info));
        bodies.back()->setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(bodies.back().get());
        bodies.back()->setLinearVelocity(btVector3(1, 2, 0));
        bodies.back()->setAngularVelocity(btVector3(2, 1, 3));
        if (wet) fluid.addBody(bodies.back().get(), model);
    }
    world.setGravity(btVector3(0, 0, 0)); // speeds stay what they are, step after step
    for (auto& body : bodies)
        body->setGravity(btVector3(0, 0, 0));
    for (auto _ : state)
        world.stepSimulation(btScalar(1.0 / 240), 0);
    state.SetItemsProcessed(state.iterations() * state.range(0));
    fluid.removeAllBodies();
    world.removeAction(&fluid);
    for (auto& body : bodies)
        world.removeRigidBody(body.get());
}

void BM_StepPlain(benchmark::State& state) {
    step(state, false);
}
void BM_StepFluid(benchmark::State& state) {
    step(state, true);
}

} // namespace

BENCHMARK(BM_StepPlain)->Arg(1)->Arg(100)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_StepFluid)->Arg(1)->Arg(100)->Unit(benchmark::kMicrosecond);
