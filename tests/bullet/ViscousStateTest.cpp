// SPDX-License-Identifier: Zlib
// Saved states of viscous bodies and of movers.
#include "BulletAmbientFluid/btFluidShapeMover.h"
#include "BulletAmbientFluid/btFluidViscousBody.h"
#include "BulletTestWorld.h"
#include "core/Locomotion/ShapeSequences.h"

#include <gtest/gtest.h>

namespace viscous_state_test {

using namespace ambient;

namespace {

constexpr double kDt = 1.0 / 60;

const RecordedFrames& strokes() {
    static const RecordedFrames frames = test_shapes::wave(24, 12, 50.0, 1.3);
    return frames;
}

/// A swimmer sinking onto a floor, a body of constant resistance, a body with its own inertia, and a mover.
struct Tank {
    /// \param isTurned whether two bodies swap their addresses
    explicit Tank(double ratio = 3.0, bool isTurned = false)
        : metric(ratio, 2.0), sequence(reduceSequence(strokes(), {&metric})),
          shape(std::make_shared<InterpolatedShape>(strokes(), sequence)),
          motion(std::make_shared<InterpolatedMotion>(solveMotion(sequence, {}, 0, false), sequence)) {
        w.world().getDispatchInfo().m_deterministicOverlappingPairs = true;
        w.addBox(btVector3(5, 5, btScalar(0.5)), 0.0, btVector3(0, 0, btScalar(-0.65)));
        auto owned = std::make_unique<btConvexHullShape>();
        hull = owned.get();
        hull->addPoint(btVector3(0, 0, 0)); // replaced by the skin
        std::vector<btRigidBody*> made;
        made.push_back(w.addRigidBody(std::move(owned), 0.3, btVector3(1, 1, 1)));
        made.push_back(w.addSphere(0.1, 0.4, btVector3(2, 0, 1)));
        made.push_back(w.addSphere(0.1, 0.4, btVector3(-2, 0, 1)));
        if (isTurned) std::swap(made[1], made[2]); // other addresses for the same parts
        made[1]->setCenterOfMassTransform(btTransform(btQuaternion::getIdentity(), btVector3(2, 0, 1)));
        made[2]->setCenterOfMassTransform(btTransform(btQuaternion::getIdentity(), btVector3(-2, 0, 1)));
        viscous.add(made[0], std::make_shared<InterpolatedReduction>(sequence), shape, true)->setCollisionHull(hull);
        Matrix6 r = Matrix6::Identity();
        r(2, 5) = r(5, 2) = 0.4;
        viscous.add(made[1], r);
        viscous.add(made[2], Matrix6(0.5 * r), true);
        moved = w.addSphere(0.2, 0.0, btVector3(0, 0, 0));
        w.world().removeRigidBody(moved);
        moved->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
        w.world().addRigidBody(moved);
        mover = std::make_unique<btFluidShapeMover>(moved, motion, shape);
        w.world().addAction(mover.get());
        solver.addBodies(*mover);
        w.world().setConstraintSolver(&solver);
        for (int i = 0; i < w.world().getNumCollisionObjects(); ++i)
            w.world().getCollisionObjectArray()[i]->setUserIndex(i);
        bodies = made;
        bodies.push_back(moved);
    }
    ~Tank() { w.world().removeAction(mover.get()); }

    std::vector<btScalar> play(int steps) {
        std::vector<btScalar> record;
        for (int i = 0; i < steps; ++i) {
            w.run(kDt, kDt);
            for (btRigidBody* body : bodies)
                for (const btVector3& v : {body->getCenterOfMassPosition(), body->getLinearVelocity(),
                                           body->getAngularVelocity(), body->getWorldTransform().getBasis()[1]})
                    record.insert(record.end(), {v.x(), v.y(), v.z()});
        }
        return record;
    }

    test::World w{btVector3(0, 0, btScalar(-9.81)), test::Solver::Stock};
    SegmentResistance metric;
    ReducedSequence sequence;
    std::shared_ptr<const InterpolatedShape> shape;
    std::shared_ptr<const InterpolatedMotion> motion;
    btFluidViscousBodies viscous;
    btFluidConstraintSolver solver{viscous};
    btConvexHullShape* hull = nullptr;
    btRigidBody* moved = nullptr;
    std::unique_ptr<btFluidShapeMover> mover;
    std::vector<btRigidBody*> bodies;
};

} // namespace

TEST(ViscousState, AStrokeGoesOnToTheBit) {
    Tank tank;
    tank.play(7); // in the middle of a stroke, before the swimmer is at the floor, ...
    for (int phase = 0; phase < 2; ++phase) {
        tank.w.forgetContacts();
        const std::vector<unsigned char> bodies = tank.viscous.saveState(), mover = tank.mover->saveState();
        const std::vector<btScalar> first = tank.play(30);
        tank.w.forgetContacts();
        tank.viscous.restoreState(bodies);
        tank.mover->restoreState(mover);
        EXPECT_EQ(tank.viscous.saveState(), bodies);
        EXPECT_EQ(tank.mover->saveState(), mover);
        EXPECT_EQ(tank.play(30), first) << "phase " << phase;
        tank.play(40); // ... and while the swimmer lies there and beats
    }
    EXPECT_GT(tank.w.world().getDispatcher()->getNumManifolds(), 0);
}

// As in another run of the program: the addresses of the bodies differ.
TEST(ViscousState, AnotherWorldOfTheSameBodiesGoesOnFromIt) {
    Tank tank, other(3.0, true);
    tank.play(10);
    const std::vector<unsigned char> bodies = tank.viscous.saveState(), mover = tank.mover->saveState();
    tank.w.forgetContacts();
    other.play(3);
    other.w.forgetContacts();
    other.viscous.restoreState(bodies);
    other.mover->restoreState(mover);
    EXPECT_EQ(other.play(20), tank.play(20));
}

TEST(ViscousState, RollingBackUndoesWhatUsersDid) {
    Tank tank;
    tank.play(7);
    tank.w.forgetContacts();
    const std::vector<unsigned char> state = tank.viscous.saveState(), mover = tank.mover->saveState();
    const std::vector<btScalar> first = tank.play(10);
    tank.w.forgetContacts();
    tank.bodies[1]->setMassProps(3, btVector3(1, 2, 3));
    tank.bodies[2]->setLinearVelocity(btVector3(1, 2, 3));
    tank.bodies[0]->setCenterOfMassTransform(btTransform(btQuaternion(1, 0, 0, 0), btVector3(0, 0, 9)));
    static_cast<btFluidViscousBody*>(tank.viscous.findSolvedBody(tank.bodies[0]))->setTime(0.3);
    tank.viscous.restoreState(state);
    tank.mover->restoreState(mover);
    const std::vector<btScalar> second = tank.play(10);
    double worst = 0.0;
    for (size_t i = 0; i < first.size(); ++i)
        worst = std::max(worst, std::fabs(double(first[i] - second[i])));
    EXPECT_LT(worst, test::bulletTolerance(1e-13, 1e-5)); // the mass is restored through a reciprocal
}

TEST(ViscousState, BytesOfSomethingElseAreRefusedAndNothingChanges) {
    Tank tank, others(4.0);
    tank.play(7);
    tank.w.forgetContacts();
    const std::vector<unsigned char> state = tank.viscous.saveState(), mover = tank.mover->saveState();
    const std::vector<btScalar> first = tank.play(5);
    tank.w.forgetContacts();
    tank.viscous.restoreState(state);
    tank.mover->restoreState(mover);
    std::vector<unsigned char> cut(state.begin(), state.end() - 7), longer = state, other = state;
    longer.push_back(0);
    other[state.size() / 2] ^= 1;
    for (const auto& bad : {std::vector<unsigned char>(), cut, longer, other, mover, tank.w.fluid().saveState()})
        EXPECT_THROW(tank.viscous.restoreState(bad), std::invalid_argument);
    for (const auto& bad : {std::vector<unsigned char>(), state, tank.w.fluid().saveState()})
        EXPECT_THROW(tank.mover->restoreState(bad), std::invalid_argument);
    EXPECT_THROW(tank.w.fluid().restoreState(state), std::invalid_argument);
    const auto refusal = [](const std::function<void()>& call) { return test::refusal(call); };
    EXPECT_EQ(refusal([&] { others.viscous.restoreState(state); }),
              "btFluidViscousBodies::restoreState: a body has another resistance than in the state");
    others.play(7);
    EXPECT_EQ(refusal([&] { others.mover->restoreState(mover); }),
              "btFluidShapeMover::restoreState: the motion is another one than in the state");
    others.viscous.remove(others.bodies[2]);
    EXPECT_EQ(refusal([&] { others.viscous.restoreState(state); }),
              "btFluidViscousBodies::restoreState: the state has 3 bodies, there are 2");
    EXPECT_EQ(tank.play(5), first);
}

} // namespace viscous_state_test
