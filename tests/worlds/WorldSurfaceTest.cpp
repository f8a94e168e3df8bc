// SPDX-License-Identifier: Zlib
// Water with a surface on the grid of a world's file.
#include "AmbientFluidGrid/GridSurface.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"
#include "LiveWorldTesting.h"
#include "TestPaths.h"
#include "TestThreads.h"
#include "WorldTesting.h"
#include "regression/RunProgram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

namespace world_surface_test {

using ambient::kPi;
using ambient::LiveWorld;
using nlohmann::json;
using test::made;
using test::read;
using test::run;

namespace {

/// Small grids gain nothing by threads.
class WorldSurface : public ::testing::Test {
    const test::Threads m_alone{1, ambient::LoopThreads::Serial};
};

/// A tank of 1 x 0.25 x 0.75 m with the low corner at (-0.5, 0, 1).
json tank(const json& surface) {
    json file = read(R"({"medium": "water", "dt": 0.01, "seconds": 0.1, "grid": {"min": [-0.5, 0, 1],
        "cells": [16, 4, 12], "spacing": 0.0625, "sides": "slip_wall"}})");
    file["grid"]["surface"] = surface;
    return file;
}

const ambient::GridSurface& surfaceOf(const LiveWorld& world) {
    return *world.simulation().content().grid()->getGrid().surface();
}

std::string whyRefused(const json& file) {
    try {
        made(file);
    } catch (const ambient::WorldFileError& error) {
        return error.what();
    }
    return "";
}

std::vector<std::vector<std::string>> table(const std::string& text) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        rows.emplace_back();
        std::istringstream fields(line);
        for (std::string field; std::getline(fields, field, ',');)
            rows.back().push_back(field);
    }
    return rows;
}

} // namespace

TEST_F(WorldSurface, ItsFormAtTheStartIsThatOfTheFile) {
    EXPECT_NEAR(surfaceOf(*made(tank(1.3))).heightAt(0.2, 0.1), 1.3, 1e-12);
    const auto waves = made(tank(read(R"({"height": 1.3, "modes": [{"amplitude": 0.02, "half_waves": [1, 0]},
                                          {"amplitude": 0.01, "half_waves": [2, 1]}]})")));
    for (const double x : {-0.4, 0.0, 0.3})
        for (const double y : {0.05, 0.2}) {
            const double expected = 1.3 + 0.02 * std::cos(kPi * (x + 0.5)) +
                                    0.01 * std::cos(2.0 * kPi * (x + 0.5)) * std::cos(kPi * y / 0.25);
            EXPECT_NEAR(surfaceOf(*waves).heightAt(x, y), expected, 1.5e-3) << x << " " << y; // a fortieth of a cell
        }
    const auto columns = made(tank(read(R"({"height": 1.1, "columns": [
        {"min": [-0.5, 0], "max": [-0.2, 0.25], "height": 1.5}, {"min": [0.2, 0], "max": [0.5, 0.25], "height": 0}]})")));
    EXPECT_NEAR(surfaceOf(*columns).heightAt(-0.4, 0.1), 1.5, 1e-3);
    EXPECT_NEAR(surfaceOf(*columns).heightAt(0.0, 0.1), 1.1, 1e-3);
    EXPECT_TRUE(std::isnan(surfaceOf(*columns).heightAt(0.4, 0.1)));
    EXPECT_NEAR(surfaceOf(*columns).volume(), 0.25 * (0.3 * 0.5 + 0.4 * 0.1), 5e-4);
}

TEST_F(WorldSurface, WrongOnesAreRefusedWithTheirPath) {
    const auto expect = [](json file, const char* key, const json& value, const std::string& path) {
        if (*key) file["grid"][key] = value;
        EXPECT_NE(whyRefused(file).find(path), std::string::npos) << path << ": " << whyRefused(file);
    };
    expect(tank(3.0), "", {}, "grid.surface: ");
    expect(tank("deep"), "", {}, "grid.surface");
    expect(tank(read(R"({"modes": []})")), "", {}, "grid.surface");
    expect(tank(read(R"({"height": 1.3, "modes": [{"amplitude": 1, "half_waves": [0.5, 0]}]})")), "", {},
           "grid.surface.modes[0].half_waves");
    expect(tank(read(R"({"height": 1.3, "columns": [{"min": [0, 0], "max": [0, 1], "height": 1}]})")), "", {},
           "grid.surface.columns[0].max");
    expect(tank(1.3), "sides", "open", "grid.surface");
    expect(tank(1.3), "probes", read("[[0, 0.1], [9, 0.1]]"), "grid.probes[1]");
    json file = tank(1.3);
    file["gravity"] = {0.0, -9.81, 0.0};
    expect(file, "", {}, "grid.surface");
    file = tank(1.3);
    file["bodies"] = read(R"([{"shape": {"type": "sphere", "radius": 0.1}, "density": 500}])");
    EXPECT_EQ(whyRefused(file), "");
    file["grid"]["follow"] = "body0";
    expect(file, "", {}, "grid.follow");
    for (const char* state : {"????", "AAAA", "AAAAAAAA8H8=", "AAAAAAAA8D8="}) // no digits; no number; infinity; 1
        expect(tank(1.3), "state", state, "grid");
}

// Measured 0.2 mm after 0.2 s.
TEST_F(WorldSurface, ABoxStaysWhereItFloatsAndASavedStateIsRepeatedToTheBit) {
    json file = tank(1.3);
    file["grid"]["cells"] = {16, 12, 14};
    file["bodies"] = read(R"([{"name": "box", "shape": {"type": "box", "size": [0.4, 0.4, 0.35]}, "density": 499.1,
        "position": [0.01, 0.37, 1.3], "resolved": true}])");
    const auto world = made(file), twin = made(file);
    run(*world, 20);
    const auto& content = world->simulation().content();
    EXPECT_NEAR(content.motionOf(content.moving()[0]).worldFromShown.position.z(), 1.3, 2e-3);
    twin->simulation().restoreState(world->simulation().saveState());
    run(*world, 5);
    run(*twin, 5);
    EXPECT_EQ(world->simulation().rows(), twin->simulation().rows());
    EXPECT_EQ(surfaceOf(*world).distance(), surfaceOf(*twin).distance());
}

TEST_F(WorldSurface, ASavedFileGoesOnInTheSameWaterToTheBit) {
    json file = tank(read(R"({"height": 1.3, "modes": [{"amplitude": 0.06, "half_waves": [1, 0]}]})"));
    const auto world = made(file);
    run(*world, 20);
    const json saved = world->file("");
    const auto next = made(saved);
    const ambient::FluidGrid& grid = world->simulation().content().grid()->getGrid();
    const ambient::FluidGrid& other = next->simulation().content().grid()->getGrid();
    EXPECT_EQ(grid.saveState(), other.saveState());
    run(*world, 13);
    run(*next, 13);
    EXPECT_EQ(grid.saveState(), other.saveState());
    json moved = saved; // a file that is moved takes its water along
    moved["grid"]["min"] = {0.5, 0.0, 1.0};
    const auto aside = made(moved);
    run(*aside, 13);
    EXPECT_NEAR(surfaceOf(*aside).heightAt(1.2, 0.1), surfaceOf(*world).heightAt(0.2, 0.1), 1e-12);
}

// A rigid body has single precision, and the buoy is read in the water of now, where the run before had that of the
// step before. Measured below 1e-7 m for the box, 5e-4 m for the buoy.
TEST_F(WorldSurface, ASavedFileGoesOnWithBodiesThatFloat) {
    for (const char* solver : {"fluid", "stock"}) {
        json file = tank(read(R"({"height": 1.3, "modes": [{"amplitude": 0.03, "half_waves": [1, 0]}]})"));
        file["solver"] = solver;
        file["grid"]["cells"] = {16, 12, 14};
        file["bodies"] = read(R"([{"name": "box", "shape": {"type": "box", "size": [0.4, 0.4, 0.35]}, "density": 499.1,
            "position": [0.01, 0.37, 1.3], "resolved": true}, {"name": "buoy", "shape": {"type": "sphere",
            "radius": 0.04}, "density": 500, "position": [-0.4, 0.3, 1.31]}])");
        const auto world = made(file);
        run(*world, 8);
        const auto next = made(world->file(""));
        run(*world, 5);
        run(*next, 5);
        for (std::size_t i = 0; i < 2; ++i) {
            const auto place = [i](const LiveWorld& of) {
                const auto& content = of.simulation().content();
                return content.motionOf(content.moving()[i]).worldFromShown.position;
            };
            EXPECT_LT((place(*world) - place(*next)).norm(), i == 0 ? 1e-6 : 1e-3) << solver << " " << i;
        }
    }
}

// A wave of 1.9 s: the buoy goes up and down with the water beside it. Measured 1.5 mm.
TEST_F(WorldSurface, ABodyThatIsNotResolvedFloatsInIt) {
    json file = tank(read(R"({"height": 1.3, "modes": [{"amplitude": 0.03, "half_waves": [1, 0]}]})"));
    file["bodies"] = read(R"([{"name": "buoy", "shape": {"type": "sphere", "radius": 0.04}, "density": 499.1,
        "position": [-0.44, 0.12, 1.329]}])");
    const auto world = made(file);
    const auto& content = world->simulation().content();
    for (int i = 0; i < 12; ++i) {
        run(*world, 10);
        const ambient::Vector3 at = content.motionOf(content.moving()[0]).worldFromShown.position;
        EXPECT_NEAR(at.z(), surfaceOf(*world).heightAt(at.x(), at.y()), 6e-3) << i;
    }
}

TEST_F(WorldSurface, TheToolWritesATableOfTheSurface) {
    const ScratchFolder folder;
    json file = tank(read(R"({"height": 1.3, "modes": [{"amplitude": 0.02, "half_waves": [1, 0]}]})"));
    file["grid"]["probes"] = read("[[-0.45, 0.1], [0.45, 0.1]]");
    file["grid"]["interval"] = 2;
    const std::string world = folder.write("wave.json", file.dump()), out = folder.path("surface.csv");
    const std::string command = test::toolWord() + " simulate " + world + " --quiet --surface-csv " + out;
    const ProgramResult result = runProgram(command + " --threads 1");
    EXPECT_EQ(result.exitCode, 0) << result.err;
    const auto rows = table(readWholeFile(out));
    ASSERT_EQ(rows.size(), 7u); // a header, the start, a row for each second step
    EXPECT_EQ(rows[0], (std::vector<std::string>{"time", "h0", "h1", "volume", "kinetic", "potential", "shift"}));
    EXPECT_EQ(rows[2][0], "0.02");
    const auto number = [&](std::size_t row, std::size_t column) { return std::atof(rows[row][column].c_str()); };
    EXPECT_NEAR(number(1, 1) - 1.3, 0.02 * std::cos(0.05 * kPi), 1e-3);
    EXPECT_NEAR(number(1, 1) + number(1, 2), 2.6, 1e-6);
    EXPECT_NEAR(number(1, 3), 0.075, 1e-5);
    EXPECT_EQ(number(1, 4), 0.0);
    // A quarter of rho g a^2 and the area.
    EXPECT_NEAR(number(1, 5), 0.25 * 998.2 * 9.81 * 0.02 * 0.02 * 0.25, 0.01 * 0.245);
    EXPECT_NEAR(number(6, 4) + number(6, 5), number(1, 5), 0.01 * 0.245);
    EXPECT_EQ(runProgram(command + " --threads 2 --seconds 0.02").exitCode, 0);
    const auto first = table(readWholeFile(out));
    ASSERT_EQ(first.size(), 3u);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), rows.begin()));
    expectRefusal(test::toolWord() + " simulate '" + test::exampleFolder() + "/pool.json' --surface-csv " + out,
                  "--surface-csv", "no grid with a surface");
    const std::string later = folder.path("later.json");
    EXPECT_EQ(runProgram(test::toolWord() + " simulate " + world + " --quiet --save " + later).exitCode, 0);
    EXPECT_EQ(
        runProgram(test::toolWord() + " simulate " + later + " --quiet --threads 1 --surface-csv " + out).exitCode, 0);
    EXPECT_EQ(table(readWholeFile(out))[1][1], rows[6][1]); // it begins where the first one ends
}

// A thin pillar beside a wide column is spray after a step. Measured 1e-10 of the volume.
TEST_F(WorldSurface, SprayKeepsTheVolumeAndIsInSavedFiles) {
    const ScratchFolder folder;
    const json file = tank(read(R"({"height": 0.9, "spray": true, "columns": [
        {"min": [-0.5, 0], "max": [-0.2, 0.25], "height": 1.4}, {"min": [0.2, 0.07], "max": [0.31, 0.18], "height": 1.3}]})"));
    const std::string world = folder.write("pillar.json", file.dump()), out = folder.path("surface.csv"),
                      later = folder.path("later.json");
    const std::string command = " --quiet --threads 1 --surface-csv " + out;
    const auto rowsOf = [&](const std::string& path, const std::string& more = "") {
        const ProgramResult result = runProgram(test::toolWord() + " simulate " + path + command + more);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        return table(readWholeFile(out));
    };
    const auto rows = rowsOf(world, " --save " + later);
    ASSERT_EQ(rows.size(), 12u);
    EXPECT_EQ(rows[0].back(), "spray");
    const auto volume = [](const std::vector<std::string>& row) {
        return std::atof(row[1].c_str()) + std::atof(row.back().c_str());
    };
    EXPECT_EQ(rows[1].back(), "0");
    for (std::size_t row = 2; row < rows.size(); ++row) {
        EXPECT_GT(std::atof(rows[row].back().c_str()), 1e-3) << row;
        EXPECT_NEAR(volume(rows[row]), volume(rows[1]), 1e-6 * volume(rows[1])) << row;
    }
    EXPECT_EQ(rowsOf(later)[1].back(), rows.back().back());
}

} // namespace world_surface_test
