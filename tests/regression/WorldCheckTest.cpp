// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "RunProgram.h"
#include "TestPaths.h"

#include <nlohmann/json.hpp>

namespace world_check_test {
namespace {

const std::string kCheck = test::toolWord() + " check ";

nlohmann::json checked(const std::string& path) {
    const ProgramResult result = runProgram(kCheck + path + " --json");
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return nlohmann::json::parse(result.out, nullptr, false);
}

/// Three boxes of 1 m^3 in water, and one in a pool of brine whose density is twice that of the water.
constexpr char kBoxes[] = R"({"medium": {"density": 1000, "viscosity": 1e-3, SURFACE}, "regions": [
    {"min": [20, -5, -5], "max": [30, 5, 5], "medium": {"density": 2000, "viscosity": 1e-3}}], "bodies": [
    {"name": "cork", "shape": {"type": "box", "size": [1, 1, 1]}, "mass": 250},
    {"name": "stone", "shape": {"type": "box", "size": [1, 1, 1]}, "mass": 2500, "position": [3, 0, 0]},
    {"name": "fish", "shape": {"type": "box", "size": [1, 1, 1]}, "mass": 1000.5, "position": [6, 0, 0]},
    {"name": "diver", "shape": {"type": "box", "size": [1, 1, 1]}, "mass": 1000, "position": [25, 0, 0]}]})";

std::string boxes(const ScratchFolder& folder, const std::string& surface) {
    std::string text = kBoxes;
    text.replace(text.find("SURFACE"), 7, surface);
    return folder.write("boxes.json", text);
}

} // namespace

TEST(WorldCheck, BodiesFloatIfTheyDisplaceMoreThanTheyWeigh) {
    const ScratchFolder folder;
    const std::string path = boxes(folder, R"("surface": {"height": 0})");
    const nlohmann::json json = checked(path);
    ASSERT_EQ(json["bodies"].size(), 4U) << json;
    const double displaced[] = {1000.0, 1000.0, 1000.0, 2000.0};
    const char* const fates[] = {"floats", "sinks", "hovers", "floats"};
    for (std::size_t i = 0; i < 4; ++i) {
        const nlohmann::json& body = json["bodies"][i];
        EXPECT_NEAR(body["displaced_mass"].get<double>(), displaced[i], 1e-9 * displaced[i]) << body;
        EXPECT_NEAR(body["ratio"].get<double>(), displaced[i] / body["mass"].get<double>(), 1e-12);
        EXPECT_EQ(body["fate"], fates[i]) << body;
        EXPECT_EQ(body["fluid_density"].get<double>(), displaced[i]); // each has 1 m^3
        for (int k = 0; k < 3; ++k)
            EXPECT_NEAR(body["center_of_mass"][k].get<double>(), body["center_of_volume"][k].get<double>(), 1e-6);
    }
    const ProgramResult table = runProgram(kCheck + path);
    EXPECT_EQ(table.exitCode, 0) << table.err;
    EXPECT_NE(table.out.find("stone"), std::string::npos) << table.out;
    EXPECT_NE(table.out.find("0.4000  sinks"), std::string::npos) << table.out;
    EXPECT_EQ(checked(boxes(folder, R"("velocity": [0, 0, 0])"))["bodies"][0]["fate"], "rises");
}

// Half the displaced mass of a ball is added, to the half per cent of its 320 faces. Pores displace nothing.
TEST(WorldCheck, ShowsWaterInsideAddedMassAndPores) {
    const ScratchFolder folder;
    const std::string path =
        folder.write("flooded.json", R"({"medium": {"density": 1000, "viscosity": 1e-3}, "bodies": [
        {"name": "ball", "shape": {"type": "sphere", "radius": 0.5}, "mass": 100, "orientation": [0.6, 0, 0, 0.8],
         "flooded": [{"type": "sphere", "radius": 0.3, "position": [0.1, 0, 0]}]},
        {"name": "mat", "shape": {"type": "box", "size": [1, 1, 0.1]}, "density": 500, "porosity": 0.3, "position": [0, 3, 0]}]})");
    const nlohmann::json json = checked(path);
    const nlohmann::json &ball = json["bodies"][0], &mat = json["bodies"][1];
    const double sphere = 4.0 / 3.0 * 3.14159265358979 * 1000.0;
    EXPECT_NEAR(ball["flooded_mass"].get<double>(), sphere * 0.027, 1e-9 * sphere);
    EXPECT_NEAR(ball["mass"].get<double>(), 100.0 + sphere * 0.027, 1e-9 * sphere);
    EXPECT_NEAR(ball["displaced_mass"].get<double>(), sphere * 0.125, 1e-9 * sphere);
    for (int i = 3; i < 6; ++i)
        EXPECT_NEAR(ball["added_mass"][i][i].get<double>(), 0.5 * sphere * 0.125, 5e-3 * sphere * 0.125);
    EXPECT_NEAR(mat["volume"].get<double>(), 0.07, 1e-12);
    EXPECT_NEAR(mat["ratio"].get<double>(), 2.0, 1e-9);
    EXPECT_EQ(mat["flooded_mass"].get<double>(), 0.0);
    const ProgramResult table = runProgram(kCheck + path);
    EXPECT_NE(table.out.find("of which 113.1 kg are water inside"), std::string::npos) << table.out;
}

TEST(WorldCheck, ARobotIsTheSumOfItsLinks) {
    const nlohmann::json json = checked(test::rootPath() + "/samples/worlds/robot.json");
    ASSERT_EQ(json["articulated_bodies"].size(), 1U) << json;
    const nlohmann::json& robot = json["articulated_bodies"][0];
    double mass = 0.0, displaced = 0.0;
    for (const nlohmann::json& link : robot["links"]) {
        mass += link["mass"].get<double>();
        displaced += link["displaced_mass"].get<double>();
    }
    EXPECT_GT(robot["links"].size(), 1U);
    EXPECT_NEAR(robot["mass"].get<double>(), mass, 1e-12 * mass);
    EXPECT_NEAR(robot["displaced_mass"].get<double>(), displaced, 1e-12 * displaced);
}

TEST(WorldCheck, OptionsOfMeshesAndBadWorldsAreRefused) {
    const ScratchFolder folder;
    const std::string path = boxes(folder, R"("velocity": [0, 0, 0])");
    const std::string output = " --output " + folder.path("out.obj");
    for (const std::string& option : {std::string(" --wrap"), std::string(" --sheet-thickness 0.01"), output}) {
        const ProgramResult result = runProgram(kCheck + path + option);
        EXPECT_EQ(result.exitCode, 2) << option;
        EXPECT_NE(result.err.find("of meshes, not of world files"), std::string::npos) << result.err;
    }
    const ProgramResult bad = runProgram(kCheck + folder.write("bad.json", R"({"bodies": [{"mass": -1}]})"));
    EXPECT_EQ(bad.exitCode, 2);
    EXPECT_NE(bad.err.find("bad.json"), std::string::npos) << bad.err;
}

} // namespace world_check_test
