// SPDX-License-Identifier: Zlib
// Scenes of water with a surface on a grid, and pictures of it.
#include "AmbientFluidGrid/GridSurface.h"
#include "GlbReader.h"
#include "RunScene.h"
#include "TestThreads.h"
#include "drawing/Framing.h"
#include "drawing/RecordDrawing.h"
#include "exporters/GlbFile.h"
#include "scenes/parts/TankWater.h"
#include "scenes/parts/WaterGrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tank_scenes_test {

using namespace samples;
using ambient::Vector3;

/// Small grids gain nothing by threads.
class TankScenes : public ::testing::Test {
    const test::Threads m_alone{1, ambient::LoopThreads::Serial};
};

/// A gauge at a time between two frames.
double valueAt(const RunRecord& record, std::size_t gauge, double time) {
    const std::vector<double>& values = record.gauges[gauge].values;
    const auto frame = std::size_t(time / record.timeStep);
    const double part = time / record.timeStep - double(frame);
    return (1.0 - part) * values[frame] + part * values[frame + 1];
}

// The table is that of GridSurfaceTest; measured fronts [MartinMoyce1952] come a quarter of a unit of time later.
TEST_F(TankScenes, AColumnRunsOutAsInviscidWaterAndTakesTheCrateAlong) {
    const RunRecord record = runScene("dam-break", {{"fineness", 8.0}}, 0.5, 1.0 / 120.0, "default", false, "fluid");
    const double unit = std::sqrt(0.5 * 0.25 / kTankGravity);
    for (const auto& [time, place] : {std::pair(1.0, 1.50), {1.4, 1.90}, {1.8, 2.36}, {2.2, 2.87}, {2.6, 3.41}})
        EXPECT_NEAR(valueAt(record, 0, time * unit) / place, 1.0, 0.03) << time;
    const auto crate = [&](int frame) { return record.at(frame).worldFromBody.position.x(); };
    EXPECT_NEAR(crate(int(2.6 * unit * 120.0)), crate(0), 1e-3);
    EXPECT_GT(crate(record.frameCount() - 1), crate(0) + 0.01);
}

TEST_F(TankScenes, WaterInATankSwingsWithTheFrequencyOfLinearTheory) {
    const RunRecord record = runScene("sloshing", {{"cells", 24.0}, {"amplitude", 0.02}}, 2.1, 1.0 / 150.0);
    const auto upward = [&](std::size_t gauge, int number) {
        const std::vector<double>& heights = record.gauges[gauge].values;
        for (std::size_t i = 0; i + 1 < heights.size(); ++i)
            if (heights[i] < 0.0 && heights[i + 1] >= 0.0 && number-- == 0)
                return double(i) + heights[i] / (heights[i] - heights[i + 1]);
        return 0.0;
    };
    const double onGrid = upward(0, 1) - upward(0, 0), linear = upward(1, 1) - upward(1, 0);
    EXPECT_NEAR(linear / onGrid, 1.0, 0.01);
    for (const double energy : record.gauges[2].values)
        EXPECT_LT(energy, 1.01);
    // The float shows the height at the wall.
    EXPECT_NEAR(record.last().worldFromBody.position.z(), 0.5 + record.gauges[0].values.back(), 1e-6);
}

TEST_F(TankScenes, WavesOfABallThatFallsInLiftARaftFarAway) {
    const RunRecord record = runScene("pool-splash", {{"throw", 0.0}}, 0.8, 1.0 / 90.0, "default", false, "fluid");
    const auto place = [&](int frame, int body) { return record.at(frame, body).worldFromBody.position; };
    const int strike = int(90.0 * std::sqrt(2.0 * 0.25 / kTankGravity));
    double before = 0.0, after = 0.0;
    for (int frame = 0; frame < record.frameCount(); ++frame) {
        double& most = frame <= strike ? before : after;
        most = std::max(most, std::abs(place(frame, 0).z() - place(0, 0).z()));
    }
    EXPECT_LT(before, 0.005);
    EXPECT_GT(after, 0.01);
    EXPECT_GT(place(record.frameCount() - 1, 1).z(), 0.3); // of less than the water's density, the ball comes up
}

TEST_F(TankScenes, AHullLeavesWavesBehindAndTheWaterAheadCalm) {
    const RunRecord record = runScene("boat-wake", {}, 0.9, 1.0 / 80.0);
    const Vector3 hull = record.last().worldFromBody.position;
    EXPECT_NEAR(hull.x(), 0.5 + 0.9 * (0.9 - 0.25), 0.02);
    double ahead = 0.0, behind = 0.0;
    for (const Eigen::Vector3f& point : record.lines[0].points.back()) {
        const double height = std::abs(double(point.z()) - 0.4);
        if (double(point.x()) > hull.x() + 1.2)
            ahead = std::max(ahead, height);
        else if (double(point.x()) < hull.x())
            behind = std::max(behind, height);
    }
    EXPECT_LT(ahead, 0.15 * behind);
    EXPECT_GT(behind, 0.01);
    EXPECT_GT(record.gauges[0].values.back(), 0.0);
}

/// A small tank with a slope of water.
struct SmallTank {
    SmallTank() {
        context.setMedium(ambient::UniformMedium::water());
        box.cells = {8, 5, 9};
        box.spacing = 0.1;
        box.lowCorner = {-0.2, 0.3, 0.0};
        box.setSides(ambient::GridSideKind::SlipWall);
        box.surface.emplace().distance = [](const Vector3& p) { return p.z() - 0.43 - 0.2 * (p.x() - 0.2); };
    }
    SceneContext context{FluidChoice()};
    ambient::FluidGridDef box;
};

TEST_F(TankScenes, ThePicturedWaterHasTheVolumeAndTheWallsOfTheTank) {
    SmallTank tank;
    const ambient::FluidGrid& grid = addWaterGrid(tank.context, tank.box).getGrid();
    const RecordedTank shown = tank.context.tank();
    ASSERT_TRUE(shown.water);
    EXPECT_EQ(shown.low, tank.box.lowCorner);
    const Vector3 size = tank.box.size();
    Vector3 area = Vector3::Zero();
    double volume = 0.0; // above the floor, which is not drawn
    for (const auto& face : shown.water->faces) {
        const Vector3 &a = shown.water->vertices[std::size_t(face[0])],
                      &b = shown.water->vertices[std::size_t(face[1])],
                      &c = shown.water->vertices[std::size_t(face[2])];
        area += 0.5 * (b - a).cross(c - a);
        volume += a.dot(b.cross(c)) / 6.0;
    }
    EXPECT_NEAR(area.z(), size.x() * size.y(), 1e-9); // outward, without holes
    EXPECT_LT(area.head<2>().norm(), 0.01 * area.z());
    EXPECT_NEAR(volume, grid.surface()->volume(), 0.01 * volume);
    for (const Vector3& vertex : shown.water->vertices) {
        EXPECT_GE((vertex - shown.low).minCoeff(), -1e-9);
        EXPECT_GE((shown.high - vertex).minCoeff(), -1e-9);
    }
}

TEST_F(TankScenes, PicturesAndFilesShowTheWaterAtTheirTime) {
    const RunRecord record = runScene("sloshing", {{"cells", 20.0}, {"depth", 0.2}}, 0.4, 1.0 / 100.0);
    ASSERT_GT(record.sliceMoments.size(), 16u);
    const auto scene = findSample("sloshing").create();
    const PlotSpec spec = scene->plot(ParameterValues(scene->parameters()));
    const RecordDrawing drawing(record, spec);
    const PictureSize size{640, 360};
    const View view{frameMoment(record, spec, 0.4, size), size};
    ShowOptions show;
    const Drawing start = drawing.moment(0.0, show, view), end = drawing.moment(0.4, show, view);
    ASSERT_EQ(start.waters.size(), 1u);
    EXPECT_EQ(start.waters[0].mesh, record.sliceMoments.front().tank.water);
    EXPECT_EQ(end.waters[0].mesh, record.sliceMoments.back().tank.water);
    EXPECT_EQ(start.backdrop.medium, Backdrop::Medium::Air);
    const RecordedTank& tank = record.sliceMoments.front().tank;
    for (const Vector3& corner : {tank.low, tank.high}) {
        const Vector3 seen = corner - view.camera.eye();
        const double depth = seen.dot(view.camera.forward()), half = std::tan(0.5 * view.camera.fieldOfView) * depth;
        EXPECT_LT(std::abs(seen.dot(view.camera.up())), half);
        EXPECT_LT(std::abs(seen.dot(view.camera.right())), half * size.aspect());
    }
    show.water = false;
    EXPECT_TRUE(drawing.moment(0.4, show, view).waters.empty());
    const GlbReader glb(glbOf(record, spec));
    const std::vector<int> nodes = glb.nodesOfKind("water");
    ASSERT_EQ(nodes.size(), 16u);
    for (const double time : {0.0, 0.17, 0.4}) {
        int shown = 0;
        for (const int node : nodes) {
            const auto keys = glb.keysOf(node, "scale");
            Eigen::Index last = 0;
            while (last + 1 < keys.times.size() && keys.times(last + 1) <= float(time) + 1e-6f)
                ++last;
            shown += keys.values(0, last) == 0.0f ? 0 : 1;
        }
        EXPECT_EQ(shown, 1) << time;
    }
}

} // namespace tank_scenes_test
