// SPDX-License-Identifier: Zlib
#include "exporters/GnuplotView.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "drawing/ShownFrames.h"
#include "exporters/ComparisonPlot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>

namespace gnuplot_view_test {

using namespace samples;

namespace {

/// Two balls of 1 m falling from 8 m, the second 10 m aside and half as fast: 0.5 s per frame, 2 m per frame.
/// \param scale factor of all lengths
RunRecord twoFalls(double scale = 1.0) {
    const double edge = 2.0 * scale;
    const auto mesh = std::make_shared<ambient::TriangleMesh>(ambient::makeBox({edge, edge, edge}, 12));
    RunRecord record;
    record.timeStep = 0.5;
    record.bodies = {{"fast", 1.0, mesh, true}, {"slow", 1.0, mesh, true}};
    for (int frame = 0; frame <= 6; ++frame)
        for (int body = 0; body < 2; ++body) {
            BodySample s;
            s.time = 0.5 * frame;
            s.worldFromBody.position = {3.0 * frame, 10.0 * body, 8.0 - (body == 0 ? 2.0 : 1.0) * frame};
            s.worldFromBody.position *= scale;
            record.samples.push_back(s);
        }
    return record;
}

void expectExtent(const PlotSpec& spec, const PlotBox& expected) {
    const PlotBox box = extentOf(twoFalls(), spec);
    const double r = std::sqrt(3.0) * spec.enlargement; // of the cubes' corners
    EXPECT_NEAR(box.left, expected.left - r, 1e-12);
    EXPECT_NEAR(box.right, expected.right + r, 1e-12);
    EXPECT_NEAR(box.bottom, expected.bottom - r, 1e-12);
    EXPECT_NEAR(box.top, expected.top + r, 1e-12);
}

std::string scriptOf(const PlotSpec& spec) {
    return plotScript(twoFalls(), spec, PlotFormat::Png, "a.png");
}

std::size_t countOf(const std::string& part, const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

} // namespace

TEST(GnuplotView, HoldsAllThatItsDirectionShows) {
    PlotSpec spec;
    expectExtent(spec, {0.0, 18.0, -4.0, 8.0});
    spec.view = PlotView::Top;
    expectExtent(spec, {0.0, 18.0, 0.0, 10.0});
    spec.view = PlotView::Front;
    expectExtent(spec, {0.0, 10.0, -4.0, 8.0});
    spec.enlargement = 3.0;
    expectExtent(spec, {0.0, 10.0, -4.0, 8.0});
}

TEST(GnuplotView, LabelsSmallWorldsInMicrometres) {
    const std::string script = plotScript(twoFalls(1e-6), PlotSpec(), PlotFormat::Png, "a.png");
    EXPECT_NE(script.find("set xlabel 'distance x [um]'\nset ylabel 'height z [um]'"), std::string::npos) << script;
    EXPECT_NE(script.find("set xtics ('0' 0, '5' 5e-06, '10' 1e-05"), std::string::npos) << script;
    EXPECT_NE(scriptOf(PlotSpec()).find("set xtics 5\n"), std::string::npos);
}

TEST(GnuplotView, NamesItsAxes) {
    PlotSpec spec;
    EXPECT_NE(scriptOf(spec).find("set xlabel 'distance x [m]'\nset ylabel 'height z [m]'"), std::string::npos);
    spec.view = PlotView::Top;
    EXPECT_NE(scriptOf(spec).find("set xlabel 'distance x [m]'\nset ylabel 'sideways y [m]'"), std::string::npos);
    spec.view = PlotView::Front;
    spec.enlargement = 2.5;
    EXPECT_NE(scriptOf(spec).find("set xlabel 'sideways y [m]; bodies drawn 2.5 times as large'\n"
                                  "set ylabel 'height z [m]'"),
              std::string::npos);
}

// The ground is a line from the side and from the front, and no part of a picture from above.
TEST(GnuplotView, ShowsTheGroundExceptFromAbove) {
    PlotSpec spec;
    spec.ground = 0.0;
    EXPECT_NE(scriptOf(spec).find("rectangle"), std::string::npos);
    spec.view = PlotView::Top;
    EXPECT_EQ(scriptOf(spec).find("rectangle"), std::string::npos);
}

// The fast one lands in frame 4, the slow one never.
TEST(GnuplotView, EndsWhereABodyLands) {
    PlotSpec spec;
    spec.landing = 0.0;
    EXPECT_EQ(lastShownFrame(twoFalls(), spec, 0), 4);
    EXPECT_EQ(lastShownFrame(twoFalls(), spec, 1), 6);
    expectExtent(spec, {0.0, 18.0, 0.0, 8.0});
    spec.exposure = 0.5;
    EXPECT_EQ(countOf(" polygon ", scriptOf(spec)), 5U + 7U);
    spec.panels = {{"height", 1.0, [](const BodySample& s) { return s.worldFromBody.position.z(); }}};
    const std::string script = scriptOf(spec);
    EXPECT_NE(script.find("\n2 0 4\n2.5 NaN 3\n3 NaN 2\n"), std::string::npos);
}

TEST(ComparisonPlot, EndsEachBodyWhereItLands) {
    PlotSpec spec;
    spec.landing = 0.0;
    spec.panels = {{"height", 1.0, [](const BodySample& s) { return s.worldFromBody.position.z(); }}};
    const std::string script = comparisonScript({twoFalls(), twoFalls()}, spec, PlotFormat::Png, "a.png");
    EXPECT_NE(script.find("$panel_0_1_0 << EOD\n0 8\n0.5 6\n1 4\n1.5 2\n2 0\nEOD\n"), std::string::npos);
    EXPECT_NE(script.find("$path_1_0 << EOD\n0 8\n3 6\n6 4\n9 2\n12 0\nEOD\n"), std::string::npos);
    EXPECT_NE(script.find("2.5 3\n3 2\nEOD\n"), std::string::npos) << "the slow one goes on";
}

TEST(ComparisonPlot, ShowsTheBodiesThatAreToBeCompared) {
    PlotSpec spec;
    spec.compared = {{1}};
    spec.panels = {{"height", 1.0, [](const BodySample& s) { return s.worldFromBody.position.z(); }}};
    const std::string script = comparisonScript({twoFalls(), twoFalls()}, spec, PlotFormat::Png, "a.png");
    EXPECT_NE(script.find("$panel_0_0_0 << EOD\n0 8\n0.5 7\n"), std::string::npos);
    EXPECT_EQ(script.find("$panel_0_0_1"), std::string::npos);
    EXPECT_EQ(script.find("$path_0_1"), std::string::npos);
}

TEST(GnuplotView, GivesPathsAndOutlinesTheColoursOfTheCurves) {
    PlotSpec spec;
    spec.colours = PlotColours::Curves;
    spec.exposure = 1.0;
    const std::string script = scriptOf(spec);
    EXPECT_EQ(countOf("fillcolor rgb '#0072b2'", script), 4U); // frames 0, 2, 4, 6
    EXPECT_EQ(countOf("fillcolor rgb '#d55e00'", script), 3U); // frames 1, 3, 5: they take turns
    EXPECT_NE(script.find("$path1 using 2:3 with lines linewidth 2 linecolor rgb '#d55e00'"), std::string::npos);
}

// Twelve links of one robot, with long names: two lines of names without the robot's own, none over the edge or
// another.
TEST(GnuplotView, NamesOfCurvesStayInThePicture) {
    RunRecord record = twoFalls();
    record.bodies.clear();
    for (int i = 0; i < 12; ++i)
        record.bodies.push_back(
            {"robot/right_lower_link_" + std::to_string(10 + i), 1.0, twoFalls().bodies[0].mesh, true});
    record.samples.assign(12 * 7, BodySample());
    for (int i = 0; i < 84; ++i)
        record.samples[static_cast<std::size_t>(i)].time = 0.5 * (i / 12);
    PlotSpec spec;
    spec.panels = {{"height [m]", 0.1, [](const BodySample& s) { return s.worldFromBody.position.z(); }}};
    std::istringstream script(plotScript(record, spec, PlotFormat::Png, "a.png"));
    std::map<double, double> leftOfLine; // by height
    int names = 0;
    for (std::string line; std::getline(script, line);) {
        const std::size_t name = line.find("'\u2014 "), place = line.find("' at screen ");
        if (line.rfind("set label 1", 0) != 0 || name == std::string::npos) continue;
        double right = 0.0, height = 0.0;
        ASSERT_EQ(std::sscanf(line.c_str() + place, "' at screen %lf,%lf", &right, &height), 2) << line;
        EXPECT_EQ(line.substr(name + 5, 17), "right_lower_link_") << line;
        const auto [left, isFirst] = leftOfLine.try_emplace(height, 1.0);
        if (!isFirst) {
            EXPECT_LT(right, left->second) << line;
        }
        left->second = right - 9.0 * double(place - name) / 1600.0; // wider than the font
        EXPECT_GT(left->second, 0.0) << line;
        EXPECT_LT(height, 1.0) << line;
        ++names;
    }
    EXPECT_EQ(leftOfLine.size(), 2u);
    EXPECT_EQ(names, 4); // there is no place for more
}

} // namespace gnuplot_view_test
