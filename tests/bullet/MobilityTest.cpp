// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/LockedAxes.h"
#include "BulletTolerance.h"
#include "SolvedBodyStub.h"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

namespace mobility_test {

using namespace ambient;

namespace {

/// W from its factored form, angular first.
Matrix6 assembled(const btFluidMobility& mobility, double mass) {
    const Matrix3 tll = btFluidMatrix(mobility.m_linear), b = btFluidMatrix(mobility.m_coupling),
                  waa = btFluidMatrix(mobility.m_angular);
    Matrix6 w;
    w.topLeftCorner<3, 3>() = waa;
    w.topRightCorner<3, 3>() = waa * b.transpose();
    w.bottomLeftCorner<3, 3>() = b * waa;
    w.bottomRightCorner<3, 3>() = tll * tll.transpose() / mass + b * waa * b.transpose();
    return w;
}

/// Difference of two mobilities in the metric of the inertia, free of units: 1 is "as large as K^-1".
double difference(const Matrix6& inertia, const Matrix6& a, const Matrix6& b) {
    const Matrix6 root = inertia.llt().matrixL();
    return (root.transpose() * (a - b) * root).cwiseAbs().maxCoeff();
}

struct RandomBody {
    double mass;
    Matrix6 inertia;
};

RandomBody randomBody(test::Random& random) {
    const double mass = std::exp(random.uniform(-3.0, 7.0)), size = std::exp(random.uniform(-3.0, 3.0));
    const Vector3 diagonal = mass * size * size * (Vector3::Constant(0.6) + random.vector(0.3));
    const btRigidBody body(btScalar(mass), nullptr, nullptr, btFluidVector(diagonal));
    return {mass, test::randomInertia(random, body, std::exp(random.uniform(-3.0, 3.0)))};
}

} // namespace

TEST(Mobility, FactoredFormIsTheInverseOfTheInertia) {
    test::Random random(11);
    double worst = 0.0;
    for (int i = 0; i < 200; ++i) {
        const RandomBody body = randomBody(random);
        const Matrix6 w = assembled(btFluidComputeMobility(body.inertia, body.mass), body.mass);
        worst = std::max(worst, difference(body.inertia, w, body.inertia.inverse()));
    }
    EXPECT_LT(worst, test::bulletTolerance(4e-14, 2e-6)); // measured 1.4e-14, 4.0e-7
}

TEST(Mobility, MassOnlyScalesTheFactor) {
    test::Random random(12);
    double worst = 0.0;
    for (int i = 0; i < 50; ++i) {
        const RandomBody body = randomBody(random);
        for (double mass : {0.01 * body.mass, 30.0 * body.mass}) {
            const Matrix6 w = assembled(btFluidComputeMobility(body.inertia, mass), mass);
            worst = std::max(worst, difference(body.inertia, w, body.inertia.inverse()));
        }
    }
    EXPECT_LT(worst, test::bulletTolerance(4e-14, 2e-6)); // measured 6.8e-15, 3.3e-7
}

TEST(Mobility, RotatedIsTheMobilityOfTheRotatedInertia) {
    test::Random random(13);
    double worst = 0.0;
    for (int i = 0; i < 200; ++i) {
        const RandomBody body = randomBody(random);
        const btMatrix3x3 basis = btFluidMatrix(Matrix3(random.rotation().toRotationMatrix()));
        const Matrix6 turned = test::inAxes(btFluidMatrix(basis), body.inertia);
        const btFluidMobility mobility = btFluidComputeMobility(body.inertia, body.mass).rotated(basis);
        worst = std::max(worst, difference(turned, assembled(mobility, body.mass), turned.inverse()));
    }
    EXPECT_LT(worst, test::bulletTolerance(4e-14, 2e-6)); // measured 5.8e-15, 5.3e-7
}

TEST(Mobility, LockedAxesLeaveTheInverseOnTheFreeOnes) {
    test::Random random(14);
    double worst = 0.0;
    for (int mask = 0; mask < 64; ++mask) {
        const RandomBody body = randomBody(random);
        LockedAxes locked;
        for (int k = 0; k < 3; ++k) {
            locked.angular[k] = (mask >> k) & 1;
            locked.linear[k] = (mask >> (k + 3)) & 1;
        }
        EXPECT_EQ(locked.any(), mask != 0);
        const Matrix6 w = assembled(btFluidComputeMobility(body.inertia, body.mass, locked), body.mass);
        worst = std::max(worst, difference(body.inertia, w, test::mobilityOf(body.inertia, locked)));
        for (int k = 0; k < 6; ++k)
            if ((mask >> k) & 1) {
                EXPECT_EQ(w.row(k).cwiseAbs().maxCoeff(), 0.0) << mask << " " << k;
                EXPECT_EQ(w.col(k).cwiseAbs().maxCoeff(), 0.0) << mask << " " << k;
            }
    }
    EXPECT_LT(worst, test::bulletTolerance(4e-14, 2e-6)); // measured 2.1e-15, 1.3e-7
}

TEST(Mobility, DryBodyHasTheIdentityAndItsOwnInverseInertia) {
    test::Random random(15);
    double worstLinear = 0.0, worstAngular = 0.0;
    for (int i = 0; i < 50; ++i) {
        const double mass = std::exp(random.uniform(-3.0, 7.0));
        const btRigidBody body(btScalar(mass), nullptr, nullptr,
                               btFluidVector(Vector3(mass * (Vector3::Constant(0.6) + random.vector(0.3)))));
        const btFluidMobility mobility = btFluidComputeMobility(test::bareInertia(body), double(body.getMass()));
        const Matrix3 inverse = btFluidVector(body.getInvInertiaDiagLocal()).asDiagonal();
        const Matrix3 linear = btFluidMatrix(mobility.m_linear), angular = btFluidMatrix(mobility.m_angular);
        worstLinear = std::max(worstLinear, (linear - Matrix3::Identity()).cwiseAbs().maxCoeff());
        worstAngular = std::max(worstAngular, (angular - inverse).cwiseAbs().maxCoeff() / inverse.maxCoeff());
        EXPECT_EQ(btFluidMatrix(mobility.m_coupling).cwiseAbs().maxCoeff(), 0.0);
    }
    EXPECT_LT(worstLinear, test::bulletTolerance(3e-16, 1e-7));  // measured 1.2e-16, 0
    EXPECT_LT(worstAngular, test::bulletTolerance(5e-16, 1e-7)); // measured 2.3e-16, 0
}

} // namespace mobility_test
