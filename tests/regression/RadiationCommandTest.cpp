// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "RunProgram.h"
#include "TestPaths.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <sstream>

namespace radiation_command_test {
namespace {

const std::string kRadiation = test::toolWord() + " radiation ";

std::string boxIn(const ScratchFolder& folder) {
    return folder.write("box.obj", objOf(ambient::makeBox({4.0, 2.0, 1.0}, 12)));
}

nlohmann::ordered_json radiationOf(const std::string& arguments) {
    const ProgramResult result = runProgram(kRadiation + arguments + " --json --quiet");
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return nlohmann::ordered_json::parse(result.out, nullptr, false);
}

} // namespace

TEST(RadiationCommand, HasTheKeysOfItsPage) {
    const ScratchFolder folder;
    const nlohmann::ordered_json json =
        radiationOf(boxIn(folder) + " --draft 0.5 --faces 120 --frequencies 1,2 --headings 0,90 --fluid-density 1000");
    std::string keys;
    for (const auto& item : json.items())
        keys += item.key() + " ";
    EXPECT_EQ(keys, "rows A_inf A_0 error_estimate seconds energy_defect fluid_density gravity depth origin volume "
                    "center_of_buoyancy waterplane_area faces lid_faces planes_of_symmetry ");
    ASSERT_EQ(json["rows"].size(), 2U);
    const nlohmann::ordered_json& row = json["rows"][1];
    EXPECT_EQ(row["w"].get<double>(), 2.0);
    EXPECT_NEAR(row["k"].get<double>(), 4.0 / 9.80665, 1e-12);
    ASSERT_EQ(row["X"].size(), 2U);
    EXPECT_EQ(row["X"][1]["heading"].get<double>(), 90.0);
    EXPECT_NEAR(json["volume"].get<double>(), 4.0, 1e-6);
    EXPECT_NEAR(json["waterplane_area"].get<double>(), 8.0, 1e-6);
    EXPECT_NEAR(json["origin"][2].get<double>(), 0.0, 1e-6);
    EXPECT_EQ(json["planes_of_symmetry"].get<int>(), 2);
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j)
            EXPECT_EQ(row["A"][i][j], row["A"][j][i]);
    // The order of ships: surge is small beside heave for a flat box, waves from the side do not make it surge.
    EXPECT_GT(row["A"][2][2].get<double>(), 3.0 * row["A"][0][0].get<double>());
    EXPECT_NEAR(row["X"][1]["re"][0].get<double>(), 0.0, 1e-3 * row["X"][1]["re"][2].get<double>());
}

TEST(RadiationCommand, AFloatOfGivenMassHasResponses) {
    const ScratchFolder folder;
    const std::string box = boxIn(folder) + " --fluid-density 1000 --faces 120 --wave-numbers 0.01 --headings 0";
    const nlohmann::ordered_json json = radiationOf(box + " --mass 4000 --center 0,0,-0.1 --gyration 0.7,1.2,1.3");
    const nlohmann::ordered_json& response = json["rows"][0]["RAO"][0];
    EXPECT_NEAR(response["re"][2].get<double>(), 1.0, 0.03);
    EXPECT_NEAR(response["im"][0].get<double>(), 1.0, 0.03);
    EXPECT_NEAR(json["M"][2][2].get<double>(), 4000.0, 1e-6);
    EXPECT_NEAR(json["C"][2][2].get<double>(), 1000.0 * 9.80665 * 8.0, 1.0);
    EXPECT_FALSE(radiationOf(box).contains("M"));
}

TEST(RadiationCommand, WritesFilesOfWamitAndPictures) {
    const ScratchFolder folder;
    const std::string box = boxIn(folder) +
                            " --draft 0.5 --faces 60 --frequencies 1:2:0.5 --headings 0 --quiet --wamit " +
                            folder.path("box");
    const ProgramResult report = runProgram(kRadiation + box);
    EXPECT_EQ(report.exitCode, 0) << report.err;
    for (const char* text : {"Added mass A", "Damping B", "heave", "two planes of symmetry"})
        EXPECT_NE(report.out.find(text), std::string::npos) << text << "\n" << report.out;
    std::istringstream coefficients(readWholeFile(folder.path("box.1")));
    std::string line;
    int count = 0;
    double added = 0.0;
    for (; std::getline(coefficients, line); ++count) {
        double period = 0.0, a = 0.0;
        int i = 0, j = 0;
        std::istringstream(line) >> period >> i >> j >> a;
        if (period == 0.0 && i == 3 && j == 3) added = a;
    }
    EXPECT_EQ(count, 5 * 36);
    const nlohmann::ordered_json json = radiationOf(box);
    EXPECT_NEAR(added, json["A_inf"][2][2].get<double>() / 998.2, 1e-5 * added);
    EXPECT_EQ(folder.listing(), "box.1 box.3 box.obj ");
    if (runProgram("command -v gnuplot").exitCode != 0) return;
    EXPECT_EQ(runProgram(kRadiation + box + " --plot " + folder.path("waves.svg")).exitCode, 0);
    EXPECT_NE(readWholeFile(folder.path("waves.svg")).find("Waves and box.obj"), std::string::npos);
}

TEST(RadiationCommand, NamesWhatCannotBeSolved) {
    const ScratchFolder folder;
    const std::string box = kRadiation + boxIn(folder) + " ";
    expectRefusal(box + "--draft 2", "draft", "height");
    expectRefusal(box + "--draft 0.5 --mass 3 --center 0,0,0", "--draft", "one of them");
    expectRefusal(box + "--mass 3000", "--center");
    expectRefusal(box + "--center 0,0,0", "--mass");
    expectRefusal(box + "--gyration 1,1,1", "--mass");
    expectRefusal(box + "--mass 3000 --center 0,0,0 --gyration 1,1", "--gyration", "RX,RY,RZ");
    expectRefusal(box + "--mass 1e5 --center 0,0,0", "sinks");
    expectRefusal(box + "--frequencies 0", "--frequencies");
    expectRefusal(box + "--frequencies 1 --wave-numbers 1", "--wave-numbers", "one of them");
    expectRefusal(box + "--frequencies 30 --faces 100", "too high");
    expectRefusal(box + "--faces 7", "faces");
    expectRefusal(box + "--fluid soup", "--fluid", "soup");
}

} // namespace radiation_command_test
