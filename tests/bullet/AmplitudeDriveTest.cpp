// SPDX-License-Identifier: Zlib
// Bodies following amplitudes or joint angles in a Bullet world.
#include "AmbientFluid/Body/DrivenShape.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "BulletTestWorld.h"
#include "ShapeFamilies.h"

#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gtest/gtest.h>

#include <numeric>

namespace amplitude_drive_test {

using namespace ambient;

namespace {

std::shared_ptr<const AmplitudeModel> bender(double pressureScale) {
    FluidBodyDef def;
    def.pressureScale = pressureScale;
    return AmplitudeModel::build(test::bendingAndBreadth(320), def);
}

void circle(double t, double* q, double* rates) {
    q[0] = 0.8 * std::sin(4.0 * t);
    q[1] = 0.8 * (1.0 - std::cos(4.0 * t)) - 0.8;
    rates[0] = 3.2 * std::cos(4.0 * t);
    rates[1] = 3.2 * std::sin(4.0 * t);
}

std::vector<double> circleAt(double t) {
    std::vector<double> q(2), rates(2);
    circle(t, q.data(), rates.data());
    return q;
}

struct Swimmer {
    test::World w{btVector3(0, 0, 0), test::Solver::Fluid};
    std::shared_ptr<const AmplitudeModel> shape;
    btRigidBody* body;
    btFluidShapeDrive* drive;

    explicit Swimmer(std::shared_ptr<const AmplitudeModel> of) : shape(std::move(of)) {
        body = w.addGhost(shape->body(), Pose());
        w.fluid().setMedium(UniformMedium(1000.0, 0.0));
        drive = w.fluid().addBody(body, shape);
    }
    const FluidBodyState& state() { return w.fluid().getFluidBody(body)->state(); }
};

void expectSame(const FluidBodyState& a, const FluidBodyState& b) {
    EXPECT_EQ((a.momentum - b.momentum).vector().norm(), 0.0);
    EXPECT_EQ((a.worldFromBody.position - b.worldFromBody.position).norm(), 0.0);
    EXPECT_EQ(a.worldFromBody.orientation.coeffs(), b.worldFromBody.orientation.coeffs());
}

} // namespace

TEST(AmplitudeDrive, RequestsInRangeKeepTheShapeInRange) {
    // 1e5 random requests, many of them ends of the range, in steps of random lengths.
    const auto shape = bender(0.0);
    DrivenShape driven(shape);
    const std::vector<ShapeCoordinate>& coordinates = shape->coordinates();
    test::Random random(1);
    double time = 0.0, worst = 0.0, fastest = 0.0;
    std::vector<double> q(coordinates.size()), rates(coordinates.size());
    for (int i = 0; i < 100000; ++i) {
        const double step = i % 100 == 0 ? random.uniform(1.0, 8.0) / 240.0 : 1.0 / 60;
        for (std::size_t k = 0; k < q.size(); ++k) {
            const double least = coordinates[k].least, most = coordinates[k].most, kind = random.uniform(0.0, 1.0);
            q[k] = kind < 0.2 ? least : kind < 0.4 ? most : random.uniform(least, most);
        }
        driven.request(q);
        driven.beginStep(time, step);
        for (const double share : {0.2, 0.4, 0.6, 0.8, 1.0}) {
            driven.coordinates(time + share * step, q.data(), rates.data());
            for (std::size_t k = 0; k < q.size(); ++k) {
                const double range = coordinates[k].most - coordinates[k].least;
                worst = std::max(worst, std::max(coordinates[k].least - q[k], q[k] - coordinates[k].most) / range);
                fastest = std::max(fastest, std::abs(rates[k]) * step / range);
            }
        }
        time += step;
    }
    EXPECT_LT(worst, 1e-9);
    EXPECT_GT(fastest, 0.5);
}

TEST(AmplitudeDrive, SwimsByAFunctionAsTheCoreDoesAtAnyStep) {
    const auto shape = bender(0.0);
    const auto driven = std::make_shared<DrivenShape>(shape);
    driven->setFunction(circle, 0.0);
    FluidBody body = shape->body();
    body.deformation = driven;
    const KirchhoffMotion motion(body, std::make_shared<UniformMedium>(1000.0, 0.0), {}, Vector3::Zero());
    for (const double dt : {1.0 / 240, 1.0 / 60}) {
        Swimmer swimmer(shape);
        swimmer.drive->setAmplitudeFunction(circle);
        FluidBodyState state; // the momentum at the start of the function
        state.momentum = swimmer.state().momentum;
        const FluidBodyState exact = test::swum(motion, 1.2, 240, state);
        swimmer.w.run(1.2, dt);
        EXPECT_GT(exact.worldFromBody.position.norm(), 1e-3);
        EXPECT_LT((swimmer.state().worldFromBody.position - exact.worldFromBody.position).norm(), 1e-4) << dt;
        EXPECT_LT(swimmer.state().worldFromBody.orientation.angularDistance(exact.worldFromBody.orientation), 1e-3);
    }
}

TEST(AmplitudeDrive, FollowsRequestsAndControllersAlike) {
    // The drive follows the request of each step a step later; without momentum only the path through the shapes
    // counts.
    const double dt = 1.0 / 240;
    const auto start = [](Swimmer& s) { s.drive->jumpToAmplitudes(circleAt(0.0)); };
    const auto shape = bender(0.0);
    Swimmer byFunction(shape), byRequests(shape), byController(shape);
    start(byFunction);
    byFunction.drive->setAmplitudeFunction(circle);
    byFunction.w.run(1.0, dt);
    start(byRequests);
    for (int i = 0; i < 241; ++i) {
        byRequests.drive->setAmplitudes(circleAt(i * dt));
        byRequests.w.run(dt, dt);
    }
    EXPECT_NEAR(byRequests.drive->getAmplitudes()[0], circleAt(1.0)[0], 1e-12);
    start(byController);
    byController.drive->setAmplitudeController([](double t, std::vector<double>& q) { q = circleAt(t); });
    byController.w.run(242 * dt, dt); // the first call is at the end of the first step
    const Vector3 way = byFunction.state().worldFromBody.position;
    EXPECT_GT(way.norm(), 1e-3);
    EXPECT_LT((byRequests.state().worldFromBody.position - way).norm(), 0.02 * way.norm());
    EXPECT_LT((byController.state().worldFromBody.position - way).norm(), 0.02 * way.norm());
    EXPECT_LT(byController.state().momentum.vector().norm(), test::bulletTolerance(1e-9, 1e-3));
}

TEST(AmplitudeDrive, JumpsKeepTheVelocity) {
    Swimmer swimmer(bender(0.0));
    swimmer.body->setLinearVelocity(btVector3(1, 0, 0));
    swimmer.w.run(0.1, 1.0 / 60);
    const Twist before = swimmer.w.fluid().getFluidBody(swimmer.body)->getVelocity();
    swimmer.drive->setAmplitudes({0.9, -0.8}); // within half of the ranges: a stroke
    const FluidBodyState held = swimmer.state();
    swimmer.w.run(1.0 / 60, 1.0 / 60);
    EXPECT_LT((swimmer.state().momentum.linear - held.momentum.linear).norm(),
              test::bulletTolerance(1e-9, 1e-4) * held.momentum.linear.norm());
    swimmer.w.run(0.1, 1.0 / 60);
    const Twist moving = swimmer.w.fluid().getFluidBody(swimmer.body)->getVelocity();
    swimmer.drive->setAmplitudes({-0.9, -0.8}); // more than half of a range: at once
    EXPECT_DOUBLE_EQ(swimmer.drive->getAmplitudes()[0], -0.9);
    const Twist after = swimmer.w.fluid().getFluidBody(swimmer.body)->getVelocity();
    EXPECT_LT((after - moving).vector().norm(), test::bulletTolerance(1e-9, 1e-5));
    EXPECT_GT(before.linear.norm(), 0.9);
}

TEST(AmplitudeDrive, SleepsWhenItsShapeIsHeld) {
    Swimmer swimmer(bender(1.0));
    swimmer.drive->setAmplitudeFunction([](double, double* q, double* rates) {
        std::fill_n(q, 2, 0.0);
        std::fill_n(rates, 2, 0.0);
    });
    swimmer.w.run(4.0, 1.0 / 30);
    EXPECT_TRUE(swimmer.body->isActive()); // the function might start a motion at any time
    swimmer.drive->setAmplitudeFunction({});
    swimmer.w.run(6.0, 1.0 / 30);
    EXPECT_FALSE(swimmer.body->isActive());
    swimmer.drive->setAmplitudes({0.0, 0.0}); // the present shape
    EXPECT_FALSE(swimmer.body->isActive());
    swimmer.drive->setAmplitudes({0.1, 0.0});
    EXPECT_TRUE(swimmer.body->isActive());
    swimmer.w.run(0.1, 1.0 / 30);
    EXPECT_NEAR(swimmer.drive->getAmplitudes()[0], 0.1, 1e-12);
}

TEST(AmplitudeDrive, IsRestoredInMidStroke) {
    Swimmer swimmer(bender(1.0));
    const auto stroke = [&](double from) {
        for (int i = 0; i < 20; ++i) {
            swimmer.drive->setAmplitudes(circleAt(from + i / 60.0));
            swimmer.w.run(1.0 / 60, 1.0 / 60);
        }
    };
    stroke(0.0);
    swimmer.drive->setAmplitudes(circleAt(20.0 / 60.0)); // a request is pending
    const std::vector<unsigned char> saved = swimmer.w.fluid().saveState();
    swimmer.w.run(1.0 / 60, 1.0 / 60);
    stroke(0.5);
    const FluidBodyState first = swimmer.state();
    swimmer.w.fluid().restoreState(saved);
    swimmer.w.run(1.0 / 60, 1.0 / 60);
    stroke(0.5);
    expectSame(first, swimmer.state());
}

TEST(AmplitudeDrive, TheWorkOfItsMusclesIsTheChangeOfItsEnergy) {
    Swimmer swimmer(bender(0.0));
    swimmer.drive->setAmplitudeController([](double t, std::vector<double>& q) {
        q = {0.8 * std::sin(4.0 * t), 0.5 * std::sin(4.0 * t + 0.3)};
    });
    const double dt = 1.0 / 240;
    swimmer.w.run(0.25, dt);
    const double before = swimmer.drive->kineticEnergy();
    double work = 0.0, effort = 0.0, last = swimmer.drive->actuatorPower();
    for (int i = 0; i < 48; ++i) {
        swimmer.w.run(dt, dt);
        const double power = swimmer.drive->actuatorPower();
        work += 0.5 * dt * (last + power);
        effort += dt * std::abs(power);
        last = power;
    }
    const double change = swimmer.drive->kineticEnergy() - before;
    EXPECT_GT(effort, 10.0);
    EXPECT_NEAR(work, change, 0.02 * effort);
}

TEST(AmplitudeDrive, RefusesByName) {
    Swimmer swimmer(bender(0.0));
    btFluidShapeDrive& drive = *swimmer.drive;
    EXPECT_NE(test::refusal([&] {
                  drive.setAmplitudes({0.0, 1.5});
              }).find("coordinate 1 (breadth) is 1.5"),
              std::string::npos);
    EXPECT_NE(test::refusal([&] { drive.setAmplitudes({0.0}); }).find("1 values for 2"), std::string::npos);
    EXPECT_NE(test::refusal([&] { drive.setSpeed(1); }).find("follows amplitudes"), std::string::npos);
    EXPECT_NE(test::refusal([&] {
                  drive.setAmplitudeFunction([](double, double* q, double*) { q[0] = q[1] = -3.0; });
              }).find("coordinate 0 (bend) is -3"),
              std::string::npos);
    EXPECT_EQ(drive.getAmplitudes(), (std::vector<double>{0.0, 0.0}));
    EXPECT_FALSE(drive.playsSequence());
    btCompoundShape compound;
    EXPECT_NE(test::refusal([&] { drive.addCollisionChild(&compound, 0, {0}); }).find("0 children"), std::string::npos);
    EXPECT_NE(test::refusal([&] { drive.addCollisionChild(&compound, 0, {9999}); }).find("vertex 9999"),
              std::string::npos);
    // A function whose values leave the range during the run stops the body, not the world.
    drive.setAmplitudeFunction([](double t, double* q, double* rates) {
        q[0] = q[1] = 10.0 * t;
        rates[0] = rates[1] = 10.0;
    });
    swimmer.w.run(0.5, 1.0 / 60);
    EXPECT_FALSE(swimmer.w.fluid().getFluidBody(swimmer.body)->isHealthy());
    EXPECT_NE(swimmer.w.fluid().getFluidBody(swimmer.body)->failure().find("coordinate"), std::string::npos);
}

namespace {

/// A box on a piston that slides out by the coordinate.
ShapeParts pistonUnderBox() {
    ShapeParts s;
    s.coordinates.resize(1);
    s.coordinates[0].least = 0.0;
    s.coordinates[0].most = 0.3;
    s.parts.push_back({"box", test::boxAt({0.4, 0.4, 0.4}, {0.0, 0.0, 0.2}, 96), 2.5, {}, {}});
    s.parts.push_back({"piston", test::boxAt({0.1, 0.1, 0.35}, {0.0, 0.0, -0.177}, 48), 0.5, {}, {}});
    s.parts[1].joints = {{0, Vector3::Zero(), -Vector3::UnitZ(), 1.0, true}};
    return s;
}

std::vector<int> verticesOf(const ShapeParts& parts, int part) {
    std::vector<int> vertices(parts.parts[static_cast<std::size_t>(part)].mesh.vertices.size());
    std::iota(vertices.begin(), vertices.end(), parts.firstVertex(part));
    return vertices;
}

} // namespace

TEST(AmplitudeDrive, APistonInACompoundPushesTheBodyOff) {
    // The piston extends by .3 m on 10 u^3 - 15 u^4 + 6 u^5 in .5 s, fastest at 1.125 m/s.
    const ShapeParts parts = pistonUnderBox();
    const auto model = AmplitudeModel::build(parts);
    test::World w(btVector3(0, 0, 0), test::Solver::Fluid);
    w.addRigidBody(std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), btScalar(0)), 0.0, btVector3(0, 0, 0));
    btBoxShape box(btVector3(btScalar(0.2), btScalar(0.2), btScalar(0.2)));
    btBoxShape piston(btVector3(btScalar(0.05), btScalar(0.05), btScalar(0.175)));
    auto owned = std::make_unique<btCompoundShape>();
    btCompoundShape* compound = owned.get();
    const Pose bodyFromAuthor = model->bodyFromAuthor({0.0});
    const auto add = [&](btCollisionShape* shape, double z) {
        compound->addChildShape(btFluidTransform(bodyFromAuthor * Pose{Quaternion::Identity(), {0.0, 0.0, z}}), shape);
    };
    add(&box, 0.2);
    add(&piston, -0.177);
    const Vector3 inertia = model->body().bodyInertia.matrix().diagonal().head<3>();
    const double height = 0.352 - bodyFromAuthor.position.z(); // of the centre of mass at rest of the piston
    btRigidBody* body = w.addRigidBody(std::move(owned), 3.0, btFluidVector(inertia),
                                       btFluidTransform(Pose{Quaternion::Identity(), {0.0, 0.0, height}}));
    body->setAngularFactor(0);
    btFluidShapeDrive* drive = w.fluid().addBody(body, model);
    for (int part = 0; part < 2; ++part) // the centre of mass, with the frame, moves against the box too
        drive->addCollisionChild(compound, part, verticesOf(parts, part));
    const double begun = w.fluid().getFluidBody(body)->state().time;
    drive->setAmplitudeFunction([begun](double t, double* q, double* rates) {
        const double u = std::clamp((t - begun) / 0.5, 0.0, 1.0);
        q[0] = 0.3 * u * u * u * (10.0 - 15.0 * u + 6.0 * u * u);
        rates[0] = 0.6 * 30.0 * u * u * (1.0 - u) * (1.0 - u);
    });
    double fastest = 0.0, deepest = 0.0;
    for (int i = 0; i < 36; ++i) {
        w.run(1.0 / 60, 1.0 / 60);
        fastest = std::max(fastest, double(body->getLinearVelocity().z()));
        std::vector<btVector3> vertices;
        drive->vertices(vertices);
        for (const btVector3& v : vertices)
            deepest = std::max(deepest, -double(v.z()));
    }
    // The box then moves at 1.125 m/s, the piston stands: the centre of mass moves at 2.5/3 of this speed.
    EXPECT_NEAR(fastest / (1.125 * 2.5 / 3.0), 1.0, 5e-3);
    EXPECT_LT(deepest, 1e-3);
    EXPECT_NEAR(double(compound->getChildTransform(1).getOrigin().z() - compound->getChildTransform(0).getOrigin().z()),
                -0.377 - drive->getAmplitudes()[0], 1e-5);
    EXPECT_NEAR(drive->getAmplitudes()[0], 0.3, 1e-9);
}

TEST(AmplitudeDrive, AMeshAndAHullFollowTheShape) {
    Swimmer swimmer(bender(0.0));
    const std::vector<TriangleMesh::Face>& faces = swimmer.shape->triangles();
    std::vector<int> indices;
    for (const TriangleMesh::Face& face : faces)
        indices.insert(indices.end(), face.begin(), face.end());
    std::vector<btVector3> vertices(static_cast<std::size_t>(swimmer.shape->vertexCount()), btVector3(0, 0, 0));
    btTriangleIndexVertexArray array(int(faces.size()), indices.data(), 3 * sizeof(int), int(vertices.size()),
                                     &vertices[0][0], sizeof(btVector3));
    btGImpactMeshShape mesh(&array);
    swimmer.drive->addCollisionMesh(&mesh);
    btConvexHullShape hull;
    swimmer.drive->addCollisionHull(&hull, {0, 5, 9});
    for (int i = 0; i < 5; ++i) {
        swimmer.drive->setAmplitudes(circleAt(0.1 * i));
        swimmer.w.run(1.0 / 60, 1.0 / 60);
    }
    std::vector<btVector3> inWorld;
    swimmer.drive->vertices(inWorld);
    const btTransform bodyFromWorld = btFluidTransform(swimmer.state().worldFromBody.inverse());
    for (std::size_t v = 0; v < vertices.size(); ++v)
        EXPECT_LT(double((bodyFromWorld * inWorld[v] - vertices[v]).length()), 1e-5);
    EXPECT_EQ(hull.getNumPoints(), 3);
    EXPECT_LT(double((hull.getScaledPoint(1) - vertices[5]).length()), 1e-6);
    btVector3 low, high;
    mesh.getAabb(btTransform::getIdentity(), low, high);
    EXPECT_GT(double(high.z()), 0.27); // bent; .26 at rest
}

} // namespace amplitude_drive_test
