// SPDX-License-Identifier: Zlib
#include "RunProgram.h"
#include "TestPaths.h"
#include "exporters/ComparisonLayout.h"
#include "interface/SceneRunner.h"

#include <map>
#include <sstream>
#include <vector>

namespace compare_command_test {

namespace {

const std::string kSamples = test::samplesWord();
const std::string kPlate = kSamples + " --compare falling-plate --set faces=80 ";

/// The lines of a table by their first column, without this column.
std::map<std::string, std::vector<std::string>> linesByModel(const std::string& text) {
    std::map<std::string, std::vector<std::string>> models;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        models[line.substr(0, line.find(','))].push_back(line.substr(line.find(',') + 1));
    return models;
}

/// Runs of straight falls to these depths in 1 s.
std::vector<samples::RunRecord> fallsTo(const std::vector<double>& depths) {
    const auto point = std::make_shared<ambient::TriangleMesh>();
    point->vertices.push_back(ambient::Vector3::Zero());
    std::vector<samples::RunRecord> runs;
    for (const double depth : depths) {
        samples::RunRecord run;
        run.timeStep = 0.25;
        run.bodies.push_back({"stone", 1.0, point, true});
        for (int frame = 0; frame <= 4; ++frame) {
            samples::BodySample s;
            s.time = 0.25 * frame;
            s.worldFromBody.position.z() = -depth * s.time;
            run.samples.push_back(s);
        }
        runs.push_back(run);
    }
    return runs;
}

} // namespace

TEST(CompareCommand, WritesOneTableWithEveryModel) {
    const ScratchFolder folder;
    const ProgramResult result = runProgram(kPlate + "--seconds 0.5 --csv " + folder.path("a.csv"));
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err, "");
    const auto table = linesByModel(readWholeFile(folder.path("a.csv")));
    ASSERT_EQ(table.size(), samples::knownModels().size() + 1);
    EXPECT_EQ(table.at("model"), std::vector<std::string>{"time,body,px,py,pz,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz"});
    for (const std::string& model : samples::knownModels()) {
        ASSERT_EQ(table.at(model).size(), 121U) << model;
        EXPECT_EQ(table.at(model).back().rfind("0.5,plate,", 0), 0U) << model;
        EXPECT_NE(result.out.find("\n" + model + ": 120 steps\n  fell"), std::string::npos) << result.out;
    }
    // Without a fluid: g t^2 / 2. Measured error 2e-7 m (float).
    double z = 0.0;
    ASSERT_EQ(std::sscanf(table.at("rbd").back().c_str(), "0.5,plate,%*[^,],%*[^,],%lf", &z), 1);
    EXPECT_NEAR(z, -0.5 * 9.81 * 0.25, 1e-6);
    EXPECT_NE(table.at("paper001").back(), table.at("gwtf").back());
}

TEST(CompareCommand, RunsEachModelAsARunOfItsOwnDoes) {
    const ScratchFolder folder;
    runProgram(kPlate + "tilt=20 --seconds 0.1 --dt 0.01 --csv " + folder.path("all.csv"));
    runProgram(kSamples + " --run falling-plate --headless --set faces=80 tilt=20 --seconds 0.1 --dt 0.01 " +
               "--model gwtf --csv " + folder.path("one.csv"));
    const auto table = linesByModel(readWholeFile(folder.path("all.csv")));
    std::string text = table.at("model").front() + "\n";
    for (const std::string& line : table.at("gwtf"))
        text += line + "\n";
    EXPECT_TRUE(text == readWholeFile(folder.path("one.csv")));
}

TEST(CompareCommand, GivesTheSameBytesForAnyNumberOfThreads) {
    const ScratchFolder folder;
    const std::string run = "PATH=/nonexistent " + kPlate + "--quiet --seconds 0.2 --plot " + folder.path("a.svg");
    std::vector<std::string> results;
    for (const char* threads : {"1", "2"}) {
        const std::string csv = folder.path("a.csv");
        const ProgramResult result = runProgram(run + " --csv " + csv + " --threads " + threads);
        results.push_back(result.out + readWholeFile(csv) + readWholeFile(folder.path("a.gp")));
    }
    EXPECT_GT(results[0].size(), 1000U);
    EXPECT_TRUE(results[0] == results[1]);
    EXPECT_EQ(folder.listing(), "a.csv a.gp ");
}

TEST(CompareCommand, NamesEveryModelInThePictureAndWhatLeavesIt) {
    const ScratchFolder folder;
    const ProgramResult result =
        runProgram("PATH=/nonexistent " + kPlate + "--seconds 1.5 --plot " + folder.path("a.png"));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    const std::string script = readWholeFile(folder.path("a.gp"));
    for (const std::string& model : samples::knownModels())
        EXPECT_NE(script.find("set label '" + model + "'"), std::string::npos) << model;
    EXPECT_NE(script.find("leaves at"), std::string::npos) << "without a fluid it falls 11 m in 1.5 s";
}

TEST(CompareCommand, DrawsThePictureWhereGnuplotIsInstalled) {
    if (std::system("gnuplot --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "gnuplot is not installed";
    const ScratchFolder folder;
    for (const char* scene : {"falling-plate --set faces=80", "golf-drive --set faces=80"}) {
        const ProgramResult result =
            runProgram(kSamples + " --compare " + scene + " --seconds 0.02 --plot " + folder.path("a.png"));
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_EQ(result.err, "") << scene;
        EXPECT_EQ(readWholeFile(folder.path("a.png")).substr(1, 3), "PNG");
    }
    EXPECT_EQ(folder.listing(), "a.gp a.png ");
}

TEST(CompareCommand, RefusesBadArgumentsInOneLine) {
    const ScratchFolder folder;
    expectRefusal(kSamples + " --compare flying-plate", "flying-plate", "falling-plate");
    expectRefusal(kSamples + " --compare falling-plate --run falling-plate --headless", "one thing at a time");
    expectRefusal(kPlate + "--list", "one thing at a time");
    expectRefusal(kPlate + "--model gwtf", "--compare", "--model");
    expectRefusal(kPlate + "--wrenches", "--run");
    expectRefusal(kPlate + "--solver quick", "quick", "stock, fluid");
    expectRefusal(kPlate + "--dt 1", "--dt");
    expectRefusal(kPlate + "width=1", "width", "diameter");
    expectRefusal(kPlate + "--plot " + folder.path("a.bmp"), ".png", "a.bmp");
    expectRefusal(kPlate + "--csv " + folder.path("no/such/folder.csv"), "cannot be written");
    EXPECT_EQ(folder.listing(), "");
}

TEST(ComparisonLayout, ARunThatFallsMuchFartherThanMostLeavesThePicture) {
    samples::PlotSpec spec;
    const auto shown = samples::shownRuns(fallsTo({1.0, 2.0, 4.9, 8.0, 100.0}), spec);
    for (const int i : {0, 1, 2})
        EXPECT_FALSE(shown[static_cast<std::size_t>(i)].leavesAt) << i;
    EXPECT_EQ(shown[3].leavesAt, 0.75); // 6 m down; the drawing ends at 4.9 m
    EXPECT_EQ(shown[4].leavesAt, 0.25);
    EXPECT_DOUBLE_EQ(shown[3].extent.bottom, -4.0);
}

TEST(ComparisonLayout, AWideSceneHasOnePaneAndAFallOneForEachRun) {
    samples::PlotSpec spec;
    const auto shown = samples::shownRuns(fallsTo({1.0, 2.0, 2.0}), spec);
    const samples::ComparisonLayout fall = samples::layOut(shown, spec);
    ASSERT_EQ(fall.panes.size(), 3U);
    for (std::size_t i = 1; i < 3; ++i)
        EXPECT_GE(fall.panes[i].box.left, fall.panes[i - 1].box.right);
    for (const samples::PathPane& pane : fall.panes)
        EXPECT_LE(pane.extent.height(), pane.box.height() * fall.metresPerPixel);
    spec.wide = true;
    EXPECT_EQ(samples::layOut(shown, spec).panes.size(), 1U);
}

TEST(ComparisonLayout, ACurveThatRunsAwayDoesNotSetTheRange) {
    const samples::CurveRange range = samples::commonRange({{0, 1, 0}, {-2, 1, 0}, {0, 900, 0}}, 0.1);
    EXPECT_EQ(range.low, -2.0);
    EXPECT_EQ(range.high, 1.0);
}

} // namespace compare_command_test
