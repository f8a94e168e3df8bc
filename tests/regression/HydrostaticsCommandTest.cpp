// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "RunProgram.h"
#include "TestPaths.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace hydrostatics_command_test {
namespace {

const std::string kHydrostatics = test::toolWord() + " hydrostatics ";

nlohmann::ordered_json hydrostaticsOf(const std::string& arguments) {
    const ProgramResult result = runProgram(kHydrostatics + arguments + " --json --quiet");
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return nlohmann::ordered_json::parse(result.out, nullptr, false);
}

std::string boxIn(const ScratchFolder& folder) {
    return folder.write("box.obj", objOf(ambient::makeBox({10.0, 4.0, 3.0}, 12)));
}

} // namespace

TEST(HydrostaticsCommand, OfABoxIsThatOfTheFormulas) {
    const ScratchFolder folder;
    const nlohmann::ordered_json json = hydrostaticsOf(
        boxIn(folder) + " --mass 49200 --center 0,0,-0.4 --fluid-density 1025 --openings '0,-2,0.5;0,0,1.5'");
    std::string keys;
    for (const auto& item : json.items())
        keys += item.key() + " ";
    EXPECT_EQ(keys,
              "displacement volume draft heel trim center_of_buoyancy waterplane_area waterplane_centroid KB KG BM_T "
              "BM_L GM_T GM_L stable loll upright equilibrium GZ openings downflooding_angle ");
    const auto number = [&json](const char* key) { return json[key].get<double>(); };
    EXPECT_NEAR(number("displacement"), 49200.0, 1e-6);
    EXPECT_NEAR(number("volume"), 48.0, 1e-9);
    EXPECT_NEAR(number("draft"), 1.2, 1e-9);
    EXPECT_NEAR(number("waterplane_area"), 40.0, 1e-9);
    EXPECT_NEAR(number("BM_T"), 16.0 / 14.4, 1e-9);
    EXPECT_NEAR(number("BM_L"), 100.0 / 14.4, 1e-9);
    EXPECT_NEAR(number("GM_T"), 16.0 / 14.4 - 0.5, 1e-9);
    EXPECT_NEAR(json["center_of_buoyancy"][2].get<double>(), -0.9, 1e-9);
    EXPECT_NEAR(json["equilibrium"]["position"][2].get<double>(), 0.3, 1e-9);
    EXPECT_NEAR(json["equilibrium"]["orientation"][3].get<double>(), 1.0, 1e-9);
    ASSERT_EQ(json["GZ"].size(), 17U);
    EXPECT_EQ(json["GZ"][2]["heel"].get<double>(), 10.0);
    const double slope = std::tan(10.0 * ambient::kPi / 180.0);
    EXPECT_NEAR(json["GZ"][2]["gz"].get<double>(),
                std::sin(10.0 * ambient::kPi / 180.0) * (16.0 / 14.4 - 0.5 + 0.5 * 16.0 / 14.4 * slope * slope), 1e-9);
    EXPECT_NEAR(json["openings"][0]["heel_to_starboard"].get<double>(), std::atan(0.8 / 2.0) * 180.0 / ambient::kPi,
                1e-7);
    EXPECT_EQ(json["downflooding_angle"], json["openings"][0]["heel_to_starboard"]);
    EXPECT_TRUE(json["stable"].get<bool>() && !json["loll"].get<bool>());
    // In another unit, in another fluid: lighter by the ratio of the densities.
    const nlohmann::ordered_json other =
        hydrostaticsOf(boxIn(folder) + " --scale 0.1 --mass 9.982 --center origin --fluid water");
    EXPECT_NEAR(other["volume"].get<double>(), 0.01, 1e-12);
}

TEST(HydrostaticsCommand, NamesLoll) {
    const ScratchFolder folder;
    const std::string high = boxIn(folder) + " --mass 49200 --center 0,0,0.3 --fluid-density 1025 --heel 0";
    const ProgramResult report = runProgram(kHydrostatics + high);
    EXPECT_EQ(report.exitCode, 0) << report.err;
    for (const char* text : {"unstable upright", "lolls", "deg, starboard down", "GM_T", "KB", "draft"})
        EXPECT_NE(report.out.find(text), std::string::npos) << text << "\n" << report.out;
    const nlohmann::ordered_json json = hydrostaticsOf(high);
    EXPECT_TRUE(json["loll"].get<bool>() && json["stable"].get<bool>());
    EXPECT_FALSE(json["upright"]["stable"].get<bool>());
    const double below = json["upright"]["GM_T"].get<double>(); // -.0889 m
    EXPECT_NEAR(json["heel"].get<double>(), std::atan(std::sqrt(-2.0 * below / (16.0 / 14.4))) * 180.0 / ambient::kPi,
                1e-6);
}

TEST(HydrostaticsCommand, DrawsTheRightingArms) {
    if (runProgram("command -v gnuplot").exitCode != 0) GTEST_SKIP() << "gnuplot is not installed";
    const ScratchFolder folder;
    const std::string box = boxIn(folder) + " --mass 40000 --center 0,0,-0.5 --openings 0,-1,1.8 --plot ";
    for (const char* name : {"arms.png", "arms.svg"})
        EXPECT_EQ(runProgram(kHydrostatics + box + folder.path(name)).exitCode, 0);
    const std::string picture = readWholeFile(folder.path("arms.svg"));
    for (const char* text : {"heel [deg]", "righting arm GZ [m]", "Righting arms of box.obj", "GM_T"})
        EXPECT_NE(picture.find(text), std::string::npos) << text;
    EXPECT_EQ(folder.listing(), "arms.gp arms.png arms.svg box.obj ");
}

TEST(HydrostaticsCommand, NamesWhatCannotFloat) {
    const ScratchFolder folder;
    const std::string box = boxIn(folder);
    const std::string whole = kHydrostatics + box + " --center 0,0,0 --mass ";
    expectRefusal(whole + "0", "--mass", "0 kg");
    expectRefusal(whole + "nan", "--mass", "positive and finite");
    expectRefusal(whole + "1e6", "sinks", "119784 kg");
    expectRefusal(whole + "4e4 --fluid-density 0", "--fluid-density");
    expectRefusal(whole + "4e4 --fluid soup", "--fluid", "soup");
    expectRefusal(whole + "4e4 --fluid vacuum", "--fluid", "vacuum");
    expectRefusal(whole + "4e4 --fluid water --fluid-density 1000", "--fluid-density", "one of them");
    expectRefusal(whole + "4e4 --heel 0:200:5", "--heel", "180");
    expectRefusal(whole + "4e4 --openings 1,2", "--openings", "X,Y,Z");
    expectRefusal(kHydrostatics + box + " --mass 4e4 --center nan,0,0", "--center", "nan");
    expectRefusal(kHydrostatics + box + " --mass 4e4 --center 1,2", "--center");
    expectRefusal(kHydrostatics + box + " --mass 4e4", "--center");
    std::string text = objOf(ambient::makeBox({10.0, 4.0, 3.0}, 12));
    const std::string open = folder.write("open.obj", text.substr(0, text.rfind("f ")));
    expectRefusal(kHydrostatics + open + " --mass 4e4 --center 0,0,0", "open.obj", "edge");
}

} // namespace hydrostatics_command_test
