// SPDX-License-Identifier: Zlib
// Bodies that joints or contacts hold, and that move slowly, do not fall asleep.
#include "FloatingWorld.h"

namespace slow_motion {
namespace {

using ambient::Vector3;
using test::World;

class SlowMotion : public test::InBothModes {};
INSTANTIATE_TEST_SUITE_P(Modes, SlowMotion, testing::ValuesIn(test::kSolvers), test::modeName);

btRigidBody* addWetBox(World& w, const Vector3& size, double density, const btVector3& at) {
    const auto model = ambient::FluidBodyModel::build(ambient::makeBox(size, 48));
    btRigidBody* const body = w.addBox(btFluidVector(Vector3(0.5 * size)), density * size.prod(), at);
    w.fluid().addBody(body, model);
    return body;
}

void lockTogether(World& w, btRigidBody* a, btRigidBody* b, std::unique_ptr<btTypedConstraint>& joint) {
    const btVector3 half = btScalar(0.5) * (b->getCenterOfMassPosition() - a->getCenterOfMassPosition());
    joint = std::make_unique<btPoint2PointConstraint>(*a, *b, half, -half);
    w.world().addConstraint(joint.get(), true);
}

/// Runs a scene as it is, and with bodies that never sleep. Both must move alike.
template <class Scene>
void expectAwake(const Scene& scene, double seconds, double least) {
    Vector3 places[2];
    for (const bool never : {false, true}) {
        Scene copy = scene;
        std::unique_ptr<btTypedConstraint> joint;
        World w(btVector3(0, 0, btScalar(-9.81)), copy.solver);
        const std::vector<btRigidBody*> bodies = copy.build(w, joint);
        const Vector3 start = btFluidVector(bodies[0]->getCenterOfMassPosition());
        for (btRigidBody* body : bodies)
            if (never) body->setActivationState(DISABLE_DEACTIVATION);
        w.run(seconds, 1.0 / 60.0);
        places[never] = btFluidVector(bodies[0]->getCenterOfMassPosition());
        EXPECT_GT((places[never] - start).norm(), least) << never;
        if (joint) w.world().removeConstraint(joint.get());
    }
    EXPECT_EQ((places[0] - places[1]).norm(), 0.0);
}

TEST_P(SlowMotion, ARaftWithACrateDriftsWithItsRiver) {
    struct Scene {
        test::Solver solver;
        std::vector<btRigidBody*> build(World& w, std::unique_ptr<btTypedConstraint>&) const {
            const auto water = std::make_shared<ambient::UniformMedium>(
                ambient::UniformMedium(998.2, 1e-3).movingAt({0.04, 0.0, 0.0}));
            w.fluid().setMedium(std::make_shared<ambient::DividedMedium>(
                water, std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::air()),
                std::make_shared<ambient::FlatSurface>(0.0)));
            btRigidBody* const raft = addWetBox(w, {0.3, 0.3, 0.2}, 500.0, btVector3(0, 0, 0));
            btRigidBody* const crate = addWetBox(w, {0.1, 0.1, 0.05}, 600.0, btVector3(0, 0, btScalar(0.125)));
            for (btRigidBody* body : {raft, crate})
                body->setLinearVelocity(btVector3(btScalar(0.04), 0, 0));
            return {raft, crate};
        }
    };
    expectAwake(Scene{GetParam()}, 10.0, 0.35);
}

TEST_P(SlowMotion, AJointedPairBarelyHeavierThanWaterSinks) {
    struct Scene {
        test::Solver solver;
        std::vector<btRigidBody*> build(World& w, std::unique_ptr<btTypedConstraint>& joint) const {
            w.fluid().setMedium(std::make_shared<ambient::UniformMedium>(998.2, 1e-3));
            btRigidBody* const a = addWetBox(w, {0.1, 0.1, 0.1}, 999.5, btVector3(0, 0, 0));
            btRigidBody* const b = addWetBox(w, {0.1, 0.1, 0.1}, 999.5, btVector3(btScalar(0.12), 0, 0));
            lockTogether(w, a, b, joint);
            return {a, b};
        }
    };
    expectAwake(Scene{GetParam()}, 12.0, 0.2);
}

TEST_P(SlowMotion, APendulumFallsInHoney) {
    struct Scene {
        test::Solver solver;
        std::vector<btRigidBody*> build(World& w, std::unique_ptr<btTypedConstraint>& joint) const {
            w.fluid().setMedium(std::make_shared<ambient::UniformMedium>(1400.0, 10.0));
            btRigidBody* const bob = addWetBox(w, {0.003, 0.003, 0.003}, 7800.0, btVector3(btScalar(0.02), 0, 0));
            joint = std::make_unique<btPoint2PointConstraint>(*bob, btVector3(btScalar(-0.02), 0, 0));
            w.world().addConstraint(joint.get(), true);
            return {bob};
        }
    };
    expectAwake(Scene{GetParam()}, 25.0, 0.02);
}

} // namespace
} // namespace slow_motion
