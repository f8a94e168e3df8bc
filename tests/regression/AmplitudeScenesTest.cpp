// SPDX-License-Identifier: Zlib
// Scenes of bodies whose shape is set by amplitudes and joint angles.
#include "RunScene.h"

#include <gtest/gtest.h>

#include <cmath>

namespace amplitude_scenes_test {

using namespace samples;

namespace {

std::string summaryOf(const std::string& name, const RunRecord& record) {
    return findSample(name).create()->summary(record);
}

} // namespace

TEST(AmplitudeScenes, ARobotFishFindsItsTarget) {
    const RunRecord record = runScene("robot-fish", {{"faces", 320}}, 20.0, 1.0 / 60.0);
    EXPECT_NE(summaryOf("robot-fish", record).find("it has arrived"), std::string::npos)
        << summaryOf("robot-fish", record);
    // Without feedback the swimmer goes ahead, past the target.
    const RunRecord straight = runScene("robot-fish", {{"faces", 320}, {"gain", 0}}, 6.0, 1.0 / 60.0);
    const ambient::Vector3 end = straight.last(1).worldFromBody.position;
    EXPECT_LT(end.x(), -0.5);
    EXPECT_LT(std::abs(end.y()), 0.3 * std::abs(end.x()));
}

TEST(AmplitudeScenes, ATurtleSwimsAheadByItsFlippers) {
    const RunRecord record = runScene("turtle", {{"faces", 300}}, 6.0, 1.0 / 60.0);
    EXPECT_GT(record.last().worldFromBody.position.x(), 0.5) << summaryOf("turtle", record);
    EXPECT_LT(std::abs(record.last().worldFromBody.position.y()), 0.05);
    EXPECT_LT(tiltDegrees(record.last()), 25.0); // the ballast keeps the body upright
    // Flippers feathering the other way drive the body back.
    const RunRecord back = runScene("turtle", {{"faces", 300}, {"feather", -35}}, 3.0, 1.0 / 60.0);
    EXPECT_LT(back.last().worldFromBody.position.x(), -0.1);
}

TEST(AmplitudeScenes, AZeppelinTakesItsHeading) {
    const RunRecord record = runScene("zeppelin", {{"faces", 300}, {"heading", 25}}, 40.0, 1.0 / 30.0);
    const ambient::Vector3 nose = record.last().worldFromBody.orientation * ambient::Vector3::UnitX();
    EXPECT_NEAR(std::atan2(nose.y(), nose.x()), 25.0 * ambient::kPi / 180.0, 0.1) << summaryOf("zeppelin", record);
    EXPECT_GT(record.last().velocity.linear.dot(nose), 0.5);
}

TEST(AmplitudeScenes, TheirShapesAreDrawnAsTheyAre) {
    const RunRecord record = runScene("turtle", {{"faces", 300}}, 2.0, 1.0 / 60.0);
    const RecordedBody& body = record.bodies.front();
    const RecordedBody start = shapedAs(body, record.at(0)), end = shapedAs(body, record.at(60));
    double largest = 0.0;
    for (std::size_t v = 0; v < start.mesh->vertices.size(); ++v)
        largest = std::max(largest, (start.mesh->vertices[v] - end.mesh->vertices[v]).norm());
    EXPECT_GT(largest, 0.1);
}

} // namespace amplitude_scenes_test
