// SPDX-License-Identifier: Zlib
// All exceptions of a user's medium stay within the step.
#include "BulletAmbientFluid/btFluidCoupling.h"
#include "bullet/BulletTestWorld.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace exception_types {

using namespace ambient;

namespace {

/// Water that throws after arming.
struct Throwing final : FluidMedium {
    int kind = -1;
    UniformMedium water{1000.0, 1e-3};
    MediumSample sample(const Vector3& point, double time) const override {
        if (kind == 0) throw std::runtime_error("the table ends here");
        if (kind == 1) throw 42;
        if (kind == 2) throw std::string("no data");
        if (kind == 3) throw "no file";
        return water.sample(point, time);
    }
    bool isUniform() const override { return true; }
    bool isSteady() const override { return false; }
};

struct ExceptionTypes : test::InBothModes {};

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, ExceptionTypes, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(ExceptionTypes, OfAnyKindFromAMediumStopTheBodiesAlone) {
    const char* const texts[] = {"the table ends here", "unknown type", "no data", "no file"};
    for (int kind = 0; kind < 4; ++kind) {
        test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
        const auto medium = std::make_shared<Throwing>();
        w.fluid().setMedium(medium);
        btFluidCoupling coupling(w.fluid());
        w.world().addAction(&coupling);
        const auto ball = test::sphereModel(0.1, 180);
        btRigidBody* post = w.addSphere(0.1, 0.0, btVector3(btScalar(0.5), 0, 1));
        coupling.addObstacle(post, makeSphere(0.1, 180));
        btRigidBody *first = w.addSphere(0.1, 8.0, btVector3(0, 0, 1)),
                    *second = w.addSphere(0.1, 8.0, btVector3(btScalar(0.25), 0, 1));
        w.fluid().addBody(first, ball);
        w.fluid().addBody(second, ball);
        w.run(0.1, 1.0 / 60);
        medium->kind = kind;
        EXPECT_NO_THROW(w.run(0.1, 1.0 / 60)) << kind;
        EXPECT_FALSE(w.fluid().getFluidBody(first)->isHealthy());
        ASSERT_EQ(w.log().size(), 2u);
        EXPECT_NE(w.log()[0].find(texts[kind]), std::string::npos) << w.log()[0];
        medium->kind = -1;
        w.world().removeAction(&coupling);
    }
}

// Only the obstacle samples the medium: the body sleeps, or is far away.
TEST_P(ExceptionTypes, FromAnObstaclesPlaceStayWithinTheStep) {
    for (int kind = 0; kind < 4; ++kind) {
        test::World w(btVector3(0, 0, 0), GetParam());
        const auto medium = std::make_shared<Throwing>();
        w.fluid().setMedium(medium);
        btFluidCoupling coupling(w.fluid());
        w.world().addAction(&coupling);
        btRigidBody* post = w.addSphere(0.1, 0.0, btVector3(0, 0, 0));
        coupling.addObstacle(post, makeSphere(0.1, 180));
        w.run(0.1, 1.0 / 60);
        medium->kind = kind;
        EXPECT_NO_THROW(w.run(0.1, 1.0 / 60)) << kind;
        EXPECT_EQ(coupling.getNumGroups(), 0);
        medium->kind = -1;
        w.world().removeAction(&coupling);
    }
}

} // namespace exception_types
