// SPDX-License-Identifier: Zlib
#include "BulletTestWorld.h"

#include <cmath>
#include <functional>
#include <limits>

namespace refusals_test {

using namespace ambient;

namespace {

bool isRefusedFor(const std::string& reason, const std::function<void()>& call) {
    const std::string said = test::refusal(call);
    EXPECT_NE(said.find(reason), std::string::npos) << "said: " << said;
    return !said.empty();
}

} // namespace

TEST(Refusals, OptionsOfAnActionOutOfRangeAreNamed) {
    test::World w;
    using Info = btFluidAction::btFluidActionConstructionInfo;
    const auto refuses = [&](const std::string& reason, const std::function<void(Info&)>& change) {
        Info info;
        change(info);
        return isRefusedFor(reason, [&] { btFluidAction action(&w.world(), info); });
    };
    EXPECT_TRUE(isRefusedFor("world is null", [] { btFluidAction action(nullptr); }));
    EXPECT_TRUE(refuses("tolerance", [](Info& info) { info.m_integrator.tolerance = 0.0; }));
    EXPECT_TRUE(refuses("longest substep", [](Info& info) { info.m_integrator.maxSubstep = -1.0; }));
    EXPECT_TRUE(refuses("sleeping speed", [](Info& info) { info.m_sleepingSpeed = btScalar(-0.1); }));
    EXPECT_TRUE(refuses("sleeping speed", [](Info& info) { info.m_sleepingSpeed = btScalar(NAN); }));
}

TEST(Refusals, ABodyWithNumbersThatAreNoneStaysDryUntilTheyAreMended) {
    test::World w;
    btRigidBody* body = w.addSphere(0.1, 1.0, btVector3(0, 0, 0));
    const btScalar damping = btScalar(0.25);
    body->setDamping(damping, damping);
    body->setLinearVelocity(btVector3(0, btScalar(NAN), 0));
    EXPECT_TRUE(isRefusedFor("its velocity is not finite", [&] { w.fluid().addBody(body, test::sphereModel(0.1)); }));
    EXPECT_EQ(w.fluid().getNumBodies(), 0);
    EXPECT_EQ(body->getLinearDamping(), damping);
    body->setLinearVelocity(btVector3(0, 0, 0));
    w.fluid().addBody(body, test::sphereModel(0.1));
    EXPECT_EQ(w.fluid().getNumBodies(), 1);
}

TEST(Refusals, AnInertiaThatIsSetToZeroStopsThatBodyOnly) {
    test::World w;
    w.fluid().setMedium(UniformMedium::water());
    btRigidBody* bad = w.addSphere(0.1, 20.0, btVector3(0, 0, 0));
    btRigidBody* good = w.addSphere(0.1, 20.0, btVector3(3, 0, 0));
    for (btRigidBody* body : {bad, good})
        w.fluid().addBody(body, test::sphereModel(0.1));
    w.run(0.1, 0.01);
    bad->setMassProps(btScalar(20), btVector3(0, 0, 0));
    w.run(0.1, 0.01);
    ASSERT_EQ(w.log().size(), 1u);
    EXPECT_NE(w.log()[0].find("inertia was set to zero"), std::string::npos) << w.log()[0];
    EXPECT_FALSE(w.fluid().getFluidBody(bad)->isHealthy());
    EXPECT_TRUE(w.fluid().getFluidBody(good)->isHealthy());
    EXPECT_LT(w.fluid().getLinearVelocity(good).z(), btScalar(-0.5));
}

} // namespace refusals_test
