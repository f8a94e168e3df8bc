// SPDX-License-Identifier: Zlib
// Kinematic bodies moved by the motion of a shape.
#include "BulletAmbientFluid/btFluidShapeMover.h"
#include "BulletTestWorld.h"
#include "core/Locomotion/ShapeSequences.h"

#include <gtest/gtest.h>

namespace shape_mover_test {

using namespace ambient;

namespace {

/// A stiff frame of points gliding along x at a constant speed.
struct Glide {
    explicit Glide(double speed) {
        PointColumns points(3, 4);
        points << 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1;
        const RecordedFrames frames(std::vector<PointColumns>(3, points));
        const PointMassMetric metric(0.25);
        sequence = reduceSequence(frames, {&metric});
        MotionOptions options;
        options.momentum.linear.x() = speed; // of 1 kg
        options.start.position = -points.rowwise().mean();
        motion = std::make_shared<InterpolatedMotion>(solveMotion(sequence, options, 0, true), sequence);
    }
    ReducedSequence sequence;
    std::shared_ptr<const InterpolatedMotion> motion;
};

btRigidBody* addKinematic(test::World& w, std::unique_ptr<btCollisionShape> shape) {
    btRigidBody* body = w.addRigidBody(std::move(shape), 0.0, btVector3(0, 0, 0));
    w.world().removeRigidBody(body);
    body->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    w.world().addRigidBody(body);
    return body;
}

} // namespace

TEST(ShapeMover, ATableThatGlidesCarriesABoxAtItsSpeed) {
    for (const int substeps : {1, 4}) {
        const Glide glide(0.4);
        test::World w(btVector3(0, 0, btScalar(-9.81)), test::Solver::Fluid);
        btRigidBody* table = addKinematic(w, std::make_unique<btBoxShape>(btVector3(5, 5, btScalar(0.5))));
        btRigidBody* box =
            w.addBox(btVector3(btScalar(0.1), btScalar(0.1), btScalar(0.1)), 2.0, btVector3(0, 0, btScalar(0.6)));
        box->setAngularFactor(0);
        btFluidShapeMover mover(table, glide.motion);
        btFluidConstraintSolver solver(mover);
        w.world().setConstraintSolver(&solver);
        w.world().addAction(&mover);
        for (int i = 0; i < 48; i += substeps)
            w.world().stepSimulation(btScalar(substeps / 60.0), substeps, btScalar(1.0 / 60));
        w.world().removeAction(&mover);
        EXPECT_NEAR(double(box->getLinearVelocity().x()), 0.4, 1e-5) << substeps;
        EXPECT_NEAR(double(table->getWorldTransform().getOrigin().x()), 0.4 * 48 / 60, 1e-5) << substeps;
        // The box starts from rest: friction .25 accelerates the box to the table's speed within v^2/(2 mu g).
        const double slip = 0.4 * 0.4 / (2.0 * 0.25 * 9.81);
        EXPECT_NEAR(double(table->getWorldTransform().getOrigin().x() - box->getWorldTransform().getOrigin().x()), slip,
                    0.2 * slip)
            << substeps;
    }
}

TEST(ShapeMover, TheBodyIsWhereTheMotionSays) {
    const SegmentResistance metric(20.0);
    const ReducedSequence sequence = reduceSequence(test_shapes::wave(32, 24, 50.0, 1.5), {&metric});
    const auto motion = std::make_shared<InterpolatedMotion>(solveMotion(sequence, {}, 0, false), sequence);
    test::World w(btVector3(0, 0, 0), test::Solver::Fluid);
    btRigidBody* body = addKinematic(w, std::make_unique<btSphereShape>(btScalar(0.1)));
    btFluidShapeMover mover(body, motion);
    w.world().addAction(&mover);
    for (int i = 1; i <= 150; ++i) {
        w.run(1.0 / 60, 1.0 / 60);
        ASSERT_LT(test_shapes::difference(btFluidPose(body->getWorldTransform()), motion->worldFromGauge(i / 60.0)),
                  test::bulletTolerance(1e-9, 2e-5))
            << i;
    }
    w.world().removeAction(&mover);
}

// A growing sphere with its centre at rest pushes a ball at the speed of growth.
TEST(ShapeMover, ContactsSeeTheVelocityOfTheSurface) {
    const TriangleMesh sphere = makeSphere(1.0, 320);
    const Quaternion ahead = Quaternion::FromTwoVectors(sphere.vertices[0], Vector3::UnitX());
    ShapeTopology topology;
    topology.faces = sphere.faces;
    std::vector<PointColumns> keys;
    for (int k = 0; k < 9; ++k) {
        PointColumns points(3, Eigen::Index(sphere.vertices.size()));
        for (Eigen::Index i = 0; i < points.cols(); ++i)
            points.col(i) = (0.5 + 0.05 * k) * (ahead * sphere.vertices[size_t(i)]);
        keys.push_back(points);
    }
    const double radius = sphere.vertices[0].norm();
    RecordedFrames frames(std::move(keys), topology);
    frames.setTimeStep(0.1); // .5 m/s
    const FaceResistance metric(2.0);
    const ReducedSequence sequence = reduceSequence(frames, {&metric});
    const auto shape = std::make_shared<InterpolatedShape>(frames, sequence);
    const auto motion = std::make_shared<InterpolatedMotion>(solveMotion(sequence, {}, 0, false), sequence);
    for (const int substeps : {1, 4}) {
        test::World w(btVector3(0, 0, 0), test::Solver::Fluid);
        auto owned = std::make_unique<btConvexHullShape>();
        btConvexHullShape* hull = owned.get();
        hull->setMargin(0);
        hull->addPoint(btVector3(0, 0, 0)); // replaced by the skin
        btRigidBody* body = addKinematic(w, std::move(owned));
        btRigidBody* ball = w.addSphere(0.3, 2.0, btVector3(btScalar(0.5 * radius + 0.3), 0, 0));
        btFluidShapeMover mover(body, motion, shape);
        mover.setCollisionHull(hull);
        btFluidConstraintSolver solver(mover);
        w.world().setConstraintSolver(&solver);
        w.world().addAction(&mover);
        for (int i = 0; i < 40; i += substeps)
            w.world().stepSimulation(btScalar(substeps / 60.0), substeps, btScalar(1.0 / 60));
        w.world().removeAction(&mover);
        EXPECT_NEAR(double(ball->getLinearVelocity().x()) / (0.5 * radius), 1.0, 1e-3) << substeps;
        EXPECT_NEAR(mover.getTime(), 40.0 / 60, 1e-6);
    }
}

TEST(ShapeMover, UnfitBodiesAreRefused) {
    const Glide glide(1.0);
    test::World w;
    btRigidBody* falls = w.addSphere(0.1, 1.0, btVector3(0, 0, 0));
    btRigidBody* table = addKinematic(w, std::make_unique<btSphereShape>(btScalar(1)));
    EXPECT_THROW(btFluidShapeMover(falls, glide.motion), std::invalid_argument);
    EXPECT_THROW(btFluidShapeMover(nullptr, glide.motion), std::invalid_argument);
    EXPECT_THROW(btFluidShapeMover(table, nullptr), std::invalid_argument);
    EXPECT_THROW(btFluidShapeMover(table, glide.motion).setCollisionHull(nullptr), std::invalid_argument);
}

} // namespace shape_mover_test
