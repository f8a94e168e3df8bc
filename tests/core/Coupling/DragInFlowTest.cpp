// SPDX-License-Identifier: Zlib
// Drag of bodies in the flow of others.
#include "AmbientFluid/Coupling/CoupledMotion.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ambient::drag_in_flow_test {
namespace {

using Shape = std::shared_ptr<const CouplingShape>;

Shape sphere() {
    static const Shape shape = CouplingShape::build(makeSphere(1.0, 320), {320, 5});
    return shape;
}

Pose at(double x, double y = 0.0, double z = 0.0) {
    return {Quaternion::Identity(), {x, y, z}};
}

/// Drag that grows with the square of the speed, and with the rotation.
struct QuadraticDrag final : RelativeDrag {
    Wrench at(const Pose&, const Twist& relative) const override {
        return {-0.3 * relative.angular.norm() * relative.angular, -0.8 * relative.linear.norm() * relative.linear};
    }
};

CoupledMover sphereOf(const QuadraticDrag& drag, const Pose& pose, double density = 1.0) {
    const double volume = 4.0 / 3.0 * kPi, mass = density * volume;
    CoupledMover mover;
    mover.shape = sphere().get();
    mover.worldFromBody = pose;
    mover.inertia = SpatialInertia::ofBody(mass + 0.5 * volume, 0.4 * mass * Matrix3::Identity());
    mover.drag = &drag;
    return mover;
}

double energyOf(CoupledMotion& probe, const std::vector<CoupledMover>& movers) {
    probe.assemble(movers, {}, 1.0);
    return probe.energy(movers);
}

} // namespace

// The mean of a potential flow over a ball is that at its centre.
TEST(DragInFlow, OfABallIsThatOfTheFlowAtItsCentre) {
    CoupledGroup group(CouplingPrecision::Double, std::numeric_limits<double>::infinity());
    const std::vector<CoupledBody> bodies = {{sphere().get(), at(0), {0, 0, 0}},
                                             {sphere().get(), at(2.6, 0.7), {2.6, 0.7, 0.0}},
                                             {sphere().get(), at(-0.5, 3.0, 1.0), {-0.5, 3.0, 1.0}}};
    group.place(bodies);
    const std::vector<Twist> twists = {Twist({0.1, 0.2, 0.3}, {1.0, -0.3, 0.2}), Twist(),
                                       Twist({0.0, 0.0, 0.0}, {0.0, 0.5, 0.5})};
    std::vector<Wrench> wrenches;
    group.gradient(twists, wrenches);
    std::vector<Twist> relative;
    group.relativeTwists(relative);
    for (int i = 0; i < 3; ++i) {
        const Vector3 flow = group.flowAt(bodies[i].about, i), seen = twists[i].linear - relative[i].linear;
        EXPECT_LT((seen - flow).norm(), 0.01 * flow.norm()) << i; // measured .2 %
        EXPECT_EQ(relative[i].angular, twists[i].angular);
    }
}

TEST(DragInFlow, SpreadsForcesWithTheSamePower) {
    test::Random random(5);
    for (const bool iterative : {false, true}) {
        CoupledGroup group(CouplingPrecision::Double);
        std::vector<CoupledBody> bodies;
        std::vector<Twist> twists;
        std::vector<Wrench> forces, spread, wrenches;
        for (int i = 0; i < 5; ++i) {
            const Pose pose{random.rotation(), 2.4 * Vector3(i % 2, i / 2, 0.2 * i)};
            bodies.push_back({sphere().get(), pose, pose * Vector3(0.1, -0.2, 0.05)});
            twists.emplace_back(random.vector(1.0), random.vector(1.0));
            forces.emplace_back(random.vector(1.0), random.vector(1.0));
        }
        group.place(bodies, imagesBy({{Vector3::UnitZ(), -1.4}}),
                    iterative ? GroupSolution::Iterative : GroupSolution::Direct);
        if (iterative) {
            group.setOwnMobilities(std::vector<Matrix6>(5, Matrix6(Matrix6::Zero())), 1.0); // prescribed
            std::vector<Twist> carried;
            ASSERT_TRUE(group.respond(twists, carried, wrenches));
        } else {
            group.gradient(twists, wrenches);
        }
        std::vector<Twist> relative;
        group.relativeTwists(relative);
        ASSERT_TRUE(group.spread(forces, spread));
        double onRelative = 0.0, onBodies = 0.0;
        for (int i = 0; i < 5; ++i) {
            onRelative += power(relative[i], forces[i]);
            onBodies += power(twists[i], spread[i]);
        }
        EXPECT_NEAR(onBodies, onRelative, iterative ? 1e-7 : 1e-11);
        EXPECT_GT(std::abs(onRelative - power(twists[0], forces[0])), 0.01);
    }
}

// Each body alone takes the drag of its own motion, the group the rest: together they never add energy.
TEST(DragInFlow, NeverAddsEnergyToAGroup) {
    const QuadraticDrag drag;
    test::Random random(6);
    for (int trial = 0; trial < 4; ++trial) {
        std::vector<CoupledMover> movers;
        for (int i = 0; i < 3; ++i) {
            movers.push_back(sphereOf(drag, {random.rotation(), 2.3 * Vector3(i % 2, i / 2, 0.0)}));
            movers.back().momentum = {random.vector(1.0), random.vector(trial < 2 ? 5.0 : 40.0)};
        }
        CoupledMotion motion, probe;
        motion.setDrag(DragInFlow::Mutual);
        const double h = trial % 2 == 0 ? 1.0 / 60.0 : 1.0 / 20.0;
        double energy = energyOf(probe, movers);
        for (int step = 0; step < 20; ++step) {
            for (CoupledMover& mover : movers) { // alone, with its drag
                const Quaternion& q = mover.worldFromBody.orientation;
                const Twist alone = rotated(q, Twist(Vector6(mover.inertia.matrix().inverse() *
                                                             rotated(q.conjugate(), mover.momentum).vector())));
                mover.momentum += impulse(drag.at(mover.worldFromBody, alone), h);
            }
            motion.kick(movers, {}, 1.0, h);
            const double next = energyOf(probe, movers);
            EXPECT_LE(next, energy * (1.0 + 1e-3 * h)) << trial << " " << step;
            energy = next;
        }
    }
}

TEST(DragInFlow, DragsABystanderAlongAndBrakesTheOther) {
    const QuadraticDrag drag;
    double bystander[3], mover[3];
    for (const DragInFlow mode : {DragInFlow::No, DragInFlow::OneWay, DragInFlow::Mutual}) {
        std::vector<CoupledMover> movers = {sphereOf(drag, at(0)), sphereOf(drag, at(2.3), 8.0)};
        movers[0].momentum.linear = {20.0, 0.0, 0.0}; // the flow ahead goes along
        const Twist alone(Vector3::Zero(), movers[0].momentum.linear / movers[0].inertia.matrix()(5, 5));
        CoupledMotion motion;
        motion.setDrag(mode);
        const double h = 1e-3;
        movers[0].momentum += impulse(drag.at(movers[0].worldFromBody, alone), h);
        motion.kick(movers, {}, 1.0, h);
        mover[static_cast<int>(mode)] = movers[0].momentum.linear.x();
        bystander[static_cast<int>(mode)] = movers[1].momentum.linear.x();
    }
    EXPECT_GT(bystander[1], bystander[0]);
    EXPECT_LT(mover[2], mover[1]);
}

TEST(DragInFlow, OfFarBodiesChangesNoBit) {
    const QuadraticDrag drag;
    std::vector<CoupledMover> movers = {sphereOf(drag, at(0)), sphereOf(drag, at(7.0))};
    movers[0].momentum.linear = {20.0, 0.0, 0.0};
    const std::vector<CoupledMover> before = movers;
    CoupledMotion motion;
    motion.setDrag(DragInFlow::Mutual);
    motion.kick(movers, {}, 1.0, 0.01);
    for (int i = 0; i < 2; ++i)
        EXPECT_EQ(movers[i].momentum.vector(), before[i].momentum.vector());
}

} // namespace ambient::drag_in_flow_test
