// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "RunProgram.h"
#include "TestPaths.h"

#include <nlohmann/json.hpp>

namespace stokes_command_test {
namespace {

const std::string kStokes = test::toolWord() + " stokes ";

nlohmann::json stokesOf(const std::string& arguments) {
    const ProgramResult result = runProgram(kStokes + arguments + " --json --quiet");
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return nlohmann::json::parse(result.out, nullptr, false);
}

} // namespace

// Stokes: 6 pi a and 8 pi a^3. Measured .2 % and .6 % low with 320 faces.
TEST(StokesCommand, OfASphereIsThatOfStokes) {
    const ScratchFolder folder;
    const std::string sphere = folder.write("sphere.obj", objOf(ambient::makeSphere(0.5, 1280)));
    const nlohmann::json json = stokesOf(sphere);
    ASSERT_EQ(json["resistance"].size(), 6u);
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(json["resistance"][i][i].get<double>() / ambient::kPi, 1.0, 7e-3);
        EXPECT_NEAR(json["resistance"][3 + i][3 + i].get<double>() / (3.0 * ambient::kPi), 1.0, 2e-3);
        EXPECT_NEAR(json["center_of_resistance"][i].get<double>(), 0.0, 1e-3);
    }
    EXPECT_GT(json["error_estimate"].get<double>(), 0.0);
    EXPECT_LT(json["error_estimate"].get<double>(), 0.02);
    EXPECT_GT(json["seconds"].get<double>(), 0.0);
    EXPECT_EQ(json["solved_faces"].get<int>(), 320);
    // Not reduced to fewer faces, which rounding may choose.
    const std::string coarse = folder.write("coarse.obj", objOf(ambient::makeSphere(0.5, 320)));
    const nlohmann::json small = stokesOf(coarse), large = stokesOf(coarse + " --scale 10");
    EXPECT_NEAR(large["resistance"][3][3].get<double>() / small["resistance"][3][3].get<double>(), 10.0, 1e-9);
}

TEST(StokesCommand, TakesThinMeshesAndBoxesOfTwelveFaces) {
    const ScratchFolder folder;
    const std::string disc = folder.write("disc.obj", objOf(ambient::makeDisc(1.0, 0.01, 800)));
    EXPECT_NEAR(stokesOf(disc)["resistance"][5][5].get<double>() / 16.0, 1.0, 0.02);
    const std::string cube = folder.write("cube.obj", objOf(ambient::makeBox({1.0, 1.0, 1.0}, 12)));
    EXPECT_NEAR(stokesOf(cube)["resistance"][3][3].get<double>() / (3.0 * ambient::kPi * 1.346), 1.0, 0.02);
}

TEST(StokesCommand, RefusesFacesOutOfRange) {
    const ScratchFolder folder;
    const std::string sphere = folder.write("sphere.obj", objOf(ambient::makeSphere(0.5, 320)));
    const ProgramResult result = runProgram(kStokes + sphere + " --faces 5000");
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_NE(result.err.find("--faces"), std::string::npos) << result.err;
}

} // namespace stokes_command_test
