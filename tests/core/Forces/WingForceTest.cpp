// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Forces/SurfacePressureForce.h"

#include "AmbientFluid/Body/DeformingModel.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Forces/WingForce.h"
#include "AmbientFluid/Mesh/BluffBodies.h"
#include "AmbientFluid/Mesh/MeshReport.h"
#include "ForceTestSupport.h"
#include "ShapeSequences.h"
#include "WingMeshes.h"

#include <gtest/gtest.h>

#include <cmath>

/// Lift, suction and vortex lift of lifting surfaces.
namespace wing_force_test {

using namespace ambient;
using ModelPointer = std::shared_ptr<const FluidBodyModel>;

namespace {

constexpr double kDegree = kPi / 180.0;

/// Coefficients of lift, drag, and of the axial force along the chord, positive towards the tail.
struct Polar {
    double lift, drag, axial;
};

/// Of a body that moves along +x with its nose up by `degrees`, in air at 10 m/s.
Polar polarOf(const FluidBodyModel& model, double degrees, double area, bool hasFriction = false) {
    const double a = degrees * kDegree, speed = 10.0, density = 1.2;
    const Vector3 velocity = speed * Vector3(std::cos(a), 0.0, -std::sin(a)), lift(std::sin(a), 0.0, std::cos(a));
    const RelativeFlow flow = test::flowOf({Vector3::Zero(), velocity}, density);
    const Wrench wrench = hasFriction ? ForceSet::surfacePressure().evaluate(model, flow).dissipative
                                      : SurfacePressureForce().evaluate(model, flow, nullptr);
    const double unit = 0.5 * density * speed * speed * area;
    return {wrench.linear.dot(lift) / unit, -wrench.linear.dot(velocity) / speed / unit, -wrench.linear.x() / unit};
}

ModelPointer plate(double aspectRatio) {
    return FluidBodyModel::build(makePlate({1.0, aspectRatio, 0.01}, 1200));
}

std::vector<TriangleMesh> liftingBodies() {
    std::vector<TriangleMesh> meshes;
    for (const double aspectRatio : {1.0, 2.5, 6.0})
        meshes.push_back(makePlate({1.0, aspectRatio, 0.02}, 400));
    meshes.push_back(test::makeWing(test::nacaSection(0.0, 0.4, 0.12), 1.5, 12, 10));
    meshes.push_back(test::makeWing(test::nacaSection(0.04, 0.4, 0.12), 5.0, 12, 14));
    meshes.push_back(test::makeWing(
        [](double t) { // circular arc of 6 %
            const double z = 0.06 * std::sin(t) * std::sin(t);
            return std::make_pair(z + 0.004 * std::sin(t), z - 0.004 * std::sin(t));
        },
        3.0, 12, 12));
    for (const double span : {0.5, 1.0, 2.0})
        meshes.push_back(test::makeDelta(1.0, span, 0.02, 10));
    meshes.push_back(makeDisc(0.5, 0.02, 400));
    return meshes;
}

/// A wing of aspect ratio 10 with this section, both halves raised by an angle [rad] about the middle.
ModelPointer raisedWing(const test::SectionHeights& section, double dihedral) {
    TriangleMesh mesh = test::makeWing(section, 10.0, 20);
    for (Vector3& v : mesh.vertices)
        v = {v.x(), v.y() * std::cos(dihedral), v.z() + std::abs(v.y()) * std::sin(dihedral)};
    return FluidBodyModel::build(mesh);
}

/// liftingBodies() and bodies without lifting surfaces.
std::vector<TriangleMesh> bodies() {
    std::vector<TriangleMesh> meshes = liftingBodies();
    for (const TriangleMesh& mesh : test::assortedBodies())
        meshes.push_back(mesh);
    meshes.push_back(makeRing(1.0, 0.3, 400));
    meshes.push_back(makeBox({0.1, 1.0, 2.0}, 192));
    return meshes;
}

} // namespace

TEST(WingForce, MeshesOfTheTestsAreUsable) {
    for (const TriangleMesh& mesh : liftingBodies()) {
        const MeshReport report = checkMesh(mesh);
        EXPECT_TRUE(report.usable()) << report.volume;
        EXPECT_GT(report.volume, 0.0);
    }
}

// Lifting-surface theory: converged vortex lattices.
TEST(WingForce, TheSlopeOfFlatWingsIsThatOfLiftingSurfaceTheory) {
    const auto slope = [](const FluidBodyModel& model, double area) {
        return polarOf(model, 0.2, area).lift / (0.2 * kDegree);
    };
    const double exact[][2] = {{1.0, 1.460}, {2.0, 2.474}, {3.0, 3.145}, {4.0, 3.612}, {6.0, 4.215}};
    for (const auto& [aspectRatio, expected] : exact)
        EXPECT_NEAR(slope(*plate(aspectRatio), aspectRatio) / expected, 1.0, 0.01) << aspectRatio; // .998 to 1.008
    const double deltas[][2] = {{1.0, 1.29}, {2.0, 2.20}};
    for (const auto& [aspectRatio, expected] : deltas) {
        const double span = 0.5 * aspectRatio;
        const auto model = FluidBodyModel::build(test::makeDelta(1.0, span, 0.005, 16));
        EXPECT_NEAR(slope(*model, 0.5 * span) / expected, 1.0, 0.015) << "delta " << aspectRatio; // 1.008, 1.004
    }
    const auto disc = FluidBodyModel::build(makeDisc(0.5, 0.005, 1200));
    EXPECT_NEAR(slope(*disc, 0.25 * kPi) / 1.79, 1.0, 0.02); // .984
}

// The suction that a sharp edge loses becomes a normal force. [Polhamus1966]
TEST(WingForce, SharpPlatesHaveTheLiftOfTheirVortices) {
    const double exact[][2] = {{0.5, 0.218}, {1.0, 0.333}, {2.0, 0.507}, {3.0, 0.627}, {6.0, 0.828}};
    for (const auto& [aspectRatio, expected] : exact) {
        const Polar polar = polarOf(*plate(aspectRatio), 10.0, aspectRatio);
        EXPECT_NEAR(polar.lift / expected, 1.0, 0.03) << aspectRatio; // .978 to .988
        EXPECT_GT(polar.axial, -1e-3) << aspectRatio;                 // a sharp edge has no suction
    }
}

TEST(WingForce, ARoundedWingHasTheDragOfItsLift) {
    const auto model = FluidBodyModel::build(test::makeWing(test::nacaSection(0.0, 0.4, 0.12), 6.0));
    const Polar level = polarOf(*model, 0.0, 6.0, true), up = polarOf(*model, 4.0, 6.0, true);
    EXPECT_NEAR(level.lift, 0.0, 1e-5); // the triangles of both sides differ; 3e-6
    EXPECT_GT(up.lift, 0.285);          // .295
    EXPECT_LT(up.lift, 0.306);
    EXPECT_GT(up.lift / up.drag, 19.0); // 19.1; 22.4 with the published drag of the section
    EXPECT_LT(up.lift / up.drag, 24.0);
    EXPECT_NEAR((up.drag - level.drag) / (up.lift * up.lift / (6.0 * kPi)), 1.0, 0.25);
    for (const double degrees : {4.0, 8.0})
        EXPECT_LT(polarOf(*model, degrees, 6.0).axial, 0.0) << degrees;
    EXPECT_LT(polarOf(*model, 20.0, 6.0).lift, polarOf(*model, 16.0, 6.0).lift); // stalled
}

// [Abbott1959]: the section has no lift at -4.0 degrees.
TEST(WingForce, ACamberedWingLiftsWithoutIncidence) {
    const auto model = FluidBodyModel::build(test::makeWing(test::nacaSection(0.04, 0.4, 0.12), 6.0));
    EXPECT_NEAR(polarOf(*model, 0.0, 6.0).lift, 0.29, 0.02);  // .298
    EXPECT_NEAR(polarOf(*model, -4.0, 6.0).lift, 0.0, 0.025); // -.015
    const auto below = FluidBodyModel::build(test::makeWing(test::nacaSection(-0.04, 0.4, 0.12), 6.0));
    EXPECT_NEAR(polarOf(*below, 0.0, 6.0).lift, -polarOf(*model, 0.0, 6.0).lift, 1e-5); // 1.3e-6
}

// Each half meets the flow with the cosine of its dihedral, and lifts upwards with it.
TEST(WingForce, DihedralLeavesTheLift) {
    for (const double camber : {0.0, 0.04}) {
        const test::SectionHeights section = test::nacaSection(camber, 0.4, 0.12);
        const double flat = polarOf(*raisedWing(section, 0.0), 4.0, 10.0).lift;
        for (const double degrees : {3.0, 6.0, 12.0}) {
            const double raised = polarOf(*raisedWing(section, degrees * kDegree), 4.0, 10.0).lift;
            EXPECT_NEAR(raised / (flat * std::pow(std::cos(degrees * kDegree), 2)), 1.0, 0.03) << degrees; // .027 at 12
        }
    }
}

// Sideslip b turns the incidence of the halves by the dihedral times b, up ahead and down behind: in strips of equal
// slope a the roll about the nose is a b dihedral/4 of the span.
TEST(WingForce, DihedralRollsAWingOutOfASideslip) {
    const test::SectionHeights section = test::nacaSection(0.0, 0.4, 0.12);
    const double slip = 5.0 * kDegree;
    const auto rollOf = [&](double dihedral) {
        const auto model = raisedWing(section, dihedral);
        const Vector3 velocity(std::cos(slip), std::sin(slip), 0.0);
        return SurfacePressureForce()
                   .evaluate(*model, test::flowOf({Vector3::Zero(), velocity}, 1.0), nullptr)
                   .angular.x() /
               (0.5 * 10.0 * 10.0); // over dynamic pressure, area and span
    };
    const auto level = raisedWing(section, 0.0);
    const double slope = polarOf(*level, 1.0, 10.0).lift / kDegree, flat = rollOf(0.0);
    for (const double degrees : {0.5, 3.0, 12.0}) {
        const double expected = slope * degrees * kDegree * slip / 4.0;
        EXPECT_NEAR((rollOf(degrees * kDegree) - flat) / expected, 1.0, 0.025) << degrees; // .021
    }
}

// Stalled plates shed a part of their added mass. Kirchhoff's free streamlines have the centre of pressure
// (3/4) cos a/(4 + pi sin a) chords ahead of the middle [Lamb1932, art. 77]. With the whole moment of the added mass it
// lies at or ahead of the leading edge from an aspect ratio of 2 on: .5 chords off.
TEST(WingForce, TheCentreOfPressureOfStalledPlatesIsNearThatOfFreeStreamlines) {
    for (const double aspectRatio : {0.5, 1.0, 2.0, 4.0, 8.0}) {
        const auto model = FluidBodyModel::build(makePlate({1.0, aspectRatio, 0.02}, 400));
        for (const double degrees : {20.0, 25.0, 30.0, 37.0, 45.0}) {
            const double a = degrees * kDegree;
            const Vector3 velocity(std::cos(a), 0.0, -std::sin(a));
            const Wrench wrench =
                SurfacePressureForce().evaluate(*model, test::flowOf({Vector3::Zero(), velocity}, 1.0), nullptr);
            const Vector3 momentum = model->addedMassPerDensity().matrix().bottomRightCorner<3, 3>() * velocity;
            const Vector3 moment = wrench.angular - velocity.cross(momentum);
            const double free = 0.75 * std::cos(a) / (4.0 + kPi * std::sin(a));
            EXPECT_NEAR(-moment.y() / wrench.linear.z(), free, 0.115) << aspectRatio << ", " << degrees; // .110
        }
    }
}

// A plate whose ends are not quite square is still flat: no lift without incidence. With the mean line ending in the
// corner that lies farther out the lift coefficient was .5.
TEST(WingForce, AFlatPlateWithSlantedEndsHasNoCamber) {
    for (const double slant : {1e-5, 1e-3, 0.3}) {
        TriangleMesh mesh = makePlate({1.0, 4.0, 0.02}, 300);
        for (Vector3& v : mesh.vertices)
            if (v.z() > 0.0) v.x() *= 1.0 - 0.02 * slant;
        EXPECT_NEAR(polarOf(*FluidBodyModel::build(mesh), 0.0, 4.0).lift, 0.0, 0.012) << slant; // .009 at 0.3
    }
}

// A nose of few points keeps its suction: NACA 0006 and 0012 with 20 and with 30 points a side.
TEST(WingForce, ACoarseNoseIsRound) {
    for (const double thickness : {0.06, 0.12}) {
        const auto axial = [&](int points) {
            const auto wing =
                FluidBodyModel::build(test::makeWing(test::nacaSection(0.0, 0.4, thickness), 6.0, points, 6));
            return polarOf(*wing, 8.0, 6.0).axial;
        };
        EXPECT_LT(axial(20), -0.05) << thickness;
        EXPECT_NEAR(axial(20) / axial(30), 1.0, 0.05) << thickness;
    }
}

TEST(WingForce, TheForceGrowsWithTheSquareOfTheMotion) {
    test::Random random(41);
    for (const TriangleMesh& mesh : liftingBodies()) {
        const auto model = FluidBodyModel::build(mesh);
        for (int i = 0; i < 10; ++i) {
            const Twist twist = random.twist(1.0, 1.0);
            const Wrench one = SurfacePressureForce().evaluate(*model, test::flowOf(twist), nullptr),
                         three = SurfacePressureForce().evaluate(*model, test::flowOf(3.0 * twist), nullptr);
            EXPECT_LT(test::relativeDifference(three, 9.0 * one), 1e-13);
        }
    }
}

TEST(WingForce, NeverDrivesABody) {
    test::Random random(42);
    double largest = -1.0;
    for (const TriangleMesh& mesh : bodies()) {
        const auto model = FluidBodyModel::build(mesh);
        const Vector3& center = model->centerOfVolume();
        const double size = std::cbrt(model->volume());
        for (int i = 0; i < 5000; ++i) {
            const double spin = std::pow(10.0, random.uniform(-2.0, 2.0));
            const Vector3 velocity = random.direction(), turn = spin / size * random.direction();
            const Twist twist{turn, velocity - turn.cross(center)};
            const Wrench wrench = SurfacePressureForce().evaluate(*model, test::flowOf(twist, 1.0), nullptr);
            const double scale =
                wrench.linear.norm() + (wrench.angular - center.cross(wrench.linear)).norm() * turn.norm();
            if (scale > 0.0) largest = std::max(largest, power(twist, wrench) / scale);
        }
    }
    EXPECT_LT(largest, 1e-12);
}

TEST(WingForce, TurnsAndMirrorsWithTheMesh) {
    test::Random random(43);
    double turning = 0.0, mirroring = 0.0;
    for (const TriangleMesh& mesh : liftingBodies()) {
        const Pose pose{random.rotation(), random.vector()};
        TriangleMesh mirrored = mesh;
        for (Vector3& v : mirrored.vertices)
            v.y() = -v.y();
        for (TriangleMesh::Face& face : mirrored.faces)
            std::swap(face[1], face[2]);
        const auto model = FluidBodyModel::build(mesh), turned = FluidBodyModel::build(test::transformed(mesh, pose)),
                   image = FluidBodyModel::build(mirrored);
        for (int i = 0; i < 10; ++i) {
            const Twist twist = random.twist(1.0, 1.0);
            const Wrench here = SurfacePressureForce().evaluate(*model, test::flowOf(twist), nullptr);
            const Wrench there =
                SurfacePressureForce().evaluate(*turned, test::flowOf(changeFrame(twist, pose.inverse())), nullptr);
            turning = std::max(turning, test::relativeDifference(there, changeFrame(pose, here)));
            const Matrix3 mirror = Vector3(1.0, -1.0, 1.0).asDiagonal();
            const Wrench seen = SurfacePressureForce().evaluate(
                *image, test::flowOf({-mirror * twist.angular, mirror * twist.linear}), nullptr);
            mirroring = std::max(mirroring,
                                 test::relativeDifference(seen, Wrench(-mirror * here.angular, mirror * here.linear)));
        }
    }
    EXPECT_LT(turning, 2e-6);     // 1.2e-6: quadrature of the potential of a delta
    EXPECT_LT(mirroring, 2.5e-4); // 1.6e-4: the potential on triangles whose corners are counted the other way round
}

// A wing of which a part is wet has the force of this part; a medium that moves with the wing has none.
TEST(WingForce, IsTheSumOfThePartsOfItsCells) {
    test::Random random(47);
    for (const TriangleMesh& mesh : liftingBodies()) {
        const auto model = FluidBodyModel::build(mesh);
        const RelativeFlow flow = test::flowOf(random.twist(1.0, 5.0), 1.3);
        Vector3 sum = Vector3::Zero();
        for (const WingCellForce& cell : wingForces(*model, flow))
            sum += cell.lift + cell.suction + cell.lee;
        const Vector3 whole = flow.density * WingForce::of(*model, flow).wrench.linear;
        EXPECT_LT((sum - whole).norm(), 1e-14 * whole.norm()); // 4e-16
    }
}

TEST(WingForce, ActsOnWetFacesInTheFlowThere) {
    const auto model = FluidBodyModel::build(test::makeWing(test::nacaSection(0.02, 0.4, 0.12), 4.0, 16, 16));
    const Twist twist{{0.1, -0.2, 0.3}, {5.0, 0.2, -0.5}};
    SurfaceMotion faces;
    faces.setUniform(model->faces().size(), model->volume(), model->centerOfVolume());
    const auto force = [&](const SurfaceMotion* at) {
        RelativeFlow flow = test::flowOf(twist);
        flow.faces = at;
        return SurfacePressureForce().evaluate(*model, flow, nullptr);
    };
    const Wrench whole = force(nullptr);
    EXPECT_LT(test::relativeDifference(force(&faces), whole), 1e-12);
    std::fill(faces.wettedFraction.begin(), faces.wettedFraction.end(), 0.25);
    faces.meanWeight = 0.25;
    EXPECT_LT(test::relativeDifference(force(&faces), 0.25 * whole), 1e-12);
}

// A wing that its keys twist rolls as the rigid one of this twist. Camber that the keys give to a wing acts by the
// slopes of its parts alone: a tenth of what a rigid wing of this camber has.
TEST(WingForce, FollowsAShapeThatChanges) {
    const RelativeFlow flow = test::flowOf({Vector3::Zero(), {10.0, 0.0, 0.0}});
    const auto forceOn = [&](const Surface& surface) {
        return SurfacePressureForce().evaluate(surface, flow, nullptr);
    };
    const auto twisted = [&](double t) {
        TriangleMesh mesh = test::makeWing(test::nacaSection(0.0, 0.4, 0.12), 3.0, 14, 10);
        for (Vector3& v : mesh.vertices)
            v = Eigen::AngleAxisd(0.06 * v.y() * std::sin(kPi * t), Vector3::UnitY()) * v;
        return mesh;
    };
    ShapeSequence twisting = test::loopOf(4, 2.0, twisted);
    twisting.mass = 1.0;
    DeformedShape shape;
    DeformingModel::build(twisting)->evaluate(0.5, 0.0, shape);
    const double roll = forceOn(*FluidBodyModel::build(twisted(0.5))).angular.x();
    EXPECT_NEAR(forceOn(shape.surface).angular.x() / roll, 1.0, 0.03); // 1.022

    const auto cambered = [](double camber) {
        return test::makeWing(test::nacaSection(camber, 0.4, 0.12), 3.0, 14, 10);
    };
    ShapeSequence bending = test::loopOf(4, 2.0, [&](double t) { return cambered(0.03 + 0.03 * std::sin(kPi * t)); });
    bending.mass = 1.0;
    DeformingModel::build(bending)->evaluate(0.5, 0.0, shape);
    const double rest = forceOn(*FluidBodyModel::build(cambered(0.03))).linear.z(),
                 rigid = forceOn(*FluidBodyModel::build(cambered(0.06))).linear.z();
    EXPECT_NEAR((forceOn(shape.surface).linear.z() - rest) / (rigid - rest), 0.09, 0.03);
}

TEST(WingForce, AReductionKeepsTheLift) {
    const auto full = FluidBodyModel::build(test::makeWing(test::nacaSection(0.0, 0.4, 0.12), 4.0));
    const auto game = gameModel(full).model;
    for (const double degrees : {2.0, 6.0, 10.0})
        EXPECT_NEAR(polarOf(*game, degrees, 4.0).lift / polarOf(*full, degrees, 4.0).lift, 1.0, 0.03) << degrees;
}

} // namespace wing_force_test
