// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/JointDrive.h"
#include "BulletAmbientFluid/btFluidLevelsOfDetail.h"
#include "BulletAmbientFluid/btFluidMultiBodyOptions.h"
#include "FloatingWorld.h"
#include "MultiBodyWorld.h"

#include "AllocationCounter.h"
#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "RestingJoints.h"
#include "ShapeFamilies.h"
#include "TestThreads.h"

#include <gtest/gtest.h>

namespace allocation_test {

namespace {
struct Allocation : test::InBothModes {};
} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, Allocation, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(Allocation, AStepOfBodiesInTheFluidCostsNone) {
#ifdef AMBIENT_CANNOT_COUNT_ALLOCATIONS
    GTEST_SKIP() << "allocations are counted in plain builds only";
#else
    const test::Threads alone(1, ambient::LoopThreads::Serial); // each further one allocates buffers for its first body
    // Balls lying on a floor, and some still sinking.
    test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
    w.fluid().setMedium(ambient::UniformMedium::water());
    w.addBox(btVector3(9, 9, 1), 0.0, btVector3(0, 0, -1));
    btRigidBody* ball = nullptr;
    for (int i = 0; i < 6; ++i) {
        ball = w.addSphere(0.1, 8.0, btVector3(btScalar(i), 0, btScalar(0.1 + (i % 2) * 5)));
        ball->setActivationState(DISABLE_DEACTIVATION);
        w.fluid().addBody(ball, test::sphereModel(0.1));
    }
    w.run(0.2, 1.0 / 60); // Bullet makes its pools on first use
    w.fluid().getReadout(ball);
    const long before = test::g_allocations;
    w.run(0.5, 1.0 / 60);
    for (int i = 0; i < 100; ++i)
        w.fluid().getReadout(ball);
    EXPECT_EQ(test::g_allocations - before, 0);
    void* volatile counted = std::malloc(16); // the counter works
    EXPECT_EQ(test::g_allocations - before, 1);
    std::free(counted);
#endif
}

TEST(Allocation, ALoopOnThreadsCostsNone) {
#ifdef AMBIENT_CANNOT_COUNT_ALLOCATIONS
    GTEST_SKIP() << "allocations are counted in plain builds only";
#else
    const test::Threads fixed(3);
    ambient::ParallelLoop loop;
    std::atomic<int> sum{0};
    const auto run = [&] { loop.run(1000, ambient::ParallelLoop::slots(), [&](int i, int) { sum += i % 2; }); };
    run(); // the threads start
    const long before = test::g_allocations;
    for (int i = 0; i < 50; ++i)
        run();
    EXPECT_EQ(test::g_allocations - before, 0);
    EXPECT_EQ(sum, 51 * 500);
#endif
}

TEST_P(Allocation, AStepInWavesThatAUsersFunctionsGiveCostsNone) {
#ifdef AMBIENT_CANNOT_COUNT_ALLOCATIONS
    GTEST_SKIP() << "allocations are counted in plain builds only";
#else
    const test::Threads alone(1, ambient::LoopThreads::Serial); // each further one allocates buffers for its first body
    using ambient::Vector3;
    const ambient::CallbackFlow::Velocities velocities = [](const Vector3* points, int count, double time, Vector3* u) {
        for (int i = 0; i < count; ++i)
            u[i] = 0.1 * std::cos(3.0 * points[i].x() - 5.0 * time) * Vector3::UnitX();
    };
    const ambient::CallbackSurface::Heights heights = [](const Vector3* points, int count, double time, double* h) {
        for (int i = 0; i < count; ++i)
            h[i] = 0.02 * std::cos(3.0 * points[i].x() - 5.0 * time);
    };
    const auto water = std::make_shared<ambient::FlowingMedium>(ambient::UniformMedium::water(),
                                                                std::make_shared<ambient::CallbackFlow>(velocities));
    test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
    w.fluid().setMedium(
        std::make_shared<ambient::DividedMedium>(water, nullptr, std::make_shared<ambient::CallbackSurface>(heights)));
    btRigidBody* raft = test::addRaft(w, 500.0, {ambient::expSO3({0.3, 0.2, 0.0}), Vector3(0.0, 0.0, 0.1)});
    raft->setActivationState(DISABLE_DEACTIVATION);
    w.run(1.0, 1.0 / 60);
    const long before = test::g_allocations;
    w.run(0.5, 1.0 / 60);
    EXPECT_EQ(test::g_allocations - before, 0);
#endif
}

TEST_P(Allocation, LevelsOfDetailThatChangeCostNone) {
#ifdef AMBIENT_CANNOT_COUNT_ALLOCATIONS
    GTEST_SKIP() << "allocations are counted in plain builds only";
#else
    const test::Threads alone(1, ambient::LoopThreads::Serial); // each further one allocates buffers for its first body
    test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
    w.fluid().setMedium(ambient::UniformMedium::water());
    for (int i = 0; i < 6; ++i)
        w.fluid().addBody(w.addSphere(0.1, 8.0, btVector3(btScalar(i), 0, 0)), test::sphereModel(0.1));
    btFluidLevelOfDetailBudget budget;
    budget.m_fullFaces = budget.m_pointFaces = 400;
    const auto runAlong = [&] {
        for (int i = 0; i < 12; ++i) {
            budget.m_focus.setX(btScalar(0.5 * i));
            w.fluid().getLevelsOfDetail().setBudget(budget);
            w.run(1.0 / 60, 1.0 / 60);
        }
    };
    runAlong();
    const long before = test::g_allocations;
    runAlong();
    EXPECT_EQ(test::g_allocations - before, 0);
#endif
}

TEST(Allocation, BodiesThatChangeTheirShapeCostNone) {
#ifdef AMBIENT_CANNOT_COUNT_ALLOCATIONS
    GTEST_SKIP() << "allocations are counted in plain builds only";
#else
    const test::Threads alone(1, ambient::LoopThreads::Serial); // each further one allocates buffers for its first body
    using namespace ambient;
    // One plays keys, one follows a controller and one a function; hulls follow them, and the first touches a floor.
    const ShapeModes modes = test::bendingAndBreadth(320);
    const auto amplitudes = AmplitudeModel::build(modes);
    ShapeSequence keys = test::loopOf(6, 1.0, [&](double t) {
        TriangleMesh mesh = modes.rest;
        for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
            mesh.vertices[v] += 0.5 * std::sin(2.0 * kPi * t) * modes.modes[0].offsets[v];
        return mesh;
    });
    keys.mass = modes.mass;
    const auto sequence = DeformingModel::build(keys);
    test::World w(btVector3(0, 0, btScalar(-9.81)), test::Solver::Fluid);
    w.fluid().setMedium(UniformMedium(990.0, 1e-3)); // they sink slowly
    w.addBox(btVector3(9, 9, 1), 0.0, btVector3(0, 0, btScalar(-1.35)));
    const auto add = [&](double x, const auto& model) {
        auto owned = std::make_unique<btConvexHullShape>();
        btConvexHullShape* hull = owned.get();
        hull->addPoint(btVector3(0, 0, 0)); // replaced by the drive
        const Vector3 inertia = model->body().bodyInertia.matrix().diagonal().template head<3>();
        btRigidBody* body = w.addRigidBody(std::move(owned), model->mass(), btFluidVector(inertia),
                                           btFluidTransform(Pose{Quaternion::Identity(), {x, 0.0, 0.0}}));
        btFluidShapeDrive* drive = w.fluid().addBody(body, model);
        drive->setCollisionHull(hull);
        return drive;
    };
    add(0.0, sequence);
    add(4.0, amplitudes)->setAmplitudeController([](double t, std::vector<double>& q) {
        q[0] = 0.5 * std::sin(6.0 * t);
    });
    add(-4.0, amplitudes)->setAmplitudeFunction([](double t, double* q, double* rates) {
        q[0] = 0.5 * std::sin(6.0 * t);
        rates[0] = 3.0 * std::cos(6.0 * t);
        q[1] = rates[1] = 0.0;
    });
    w.run(1.5, 1.0 / 60);
    const long before = test::g_allocations;
    w.run(0.5, 1.0 / 60);
    EXPECT_EQ(test::g_allocations - before, 0);
#endif
}

#ifndef AMBIENT_CANNOT_COUNT_ALLOCATIONS
namespace {
/// Allocations in 30 steps of a chain of 15 links lying on a floor.
/// \param kind 0: stock Bullet; 1: in water; 2: with servos too; 3: with coupled links; 4: with posed links
long allocationsOfAChain(int kind) {
    test::MultiBodyWorld w(btVector3(0, 0, btScalar(-9.81)),
                           kind == 0 ? std::make_unique<btMultiBodyConstraintSolver>() : nullptr);
    btBoxShape box(btVector3(btScalar(0.1), btScalar(0.03), btScalar(0.03))), floor(btVector3(9, 9, 1));
    w.addRigidBody(&floor, 0, btVector3(0, 0, btScalar(-1.04)));
    btMultiBody* chain = w.addChain(&box, 2, btScalar(0.1), 15, false);
    w.addToWorld(chain, &box);
    for (auto& collider : w.colliders)
        collider->setActivationState(DISABLE_DEACTIVATION);
    if (kind > 0) {
        w.fluid().setMedium(ambient::UniformMedium::water());
        btFluidMultiBodyOptions options;
        options.m_skinFaces = 300;
        if (kind == 3) options.m_linkInertia = ambient::LinkInertia::Coupled;
        if (kind == 4) options.m_linkInertia = ambient::LinkInertia::Posed;
        options.m_jointRanges.assign(15, {-0.5, 0.5});
        w.fluid().addMultiBody(chain, btFluidMeshOptions(), options);
    }
    if (kind > 1) {
        ambient::JointDrive drive;
        drive.path = std::make_shared<test::RestingJoints>();
        drive.stiffness = ambient::JointVector::Constant(15, 100.0);
        drive.damping = ambient::JointVector::Constant(15, 5.0);
        drive.limit = ambient::JointVector::Constant(15, 5.0);
        w.fluid().getFluidMultiBodies().setDrive(chain, drive);
    }
    w.run(0.3, 1.0 / 60);
    const long before = test::g_allocations;
    w.run(0.5, 1.0 / 60);
    return test::g_allocations - before;
}
} // namespace

// Bullet itself allocates in the steps of a multi-body; the fluid adds nothing.
TEST(AllocationOfMultiBodies, TheFluidCostsNone) {
    const long stock = allocationsOfAChain(0);
    for (int kind = 1; kind <= 4; ++kind)
        EXPECT_LE(allocationsOfAChain(kind), stock) << kind;
}
#endif

} // namespace allocation_test
