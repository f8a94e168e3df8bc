// SPDX-License-Identifier: Zlib
#include "drawing/RecordDrawing.h"
#include "drawing/RecordTimes.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace exposures_test {

using namespace samples;
using ambient::Vector3;

namespace {

/// Balls of radius 0.1 m that move along x, from 0.5 m apart along y. \param ways of them in the run [m]
RunRecord movingBalls(const std::vector<std::pair<std::string, double>>& ways) {
    RunRecord record;
    record.timeStep = 0.01;
    const auto ball = std::make_shared<const ambient::TriangleMesh>(ambient::makeSphere(0.1, 80));
    for (const auto& [name, way] : ways)
        record.bodies.push_back({name, 1.0, ball});
    for (int frame = 0; frame <= 100; ++frame)
        for (std::size_t i = 0; i < ways.size(); ++i) {
            BodySample s;
            s.time = frame * record.timeStep;
            s.worldFromBody.position = Vector3(s.time * ways[i].second, 0.5 * double(i), 0.0);
            record.samples.push_back(s);
        }
    return record;
}

std::vector<int> framesOf(const std::vector<SceneExposure>& exposures) {
    std::vector<int> frames;
    for (const SceneExposure& exposure : exposures)
        frames.push_back(exposure.frame);
    return frames;
}

} // namespace

TEST(Exposures, OfASlowBodyAreAFaintStartAndItsEnd) {
    for (const double way : {0.05, -0.1}) {
        const std::vector<SceneExposure> shown = sceneExposures(movingBalls({{"ball", way}}), {}, 1.0)[0];
        EXPECT_EQ(framesOf(shown), (std::vector<int>{0, 100}));
        EXPECT_TRUE(shown[0].isFaint);
        EXPECT_FALSE(shown[1].isFaint);
    }
    const RunRecord resting = movingBalls({{"ball", 0.0}});
    EXPECT_EQ(framesOf(sceneExposures(resting, {}, 1.0)[0]), std::vector<int>{100}) << "shown once";
}

TEST(Exposures, OfAllBodiesHaveCommonTimes) {
    const auto shown = sceneExposures(movingBalls({{"slow", 0.3}, {"fast", 1.0}, {"faster", 2.0}}), {}, 1.0);
    ASSERT_GT(shown[0].size(), 3U);
    EXPECT_EQ(framesOf(shown[0]), framesOf(shown[1]));
    EXPECT_EQ(framesOf(shown[0]), framesOf(shown[2]));
    EXPECT_EQ(framesOf(shown[2]).front(), 0);
    EXPECT_EQ(framesOf(shown[2]).back(), 100);
    EXPECT_TRUE(shown[0][0].isFaint);
    EXPECT_FALSE(shown[1][0].isFaint) << "of another body";
}

TEST(Exposures, KeepTheLinksOfABodyTogetherWhereBodiesTakeTurns) {
    PlotSpec spec;
    spec.colours = PlotColours::Curves;
    const auto shown = sceneExposures(
        movingBalls({{"arm/hand", 1.0}, {"free", 1.0}, {"arm/elbow", 0.7}, {"arm/shoulder", 0.1}}), spec, 1.0);
    ASSERT_GT(shown[0].size(), 2U);
    EXPECT_EQ(framesOf(shown[0]), framesOf(shown[2]));
    EXPECT_EQ(framesOf(shown[0]), framesOf(shown[3]));
    EXPECT_NE(framesOf(shown[0]), framesOf(shown[1]));
    for (const std::size_t link : {0, 2, 3})
        EXPECT_TRUE(shown[link][0].isFaint) << "the next shoulder covers it, so the whole arm is faint";
    EXPECT_FALSE(shown[1][0].isFaint);
}

TEST(Exposures, OfABodyInTheAirStayBesideBodiesThatRockOnTheGround) {
    const auto shown = sceneExposures(movingBalls({{"falls", 2.0}, {"a", 0.03}, {"b", 0.03}, {"c", -0.03}}), {}, 1.0);
    EXPECT_GT(shown[0].size(), 4U);
}

TEST(Exposures, OfAGhostAndItsTwinAreOneAtTheEndTheGhostFaintInTheSameColour) {
    RunRecord record = movingBalls({{"ball", 1.0}, {"ball, alone", -1.0}});
    record.bodies[1].ghostOf = 0;
    PlotSpec spec;
    spec.colours = PlotColours::Curves;
    const RecordDrawing drawing(record, spec);
    EXPECT_EQ(drawing.bodyColour(1), drawing.bodyColour(0));
    const std::vector<DrawnBody> drawn = drawing.exposures({}, {}).bodies;
    ASSERT_EQ(drawn.size(), 2U);
    for (const int body : {0, 1}) {
        const DrawnBody& shown = drawn[static_cast<std::size_t>(body)];
        EXPECT_EQ(shown.worldFromBody.position, record.last(body).worldFromBody.position);
        EXPECT_EQ(shown.colour, drawing.bodyColour(0));
        EXPECT_EQ(shown.opacity == 1.0, body == 0);
    }
}

TEST(Exposures, NotesAreOfTheEndAndThoseOfAMomentOfItsFrame) {
    const RunRecord record = movingBalls({{"ball", 1.0}});
    PlotSpec spec;
    spec.notes = [](const RunRecord& run, int frame) -> std::vector<PlotNote> {
        return {{run.at(0).worldFromBody.position, run.at(frame).worldFromBody.position, std::to_string(frame)}};
    };
    const RecordDrawing drawing(record, spec);
    const auto expectNote = [&](const Drawing& drawn, int frame) {
        ASSERT_EQ(drawn.arrows.size(), 1U);
        EXPECT_EQ(drawn.arrows[0].to, record.at(frame).worldFromBody.position);
        const auto isNote = [&](const DrawnLabel& label) { return label.text == std::to_string(frame); };
        EXPECT_EQ(std::count_if(drawn.labels.begin(), drawn.labels.end(), isNote), 1);
    };
    expectNote(drawing.exposures({}, {}), 100);
    expectNote(drawing.moment(0.5, {}, {}), 50);
}

} // namespace exposures_test
