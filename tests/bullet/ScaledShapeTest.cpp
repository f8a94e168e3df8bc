// SPDX-License-Identifier: Zlib
// setLocalScaling() on the collision shape of a wet body.
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "BulletTestWorld.h"
#include "MultiBodyWorld.h"

#include <gtest/gtest.h>

namespace scaled_shape_test {

using namespace ambient;

namespace {

int countOf(const std::vector<std::string>& log) {
    int count = 0;
    for (const std::string& line : log)
        if (line.find("setLocalScaling") != std::string::npos) ++count;
    return count;
}

struct ScaledShape : test::InBothModes {};

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, ScaledShape, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(ScaledShape, IsReportedOncePerScaling) {
    test::World w(btVector3(0, 0, 0), GetParam());
    w.fluid().setMedium(UniformMedium::water());
    btRigidBody* const scaled = w.addBox(btVector3(1, 1, 1), 800, btVector3(0, 0, 0));
    btRigidBody* const other = w.addBox(btVector3(1, 1, 1), 800, btVector3(9, 0, 0));
    auto compound = std::make_unique<btCompoundShape>();
    btBoxShape part(btVector3(1, 1, 1));
    compound->addChildShape(btTransform::getIdentity(), &part);
    btRigidBody* const whole = w.addRigidBody(std::move(compound), 800, btVector3(500, 500, 500),
                                              btTransform(btQuaternion::getIdentity(), btVector3(-9, 0, 0)));
    scaled->setUserIndex(41);
    whole->setUserIndex(42);
    for (btRigidBody* body : {scaled, other, whole})
        w.fluid().addBody(body);
    w.run(0.1, 1.0 / 60.0);
    EXPECT_EQ(countOf(w.log()), 0);
    scaled->getCollisionShape()->setLocalScaling(btVector3(2, 1, 1));
    w.run(0.1, 1.0 / 60.0);
    ASSERT_EQ(countOf(w.log()), 1);
    EXPECT_NE(w.log().back().find("user index 41"), std::string::npos) << w.log().back();
    part.setLocalScaling(btVector3(1, 1, btScalar(0.5))); // of a compound, unknown to it
    w.run(0.1, 1.0 / 60.0);
    ASSERT_EQ(countOf(w.log()), 2);
    EXPECT_NE(w.log().back().find("user index 42"), std::string::npos) << w.log().back();
    scaled->getCollisionShape()->setLocalScaling(btVector3(1, 1, 1));
    w.run(0.1, 1.0 / 60.0);
    EXPECT_EQ(countOf(w.log()), 3);
}

// What the report asks for: the body is removed, scaled and added again.
TEST_P(ScaledShape, OfABodyThatIsAddedAgainIsFollowed) {
    test::World w(btVector3(0, 0, 0), GetParam());
    w.fluid().setMedium(UniformMedium::water());
    btRigidBody* const body = w.addBox(btVector3(1, 1, 1), 800, btVector3(0, 0, 0));
    w.fluid().addBody(body);
    const double before = w.fluid().getFluidBody(body)->motion().body().model->volume();
    w.fluid().removeBody(body);
    body->getCollisionShape()->setLocalScaling(btVector3(2, 1, 1));
    w.fluid().addBody(body);
    w.run(0.1, 1.0 / 60.0);
    EXPECT_NEAR(w.fluid().getFluidBody(body)->motion().body().model->volume(), 2.0 * before, 1e-5 * before);
    EXPECT_EQ(countOf(w.log()), 0);
}

TEST(ScaledShapeOfALink, IsReported) {
    test::MultiBodyWorld w(btVector3(0, 0, 0));
    w.fluid().setMedium(UniformMedium::water());
    btBoxShape box(btVector3(btScalar(0.2), btScalar(0.1), btScalar(0.1)));
    btMultiBody* const chain = w.addChain(&box, 5, btScalar(0.25), 1, false);
    w.addToWorld(chain, &box);
    w.fluid().addMultiBody(chain);
    w.run(0.1, 1.0 / 60.0);
    EXPECT_EQ(countOf(w.log), 0);
    box.setLocalScaling(btVector3(2, 2, 2)); // of base and link
    w.run(0.1, 1.0 / 60.0);
    EXPECT_EQ(countOf(w.log), 2);
}

} // namespace scaled_shape_test
