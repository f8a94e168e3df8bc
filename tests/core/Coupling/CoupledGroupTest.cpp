// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/CoupledGroup.h"
#include "AmbientFluid/Coupling/DenseCoupling.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "TestSupport.h"
#include "TestThreads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ambient::coupled_group_test {
namespace {

using Shape = std::shared_ptr<const CouplingShape>;
using Shapes = std::vector<Shape>;

Shapes threeShapes(int faces, int degree) {
    return {CouplingShape::build(makeSphere(1.0, faces), {faces, degree}),
            CouplingShape::build(makeEllipsoid({1.0, 0.6, 0.3}, faces), {faces, degree}),
            CouplingShape::build(makeBox({1.2, 0.8, 1.0}, std::max(faces, 48)), {std::max(faces, 48), degree})};
}

CoupledBody bodyOf(const Shape& shape, const Pose& pose) {
    return {shape.get(), pose, pose * Vector3(0.1, -0.2, 0.05)};
}

/// Y^T K Y / 2 by the coupling, for twists given in body axes.
double energyOf(CoupledGroup& group, const std::vector<CoupledBody>& bodies, const std::vector<Reflection>& images,
                const std::vector<Twist>& twists) {
    group.place(bodies, images);
    Eigen::VectorXd all(6 * bodies.size());
    for (std::size_t i = 0; i < twists.size(); ++i)
        all.segment<6>(6 * static_cast<int>(i)) = twists[i].vector();
    return 0.5 * all.dot(group.addedMassByOthers() * all);
}

/// The body moved and turned about its reference point, together with its twist.
void displace(CoupledBody& body, Twist& twist, const Vector3& turn, const Vector3& shift) {
    const Pose rotation{expSO3(turn), Vector3::Zero()};
    const Pose there{body.worldFromMesh.orientation, body.worldFromMesh.position - body.about};
    body.worldFromMesh = rotation * there;
    body.about += shift;
    body.worldFromMesh.position += body.about;
    twist = rotated(rotation.orientation, twist);
}

/// Largest difference of the gradient from a central difference, relative to the largest entry.
double gradientError(CoupledGroup& group, const std::vector<CoupledBody>& bodies, const std::vector<Reflection>& images,
                     const std::vector<Twist>& twists) {
    std::vector<Wrench> gradient;
    group.place(bodies, images);
    group.gradient(twists, gradient);
    double largest = 0.0, error = 0.0;
    const double step = 1e-4;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        for (int k = 0; k < 6; ++k) {
            double energy[2];
            for (const int side : {0, 1}) {
                std::vector<CoupledBody> moved = bodies;
                std::vector<Twist> turned = twists;
                const Vector3 by = (side == 0 ? -step : step) * Vector3::Unit(k % 3);
                displace(moved[i], turned[i], k < 3 ? by : Vector3::Zero(), k < 3 ? Vector3::Zero() : by);
                energy[side] = energyOf(group, moved, images, turned);
            }
            const double exact = gradient[i].vector()[k];
            largest = std::max(largest, std::abs(exact));
            error = std::max(error, std::abs(exact - (energy[1] - energy[0]) / (2.0 * step)));
        }
    return error / largest;
}

// [Lamb1932, art. 138], by the method of images to 16 digits. Radii 1, 320 faces; measured .2 %, .9 % and 3.7 % of
// the part of the other sphere.
TEST(CoupledGroup, OfTwoSpheresHasTheAddedMassOfTheMethodOfImages) {
    const Shape sphere = CouplingShape::build(makeSphere(1.0, 320));
    struct Row {
        double distance, ownAxial, otherAxial, otherLateral, tolerance;
    };
    const double alone = 2.0 / 3.0 * kPi;
    for (const Row& row : {Row{4.0, 2.096257475425208, -0.09821056164738927, 0.04909247996319344, 2e-3},
                           Row{2.5, 2.1384756378903385, -0.4074444289239217, 0.20200093293636498, 1.5e-2},
                           Row{2.1, 2.272256241700425, -0.7340617468801914, 0.3502260490645517, 5e-2}}) {
        CoupledGroup group(CouplingPrecision::Single, std::numeric_limits<double>::infinity());
        const Pose there{Quaternion::Identity(), {0.0, 0.0, row.distance}};
        group.place({{sphere.get(), Pose(), Vector3::Zero()}, {sphere.get(), there, there.position}});
        const Eigen::MatrixXd& k = group.addedMassByOthers();
        EXPECT_NEAR(k(5, 5) / (row.ownAxial - alone), 1.0, std::max(row.tolerance, 5e-3));
        EXPECT_NEAR(k(5, 11) / row.otherAxial, 1.0, row.tolerance);
        EXPECT_NEAR(k(3, 9) / row.otherLateral, 1.0, row.tolerance);
        EXPECT_LT(std::abs(k(3, 10)) + std::abs(k(4, 11)), 2e-4); // clusters are not as symmetric as spheres
    }
}

// Degree 5: measured 9e-4 and 7e-3 at gaps of .3 and .1; 2.6e-4 at a gap of 1, with 96 clusters and degree 4.
TEST(CoupledGroup, InAReducedBasisIsNearTheSolutionWithAllVertices) {
    const Shape sphere = CouplingShape::build(makeSphere(1.0, 320));
    DenseCoupling dense({makeSphere(1.0, 320)}, DenseCoupling::Kernel::Regularised, sphere->squaredEpsilon());
    const double gaps[] = {1.0, 0.3, 0.1}, tolerances[] = {5e-4, 2e-3, 1e-2};
    for (int i = 0; i < 3; ++i) {
        const Pose there{Quaternion::Identity(), {0.0, 0.0, 2.0 + gaps[i]}};
        dense.place({{0, Pose(), Vector3::Zero()}, {0, there, Vector3::Zero()}});
        CoupledGroup group(CouplingPrecision::Double, std::numeric_limits<double>::infinity());
        group.place({{sphere.get(), Pose(), Vector3::Zero()}, {sphere.get(), there, there.position}});
        const Eigen::MatrixXd& exact = dense.addedMassByOthers();
        EXPECT_LT((group.addedMassByOthers() - exact).norm(), tolerances[i] * exact.norm());
    }
}

TEST(CoupledGroup, HasAPositiveEnergyWhateverThePlaces) {
    const Shapes shapes = threeShapes(80, 3);
    for (const Shape& shape : shapes)
        ASSERT_LT(shape->largestEnergyRatio(), 0.95);
    test::Random random(1);
    CoupledGroup group;
    double least = 1.0;
    for (int trial = 0; trial < 1000; ++trial) {
        std::vector<CoupledBody> bodies;
        for (const Shape& shape : shapes)
            bodies.push_back(bodyOf(shape, {random.rotation(), random.vector(1.2)}));
        group.place(bodies);
        least = std::min(least, group.smallestEigenvalue());
        ASSERT_EQ(group.factor(), 1.0);
    }
    EXPECT_GT(least, 0.05);
}

// In double precision; the twists turn with the bodies. Measured 8e-8.
TEST(CoupledGroup, HasTheGradientOfItsEnergy) {
    const Shapes shapes = threeShapes(80, 3);
    test::Random random(2);
    CoupledGroup group(CouplingPrecision::Double);
    for (const double spread : {1.2, 2.2, 3.2}) { // near, in the blend of faces and clusters, at the end of the reach
        std::vector<CoupledBody> bodies;
        std::vector<Twist> twists;
        for (int i = 0; i < 3; ++i) {
            const Vector3 corner(i == 0 ? 1.0 : -0.5, i == 1 ? 0.9 : i == 2 ? -0.9 : 0.0, 0.3 * i);
            bodies.push_back(bodyOf(shapes[i], {random.rotation(), spread * corner}));
            twists.push_back(random.twist(1.0, 1.0));
        }
        EXPECT_LT(gradientError(group, bodies, {}, twists), 1e-6) << spread;
        const std::vector<Reflection> corner =
            imagesBy({{Vector3(0, 0, 1), -1.3 * spread}, {Vector3(1.0, 1.0, 0.0), -2.0 * spread}});
        EXPECT_LT(gradientError(group, bodies, corner, twists), 1e-6) << spread;
    }
}

TEST(CoupledGroup, ActsAndReacts) {
    const Shapes shapes = threeShapes(80, 4);
    test::Random random(3);
    CoupledGroup group; // also in single precision
    for (int trial = 0; trial < 20; ++trial) {
        std::vector<CoupledBody> bodies;
        std::vector<Twist> twists;
        for (int i = 0; i < 3; ++i) {
            bodies.push_back(bodyOf(shapes[i], {random.rotation(), random.vector(3.0)}));
            twists.push_back(random.twist(1.0, 1.0));
        }
        std::vector<Wrench> gradient;
        group.place(bodies);
        group.gradient(twists, gradient);
        Vector3 force = Vector3::Zero(), torque = Vector3::Zero();
        double scale = 0.0;
        for (int i = 0; i < 3; ++i) {
            force += gradient[i].linear;
            torque += gradient[i].angular + bodies[i].about.cross(gradient[i].linear);
            scale = std::max(scale, gradient[i].vector().norm());
        }
        EXPECT_LT(force.norm(), 1e-12 * scale);
        EXPECT_LT(torque.norm(), 1e-12 * std::max(scale, 1.0) * 3.0);
    }
}

TEST(CoupledGroup, DoesNotDependOnThePlaceOfTheWholeGroup) {
    const Shapes shapes = threeShapes(80, 4);
    test::Random random(4);
    CoupledGroup group(CouplingPrecision::Double);
    std::vector<CoupledBody> bodies, moved;
    const Pose move{random.rotation(), random.vector(20.0)};
    for (const Shape& shape : shapes) {
        const Pose pose{random.rotation(), random.vector(2.0)};
        bodies.push_back(bodyOf(shape, pose));
        moved.push_back(bodyOf(shape, move * pose));
    }
    group.place(bodies);
    const Eigen::MatrixXd here = group.addedMassByOthers();
    group.place(moved);
    Eigen::MatrixXd turn = Eigen::MatrixXd::Zero(18, 18);
    for (int i = 0; i < 6; ++i)
        turn.block<3, 3>(3 * i, 3 * i) = move.orientation.toRotationMatrix();
    EXPECT_LT((turn.transpose() * group.addedMassByOthers() * turn - here).norm(), 1e-10 * here.norm());
}

TEST(CoupledGroup, IsNothingBeyondTheReach) {
    const Shape sphere = CouplingShape::build(makeSphere(1.0, 80), {80, 3});
    CoupledGroup group;
    const Pose there{Quaternion::Identity(), {0.0, 0.0, 7.0}};
    group.place({bodyOf(sphere, Pose()), bodyOf(sphere, there)});
    EXPECT_FALSE(group.isCoupled());
    EXPECT_EQ(group.addedMassByOthers().cwiseAbs().maxCoeff(), 0.0);
    std::vector<Wrench> gradient;
    group.gradient({Twist({0, 0, 0}, {0, 0, 1}), Twist({0, 0, 0}, {0, 0, 1})}, gradient);
    EXPECT_EQ(gradient[0].vector(), Vector6(Vector6::Zero()));
}

// The ends of the blends: 1.15 and 1.3 from faces to clusters, 1.5 and 1.8 to fewer clusters, 2.5 and 3 to no
// interaction.
TEST(CoupledGroup, HasNoStepWhereTiersBlend) {
    const Shapes shapes = threeShapes(320, 4);
    CoupledGroup group(CouplingPrecision::Double);
    const double radii = shapes[0]->radius() + shapes[1]->radius();
    const std::vector<Twist> twists = {Twist({0.1, 0.2, 0.3}, {0, 0.3, 1}), Twist({0.3, 0.1, 0.2}, {1, 0, -0.5})};
    for (const double r : {1.15, 1.3, 1.5, 1.8, 2.5, 3.0}) {
        Eigen::MatrixXd mass[2];
        std::vector<Wrench> gradient[2];
        for (const int side : {0, 1}) {
            const double distance = radii * (r + (side == 0 ? -1e-9 : 1e-9));
            group.place({bodyOf(shapes[0], Pose()), bodyOf(shapes[1], {expSO3({0.3, 1, 0}), {0, 0, distance}})});
            group.gradient(twists, gradient[side]);
            mass[side] = group.addedMassByOthers();
        }
        EXPECT_LT((mass[1] - mass[0]).norm(), 1e-8);
        for (const std::size_t i : {0, 1})
            EXPECT_LT((gradient[1][i] - gradient[0][i]).vector().norm(), 1e-8);
    }
}

/// Unit spheres on a lattice of 3 x 3 x 2, with masses and momenta of their own.
struct Lattice {
    Lattice(const Shape& sphere, double spacing) {
        test::Random random(6);
        for (int i = 0; i < 18; ++i) {
            const Pose pose{random.rotation(), spacing * Vector3(i % 3, i / 3 % 3, i / 9) + random.vector(0.05)};
            bodies.push_back({sphere.get(), pose, pose.position});
            mobilities.push_back((Vector6() << 1.0, 1.0, 1.0, 0.2, 0.2, 0.2).finished().asDiagonal());
            alone.push_back(random.twist(1.0, 1.0));
        }
    }

    std::vector<CoupledBody> bodies;
    std::vector<Matrix6> mobilities;
    std::vector<Twist> alone;
};

// Near bodies, and far ones. Measured 7e-10 of the twists and 5e-9 of the wrenches.
TEST(CoupledGroup, RespondsIterativelyAsByItsFactorisation) {
    const Shape sphere = CouplingShape::build(makeSphere(1.0, 80), {80, 3});
    for (const double spacing : {2.3, 3.8}) {
        const Lattice of(sphere, spacing);
        CoupledGroup direct(CouplingPrecision::Double), iterative(CouplingPrecision::Double);
        direct.place(of.bodies);
        iterative.place(of.bodies, {}, GroupSolution::Iterative);
        iterative.setOwnMobilities(of.mobilities, 1.0);
        std::vector<Twist> carried, twists;
        std::vector<Wrench> wrenches, exact;
        ASSERT_TRUE(iterative.respond(of.alone, carried, wrenches));
        // (M + K) Y = M Y_0
        Eigen::MatrixXd inertia = direct.addedMassByOthers();
        Eigen::VectorXd momenta(inertia.rows());
        for (int i = 0; i < 18; ++i) {
            const Matrix6 own = of.mobilities[i].inverse();
            inertia.block<6, 6>(6 * i, 6 * i) += own;
            momenta.segment<6>(6 * i) = own * of.alone[i].vector();
        }
        const Eigen::VectorXd all = inertia.llt().solve(momenta);
        for (int i = 0; i < 18; ++i) {
            twists.emplace_back(Vector6(all.segment<6>(6 * i)));
            EXPECT_LT((of.alone[i] + carried[i] - twists[i]).vector().norm(), 3e-9);
        }
        direct.gradient(twists, exact);
        double largest = 0.0, error = 0.0;
        for (int i = 0; i < 18; ++i) {
            largest = std::max(largest, exact[i].vector().norm());
            error = std::max(error, (wrenches[i] - exact[i]).vector().norm());
        }
        EXPECT_LT(error, 3e-8 * largest);
    }
}

TEST(CoupledGroup, HasTheSameBytesForAnyNumberOfThreads) {
    const Shapes shapes = threeShapes(80, 4);
    test::Random random(5);
    std::vector<CoupledBody> bodies;
    std::vector<Twist> twists;
    for (int i = 0; i < 6; ++i) {
        bodies.push_back(bodyOf(shapes[i % 3], {random.rotation(), random.vector(2.5)}));
        twists.push_back(random.twist(1.0, 1.0));
    }
    Eigen::MatrixXd mass[2];
    std::vector<Wrench> gradient[2];
    for (const int run : {0, 1}) {
        const test::Threads fixed(run == 0 ? 1 : 3);
        CoupledGroup group;
        group.place(bodies);
        mass[run] = group.addedMassByOthers();
        group.gradient(twists, gradient[run]);
    }
    EXPECT_EQ(mass[0], mass[1]);
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_EQ(gradient[0][i].vector(), gradient[1][i].vector());
}

// A unit sphere at unit speed: 2a ahead u = 1/8, beside -1/16; by clusters, measured 5.5e-4.
TEST(CoupledGroup, KnowsTheFlowRoundItsBodies) {
    const Shape sphere = CouplingShape::build(makeSphere(1.0, 320));
    CoupledGroup group(CouplingPrecision::Single, 100.0);
    const Pose far{Quaternion::Identity(), {0.0, 150.0, 0.0}};
    group.place({{sphere.get(), Pose(), Vector3::Zero()}, {sphere.get(), far, far.position}});
    std::vector<Wrench> gradient;
    group.gradient({Twist({0, 0, 0}, {0, 0, 1}), Twist()}, gradient);
    EXPECT_NEAR(group.flowAt({0, 0, 2}).z(), 0.125, 8e-4);
    EXPECT_NEAR(group.flowAt({2, 0, 0}).z(), -0.0625, 8e-4);
    EXPECT_LT(group.flowAt({0, 0, 2}, 0).norm(), 1e-6); // without the body itself
}

TEST(CoupledGroup, RefusesImpossibleInput) {
    CoupledGroup group;
    EXPECT_EQ(test::refusal([&] { group.place({CoupledBody()}); }), "coupling: body 0: it has no shape");
    EXPECT_EQ(test::refusal([] { CoupledGroup(CouplingPrecision::Single, -1.0); }),
              "coupling: reach -1.000000 is not above 0");
    EXPECT_NE(test::refusal([] { imagesBy({{Vector3(0, 0, 1), 0.0}, {Vector3(0, 0, -1), 1.0}}); }), "");
    EXPECT_NE(test::refusal([] { CouplingShape::build(makeSphere(1.0, 80), {10, 3}); }), "");
    EXPECT_NE(test::refusal([] { CouplingShape::build(makeSphere(1.0, 80), {80, 9}); }), "");
}

} // namespace
} // namespace ambient::coupled_group_test
