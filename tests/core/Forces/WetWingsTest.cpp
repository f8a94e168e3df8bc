// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Forces/SurfacePressureForce.h"
#include "AmbientFluid/Forces/WingForce.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Media/WaterSurface.h"
#include "ForceTestSupport.h"
#include "WingMeshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

/// Lifting surfaces that pierce the surface of water.
namespace wet_wings_test {

using namespace ambient;
using ModelPointer = std::shared_ptr<const FluidBodyModel>;

namespace {

/// The mesh in the part of space where <up,x> < level: wet shares of its faces.
Immersion immersed(const FluidBodyModel& model, const Vector3& up, double level) {
    const DividedMedium water(std::make_shared<UniformMedium>(1000.0, 1e-3), nullptr,
                              std::make_shared<FlatSurface>(0.0));
    const Pose pose{Quaternion::FromTwoVectors(up, Vector3::UnitZ()), Vector3(0.0, 0.0, -level)};
    Immersion result;
    immerse(model.surface(), Pose(), water, pose, 0.0, result);
    return result;
}

RelativeFlow flowIn(const Immersion& at, const Twist& twist) {
    RelativeFlow flow = test::flowOf(twist, 1.0);
    if (at.part(0).varies) flow.faces = &at.part(0).faces;
    return flow;
}

/// Slope of the lift of a wing across z that moves along x, on the wet part of its planform.
double wetSlope(const FluidBodyModel& model, const Vector3& up, double level) {
    const double a = 0.3 * kPi / 180.0;
    const Immersion at = immersed(model, up, level);
    const RelativeFlow flow = flowIn(at, {Vector3::Zero(), {std::cos(a), 0.0, -std::sin(a)}});
    double wet = 0.0;
    for (int f = 0; f < model.faces().size(); ++f)
        wet += 0.5 * std::abs(model.faces().normal(f).z()) * model.faces().area[f] * flow.weightOfFace(f);
    return WingForce::of(model.surface(), flow).wrench.linear.z() / (0.5 * wet * std::sin(a));
}

ModelPointer plate(double span, int faces = 600) {
    return FluidBodyModel::build(makePlate({1.0, span, 0.01}, faces));
}

/// A plate of this span and of chord 1 whose points are moved along the chord.
ModelPointer formed(const std::function<double(double x, double y)>& way, double span) {
    TriangleMesh mesh = makePlate({1.0, span, 0.01}, 600);
    for (Vector3& v : mesh.vertices)
        v.x() += way(v.x(), v.y());
    return FluidBodyModel::build(mesh);
}

std::vector<TriangleMesh> liftingBodies() {
    return {makePlate({1.0, 3.0, 0.02}, 200), test::makeWing(test::nacaSection(0.04, 0.4, 0.12), 4.0, 10, 6),
            test::makeDelta(1.0, 1.0, 0.02, 8), makeDisc(0.5, 0.02, 200), test::ringWing(1.0)};
}

} // namespace

// Vortex lattices of wings of the wet span, at 25, 50 and 75 % of the span: the end at the surface is a free tip.
// Largest difference .014. The whole wings have 2.47, 3.61 and 4.21.
TEST(WetWings, AWingThatPiercesTheSurfaceHasTheSlopeOfItsWetSpan) {
    const double exact[][4] = {{2.0, 0.773, 1.460, 2.021}, {4.0, 1.460, 2.474, 3.145}, {6.0, 2.021, 3.145, 3.795}};
    for (const auto& [span, quarter, half, most] : exact) {
        const auto model = plate(span);
        const double slopes[] = {quarter, half, most};
        for (int i = 0; i < 3; ++i)
            EXPECT_NEAR(wetSlope(*model, Vector3::UnitY(), (0.25 * (i + 1) - 0.5) * span) / slopes[i], 1.0, 0.02)
                << span << ", " << i;
    }
}

// Lattices of the wet half and quarter: .001 and .021.
TEST(WetWings, SweepIsNoLengthOfTheChord) {
    const auto model = formed([](double, double y) { return -std::abs(y); }, 4.0);
    EXPECT_NEAR(wetSlope(*model, Vector3::UnitY(), 0.0) / 2.195, 1.0, 0.03);
    EXPECT_NEAR(wetSlope(*model, Vector3::UnitY(), -1.0) / 1.413, 1.0, 0.03);
}

// Kept apart until the law stood: chords that shrink to a half, wet on half and a quarter of the span, .006 and .079;
// .17 and 1.12 with the slope of the whole wing.
TEST(WetWings, ATaperedWingHasTheExtentsOfItsWetPart) {
    const auto model = formed([](double x, double y) { return -x * std::abs(y) / 3.0; }, 3.0);
    EXPECT_NEAR(wetSlope(*model, Vector3::UnitY(), 0.0) / 2.46, 1.0, 0.01);
    EXPECT_NEAR(wetSlope(*model, Vector3::UnitY(), -0.75) / 1.705, 1.0, 0.09);
}

// A plate whose rear part is wet, as of a planing boat, is a wing of this part. A half and a quarter: .002 and .019.
TEST(WetWings, ALongPlateThatIsWetBehindIsAWideWing) {
    const auto model = plate(1.0);
    EXPECT_NEAR(wetSlope(*model, Vector3::UnitX(), 0.0) / 2.474, 1.0, 0.01);
    EXPECT_NEAR(wetSlope(*model, Vector3::UnitX(), -0.25) / 3.612, 1.0, 0.03);
}

// In 300 steps: the largest change over the mean one, and the largest difference of two changes that follow each other.
TEST(WetWings, TheLiftGrowsSmoothlyWithTheWetSpan) {
    const auto model = plate(3.0);
    const int steps = 300;
    double last = 0.0, largest = 0.0, first = 0.0, bend = 0.0, lastChange = 0.0;
    for (int i = 0; i <= steps; ++i) {
        const Immersion at = immersed(*model, Vector3::UnitY(), -1.6 + 3.2 * i / steps);
        const RelativeFlow flow = flowIn(at, {Vector3::Zero(), {1.0, 0.0, -0.05}});
        const double lift =
            at.partCount == 2 || i > steps / 2 ? WingForce::of(model->surface(), flow).wrench.linear.z() : 0.0;
        if (i == 0) first = lift;
        const double change = lift - last;
        if (i > 0) largest = std::max(largest, std::abs(change));
        if (i > 1) bend = std::max(bend, std::abs(change - lastChange));
        last = lift;
        lastChange = change;
    }
    EXPECT_EQ(first, 0.0);
    EXPECT_LT(largest, 2.0 * last / steps); // 1.60
    EXPECT_LT(bend, 0.5 * last / steps);    // .35
}

// The wet wing of a pair does not know that the other one leaves the water.
TEST(WetWings, APieceThatIsWhollyWetKeepsEveryByte) {
    TriangleMesh mesh = test::makeWing(test::nacaSection(0.02, 0.4, 0.12), 3.0, 12, 10);
    const TriangleMesh below = mesh;
    const int count = mesh.vertexCount();
    for (const Vector3& v : below.vertices)
        mesh.vertices.push_back(v - Vector3(0.0, 5.0, 0.0));
    for (const TriangleMesh::Face& face : below.faces)
        mesh.faces.push_back({face[0] + count, face[1] + count, face[2] + count});
    const auto model = FluidBodyModel::build(mesh);
    const Twist twist{{0.1, -0.2, 0.3}, {5.0, 0.2, -0.5}};
    const Immersion at = immersed(*model, Vector3::UnitY(), 0.3);
    const std::vector<WingCellForce> whole = wingForces(model->surface(), test::flowOf(twist, 1.0)),
                                     cut = wingForces(model->surface(), flowIn(at, twist));
    ASSERT_EQ(whole.size(), cut.size());
    int same = 0, other = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (whole[i].position.y() < -3.0) {
            EXPECT_EQ(whole[i].lift, cut[i].lift);
            EXPECT_EQ(whole[i].suction, cut[i].suction);
            EXPECT_EQ(whole[i].position, cut[i].position);
            ++same;
        } else if (whole[i].position.y() < 0.0) {
            EXPECT_LT(cut[i].lift.norm(), whole[i].lift.norm());
            ++other;
        }
    }
    EXPECT_GT(same, 10);
    EXPECT_GT(other, 10);
}

TEST(WetWings, NeverDriveABody) {
    test::Random random(51);
    double largest = -1.0;
    for (const TriangleMesh& mesh : liftingBodies()) {
        const auto model = FluidBodyModel::build(mesh);
        const Vector3& center = model->centerOfVolume();
        int cut = 0;
        for (int plane = 0; plane < 20; ++plane) {
            const Vector3 up = random.direction();
            const Immersion at = immersed(*model, up, up.dot(center) + random.uniform(-0.8, 0.8));
            if (at.partCount != 2) continue;
            ++cut;
            for (int i = 0; i < 30; ++i) {
                const double spin = std::pow(10.0, random.uniform(-2.0, 2.0));
                const Vector3 turn = spin * random.direction();
                const Twist twist{turn, random.direction() - turn.cross(center)};
                const WingForce force = WingForce::of(model->surface(), flowIn(at, twist));
                const Wrench& wrench = force.wrench;
                const double scale =
                    wrench.linear.norm() + (wrench.angular - center.cross(wrench.linear)).norm() * turn.norm();
                ASSERT_TRUE(std::isfinite(scale) && std::isfinite(force.power));
                if (scale > 0.0) largest = std::max({largest, power(twist, wrench) / scale, force.power / scale});
            }
        }
        EXPECT_GT(cut, 3);
    }
    EXPECT_LT(largest, 1e-12);
}

TEST(WetWings, TurnWithTheMesh) {
    test::Random random(52);
    double turning = 0.0;
    for (const TriangleMesh& mesh : liftingBodies()) {
        const Pose pose{random.rotation(), random.vector()};
        const auto model = FluidBodyModel::build(mesh), turned = FluidBodyModel::build(test::transformed(mesh, pose));
        for (int i = 0; i < 5; ++i) {
            const Vector3 up = random.direction(), there = pose.orientation * up;
            const double level = up.dot(model->centerOfVolume()) + random.uniform(-0.4, 0.4);
            const Twist twist = random.twist(1.0, 1.0);
            const Immersion at = immersed(*model, up, level),
                            beside = immersed(*turned, there, level + there.dot(pose.position));
            const Wrench here = WingForce::of(model->surface(), flowIn(at, twist)).wrench,
                         same = WingForce::of(turned->surface(), flowIn(beside, changeFrame(twist, pose.inverse())))
                                    .wrench;
            turning = std::max(turning, test::relativeDifference(same, changeFrame(pose, here)));
        }
    }
    EXPECT_LT(turning, 2e-6); // 2.5e-7
}

} // namespace wet_wings_test
