// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/CouplingGroups.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

namespace ambient::coupling_groups_test {
namespace {

/// Unit spheres of the fluid's density, at rest.
struct Spheres {
    explicit Spheres(const std::vector<Vector3>& places)
        : shape(CouplingShape::build(makeSphere(1.0, 80), {80, 3})), movers(places.size()) {
        const double mass = 4.0 / 3.0 * kPi;
        for (std::size_t i = 0; i < places.size(); ++i) {
            movers[i].density = 1.0;
            movers[i].mover.shape = shape.get();
            movers[i].mover.worldFromBody.position = places[i];
            movers[i].mover.inertia = SpatialInertia::ofBody(1.5 * mass, 0.4 * mass * Matrix3::Identity());
            movers[i].mover.momentum.linear = {1.0, 0.1 * static_cast<double>(i), 0.0};
        }
    }

    std::shared_ptr<const CouplingShape> shape;
    std::vector<GroupedMover> movers;
};

using Groups = std::vector<std::vector<int>>;

TEST(CouplingGroups, AreTheConnectedBodies) {
    Spheres spheres({{0, 0, 0}, {40, 0, 0}, {5, 0, 0}, {10, 0, 0}, {44, 0, 0}, {80, 0, 0}});
    CouplingGroups groups;
    groups.find(spheres.movers);
    EXPECT_EQ(groups.groups(), (Groups{{0, 2, 3}, {1, 4}}));
    spheres.movers[2].density = 2.0; // in another fluid
    groups.find(spheres.movers);
    EXPECT_EQ(groups.groups(), (Groups{{1, 4}}));
    groups.setWalls({{Vector3::UnitX(), 82.0}});
    groups.find(spheres.movers);
    EXPECT_EQ(groups.groups(), (Groups{{1, 4}, {5}})); // with its own image
}

TEST(CouplingGroups, DoNotTouchBodiesThatAreAlone) {
    Spheres spheres({{0, 0, 0}, {40, 0, 0}, {3, 0, 0}});
    const std::vector<GroupedMover> before = spheres.movers;
    CouplingGroups groups;
    groups.kick(spheres.movers, 1.0 / 60.0);
    EXPECT_TRUE(spheres.movers[1].mover.worldFromBody == before[1].mover.worldFromBody);
    EXPECT_EQ(spheres.movers[1].mover.momentum.vector(), before[1].mover.momentum.vector());
    EXPECT_NE(spheres.movers[0].mover.momentum.vector(), before[0].mover.momentum.vector());
    const Vector3 sum = spheres.movers[0].mover.momentum.linear + spheres.movers[2].mover.momentum.linear;
    EXPECT_LT((sum - Vector3(2.0, 0.2, 0.0)).norm(), 1e-14);
}

TEST(CouplingGroups, HaveVelocitiesAndMomentaThatBelongTogether) {
    Spheres spheres({{0, 0, 0}, {40, 0, 0}, {2.4, 0.3, 0}});
    CouplingGroups groups;
    const std::vector<Twist> velocities = groups.twists(spheres.movers);
    const std::vector<Momentum> momenta = groups.momenta(spheres.movers, velocities);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_LT((momenta[i] - spheres.movers[i].mover.momentum).vector().norm(), 1e-12);
    // A sphere pushed along draws a neighbour at rest beside it backwards.
    EXPECT_GT((velocities[0].linear - spheres.movers[0].mover.momentum.linear / (2.0 * kPi)).norm(), 1e-3);
}

// A body's velocity does not jump at its entry into the reach.
TEST(CouplingGroups, MayChangeWithoutAJump) {
    CouplingGroups groups;
    Spheres spheres({{0, 0, 0}, {6.2, 0, 0}});
    const double reach = 6.0 * spheres.shape->radius();
    std::vector<Twist> velocities[2];
    for (const int side : {0, 1}) {
        spheres.movers[1].mover.worldFromBody.position.x() = reach + (side == 0 ? 1e-6 : -1e-6);
        velocities[side] = groups.twists(spheres.movers);
        EXPECT_EQ(groups.groups().size(), static_cast<std::size_t>(side));
    }
    EXPECT_LT((velocities[1][0] - velocities[0][0]).vector().norm(), 1e-12);
}

TEST(CouplingGroups, RefuseImpossibleInputAndChangeNothing) {
    Spheres spheres({{0, 0, 0}, {3, 0, 0}});
    CouplingGroups groups;
    EXPECT_NE(test::refusal([&] { groups.setWalls({{Vector3::Zero(), 1.0}}); }), "");
    spheres.movers[1].mover.shape = nullptr;
    EXPECT_EQ(test::refusal([&] { groups.kick(spheres.movers, 0.1); }),
              "coupling: body 1: it has no shape, or its place is not finite");
    EXPECT_EQ(spheres.movers[0].mover.worldFromBody.position, Vector3(Vector3::Zero()));
    EXPECT_NE(test::refusal([] { CouplingGroups(CouplingPrecision::Single, 0.0); }), "");
}

} // namespace
} // namespace ambient::coupling_groups_test
