// SPDX-License-Identifier: Zlib
// Spray over the water of a grid.
#include "AmbientFluidGrid/FluidGrid.h"
#include "AmbientFluidGrid/GridSurface.h"
#include "AmbientFluidGrid/ResolvedProjection.h"
#include "TestSupport.h"
#include "TestThreads.h"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace surface_spray_test {

using ambient::FluidGrid;
using ambient::FluidGridDef;
using ambient::GridSideKind;
using ambient::Vector3;

constexpr double kGravity = 9.81, kDensity = 1000.0;

class SurfaceSpray : public test::InOneThread {};

/// A tank 1 m long, a few cells wide, of ideal water with spray.
FluidGridDef tank(int cells, int width, int height, GridSideKind sides = GridSideKind::SlipWall) {
    FluidGridDef def;
    def.cells = {cells, width, height};
    def.spacing = 1.0 / cells;
    def.density = kDensity;
    def.dynamicViscosity = 0.0;
    def.setSides(GridSideKind::SlipWall);
    for (int side = 0; side < 4; ++side)
        def.sides[std::size_t(side)].kind = sides;
    def.surface.emplace();
    def.surface->hasSpray = true;
    return def;
}

/// A pool, and a piece of water a cell wide above it.
FluidGridDef drop(GridSideKind sides) {
    FluidGridDef def = tank(16, 16, 20, sides);
    def.surface->distance = [](const Vector3& p) {
        return std::min(p.z() - 0.3, (p - Vector3(0.53, 0.53, 0.9)).norm() - 0.05);
    };
    return def;
}

double energyOf(const FluidGrid& grid) {
    return grid.kineticEnergy() + grid.surface()->potentialEnergy();
}

double volumeOf(const FluidGrid& grid) {
    const ambient::ResolvedProjection box(grid.def());
    return grid.surface()->measuredVolume(box.weights()) + grid.surface()->sprayVolume();
}

// Without air a drop would fall by g t^2/2; the drag of the air takes some of it.
TEST_F(SurfaceSpray, APieceThinnerThanTheGridFallsAsADropAndGivesItsVolumeBack) {
    FluidGrid grid(drop(GridSideKind::SlipWall));
    const double volume = volumeOf(grid), energy = energyOf(grid);
    grid.step(1e-3);
    ASSERT_FALSE(grid.surface()->spray().empty());
    const ambient::SprayDrop start = grid.surface()->spray()[0];
    const double spray = grid.surface()->sprayVolume();
    EXPECT_GT(spray, 1e-4);
    while (grid.time() < 0.25)
        grid.step(0.005);
    const double time = grid.time() - 1e-3, free = -start.velocity.z() * time + 0.5 * kGravity * time * time;
    const double fall = start.position.z() - grid.surface()->spray()[0].position.z();
    EXPECT_LT(fall, free);
    EXPECT_GT(fall, 0.98 * free);
    EXPECT_EQ(grid.surface()->sprayVolume(), spray);
    while (grid.time() < 0.6) {
        grid.step(0.005);
        EXPECT_LT(std::abs(volumeOf(grid) / volume - 1.0), 1e-6);
        EXPECT_LT(energyOf(grid), energy * (1.0 + 1e-3));
    }
    EXPECT_TRUE(grid.surface()->spray().empty());
}

// Water and drop together never have more momentum than at first, and hardly less: the air takes .4 %. Measured .4 %
// lost in the step of the impact. Later advection at the surface, which is not conservative, changes it by 2 %.
TEST_F(SurfaceSpray, GivesItsMomentumToTheWater) {
    FluidGrid grid(drop(GridSideKind::Periodic));
    grid.setVelocity([](const Vector3& p) { return Vector3(p.z() > 0.7 ? 2.0 : 0.0, 0.0, 0.0); });
    grid.step(1e-3);
    const double start = grid.momentum().x(), energy = energyOf(grid);
    EXPECT_GT(start, 0.5 * kDensity * grid.surface()->sprayVolume());
    while (!grid.surface()->spray().empty() && grid.time() < 1.0) {
        grid.step(0.005);
        EXPECT_LT(grid.momentum().x(), start);
        EXPECT_LT(energyOf(grid), energy);
    }
    EXPECT_TRUE(grid.surface()->spray().empty());
    EXPECT_GT(grid.momentum().x(), 0.99 * start);
}

/// A column that runs against the far wall and splashes.
FluidGridDef splash() {
    FluidGridDef def = tank(24, 6, 30);
    def.surface->distance = [](const Vector3& p) { return std::max(p.x() - 0.3, p.z() - 0.8); };
    return def;
}

TEST_F(SurfaceSpray, OfASplashKeepsTheVolumeAndGainsNoEnergy) {
    FluidGrid grid(splash());
    const double volume = volumeOf(grid), start = energyOf(grid);
    double most = 0.0, energy = start; // the largest before there is spray
    while (grid.time() < 1.25) {
        grid.step(0.01);
        most = std::max(most, grid.surface()->sprayVolume());
        EXPECT_LT(std::abs(volumeOf(grid) / volume - 1.0), 1e-6);
        if (most > 0.0)
            EXPECT_LT(energyOf(grid), energy);
        else
            energy = std::max(energyOf(grid), start);
    }
    RecordProperty("spray", std::to_string(most / volume));
    EXPECT_GT(most, 1e-4 * volume);
}

TEST_F(SurfaceSpray, OneThreadAndThreeAndASavedStateGiveTheSameBytes) {
    const int threads = omp_get_max_threads();
    std::vector<double> ends[3];
    for (int run = 0; run < 3; ++run) {
        omp_set_num_threads(run == 1 ? 3 : 1);
        FluidGrid grid(drop(GridSideKind::SlipWall));
        grid.setVelocity([](const Vector3& p) { return Vector3(p.z() > 0.7 ? 1.0 : 0.0, 0.0, 0.0); });
        const auto advance = [&] {
            for (int i = 0; i < 20; ++i)
                grid.step(0.01);
        };
        advance();
        EXPECT_FALSE(grid.surface()->spray().empty());
        const std::vector<double> state = grid.saveState();
        if (run == 2) {
            advance();
            grid.restoreState(state);
            std::vector<double> cut = state;
            cut.pop_back();
            EXPECT_NE(test::refusal([&] { grid.restoreState(cut); }), "");
        }
        advance();
        ends[run] = grid.saveState();
    }
    omp_set_num_threads(threads);
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_EQ(ends[0], ends[2]);
}

} // namespace surface_spray_test
