// SPDX-License-Identifier: Zlib
// Water on a grid in worlds of files.
#include "AmbientFluid/Math/Types.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"
#include "BulletAmbientFluidGrid/btFluidResolvedBody.h"
#include "BulletAmbientFluidGrid/btFluidResolvedMultiBody.h"
#include "LiveWorldTesting.h"

#include <gtest/gtest.h>

#include <cmath>

namespace world_grid_test {

using ambient::LiveWorld;
using ambient::Vector3;
using nlohmann::json;
using test::made;
using test::read;
using test::run;

namespace {

/// Rows of the table for the present time: equal if all bodies move alike, to the last digit.
std::string rows(const LiveWorld& world) {
    return world.simulation().rows();
}

json example() {
    return read(test::wholeFile(test::exampleFolder() + "/post.json"));
}

const char* const kBox = R"({"min": [-0.8, -0.8, -0.8], "cells": [32, 32, 32], "spacing": 0.05})";

} // namespace

// A heavy ball falls through a bead of the water's density, without collision. With the grid its wake takes the bead
// along; without the grid the bead stays.
TEST(WorldGrid, AWakeTakesAlongWhatFloatsInIt) {
    const auto wayOfTheBead = [](bool hasGrid) {
        json file = read(R"({"medium": "water", "dt": 0.01, "bodies": [
            {"name": "ball", "shape": {"type": "sphere", "radius": 0.08}, "density": 3000, "position": [0, 0, 0.6],
             "collide": false},
            {"name": "bead", "shape": {"type": "sphere", "radius": 0.03}, "density": 998.2, "position": [0.04, 0, 0.2]}]})");
        if (hasGrid) file["grid"] = read(kBox);
        auto world = made(file);
        run(*world, 150);
        const auto& content = world->simulation().content();
        return content.motionOf(content.moving()[1]).worldFromShown.position.z() - 0.2;
    };
    EXPECT_NEAR(wayOfTheBead(false), 0.0, 1e-5);
    EXPECT_LT(wayOfTheBead(true), -0.01); // measured -0.0145
}

// At rest a body resolved by the grid has the added mass of a ball in a wide box, half of the displaced mass.
TEST(WorldGrid, AResolvedBallStartsWithItsAddedMass) {
    auto world = made(read(std::string(R"({"medium": "water", "dt": 0.001, "grid": )") + kBox + R"(, "bodies": [
        {"shape": {"type": "sphere", "radius": 0.2, "faces": 1280}, "density": 2000, "resolved": true}]})"));
    run(*world, 10);
    const auto& content = world->simulation().content();
    const double speed = -content.motionOf(content.moving()[0]).velocity.linear.z();
    const double expected = 0.01 * 9.81 * (2000.0 - 998.2) / (2000.0 + 0.5 * 998.2);
    EXPECT_NEAR(speed / expected, 1.0, 0.01); // measured .9988; the walls are 0.8 m away
    EXPECT_TRUE(content.grid()->getResolved(content.moving()[0].body));
}

TEST(WorldGrid, AGridThatIsAddedToAWorldIsThatOfTheFile) {
    json file = example();
    const json grid = file["grid"], bodies = file["bodies"];
    auto whole = made(file);
    file.erase("grid");
    file.erase("bodies");
    auto grown = made(file);
    EXPECT_THROW(grown->addBody(bodies[0]), ambient::WorldFileError); // resolved, but there is no grid yet
    grown->addGrid(grid);
    EXPECT_THROW(grown->addGrid(grid), ambient::WorldFileError);
    EXPECT_THROW(grown->setMedium("air"), ambient::WorldFileError);
    for (const json& body : bodies)
        grown->addBody(body);
    run(*whole, 60);
    run(*grown, 60);
    EXPECT_EQ(rows(*whole), rows(*grown));
}

TEST(WorldGrid, ASavedStateIsRepeatedToTheBit) {
    auto world = made(example()), twin = made(example());
    run(*world, 40);
    const std::vector<unsigned char> state = world->simulation().saveState();
    twin->simulation().restoreState(state);
    EXPECT_EQ(rows(*world), rows(*twin));
    run(*world, 60);
    run(*twin, 60);
    EXPECT_EQ(rows(*world), rows(*twin));
    json still = example();
    still.erase("grid");
    still["bodies"].erase(0);
    EXPECT_THROW(made(still)->simulation().restoreState(state), std::invalid_argument);
}

TEST(WorldGrid, TheBoxFollowsABodyAndIsSavedWhereItIs) {
    json file =
        read(std::string(R"({"medium": "water", "dt": 0.01, "gravity": [0, 0, 0], "grid": )") + kBox + R"(, "bodies": [
        {"name": "swift", "shape": {"type": "sphere", "radius": 0.08}, "density": 8000, "velocity": [3, 0, 0]}]})");
    file["grid"]["follow"] = "swift";
    file["grid"]["sides"] = "open";
    auto world = made(file);
    run(*world, 40);
    const auto& content = world->simulation().content();
    const double x = content.motionOf(content.moving()[0]).worldFromShown.position.x();
    const ambient::FluidGridDef& box = content.grid()->getGrid().def();
    EXPECT_GT(x, 0.5);
    EXPECT_LT(std::fabs(box.lowCorner.x() + 0.8 - x), 2.0 * box.spacing);
    EXPECT_EQ(world->file()["grid"]["min"][0].get<double>(), box.lowCorner.x());
}

// If the model has no fluid forces, there is no water either.
TEST(WorldGrid, ADryModelHasNone) {
    json file = example();
    file["model"] = "rbd";
    auto world = made(file);
    run(*world, 10);
    EXPECT_EQ(world->simulation().content().grid(), nullptr);
}

} // namespace world_grid_test
