// SPDX-License-Identifier: Zlib
#include "GlbReader.h"
#include "RunScene.h"
#include "drawing/Framing.h"
#include "drawing/RecordDrawing.h"
#include "exporters/GlbFile.h"
#include "scenes/parts/Floating.h"
#include "scenes/parts/RiverFlow.h"
#include "scenes/parts/Wind.h"

#include <gtest/gtest.h>

#include <cmath>

namespace wind_and_river_test {

using namespace samples;
using ambient::Vector3;

namespace {

/// Mean of a velocity along the wind or river over the second half of a run.
template <class Velocity>
double lateMean(const RunRecord& record, const Velocity& velocity) {
    double sum = 0.0;
    const int from = record.frameCount() / 2;
    for (int frame = from; frame < record.frameCount(); ++frame)
        sum += velocity(frame).x();
    return sum / (record.frameCount() - from);
}

} // namespace

TEST(LeavesInWind, FallAndAreCarriedAlongButNoFasterThanTheStrongestAirAroundThem) {
    const RunRecord record = runScene("leaves-in-wind", {{"leaves", 2}, {"faces", 200}}, 1.5, 1.0 / 120.0);
    for (int leaf = 0; leaf < record.bodyCount(); ++leaf) {
        double strongest = 0.0;
        for (int frame = 0; frame < record.frameCount(); ++frame)
            strongest = std::max(strongest, mediumVelocityAt(record, frame, leaf).norm());
        const Vector3 way = record.last(leaf).worldFromBody.position - record.at(0, leaf).worldFromBody.position;
        EXPECT_LT(way.z(), -0.5);
        EXPECT_GT(way.x(), 0.3);
        EXPECT_LT(way.x(), 1.5 * strongest);
    }
}

TEST(BeachBall, OnWaterIsDrivenByTheWindAndStaysAfloat) {
    const RunRecord record =
        runScene("beach-ball-wind", {{"faces", 80}, {"water", 1.0}, {"gusts", 0.0}, {"height", 0.0}}, 8.0, 1.0 / 60.0);
    const double speed = lateMean(record, [&](int frame) { return record.at(frame).velocity.linear; });
    const double wind = lateMean(record, [&](int frame) { return mediumVelocityAt(record, frame); });
    EXPECT_GT(speed, 0.1 * wind); // 0.18
    EXPECT_LT(speed, 0.8 * wind);
    EXPECT_GT(record.last().worldFromBody.position.z(), 0.1);
    EXPECT_LT(record.last().worldFromBody.position.z(), 0.21); // its radius is 0.2: the wind lifts it to the surface
}

TEST(BeachBall, OnSandBouncesLowerAndLowerAndRolls) {
    const RunRecord record =
        runScene("beach-ball-wind", {{"faces", 80}, {"water", 0.0}, {"gusts", 0.0}}, 6.0, 1.0 / 120.0);
    double before = 1.7;
    int bounces = 0;
    for (int frame = 1; frame + 1 < record.frameCount() && bounces < 3; ++frame) {
        const auto height = [&](int at) { return record.at(at).worldFromBody.position.z(); };
        if (!(height(frame) > height(frame - 1) && height(frame) >= height(frame + 1))) continue;
        EXPECT_LT(height(frame), before);
        before = height(frame);
        ++bounces;
    }
    EXPECT_EQ(bounces, 3);
    const BodySample& end = record.last();
    EXPECT_NEAR(end.velocity.angular.y() * 0.2, end.velocity.linear.x(), 0.05 * end.velocity.linear.x());
}

TEST(River, FlowsRoundItsPiersWithoutLosingWater) {
    River river;
    river.piers = {{0.0, -2.5, 0.0}, {0.0, 2.5, 0.0}};
    const auto flow = riverFlow(river);
    for (int i = 0; i < 12; ++i) {
        const double angle = 0.5 * i;
        const Vector3 outward(std::cos(angle), std::sin(angle), 0.0);
        const auto s = flow->sample(river.piers[0] + 0.5001 * outward, 0.0);
        EXPECT_NEAR(s.gradient.trace(), 0.0, 1e-12);
        // The doublet does not account for the parabola and the other pier.
        EXPECT_NEAR(s.velocity.dot(outward), 0.0, 0.12);
        const double step = 1e-6;
        for (int k = 0; k < 2; ++k) {
            const Vector3 there = river.piers[0] + 0.6 * outward, d = step * Vector3::Unit(k);
            const Vector3 slope =
                (flow->sample(there + d, 0.0).velocity - flow->sample(there - d, 0.0).velocity) / (2.0 * step);
            EXPECT_LT((slope - flow->sample(there, 0.0).gradient.col(k)).norm(), 1e-7);
        }
    }
}

TEST(River, CarriesLogsPastThePiersAndKeepsThemAfloat) {
    const RunRecord record =
        runScene("river", {{"logs", 4}, {"faces", 48}}, 6.0, 1.0 / 60.0, "default", false, "fluid");
    for (int log = 0; log < record.bodyCount(); ++log) {
        const Vector3& start = record.at(0, log).worldFromBody.position;
        const Vector3& end = record.last(log).worldFromBody.position;
        EXPECT_GT(end.x() - start.x(), 1.0);
        EXPECT_LT(end.x() - start.x(), 1.3 * 1.2 * 6.0);
        EXPECT_LT(std::abs(end.y()), 5.0);
        EXPECT_NEAR(relativeDraft(record, record.frameCount() - 1, log), 1.0, 0.15);
    }
}

TEST(WindAndPool, BlowsBallsIntoAPoolWhereTheyFloatAndARiverTakesThem) {
    const std::map<std::string, double> few = {{"balls", 3}, {"faces", 80}, {"heaviest", 10}};
    const RunRecord record = runScene("wind-and-pool", few, 6.0, 1.0 / 60.0);
    const auto mediumOf = [&](int frame, int ball) {
        return record.mediumAt(record.at(frame, ball).worldFromBody.position);
    };
    ASSERT_EQ(record.regions.size(), 3u);
    const int end = record.frameCount() - 1;
    for (int ball = 0; ball < 3; ++ball) {
        EXPECT_EQ(mediumOf(0, ball), record.regions[0].medium);
        EXPECT_EQ(mediumOf(end, ball), record.regions[2].medium);
        EXPECT_NEAR(relativeDraft(record, end, ball), 1.0, 0.4); // a beach ball dips by a millimetre
        double pool = 0.0;
        for (int frame = 0; frame < end; ++frame)
            pool += record.timeStep * (mediumOf(frame, ball) == record.regions[1].medium);
        EXPECT_GT(pool, 0.5);
        EXPECT_LT(record.last(ball).velocity.linear.x(), 1.5);
    }
    const RunRecord calm = runScene("wind-and-pool", {{"balls", 3}, {"faces", 80}, {"wind", 0.0}}, 1.0, 1.0 / 60.0);
    EXPECT_NEAR(calm.last().worldFromBody.position.x(), -1.5, 0.01);
}

TEST(WindAndPool, IsDrawnWithTheWaterOfItsRegionsAndTheirCurrents) {
    const RunRecord record = runScene("wind-and-pool", {{"balls", 1}, {"faces", 80}}, 0.1, 1.0 / 60.0);
    const auto scene = findSample("wind-and-pool").create();
    const PlotSpec spec = scene->plot(ParameterValues(scene->parameters()));
    const View view{viewOf(spec), PictureSize{}};
    const Drawing drawing = RecordDrawing(record, spec).moment(0.1, {}, view);
    std::vector<double> ends;
    for (const DrawnWater& water : drawing.waters) {
        double furthest = -1e30;
        for (const Vector3& vertex : water.mesh->vertices) {
            EXPECT_EQ(vertex.z(), 0.0);
            furthest = std::max(furthest, vertex.x());
        }
        ends.push_back(furthest);
    }
    EXPECT_EQ(ends, (std::vector<double>{record.regions[1].high.x(), record.regions[2].high.x()}));
    EXPECT_EQ(drawing.arrows.size(), 2u); // wind and river
    EXPECT_EQ(GlbReader(glbOf(record, spec)).nodesOfKind("water").size(), 2u);
}

} // namespace wind_and_river_test
