// SPDX-License-Identifier: Zlib
// The author's frame and the number of threads make no difference in a Bullet world, contacts included.
#include "AmbientFluid/Media/UniformMedium.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "BulletTestWorld.h"
#include "BulletTolerance.h"
#include "ShapeSequences.h"
#include "TestThreads.h"

#include <gtest/gtest.h>

#include <cstring>

namespace shape_frame_test {

using namespace ambient;

namespace {

/// A bending body 2 m long, twice as dense as water, with a period of 1 s.
ShapeSequence bending() {
    const TriangleMesh mesh = makeEllipsoid({1.0, 0.35, 0.25}, 320);
    ShapeSequence s = test::loopOf(12, 1.0, [&](double t) {
        TriangleMesh bent = mesh;
        for (Vector3& v : bent.vertices) {
            v.y() += 0.2 * v.x() * v.x() * std::cos(2.0 * kPi * t);
            v.z() += 0.15 * v.x() * v.x() * std::sin(2.0 * kPi * t) + 0.05 * v.x();
        }
        return bent;
    });
    s.mass = 2000.0 * enclosedVolume(mesh);
    return s;
}

Pose tumbling(double t) {
    return {expSO3((0.7 * std::sin(2.0 * kPi * t) + 2.0 * kPi * t) * Vector3(1.0, 2.0, 3.0).normalized()),
            Vector3(0.3 * std::sin(t), -0.2 * t, 0.15)};
}

/// Falls onto the floor in a stream. \returns pose of the author's frame of the first key at the end
Pose fallen(const ShapeSequence& sequence, const Pose& bodyAuthorFromAuthor, double& depth) {
    const auto shape = DeformingModel::build(sequence);
    test::World w(btVector3(0, 0, btScalar(-9.81)), test::Solver::Fluid);
    w.addRigidBody(std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), btScalar(0)), 0.0, btVector3(0, 0, 0));
    auto owned = std::make_unique<btConvexHullShape>();
    btConvexHullShape* hull = owned.get();
    hull->setMargin(0);
    hull->addPoint(btVector3(0, 0, 0)); // replaced by the drive
    const Pose worldFromAuthor{expSO3({0.1, 0.25, 0.0}), Vector3(0.0, 0.0, 0.75)};
    const Pose start = worldFromAuthor * bodyAuthorFromAuthor.inverse() * shape->bodyFromAuthor(0.0).inverse();
    const Vector3 inertia = shape->body().bodyInertia.matrix().diagonal().head<3>();
    btRigidBody* body =
        w.addRigidBody(std::move(owned), shape->mass(), btFluidVector(inertia), btFluidTransform(start));
    w.fluid().setMedium(UniformMedium(UniformMedium(1000.0, 1e-3).movingAt({0.2, 0.1, 0.0})));
    btFluidShapeDrive* drive = w.fluid().addBody(body, shape);
    drive->setCollisionHull(hull);
    depth = 1.0;
    for (int i = 0; i < 120; ++i) {
        w.run(1.0 / 120, 1.0 / 120);
        std::vector<btVector3> vertices;
        drive->vertices(vertices);
        for (const btVector3& v : vertices)
            depth = std::min(depth, double(v.z()));
    }
    return w.fluid().getFluidBody(body)->state().worldFromBody * shape->bodyFromAuthor(1.0) * bodyAuthorFromAuthor;
}

} // namespace

// Drag, weight, buoyancy, a stream and a contact with the floor.
TEST(ShapeFrame, TheFrameOfTheAuthorMakesNoDifferenceToAContact) {
    double depth = 1.0, other = 1.0;
    const Pose a = fallen(bending(), Pose(), depth);
    const Pose b = fallen(test::inFrame(bending(), tumbling), tumbling(0.0), other);
    EXPECT_LT(depth, 5e-3); // the body has touched the floor
    EXPECT_LT((a.position - b.position).norm(), test::bulletTolerance(1e-6, 2e-3) * 2.0);
    EXPECT_LT(a.orientation.angularDistance(b.orientation), test::bulletTolerance(1e-6, 2e-3));
}

TEST(ShapeFrame, AnyNumberOfThreadsGivesTheSameBytes) {
    const auto shape = DeformingModel::build(bending());
    const auto run = [&](int threads) {
        const test::Threads fixed(threads);
        test::World w(btVector3(0, 0, btScalar(-9.81)), test::Solver::Fluid);
        w.fluid().setMedium(UniformMedium(1000.0, 1e-3));
        std::vector<btRigidBody*> bodies;
        for (int i = 0; i < 6; ++i) {
            bodies.push_back(w.addGhost(shape->body(), {expSO3({0.3 * i, 0.0, 0.1}), Vector3(3.0 * i, 0.0, 0.0)}));
            w.fluid().addBody(bodies.back(), shape)->setSpeed(btScalar(1.0 + 0.2 * i));
        }
        w.run(0.3, 1.0 / 60);
        std::vector<double> numbers;
        for (btRigidBody* body : bodies) {
            const FluidBodyState& s = w.fluid().getFluidBody(body)->state();
            const Vector6 momentum = s.momentum.vector();
            numbers.insert(numbers.end(), momentum.data(), momentum.data() + 6);
            numbers.insert(numbers.end(), s.worldFromBody.position.data(), s.worldFromBody.position.data() + 3);
        }
        return numbers;
    };
    const std::vector<double> one = run(1), four = run(4);
    ASSERT_EQ(one.size(), four.size());
    EXPECT_EQ(std::memcmp(one.data(), four.data(), one.size() * sizeof(double)), 0);
}

} // namespace shape_frame_test
