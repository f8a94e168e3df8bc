// SPDX-License-Identifier: Zlib
#include "FreeBodies.h"

#include <benchmark/benchmark.h>
#include <omp.h>
#include <vector>

namespace {

enum class Pile { Dry, DropIn, Exact };

/// 200 boxes that were dropped between four walls, and lie; the same heap each time.
class Heap {
  public:
    Heap()
        : m_dispatcher(&m_configuration), m_world(&m_dispatcher, &m_broadphase, &m_stock, &m_configuration),
          m_box(btVector3(btScalar(0.2), btScalar(0.1), btScalar(0.05))), m_floor(btVector3(50, 50, 1)),
          m_wall(btVector3(2, 1, 4)) {
        m_world.setGravity(btVector3(0, 0, btScalar(-9.81)));
        add(m_floor, 0, btTransform(btQuaternion::getIdentity(), btVector3(0, 0, -1)));
        for (int side = 0; side < 4; ++side) {
            const btQuaternion turn(btVector3(0, 0, 1), btScalar(0.5 * ambient::kPi * side));
            add(m_wall, 0, btTransform(turn, quatRotate(turn, btVector3(0, 2, 3))));
        }
        static std::vector<btTransform> settled;
        const bool isFirst = settled.empty();
        for (int i = 0; i < kCount; ++i)
            add(m_box, 12, isFirst ? above(i) : settled[std::size_t(i)]);
        for (int i = 0; i < 600 && isFirst; ++i)
            step();
        for (int i = 0; i < kCount && isFirst; ++i)
            settled.push_back(box(i).getCenterOfMassTransform());
    }
    ~Heap() {
        for (auto& body : m_bodies)
            m_world.removeRigidBody(body.get());
    }

    static constexpr int kCount = 200;
    btRigidBody& box(int i) { return *m_bodies[m_bodies.size() - kCount + std::size_t(i)]; }
    btDiscreteDynamicsWorld& world() { return m_world; }
    void step() { m_world.stepSimulation(btScalar(1.0 / 60), 0); }

    int contacts() {
        int points = 0;
        for (int i = 0; i < m_dispatcher.getNumManifolds(); ++i)
            points += m_dispatcher.getManifoldByIndexInternal(i)->getNumContacts();
        return points;
    }

  private:
    static btTransform above(int i) {
        const btQuaternion turn(btVector3(1, 2, 3).normalized(), btScalar(1.7 * i));
        return btTransform(turn, btVector3(btScalar(-0.75 + 0.5 * (i % 4)), btScalar(-0.75 + 0.5 * (i / 4 % 4)),
                                           btScalar(0.3 + 0.5 * (i / 16))));
    }

    void add(btCollisionShape& shape, btScalar mass, const btTransform& at) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape.calculateLocalInertia(mass, inertia);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
        info.m_startWorldTransform = at;
        m_bodies.push_back(std::make_unique<btRigidBody>(info));
        m_bodies.back()->setActivationState(DISABLE_DEACTIVATION);
        m_world.addRigidBody(m_bodies.back().get());
    }

    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher;
    btDbvtBroadphase m_broadphase;
    btSequentialImpulseConstraintSolver m_stock;
    btDiscreteDynamicsWorld m_world;
    btBoxShape m_box, m_floor, m_wall;
    std::vector<std::unique_ptr<btRigidBody>> m_bodies;
};

/// A step of the heap in air, so that wet and dry have the same contacts.
void step(benchmark::State& state, Pile pile) {
    omp_set_num_threads(1);
    static const auto model = ambient::FluidBodyModel::build(ambient::makeBox({0.4, 0.2, 0.1}, 500));
    Heap heap;
    btFluidAction fluid(&heap.world(), bench::quiet());
    fluid.setMedium(ambient::UniformMedium::air());
    heap.world().addAction(&fluid);
    btFluidConstraintSolver exact(fluid);
    if (pile == Pile::Exact) heap.world().setConstraintSolver(&exact);
    for (int i = 0; i < Heap::kCount && pile != Pile::Dry; ++i)
        fluid.addBody(&heap.box(i), model);
    for (int i = 0; i < 20; ++i)
        heap.step();
    for (auto _ : state)
        heap.step();
    state.counters["contacts"] = heap.contacts();
    fluid.removeAllBodies();
    heap.world().removeAction(&fluid);
}

void BM_PileDry(benchmark::State& state) {
    step(state, Pile::Dry);
}
void BM_PileDropIn(benchmark::State& state) {
    step(state, Pile::DropIn);
}
void BM_PileExact(benchmark::State& state) {
    step(state, Pile::Exact);
}

} // namespace

BENCHMARK(BM_PileDry)->Arg(200)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_PileDropIn)->Arg(200)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_PileExact)->Arg(200)->Unit(benchmark::kMicrosecond);
