// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SeparationLine.h"
#include "AmbientFluid/Body/SurfaceMotion.h"

#include "../TestBodies.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

#include <limits>
#include <tuple>

namespace separation_line_test {

using namespace ambient;

namespace {

using Pieces = std::vector<std::array<Vector3, 2>>;

/// Every end point of a piece belongs to an even number of pieces, to the last bit.
bool isClosed(const Pieces& pieces) {
    std::map<std::tuple<double, double, double>, int> ends;
    for (const auto& piece : pieces)
        for (const Vector3& p : piece)
            ++ends[{p.x() + 0.0, p.y() + 0.0, p.z() + 0.0}]; // + 0.0: -0 is 0
    return std::all_of(ends.begin(), ends.end(), [](const auto& end) { return end.second % 2 == 0; });
}

double length(const Pieces& pieces) {
    double sum = 0.0;
    for (const auto& piece : pieces)
        sum += (piece[1] - piece[0]).norm();
    return sum;
}

RelativeFlow translation(const Vector3& velocity) {
    RelativeFlow flow;
    flow.twist.linear = velocity;
    return flow;
}

} // namespace

TEST(SeparationLine, OfATranslatingSphereAtNinetyDegreesIsTheEquator) {
    const auto model = test::dryModel(makeSphere(2.0, 1280));
    test::Random random(1);
    for (int i = 0; i < 50; ++i) {
        const Vector3 axis = i == 0 ? Vector3::UnitZ() : random.direction();
        const Pieces line = separationLine(*model, translation(3.0 * axis));
        EXPECT_TRUE(isClosed(line));
        for (const auto& piece : line)
            EXPECT_LT(std::abs(piece[0].dot(axis)), 1e-14);      // 1.5e-15
        EXPECT_NEAR(length(line), 4.0 * kPi, 0.003 * 4.0 * kPi); // a polygon on facets: 0.13 % off
    }
}

TEST(SeparationLine, OfATranslatingSphereIsTheCircleOfItsSeparationAngle) {
    for (double angle : {0.6, 1.2, 2.0, 2.4}) {
        const auto model = test::dryModel(makeSphere(1.0, 5120), angle);
        const double radius = model->mesh().vertices[0].norm();
        const Vector3 axis = Vector3(1.0, -2.0, 0.7).normalized();
        const Pieces line = separationLine(*model, translation(5.0 * axis));
        EXPECT_TRUE(isClosed(line));
        for (const auto& piece : line) // on an edge, the normal's component equals the position's
            EXPECT_NEAR(piece[0].dot(axis), radius * std::cos(angle), 1e-14);                        // 1e-15
        EXPECT_NEAR(length(line), 2.0 * kPi * std::sin(angle), 0.003 * 2.0 * kPi * std::sin(angle)); // 0.12 %
    }
}

TEST(SeparationLine, EndsWhereItLeavesTheWater) {
    const auto model = test::dryModel(makeSphere(1.0, 1280));
    RelativeFlow flow = translation({3.0, 0.0, 0.0});
    const double whole = length(separationLine(*model, flow));
    SurfaceMotion water;
    water.resize(model->faces().size());
    for (int f = 0; f < model->faces().size(); ++f)
        water.wettedFraction[f] = model->faces().centroidZ[f] < 0.0 ? 1.0 : 0.0;
    flow.faces = &water;
    const Pieces line = separationLine(*model, flow);
    for (const auto& piece : line)
        EXPECT_LT(0.5 * (piece[0] + piece[1]).z(), 0.1); // half a face above the middle
    EXPECT_NEAR(length(line), 0.5 * whole, 0.02 * whole);
}

TEST(SeparationLine, RunsWhereTheFacesTurnFromAttachedToSeparatedInAnyMotion) {
    const auto model = test::dryModel(test::lumpy(makeSphere(1.0, 1280)), 1.9);
    const Faces& faces = model->faces();
    test::Random random(2);
    double worst = 0.0;
    for (int i = 0; i < 50; ++i) {
        RelativeFlow flow;
        flow.twist = random.twist(2.0, 3.0);
        const Pieces line = separationLine(*model, flow);
        EXPECT_FALSE(line.empty());
        EXPECT_TRUE(isClosed(line));
        for (const auto& piece : line) {
            const Vector3 middle = 0.5 * (piece[0] + piece[1]);
            int nearest = 0;
            for (int f = 1; f < faces.size(); ++f)
                if ((faces.centroid(f) - middle).norm() < (faces.centroid(nearest) - middle).norm()) nearest = f;
            const Vector3 u = flow.velocityAt(middle);
            worst = std::max(worst, std::abs(faces.normal(nearest).dot(u) / u.norm() - std::cos(1.9)));
        }
    }
    EXPECT_LT(worst, 0.2); // 0.17; the size of a face, as an angle
}

TEST(SeparationLine, FlatWallsAlongTheMotionCarryNoIslandsOfRounding) {
    const TriangleMesh box = makeBox({2.0, 1.0, 1.0}, 768);
    const double straight = length(separationLine(*test::dryModel(box), translation({1.0, 0.0, 0.0})));
    EXPECT_NEAR(straight, 4.0, 1e-12); // once around, behind the front; sides of 1 m
    test::Random random(3);
    for (int i = 0; i < 20; ++i) {
        const Pose pose{random.rotation(), random.vector()};
        const auto model = test::dryModel(test::transformed(box, pose));
        const Pieces line = separationLine(*model, translation(pose.orientation * Vector3(1.0, 0.0, 0.0)));
        EXPECT_TRUE(isClosed(line));
        EXPECT_NEAR(length(line), straight, 1e-12);
    }
}

TEST(SeparationLine, IsEmptyWithoutMotionWithoutSeparationAndWithoutNumbers) {
    const auto model = test::dryModel(makeSphere(1.0, 320));
    EXPECT_TRUE(separationLine(*model, RelativeFlow()).empty());
    const auto neverSeparates = test::dryModel(makeSphere(1.0, 320), kPi);
    EXPECT_TRUE(separationLine(*neverSeparates, translation({1.0, 2.0, 3.0})).empty());
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(separationLine(*model, translation({nan, nan, nan})).empty());
}

} // namespace separation_line_test
