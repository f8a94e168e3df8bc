// SPDX-License-Identifier: Zlib
#include "BulletWorld.h"

#include <benchmark/benchmark.h>
#include <omp.h>
#include <vector>

namespace {

enum class Pile { Dry, DropIn, Exact };

/// 200 boxes at rest after a drop between four walls; the same heap each time.
class Heap : public bench::BulletWorld {
  public:
    Heap() : BulletWorld(btVector3(0, 0, btScalar(-9.81))) {
        btCollisionShape& boxShape = shape<btBoxShape>(btVector3(btScalar(0.2), btScalar(0.1), btScalar(0.05)));
        btCollisionShape& wall = shape<btBoxShape>(btVector3(2, 1, 4));
        add(shape<btBoxShape>(btVector3(50, 50, 1)), 0, btTransform(btQuaternion::getIdentity(), btVector3(0, 0, -1)));
        for (int side = 0; side < 4; ++side) {
            const btQuaternion turn(btVector3(0, 0, 1), btScalar(0.5 * ambient::kPi * side));
            add(wall, 0, btTransform(turn, quatRotate(turn, btVector3(0, 2, 3))));
        }
        static std::vector<btTransform> settled;
        const bool isFirst = settled.empty();
        for (int i = 0; i < kCount; ++i)
            add(boxShape, 12, isFirst ? above(i) : settled[std::size_t(i)]);
        for (int i = 0; i < 600 && isFirst; ++i)
            step();
        for (int i = 0; i < kCount && isFirst; ++i)
            settled.push_back(box(i).getCenterOfMassTransform());
    }

    static constexpr int kCount = 200;
    btRigidBody& box(int i) { return *bodies()[bodies().size() - kCount + std::size_t(i)]; }
    void step() { BulletWorld::step(60); }

  private:
    static btTransform above(int i) {
        const btQuaternion turn(btVector3(1, 2, 3).normalized(), btScalar(1.7 * i));
        return btTransform(turn, btVector3(btScalar(-0.75 + 0.5 * (i % 4)), btScalar(-0.75 + 0.5 * (i / 4 % 4)),
                                           btScalar(0.3 + 0.5 * (i / 16))));
    }
};

/// A step of the heap in air: wet and dry bodies have the same contacts.
void step(benchmark::State& state, Pile pile) {
    omp_set_num_threads(1);
    static const auto model = ambient::FluidBodyModel::build(ambient::makeBox({0.4, 0.2, 0.1}, 500));
    Heap heap;
    bench::Fluid fluid(heap);
    fluid.setMedium(ambient::UniformMedium::air());
    btFluidConstraintSolver exact(fluid);
    if (pile == Pile::Exact) heap.world().setConstraintSolver(&exact);
    for (int i = 0; i < Heap::kCount && pile != Pile::Dry; ++i)
        fluid.addBody(&heap.box(i), model);
    for (int i = 0; i < 20; ++i)
        heap.step();
    for (auto _ : state)
        heap.step();
    state.counters["contacts"] = heap.contacts();
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
