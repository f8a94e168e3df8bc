// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidEffectiveMass.h"

#include "TestSupport.h"

#include <gtest/gtest.h>

namespace effective_mass_test {

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

/// Discs, needles and balls, in any attitude: two or three of their added masses are equal.
TEST(EffectiveMass, OfBodiesOfRevolutionIsTheLargestThatFits) {
    test::Random random(6);
    const Vector3 masses[] = {{8.0, 0.01, 0.01}, {0.02, 3.0, 3.0}, {0.5, 0.5, 0.5}, {4.0, 2.0, 1.0}};
    for (const Vector3& added : masses)
        for (int i = 0; i < 50; ++i) {
            const Matrix3 turn = random.rotation().toRotationMatrix();
            Matrix6 fluid = Matrix6::Zero();
            fluid.topLeftCorner<3, 3>() = turn * Vector3(0.1, 0.3, 0.3).asDiagonal() * turn.transpose();
            fluid.bottomRightCorner<3, 3>() = turn * added.asDiagonal() * turn.transpose();
            const Vector3 offset = random.vector(0.2); // couples turning and moving
            Matrix6 shift = Matrix6::Identity();
            shift.bottomLeftCorner<3, 3>() << 0.0, offset.z(), -offset.y(), -offset.z(), 0.0, offset.x(), offset.y(),
                -offset.x(), 0.0;
            fluid = shift.transpose() * fluid * shift;
            const double mass = 0.2;
            const Vector3 inertia(0.05, 0.04, 0.03);
            const Matrix6 total = SpatialInertia::ofBody(mass, inertia.asDiagonal()).matrix() + fluid;
            const btFluidEffectiveMass m = btFluidComputeEffectiveMass(SpatialInertia(total), mass, inertia, 1.0);
            const auto rest = [&](double movingMass, const Vector3& turning) {
                const Matrix6 less = SpatialInertia::ofBody(movingMass, turning.asDiagonal()).matrix();
                return SpatialInertia(total - less).smallestEigenvalue(1.0);
            };
            const double slack = 1e-6 * added.maxCoeff();
            EXPECT_GT(rest(m.m_mass, m.m_inertia), -1e-2 * slack); // measured -3e-9 of the largest
            EXPECT_LT(rest(m.m_mass + slack, inertia), 0.0);       // no heavier body fits
            EXPECT_LT(rest(m.m_mass, (1.0 + 1e-4) * m.m_inertia), 0.0);
        }
}

} // namespace effective_mass_test
