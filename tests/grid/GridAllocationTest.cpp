// SPDX-License-Identifier: Zlib
#include "AllocationCounter.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"
#include "bullet/BulletTestWorld.h"

#include <gtest/gtest.h>

namespace grid_allocation_test {

TEST(GridAllocation, AStepWithActuatorsResolvedBodiesDyeAndThickFluidCostsNone) {
#ifdef AMBIENT_CANNOT_COUNT_ALLOCATIONS
    GTEST_SKIP() << "allocations are counted in plain builds only";
#else
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

} // namespace grid_allocation_test
