// SPDX-License-Identifier: Zlib
#include "RunScene.h"

#include <gtest/gtest.h>

namespace seafloor_test {

using namespace samples;

namespace {

/// Height of the lowest point of a body [m].
double lowestPoint(const RunRecord& record, int frame, int body) {
    double lowest = 1e30;
    for (const ambient::Vector3& vertex : record.bodies[static_cast<std::size_t>(body)].mesh->vertices)
        lowest = std::min(lowest, (record.at(frame, body).worldFromBody * vertex).z());
    return lowest;
}

class Seafloor : public testing::TestWithParam<const char*> {};

} // namespace

TEST_P(Seafloor, EverythingComesToRestOnTheGround) {
    // The smooth ellipsoid rocks on the ground, and the water's damping is slow: below 1 mm/s from 21.9 s on (exact
    // mode).
    const RunRecord record = runScene("seafloor", {{"faces", 320}}, 25.0, 1.0 / 240.0, "default", false, GetParam());
    ASSERT_EQ(record.bodyCount(), 3);
    const int end = record.frameCount() - 1;
    for (int body = 0; body < 3; ++body) {
        const std::string& name = record.bodies[static_cast<std::size_t>(body)].name;
        EXPECT_LT(record.last(body).velocity.linear.norm(), 1e-3) << name;
        const ambient::Vector3 before = record.at(end - 240, body).worldFromBody.position;
        EXPECT_LT((record.last(body).worldFromBody.position - before).norm(), 1e-4) << name;
        for (int frame = 0; frame <= end; frame += 8)
            ASSERT_GT(lowestPoint(record, frame, body), -1.0 - 2e-3) << name << " at " << record.at(frame).time;
    }
    EXPECT_NEAR(lowestPoint(record, end, 0), -1.0, 2e-3);
    EXPECT_NEAR(lowestPoint(record, end, 2), -1.0, 2e-3);
}

INSTANTIATE_TEST_SUITE_P(WithBothSolvers, Seafloor, testing::Values("stock", "fluid"),
                         [](const auto& test) { return std::string(test.param); });

} // namespace seafloor_test
