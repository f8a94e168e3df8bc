// SPDX-License-Identifier: Zlib
// Bodies that the grid does not resolve float in its water.
#include "AmbientFluidGrid/GridWater.h"
#include "AmbientFluidGrid/GridSurface.h"
#include "ResolvedTank.h"
#include "TestThreads.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace grid_water_test {

using ambient::GridSideKind;
using ambient::kPi;
using ambient::Vector3;

constexpr double kGravity = 9.81;

class GridWater : public test::InOneThread {};

/// A tank with a floating ball, in the fluid and not in the grid.
struct Floating : test::ResolvedTank {
    Floating(const Info& info, double radius, const Vector3& at)
        : ResolvedTank(info, kGravity), model(test::ballModel(radius)) {
        ball = w.addSphere(radius, 0.5 * test::kTankWater * model->volume(), btFluidVector(at));
        w.fluid().addBody(ball, model);
        ball->setActivationState(DISABLE_DEACTIVATION);
    }
    ~Floating() { w.fluid().removeBody(ball); }
    Vector3 place() const { return btFluidVector(ball->getWorldTransform().getOrigin()); }

    std::shared_ptr<const ambient::FluidBodyModel> model;
    btRigidBody* ball;
};

// Measured 6e-5 m. The grid has nothing to report.
TEST_F(GridWater, InLevelWaterABallOfHalfTheDensityStaysHalfWet) {
    auto info = test::gridBox(8, 8, 8, 0.1, GridSideKind::Wall);
    info.m_box.surface.emplace().level = 0.43;
    Floating tank(info, 0.1, Vector3(0.41, 0.38, 0.43));
    tank.w.run(0.5, 1.0 / 60.0);
    EXPECT_NEAR(tank.place().z(), 0.43, 1e-3);
    EXPECT_NEAR((tank.place() - Vector3(0.41, 0.38, 0.43)).head<2>().norm(), 0.0, 1e-3);
    EXPECT_TRUE(tank.lines.empty()) << tank.lines.front();
}

// A long standing wave in a tank of 2 m: at the wall the ball goes up and down with the surface, in the middle to and
// fro with the water [Lamb1932, art. 228]. Measured 1.035: it heaves faster than the wave; and 0.94.
TEST_F(GridWater, InLongWavesABallGoesWithTheWater) {
    constexpr double kDepth = 0.5, kAmplitude = 0.03, kLength = 2.0;
    for (const bool isAtWall : {true, false}) {
        auto info = test::gridBox(24, 4, 11, kLength / 24, GridSideKind::SlipWall);
        info.m_box.surface.emplace().distance = [](const Vector3& p) {
            return p.z() - kDepth - kAmplitude * std::cos(kPi * p.x() / kLength);
        };
        const double x = isAtWall ? 0.1 : 0.5 * kLength, start = kAmplitude * std::cos(kPi * x / kLength);
        Floating tank(info, 0.04, Vector3(x, 0.17, kDepth + start));
        double low = 1e300, high = -1e300, farthest = 0.0;
        for (int i = 0; i < 120; ++i) { // a period of 1.98 s
            tank.w.run(1.0 / 60.0, 1.0 / 60.0);
            const Vector3 at = tank.place();
            const double surface = tank.grid->getGrid().surface()->heightAt(at.x(), at.y());
            low = std::min(low, at.z());
            high = std::max(high, at.z());
            farthest = std::max(farthest, at.x() - x);
            EXPECT_NEAR(at.z(), surface, 0.15 * kAmplitude) << i;
        }
        const double k = kPi / kLength;
        if (isAtWall)
            EXPECT_NEAR(0.5 * (high - low) / start, 1.0, 0.08);
        else // there and back: twice the amplitude of the orbit
            EXPECT_NEAR(farthest / (2.0 * kAmplitude / std::tanh(k * kDepth)), 1.0, 0.1);
    }
}

TEST_F(GridWater, IsBetweenTheSidesOnlyAndTheFluidHasItsOwnMediumAgainAfterTheGrid) {
    auto info = test::gridBox(8, 8, 8, 0.1, GridSideKind::Wall);
    info.m_box.surface.emplace().distance = [](const Vector3& p) { return std::max(p.z() - 0.5, p.x() - 0.55); };
    test::GridTank<test::World> tank(info, ambient::UniformMedium(test::kTankWater, 1e-3),
                                     btVector3(0, 0, btScalar(-kGravity)));
    const auto medium = tank.w.fluid().getMedium();
    const auto densityAt = [&](double x, double z) { return medium->sample(Vector3(x, 0.4, z), 0.0).density; };
    EXPECT_EQ(densityAt(0.2, 0.4), test::kTankWater);
    EXPECT_LT(densityAt(0.2, 0.6), 2.0);
    EXPECT_LT(densityAt(0.75, 0.1), 2.0); // dry floor
    EXPECT_LT(densityAt(-0.2, 0.4), 2.0); // beside the tank
    tank.w.run(0.2, 1.0 / 60.0);
    EXPECT_EQ(densityAt(0.75, 0.02), test::kTankWater); // the water has run out
    EXPECT_EQ(tank.w.fluid().getMedium(), medium);
    tank.w.world().removeAction(tank.grid.get());
    tank.grid.reset();
    EXPECT_TRUE(tank.w.fluid().getMedium()->isUniform());
    ambient::FluidGridDef full = info.m_box;
    full.surface.reset();
    EXPECT_THROW(ambient::GridWater{ambient::FluidGrid(full)}, std::invalid_argument);
}

// A restored body begins with the surface of its time, where the run before had that of the step before. Measured 6e-5
// m.
TEST_F(GridWater, OneThreadAndThreeGiveTheSameBytesAndASavedStateGoesOnBesideThem) {
    const auto place = [](int threads, bool restores) {
        auto info = test::gridBox(10, 6, 9, 0.1, GridSideKind::SlipWall);
        info.m_box.surface.emplace().distance = [](const Vector3& p) { return p.z() - 0.45 - 0.1 * p.x(); };
        omp_set_num_threads(threads);
        Floating tank(info, 0.1, Vector3(0.41, 0.28, 0.5));
        tank.w.run(0.1, 1.0 / 60.0);
        if (restores) {
            const std::vector<unsigned char> fluid = tank.w.fluid().saveState(), grid = tank.grid->saveState();
            tank.w.run(0.1, 1.0 / 60.0);
            tank.grid->restoreState(grid);
            tank.w.fluid().restoreState(fluid); // in the water of that time
        }
        tank.w.run(0.1, 1.0 / 60.0);
        return tank.place();
    };
    const int threads = omp_get_max_threads();
    const Vector3 one = place(1, false), three = place(3, false), restored = place(1, true);
    omp_set_num_threads(threads);
    EXPECT_EQ(one, three);
    EXPECT_LT((restored - one).norm(), 2e-4);
}

} // namespace grid_water_test
