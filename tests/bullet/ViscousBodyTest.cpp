// SPDX-License-Identifier: Zlib
// Bodies whose velocity follows from the loads of the instant, in the exact solver.
#include "BulletAmbientFluid/btFluidViscousBody.h"
#include "BulletTestWorld.h"
#include "SolvedBodyStub.h"
#include "core/Locomotion/ShapeSequences.h"

#include <gtest/gtest.h>

namespace viscous_body_test {

using namespace ambient;

namespace {

/// A world with viscous bodies only.
struct ViscousWorld {
    explicit ViscousWorld(double gravity)
        : w(btVector3(0, 0, btScalar(-gravity)), test::Solver::Stock), solver(viscous) {
        w.world().setConstraintSolver(&solver);
    }
    test::World w;
    btFluidViscousBodies viscous;
    btFluidConstraintSolver solver;
};

Matrix6 isotropic(double spin, double drag) {
    Matrix6 r = Matrix6::Identity() * spin;
    r.bottomRightCorner<3, 3>() *= drag / spin;
    return r;
}

/// A swimmer with the resistance R and a constant thrust (-h) in its own axes.
std::shared_ptr<const InterpolatedReduction> thruster(const Matrix6& resistance, const Vector6& h) {
    ReducedSequence sequence;
    sequence.isClosed = true;
    sequence.times = {0.0, 1.0, 2.0};
    sequence.gaugeFromInput.resize(2);
    ShapeReduction reduction;
    reduction.locked = resistance;
    reduction.momentum = h;
    sequence.metrics.resize(1);
    sequence.metrics[0].at = {reduction, reduction};
    return std::make_shared<InterpolatedReduction>(sequence);
}

Vector6 pushAlongX(double thrust) {
    Vector6 h = Vector6::Zero();
    h[3] = -thrust;
    return h;
}

} // namespace

// Measured 3e-16; in single precision 1e-7.
TEST(ViscousBody, AHelixSettlesAndSpinsAsItsResistanceSays) {
    ViscousWorld v(9.81);
    btRigidBody* body = v.w.addSphere(0.1, 2.0, btVector3(0, 0, 0));
    Matrix6 r = isotropic(0.3, 5.0);
    r(2, 5) = r(5, 2) = 0.4; // falls and spins
    v.viscous.add(body, r);
    v.w.run(1.0, 1.0 / 60);
    const Vector6 load = (Vector6() << 0, 0, 0, 0, 0, -2.0 * 9.81).finished();
    const Vector6 exact = r.ldlt().solve(load);
    EXPECT_LT((test::twistOf(*body) - exact).norm() / exact.norm(), test::bulletTolerance(1e-12, 1e-6));
    EXPECT_NEAR(double(body->getWorldTransform().getOrigin().z()) / exact[5], 1.0, test::bulletTolerance(1e-12, 1e-5));
}

// A body without symmetry turns during its fall. Error 5.2e-3 of 3.5 m at 128 steps.
TEST(ViscousBody, ATumblingBodySettlesToSecondOrderInTheStep) {
    const auto place = [](double dt) {
        test::Random random(7);
        ViscousWorld v(9.81);
        btRigidBody* body = v.w.addSphere(0.5, 1.0, btVector3(0, 0, 0));
        const Matrix6 r = test::randomInertia(random, *body, 4.0);
        v.viscous.add(body, r);
        v.w.run(1.0, dt);
        return btFluidVector(body->getWorldTransform().getOrigin());
    };
    const Vector3 fine = place(1.0 / 1024);
    const double coarse = (place(1.0 / 64) - fine).norm(), half = (place(1.0 / 128) - fine).norm();
    EXPECT_GT(coarse / half, 3.5) << coarse << " " << half;
    EXPECT_LT(half, 2e-3 * fine.norm()) << fine.transpose();
}

TEST(ViscousBody, AtRestTheFloorCarriesItsWeight) {
    ViscousWorld v(9.81);
    v.w.addBox(btVector3(5, 5, btScalar(0.5)), 0.0, btVector3(0, 0, btScalar(-0.5)));
    btRigidBody* body = v.w.addSphere(0.1, 3.0, btVector3(0, 0, btScalar(0.1)));
    v.viscous.add(body, isotropic(0.5, 20.0));
    v.w.run(1.0, 1.0 / 60);
    btDispatcher* dispatcher = v.w.world().getDispatcher();
    ASSERT_EQ(dispatcher->getNumManifolds(), 1);
    double impulse = 0.0;
    for (int i = 0; i < dispatcher->getManifoldByIndexInternal(0)->getNumContacts(); ++i)
        impulse += double(dispatcher->getManifoldByIndexInternal(0)->getContactPoint(i).getAppliedImpulse());
    EXPECT_NEAR(impulse / (3.0 * 9.81 / 60), 1.0, 1e-5);
    EXPECT_LT(test::twistOf(*body).norm(), 1e-5);
}

TEST(ViscousBody, ATetherHoldsTheThrustOfASwimmer) {
    ViscousWorld v(0.0);
    btRigidBody* body = v.w.addSphere(0.1, 1.0, btVector3(0, 0, 0));
    test::Random random(3);
    const Matrix6 r = test::randomInertia(random, *body, 4.0);
    Vector6 h;
    h << 0.01, -0.02, 0.03, -0.4, 0.1, 0.2;
    v.viscous.add(body, thruster(r, h));
    btGeneric6DofSpring2Constraint joint(*body, btTransform::getIdentity());
    for (int axis = 0; axis < 6; ++axis)
        joint.setLimit(axis, 0, 0);
    btJointFeedback feedback;
    joint.setJointFeedback(&feedback);
    v.w.world().addConstraint(&joint);
    v.w.world().getSolverInfo().m_numIterations = 500;
    v.w.run(0.5, 1.0 / 60);
    v.w.world().removeConstraint(&joint);
    const Vector6 held = test::spatial(feedback.m_appliedTorqueBodyB, feedback.m_appliedForceBodyB);
    EXPECT_LT((held - h).norm() / h.norm(), test::bulletTolerance(1e-6, 2e-5)) << (held - h).transpose();
}

TEST(ViscousBody, ASwimmerPushesABoxAsImplicitEulerSays) {
    const double thrust = 2.0, drag = 5.0, dt = 1.0 / 60, boxMass = 1.0;
    ViscousWorld v(0.0);
    btRigidBody* swimmer = v.w.addSphere(0.1, 0.7, btVector3(btScalar(-0.199), 0, 0));
    btRigidBody* box = v.w.addBox(btVector3(btScalar(0.1), btScalar(0.1), btScalar(0.1)), boxMass, btVector3(0, 0, 0));
    v.viscous.add(swimmer, thruster(isotropic(0.5, drag), pushAlongX(thrust)));
    v.w.world().getSolverInfo().m_erp2 = 0; // Bullet's recovery of depth would add to the speed
    v.w.world().getSolverInfo().m_splitImpulse = false;
    double speed = 0.0;
    for (int step = 1; step <= 40; ++step) {
        v.w.run(dt, dt);
        speed = (boxMass * speed + dt * thrust) / (boxMass + dt * drag);
        ASSERT_NEAR(double(box->getLinearVelocity().x()) / speed, 1.0, test::bulletTolerance(1e-9, 1e-5)) << step;
        ASSERT_NEAR(double(swimmer->getLinearVelocity().x()) / speed, 1.0, 1e-5) << step;
    }
}

TEST(ViscousBody, WithItsInertiaItSlowsAsImplicitEulerSaysAtAnyStiffness) {
    for (const double drag : {0.5, 50.0, 5e3}) {
        const double dt = 1.0 / 60, mass = 2.0;
        ViscousWorld v(0.0);
        btRigidBody* body = v.w.addSphere(0.1, mass, btVector3(0, 0, 0));
        v.viscous.add(body, isotropic(0.01 * drag, drag), true);
        body->setLinearVelocity(btVector3(btScalar(0.3), 0, 0));
        v.w.run(10 * dt, dt);
        const double exact = 0.3 * std::pow(1.0 + dt * drag / mass, -10.0);
        EXPECT_NEAR(double(body->getLinearVelocity().x()) / exact, 1.0, test::bulletTolerance(1e-12, 1e-4)) << drag;
    }
}

// Errors after a quarter of the period 3.2e-7 and 8.5e-8 of .11 m; after the whole one 1e-8, since errors cancel.
TEST(ViscousBody, AFreeSwimmerMakesTheWayOfItsShapes) {
    const RecordedFrames frames = test_shapes::wave(96, 24, 50.0, 1.5);
    const SegmentResistance metric(20.0);
    const ReducedSequence sequence = reduceSequence(frames, {&metric});
    const auto reduction = std::make_shared<InterpolatedReduction>(sequence);
    const InterpolatedMotion motion(solveMotion(sequence, {}, 0, false), sequence);
    const auto error = [&](double time, int steps) {
        ViscousWorld v(0.0);
        btRigidBody* body = v.w.addSphere(0.1, 1.0, btVector3(0, 0, 0));
        v.viscous.add(body, reduction);
        v.w.run(time, time / steps);
        const Pose exact = motion.worldFromGauge(0.0).inverse() * motion.worldFromGauge(time);
        return test_shapes::difference(btFluidPose(body->getWorldTransform()), exact);
    };
    const double coarse = error(0.25, 6), fine = error(0.25, 12);
    EXPECT_GT(coarse / fine, test::bulletTolerance(3.5, 3.0)) << coarse << " " << fine;
    EXPECT_LT(error(1.0, 60), 1e-6);
}

namespace {

/// A sphere, one vertex down, growing from .5 to .8 m in .5 s.
RecordedFrames growingSphere(std::vector<double>& radii) {
    const TriangleMesh sphere = makeSphere(1.0, 320);
    const Quaternion down = Quaternion::FromTwoVectors(sphere.vertices[0], -Vector3::UnitZ());
    ShapeTopology topology;
    topology.faces = sphere.faces;
    std::vector<PointColumns> frames;
    constexpr int keys = 17;
    for (int k = 0; k < keys; ++k) {
        const double u = double(k) / (keys - 1), a = 0.5 + 0.3 * u * u * (3.0 - 2.0 * u);
        PointColumns points(3, Eigen::Index(sphere.vertices.size()));
        for (Eigen::Index i = 0; i < points.cols(); ++i)
            points.col(i) = a * (down * sphere.vertices[size_t(i)]);
        radii.push_back(a * sphere.vertices[0].norm());
        frames.push_back(points);
    }
    RecordedFrames result(std::move(frames), topology);
    result.setTimeStep(0.5 / (keys - 1));
    return result;
}

} // namespace

TEST(ViscousBody, ContactsSeeTheVelocityOfItsSurface) {
    std::vector<double> radii;
    const RecordedFrames frames = growingSphere(radii);
    const FaceResistance metric(2.0);
    const ReducedSequence sequence = reduceSequence(frames, {&metric});
    ViscousWorld v(0.0);
    v.w.addRigidBody(std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), btScalar(0)), 0.0, btVector3(0, 0, 0));
    auto owned = std::make_unique<btConvexHullShape>();
    btConvexHullShape* hull = owned.get();
    hull->setMargin(0);
    hull->addPoint(btVector3(0, 0, 0)); // replaced by the skin
    btRigidBody* body = v.w.addRigidBody(std::move(owned), 1.0, btVector3(1, 1, 1),
                                         btTransform(btQuaternion::getIdentity(), btVector3(0, 0, btScalar(radii[0]))));
    body->setAngularFactor(0); // the sphere stands on one vertex
    btFluidViscousBody* viscous = v.viscous.add(body, std::make_shared<InterpolatedReduction>(sequence),
                                                std::make_shared<InterpolatedShape>(frames, sequence));
    viscous->setCollisionHull(hull);
    EXPECT_TRUE(v.viscous.hasMovingSurfaces());
    for (int step = 1; step <= 32; ++step) {
        v.w.run(1.0 / 64, 1.0 / 64);
        if (step % 2 == 0) {
            EXPECT_NEAR(double(body->getWorldTransform().getOrigin().z()), radii[size_t(step / 2)], 2e-5) << step;
        }
    }
    EXPECT_FALSE(v.viscous.hasMovingSurfaces());
}

TEST(ViscousBody, UnfitBodiesAndResistancesAreRefused) {
    ViscousWorld v(0.0);
    btRigidBody* body = v.w.addSphere(0.1, 1.0, btVector3(0, 0, 0));
    btRigidBody* still = v.w.addSphere(0.1, 0.0, btVector3(5, 0, 0));
    Matrix6 odd = isotropic(1.0, 1.0);
    odd(0, 1) = 0.5;
    EXPECT_THROW(v.viscous.add(body, odd), std::invalid_argument);
    EXPECT_THROW(v.viscous.add(body, Matrix6(-isotropic(1.0, 1.0))), std::invalid_argument);
    EXPECT_THROW(v.viscous.add(still, isotropic(1.0, 1.0)), std::invalid_argument);
    EXPECT_THROW(v.viscous.add(nullptr, isotropic(1.0, 1.0)), std::invalid_argument);
    EXPECT_THROW(v.viscous.add(body, std::shared_ptr<const InterpolatedReduction>()), std::invalid_argument);
    Matrix6 spinsFreely = isotropic(1.0, 1.0);
    spinsFreely(0, 0) = 0.0;
    EXPECT_THROW(v.viscous.add(body, thruster(spinsFreely, pushAlongX(1.0))), std::invalid_argument);
    body->setRestitution(btScalar(0.5));
    EXPECT_THROW(v.viscous.add(body, isotropic(1.0, 1.0)), std::invalid_argument);
    EXPECT_EQ(v.viscous.findSolvedBody(body), nullptr);
    btFluidViscousBody* added = v.viscous.add(body, isotropic(1.0, 1.0), true); // inertia bounces
    EXPECT_THROW(v.viscous.add(body, isotropic(1.0, 1.0), true), std::invalid_argument);
    EXPECT_THROW(added->setCollisionHull(nullptr), std::invalid_argument);
    EXPECT_THROW(added->setTime(std::nan("")), std::invalid_argument);
    v.viscous.remove(body);
    EXPECT_EQ(v.viscous.findSolvedBody(body), nullptr);
}

} // namespace viscous_body_test
