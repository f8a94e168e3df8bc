// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/FastBoundaryOperator.h"

#include "../TestBodies.h"
#include "AmbientFluid/Math/Quadrature.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/BlockGmres.h"
#include "AmbientFluid/PotentialFlow/NeumannSolver.h"
#include "AmbientFluid/PotentialFlow/PanelLanes.h"
#include "TwoBalls.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace fast_boundary_operator_test {

using namespace ambient;

namespace {

SixColumns fluxOf(const std::vector<Panel>& panels) {
    SixColumns flux(panels.size(), 6);
    for (size_t f = 0; f < panels.size(); ++f)
        flux.row(f) = unitMotionNormalVelocity(panels[f].centroid, panels[f].normal).transpose();
    return flux;
}

/// Both sides of the system with dense matrices, at the centroids or in the mean over three points of each panel.
struct Dense {
    Dense(const std::vector<Panel>& panels, int points) {
        const int n = static_cast<int>(panels.size());
        const SixColumns flux = fluxOf(panels);
        matrix.setZero(n, n);
        load.setZero(n, 6);
        for (int i = 0; i < n; ++i)
            for (int q = 0; q < points; ++q) {
                const auto& b = kTriangleRuleDegree2[q].barycentric;
                const Panel& at = panels[i];
                const Vector3 x =
                    points == 1 ? at.centroid : b[0] * at.corner[0] + b[1] * at.corner[1] + b[2] * at.corner[2];
                for (int j = 0; j < n; ++j) {
                    const PanelIntegrals integrals = integratePanel(panels[j], x);
                    if (i != j) matrix(i, j) -= integrals.solidAngle / (4.0 * kPi * points);
                    load.row(i) -= integrals.singleLayer / (4.0 * kPi * points) * flux.row(j);
                }
            }
        matrix.diagonal().setConstant(0.5);
    }
    Matrix matrix;
    SixColumns load;
};

/// Errors of the load and of the operator on random densities, over the exact ones' size.
struct OperatorErrors {
    OperatorErrors(const std::vector<Panel>& panels, const Dense& dense, const FastBoundaryOptions& options) {
        const FastBoundaryOperator op(panels, fluxOf(panels), options, {});
        const int n = static_cast<int>(panels.size());
        test::Random random(3);
        SixRows density(n, 6), image;
        SixColumns columns(n, 6), loadInOrder(n, 6);
        for (int row = 0; row < n; ++row) {
            density.row(row) << random.vector().transpose(), random.vector().transpose();
            columns.row(op.order()[row]) = density.row(row);
            loadInOrder.row(op.order()[row]) = op.load().row(row);
        }
        op.apply(density, image);
        SixColumns imageInOrder(n, 6);
        for (int row = 0; row < n; ++row)
            imageInOrder.row(op.order()[row]) = image.row(row);
        const SixColumns exact = dense.matrix * columns;
        apply = (imageInOrder - exact).norm() / exact.norm();
        load = (loadInOrder - dense.load).norm() / dense.load.norm();
        constant = op.constantDefect();
    }
    double apply = 0.0, load = 0.0, constant = 0.0;
};

std::vector<TriangleMesh> bodies() {
    return {test::lumpy(makeSphere(1.0, 1280)), makePlate({2.0, 0.05, 2.0}, 1200),
            test::twoBalls(320, makeSphere(1.0, 720))};
}

} // namespace

TEST(FastBoundaryOperator, IsTheDenseSystemToAnErrorThatTheOrderSets) {
    for (const TriangleMesh& mesh : bodies())
        for (int points : {1, 3}) {
            const std::vector<Panel> panels = makePanels(mesh);
            const Dense dense(panels, points);
            double bound = 1e-3; // a quarter for two degrees more
            for (int order : {4, 6, 8, 10}) {
                FastBoundaryOptions options;
                options.order = order;
                options.targetPoints = points;
                const OperatorErrors errors(panels, dense, options);
                EXPECT_LT(errors.apply, bound)
                    << order; // measured half the bound, at order 10 a fifth or the plate's 1.3e-5
                EXPECT_LT(errors.load, bound) << order;
                EXPECT_LT(errors.constant, 4.0 * bound) << order;
                bound *= 0.25;
            }
        }
}

TEST(FastBoundaryOperator, IsExactWhereNothingIsFar) {
    const std::vector<Panel> panels = makePanels(test::lumpy(makeSphere(1.0, 320)));
    FastBoundaryOptions options;
    options.leafSize = 320;
    options.targetPoints = 1;
    const OperatorErrors errors(panels, Dense(panels, 1), options);
    EXPECT_LT(errors.load, 1e-14);    // closed forms in double precision
    EXPECT_LT(errors.apply, 5e-8);    // the double layer is kept in single
    EXPECT_LT(errors.constant, 1e-6); // a closed surface is -1/2 of itself
}

TEST(FastBoundaryOperator, SolvedGivesThePotentialsOfCollocation) {
    for (const TriangleMesh& mesh : bodies()) {
        const AddedMass twin = solveCollocation(mesh, {});
        const std::vector<Panel> panels = makePanels(mesh);
        FastBoundaryOptions options;
        options.order = 10;
        options.targetPoints = 1;
        const FastBoundaryOperator op(panels, fluxOf(panels), options, {});
        SixRows x;
        GmresOptions iteration;
        iteration.tolerance = 1e-7;
        const GmresReport report =
            solveInLockstep([&](const SixRows& in, SixRows& out) { op.apply(in, out); }, op.load(), x, iteration);
        EXPECT_LE(report.residual, 1e-7);
        SixColumns phi(x.rows(), 6);
        for (int row = 0; row < x.rows(); ++row)
            phi.row(op.order()[row]) = x.row(row);
        EXPECT_LT((phi - twin.unitPotentials).norm(), 1e-4 * twin.unitPotentials.norm());
    }
}

TEST(PanelTree, CountsEveryPairOnce) {
    for (const TriangleMesh& mesh : bodies()) {
        const std::vector<Panel> panels = makePanels(mesh);
        const PanelTree tree(panels, 20, 0.65);
        const int n = static_cast<int>(panels.size());
        Eigen::MatrixXi seen = Eigen::MatrixXi::Zero(n, n);
        for (size_t t = 0; t < tree.cells.size(); ++t) {
            const PanelCell& target = tree.cells[t];
            const auto count = [&](const PanelCell& source) {
                seen.block(target.begin, source.begin, target.count(), source.count()).array() += 1;
            };
            for (int s : tree.far[t]) {
                count(tree.cells[s]);
                EXPECT_LT(target.targetRadius + tree.cells[s].sourceRadius,
                          0.65 * (target.centre - tree.cells[s].centre).norm());
            }
            if (target.isLeaf())
                for (int leaf : tree.near[target.leaf])
                    count(tree.cells[tree.leaves[leaf]]);
        }
        EXPECT_EQ(seen.minCoeff(), 1);
        EXPECT_EQ(seen.maxCoeff(), 1);
        std::vector<int> order = tree.order;
        std::sort(order.begin(), order.end());
        for (int i = 0; i < n; ++i)
            EXPECT_EQ(order[i], i);
    }
}

TEST(PanelTree, EndsWhereAllCentroidsCoincide) {
    const std::vector<Panel> panels(100, Panel({0, 0, 0}, {1, 0, 0}, {0, 1, 0}));
    const PanelTree tree(panels, 10, 0.65);
    EXPECT_EQ(tree.leaves.size(), 1u);
    EXPECT_EQ(tree.near[0], std::vector<int>{0});
}

TEST(PanelLanes, AreTheClosedFormsOfOnePoint) {
    test::Random random(5);
    for (int trial = 0; trial < 300; ++trial) {
        const Panel panel(random.vector(), random.vector(), random.vector());
        const PanelNumbers numbers(panel);
        const bool remote = trial % 3 == 0;
        double x[2], y[2], z[2];
        for (int i = 0; i < 2; ++i) {
            Vector3 p = 2.0 * random.vector();
            if (remote) p = panel.centroid + (1.0 + i) * numbers.remoteDistance * random.vector().normalized();
            x[i] = p.x(), y[i] = p.y(), z[i] = p.z();
        }
        const auto any = integratePanelLanes<Range::Any, 2>(numbers, x, y, z);
        const auto far = integratePanelLanes<Range::Remote, 2>(numbers, x, y, z);
        for (int i = 0; i < 2; ++i) {
            const PanelIntegrals one = integratePanel(panel, {x[i], y[i], z[i]});
            const double size = panel.area / (panel.centroid - Vector3(x[i], y[i], z[i])).norm();
            EXPECT_NEAR(any.solidAngle[i], one.solidAngle, 1e-13);
            EXPECT_NEAR(any.singleLayer[i], one.singleLayer, 1e-12 * size);
            if (!remote) continue;
            EXPECT_NEAR(far.solidAngle[i], one.solidAngle, 1e-13);
            EXPECT_NEAR(far.singleLayer[i], one.singleLayer, 1e-11 * size);
        }
    }
}

TEST(BlockGmres, SolvesEveryColumnAndSaysHowWell) {
    const int n = 60;
    test::Random random(7);
    Matrix a = Matrix::Identity(n, n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            a(i, j) += 0.3 * random.vector().x() / std::sqrt(n);
    SixRows load(n, 6);
    for (int i = 0; i < n; ++i)
        load.row(i) << random.vector().transpose(), 1e-9 * random.vector().x(), 0.0, i == 3;
    const auto apply = [&](const SixRows& x, SixRows& result) { result = a * x; };
    for (int restart : {5, 100}) {
        GmresOptions options;
        options.tolerance = 1e-10;
        options.restart = restart;
        SixRows x;
        const GmresReport report = solveInLockstep(apply, load, x, options);
        EXPECT_LE(report.residual, 1e-10);
        for (int c = 0; c < 6; ++c)
            EXPECT_LE((load.col(c) - a * x.col(c)).norm(), 1.01e-10 * load.col(c).norm() + 1e-300) << c;
        EXPECT_TRUE(x.col(4).isZero(0.0));
    }
}

TEST(BlockGmres, StopsAndSaysSoWhereNothingIsGained) {
    // A rotation of all unknowns by one place: GMRES makes no progress before the last iteration.
    const int n = 50;
    SixRows load = SixRows::Zero(n, 6);
    load.row(0).setOnes();
    const auto apply = [&](const SixRows& x, SixRows& result) {
        result.resize(n, 6);
        result.bottomRows(n - 1) = x.topRows(n - 1);
        result.row(0) = x.row(n - 1);
    };
    SixRows x;
    GmresOptions options;
    options.restart = 20;
    const GmresReport report = solveInLockstep(apply, load, x, options);
    EXPECT_EQ(report.iterations, 20);
    EXPECT_NEAR(report.residual, 1.0, 1e-12);
    options.restart = n;
    EXPECT_LE(solveInLockstep(apply, load, x, options).residual, options.tolerance);
}

} // namespace fast_boundary_operator_test
