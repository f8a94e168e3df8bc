// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/CoupledMotion.h"
#include "AmbientFluid/Mesh/Icosphere.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"
#include "InstructionSets.h"
#include "ReferenceData.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ambient::coupled_motion_test {
namespace {

using Movers = std::vector<CoupledMover>;

/// A neutrally buoyant body in a fluid of density 1, frame about its centre.
CoupledMover neutral(const CouplingShape& shape, const TriangleMesh& mesh) {
    const MassProperties solid = solidMassProperties(mesh, 1.0);
    CoupledMover mover;
    mover.shape = &shape;
    mover.bodyFromMesh.position = -solid.centerOfMass;
    mover.inertia = SpatialInertia::ofBody(solid.mass, solid.inertia) +
                    computeAddedMass(mesh).perDensity.changeFrame({Quaternion::Identity(), solid.centerOfMass});
    return mover;
}

/// Motion of a body alone: Kirchhoff's equations with constant inertia, by Runge-Kutta steps.
void moveAlone(CoupledMover& mover, double duration) {
    const Matrix6 mobility = mover.inertia.matrix().inverse();
    struct State {
        Pose pose;
        Momentum momentum;
    };
    const auto rate = [&](const State& s) {
        const Quaternion back = s.pose.orientation.conjugate();
        const Twist inBody(Vector6(mobility * rotated(back, s.momentum).vector()));
        return rotated(s.pose.orientation, inBody);
    };
    const auto moved = [](const State& s, const Twist& v, const Vector3& torque, double h) {
        State next = s;
        next.pose.position += h * v.linear;
        next.pose.orientation = (expSO3(h * v.angular) * s.pose.orientation).normalized();
        next.momentum.angular += h * torque;
        return next;
    };
    constexpr int kSteps = 16;
    const double h = duration / kSteps;
    for (int step = 0; step < kSteps; ++step) { // midpoint, third pass: errors of 1e-9 in a step of 1/60 s
        const State s{mover.worldFromBody, mover.momentum};
        Twist v = rate(s);
        for (int pass = 0; pass < 3; ++pass)
            v = rate(moved(s, v, s.momentum.linear.cross(v.linear), 0.5 * h));
        const State end = moved(s, v, s.momentum.linear.cross(v.linear), h);
        mover.worldFromBody = end.pose;
        mover.momentum = end.momentum;
    }
}

void setTwists(CoupledMotion& motion, Movers& movers, const std::vector<Twist>& twists,
               const std::vector<Reflection>& images = {}) {
    motion.assemble(movers, images, 1.0);
    const std::vector<Momentum> momenta = motion.momenta(twists);
    for (std::size_t i = 0; i < movers.size(); ++i) {
        movers[i].momentum = momenta[i];
        const Vector6 alone = movers[i].inertia.matrix().inverse() *
                              rotated(movers[i].worldFromBody.orientation.conjugate(), momenta[i]).vector();
        movers[i].drift = twists[i] - rotated(movers[i].worldFromBody.orientation, Twist(alone));
    }
}

void run(CoupledMotion& motion, Movers& movers, double dt, int steps, const std::vector<Reflection>& images = {}) {
    for (int step = 0; step < steps; ++step) { // symmetric: half of each body's own motion on either side
        for (CoupledMover& mover : movers)
            moveAlone(mover, 0.5 * dt);
        motion.kick(movers, images, 1.0, dt);
        for (CoupledMover& mover : movers)
            moveAlone(mover, 0.5 * dt);
    }
}

/// Two unit spheres on the x axis, neutrally buoyant.
struct TwoSpheres {
    explicit TwoSpheres(double distance) : mesh(makeSphere(1.0, 320)), shape(CouplingShape::build(mesh, {320, 5})) {
        movers.assign(2, neutral(*shape, mesh));
        // The exact added mass: only the coupling is compared.
        const double mass = 4.0 / 3.0 * kPi;
        for (CoupledMover& mover : movers)
            mover.inertia = SpatialInertia::ofBody(1.5 * mass, 0.4 * mass * Matrix3::Identity());
        movers[1].worldFromBody.position.x() = distance;
    }
    double x(int i) const { return movers[i].worldFromBody.position.x(); }

    TriangleMesh mesh;
    std::shared_ptr<const CouplingShape> shape;
    Movers movers;
    CoupledMotion motion{CouplingPrecision::Single, std::numeric_limits<double>::infinity()};
};

Twist along(double x) {
    return Twist(Vector3::Zero(), Vector3(x, 0.0, 0.0));
}

// Exact: images and energy to 1e-13. Measured 6e-5 and 1.7e-4.
TEST(CoupledMotion, OfASphereThatPursuesAnotherIsTheExactOne) {
    TwoSpheres pair(4.0);
    setTwists(pair.motion, pair.movers, {along(1.0), along(0.0)});
    run(pair.motion, pair.movers, 1.0 / 60.0, 120);
    EXPECT_NEAR(pair.x(0), 1.99766070351523, 3e-4);
    EXPECT_NEAR(pair.x(1), 4.057218598949684, 3e-4);
}

// Exact: two spheres in tandem repel. Measured 1e-4 at t = 1 and 1.7e-3 at t = 5.
TEST(CoupledMotion, OfTwoSpheresInTandemIsTheExactOne) {
    TwoSpheres pair(2.5);
    setTwists(pair.motion, pair.movers, {along(1.0), along(1.0)});
    run(pair.motion, pair.movers, 1.0 / 60.0, 60);
    EXPECT_NEAR(pair.x(0), 0.9709507857019649, 3e-4);
    EXPECT_NEAR(pair.x(1), 3.526708371247896, 3e-4);
    run(pair.motion, pair.movers, 1.0 / 60.0, 240);
    EXPECT_NEAR(pair.x(0), 4.344803583382619, 2e-3);
    EXPECT_NEAR(pair.x(1), 7.979814846521975, 2e-3);
}

/// The close pass of two tumbling ellipsoids of coupling_pass.json.
struct ClosePass {
    explicit ClosePass(CouplingPrecision precision) : motion(precision, std::numeric_limits<double>::infinity()) {
        mesh = makeIcosphere(4);
        for (Vector3& v : mesh.vertices)
            v = v.cwiseProduct(Vector3(1.0, 0.6, 0.3));
        shape = CouplingShape::build(mesh, {320, 5});
        movers.assign(2, neutral(*shape, mesh));
        const double mass = 0.728610832;
        const Matrix6 own = computeAddedMass(mesh).perDensity.matrix();
        for (CoupledMover& mover : movers)
            mover.inertia =
                SpatialInertia::ofBody(mass, mass / 5.0 * Vector3(0.45, 1.09, 1.36).asDiagonal()) + SpatialInertia(own);
        movers[1].worldFromBody = {expSO3({0.4, 0.2, 0.9}), {3.0, 0.9, 0.1}};
        setTwists(motion, movers, {Twist({0.3, -0.2, 0.5}, {1, 0.1, -0.2}), Twist({0.1, 0.4, -0.3}, {-1, 0, 0.1})});
    }
    double energy() {
        motion.assemble(movers, {}, 1.0);
        return motion.energy(movers);
    }
    Vector3 momentum() const { return movers[0].momentum.linear + movers[1].momentum.linear; }
    Vector3 angularMomentum() const {
        Vector3 sum = Vector3::Zero();
        for (const CoupledMover& mover : movers)
            sum += mover.momentum.angular + mover.worldFromBody.position.cross(mover.momentum.linear);
        return sum;
    }

    TriangleMesh mesh;
    std::shared_ptr<const CouplingShape> shape;
    Movers movers;
    CoupledMotion motion;
};

// Measured 1.4e-5, 1e-15 and 1.5e-6.
TEST(CoupledMotion, OfAClosePassKeepsEnergyAndMomentum) {
    ClosePass pass(CouplingPrecision::Single);
    const double energy = pass.energy();
    const Vector3 momentum = pass.momentum(), angular = pass.angularMomentum();
    run(pass.motion, pass.movers, 1.0 / 60.0, 150);
    EXPECT_NEAR(pass.energy() / energy, 1.0, 2e-5);
    EXPECT_LT((pass.momentum() - momentum).norm(), 1e-13);
    EXPECT_LT((pass.angularMomentum() - angular).norm(), 3e-6);
}

// Sums in double precision have equal bytes. Single precision fuses operations if the processor can: measured
// difference without fusing 2e-7 of the largest momentum.
TEST(CoupledMotion, IsTheSameWithEveryInstructionSet) {
    const test::KeptInstructionSet kept;
    for (const CouplingPrecision precision : {CouplingPrecision::Double, CouplingPrecision::Single}) {
        const auto everything = [&](InstructionSet set) {
            setInstructionSet(set);
            ClosePass pass(precision);
            run(pass.motion, pass.movers, 1.0 / 60.0, 30);
            Eigen::Matrix<double, 12, 1> all;
            all << pass.movers[0].momentum.vector(), pass.movers[1].momentum.vector();
            return all;
        };
        const auto baseline = everything(InstructionSet::Baseline);
        for (const InstructionSet set : test::instructionSets()) {
            const double apart = (everything(set) - baseline).cwiseAbs().maxCoeff() / baseline.cwiseAbs().maxCoeff();
            EXPECT_LE(apart, precision == CouplingPrecision::Double ? 0.0 : 1e-6) << instructionSetName(set);
        }
    }
}

// Measured 2.2e-3 and 6e-3 rad at the end; without the coupling the bodies end 0.06 to 0.09 elsewhere.
TEST(CoupledMotion, OfAClosePassIsThatOfTheReference) {
    const nlohmann::json reference = test::referenceJson("coupling_pass.json");
    ClosePass pass(CouplingPrecision::Single);
    EXPECT_LT((pass.momentum() - test::vector3(reference["momentum"])).norm(), 2e-6);
    EXPECT_NEAR(pass.energy(), reference["energy"].get<double>(), 2e-6);
    double time = 0.0;
    for (const auto& state : reference["states"]) {
        const double until = state["t"].get<double>();
        run(pass.motion, pass.movers, 1.0 / 60.0, static_cast<int>(std::lround(60.0 * (until - time))));
        time = until;
        const char *places[] = {"x1", "x2"}, *turns[] = {"q1_wxyz", "q2_wxyz"};
        for (int i = 0; i < 2; ++i) {
            const Pose& pose = pass.movers[i].worldFromBody;
            EXPECT_LT((pose.position - test::vector3(state[places[i]])).norm(), 4e-3) << time;
            EXPECT_LT(pose.orientation.angularDistance(test::quaternion(state[turns[i]])), 1e-2) << time;
        }
    }
}

// The mirror image of a body in a wall is a second body: half of the pair's inertia, and the same path. Near enough
// for all faces, since the clusters of a second body are not the mirror images of those of the first.
TEST(CoupledMotion, NearAWallIsThatOfTwoMirroredBodies) {
    const TriangleMesh mesh = makeSphere(1.0, 320);
    const auto shape = CouplingShape::build(mesh, {320, 5});
    const double infinity = std::numeric_limits<double>::infinity();
    CoupledMotion alone(CouplingPrecision::Double, infinity), pair(CouplingPrecision::Double, infinity);
    Movers one(1, neutral(*shape, mesh)), two(2, neutral(*shape, mesh));
    one[0].worldFromBody.position = two[0].worldFromBody.position = {0.0, 0.0, 1.13};
    two[1].worldFromBody.position = {0.0, 0.0, -1.13};
    const std::vector<Reflection> wall = imagesBy({{Vector3::UnitZ(), 0.0}});
    setTwists(alone, one, {Twist({0, 0.3, 0}, {0.5, 0, -0.02})}, wall);
    setTwists(pair, two, {Twist({0, 0.3, 0}, {0.5, 0, -0.02}), Twist({0, -0.3, 0}, {0.5, 0, 0.02})});
    run(alone, one, 1.0 / 60.0, 60, wall);
    run(pair, two, 1.0 / 60.0, 60);
    EXPECT_LT((one[0].worldFromBody.position - two[0].worldFromBody.position).norm(), 1e-12);
    EXPECT_LT(one[0].worldFromBody.orientation.angularDistance(two[0].worldFromBody.orientation), 1e-7);
}

// Without loads a disc over a floor slows down as V = V0 sqrt(K(h0) / K(h)): the cushion. Measured 3e-5.
TEST(CoupledMotion, OfADiscTowardsAFloorObeysTheLawOfTheCushion) {
    const TriangleMesh mesh = makeEllipsoid({1.0, 1.0, 0.1}, 720);
    const auto shape = CouplingShape::build(mesh, {720, 5});
    CoupledMotion motion(CouplingPrecision::Single, std::numeric_limits<double>::infinity());
    Movers disc(1, neutral(*shape, mesh));
    disc[0].worldFromBody.position.z() = 1.5;
    const std::vector<Reflection> floor = imagesBy({{Vector3::UnitZ(), 0.0}});
    setTwists(motion, disc, {Twist({0, 0, 0}, {0, 0, -1.0})}, floor);
    const double before = motion.inertia()(5, 5);
    run(motion, disc, 1.0 / 60.0, 78, floor);
    motion.assemble(disc, floor, 1.0);
    const double speed = -motion.twists(disc, {disc[0].momentum})[0].linear.z();
    EXPECT_LT(disc[0].worldFromBody.position.z(), 0.5);
    EXPECT_GT(motion.inertia()(5, 5), 1.3 * before);
    EXPECT_NEAR(speed / std::sqrt(before / motion.inertia()(5, 5)), 1.0, 1e-4);
    EXPECT_LT(std::abs(disc[0].worldFromBody.position.x()), 1e-6);
}

// A neutrally buoyant body floating along a wall is pulled to the wall; beside a sphere at rest too.
TEST(CoupledMotion, PullsABodyThatPassesTowardsABodyAtRest) {
    TwoSpheres pair(0.0);
    pair.movers[1].worldFromBody.position = {0.0, 2.5, 0.0};
    pair.movers[1].isPrescribed = true;
    setTwists(pair.motion, pair.movers, {along(1.0), Twist()});
    const Pose rest = pair.movers[1].worldFromBody;
    for (int step = 0; step < 30; ++step) {
        pair.motion.kick(pair.movers, {}, 1.0, 1.0 / 60.0);
        moveAlone(pair.movers[0], 1.0 / 60.0);
    }
    EXPECT_GT(pair.movers[0].worldFromBody.position.y(), 1e-4);
    EXPECT_TRUE(pair.movers[1].worldFromBody == rest);
}

// 18 spheres, solved iteratively; while they move, pairs pass both blends. Measured 5e-7 and 1e-15.
TEST(CoupledMotion, OfALargeGroupKeepsEnergyAndMomentum) {
    const TriangleMesh mesh = makeSphere(1.0, 80);
    const auto shape = CouplingShape::build(mesh, {80, 3});
    test::Random random(9);
    Movers movers(18, neutral(*shape, mesh));
    for (int i = 0; i < 18; ++i) {
        movers[i].worldFromBody.position = 3.4 * Vector3(i % 3, i / 3 % 3, i / 9) + random.vector(0.1);
        movers[i].momentum.linear = random.vector(3.0);
    }
    CoupledMotion motion, probe;
    const auto momentumOf = [&] {
        Vector3 sum = Vector3::Zero();
        for (const CoupledMover& mover : movers)
            sum += mover.momentum.linear;
        return sum;
    };
    const auto energyOf = [&] {
        probe.assemble(movers, {}, 1.0);
        return probe.energy(movers);
    };
    const Vector3 momentum = momentumOf();
    const double energy = energyOf();
    for (int step = 0; step < 60; ++step) {
        motion.kick(movers, {}, 1.0, 1.0 / 60.0);
        for (CoupledMover& mover : movers)
            moveAlone(mover, 1.0 / 60.0);
    }
    EXPECT_LT((momentumOf() - momentum).norm(), 1e-12);
    EXPECT_NEAR(energyOf() / energy, 1.0, 2e-6);
}

TEST(CoupledMotion, BeyondTheReachChangesNoBit) {
    TwoSpheres pair(7.0);
    CoupledMotion motion;
    setTwists(motion, pair.movers, {along(1.0), along(0.3)});
    for (CoupledMover& mover : pair.movers)
        mover.drift = Twist();
    const Movers before = pair.movers;
    motion.kick(pair.movers, {}, 1.0, 1.0 / 60.0);
    for (int i = 0; i < 2; ++i) {
        EXPECT_TRUE(pair.movers[i].worldFromBody == before[i].worldFromBody);
        EXPECT_EQ(pair.movers[i].momentum.vector(), before[i].momentum.vector());
    }
}

// Two bubbles in one place: the enclosed fluids merge, and the coupling is halved until the inertia is positive.
TEST(CoupledMotion, WeakensTheCouplingOfBubblesInOnePlace) {
    TwoSpheres pair(0.05);
    for (CoupledMover& mover : pair.movers) {
        Matrix6 light = mover.inertia.matrix();
        light.bottomRightCorner<3, 3>() *= 0.34;
        mover.inertia = SpatialInertia(light);
    }
    pair.motion.assemble(pair.movers, {}, 1.0);
    EXPECT_TRUE(pair.motion.isWeakened());
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(pair.motion.inertia()).eigenvalues()(0), 0.0);
    pair.movers[1].worldFromBody.position.x() = 2.1;
    pair.motion.assemble(pair.movers, {}, 1.0);
    EXPECT_FALSE(pair.motion.isWeakened());
}

TEST(CoupledMotion, RefusesAnImpossibleDensity) {
    TwoSpheres pair(3.0);
    EXPECT_NE(test::refusal([&] { pair.motion.assemble(pair.movers, {}, -1.0); }), "");
}

} // namespace
} // namespace ambient::coupled_motion_test
