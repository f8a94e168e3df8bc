// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/WaveRadiation.h"

#include "../Hydrostatics/HullShapes.h"
#include "../TestBodies.h"
#include "AmbientFluid/Hydrostatics/Hydrostatics.h"
#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/BoundaryOperator.h"
#include "AmbientFluid/PotentialFlow/NeumannSolver.h"
#include "AmbientFluid/SurfaceWaves/FreeSurfaceSystem.h"
#include "TestThreads.h"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

namespace wave_radiation_test {

using namespace ambient;
using test::refusal;

namespace {

constexpr int kSurge = 3, kSway = 4, kHeave = 5, kRoll = 0, kPitch = 1;

/// Unit density and gravity, so that w^2 = k.
WaveRadiationDef plainDef(std::vector<double> waveNumbers, int faces = 0) {
    WaveRadiationDef def;
    def.fluidDensity = def.gravity = 1.0;
    def.waveNumbers = std::move(waveNumbers);
    def.faces = faces;
    def.estimatesError = false;
    return def;
}

/// Largest difference over the largest entry, lengths of about 1 m.
double difference(const Matrix6& a, const Matrix6& b) {
    return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

/// The wet panels and their mirror images in the surface, out of the double body, all parts of a symmetric body.
TriangleMesh doubleBody(const WetPanels& panels) {
    TriangleMesh mesh;
    const auto add = [&mesh](const Vector3& a, const Vector3& b, const Vector3& c) {
        const int first = mesh.vertexCount();
        mesh.vertices.insert(mesh.vertices.end(), {a, b, c});
        mesh.faces.push_back({first, first + 1, first + 2});
    };
    for (const Panel& panel : panels.hull())
        add(panel.corner[0], panel.corner[1], panel.corner[2]);
    const std::size_t below = mesh.faces.size();
    for (std::size_t f = 0; f < below; ++f) {
        const auto up = [&](int k) {
            return Vector3(mesh.corner(static_cast<int>(f), k).cwiseProduct(Vector3(1, 1, -1)));
        };
        const Vector3 a = up(0), b = up(1), c = up(2);
        add(a, c, b);
    }
    return mesh;
}

} // namespace

// A. Hulme, J. Fluid Mech. 121 (1982), over displaced mass and frequency. Measured: B within .0021.
TEST(WaveRadiation, HemisphereHasHulmesValues) {
    const WaveRadiation found = computeWaveRadiation(makeSphere(1.0, 1280), plainDef({0.1, 1.0, 2.0, 4.0}));
    EXPECT_EQ(found.planesOfSymmetry, 2);
    const double mass = found.volume;
    EXPECT_NEAR(mass, 2.0 / 3.0 * kPi, 1e-3);
    const double hulme[3][4] = {
        {0.8627, 0.1816, 0.5223, 0.0010}, {0.4284, 0.2484, 0.5740, 0.3535}, {0.3884, 0.1031, 0.2493, 0.3429}};
    for (std::size_t i = 0; i < 3; ++i) {
        const WaveRow& row = found.rows[i];
        SCOPED_TRACE(row.waveNumber);
        EXPECT_NEAR(row.addedMass(kHeave, kHeave) / mass, hulme[i][0], 0.004);
        EXPECT_NEAR(row.damping(kHeave, kHeave) / mass / row.frequency, hulme[i][1], 0.002);
        for (const int side : {kSurge, kSway}) {
            EXPECT_NEAR(row.addedMass(side, side) / mass, hulme[i][2], 0.004);
            EXPECT_NEAR(row.damping(side, side) / mass / row.frequency, hulme[i][3], 0.003);
        }
    }
    // Beyond the first irregular frequencies: without the lid .101.
    EXPECT_NEAR(found.rows[3].addedMass(kSurge, kSurge) / mass, 0.162, 0.005);
    EXPECT_NEAR(found.addedMassAtInfinity(kHeave, kHeave) / mass, 0.5, 0.004);
    EXPECT_NEAR(found.addedMassAtInfinity(kSurge, kSurge) / mass, 0.2732, 0.004);
    EXPECT_NEAR(found.addedMassAtZero(kSurge, kSurge) / mass, 0.5, 0.004); // half of a sphere in unbounded water
    EXPECT_LT(found.energyDefect, 0.03);
}

// The same panels with their images, by the solver of bodies in unbounded water.
TEST(WaveRadiation, LimitsAreThoseOfTheDoubleBody) {
    test::Random random(5);
    for (int i = 0; i < 3; ++i) {
        const TriangleMesh hull = test::randomHull(random);
        const WaveRadiation found = computeWaveRadiation(hull, plainDef({0.3}, 120));
        const WetPanels panels(hull, {Quaternion::Identity(), -found.waterplaneInMesh}, 120, 0.0);
        const TriangleMesh both = doubleBody(panels);
        const int below = static_cast<int>(panels.hull().size());
        for (const double sign : {1.0, -1.0}) {
            Matrix flux(2 * below, 6);
            for (int f = 0; f < below; ++f) {
                const Panel& panel = panels.hull()[static_cast<std::size_t>(f)];
                flux.row(f) = unitMotionNormalVelocity(panel.centroid, panel.normal).transpose();
                flux.row(f + below) = sign * flux.row(f);
            }
            const Matrix potentials = solveCollocation(both, flux, {}).potentials;
            Matrix6 added = Matrix6::Zero();
            for (int f = 0; f < below; ++f)
                added -= panels.hull()[static_cast<std::size_t>(f)].area * potentials.row(f).transpose() * flux.row(f);
            added = 0.5 * (added + added.transpose()).eval();
            EXPECT_LT(difference(sign > 0.0 ? found.addedMassAtZero : found.addedMassAtInfinity, added), 1e-11);
        }
    }
}

// A approaches A_0 as k ln k, and A_inf as 1/k: the hull is not upright at the surface.
TEST(WaveRadiation, SlowAndQuickMotionApproachTheLimits) {
    WaveRadiationDef def = plainDef({1e-4, 0.01, 4.0, 8.0}, 700);
    def.waterFromMesh.position.z() = 0.3;
    const WaveRadiation found = computeWaveRadiation(makeSphere(1.0, 1280), def);
    EXPECT_LT(difference(found.rows[0].addedMass, found.addedMassAtZero), 1e-3);
    EXPECT_LT(difference(found.rows[0].addedMass, found.addedMassAtZero),
              difference(found.rows[1].addedMass, found.addedMassAtZero));
    EXPECT_LT(found.rows[0].damping.cwiseAbs().maxCoeff(), 1e-4);
    const auto toLimit = [&](std::size_t row) {
        return difference(found.rows[row].addedMass, found.addedMassAtInfinity);
    };
    EXPECT_LT(toLimit(3), 0.7 * toLimit(2));
    EXPECT_LT(toLimit(3), 0.2);
}

// Energy: the damping by the pressure on the hull is that of the waves far away, which follow from the forces of waves
// (Haskind). Reciprocity: A + i B/w is symmetric before it is made so.
TEST(WaveRadiation, RandomHullsKeepEnergyAndReciprocity) {
    test::Random random(8);
    for (int i = 0; i < 4; ++i) {
        const TriangleMesh hull = test::randomHull(random);
        WaveRadiationDef def = plainDef({0.2, 0.8}, 300);
        def.waterFromMesh = {expSO3(random.uniform(-0.2, 0.2) * random.direction()), random.vector(0.1)};
        const WaveRadiation found = computeWaveRadiation(hull, def);
        EXPECT_LT(found.energyDefect, 0.05);
        EXPECT_EQ(found.planesOfSymmetry, 0);
        const Pose pose{def.waterFromMesh.orientation, -(def.waterFromMesh.orientation * found.waterplaneInMesh)};
        const WetPanels panels(hull, pose, 300, 0.0);
        const FreeSurfaceSystem system(panels);
        for (const WaveRow& row : found.rows) {
            const auto raw = system.fluxIntegrals(system.solve(row.waveNumber, def.depth));
            EXPECT_LT((raw - raw.transpose()).cwiseAbs().maxCoeff(), 0.03 * raw.cwiseAbs().maxCoeff());
            const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> damping(Eigen::MatrixXd(row.damping));
            EXPECT_GT(damping.eigenvalues().minCoeff(), -1e-12 * damping.eigenvalues().maxCoeff());
        }
    }
}

// Half as large panels: the error of the added mass falls as the number of panels grows, and the estimate is of its
// size.
TEST(WaveRadiation, ConvergesAndEstimatesItsError) {
    const TriangleMesh box = makeBox({2.0, 1.2, 1.6}, 12);
    WaveRadiationDef def = plainDef({0.5, 1.0});
    const auto solve = [&](int faces, bool estimates) {
        def.faces = faces;
        def.estimatesError = estimates;
        return computeWaveRadiation(box, def);
    };
    const WaveRadiation coarse = solve(150, true), middle = solve(600, false), fine = solve(2400, false);
    const double first = difference(coarse.rows[1].addedMass, fine.rows[1].addedMass),
                 second = difference(middle.rows[1].addedMass, fine.rows[1].addedMass);
    EXPECT_LT(second, 0.5 * first);
    EXPECT_LT(second, 0.02);
    EXPECT_GT(coarse.errorEstimate, 0.3 * first);
    EXPECT_LT(coarse.errorEstimate, 6.0 * first);
}

// Turned about the vertical, moved, of other size, density and gravity; turning also takes the planes of symmetry away.
TEST(WaveRadiation, DoesNotDependOnPlaceHeadingAndSize) {
    const TriangleMesh hull = test::scaled(makeEllipsoid({2.0, 1.0, 0.8}, 720), 1.0);
    WaveRadiationDef def = plainDef({0.4, 1.3}, 360);
    def.headings = {0.5};
    const WaveRadiation a = computeWaveRadiation(hull, def);
    EXPECT_EQ(a.planesOfSymmetry, 2);
    const double size = 3.7, density = 1025.0, gravity = 9.8, turn = 0.3;
    const Pose moved{expSO3(turn * Vector3::UnitZ()), Vector3(5.0, -2.0, 0.0)};
    WaveRadiationDef other = def;
    other.fluidDensity = density;
    other.gravity = gravity;
    other.waterFromMesh = moved;
    other.headings = {0.5 + turn};
    for (double& k : other.waveNumbers)
        k /= size;
    const WaveRadiation b = computeWaveRadiation(test::scaled(hull, size), other);
    EXPECT_EQ(b.planesOfSymmetry, 0);
    const Matrix3 r = moved.orientation.toRotationMatrix();
    Matrix6 axes = Matrix6::Zero(); // units of the other case
    axes.topLeftCorner<3, 3>() = size * r;
    axes.bottomRightCorner<3, 3>() = r;
    const double mass = density * size * size * size;
    for (std::size_t i = 0; i < a.rows.size(); ++i) {
        const WaveRow &x = a.rows[i], &y = b.rows[i];
        const double time = y.frequency / x.frequency;
        // Without symmetry the panels are others: the difference is that of the discretisation.
        EXPECT_LT(difference(y.addedMass, mass * axes * x.addedMass * axes.transpose()), 0.02);
        EXPECT_LT(difference(y.damping, mass * time * axes * x.damping * axes.transpose()), 0.02);
        const Complex6 force = mass * time * time * axes.cast<std::complex<double>>() * x.excitation[0].total();
        EXPECT_LT((y.excitation[0].total() - force).norm(), 0.02 * force.norm());
    }
    // The same panels in another unit: to rounding.
    other.waterFromMesh = {};
    other.headings = def.headings;
    const WaveRadiation c = computeWaveRadiation(test::scaled(hull, size), other);
    axes.topLeftCorner<3, 3>() = size * Matrix3::Identity();
    axes.bottomRightCorner<3, 3>().setIdentity();
    EXPECT_LT(difference(c.rows[1].addedMass, mass * axes * a.rows[1].addedMass * axes), 1e-9);
}

// Waves much longer than the body carry it as they carry the water: heave 1, surge i, pitch the slope -i k.
TEST(WaveRadiation, LongWavesCarryAFloatLikeTheWater) {
    const TriangleMesh box = makeBox({2.0, 1.0, 1.0}, 12);
    WaveRadiationDef def = plainDef({0.002}, 500);
    def.headings = {0.0, 0.5 * kPi};
    const WaveRadiation found = computeWaveRadiation(box, def);
    const double mass = found.volume;
    const Vector3 center(0.0, 0.0, -0.3);
    Matrix6 inertia = Matrix6::Zero();
    inertia.bottomRightCorner<3, 3>() = mass * Matrix3::Identity();
    inertia.topLeftCorner<3, 3>() = 0.3 * mass * Matrix3::Identity() - mass * skew(center) * skew(center);
    inertia.topRightCorner<3, 3>() = mass * skew(center);
    inertia.bottomLeftCorner<3, 3>() = -mass * skew(center);
    const std::complex<double> i(0.0, 1.0);
    const WaveRow& row = found.rows[0];
    const Complex6 ahead = waveResponse(row, row.excitation[0], inertia, found.restoring(center));
    const Complex6 beam = waveResponse(row, row.excitation[1], inertia, found.restoring(center));
    const double k = row.waveNumber;
    EXPECT_LT(std::abs(ahead[kHeave] - 1.0), 0.005);
    EXPECT_LT(std::abs(ahead[kSurge] - i), 0.005);
    EXPECT_LT(std::abs(ahead[kPitch] + i * k), 0.02 * k);
    EXPECT_LT(std::abs(beam[kSway] - i), 0.005);
    EXPECT_LT(std::abs(beam[kRoll] - i * k), 0.02 * k);
    // Long waves lift by rho g times the waterplane.
    EXPECT_LT(std::abs(row.excitation[0].total()[kHeave] - found.waterplaneArea), 0.01 * found.waterplaneArea);
}

TEST(WaveRadiation, HasTheSameBytesForAnyNumberOfThreads) {
    const TriangleMesh hull = makeEllipsoid({2.0, 1.0, 0.8}, 320);
    WaveRadiationDef def = plainDef({0.4, 0.7, 1.3}, 160);
    def.estimatesError = true;
    std::vector<WaveRadiation> found;
    for (const int threads : {1, 3}) {
        const test::Threads scope(threads);
        found.push_back(computeWaveRadiation(hull, def));
    }
    EXPECT_EQ(found[0].errorEstimate, found[1].errorEstimate);
    EXPECT_EQ(found[0].addedMassAtInfinity, found[1].addedMassAtInfinity);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(found[0].rows[i].addedMass, found[1].rows[i].addedMass);
        EXPECT_EQ(found[0].rows[i].damping, found[1].rows[i].damping);
        EXPECT_EQ(found[0].rows[i].excitation[0].total(), found[1].rows[i].excitation[0].total());
    }
}

TEST(WaveRadiation, CallsItsListenerAndPassesItsExceptionsOn) {
    WaveRadiationDef def = plainDef({0.5, 1.0}, 60);
    def.estimatesError = true;
    double last = 0.0;
    def.progress = [&last](double fraction) {
        EXPECT_GE(fraction, last);
        last = fraction;
    };
    computeWaveRadiation(makeBox({1.0, 1.0, 1.0}, 12), def);
    EXPECT_EQ(last, 1.0);
    def.progress = [](double) { throw std::runtime_error("enough"); };
    EXPECT_THROW(computeWaveRadiation(makeBox({1.0, 1.0, 1.0}, 12), def), std::runtime_error);
}

// Other threads solve on while one of them tells the listener, however long it takes.
TEST(WaveRadiation, ASlowListenerLosesNothing) {
    const test::Threads scope(3);
    WaveRadiationDef def = plainDef({0.3, 0.5, 0.7, 0.9, 1.1, 1.3, 1.5, 1.7}, 60);
    const WaveRadiation alone = computeWaveRadiation(makeBox({1.0, 1.0, 1.0}, 12), def);
    def.progress = [](double) { std::this_thread::sleep_for(std::chrono::milliseconds(3)); };
    const WaveRadiation told = computeWaveRadiation(makeBox({1.0, 1.0, 1.0}, 12), def);
    EXPECT_EQ(told.addedMassAtInfinity, alone.addedMassAtInfinity);
    for (std::size_t i = 0; i < alone.rows.size(); ++i)
        EXPECT_EQ(told.rows[i].addedMass, alone.rows[i].addedMass) << i;
}

TEST(WaveRadiation, WhatCannotBeSolvedIsNamed) {
    const auto message = [](auto change) {
        return refusal([&] {
            TriangleMesh mesh = makeBox({1.0, 1.0, 1.0}, 12);
            WaveRadiationDef def = plainDef({0.5}, 60);
            change(mesh, def);
            computeWaveRadiation(mesh, def);
        });
    };
    const auto has = [](const std::string& text, const char* word) { return text.find(word) != std::string::npos; };
    EXPECT_PRED2(has, message([](TriangleMesh&, WaveRadiationDef& d) { d.waveNumbers = {-1.0}; }), "wave number");
    EXPECT_PRED2(has, message([](TriangleMesh&, WaveRadiationDef& d) { d.waveNumbers = {50.0}; }), "too high");
    EXPECT_PRED2(has, message([](TriangleMesh&, WaveRadiationDef& d) { d.fluidDensity = 0.0; }), "fluid density");
    EXPECT_PRED2(has, message([](TriangleMesh&, WaveRadiationDef& d) { d.faces = 7; }), "faces");
    for (const double k : {1e4, 1e9, 1e17, 1e300})
        EXPECT_PRED2(has, message([k](TriangleMesh&, WaveRadiationDef& d) { d = plainDef({k}, 0); }), "panels or more");
    EXPECT_PRED2(has, message([](TriangleMesh&, WaveRadiationDef& d) { d.waterFromMesh.position.z() = 2.0; }),
                 "does not cut the body: it reaches from 1.5 to 2.5 m above");
    EXPECT_PRED2(has, message([](TriangleMesh&, WaveRadiationDef& d) { d.waterFromMesh.position.z() = -2.0; }),
                 "does not cut");
    EXPECT_PRED2(has, message([](TriangleMesh& m, WaveRadiationDef&) { m.faces.pop_back(); }), "edge");
    EXPECT_PRED2(has, refusal([] { uprightPose(makeBox({1.0, 1.0, 1.0}, 12), 1.5); }), "draft");
}

} // namespace wave_radiation_test
