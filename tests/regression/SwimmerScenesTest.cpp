// SPDX-License-Identifier: Zlib
// Scenes of bodies that move by changes of their shape alone.
#include "RunScene.h"
#include "Swimmers.h"

#include <gtest/gtest.h>

#include <cmath>

namespace swimmer_scenes_test {

using namespace samples;

class SwimmerScenes : public testing::TestWithParam<const char*> {};

// The world is in single precision, tables have six digits, turns three or two. Measured 6e-7 m and 3e-3 deg at worst.
TEST_P(SwimmerScenes, GoTheWayOfAnotherProgramOrAClosedForm) {
    const Swimmer swimmer = swimmerNamed(GetParam());
    // The figure of the swimmer of three links is a limit: 96 frames are 3.8e-6 m off. Tables are those of 96.
    const double frames = std::string(GetParam()) == "three-link-swimmer" ? 192.0 : 96.0;
    const RunRecord record = runScene(GetParam(), {{"frames", frames}}, 1.0);
    const ambient::Pose advance = record.at(0).worldFromBody.inverse() * record.last().worldFromBody;
    const ambient::Vector3 origin = swimmer.shape(0.0).rowwise().mean();
    const ambient::Vector3 way = advance.position + origin - advance.orientation * origin;
    for (int k = 0; k < 3; ++k) {
        if (std::isfinite(swimmer.tabledWay[k])) {
            EXPECT_NEAR(way[k], swimmer.tabledWay[k], 2e-6) << "component " << k;
        }
    }
    if (swimmer.tabledTurn != 0.0) {
        EXPECT_NEAR(ambient::logSO3(advance.orientation).norm() * 180.0 / ambient::kPi, std::fabs(swimmer.tabledTurn),
                    5e-3);
    }
}

// The recorded surface changes with the cycle, and comes back.
TEST_P(SwimmerScenes, ShowAShapeThatChangesAndComesBack) {
    const RunRecord record = runScene(GetParam(), {}, 1.0);
    const auto shapeAt = [&](int frame) { return *shapedAs(record.bodies.front(), record.at(frame)).mesh; };
    const ambient::TriangleMesh first = shapeAt(0), middle = shapeAt(record.frameCount() / 3),
                                last = shapeAt(record.frameCount() - 1);
    ASSERT_EQ(first.faces, middle.faces);
    double change = 0.0, rest = 0.0;
    for (std::size_t i = 0; i < first.vertices.size(); ++i) {
        change = std::max(change, (middle.vertices[i] - first.vertices[i]).norm());
        rest = std::max(rest, (last.vertices[i] - first.vertices[i]).norm());
    }
    EXPECT_GT(change, 0.02);
    EXPECT_LT(rest, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Each, SwimmerScenes,
                         testing::Values("snake", "turning-snake", "sperm", "stingray", "turning-ray", "jellyfish",
                                         "clam", "astronaut", "worm", "cat", "three-link-swimmer"));

} // namespace swimmer_scenes_test
