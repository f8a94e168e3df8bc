// SPDX-License-Identifier: Zlib
#include "RunScene.h"
#include "TestPaths.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace robot_scenes_test {

using namespace samples;
using ambient::Vector3;

// The payload is carried through a swing and comes back within 2 cm, for any weight.
TEST(RobotScenes, TheArmCarriesItsPayloadThroughASwing) {
    for (const double payload : {2.0, 6.0}) {
        const RunRecord record = runScene("robot", {{"payload", payload}}, 4.0, 1.0 / 60.0);
        const int hold = record.bodyCount() - 1, frames = record.frameCount();
        EXPECT_EQ(record.bodies[static_cast<std::size_t>(hold)].name, "arm-under-water/payload");
        EXPECT_EQ(record.bodies[static_cast<std::size_t>(hold)].mass, payload);
        double way = 0.0;
        for (int frame = 0; frame < frames; ++frame)
            way = std::max(
                way,
                (record.at(frame, hold).worldFromBody.position - record.at(0, hold).worldFromBody.position).norm());
        EXPECT_GT(way, 0.5);
        EXPECT_LT((record.last(hold).worldFromBody.position - record.at(0, hold).worldFromBody.position).norm(), 0.02);
    }
}

/// The end of a run of the fish of the samples.
RunRecord fish(double stiffness) {
    const auto scene = findSample("robot").create();
    ParameterValues values(scene->parameters());
    const auto root = std::filesystem::path(test::rootPath());
    values.setFile("file", (root / "samples/robots/fish.urdf").string());
    values.set("frequency", 1.5);
    values.set("stiffness", stiffness);
    RunOptions options;
    options.duration = 4.0;
    options.timeStep = 1.0 / 60.0;
    options.model = "default";
    options.solver = "fluid";
    return samples::runScene("robot", *scene, values, options);
}

// The robot is as heavy as water: with free joints it stays in place, with driven joints it swims trunk first, 3.3 m in
// 4 s, and sinks by .24 m.
TEST(RobotScenes, TheFishOfAFileSwims) {
    const Vector3 still = fish(0.0).last().worldFromBody.position, end = fish(500.0).last().worldFromBody.position;
    EXPECT_LT(still.norm(), 0.01);
    EXPECT_GT(end.x(), 2.5);
    EXPECT_LT(std::abs(end.z()), 0.3);
}

// Place and heading are kept in a current from either side: 1 mm and .01 degrees after 25 s.
TEST(RobotScenes, TheRovHoldsPlaceAndHeadingInACurrent) {
    for (const double current : {-0.3, 0.3}) {
        const RunRecord record =
            runScene("rov", {{"current", current}, {"faces", 200}}, 25.0, 1.0 / 60.0, "default", false, "fluid");
        const BodySample& end = record.last();
        EXPECT_LT((end.worldFromBody.position - Vector3(0.0, 0.0, -2.0)).norm(), 0.005) << current;
        const Vector3 nose = end.worldFromBody.orientation * Vector3::UnitX();
        EXPECT_NEAR(std::atan2(nose.y(), nose.x()), ambient::kPi / 2.0, 0.002) << current;
        EXPECT_GT((end.worldFromBody.orientation * Vector3::UnitZ()).z(), 0.99);
    }
}

} // namespace robot_scenes_test
