// SPDX-License-Identifier: Zlib
// Scenes of floating bodies in seas, and lines in pictures.
#include "GlbReader.h"
#include "RunScene.h"
#include "drawing/LineDrawing.h"
#include "drawing/RecordDrawing.h"
#include "exporters/GlbFile.h"
#include "exporters/GnuplotPlot.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sea_scenes_test {

using namespace samples;
using ambient::Vector3;

namespace {

constexpr double kStep = 1.0 / 60.0;

PlotSpec plotOf(const std::string& name) {
    const auto scene = findSample(name).create();
    return scene->plot(ParameterValues(scene->parameters()));
}

} // namespace

TEST(SeaScenes, TheChainOfABuoyEndsAtTheBuoyAndAtItsAnchorInAllPictures) {
    const RunRecord record = runScene("buoy-in-a-sea", {{"faces", 120}, {"height", 0.2}}, 4.0, kStep);
    ASSERT_EQ(record.lines.size(), 1u);
    ASSERT_EQ(record.lines[0].points.size(), std::size_t(record.frameCount()));
    for (const int frame : {1, 100, 240}) {
        const auto points = linePointsAt(record, 0, record.at(frame).time);
        ASSERT_EQ(points.size(), 25u);
        const Vector3 ring = record.at(frame).worldFromBody * Vector3(0.0, 0.0, -0.75);
        EXPECT_LT((points.front() - ring).norm(), 0.03) << frame; // the way of a step at .5 m/s is 8 mm
        EXPECT_LT((points.back() - Vector3(-0.55 * 21.0, 0.0, -12.0)).norm(), 1e-5) << frame;
        EXPECT_GT(record.gauges[0].values[std::size_t(frame)], 300.0);
    }
    EXPECT_EQ(linePointsAt(record, 0, 0.0).size(), 25u); // the shape of the first step stands for its start
    // Between two frames, points move straight.
    const Vector3 between = linePointsAt(record, 0, 1.5 * kStep)[7];
    const Vector3 mean = 0.5 * (linePointsAt(record, 0, kStep)[7] + linePointsAt(record, 0, 2.0 * kStep)[7]);
    EXPECT_LT((between - mean).norm(), 1e-6);

    const PlotSpec spec = plotOf("buoy-in-a-sea");
    const Drawing drawing = RecordDrawing(record, spec).moment(2.0, {}, {});
    const auto isChain = [](const DrawnLine& line) { return line.points.size() == 25u; };
    EXPECT_EQ(std::count_if(drawing.lines.begin(), drawing.lines.end(), isChain), 1);
    EXPECT_NE(plotScript(record, spec, PlotFormat::Svg, "x.svg").find("$lines using 1:2"), std::string::npos);
    const GlbReader glb(glbOf(record, spec));
    const std::vector<int> nodes = glb.nodesOfKind("line");
    ASSERT_EQ(nodes.size(), 1u);
    EXPECT_EQ(glb.node(nodes[0])["name"], "chain");
    const auto keys = glb.keysOf(nodes[0], "weights");
    EXPECT_EQ(keys.times.size(), 48);
    EXPECT_EQ(glb.primitiveOf(nodes[0])["targets"].size(), 48u);
    // The whole weight lies on one shape at each key.
    EXPECT_EQ(keys.values.sum(), 48.0f);
}

// Up to the peak, at steps of 1/30 s; measured .048, of 1.23. Drag of all waves together damps the roll.
TEST(SeaScenes, ABargeHeavesAsLinearTheorySays) {
    const RunRecord record = runScene("barge-rao", {{"faces", 192}}, 60.0, 1.0 / 30.0);
    const PlotSpec spec = plotOf("barge-rao");
    const std::vector<PlotTrace> heave = spec.panels[0].traces(record);
    ASSERT_EQ(heave.size(), 2u);
    ASSERT_EQ(heave[0].points.size(), 21u);
    for (std::size_t i = 0; i < 9; ++i) {
        EXPECT_NEAR(heave[1].points[2 * i][0], heave[0].points[i][0], 1e-9);
        EXPECT_NEAR(heave[1].points[2 * i][1], heave[0].points[i][1], 0.06) << heave[0].points[i][0];
    }
    EXPECT_NE(plotScript(record, spec, PlotFormat::Svg, "x.svg").find("frequency [rad/s]"), std::string::npos);
}

TEST(SeaScenes, ACatamaranRollsLessThanASingleHull) {
    const RunRecord record = runScene("catamaran", {{"faces", 400}}, 8.0, kStep);
    double largest[2] = {0.0, 0.0};
    for (int frame = 0; frame < record.frameCount(); ++frame)
        for (const int body : {0, 1})
            largest[body] = std::max(largest[body],
                                     std::abs(ambient::logSO3(record.at(frame, body).worldFromBody.orientation).x()));
    EXPECT_LT(largest[0], 0.6 * largest[1]);
    EXPECT_NEAR(record.bodies[0].mass / record.bodies[1].mass, 1.0, 0.05);
}

TEST(SeaScenes, AFloatAbsorbsMuchOfWhatAFloatThatHeavesCan) {
    const RunRecord record = runScene("wave-energy", {{"faces", 100}}, 50.0, kStep);
    const std::vector<PlotTrace> power = plotOf("wave-energy").panels[0].traces(record);
    double best = 0.0;
    for (const auto& limit : power[1].points)
        for (const auto& absorbed : power[0].points)
            if (std::abs(limit[0] - absorbed[0]) < 1e-9) best = std::max(best, absorbed[1] / limit[1]);
    EXPECT_GT(best, 0.6);
    EXPECT_LT(best, 1.1); // the limit is that of one wave alone
}

TEST(SeaScenes, ATowedBodySinksInTheTurn) {
    const RunRecord record = runScene("towed-cable", {{"faces", 200}}, 22.0, kStep);
    const auto depthAt = [&](double time) {
        return -record.at(static_cast<int>(std::lround(time / kStep)), 1).worldFromBody.position.z();
    };
    EXPECT_GT(depthAt(10.0), 6.0);
    EXPECT_LT(depthAt(10.0), 13.0);
    EXPECT_GT(depthAt(22.0), depthAt(10.0) + 2.0);
    // The boat pulls its own drag and that of the rest.
    EXPECT_GT(record.gauges[0].values.back(), record.gauges[1].values.back());
}

} // namespace sea_scenes_test
