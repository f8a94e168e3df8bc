// SPDX-License-Identifier: Zlib
#include "web/live/LiveWorld.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

namespace live_world_test {
namespace {

using ambient::Vector3;
using samples::LiveWorld;

const char* kTwoBalls = R"({"medium": "water", "walls": [{"offset": -2}], "bodies": [
    {"name": "stone", "shape": {"type": "sphere", "radius": 0.1, "faces": 80}, "density": 2000},
    {"name": "cork", "shape": {"type": "sphere", "radius": 0.1, "faces": 80}, "density": 300, "position": [1, 0, 0]}]})";

LiveWorld open(const std::string& text, LiveWorld* before = nullptr) {
    return LiveWorld(text, "test.json", "", before, {});
}

std::vector<float> stateAfter(LiveWorld& world, int steps) {
    for (int i = 0; i < steps; ++i)
        world.step();
    std::vector<float> state;
    world.state(state);
    return state;
}

Vector3 positionOf(const std::vector<float>& state, int body) {
    const float* p = state.data() + LiveWorld::kStateSize * body;
    return {p[0], p[1], p[2]};
}

} // namespace

TEST(LiveWorld, StepsAsTheToolDoes) {
    LiveWorld world = open(kTwoBalls);
    const ambient::WorldDescription description = ambient::parseWorld(kTwoBalls, "test.json", "");
    ambient::WorldSimulationOptions options;
    options.timeStep = description.timeStep;
    ambient::WorldSimulation tool(description, options);
    for (int i = 0; i < 60; ++i) {
        world.step();
        tool.step();
    }
    EXPECT_EQ(world.rows(), tool.rows());
    EXPECT_DOUBLE_EQ(world.time(), 0.25);
}

TEST(LiveWorld, AHeldBodyFollowsTheHandAndTheOtherDoesNot) {
    LiveWorld pulled = open(kTwoBalls), free = open(kTwoBalls);
    pulled.grab(0, {0, 0, 0.05});
    pulled.moveTo({0, 0.3, 0.25});
    const std::vector<float> end = stateAfter(pulled, 240), fallen = stateAfter(free, 240);
    // The held point is at the hand, and the centre .05 m away: the ball may turn.
    EXPECT_NEAR((positionOf(end, 0) - Vector3(0, 0.3, 0.25)).norm(), 0.05, 0.01);
    EXPECT_EQ(positionOf(end, 1), positionOf(fallen, 1));
    EXPECT_LT(positionOf(fallen, 0).z(), -0.5);
    pulled.release();
    EXPECT_LT(positionOf(stateAfter(pulled, 240), 0).z(), -0.3);
}

TEST(LiveWorld, GoesOnUnderAnotherModelFromWhereItIs) {
    LiveWorld first = open(kTwoBalls);
    const std::vector<float> before = stateAfter(first, 60);
    std::string other = kTwoBalls;
    other.insert(1, R"("model": "uwrbd", )");
    LiveWorld next = open(other, &first);
    EXPECT_TRUE(next.hasContinued());
    EXPECT_DOUBLE_EQ(next.time(), 0.25);
    const std::vector<float> after = stateAfter(next, 0);
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_NEAR(after[i], before[i], 2e-6f) << i;
    // Once more: the frames of the file are still known.
    LiveWorld back = open(kTwoBalls, &next);
    EXPECT_EQ(stateAfter(back, 0), after);
}

TEST(LiveWorld, StartsAnewIfOtherBodiesOrWavesAreThere) {
    LiveWorld first = open(kTwoBalls);
    stateAfter(first, 60);
    std::string renamed = kTwoBalls;
    renamed.replace(renamed.find("cork"), 4, "wood");
    EXPECT_FALSE(open(renamed, &first).hasContinued());
    const std::string waves =
        R"({"medium": {"fluid": "water", "surface": {"waves": [{"amplitude": 0.1, "wavelength": 5}]}}, "bodies": [
        {"shape": {"type": "sphere", "radius": 0.1, "faces": 80}, "density": 300}]})";
    LiveWorld sea = open(waves);
    stateAfter(sea, 10);
    LiveWorld again = open(waves, &sea);
    EXPECT_FALSE(again.hasContinued());
    EXPECT_EQ(again.time(), 0.0);
}

TEST(LiveWorld, ForcesOfABodyAtRestInWaterAreWeightAndBuoyancy) {
    LiveWorld world = open(kTwoBalls);
    std::vector<float> forces;
    world.forces(forces);
    ASSERT_EQ(forces.size(), 2U * LiveWorld::kForceSize);
    EXPECT_NEAR(forces[5] / -forces[2], 998.2 / 2000.0, 1e-3);
    for (int k = 6; k < 9; ++k)
        EXPECT_NEAR(forces[static_cast<std::size_t>(k)], 0.0, 1e-6);
}

TEST(LiveWorld, TellsThePageOfTheWorld) {
    LiveWorld world = open(R"({"medium": {"fluid": "water", "surface": {"height": 0.5}}, "walls": [{"offset": -2}],
        "regions": [{"min": [1, 1, 1], "max": [2, 2, 2], "medium": "honey"}], "bodies": [
        {"name": "ball", "shape": {"type": "sphere", "radius": 0.1, "faces": 80}, "mass": 2},
        {"name": "rock", "shape": {"type": "box", "size": [1, 1, 1]}, "static": true, "position": [5, 0, 0]}]})");
    const nlohmann::json about = nlohmann::json::parse(world.about());
    EXPECT_EQ(about["bodies"].size(), 1U);
    EXPECT_NEAR(about["bodies"][0]["radius"].get<double>(), 0.1, 5e-3); // 80 faces of the volume of the ball
    EXPECT_EQ(about["standing"][0]["name"], "rock");
    EXPECT_EQ(about["medium"]["surface"]["height"], 0.5);
    EXPECT_TRUE(about["regions"][0]["medium"]["surface"].is_null());
    EXPECT_EQ(about["walls"][0]["offset"], -2.0);
    EXPECT_EQ(world.shape(false, 0).vertices.size() % 3, 0U);
    EXPECT_FALSE(world.shape(true, 0).faces.empty());
    EXPECT_THROW(world.shape(true, 1), std::out_of_range);
    std::vector<float> points;
    ASSERT_EQ(world.surfaceCount(), 1);
    world.surface(0, 3.0, 0.0, 2.0, 4, points);
    ASSERT_EQ(points.size(), 75U);
    for (std::size_t i = 2; i < points.size(); i += 3)
        EXPECT_FLOAT_EQ(points[i], 0.5f);
}

TEST(LiveWorld, RefusesWithThePlaceInTheFile) {
    try {
        open(R"({"medium": "water", "bodies": [{"shape": {"type": "mesh", "file": "none.obj"}, "mass": 1}]})");
        FAIL() << "it was opened";
    } catch (const ambient::WorldFileError& error) {
        EXPECT_EQ(std::string(error.what()).rfind("test.json: bodies[0].shape.file: ", 0), 0U) << error.what();
    }
}

} // namespace live_world_test
