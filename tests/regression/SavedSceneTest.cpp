// SPDX-License-Identifier: Zlib
// Worlds of the window as world files: they continue like the window's world, or are refused by name.
#include "interface/SavedScene.h"
#include "RunProgram.h"
#include "TestPaths.h"
#include "Worlds/WorldSimulation.h"
#include "commands/PreparedRun.h"
#include "viewer/ViewerState.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <filesystem>

namespace saved_scene_test {

using namespace samples;

namespace {

const std::string kWorlds = test::rootPath() + "/samples/worlds";

/// A scene run for some steps.
struct SteppedScene {
    PreparedRun prepared;
    SceneRun run;

    SteppedScene(const std::string& name, const CommandLine& line, int steps)
        : prepared(findSample(name), line), run(name, *prepared.scene, prepared.values, prepared.options) {
        step(steps);
    }
    void step(int steps) {
        for (int i = 0; i < steps; ++i)
            ASSERT_TRUE(run.step());
    }
    nlohmann::json saved() { return savedScene(run.context(), prepared.options, "saved", kWorlds); }
};

CommandLine with(const std::vector<std::string>& assignments) {
    CommandLine line;
    line.assignments = assignments;
    return line;
}

/// Largest difference of any position [m] and orientation [1] between the scene and the saved world, after some more
/// steps of both.
double differenceAfter(SteppedScene& scene, int steps) {
    const ambient::WorldDescription world = ambient::parseWorld(scene.saved().dump(), "saved.json", kWorlds);
    ambient::WorldSimulationOptions options;
    options.timeStep = world.timeStep;
    options.solver = world.solver;
    ambient::WorldSimulation again(world, options);
    scene.step(steps);
    for (int i = 0; i < steps; ++i)
        again.step();
    const auto& moving = again.content().moving();
    EXPECT_EQ(static_cast<int>(moving.size()), scene.run.record().bodyCount());
    double largest = 0.0;
    for (int body = 0; body < scene.run.record().bodyCount(); ++body) {
        const ambient::Pose here = scene.run.record().last(body).worldFromBody;
        const ambient::FileWorld::Moving& row = moving[static_cast<std::size_t>(body)];
        ambient::Pose there = again.content().motionOf(row).worldFromShown;
        there.orientation = there.orientation * row.shownFromBody;
        largest = std::max(
            {largest, (here.position - there.position).norm(), here.orientation.angularDistance(there.orientation)});
    }
    return largest;
}

} // namespace

// Single precision of poses and velocities, and the loads of earlier steps, unknown to a new world.
TEST(SavedScene, MovesOnAsTheWindowsWorld) {
    SteppedScene plate("falling-plate", with({"faces=80"}), 60), golf("golf-drive", CommandLine(), 60);
    EXPECT_LT(differenceAfter(plate, 60), 5e-6); // measured 2.2e-6 m and rad
    // Has angles of separation and a factor on its wake. Measured 3.3e-6: the mesh on which the Stokes flow is solved
    // depends on the last digits of the file's mesh.
    EXPECT_LT(differenceAfter(golf, 60), 1e-5);
}

TEST(SavedScene, MovesOnUnderASurface) {
    SteppedScene stone("stones-skipping", CommandLine(), 60);
    // The cells of its mesh depend on the last digits of the file's mesh.
    EXPECT_LT(differenceAfter(stone, 60), 1.5e-4); // measured 8.6e-5
}

TEST(SavedScene, OfAWorldFileIsThatFileLater) {
    const std::pair<const char*, double> cases[] = {{"swimmer", 1e-7}, {"wet-pendulum", 1e-6}};
    for (const auto& [name, bound] : cases) {
        const std::string path = kWorlds + "/" + name + ".json";
        addWorldFile(path);
        SteppedScene scene(path, CommandLine(), 60);
        EXPECT_LT(differenceAfter(scene, 60), bound) << name; // measured 2e-8, 3e-7
    }
}

TEST(SavedScene, WhatNoFileHoldsIsNamed) {
    const std::pair<const char*, const char*> cases[] = {{"chain-in-current", "joints"},
                                                         {"beach-ball-wind", "flows in a way"},
                                                         {"robot", "robot"},
                                                         {"basketball-drop", "factors on its forces"},
                                                         {"boat", "several pieces"}};
    for (const auto& [name, word] : cases) {
        SteppedScene scene(name, CommandLine(), 1);
        try {
            scene.saved();
            FAIL() << name << " was saved";
        } catch (const std::invalid_argument& error) {
            EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << name << ": " << error.what();
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        }
    }
}

TEST(SavedScene, TheWindowSaysWhyItIsNotSaved) {
    ViewerState state{ViewerSettings()};
    state.viewSize = {640, 480};
    state.saveWorld();
    EXPECT_EQ(state.message(), "there is no world yet: choose a scene");
    state.open("chain-in-current");
    state.saveWorld();
    EXPECT_EQ(state.message(), "the world is still being prepared");
    state.run.finishPreparing();
    state.update(0.05);
    state.saveWorld();
    EXPECT_EQ(state.message(), "the world was not saved: the scene has joints, which are saved from world files only");
    state.run.lookAt(0);
    state.saveWorld();
    EXPECT_NE(state.message().find("go back to live"), std::string::npos);
}

} // namespace saved_scene_test
