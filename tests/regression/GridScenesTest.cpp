// SPDX-License-Identifier: Zlib
// Scenes of water on a grid.
#include "RunScene.h"
#include "exporters/GnuplotPlot.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace grid_scenes_test {

using namespace samples;

TEST(GridScenes, ABallInAWakeCatchesUpAndOneBesideDoesNot) {
    const RunRecord record = runScene("drafting", {}, 3.0, 1.0 / 60.0);
    const auto speed = [&](int body) { return -record.last(body).velocity.linear.z(); };
    EXPECT_GT(speed(1), 1.02 * speed(0));
    EXPECT_NEAR(speed(2), speed(0), 0.01 * speed(0));
    const auto gap = [&](const BodySample& a, const BodySample& b) {
        return (a.worldFromBody.position - b.worldFromBody.position).norm();
    };
    EXPECT_LT(gap(record.last(0), record.last(1)), gap(record.at(0, 0), record.at(0, 1)) - 0.05);
}

TEST(GridScenes, StirredWaterCarriesFloatsAndDyeAlong) {
    const RunRecord record = runScene("stirring", {{"cells", 24.0}}, 6.0, 1.0 / 60.0);
    double most = 0.0;
    for (int body = 1; body < record.bodyCount(); ++body)
        most = std::max(most, record.last(body).velocity.linear.norm());
    EXPECT_GT(most, 0.05);
    ASSERT_EQ(record.slices.size(), 2u);
    const RecordedSlice& dye = record.slices[0];
    ASSERT_EQ(dye.values.size(), std::size_t(dye.columns * dye.rows));
    double crossed = 0.0; // dye began at x > 0
    for (int row = 0; row < dye.rows; ++row)
        for (int column = 0; column < dye.columns / 2; ++column)
            crossed += dye.values[std::size_t(row * dye.columns + column)];
    EXPECT_GT(crossed, 10.0);
    const auto scene = findSample("stirring").create();
    const std::string script =
        plotScript(record, scene->plot(ParameterValues(scene->parameters())), PlotFormat::Png, "x.png");
    EXPECT_NE(script.find("dye [1]"), std::string::npos);
    EXPECT_NE(script.find("vorticity across the slice [1/s]"), std::string::npos);
}

} // namespace grid_scenes_test
