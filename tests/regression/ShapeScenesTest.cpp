// SPDX-License-Identifier: Zlib
// Scenes of bodies that change their shape.
#include "RunScene.h"

#include <gtest/gtest.h>

#include <cmath>

namespace shape_scenes_test {

using namespace samples;

// Measured .38 % too far at 960 faces and 12 keys; .24 % at the default 2160 faces.
TEST(ShapeScenes, ThreeSpheresSwimByTheirExactWay) {
    const RunRecord record = runScene("three-spheres", {{"faces", 960}, {"keys", 12}}, 4.0);
    EXPECT_NEAR(wayPerCycle(record).x() / 0.0102860604, 1.0, 0.005);
    const auto scene = findSample("three-spheres").create();
    EXPECT_NE(scene->summary(record).find("way per cycle 0.0103"), std::string::npos) << scene->summary(record);
}

// By multipoles, as in the reference data, for a stroke and a radius that are not in it.
TEST(ShapeScenes, ThreeSpheresSwimByTheirExactWayAtAnotherStroke) {
    const RunRecord record = runScene(
        "three-spheres", {{"distance", 2.6}, {"amplitude", 0.3}, {"faces", 540}, {"keys", 10}}, 4.0, 1.0 / 60.0);
    EXPECT_NEAR(wayPerCycle(record).x() / 0.0073989228, 1.0, 0.006);
}

TEST(ShapeScenes, TheCatTurnsByItsExactAngle) {
    const RunRecord record = runScene("falling-cat", {}, 1.0);
    const auto scene = findSample("falling-cat").create();
    EXPECT_NE(scene->summary(record).find("turned by -0.1441"), std::string::npos) << scene->summary(record);
    EXPECT_NEAR(record.last().worldFromBody.position.z(), -0.5 * 9.81, 1e-4); // and falls
}

TEST(ShapeScenes, TheEelSwimsAhead) {
    const RunRecord record = runScene("eel", {{"faces", 320}, {"keys", 12}}, 4.0, 1.0 / 60.0);
    EXPECT_LT(record.last().worldFromBody.position.x(), -0.5);
    EXPECT_LT(std::abs(record.last().worldFromBody.position.y()), 0.3);
}

TEST(ShapeScenes, AShapeIsDrawnAsItIs) {
    const RunRecord record = runScene("saffman", {{"faces", 320}, {"keys", 8}}, 1.0, 1.0 / 60.0);
    const RecordedBody& body = record.bodies.front();
    const RecordedBody start = shapedAs(body, record.at(0)), quarter = shapedAs(body, record.last());
    double largest = 0.0;
    for (std::size_t v = 0; v < start.mesh->vertices.size(); ++v)
        largest = std::max(largest, (start.mesh->vertices[v] - quarter.mesh->vertices[v]).norm());
    EXPECT_GT(largest, 0.1);
    EXPECT_EQ(start.mesh->faces, body.mesh->faces);
}

} // namespace shape_scenes_test
