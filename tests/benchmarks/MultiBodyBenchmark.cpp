// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidMultiBodyOptions.h"
#include "FreeBodies.h"

#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <benchmark/benchmark.h>
#include <omp.h>

// Steps of multi-bodies of 15 links of 300 faces, in one thread.

namespace {

using namespace bench;

constexpr int kLinks = 15, kFaces = 300;

/// A world of multi-bodies or rigid bodies, dry or in air or water.
class Links {
  public:
    enum Kind { Dry, Wet, Coupled, Posed };

    Links(Kind kind, const btVector3& gravity, const ambient::UniformMedium& medium)
        : m_kind(kind), m_box(btVector3(btScalar(0.1), btScalar(0.06), btScalar(0.03))),
          m_world(&m_dispatcher, &m_broadphase, &m_stock, &m_configuration), m_fluid(&m_world, quiet()),
          m_solver(m_fluid) {
        omp_set_num_threads(1);
        m_world.setGravity(gravity);
        if (kind == Dry) return;
        m_fluid.setMedium(medium);
        m_world.addAction(&m_fluid);
        m_world.setMultiBodyConstraintSolver(&m_solver);
    }
    ~Links() {
        m_fluid.removeAllBodies();
        for (auto& chain : m_chains)
            m_fluid.removeMultiBody(chain.get());
        if (m_kind != Dry) m_world.removeAction(&m_fluid);
        for (auto& collider : m_colliders)
            m_world.removeCollisionObject(collider.get());
        for (auto& chain : m_chains)
            m_world.removeMultiBody(chain.get());
        for (auto& body : m_bodies)
            m_world.removeRigidBody(body.get());
        m_world.setMultiBodyConstraintSolver(&m_stock);
    }
    Links(const Links&) = delete;
    Links& operator=(const Links&) = delete;

    /// A slowly moving chain. \param isTouching whether its links have colliders
    void addChain(const btVector3& at, bool isTouching) {
        btVector3 inertia;
        m_box.calculateLocalInertia(1, inertia);
        m_chains.push_back(std::make_unique<btMultiBody>(kLinks - 1, btScalar(1), inertia, false, false));
        btMultiBody& chain = *m_chains.back();
        for (int i = 0; i < kLinks - 1; ++i)
            chain.setupRevolute(i, 1, inertia, i - 1, btQuaternion::getIdentity(),
                                i % 2 == 0 ? btVector3(0, 1, 0) : btVector3(0, 0, 1), btVector3(btScalar(0.1), 0, 0),
                                btVector3(btScalar(0.1), 0, 0), true);
        chain.finalizeMultiDof();
        chain.setBasePos(at);
        chain.setBaseVel(btVector3(1, 2, 0) * (isTouching ? 0 : 1));
        for (int i = 0; !isTouching && i < kLinks - 1; ++i)
            chain.setJointVel(i, btScalar(0.02 * (i % 3)));
        chain.setCanSleep(false);
        m_world.addMultiBody(&chain);
        for (int i = -1; isTouching && i < kLinks - 1; ++i) {
            m_colliders.push_back(std::make_unique<btMultiBodyLinkCollider>(&chain, i));
            btMultiBodyLinkCollider& collider = *m_colliders.back();
            collider.setCollisionShape(&m_box);
            m_world.addCollisionObject(&collider, btBroadphaseProxy::DefaultFilter, btBroadphaseProxy::StaticFilter);
            (i < 0 ? chain.setBaseCollider(&collider) : void(chain.getLink(i).m_collider = &collider));
        }
        if (m_kind == Dry) return;
        btFluidMultiBodyOptions options;
        options.m_skinFaces = 400;
        if (m_kind == Coupled) options.m_linkInertia = ambient::LinkInertia::Coupled;
        if (m_kind == Posed) {
            options.m_linkInertia = ambient::LinkInertia::Posed;
            options.m_skinFaces = 300;
            options.m_jointRanges.assign(kLinks - 1, {-0.7, 0.7}); // fewer poses to solve before the first step
        }
        m_fluid.addMultiBody(
            &chain, std::vector<btFluidLinkModel>(kLinks, btFluidLinkModel{model(), btTransform::getIdentity()}),
            options);
    }
    void addBodies(int count) {
        btVector3 inertia;
        m_box.calculateLocalInertia(1, inertia);
        for (int i = 0; i < count; ++i) {
            btRigidBody::btRigidBodyConstructionInfo info(1, nullptr, &m_box, inertia);
            info.m_startWorldTransform.setOrigin(btVector3(btScalar(i), 0, 0));
            m_bodies.push_back(std::make_unique<btRigidBody>(info));
            m_bodies.back()->setActivationState(DISABLE_DEACTIVATION);
            m_world.addRigidBody(m_bodies.back().get(), 0, 0);
            m_bodies.back()->setLinearVelocity(btVector3(1, 2, 0));
            m_bodies.back()->setAngularVelocity(btVector3(btScalar(0.02), btScalar(0.01), btScalar(0.03)));
            m_fluid.addBody(m_bodies.back().get(), model());
        }
    }
    void addFloor() {
        btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, &m_floor);
        info.m_startWorldTransform.setOrigin(btVector3(0, 0, btScalar(-1.03)));
        m_bodies.push_back(std::make_unique<btRigidBody>(info));
        m_world.addRigidBody(m_bodies.back().get());
    }
    void step() { m_world.stepSimulation(btScalar(1.0 / 240.0), 0); }

  private:
    static std::shared_ptr<const ambient::FluidBodyModel> model() {
        static const auto made = ambient::FluidBodyModel::build(ambient::makeEllipsoid({0.1, 0.06, 0.03}, kFaces));
        return made;
    }

    Kind m_kind;
    btBoxShape m_box;
    btBoxShape m_floor{btVector3(20, 20, 1)};
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher{&m_configuration};
    btDbvtBroadphase m_broadphase;
    btMultiBodyConstraintSolver m_stock;
    btMultiBodyDynamicsWorld m_world;
    btFluidAction m_fluid;
    btFluidMultiBodyConstraintSolver m_solver;
    std::vector<std::unique_ptr<btMultiBody>> m_chains;
    std::vector<std::unique_ptr<btMultiBodyLinkCollider>> m_colliders;
    std::vector<std::unique_ptr<btRigidBody>> m_bodies;
};

void run(benchmark::State& state, Links& links) {
    for (int i = 0; i < 20; ++i)
        links.step();
    for (auto _ : state)
        links.step();
}

void BM_LinksApart(benchmark::State& state) {
    Links links(Links::Wet, btVector3(0, 0, 0), ambient::UniformMedium::air());
    links.addBodies(kLinks);
    run(state, links);
}
void chains(benchmark::State& state, Links::Kind kind) {
    Links links(kind, btVector3(0, 0, 0), ambient::UniformMedium::air());
    for (int i = 0; i < state.range(0); ++i)
        links.addChain(btVector3(0, 0, btScalar(i)), false);
    run(state, links);
}
void BM_LinksChain(benchmark::State& state) {
    chains(state, Links::Wet);
}
void BM_LinksDryChain(benchmark::State& state) {
    chains(state, Links::Dry);
}
void BM_LinksCoupled(benchmark::State& state) {
    chains(state, Links::Coupled);
}
void BM_LinksPosed(benchmark::State& state) {
    chains(state, Links::Posed);
}

/// Chains lying on a floor; also without colliders and weight. The difference is the cost of the rows.
void lying(benchmark::State& state, Links::Kind kind, bool isTouching) {
    Links links(kind, btVector3(0, 0, isTouching ? btScalar(-9.81) : 0), ambient::UniformMedium::air());
    if (isTouching) links.addFloor();
    for (int i = 0; i < 4; ++i)
        links.addChain(btVector3(0, btScalar(i), 0), isTouching);
    run(state, links);
}
void BM_LinksLieDry(benchmark::State& state) {
    lying(state, Links::Dry, true);
}
void BM_LinksFlyDry(benchmark::State& state) {
    lying(state, Links::Dry, false);
}
void BM_LinksLieWet(benchmark::State& state) {
    lying(state, Links::Wet, true);
}
void BM_LinksFlyWet(benchmark::State& state) {
    lying(state, Links::Wet, false);
}

} // namespace

BENCHMARK(BM_LinksApart)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_LinksChain)->Arg(1)->Arg(10)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_LinksDryChain)->Arg(1)->Arg(10)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_LinksCoupled)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_LinksPosed)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_LinksLieDry)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_LinksFlyDry)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_LinksLieWet)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_LinksFlyWet)->Unit(benchmark::kMillisecond);
