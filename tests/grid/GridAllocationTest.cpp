// SPDX-License-Identifier: Zlib
#include "AllocationCounter.h"
#include "AmbientFluid/Articulated/JointDrive.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"
#include "RestingJoints.h"
#include "TestThreads.h"
#include "bullet/BulletTestWorld.h"
#include "bullet/MultiBodyWorld.h"

#include <gtest/gtest.h>

namespace grid_allocation_test {

TEST(GridAllocation, AStepWithActuatorsResolvedBodiesDyeAndThickFluidCostsNone) {
#ifdef AMBIENT_CANNOT_COUNT_ALLOCATIONS
    GTEST_SKIP() << "allocations are counted in plain builds only";
#else
    const test::Threads alone(1, ambient::LoopThreads::Serial); // each further one allocates buffers for its first body
    for (const double viscosity : {1e-3, 50.0}) {
        test::World w;
        w.fluid().setMedium(ambient::UniformMedium(1000.0, viscosity));
        btFluidGrid::btFluidGridConstructionInfo info;
        info.m_box.cells = {16, 16, 16};
        info.m_box.setSides(ambient::GridSideKind::Open);
        btFluidGrid grid(w.fluid(), info);
        w.world().addAction(&grid);
        const auto model = ambient::FluidBodyModel::build(ambient::makeSphere(0.1, 320));
        for (int i = 0; i < 3; ++i) {
            btRigidBody* ball = w.addSphere(0.1, 8.0, btVector3(btScalar(0.4 + 0.3 * i), btScalar(0.8), btScalar(1.2)));
            ball->setActivationState(DISABLE_DEACTIVATION);
            w.fluid().addBody(ball, model);
        }
        btRigidBody* resolved = w.addSphere(0.3, 200.0, btVector3(btScalar(0.8), btScalar(0.8), btScalar(0.5)));
        resolved->setActivationState(DISABLE_DEACTIVATION);
        grid.addResolved(resolved, ambient::FluidBodyModel::build(ambient::makeSphere(0.3, 320)));
        grid.getGrid().addDye(ambient::Vector3(0.8, 0.8, 0.8), 0.3, 1.0);
        w.run(0.1, 1.0 / 60); // OpenMP makes its threads, Bullet its pools, on first use
        const long before = test::g_allocations;
        w.run(0.2, 1.0 / 60);
        EXPECT_EQ(test::g_allocations - before, 0) << viscosity;
        w.world().removeAction(&grid);
    }
#endif
}

TEST(GridAllocation, AStepWithAMultiBodyThatTheGridResolvesCostsNone) {
#ifdef AMBIENT_CANNOT_COUNT_ALLOCATIONS
    GTEST_SKIP() << "allocations are counted in plain builds only";
#else
    const test::Threads alone(1, ambient::LoopThreads::Serial); // each further one allocates buffers for its first body
    for (const ambient::DriveKind kind : {ambient::DriveKind::Servo, ambient::DriveKind::Prescribed}) {
        auto own = std::make_unique<btFluidMultiBodyConstraintSolver>(nullptr);
        btFluidMultiBodyConstraintSolver& solver = *own;
        test::MultiBodyWorld w(btVector3(0, 0, btScalar(-9.81)), std::move(own));
        w.fluid().setMedium(ambient::UniformMedium(1000.0, 1e-3));
        btFluidGrid::btFluidGridConstructionInfo info;
        info.m_box.cells = {28, 16, 16};
        info.m_box.spacing = 0.05;
        info.m_box.setSides(ambient::GridSideKind::Open);
        btFluidGrid grid(w.fluid(), info);
        solver.addBodies(grid);
        w.world().addAction(&grid);
        btSphereShape shape(btScalar(0.13));
        btMultiBody* chain = w.addChain(&shape, 18, btScalar(0.15), 2, false);
        chain->setBasePos(btVector3(btScalar(0.4), btScalar(0.4), btScalar(0.5)));
        chain->setCanSleep(false);
        w.addToWorld(chain, nullptr);
        btFluidLinkModel link;
        link.m_model = ambient::FluidBodyModel::build(ambient::makeSphere(0.13, 320));
        grid.addResolved(chain, {link, link, link});
        ambient::JointDrive drive;
        drive.kind = kind;
        drive.path = std::make_shared<test::RestingJoints>();
        if (kind == ambient::DriveKind::Servo)
            drive.stiffness = drive.damping = ambient::JointVector::Constant(2, 10.0);
        grid.getFluidMultiBodies().setDrive(chain, drive);
        w.run(0.1, 1.0 / 60);
        const long before = test::g_allocations;
        w.run(0.1, 1.0 / 60);
        EXPECT_EQ(test::g_allocations - before, 0) << int(kind);
        EXPECT_TRUE(grid.isInGrid(chain, 2));
        w.world().removeAction(&grid);
    }
#endif
}

} // namespace grid_allocation_test
