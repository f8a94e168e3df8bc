// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SurfacePressureForce.h"

#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Mesh/BluffBodies.h"
#include "ForceTestSupport.h"

#include <gtest/gtest.h>

#include <cmath>

/// Discs with a hollow below, held without spin.
namespace flying_disc_test {

using namespace ambient;

namespace {

constexpr double kDegree = kPi / 180.0;

/// A body of revolution about z of diameter 1. \param points (r, z) over the radius
TriangleMesh revolved(const std::vector<Eigen::Vector2d>& points) {
    constexpr double kSpacing = 0.1;
    std::vector<Ring> rings;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const Eigen::Vector2d from = points[i], way = points[i + 1] - from;
        const int steps = std::max(1, static_cast<int>(std::lround(way.norm() / kSpacing)));
        for (int k = 0; k < steps; ++k) {
            const Eigen::Vector2d at = from + way * k / steps;
            rings.push_back(at.x() > 0.0 ? Ring::ofSpacing(0.5 * at.x(), 0.5 * at.y(), 0.5 * kSpacing)
                                         : Ring{0.0, 0.5 * at.y(), 1});
        }
    }
    rings.push_back({0.0, 0.5 * points.back().y(), 1});
    return revolve(rings);
}

/// Coefficients on the area of the circle; the moment, nose up, on the diameter.
struct Coefficients {
    double lift, drag, moment;
};

/// Of a disc that moves along +x with its front edge up by `degrees`. The moment has Munk's, as a held body feels it.
Coefficients coefficientsOf(const FluidBodyModel& disc, double degrees) {
    const double a = degrees * kDegree, unit = 0.5 * 0.25 * kPi;
    const Vector3 velocity(std::cos(a), 0.0, -std::sin(a)), lift(std::sin(a), 0.0, std::cos(a));
    RelativeFlow flow = test::flowOf({Vector3::Zero(), velocity}, 1.0);
    flow.dynamicViscosity = 1.0 / 3e5;
    const Wrench wrench = ForceSet::surfacePressure().evaluate(disc, flow).dissipative;
    const Vector3 momentum = disc.addedMassPerDensity().matrix().bottomRightCorner<3, 3>() * velocity;
    const Vector3 moment = wrench.angular - disc.centerOfVolume().cross(wrench.linear) - velocity.cross(momentum);
    return {wrench.linear.dot(lift) / unit, -wrench.linear.dot(velocity) / unit, -moment.y() / unit};
}

/// A thin disc with a wide rim, as those of disc golf: the hollow .057 diameters deep.
TriangleMesh golfDisc() {
    return revolved({{0, 0.114},
                     {0.7, 0.114},
                     {0.785, 0.1},
                     {0.79, 0},
                     {0.85, 0},
                     {0.97, 0.03},
                     {1, 0.06},
                     {0.97, 0.085},
                     {0.8, 0.133},
                     {0.5, 0.155},
                     {0, 0.17}});
}

} // namespace

// Reference: computations of viscous flow about a disc of this kind [Dastgir 2021]. The slope of its lift is 2.1 per
// radian if the dome meets the flow and 2.6 if the hollow does, that of its moment .45 and .31; at 10 degrees CL is
// .56, CD .128, CM .036, at 20 degrees CL 1.12 and CM .108. Flat discs have 1.79 and .45.
TEST(FlyingDisc, LiftsMoreFartherBehindOnTheSideOfItsHollow) {
    const auto disc = FluidBodyModel::build(golfDisc());
    const Coefficients down = coefficientsOf(*disc, -5.0), level = coefficientsOf(*disc, 0.0),
                       up = coefficientsOf(*disc, 5.0), high = coefficientsOf(*disc, 10.0);
    const double unit = 5.0 * kDegree;
    EXPECT_NEAR((level.lift - down.lift) / unit, 2.1, 0.4);
    EXPECT_NEAR((up.lift - level.lift) / unit, 2.9, 0.4);
    EXPECT_GT(up.lift - level.lift, 1.2 * (level.lift - down.lift));
    EXPECT_NEAR((level.moment - down.moment) / unit, 0.45, 0.08);
    EXPECT_NEAR((up.moment - level.moment) / unit, 0.31, 0.08);
    EXPECT_NEAR(high.lift, 0.56, 0.06);
    EXPECT_NEAR(high.drag, 0.128, 0.03);
    EXPECT_NEAR(high.moment, 0.036, 0.02);
    EXPECT_LT(level.drag, 0.05);
}

// Round edges lose their suction where the flow separates, and shed vortices, as sharp ones do.
TEST(FlyingDisc, KeepsItsLiftPastTheStallOfLongWings) {
    const auto disc = FluidBodyModel::build(golfDisc());
    EXPECT_NEAR(coefficientsOf(*disc, 20.0).lift, 1.1, 0.15);
    EXPECT_NEAR(coefficientsOf(*disc, 20.0).moment, 0.11, 0.04);
}

} // namespace flying_disc_test
