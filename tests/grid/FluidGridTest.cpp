// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/FluidGrid.h"
#include "AmbientFluidGrid/BoxSolver.h"

#include "AmbientFluidGrid/GridBlob.h"
#include "InstructionSets.h"
#include "TestSupport.h"

#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>

namespace fluid_grid_test {

using namespace ambient;

namespace {

FluidGridDef boxOf(int x, int y, int z, double spacing, GridSideKind kind, double viscosity) {
    FluidGridDef def;
    def.cells = {x, y, z};
    def.spacing = spacing;
    def.density = 1.0;
    def.dynamicViscosity = viscosity;
    def.setSides(kind);
    return def;
}

/// A random flow of speed about 1, smooth over some cells.
void stir(FluidGrid& grid, unsigned seed) {
    test::Random random(seed);
    std::vector<Vector3> waves, sizes;
    for (int i = 0; i < 5; ++i) {
        waves.push_back(2.0 * kPi * Vector3(random.integer(-2, 2), random.integer(-2, 2), random.integer(-2, 2)));
        sizes.push_back(random.vector(0.5));
    }
    const Vector3 size = grid.def().size(), low = grid.def().lowCorner;
    grid.setVelocity([=](const Vector3& point) {
        const Vector3 share = (point - low).cwiseQuotient(size);
        Vector3 sum(0.3, -0.2, 0.1);
        for (std::size_t i = 0; i < waves.size(); ++i)
            sum += sizes[i] * std::sin(waves[i].dot(share) + double(i));
        return sum;
    });
}

} // namespace

TEST(BoxSolver, InvertsItsOperatorForAllEnds) {
    const LineEnd ends[] = {LineEnd::Even, LineEnd::Odd, LineEnd::Zero};
    test::Random random(1);
    for (int round = 0; round < 12; ++round) {
        std::array<LineOperator, 3> lines;
        for (LineOperator& line : lines) {
            line.count = random.integer(4, 13);
            line.low = ends[random.integer(0, 2)];
            line.high = ends[random.integer(0, 2)];
            if (random.integer(0, 3) == 0) line.low = line.high = LineEnd::Periodic;
        }
        BoxSolver solver(lines);
        const double shift = random.uniform(0.1, 1.0), scale = random.uniform(0.1, 5.0);
        std::vector<double> x(static_cast<std::size_t>(solver.size()) + 16), right(x.size());
        for (int i = 0; i < solver.size(); ++i)
            right[std::size_t(i)] = random.uniform(-1.0, 1.0);
        x = right;
        solver.solve(x.data(), shift, scale);
        const int nx = lines[0].count, ny = lines[1].count, nz = lines[2].count;
        double worst = 0.0;
        for (int k = 0; k < nz; ++k)
            for (int j = 0; j < ny; ++j)
                for (int i = 0; i < nx; ++i) {
                    const int index[] = {i, j, k};
                    const auto value = [&](int a, int b, int c) { return x[std::size_t((c * ny + b) * nx + a)]; };
                    const double here = value(i, j, k);
                    double sum = shift * here;
                    for (int axis = 0; axis < 3; ++axis)
                        for (const int by : {-1, 1}) {
                            const LineOperator& line = lines[std::size_t(axis)];
                            const LineEnd end = by < 0 ? line.low : line.high;
                            int at[] = {i, j, k};
                            at[axis] = index[axis] + by;
                            double neighbour = end == LineEnd::Even ? here : end == LineEnd::Odd ? -here : 0.0;
                            if (end == LineEnd::Periodic) at[axis] = (at[axis] + line.count) % line.count;
                            if (at[axis] >= 0 && at[axis] < line.count) neighbour = value(at[0], at[1], at[2]);
                            sum += scale * (here - neighbour);
                        }
                    worst = std::max(worst, std::abs(sum - right[std::size_t((k * ny + j) * nx + i)]));
                }
        EXPECT_LT(worst, 1e-12) << round; // measured 2e-14
    }
}

TEST(FluidGrid, ProjectedFlowIsFreeOfDivergence) {
    for (const GridSideKind kind :
         {GridSideKind::Wall, GridSideKind::SlipWall, GridSideKind::Periodic, GridSideKind::Open}) {
        FluidGridDef def = boxOf(18, 13, 21, 0.1, kind, 1e-3);
        def.lowCorner = Vector3(-1.0, 2.0, 0.3);
        FluidGrid grid(def);
        stir(grid, 3);
        for (int i = 0; i < 5; ++i)
            grid.step(0.05);
        EXPECT_GT(grid.kineticEnergy(), 1e-2);
        EXPECT_LT(grid.largestDivergence() * def.spacing, 1e-12) << int(kind); // measured 4e-15
    }
}

TEST(FluidGrid, MomentumOfAClosedPeriodicBoxStaysOverAThousandSteps) {
    FluidGrid grid(boxOf(12, 12, 12, 1.0 / 12, GridSideKind::Periodic, 1e-3));
    stir(grid, 5);
    const Vector3 before = grid.momentum();
    const double energy = grid.kineticEnergy();
    for (int i = 0; i < 1000; ++i)
        grid.step(0.02);
    EXPECT_LT((grid.momentum() - before).norm(), 1e-12); // measured 3e-16
    EXPECT_LT(grid.kineticEnergy(), 0.9 * energy);
}

// The Taylor-Green vortex, carried along by a uniform stream; both are exact solutions.
TEST(FluidGrid, TaylorGreenVortexConvergesWithSecondOrder) {
    const double viscosity = 0.01, end = 0.5, k = 2.0 * kPi;
    const Vector3 stream(0.3, 0.2, 0.1);
    double errors[3];
    for (int level = 0; level < 3; ++level) {
        const int n = 16 << level;
        FluidGrid grid(boxOf(n, n, 4, 1.0 / n, GridSideKind::Periodic, viscosity));
        const auto exact = [&](const Vector3& point, double time) {
            const double decay = std::exp(-2.0 * viscosity * k * k * time);
            const Vector3 q = k * (point - stream * time);
            return Vector3(stream +
                           decay * Vector3(std::sin(q.x()) * std::cos(q.y()), -std::cos(q.x()) * std::sin(q.y()), 0.0));
        };
        grid.setVelocity([&](const Vector3& point) { return exact(point, 0.0); });
        for (int i = 0; i < 2 * n; ++i)
            grid.step(0.5 * end / n);
        double sum = 0.0;
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const Vector3 point = grid.centerOf(i, j, 1) - Vector3(0.5 / n, 0.0, 0.0);
                sum += std::pow(grid.faceVelocity(0, i, j, 1) - exact(point, end).x(), 2);
            }
        errors[level] = std::sqrt(sum) / n;
    }
    EXPECT_LT(errors[2], 1e-4);                       // measured 7e-5
    EXPECT_GT(std::log2(errors[0] / errors[1]), 1.9); // measured 3.1
    EXPECT_GT(std::log2(errors[0] / errors[2]) / 2.0, 1.9);
}

// [Ghia1982, table I]: u is least, -.21090, at y = .4531 on the middle line at Re 100.
TEST(FluidGrid, LidDrivenCavityHasTheProfileOfGhia) {
    const int n = 32;
    FluidGridDef def = boxOf(n, n, 4, 1.0 / n, GridSideKind::Wall, 0.01);
    def.sides[3].velocity = Vector3(1.0, 0.0, 0.0);
    def.sides[4].kind = def.sides[5].kind = GridSideKind::Periodic;
    FluidGrid grid(def);
    for (int i = 0; i < 200; ++i)
        grid.step(0.1);
    const auto u = [&](double y) { return grid.velocityAt(Vector3(0.5, y, 0.5 / n)).x(); };
    double least = 0.0, place = 0.0;
    for (double y = 0.0; y < 1.0; y += 0.01)
        if (u(y) < least) {
            least = u(y);
            place = y;
        }
    EXPECT_NEAR(least, -0.2109, 2e-3); // measured -.2120
    EXPECT_NEAR(place, 0.4531, 0.015);
    EXPECT_NEAR(u(0.9531), 0.68717, 0.01);
    EXPECT_NEAR(u(0.1719), -0.10150, 3e-3);
}

// Shear between two resting walls dies away by the factor exp(-nu (pi/H)^2 t).
TEST(FluidGrid, ThickFluidIsSolvedImplicitly) {
    const int n = 16;
    FluidGridDef def = boxOf(4, n, 4, 1.0 / n, GridSideKind::Wall, 10.0);
    for (const std::size_t side : {0, 1, 4, 5})
        def.sides[side].kind = GridSideKind::Periodic;
    FluidGrid grid(def);
    grid.setVelocity([](const Vector3& point) { return Vector3(std::sin(kPi * point.y()), 0.0, 0.0); });
    const double rate = 4.0 * n * n * std::pow(std::sin(0.5 * kPi / n), 2) * 10.0; // of the grid's own first mode
    const double before = grid.velocityAt(Vector3(0.1, 0.5, 0.1)).x(), step = 1e-3;
    for (int i = 0; i < 10; ++i) {
        const GridReport report = grid.step(step);
        EXPECT_TRUE(report.isViscosityImplicit);
        EXPECT_EQ(report.substeps, 1);
    }
    EXPECT_NEAR(std::log(before / grid.velocityAt(Vector3(0.1, 0.5, 0.1)).x()) / (10.0 * step * rate), 1.0,
                0.05); // 1.03
    for (int i = 0; i < 100; ++i)
        grid.step(1.0);
    EXPECT_LT(grid.kineticEnergy(), 1e-20); // every mode decays without a change of sign
}

TEST(FluidGrid, DyeIsKeptAndBounded) {
    FluidGrid grid(boxOf(16, 16, 16, 1.0 / 16, GridSideKind::Periodic, 1e-3));
    stir(grid, 9);
    grid.addDye(Vector3(0.5, 0.5, 0.5), 0.2, 1.0);
    const auto read = [&](double& least, double& most) {
        double sum = 0.0;
        for (int k = 0; k < 16; ++k)
            for (int j = 0; j < 16; ++j)
                for (int i = 0; i < 16; ++i) {
                    const double dye = grid.dye(i, j, k);
                    least = std::min(least, dye);
                    most = std::max(most, dye);
                    sum += dye;
                }
        return sum;
    };
    double least = 0.0, most = 0.0;
    const double before = read(least, most);
    for (int i = 0; i < 50; ++i)
        grid.step(0.02);
    least = most = 0.0;
    EXPECT_NEAR(read(least, most), before, 1e-11 * before);
    EXPECT_GT(least, -0.01);
    EXPECT_LT(most, 1.01);
    EXPECT_LT(most, 0.99); // the vortex spreads
}

TEST(FluidGrid, SameBytesForAnyNumberOfThreads) {
    std::vector<double> states[2];
    const int threads = omp_get_max_threads();
    for (int run = 0; run < 2; ++run) {
        omp_set_num_threads(run == 0 ? 1 : 3);
        FluidGrid grid(boxOf(18, 11, 13, 0.1, GridSideKind::Open, 1e-2));
        stir(grid, 11);
        grid.addDye(Vector3(0.9, 0.5, 0.6), 0.3, 1.0);
        for (int i = 0; i < 5; ++i)
            grid.step(0.05);
        states[run] = grid.saveState();
    }
    omp_set_num_threads(threads);
    EXPECT_EQ(states[0], states[1]);
}

TEST(FluidGrid, EveryInstructionSetGivesTheSameBytes) {
    const test::KeptInstructionSet kept;
    std::vector<double> baseline;
    for (const InstructionSet set : test::instructionSets()) {
        setInstructionSet(set);
        FluidGrid grid(boxOf(13, 10, 9, 0.1, GridSideKind::Wall, 1e-2));
        stir(grid, 12);
        for (int i = 0; i < 4; ++i)
            grid.step(0.05);
        if (baseline.empty()) baseline = grid.saveState();
        EXPECT_EQ(grid.saveState(), baseline) << instructionSetName(set);
    }
}

TEST(FluidGrid, RestoredStatesRepeatToTheBit) {
    FluidGrid grid(boxOf(10, 12, 8, 0.1, GridSideKind::Wall, 1e-3)), other(grid.def());
    stir(grid, 13);
    for (int i = 0; i < 3; ++i)
        grid.step(0.05);
    other.restoreState(grid.saveState());
    grid.step(0.05);
    other.step(0.05);
    EXPECT_EQ(grid.saveState(), other.saveState());
    EXPECT_NE(test::refusal([&] { other.restoreState(std::vector<double>(5, 1.0)); }), "");
}

TEST(FluidGrid, AShiftedBoxKeepsTheFlowInItsPlace) {
    FluidGridDef def = boxOf(12, 12, 12, 0.1, GridSideKind::Open, 1e-3);
    FluidGrid grid(def);
    stir(grid, 15);
    const Vector3 point(0.83, 0.61, 0.47), before = grid.velocityAt(point);
    grid.shift({3, -2, 1});
    EXPECT_LT((grid.def().lowCorner - Vector3(0.3, -0.2, 0.1)).norm(), 1e-15);
    EXPECT_LT((grid.velocityAt(point) - before).norm(), 1e-15);
    EXPECT_TRUE(grid.step(0.01).finite);
    FluidGrid periodic(boxOf(8, 8, 8, 0.1, GridSideKind::Periodic, 0.0));
    EXPECT_NE(test::refusal([&] { periodic.shift({1, 0, 0}); }).find("periodic"), std::string::npos);
}

TEST(FluidGrid, AShiftKeepsTheLastFacesToo) {
    FluidGrid grid(boxOf(8, 8, 8, 0.1, GridSideKind::Open, 0.0));
    grid.setVelocity([](const Vector3& point) { return Vector3(1.5 + point.y(), 0.5 - point.z(), 0.7); });
    FluidGrid same(boxOf(8, 8, 8, 0.1, GridSideKind::Open, 0.0));
    same.restoreState(grid.saveState());
    same.shift({0, 0, 0});
    EXPECT_EQ(same.saveState(), grid.saveState());
    // A shift along an axis leaves the remaining cells free of divergence: none of their faces is new.
    for (int axis = 0; axis < 3; ++axis)
        for (const int by : {-2, 3}) {
            FluidGrid shifted(boxOf(8, 8, 8, 0.1, GridSideKind::Open, 0.0));
            shifted.restoreState(grid.saveState());
            std::array<int, 3> cells = {0, 0, 0};
            cells[std::size_t(axis)] = by;
            shifted.shift(cells);
            int index[3] = {3, 4, 2};
            index[axis] = by > 0 ? 8 - by : -by; // beyond the last remaining cell, or at the first one
            int old[3] = {index[0], index[1], index[2]};
            old[axis] += by;
            EXPECT_EQ(shifted.faceVelocity(axis, index[0], index[1], index[2]),
                      grid.faceVelocity(axis, old[0], old[1], old[2]))
                << axis << " " << by;
            for (int other = 0; other < 3; ++other) { // of components along the shifted axis, at their own last face
                if (other == axis) continue;
                int place[3] = {3, 4, 2};
                place[other] = 8;
                int from[3] = {place[0], place[1], place[2]};
                from[axis] += by;
                EXPECT_EQ(shifted.faceVelocity(other, place[0], place[1], place[2]),
                          grid.faceVelocity(other, from[0], from[1], from[2]))
                    << axis << " " << by << " " << other;
            }
        }
}

// The flow stays free of divergence in a shift across it.
TEST(FluidGrid, AStreamThatIsShiftedAcrossHasNoDivergence) {
    for (const std::array<int, 3>& by : {std::array<int, 3>{0, 0, 1}, {0, -3, 2}, {0, 0, 0}}) {
        FluidGrid grid(boxOf(8, 8, 8, 0.1, GridSideKind::Open, 0.0));
        grid.setVelocity([](const Vector3&) { return Vector3(1.5, 0.0, 0.0); });
        grid.shift(by);
        EXPECT_LT(grid.largestDivergence(), 1e-12);
    }
}

TEST(FluidGrid, KineticEnergyIsThatOfAllFreeFaces) {
    const FluidGridDef def = boxOf(8, 6, 5, 0.1, GridSideKind::Open, 0.0);
    FluidGrid grid(def);
    grid.setVelocity([](const Vector3&) { return Vector3(1.5, -0.5, 0.7); });
    const double x = 9 * 6 * 5, y = 8 * 7 * 5, z = 8 * 6 * 6;
    const double expected = 0.5 * def.density * 1e-3 * (x * 2.25 + y * 0.25 + z * 0.49);
    EXPECT_NEAR(grid.kineticEnergy() / expected, 1.0, 1e-12);
    // Momentum and energy of a uniform flow have the same faces.
    EXPECT_NEAR(0.5 * Vector3(1.5, -0.5, 0.7).dot(grid.momentum()) / expected, 1.0, 1e-12);
}

// Water entering through an open side is at rest and brings no energy.
TEST(FluidGrid, AFlowThroughOpenSidesGainsNoEnergy) {
    for (const unsigned seed : {21u, 22u, 23u}) {
        FluidGrid grid(boxOf(14, 12, 10, 0.1, GridSideKind::Open, 0.0));
        stir(grid, seed);
        grid.addDye(Vector3(0.7, 0.6, 0.5), 0.3, 1.0);
        const double first = grid.kineticEnergy();
        double energy = first;
        for (int i = 0; i < 400; ++i) {
            grid.step(0.05);
            EXPECT_LT(grid.kineticEnergy(), energy) << "step " << i;
            energy = grid.kineticEnergy();
        }
        EXPECT_LT(energy, 0.05 * first);
    }
}

TEST(FluidGrid, AUniformStreamThroughOpenSidesStays) {
    FluidGridDef def = boxOf(10, 9, 8, 0.1, GridSideKind::Open, 1e-3);
    def.velocity = Vector3(0.4, -0.3, 0.2);
    def.setSides(GridSideKind::Open);
    FluidGrid grid(def);
    for (int i = 0; i < 100; ++i)
        grid.step(0.05);
    for (int k = 0; k < 8; ++k)
        EXPECT_LT((grid.velocityAt(Vector3(0.55, 0.45, 0.05 + 0.1 * k)) - def.velocity).norm(), 1e-13);
}

TEST(FluidGrid, AFlowThatStopsBeingFiniteStartsAnew) {
    FluidGrid grid(boxOf(8, 8, 8, 0.1, GridSideKind::Wall, 1e-3));
    for (const double bad : {1e300, std::nan("")}) {
        grid.addAcceleration(Vector3(bad, 0.0, 0.0));
        EXPECT_FALSE(grid.step(0.1).finite);
        EXPECT_EQ(grid.kineticEnergy(), 0.0);
        EXPECT_TRUE(grid.step(0.1).finite);
    }
}

TEST(FluidGrid, RefusesBadDefinitions) {
    const auto refusal = [](const std::function<void(FluidGridDef&)>& change) {
        FluidGridDef def;
        change(def);
        return test::refusal([&] { FluidGrid grid(def); });
    };
    const auto names = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
    EXPECT_TRUE(names(refusal([](FluidGridDef& def) { def.cells[1] = 3; }), "3 cells"));
    EXPECT_TRUE(names(refusal([](FluidGridDef& def) { def.spacing = 0.0; }), "spacing"));
    EXPECT_TRUE(names(refusal([](FluidGridDef& def) { def.density = -1.0; }), "density"));
    EXPECT_TRUE(names(refusal([](FluidGridDef& def) { def.dynamicViscosity = std::nan(""); }), "viscosity"));
    EXPECT_TRUE(names(refusal([](FluidGridDef& def) { def.sides[0].kind = GridSideKind::Periodic; }), "low x"));
    EXPECT_TRUE(names(refusal([](FluidGridDef& def) { def.sides[5].velocity.z() = 1.0; }), "high z"));
    EXPECT_TRUE(names(refusal([](FluidGridDef& def) {
                          def.sides[0] = {GridSideKind::Inflow, Vector3::UnitX()};
                      }),
                      "no side is open"));
    FluidGrid grid((FluidGridDef()));
    EXPECT_NE(test::refusal([&] { grid.step(-1.0); }), "");
}

} // namespace fluid_grid_test
