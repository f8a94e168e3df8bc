// SPDX-License-Identifier: Zlib
#include "RunProgram.h"
#include "TestPaths.h"
#include "interface/SampleEntries.h"

#include <nlohmann/json.hpp>

#include <map>
#include <sstream>

namespace samples_command_test {

namespace {

const std::string kSamples = test::samplesWord(); // a shell word, for any name of the folder
const std::string kPlate = kSamples + " --run falling-plate --headless --set faces=80";

/// Columns by name, with the text of the file.
std::map<std::string, std::vector<std::string>> readCsv(const std::string& path) {
    std::ifstream file(path);
    std::map<std::string, std::vector<std::string>> columns;
    std::vector<std::string> names;
    for (std::string line; std::getline(file, line);) {
        std::istringstream cells(line);
        std::size_t i = 0;
        const bool header = names.empty();
        for (std::string cell; std::getline(cells, cell, ','); ++i) {
            if (header)
                names.push_back(cell);
            else
                columns[names.at(i)].push_back(cell);
        }
        EXPECT_EQ(i, names.size());
    }
    return columns;
}

} // namespace

TEST(SamplesCommand, ListsEverySceneForPeopleAndMachines) {
    const ProgramResult people = runProgram(kSamples + " --list");
    EXPECT_EQ(people.exitCode, 0);
    EXPECT_EQ(people.err, "");
    const ProgramResult machines = runProgram(kSamples + " --list --json");
    EXPECT_EQ(machines.exitCode, 0);
    const nlohmann::json list = nlohmann::json::parse(machines.out);
    ASSERT_EQ(list.size(), samples::sampleEntries().size());
    for (const auto& scene : list) {
        EXPECT_NE(people.out.find(scene.at("name").get<std::string>()), std::string::npos);
        EXPECT_FALSE(scene.at("description").get<std::string>().empty());
        EXPECT_TRUE(scene.at("figure").is_string());
        EXPECT_GT(scene.at("seconds").get<double>(), 0.0);
        for (const auto& p : scene.at("parameters")) {
            if (p.at("kind") == "file") {
                EXPECT_EQ(p.at("default"), "");
            } else if (p.at("kind") == "loop") {
                EXPECT_LT(p.at("min").get<double>(), p.at("max").get<double>());
                EXPECT_NE(p.at("default").get<std::string>().find(','), std::string::npos);
            } else {
                EXPECT_LE(p.at("min").get<double>(), p.at("default").get<double>());
                EXPECT_LE(p.at("default").get<double>(), p.at("max").get<double>());
            }
            EXPECT_FALSE(p.at("unit").get<std::string>().empty());
            EXPECT_NE(people.out.find(p.at("name").get<std::string>()), std::string::npos);
        }
    }
}

TEST(SamplesCommand, WritesTheCsvOfItsContract) {
    const ScratchFolder folder;
    const ProgramResult result = runProgram(kPlate + " --seconds 0.5 --csv " + folder.path("plate.csv"));
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_NE(result.out.find("fell"), std::string::npos);
    const std::string text = readWholeFile(folder.path("plate.csv"));
    EXPECT_EQ(text.substr(0, text.find('\n')), "time,body,px,py,pz,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz");
    const auto csv = readCsv(folder.path("plate.csv"));
    EXPECT_EQ(csv.at("time").size(), 121U);
    EXPECT_EQ(csv.at("time").front(), "0");
    EXPECT_EQ(csv.at("time").back(), "0.5");
    EXPECT_EQ(csv.at("body").back(), "plate");
    EXPECT_EQ(folder.listing(), "plate.csv ");
}

// The velocity is the physical one of the centre of mass, the derivative of the pose. Measured: 2.5e-4 m/s.
TEST(SamplesCommand, WritesVelocitiesThatMatchThePositions) {
    const ScratchFolder folder;
    runProgram(kSamples + " --run falling-plate --headless --seconds 1 --csv " + folder.path("plate.csv"));
    const auto csv = readCsv(folder.path("plate.csv"));
    double worst = 0;
    for (std::size_t i = 1; i + 1 < csv.at("time").size(); ++i) {
        const double slope = (std::stod(csv.at("pz")[i + 1]) - std::stod(csv.at("pz")[i - 1])) * 120.0;
        worst = std::max(worst, std::fabs(slope - std::stod(csv.at("vz")[i])));
    }
    EXPECT_LT(worst, 4e-4);
}

TEST(SamplesCommand, WritesTheWrenchOfEveryTerm) {
    const ScratchFolder folder;
    runProgram(kPlate + " --model paper001 --seconds 0.2 --wrenches --csv " + folder.path("plate.csv"));
    const auto csv = readCsv(folder.path("plate.csv"));
    ASSERT_EQ(csv.size(), 15U + 3U * 6U);
    // Archimedes, rho V g of the exact spheroid: its mesh has its volume.
    const double buoyancy = 1.204 * (4.0 / 3.0 * 3.14159265358979 * 0.05 * 0.05 * 0.01) * 9.81;
    EXPECT_NEAR(std::stod(csv.at("buoyancy_fz").back()), buoyancy, 1e-9);
    EXPECT_GT(std::stod(csv.at("dynamic_pressure_fz").back()), 0.0);
    EXPECT_GT(std::stod(csv.at("skin_friction_fz").back()), 0.0);
    EXPECT_NE(csv.at("dynamic_pressure_ty").back(), "0");
}

TEST(SamplesCommand, GivesTheSameBytesTwiceAndForAnyNumberOfThreads) {
    const ScratchFolder folder;
    runProgram(kPlate + " --seconds 1 --threads 1 --csv " + folder.path("a.csv"));
    runProgram(kPlate + " --seconds 1 --threads 1 --csv " + folder.path("b.csv"));
    runProgram(kPlate + " --seconds 1 --threads 2 --csv " + folder.path("c.csv"));
    const std::string a = readWholeFile(folder.path("a.csv"));
    EXPECT_FALSE(a.empty());
    EXPECT_TRUE(a == readWholeFile(folder.path("b.csv")));
    EXPECT_TRUE(a == readWholeFile(folder.path("c.csv")));
}

TEST(SamplesCommand, TakesSeveralParametersAtOnce) {
    const ProgramResult together = runProgram(kPlate + " --set diameter=0.07 tilt=20 --seconds 0.1");
    const ProgramResult apart = runProgram(kPlate + " --set diameter=0.07 --set tilt=20 --seconds 0.1");
    EXPECT_EQ(together.exitCode, 0) << together.err;
    EXPECT_EQ(together.out, apart.out);
    EXPECT_NE(together.out, runProgram(kPlate + " --seconds 0.1").out);
}

TEST(SamplesCommand, WithoutGnuplotKeepsTheDataAndLeavesTheScript) {
    const ScratchFolder folder;
    const ProgramResult result = runProgram("PATH=/nonexistent " + kPlate + " --seconds 0.1 --csv " +
                                            folder.path("a.csv") + " --plot " + folder.path("a.png"));
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_NE(result.err.find("gnuplot"), std::string::npos);
    EXPECT_EQ(folder.listing(), "a.csv a.gp ");
    EXPECT_NE(readWholeFile(folder.path("a.gp")).find("set output 'a.png'\n"), std::string::npos)
        << "where the script lies, not where it was written from";
}

// Like gnuplot on a full disk: it reports success and leaves the beginning of a picture.
TEST(SamplesCommand, TakesAPictureWithoutItsEndForAFailure) {
    const ScratchFolder folder, tools;
    for (const char* name : {"a.png", "a.svg"}) {
        const std::string gnuplot = tools.write(
            "gnuplot", "#!/bin/sh\nout=$(sed -n \"s/^set output '\\(.*\\)'$/\\1/p\")\nprintf '<svg> PNG' >\"$out\"\n");
        std::filesystem::permissions(gnuplot, std::filesystem::perms::owner_all);
        const ProgramResult result =
            runProgram("PATH='" + tools.path("") + "':$PATH " + kPlate + " --seconds 0.1 --plot " + folder.path(name));
        EXPECT_EQ(result.exitCode, 1);
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
        EXPECT_NE(result.err.find("completely"), std::string::npos) << result.err;
        EXPECT_EQ(folder.listing(), "a.gp ");
    }
}

TEST(SamplesCommand, DrawsThePictureWhereGnuplotIsInstalled) {
    if (std::system("gnuplot --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "gnuplot is not installed";
    const ScratchFolder folder;
    bool asPng = true; // by turns: every scene in one format, each format several times
    for (const char* scene :
         {"falling-plate --set faces=80", "sinking-ellipsoid --set faces=80", "box-pile --set rows=2",
          "golf-drive --set faces=80", "free-kick --set faces=80", "football-spiral --set faces=80",
          "wet-collisions --set faces=80", "seafloor --set faces=320", "chain-in-current --set faces=80"}) {
        const std::string picture = folder.path(asPng ? "it's.png" : "a.svg");
        const ProgramResult result =
            runProgram(kSamples + " --run " + scene + " --headless --seconds 0.05 --plot \"" + picture + "\"");
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_EQ(result.err, "");
        EXPECT_NE(readWholeFile(picture).find(asPng ? "IEND" : "</svg>"), std::string::npos) << scene;
        std::filesystem::remove(picture);
        asPng = !asPng;
    }
    EXPECT_EQ(folder.listing(), "a.gp it's.gp ");
}

TEST(SamplesCommand, TheSolverIsChosenAndNamedInThePlot) {
    const ScratchFolder folder;
    const std::string run = kSamples +
                            " --run chain-in-current --headless --set faces=80 links=3 --seconds 0.5 --plot " +
                            folder.path("a.svg");
    const ProgramResult stock = runProgram("PATH=/nonexistent " + run);
    EXPECT_NE(readWholeFile(folder.path("a.gp")).find("own contacts"), std::string::npos);
    const ProgramResult fluid = runProgram("PATH=/nonexistent " + run + " --solver fluid");
    EXPECT_NE(readWholeFile(folder.path("a.gp")).find("exact contacts"), std::string::npos);
    EXPECT_EQ(fluid.exitCode, 0) << fluid.err;
    EXPECT_NE(stock.out, fluid.out);
    // One line about gnuplot, and none about the user's choices.
    EXPECT_EQ(std::count(stock.err.begin(), stock.err.end(), '\n'), 1) << stock.err;
    EXPECT_EQ(std::count(fluid.err.begin(), fluid.err.end(), '\n'), 1) << fluid.err;
}

TEST(SamplesCommand, HelpsAndNamesOnlyWhatWorks) {
    const ProgramResult help = runProgram(kSamples + " --help");
    EXPECT_EQ(help.exitCode, 0);
    EXPECT_NE(help.out.find("--headless"), std::string::npos);
    for (const char* file : {"--csv", "--plot", "--png", "--mp4", "--glb"})
        EXPECT_NE(help.out.find(file), std::string::npos) << file;
    for (const char* model : {"default", "surface2026b", "paper001", "rbd", "uwrbd", "gwtf"})
        EXPECT_NE(help.out.find(model), std::string::npos) << model;
}

TEST(SamplesCommand, RefusesBadArgumentsInOneLine) {
    const ScratchFolder folder;
    const std::string noDisplay = "env -u DISPLAY -u WAYLAND_DISPLAY " + kSamples;
    expectRefusal(noDisplay, "--headless", "--csv");
    expectRefusal(noDisplay + " --run falling-plate", "--headless", "--csv");
    expectRefusal(kSamples + " --headless", "--list");
    expectRefusal(kSamples + " --run flying-plate --headless", "flying-plate", "falling-plate");
    expectRefusal(kSamples + " --run --headless", "headless");
    expectRefusal(kSamples + " --fly", "--fly");
    expectRefusal(kPlate + " --dt 0", "--dt");
    expectRefusal(kPlate + " --dt -0.01", "--dt");
    expectRefusal(kPlate + " --dt nan", "--dt");
    expectRefusal(kPlate + " --dt 1", "--dt", "0.05 s");
    expectRefusal(kPlate + " --dt 1e-300", "steps");
    expectRefusal(kPlate + " --seconds 0", "--seconds");
    expectRefusal(kPlate + " --seconds -1", "--seconds");
    expectRefusal(kPlate + " --seconds inf", "--seconds");
    expectRefusal(kPlate + " --seconds 1e9", "--seconds");
    expectRefusal(kPlate + " --seconds five", "five");
    expectRefusal(kPlate + " --set width=1", "width", "diameter");
    expectRefusal(kPlate + " --set diameter", "KEY=VALUE");
    expectRefusal(kPlate + " --set =1", "KEY=VALUE");
    expectRefusal(kPlate + " --set diameter=wide", "wide");
    expectRefusal(kPlate + " --set diameter=0.1m", "0.1m");
    expectRefusal(kPlate + " --set diameter=nan", "nan");
    expectRefusal(kPlate + " --set diameter=", "diameter");
    expectRefusal(kPlate + " --set diameter=-0.1", "diameter", "0.001 to 10 m");
    expectRefusal(kPlate + " --set tilt=181", "tilt", "180 deg");
    expectRefusal(kPlate + " --set faces=100.5", "whole");
    expectRefusal(kPlate + " --threads 0", "--threads");
    expectRefusal(kPlate + " --threads many", "many");
    expectRefusal(kPlate + " --json", "--json");
    expectRefusal(kPlate + " --wrenches", "--csv");
    for (const char* more : {"--seconds 1", "--csv a.csv", "--plot a.png", "--set faces=80", "--solver fluid",
                             "--png a.png", "--size 64x64"})
        expectRefusal(kSamples + " --list " + more, "--list", "--json");
    expectRefusal(kPlate + " --set mesh-scale=0.01", "mesh-scale", "mesh=FILE");
    expectRefusal(kSamples + " --run golf-drive --headless --set launch=0", "launch", "0.1 to 90 deg");
}

TEST(SamplesCommand, SaysWhatThisVersionHasInstead) {
    expectRefusal(kPlate + " --model paper002", "paper002", "default, surface2026b, paper001, rbd, uwrbd, gwtf");
    expectRefusal(kPlate + " --solver quick", "quick", "stock, fluid");
}

TEST(SamplesCommand, RefusesUnwritableOutputBeforeTheRun) {
    const ScratchFolder folder;
    const std::string slow = kSamples + " --run golf-drive --headless --set faces=8000 ";
    const std::string missing = folder.path("no/such/folder.csv");
    expectRefusal(slow + "--csv " + missing, missing, "cannot be written");
    expectRefusal(slow + "--csv " + folder.path(""), "directory");
    expectRefusal(slow + "--plot " + folder.path("no/a.png"), "no/a.png");
    expectRefusal(slow + "--plot " + folder.path("a.bmp"), ".png", "a.bmp");
    expectRefusal(slow + "--csv " + folder.path("a.png") + " --plot " + folder.path("a.png"), "same file");
    expectRefusal(slow + "--csv " + folder.path("good.csv") + " --plot " + folder.path("no/a.png"), "no/a.png");
    EXPECT_EQ(folder.listing(), "") << "nothing may be left behind";
}

} // namespace samples_command_test
