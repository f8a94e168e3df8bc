// SPDX-License-Identifier: Zlib
// Multi-bodies deleted with and without removeMultiBody.
#include "AmbientFluid/Articulated/ArticulatedState.h"
#include "AmbientFluid/Dynamics/Immersion.h"
#include "BulletAmbientFluid/btFluidRegion.h"
#include "BulletAmbientFluid/btFluidThruster.h"
#include "bullet/MultiBodyWorld.h"
#include "bullet/lifetime/FreedMemory.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

namespace lifetime_multi_body {

using namespace ambient;

namespace {

constexpr double kDt = 1.0 / 60;

/// A world of water, and chains created and deleted by a test.
struct Chains {
    test::MultiBodyWorld w{btVector3(0, 0, btScalar(-9.81))};
    btBoxShape box{btVector3(btScalar(0.05), btScalar(0.05), btScalar(0.15))};
    std::shared_ptr<const FluidBodyModel> model = FluidBodyModel::build(makeBox({0.1, 0.1, 0.3}, 200));
    test::FreedMemory<sizeof(btMultiBody)> memory;

    Chains() { w.fluid().setMedium(UniformMedium::water()); }

    btVector3 inertia() {
        btVector3 result;
        box.calculateLocalInertia(4, result);
        return result;
    }
    /// Adds links and colliders, puts the chain into the world.
    btMultiBody* finish(btMultiBody* chain, const btVector3& at) {
        for (int i = 0; i < chain->getNumLinks(); ++i)
            chain->setupRevolute(i, 4, inertia(), i - 1, btQuaternion::getIdentity(), btVector3(0, 1, 0),
                                 btVector3(0, 0, btScalar(-0.16)), btVector3(0, 0, btScalar(-0.16)), true);
        chain->setBasePos(at);
        chain->finalizeMultiDof();
        w.addToWorld(chain, &box);
        return chain;
    }
    btMultiBody* make(int links, const btVector3& at) {
        return finish(new btMultiBody(links, 4, inertia(), false, true), at);
    }
    btMultiBody* makeInMemory(int links, const btVector3& at) {
        return finish(memory.make<btMultiBody>(links, btScalar(4), inertia(), false, true), at);
    }
    void wet(btMultiBody* chain) {
        w.fluid().addMultiBody(chain, std::vector<btFluidLinkModel>(size_t(chain->getNumLinks()) + 1, {model}));
    }
    /// Takes the chain out of the world, with its colliders.
    void leave(btMultiBody* chain) {
        for (auto& collider : w.colliders)
            if (collider->m_multiBody == chain) w.world().removeCollisionObject(collider.get());
        w.colliders.erase(std::remove_if(w.colliders.begin(), w.colliders.end(),
                                         [&](const auto& each) { return each->m_multiBody == chain; }),
                          w.colliders.end());
        w.world().removeMultiBody(chain);
    }
    void drop(btMultiBody* chain) {
        leave(chain);
        delete chain;
    }
};

} // namespace

TEST(LifetimeMultiBody, ADeletedOneIsLeftAlone) {
    Chains c;
    btMultiBody *gone = c.make(2, btVector3(0, 0, 1)), *stays = c.make(2, btVector3(3, 0, 1));
    c.wet(gone);
    c.wet(stays);
    btFluidThruster thruster(c.w.fluid(), gone, 1, ThrusterDef());
    thruster.setCommand(20);
    thruster.apply(btScalar(kDt));
    c.w.run(0.1, kDt);
    const std::vector<unsigned char> whole = c.w.fluid().saveState();
    c.drop(gone); // without removeMultiBody
    const std::vector<unsigned char> rest = c.w.fluid().saveState();
    thruster.apply(btScalar(kDt));
    c.w.run(0.1, kDt);
    const btVector3 first = stays->getBasePos();
    c.w.fluid().restoreState(rest);
    c.w.run(0.1, kDt);
    EXPECT_EQ((stays->getBasePos() - first).length(), 0);
    EXPECT_THROW(c.w.fluid().restoreState(whole), std::invalid_argument);
    c.w.fluid().setMedium(UniformMedium::air());
    c.w.fluid().restoreState(rest);
    c.w.fluid().getRegions().add(std::make_shared<btFluidRegion>(
        btVector3(-9, -9, -9), btVector3(9, 9, 9), std::make_shared<UniformMedium>(UniformMedium::water())));
    c.w.run(0.1, kDt);
    const btFluidMultiBody& dead = *c.w.fluid().getFluidMultiBodies().find(gone);
    EXPECT_TRUE(dead.state().isFinite());
    EXPECT_TRUE(dead.isHealthy());
    EXPECT_TRUE(c.w.log.empty());
    c.w.fluid().removeMultiBody(stays);
    c.drop(stays);
}

TEST(LifetimeMultiBody, ANewOneInItsMemoryIsDryAndTheMixUpIsReported) {
    for (const int links : {0, 1, 2, 4}) {
        Chains c;
        btMultiBody* chain = c.makeInMemory(2, btVector3(0, 0, 1));
        c.wet(chain);
        c.w.run(0.1, kDt);
        c.leave(chain);
        c.memory.destroy(chain);
        chain = c.makeInMemory(links, btVector3(0, 0, 5)); // at once: the fluid has not seen the removal
        chain->setLinearDamping(0);
        chain->setAngularDamping(0);
        c.w.run(0.5, kDt);
        EXPECT_EQ(c.w.fluid().getFluidMultiBodies().find(chain), nullptr);
        ASSERT_EQ(c.w.log.size(), 1u) << links;
        EXPECT_NE(c.w.log[0].find("deleted"), std::string::npos);
        EXPECT_NEAR(double(chain->getBaseVel().z()), -9.81 * 0.5, 1e-3); // falls as in air
        c.wet(chain);                                                    // and may be made wet
        c.w.run(0.1, kDt);
        EXPECT_NE(c.w.fluid().getFluidMultiBodies().find(chain), nullptr);
        c.w.fluid().removeMultiBody(chain);
        EXPECT_EQ(chain->getMaxAppliedImpulse(), btScalar(1000)); // Bullet's own value
        c.leave(chain);
        c.memory.destroy(chain);
    }
}

TEST(LifetimeMultiBody, OneThatLeavesTheWorldIsStillWetWhenItReturns) {
    Chains c;
    btMultiBody* chain = c.make(2, btVector3(0, 0, 1));
    c.wet(chain);
    c.w.run(0.1, kDt);
    c.leave(chain);
    for (int i = -1; i < 2; ++i) // their colliders are deleted
        if (i < 0)
            chain->setBaseCollider(nullptr);
        else
            chain->getLink(i).m_collider = nullptr;
    const btVector3 place = chain->getBasePos();
    c.w.fluid().setMedium(UniformMedium::air());
    c.w.run(0.2, kDt);
    EXPECT_EQ((chain->getBasePos() - place).length(), 0);
    c.w.addToWorld(chain, &c.box);
    c.w.run(0.1, kDt);
    EXPECT_EQ(c.w.fluid().getFluidMultiBodies().find(chain)->getMedium(), c.w.fluid().getMedium());
    EXPECT_LT(double(chain->getBasePos().z()), double(place.z()));
    EXPECT_TRUE(c.w.log.empty());
    c.w.fluid().removeMultiBody(chain);
    c.drop(chain);
}

TEST(LifetimeMultiBody, OneThatFailsKeepsItsMark) {
    Chains c;
    btMultiBody* chain = c.make(1, btVector3(0, 0, 1));
    c.wet(chain);
    c.w.run(0.1, kDt);
    chain->addBaseForce(btVector3(std::numeric_limits<btScalar>::quiet_NaN(), 0, 0));
    c.w.run(0.1, kDt);
    EXPECT_EQ(c.w.log.size(), 1u); // the failure alone
    EXPECT_NE(c.w.fluid().getFluidMultiBodies().find(chain), nullptr);
    c.w.fluid().removeMultiBody(chain);
    c.drop(chain);
}

} // namespace lifetime_multi_body
