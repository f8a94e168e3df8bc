// SPDX-License-Identifier: Zlib
#include "drawing/Silhouette.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

#include <cmath>

namespace silhouette_test {

using namespace samples;

namespace {

RecordedBody bodyOf(const ambient::TriangleMesh& mesh, bool convex) {
    return {"body", 1.0, std::make_shared<ambient::TriangleMesh>(mesh), convex};
}

double areaOf(const std::vector<PlanePoint>& outline) {
    double twice = 0.0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const PlanePoint &a = outline[i], &b = outline[(i + 1) % outline.size()];
        twice += a.x() * b.y() - a.y() * b.x();
    }
    return 0.5 * twice;
}

} // namespace

TEST(Silhouette, OfABoxIsItsRectangle) {
    const ambient::Pose pose{ambient::expSO3({0.0, 0.3, 0.0}), {5.0, 7.0, -2.0}};
    const std::vector<PlanePoint> outline = silhouetteOf(bodyOf(ambient::makeBox({2.0, 1.0, 0.5}, 192), true), pose);
    EXPECT_NEAR(areaOf(outline), 1.0, 1e-9);
    for (const PlanePoint& p : outline)
        EXPECT_LE((p - PlanePoint(5.0, -2.0)).norm(), std::hypot(1.0, 0.25) + 1e-9);
}

TEST(Silhouette, OfATurnedEllipsoidHasTheAreaOfItsShadow) {
    const ambient::Vector3 axes(0.3, 0.2, 0.1);
    const ambient::Quaternion turn = ambient::expSO3({0.4, 0.7, -0.2});
    const std::vector<PlanePoint> outline =
        silhouetteOf(bodyOf(ambient::makeEllipsoid(axes, 5120), true), {turn, {0.0, 0.0, 0.0}});
    const ambient::Vector3 view = turn.conjugate() * ambient::Vector3::UnitY();
    const double shadow = ambient::kPi * axes.prod() * view.cwiseQuotient(axes).norm();
    EXPECT_NEAR(areaOf(outline) / shadow, 1.0, 5e-3);
}

// Two bumps along x and a waist between them: its hull is 7 % larger.
TEST(Silhouette, SeesTheHollowsOfAStarShapedBody) {
    ambient::TriangleMesh mesh = ambient::makeSphere(1.0, 5120);
    for (ambient::Vector3& v : mesh.vertices)
        v = (1.0 + 0.5 * std::cos(2.0 * std::atan2(v.z(), v.x()))) * v.normalized();
    const std::vector<PlanePoint> outline = silhouetteOf(bodyOf(mesh, false), {});
    // 1/2 Int (1 + cos(2 a) / 2)^2 da
    EXPECT_NEAR(areaOf(outline) / (0.5 * ambient::kPi * (2.0 + 0.25)), 1.0, 5e-3);
    EXPECT_GT(areaOf(silhouetteOf(bodyOf(mesh, true), {})), 1.05 * areaOf(outline));
}

// 2 along x, 1 along y, 0.5 along z, not turned.
TEST(Silhouette, OfABoxIsTheRectangleThatEachViewSees) {
    const RecordedBody box = bodyOf(ambient::makeBox({2.0, 1.0, 0.5}, 12), true);
    const ambient::Pose pose{ambient::Quaternion::Identity(), {5.0, 7.0, -2.0}};
    const auto expectRectangle = [&](PlotView view, const PlanePoint& middle, const PlanePoint& size) {
        const std::vector<PlanePoint> outline = silhouetteOf(box, pose, view);
        EXPECT_NEAR(areaOf(outline), size.prod(), 1e-12);
        for (const PlanePoint& p : outline)
            EXPECT_LT(((p - middle).cwiseAbs() - 0.5 * size).norm(), 1e-12);
    };
    expectRectangle(PlotView::Side, {5.0, -2.0}, {2.0, 0.5});
    expectRectangle(PlotView::Top, {5.0, 7.0}, {2.0, 1.0});
    expectRectangle(PlotView::Front, {7.0, -2.0}, {1.0, 0.5});
}

// Right, up and towards the viewer are a right-handed frame in each view: no view is mirrored.
TEST(PlotView, IsNeverAMirrorImage) {
    for (const PlotView view : {PlotView::Side, PlotView::Top, PlotView::Front}) {
        ambient::Matrix3 viewFromWorld;
        for (int axis = 0; axis < 3; ++axis) {
            const ambient::Vector3 unit = ambient::Vector3::Unit(axis);
            viewFromWorld.col(axis) << projected(unit, view), -depthOf(unit, view);
        }
        EXPECT_EQ(viewFromWorld.determinant(), 1.0);
    }
}

} // namespace silhouette_test
