// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidEffectiveMass.h"

#include "TestSupport.h"

#include <gtest/gtest.h>

using namespace ambient;

TEST(EffectiveMass, OfASphereIsItsWholeMass) {
    Vector6 d;
    d << 0.4, 0.4, 0.4, 1.5, 1.5, 1.5;
    const btFluidEffectiveMass m =
        btFluidComputeEffectiveMass(SpatialInertia(d.asDiagonal().toDenseMatrix()), 1.0, Vector3::Constant(0.4), 1.0);
    EXPECT_NEAR(m.m_mass, 1.5, 1e-8);
    EXPECT_NEAR(m.m_inertia.x(), 0.4, 1e-8);
}

TEST(EffectiveMass, NeverExceedsTheKirchhoffTensorAndNeverFallsBelowTheBareMass) {
    test::Random random(5);
    for (int i = 0; i < 200; ++i) {
        Matrix6 a;
        for (int r = 0; r < 6; ++r)
            for (int c = 0; c < 6; ++c)
                a(r, c) = random.uniform(-1.0, 1.0);
        const double mass = random.uniform(0.01, 2.0);
        const Vector3 inertia(random.uniform(0.01, 1.0), random.uniform(0.01, 1.0), random.uniform(0.01, 1.0));
        const SpatialInertia total =
            SpatialInertia::ofBody(mass, inertia.asDiagonal()) + SpatialInertia(a * a.transpose());
        const btFluidEffectiveMass m = btFluidComputeEffectiveMass(total, mass, inertia, 1.0);
        EXPECT_GE(m.m_mass, mass);
        EXPECT_GE(m.m_inertia.x(), inertia.x());
        const SpatialInertia rest(total.matrix() - SpatialInertia::ofBody(m.m_mass, m.m_inertia.asDiagonal()).matrix());
        EXPECT_GT(rest.smallestEigenvalue(1.0), -1e-7);
    }
}
