// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Forces/SurfacePressureForce.h"

#include "AmbientFluid/Body/DeformingModel.h"
#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/BluffBodies.h"
#include "ForceTestSupport.h"
#include "ShapeSequences.h"

#include <gtest/gtest.h>

#include <cmath>

/// Pressure acts along normals: on a body of revolution it has no torque about the axis, in any flow.
namespace revolved_body_forces_test {

using namespace ambient;

namespace {

/// A body whose axis is z in its mesh frame.
struct Revolved {
    const char* name;
    TriangleMesh mesh;
    double radius;
};

/// Straight lines between points (r, z), in steps of `spacing`.
TriangleMesh revolvedLines(const std::vector<Eigen::Vector2d>& points, double spacing) {
    std::vector<Ring> rings;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const Eigen::Vector2d from = points[i], way = points[i + 1] - from;
        const int steps = std::max(1, static_cast<int>(std::lround(way.norm() / spacing)));
        for (int k = 0; k < steps; ++k) {
            const Eigen::Vector2d at = from + way * k / steps;
            rings.push_back(at.x() > 0.0 ? Ring::ofSpacing(at.x(), at.y(), spacing) : Ring{0.0, at.y(), 1});
        }
    }
    rings.push_back({0.0, points.back().y(), 1});
    return revolve(rings);
}

/// A flying disc: a dome of a quarter of its radius with a deep rim, open below.
TriangleMesh flyingDisc(double spacing) {
    return revolvedLines({{0, 0.2},
                          {0.8, 0.17},
                          {0.86, 0.13},
                          {0.89, 0},
                          {0.95, 0},
                          {1, 0.06},
                          {0.98, 0.14},
                          {0.8, 0.22},
                          {0.5, 0.25},
                          {0, 0.26}},
                         spacing);
}

std::vector<Revolved> revolvedBodies() {
    return {{"wheel", makeDisc(1.0, 0.4, 1200), 1.0},
            {"coarse wheel", makeDisc(1.0, 0.4, 300), 1.0},
            {"can", makeCylinder(0.5, 1.5, 600), 0.5},
            {"flying disc", flyingDisc(0.1), 1.0},
            {"oblate", makeEllipsoid({1.0, 1.0, 0.15}, 1280), 1.0},
            {"cone", makeCone(1.0, 2.0, 600), 1.0},
            {"coarse cone", makeCone(1.0, 2.0, 300), 1.0},
            {"bowl", makeCup(1.0, 0.1, 1200), 1.0},
            {"dart", revolvedLines({{0, -6}, {0.5, -6}, {0.5, 2}, {0, 6}}, 0.2), 0.5},
            {"hemisphere", makeHemisphere(1.0, 400), 1.0},
            {"football", makeFootball(2.0, 1.0, 400), 0.5},
            {"teardrop", makeTeardrop(4.0, 1.0, 400), 0.5},
            {"ring", makeRing(1.0, 0.3, 400), 1.3},
            {"sphere", makeSphere(1.0, 320), 1.0}};
}

/// Torque of the pressure about an axis through the centre of volume.
double torqueAbout(const Vector3& axis, const Surface& surface, const Wrench& wrench) {
    return axis.dot(wrench.angular - surface.centerOfVolume().cross(wrench.linear));
}

/// Cyaw = torque / (1/2 rho V^2 pi R^2 2R) with V = rho = 1.
double yaw(const Revolved& body, double torque) {
    return std::abs(torque) / (kPi * std::pow(body.radius, 3));
}

/// A twist of speed 1 at the centre, whose spin about `axis` moves the rim at `ratio`.
Twist spinning(const Surface& surface, const Revolved& body, const Vector3& axis, double ratio,
               const Vector3& direction) {
    const Vector3 spin = ratio / body.radius * axis;
    return {spin, direction - spin.cross(surface.centerOfVolume())};
}

Wrench pressure(const Surface& surface, const Twist& twist, const SurfaceMotion* faces = nullptr) {
    RelativeFlow flow = test::flowOf(twist, 1.0);
    flow.faces = faces;
    return SurfacePressureForce().evaluate(surface, flow, nullptr);
}

/// The axis that pressure feels least.
Vector3 axisOf(const Surface& surface) {
    return Eigen::SelfAdjointEigenSolver<Matrix3>(surface.pressureWeights().feltRotations).eigenvectors().col(0);
}

} // namespace

TEST(RevolvedBodyForces, PressureDoesNotTurnABodyOfRevolutionAboutItsAxis) {
    test::Random random(31);
    for (const Revolved& body : revolvedBodies()) {
        const Pose pose{random.rotation(), random.vector()};
        const auto model = FluidBodyModel::build(test::transformed(body.mesh, pose));
        const Vector3 axis = pose.orientation * Vector3::UnitZ();
        for (const double ratio : {0.25, 1.0, 4.0})
            for (int i = 0; i < 40; ++i) {
                const Twist twist = spinning(*model, body, axis, ratio, random.direction());
                EXPECT_LT(yaw(body, torqueAbout(axis, *model, pressure(*model, twist))), 1e-4)
                    << body.name << ", spin ratio " << ratio;
            }
    }
}

TEST(RevolvedBodyForces, NorOneThatIsWetInPart) {
    test::Random random(32);
    for (const Revolved& body : revolvedBodies()) {
        const auto model = FluidBodyModel::build(body.mesh);
        const Vector3 axis = Vector3::UnitZ();
        SurfaceMotion faces;
        for (int i = 0; i < 20; ++i) {
            faces.setUniform(model->faces().size(), model->volume(), model->centerOfVolume());
            const Vector3 up = random.direction();
            faces.meanWeight = 0.0;
            for (int f = 0; f < model->faces().size(); ++f) {
                const std::size_t k = static_cast<std::size_t>(f);
                const double height = up.dot(model->faces().centroid(f) - model->centerOfVolume());
                faces.wettedFraction[k] = std::clamp(0.5 - 5.0 * height, 0.0, 1.0);
                faces.meanWeight += model->faces().area[k] * faces.wettedFraction[k] / model->area();
            }
            const Twist twist = spinning(*model, body, axis, random.uniform(0.25, 2.0), random.direction());
            EXPECT_LT(yaw(body, torqueAbout(axis, *model, pressure(*model, twist, &faces))), 1e-4) << body.name;
        }
    }
}

TEST(RevolvedBodyForces, NorOneThatChangesItsShapeOrIsReduced) {
    test::Random random(33);
    const Revolved body{"can", makeCylinder(0.5, 1.0, 400), 0.5};
    ShapeSequence shapes = test::loopOf(4, 2.0, [&](double t) {
        TriangleMesh mesh = body.mesh;
        for (Vector3& v : mesh.vertices)
            v = v.cwiseProduct(Vector3(1.0, 1.0, 1.0 + 0.4 * std::sin(kPi * t))) *
                (1.0 + 0.2 * v.z() * std::cos(kPi * t));
        return mesh;
    });
    shapes.mass = 1.0;
    const auto deforming = DeformingModel::build(shapes);
    DeformedShape shape;
    for (const double phase : {0.0, 0.13, 0.5, 0.77, 1.4}) {
        deforming->evaluate(phase, 0.0, shape);
        const Vector3 axis = axisOf(shape.surface);
        for (int i = 0; i < 20; ++i) {
            const Twist twist = spinning(shape.surface, body, axis, 1.0, random.direction());
            EXPECT_LT(yaw(body, torqueAbout(axis, shape.surface, pressure(shape.surface, twist))), 1e-4) << phase;
        }
    }
    const auto full = FluidBodyModel::build(body.mesh);
    const auto game = gameModel(full).model;
    const Vector3 axis = Vector3::UnitZ();
    for (int i = 0; i < 20; ++i) {
        const Twist twist = spinning(*game, body, axis, 1.0, random.direction());
        EXPECT_LT(yaw(body, torqueAbout(axis, *game, pressure(*game, twist))), 1e-4);
    }
}

TEST(RevolvedBodyForces, AnOblateSpheroidThrownIntoWaterNeverSpinsUp) {
    const auto model = FluidBodyModel::build(makeEllipsoid({0.1, 0.1, 0.015}, 1280));
    for (const double degrees : {0.0, 10.0, 30.0}) {
        const FluidBody body = makeSolidBody(model, 2000.0);
        const KirchhoffMotion equations(body, std::make_shared<UniformMedium>(UniformMedium::water()),
                                        ForceSet::surfacePressure(), {0.0, 0.0, -9.81});
        const double a = degrees * kPi / 180.0;
        const Vector3 velocity(5.0 * std::cos(a), 0.0, 5.0 * std::sin(a));
        FluidBodyState state = makeState(equations, Pose(), {{0.0, 0.0, 10.0}, velocity}, 0.0);
        double spin = 10.0;
        for (int i = 0; i < 25; ++i) {
            integrate(equations, state, 0.01);
            const double now = relativeTwist(equations, state).angular.z();
            EXPECT_LT(now, spin * (1.0 + 1e-6)) << degrees << " deg, step " << i;
            spin = now;
        }
        EXPECT_LT(spin, 8.5); // braked by friction; measured 8.1 to 8.3
    }
}

TEST(RevolvedBodyForces, TheForceTurnsAndMirrorsWithTheMesh) {
    test::Random random(34);
    std::vector<TriangleMesh> meshes = {makePlate({1.0, 1.0, 0.02}, 400), makeBox({1, 1, 1}, 192),
                                        makeEllipsoid({1.0, 0.5, 0.1}, 320)};
    for (const Revolved& body : revolvedBodies())
        meshes.push_back(body.mesh);
    double worst = 0.0;
    for (const TriangleMesh& mesh : meshes) {
        const Pose pose{random.rotation(), random.vector()};
        TriangleMesh mirrored = mesh;
        const Vector3 across = random.direction();
        const Matrix3 mirror = Matrix3::Identity() - 2.0 * across * across.transpose();
        for (Vector3& v : mirrored.vertices)
            v = mirror * v;
        for (TriangleMesh::Face& face : mirrored.faces)
            std::swap(face[0], face[1]);
        const auto model = FluidBodyModel::build(mesh), turned = FluidBodyModel::build(test::transformed(mesh, pose)),
                   image = FluidBodyModel::build(mirrored);
        for (int i = 0; i < 10; ++i) {
            const Twist twist = random.twist(1.0, 1.0);
            const Wrench here = pressure(*model, twist);
            const Wrench there = pressure(*turned, changeFrame(twist, pose.inverse()));
            worst = std::max(worst, test::relativeDifference(there, changeFrame(pose, here)));
            const Wrench seen = pressure(*image, {-mirror * twist.angular, mirror * twist.linear});
            worst =
                std::max(worst, test::relativeDifference(seen, Wrench(-mirror * here.angular, mirror * here.linear)));
        }
    }
    EXPECT_LT(worst, 2e-3); // a ray of the mean-line normals may change sides; measured 6e-4
}

TEST(RevolvedBodyForces, RotationsAreFeltByBodiesWithCornersAndNotByBalls) {
    test::Random random(35);
    const auto feltBy = [](const TriangleMesh& mesh) {
        return FluidBodyModel::build(mesh)->surfaceShape().feltRotations;
    };
    EXPECT_LT(feltBy(makeSphere(1.0, 320)).norm(), 1e-3);
    const Matrix3 can = feltBy(makeCylinder(0.5, 2.0, 400));
    EXPECT_NEAR(can(0, 0), 1.0, 0.01);
    EXPECT_NEAR(can(0, 0), can(1, 1), 1e-9);
    EXPECT_LT(can(2, 2), 0.01);
    for (const TriangleMesh& mesh :
         {makeBox({1, 1, 1}, 192), makePlate({1, 1, 0.01}, 192), makeBox({0.2, 0.2, 4}, 192)}) {
        const Matrix3 felt = feltBy(mesh), rotation = random.rotation().toRotationMatrix();
        EXPECT_LT((felt - Matrix3::Identity()).norm(), 0.08); // measured .071, of the rod
        const Matrix3 turned = feltBy(test::transformed(mesh, {Quaternion(rotation), Vector3::Zero()}));
        EXPECT_LT((turned - rotation * felt * rotation.transpose()).norm(), 1e-9);
    }
}

// The sides of a can have no cross flow to shed; its ends shed that of slender-body theory at their middle.
TEST(RevolvedBodyForces, ABaseIsAPointOnTheAxisAndARimIsNone) {
    const auto can = FluidBodyModel::build(makeCylinder(0.5, 10.0, 1200));
    const std::vector<BasePoint>& bases = can->pressureWeights().bases;
    ASSERT_EQ(bases.size(), 2u);
    for (const BasePoint& base : bases) {
        EXPECT_NEAR(std::abs(base.normal.z()), 1.0, 1e-12);
        EXPECT_LT(Vector3(base.position.x(), base.position.y(), 0.0).norm(), 1e-12);
        EXPECT_NEAR(std::abs(base.position.z()), 5.0, 1e-12);
        EXPECT_NEAR(base.area / (0.25 * kPi), 1.0, 0.05);
    }
    const auto disc = FluidBodyModel::build(makeDisc(1.0, 0.05, 800));
    for (const BasePoint& base : disc->pressureWeights().bases)
        EXPECT_GT(std::abs(base.normal.z()), 0.99);
}

} // namespace revolved_body_forces_test
