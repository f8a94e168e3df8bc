// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "RunProgram.h"
#include "TestPaths.h"

#include <nlohmann/json.hpp>

namespace group_added_mass_test {
namespace {

const std::string kTool = test::toolWord();

nlohmann::json groupOf(const std::string& arguments) {
    const ProgramResult result = runProgram(kTool + " added-mass --format json --fluid-density 1 " + arguments);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return nlohmann::json::parse(result.out, nullptr, false);
}

} // namespace

// Unit sphere and one of radius .7, gap .4, along (1, 2, 2)/3; by the method of images to 16 digits.
// Measured .05 % and .1 % at 320 faces.
TEST(GroupAddedMass, OfTwoUnequalSpheresIsThatOfTheMethodOfImages) {
    const ScratchFolder folder;
    const std::string large = folder.write("large.obj", objOf(ambient::makeSphere(1.0, 320)));
    const std::string small = folder.write("small.obj", objOf(ambient::makeSphere(0.7, 320)));
    const nlohmann::json json = groupOf(large + " --with " + small +
                                        " --at 0.7,1.4,1.4,0,0,0,1 --twists 0,0,0,0.33333333333333331,"
                                        "0.66666666666666663,0.66666666666666663,0,0,0,0,0,0");
    const auto& k = json["group_added_mass"];
    ASSERT_EQ(k.size(), 12u);
    const double e[3] = {1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0};
    double own = 0.0, other = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            own += e[i] * k[3 + i][3 + j].get<double>() * e[j];
            other += e[i] * k[3 + i][9 + j].get<double>() * e[j];
        }
    EXPECT_NEAR(own / 2.130744597752794, 1.0, 2e-3);
    EXPECT_NEAR(other / -0.2359701954844417, 1.0, 2e-3);
    ASSERT_EQ(json["gradient"].size(), 2u);
    for (int i = 3; i < 6; ++i)
        EXPECT_NEAR(json["gradient"][0][i].get<double>(), -json["gradient"][1][i].get<double>(), 1e-12);
    EXPECT_EQ(json["bodies"].size(), 2u);
    EXPECT_EQ(json["bodies"][1]["at"].size(), 7u);
    EXPECT_TRUE(json.contains("added_mass"));
}

// [Lamb1932, art. 99]: a unit sphere whose centre is 1.5 above a plane.
TEST(GroupAddedMass, OfASphereAboveAWallIsThatOfItsImage) {
    const ScratchFolder folder;
    const std::string sphere = folder.write("sphere.obj", objOf(ambient::makeSphere(1.0, 320)));
    const nlohmann::json json = groupOf(sphere + " --wall 0,0,2,-3 --twists 0,0,0,0,0,1");
    const double volume = 4.18879020478639;
    EXPECT_NEAR(json["group_added_mass"][5][5].get<double>() / (0.558656760376 * volume), 1.0, 2e-3);
    EXPECT_NEAR(json["group_added_mass"][3][3].get<double>() / (0.528618135063 * volume), 1.0, 2e-3);
    EXPECT_NEAR(json["gradient"][0][5].get<double>() / (-0.5 * 0.125546882912 * volume), 1.0, 1e-2);
}

TEST(GroupAddedMass, TakesPlacesInTheOrderOfTheCommandLine) {
    const ScratchFolder folder;
    const std::string box = folder.write("box.obj", objOf(ambient::makeBox({1, 1, 1}, 48)));
    const nlohmann::json json =
        groupOf(box + " --with " + box + " --at 3,0,0 --about origin --with " + box + " --at -1,0,-4");
    ASSERT_EQ(json["bodies"].size(), 3u);
    EXPECT_EQ(json["bodies"][1]["about"][0].get<double>(), 3.0);
    EXPECT_EQ(json["bodies"][2]["about"][2].get<double>(), -4.0);
    EXPECT_TRUE(json["gradient"].is_null());
    const ProgramResult table = runProgram(kTool + " added-mass " + box + " --with " + box + " --at 3,0,0");
    EXPECT_EQ(table.exitCode, 0) << table.err;
    EXPECT_NE(table.out.find("Body 2"), std::string::npos);
}

TEST(GroupAddedMass, RefusesWhatCannotBe) {
    const ScratchFolder folder;
    const std::string box = folder.write("box.obj", objOf(ambient::makeBox({1, 1, 1}, 48)));
    const std::string command = kTool + " added-mass " + box + " --with " + box + " --at ";
    expectRefusal(command + "0.9,0,0", "--with", "overlap");
    expectRefusal(command + "3,0", "--at", "3,0");
    expectRefusal(command + "3,0,0,0,0,0,0", "--at", "quaternion");
    expectRefusal(command + "3,0,0 --at 4,0,0", "--at", "4,0,0");
    expectRefusal(command + "3,0,0 --wall 1,0,0,2.9", "--wall", "cuts");
    expectRefusal(command + "3,0,0 --wall 1,0,0,2", "--wall", "both sides");
    expectRefusal(command + "3,0,0 --wall 1,0,0", "--wall", "nx,ny,nz,d");
    expectRefusal(command + "3,0,0 --wall 0,0,1,-2 --wall 0,0,1,5", "--wall", "perpendicular");
    expectRefusal(command + "3,0,0 --twists 1,2,3", "--twists", "12");
    expectRefusal(command + "3,0,0 --format sdf", "--format", "sdf");
    expectRefusal(kTool + " added-mass " + box + " --twists 1,2,3,4,5,6", "--twists", "--with");
}

} // namespace group_added_mass_test
