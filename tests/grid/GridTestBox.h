// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"

#include <gtest/gtest.h>
#include <omp.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace test {

constexpr double kGridStep = 1.0 / 60.0; ///< of the world [s]
constexpr double kGridBall = 0.1;        ///< radius of gridBallModel() [m]

inline std::shared_ptr<const ambient::FluidBodyModel> gridBallModel() {
    static const auto model = ambient::FluidBodyModel::build(ambient::makeSphere(kGridBall, 320));
    return model;
}

/// A box at the origin with all sides of one kind.
inline btFluidGrid::btFluidGridConstructionInfo gridBox(int x, int y, int z, double spacing,
                                                        ambient::GridSideKind kind) {
    btFluidGrid::btFluidGridConstructionInfo info;
    info.m_box.cells = {x, y, z};
    info.m_box.spacing = spacing;
    info.m_box.setSides(kind);
    return info;
}

/// A world with a medium on a grid.
template <typename World>
struct GridTank {
    /// \param ofWorld arguments of the world's constructor
    template <typename... Arguments>
    explicit GridTank(btFluidGrid::btFluidGridConstructionInfo info, const ambient::UniformMedium& medium,
                      Arguments&&... ofWorld)
        : w(std::forward<Arguments>(ofWorld)...) {
        w.fluid().setMedium(medium);
        info.m_log = [this](const std::string& line) { lines.push_back(line); };
        grid = std::make_unique<btFluidGrid>(w.fluid(), info);
        w.world().addAction(grid.get());
    }
    ~GridTank() { w.world().removeAction(grid.get()); }

    mutable World w;
    std::vector<std::string> lines; ///< of the grid's log
    std::unique_ptr<btFluidGrid> grid;
};

/// Expects the same final state of the grid from one thread, from three, and from states saved on the way. \param
/// makeTank a new tank with its bodies \param steps until the saving of states, from there until their restoring, and
/// on to the end \returns the state
template <typename MakeTank>
std::vector<unsigned char> expectSameBytesOfGrid(const MakeTank& makeTank, const std::array<int, 3>& steps) {
    const int threads = omp_get_max_threads();
    std::vector<unsigned char> ends[3];
    for (int run = 0; run < 3; ++run) {
        omp_set_num_threads(run == 1 ? 3 : 1);
        const auto tank = makeTank();
        tank->w.run(steps[0] * kGridStep, kGridStep);
        const auto fluid = tank->w.fluid().saveState(), grid = tank->grid->saveState();
        if (run == 2) {
            tank->w.run(steps[1] * kGridStep, kGridStep);
            tank->w.fluid().restoreState(fluid);
            tank->grid->restoreState(grid);
        }
        tank->w.run(steps[2] * kGridStep, kGridStep);
        ends[run] = tank->grid->saveState();
    }
    omp_set_num_threads(threads);
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_EQ(ends[0], ends[2]);
    return ends[0];
}

} // namespace test
