// SPDX-License-Identifier: Zlib
// A body that plays a shape sequence in a Bullet world, exact mode.
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "BulletTestWorld.h"
#include "ShapeSequences.h"

#include <gtest/gtest.h>

namespace shape_drive_test {

using namespace ambient;

namespace {

constexpr double kPeriod = 2.0;

/// A bending ellipsoid, as dense as water.
std::shared_ptr<const DeformingModel> bending(double pressureScale) {
    const TriangleMesh mesh = makeEllipsoid({1.0, 0.35, 0.25}, 320);
    ShapeSequence s = test::loopOf(10, kPeriod, [&](double t) {
        const double phase = 2.0 * kPi * t / kPeriod;
        TriangleMesh bent = mesh;
        for (Vector3& v : bent.vertices) {
            v.y() += 0.25 * v.x() * v.x() * std::cos(phase) + 0.1 * v.x() * std::sin(phase);
            v.x() *= 1.0 + 0.1 * std::sin(phase);
        }
        return bent;
    });
    s.mass = 1000.0 * enclosedVolume(mesh);
    FluidBodyDef def;
    def.pressureScale = pressureScale;
    return DeformingModel::build(s, def);
}

struct Swimmer {
    test::World w{btVector3(0, 0, 0), test::Solver::Fluid};
    std::shared_ptr<const DeformingModel> shape;
    btRigidBody* body;
    btFluidShapeDrive* drive;

    explicit Swimmer(std::shared_ptr<const DeformingModel> of) : shape(std::move(of)) {
        body = w.addGhost(shape->body(), Pose());
        w.fluid().setMedium(UniformMedium(1000.0, 0.0));
        drive = w.fluid().addBody(body, shape);
    }
    const FluidBodyState& state() const { return w_().getFluidBody(body)->state(); }

  private:
    btFluidAction& w_() const { return const_cast<test::World&>(w).fluid(); }
};

} // namespace

TEST(ShapeDrive, SwimsAsTheCoreDoesAtAnyStep) {
    const auto shape = bending(0.0);
    const KirchhoffMotion motion = test::motionOf(shape, 1000.0);
    const FluidBodyState exact = test::swum(motion, 1.5, 150);
    EXPECT_GT(exact.worldFromBody.position.norm(), 1e-3);
    for (const double dt : {1.0 / 240, 1.0 / 60}) {
        Swimmer swimmer(shape);
        swimmer.w.run(1.5, dt);
        EXPECT_LT((swimmer.state().worldFromBody.position - exact.worldFromBody.position).norm(), 1e-4) << dt;
        EXPECT_LT(swimmer.state().worldFromBody.orientation.angularDistance(exact.worldFromBody.orientation), 1e-3);
        EXPECT_LT(swimmer.state().momentum.vector().norm(), test::bulletTolerance(1e-9, 1e-3));
        EXPECT_NEAR(double(swimmer.drive->getPhase()), 1.5, 1e-6);
    }
}

TEST(ShapeDrive, HasItsSpeedPhaseAndFrame) {
    Swimmer swimmer(bending(1.0));
    EXPECT_EQ(swimmer.w.fluid().getFluidBody(swimmer.body)->getDrive(), swimmer.drive);
    swimmer.w.run(0.5, 1.0 / 60);
    swimmer.drive->setSpeed(btScalar(-2), btScalar(0.5));
    EXPECT_NEAR(double(swimmer.drive->getSpeed()), 1.0, 1e-6); // a ramp begins
    swimmer.w.run(0.5, 1.0 / 60);
    EXPECT_NEAR(double(swimmer.drive->getSpeed()), -2.0, 1e-6);
    EXPECT_NEAR(double(swimmer.drive->getPhase()), 0.5 - 0.25, 1e-6);
    // The author's first key is at rest in the author's frame.
    swimmer.drive->setPhase(0);
    const btTransform author = swimmer.drive->worldFromAuthor();
    std::vector<btVector3> vertices;
    swimmer.drive->vertices(vertices);
    const TriangleMesh first = makeEllipsoid({1.0, 0.35, 0.25}, 320);
    ASSERT_EQ(vertices.size(), first.vertices.size());
    for (std::size_t v = 0; v < vertices.size(); v += 10) {
        const Vector3& at = first.vertices[v];
        const Vector3 bent(at.x(), at.y() + 0.25 * at.x() * at.x(), at.z());
        EXPECT_LT(double((author * btFluidVector(bent) - vertices[v]).length()), 2e-6);
    }
    EXPECT_THROW(swimmer.drive->setSpeed(btScalar(1), btScalar(-1)), std::invalid_argument);
    EXPECT_THROW(swimmer.drive->setPhase(btScalar(NAN)), std::invalid_argument);
    EXPECT_NEAR(double(swimmer.drive->getPhase()), 0.0, 1e-12);
    btRigidBody* wrong = swimmer.w.addSphere(1.0, 3.0, btVector3(9, 9, 9));
    EXPECT_THROW(swimmer.w.fluid().addBody(wrong, swimmer.shape), std::invalid_argument);
    EXPECT_EQ(swimmer.w.fluid().getNumBodies(), 1);
}

TEST(ShapeDrive, StaysAwakeWhileItsShapeMoves) {
    Swimmer swimmer(bending(1.0));
    swimmer.drive->setSpeed(btScalar(1e-6));
    swimmer.w.run(4.0, 1.0 / 30);
    EXPECT_TRUE(swimmer.body->isActive());
    swimmer.drive->setSpeed(0);
    swimmer.w.run(6.0, 1.0 / 30);
    EXPECT_FALSE(swimmer.body->isActive());
    swimmer.drive->setSpeed(1);
    EXPECT_TRUE(swimmer.body->isActive());
}

TEST(ShapeDrive, IsRestoredInMidStroke) {
    Swimmer swimmer(bending(1.0));
    swimmer.w.run(0.3, 1.0 / 60);
    swimmer.drive->setSpeed(btScalar(2), btScalar(0.4));
    swimmer.w.run(0.2, 1.0 / 60);
    const std::vector<unsigned char> saved = swimmer.w.fluid().saveState();
    swimmer.w.run(0.5, 1.0 / 60);
    const FluidBodyState first = swimmer.state();
    swimmer.drive->setSpeed(btScalar(-3));
    swimmer.w.run(0.1, 1.0 / 60);
    swimmer.w.fluid().restoreState(saved);
    swimmer.w.run(0.5, 1.0 / 60);
    const FluidBodyState again = swimmer.state();
    EXPECT_EQ((first.momentum - again.momentum).vector().norm(), 0.0);
    EXPECT_EQ((first.worldFromBody.position - again.worldFromBody.position).norm(), 0.0);
    EXPECT_EQ(first.worldFromBody.orientation.coeffs(), again.worldFromBody.orientation.coeffs());
}

TEST(ShapeDrive, CollisionShapesAreRestoredWithTheShape) {
    Swimmer swimmer(bending(1.0));
    std::vector<btVector3> vertices;
    swimmer.drive->vertices(vertices);
    btConvexHullShape hull(&vertices[0].x(), int(vertices.size()), sizeof(btVector3));
    swimmer.drive->setCollisionHull(&hull);
    swimmer.w.run(0.3, 1.0 / 60);
    const auto pointsNow = [&hull] {
        std::vector<double> points;
        for (int i = 0; i < hull.getNumPoints(); ++i)
            for (int k = 0; k < 3; ++k)
                points.push_back(double(hull.getUnscaledPoints()[i][k]));
        return points;
    };
    const std::vector<double> then = pointsNow();
    const std::vector<unsigned char> saved = swimmer.w.fluid().saveState();
    swimmer.w.run(0.5, 1.0 / 60);
    EXPECT_NE(pointsNow(), then);
    swimmer.w.fluid().restoreState(saved);
    EXPECT_EQ(pointsNow(), then);
}

} // namespace shape_drive_test
