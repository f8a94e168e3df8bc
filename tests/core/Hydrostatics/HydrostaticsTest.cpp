// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Hydrostatics/Hydrostatics.h"

#include "../TestBodies.h"
#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshRepair.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "HullShapes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hydrostatics_test {

using namespace ambient;
using test::refusal;

namespace {

constexpr double kDensity = 1025.0;

double degrees(double angle) {
    return angle * 180.0 / kPi;
}

HydrostaticsDef load(double mass, const Vector3& center, std::vector<double> heels = {}) {
    HydrostaticsDef def;
    def.mass = mass;
    def.centerOfMass = center;
    def.fluidDensity = kDensity;
    def.heels = std::move(heels);
    return def;
}

/// A box of length L, beam B and depth D about its middle, floating at the draft T with its centre of mass at height g.
struct Box {
    double length = 10.0, beam = 4.0, depth = 3.0, draft = 1.2, mass = 0.0, height = -0.4;

    TriangleMesh mesh() const { return makeBox({length, beam, depth}, 12); }
    HydrostaticsDef def(std::vector<double> heels = {}) const {
        return load(kDensity * length * beam * draft, {0.0, 0.0, height}, std::move(heels));
    }
    double radius() const { return beam * beam / (12.0 * draft); }
    double metacentre() const { return radius() + 0.5 * draft - 0.5 * depth - height; }
};

/// GZ of a long box from its cross-section: the corners below the surface, whose level bisection finds.
double sectionArm(const Box& box, double heel) {
    const double up[2] = {std::sin(heel), std::cos(heel)};
    const double corners[4][2] = {{-0.5 * box.beam, -0.5 * box.depth},
                                  {0.5 * box.beam, -0.5 * box.depth},
                                  {0.5 * box.beam, 0.5 * box.depth},
                                  {-0.5 * box.beam, 0.5 * box.depth}};
    struct Sums {
        double area = 0.0, y = 0.0, z = 0.0;
    };
    const auto below = [&](double level) {
        std::vector<std::array<double, 2>> wet;
        for (int i = 0; i < 4; ++i) {
            const double *a = corners[i], *b = corners[(i + 1) % 4];
            const double onA = level - up[0] * a[0] - up[1] * a[1], onB = level - up[0] * b[0] - up[1] * b[1];
            if (onA > 0.0) wet.push_back({a[0], a[1]});
            if ((onA > 0.0) != (onB > 0.0)) {
                const double f = onA / (onA - onB);
                wet.push_back({a[0] + f * (b[0] - a[0]), a[1] + f * (b[1] - a[1])});
            }
        }
        Sums sums;
        for (std::size_t i = 0; i < wet.size(); ++i) {
            const auto &a = wet[i], &b = wet[(i + 1) % wet.size()];
            const double cross = 0.5 * (a[0] * b[1] - b[0] * a[1]);
            sums.area += cross;
            sums.y += cross * (a[0] + b[0]) / 3.0;
            sums.z += cross * (a[1] + b[1]) / 3.0;
        }
        return sums;
    };
    double low = -10.0, high = 10.0;
    for (int i = 0; i < 200; ++i)
        (below(0.5 * (low + high)).area < box.beam * box.draft ? low : high) = 0.5 * (low + high);
    const Sums sums = below(low);
    return -sums.y / sums.area * up[1] - (box.height - sums.z / sums.area) * up[0];
}

/// Level of the surface along `up` in the mesh, from the depth of the lowest point.
double levelOf(const TriangleMesh& mesh, const Vector3& up, double draft) {
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vector3& v : mesh.vertices)
        lowest = std::min(lowest, up.dot(v));
    return lowest + draft;
}

/// Upward direction in the mesh at rest.
Vector3 upOf(const Hydrostatics& found) {
    return found.orientation.conjugate() * Vector3::UnitZ();
}

} // namespace

// Measured within 2e-14.
TEST(Hydrostatics, BoxHasItsFormulas) {
    const Box box;
    const Hydrostatics found = computeHydrostatics(box.mesh(), box.def());
    EXPECT_NEAR(found.draft, box.draft, 1e-12);
    EXPECT_NEAR(found.displacement, kDensity * 48.0, 1e-8);
    EXPECT_NEAR(found.volume, 48.0, 1e-11);
    EXPECT_NEAR(found.waterplaneArea, 40.0, 1e-11);
    EXPECT_NEAR(found.heel, 0.0, 1e-12);
    EXPECT_NEAR(found.trim, 0.0, 1e-12);
    EXPECT_LT((found.centerOfBuoyancy - Vector3(0.0, 0.0, -0.9)).norm(), 1e-12);
    EXPECT_LT((found.waterplaneCentroid - Vector3(0.0, 0.0, -0.3)).norm(), 1e-12);
    EXPECT_NEAR(found.buoyancyHeight, 0.6, 1e-12);
    EXPECT_NEAR(found.massHeight, 1.1, 1e-12);
    EXPECT_NEAR(found.metacentres.transverseRadius, 16.0 / (12.0 * 1.2), 1e-12);
    EXPECT_NEAR(found.metacentres.longitudinalRadius, 100.0 / (12.0 * 1.2), 1e-12);
    EXPECT_NEAR(found.metacentres.transverseHeight, box.metacentre(), 1e-12);
    EXPECT_NEAR(found.metacentres.longitudinalHeight, 100.0 / (12.0 * 1.2) - 0.5, 1e-12);
    EXPECT_LT((found.position - Vector3(0.0, 0.0, 0.3)).norm(), 1e-12);
    EXPECT_TRUE(found.isStable && found.upright.isStable && found.upright.isEquilibrium && !found.lolls());
    EXPECT_TRUE(found.rightingArms.empty() && found.downflooding.empty() && !found.downfloodingAngle);
}

// Wall-sided while deck and bottom keep their sides of the surface; the section's twin at all heels. Measured within
// 2e-14.
TEST(Hydrostatics, RightingArmsOfABoxAreExactBeyondTheDeckEdge) {
    const Box box;
    std::vector<double> heels;
    for (int i = -36; i <= 36; ++i)
        heels.push_back(i * kPi / 36.0);
    const Hydrostatics found = computeHydrostatics(box.mesh(), box.def(heels));
    ASSERT_EQ(found.rightingArms.size(), heels.size());
    for (const RightingArm& row : found.rightingArms) {
        SCOPED_TRACE(degrees(row.heel));
        EXPECT_NEAR(row.arm, sectionArm(box, row.heel), 1e-11);
        EXPECT_NEAR(row.trim, 0.0, 1e-11);
        const double slope = std::tan(row.heel);
        if (std::fabs(slope) < box.draft / 2.0 && std::cos(row.heel) > 0.0) {
            EXPECT_NEAR(row.arm, std::sin(row.heel) * (box.metacentre() + 0.5 * box.radius() * slope * slope), 1e-11);
        }
        if (std::fabs(row.heel - 0.5 * kPi) < 1e-9) {
            EXPECT_NEAR(row.arm, -box.height, 1e-11);
        }
    }
}

// tan^2 = -2 GM / BM of a wall-sided box. Measured within 5e-12 rad.
TEST(Hydrostatics, HighBoxLollsByTheWallSidedFormula) {
    test::Random random(7);
    for (int i = 0; i < 20; ++i) {
        Box box;
        box.draft = random.uniform(0.9, 2.1);
        const double most = std::min(box.draft, box.depth - box.draft) / (0.5 * box.beam); // tangent at the deck edge
        const double slope = random.uniform(0.05, 0.9) * most;
        box.height += box.metacentre() + 0.5 * box.radius() * slope * slope;
        const Hydrostatics found = computeHydrostatics(box.mesh(), box.def({0.0, std::atan(slope)}));
        SCOPED_TRACE(slope);
        EXPECT_TRUE(found.lolls() && found.isStable);
        EXPECT_NEAR(found.upright.metacentres.transverseHeight, -0.5 * box.radius() * slope * slope, 1e-12);
        EXPECT_NEAR(found.upright.draft, box.draft, 1e-12);
        EXPECT_NEAR(found.heel, std::atan(slope), 1e-10);
        EXPECT_NEAR(found.rightingArms[0].arm, 0.0, 1e-12);
        EXPECT_NEAR(found.rightingArms[1].arm, 0.0, 1e-12);
        EXPECT_GT(found.metacentres.transverseHeight, 0.0);
    }
}

// A box whose height decides it cannot stay upright: it lies on its side or turns over.
TEST(Hydrostatics, VeryUnstableBoxReportsItsHeel) {
    Box box;
    box.height = 1.4;
    const Hydrostatics found = computeHydrostatics(box.mesh(), box.def());
    EXPECT_TRUE(found.isStable && found.lolls());
    EXPECT_NEAR(std::fabs(found.heel), kPi, 1e-9);
    EXPECT_NEAR(found.draft, box.draft, 1e-9);
}

// Exact integrals of the smooth hull; measured within 2.5e-4 with 19 000 faces.
TEST(Hydrostatics, WigleyHull) {
    const test::Wigley hull;
    const double l = hull.length, b = hull.beam, t = hull.draft, volume = 4.0 / 9.0 * l * b * t;
    const Hydrostatics found = computeHydrostatics(hull.mesh(), load(kDensity * volume, {0.0, 0.0, -0.3}));
    const double tolerance = 5e-4;
    EXPECT_NEAR(found.draft / t, 1.0, tolerance);
    EXPECT_NEAR(found.waterplaneArea / (2.0 / 3.0 * l * b), 1.0, tolerance);
    EXPECT_NEAR(found.buoyancyHeight / (5.0 / 8.0 * t), 1.0, tolerance);
    // I_T = 2/3 Int y^3 dx, I_L = Int x^2 2 y dx
    const double transverse = 2.0 / 3.0 * b * b * b / 8.0 * l * 16.0 / 35.0 / volume,
                 along = b * l * l * l / 30.0 / volume;
    EXPECT_NEAR(found.metacentres.transverseRadius / transverse, 1.0, tolerance);
    EXPECT_NEAR(found.metacentres.longitudinalRadius / along, 1.0, tolerance);
    EXPECT_NEAR(found.metacentres.longitudinalHeight / (along - 3.0 / 8.0 * t + 0.3), 1.0, tolerance);
    EXPECT_NEAR(found.metacentres.transverseHeight, transverse - 3.0 / 8.0 * t + 0.3, tolerance * t);
    EXPECT_NEAR(found.trim, 0.0, 1e-12);
    EXPECT_TRUE(found.upright.isStable && found.isStable);
}

// The arms of a round body with its weight e below the axis are e sin(heel), whatever the draft. Measured within 4e-8 m
// with 400 sides, GM within 3e-5 m.
TEST(Hydrostatics, CylinderIsIndifferentToHeelButForItsWeight) {
    constexpr double radius = 1.0, below = 0.2;
    constexpr int sides = 400;
    TriangleMesh mesh;
    for (int i = 0; i < sides; ++i)
        for (const double x : {-3.0, 3.0})
            mesh.vertices.emplace_back(x, radius * std::sin(2.0 * kPi * i / sides),
                                       radius * std::cos(2.0 * kPi * i / sides));
    for (int i = 0; i < sides; ++i) {
        const int a = 2 * i, b = 2 * ((i + 1) % sides);
        mesh.faces.push_back({a, a + 1, b + 1});
        mesh.faces.push_back({a, b + 1, b});
        if (i > 1) {
            mesh.faces.push_back({0, a - 2, a});
            mesh.faces.push_back({1, a + 1, a - 1});
        }
    }
    if (enclosedVolume(mesh) < 0.0) mesh = test::reversed(mesh);
    for (const double fraction : {0.2, 0.5, 0.7}) {
        const Hydrostatics found = computeHydrostatics(
            mesh, load(fraction * kDensity * enclosedVolume(mesh), {0.0, 0.0, -below}, {0.0, 0.5, 1.3, 2.5}));
        SCOPED_TRACE(fraction);
        for (const RightingArm& row : found.rightingArms) {
            EXPECT_NEAR(row.arm, below * std::sin(row.heel), 1e-7);
            EXPECT_NEAR(row.draft, found.draft, 2e-5);
        }
        EXPECT_NEAR(found.metacentres.transverseHeight, below, 1e-4);
        EXPECT_NEAR(found.buoyancyHeight + found.metacentres.transverseRadius - found.massHeight,
                    found.metacentres.transverseHeight, 1e-12);
    }
}

// Two hulls: Steiner's theorem for the waterplane.
TEST(Hydrostatics, CatamaranHasTheSpreadOfBothHulls) {
    const TriangleMesh one = makeBox({8.0, 1.0, 2.0}, 48);
    const TriangleMesh both = test::joined(test::transformed(one, Matrix3::Identity(), {0.0, -2.5, 0.0}),
                                           test::transformed(one, Matrix3::Identity(), {0.0, 2.5, 0.0}));
    const Hydrostatics found = computeHydrostatics(both, load(kDensity * 8.0, {0.0, 0.0, 0.5}));
    const double volume = 8.0, steiner = 2.0 * (8.0 / 12.0 + 8.0 * 2.5 * 2.5);
    EXPECT_NEAR(found.draft, 0.5, 1e-12);
    EXPECT_NEAR(found.metacentres.longitudinalRadius, steiner / volume, 1e-11); // wider than long
    EXPECT_NEAR(found.metacentres.transverseRadius, 2.0 * 512.0 / 12.0 / volume, 1e-11);
    EXPECT_TRUE(found.isStable);
}

// Turned about the vertical, moved, of other size and density. Measured within 2e-14.
TEST(Hydrostatics, DoesNotDependOnPlaceHeadingSizeAndDensity) {
    test::Random random(11);
    for (int i = 0; i < 20; ++i) {
        const TriangleMesh hull = test::randomHull(random);
        const double volume = random.uniform(0.2, 0.8) * enclosedVolume(hull), size = random.uniform(0.01, 30.0);
        const Vector3 center = volumeCentroid(hull) + Vector3(0.1 * random.vector());
        const HydrostaticsDef def = load(kDensity * volume, center, {-0.4, 0.2, 0.9});
        const Pose moved{expSO3(random.uniform(-0.5, 0.5) * Vector3::UnitZ()), 10.0 * random.vector()};
        HydrostaticsDef other = def;
        other.fluidDensity = random.uniform(1.0, 3000.0);
        other.mass = other.fluidDensity * volume * size * size * size;
        other.centerOfMass = moved * Vector3(size * center);
        const Hydrostatics a = computeHydrostatics(hull, def);
        const Hydrostatics b = computeHydrostatics(test::transformed(test::scaled(hull, size), moved), other);
        SCOPED_TRACE(i);
        EXPECT_NEAR(a.heel, b.heel, 1e-11);
        EXPECT_NEAR(a.trim, b.trim, 1e-11);
        EXPECT_NEAR(a.draft, b.draft / size, 1e-11);
        EXPECT_NEAR(a.metacentres.transverseHeight, b.metacentres.transverseHeight / size, 1e-11);
        EXPECT_NEAR(a.metacentres.longitudinalHeight, b.metacentres.longitudinalHeight / size, 1e-11);
        EXPECT_LT((moved * Vector3(size * a.centerOfBuoyancy) - b.centerOfBuoyancy).norm(), 1e-11 * size + 1e-11);
        for (std::size_t k = 0; k < def.heels.size(); ++k) {
            EXPECT_NEAR(a.rightingArms[k].arm, b.rightingArms[k].arm / size, 1e-11);
            EXPECT_NEAR(a.rightingArms[k].trim, b.rightingArms[k].trim, 1e-11);
        }
    }
}

// The twin: the energy of slices. GZ = dE/dheel / (m g), and neither rise nor trim changes E in first order. Measured
// within 2e-8 with central differences.
TEST(Hydrostatics, RightingArmIsTheSlopeOfTheEnergy) {
    test::Random random(3);
    for (int i = 0; i < 25; ++i) {
        const TriangleMesh hull = test::randomHull(random);
        const double volume = random.uniform(0.2, 0.8) * enclosedVolume(hull), step = 1e-4;
        const Vector3 center = volumeCentroid(hull) + Vector3(0.15 * random.vector());
        const double heel = random.uniform(-1.2, 1.2);
        const Hydrostatics found =
            computeHydrostatics(hull, load(kDensity * volume, center, {heel - step, heel, heel + step}));
        const Vector3 x = found.hullAxis, y = Vector3::UnitZ().cross(x);
        const auto upAt = [&](double h, double trim) -> Vector3 {
            return std::cos(trim) * (std::sin(h) * y + std::cos(h) * Vector3::UnitZ()) - std::sin(trim) * x;
        };
        const auto energyAt = [&](const Vector3& up, double level) {
            return test::energyFromSlices(hull, up, level, volume, center) / volume;
        };
        const auto energyOf = [&](const RightingArm& row) {
            const Vector3 up = upAt(row.heel, row.trim);
            return energyAt(up, levelOf(hull, up, row.draft));
        };
        const RightingArm& row = found.rightingArms[1];
        const Vector3 up = upAt(row.heel, row.trim);
        const double level = levelOf(hull, up, row.draft);
        SCOPED_TRACE(i);
        EXPECT_NEAR(row.arm, (energyOf(found.rightingArms[2]) - energyOf(found.rightingArms[0])) / (2.0 * step), 1e-7);
        const double byTrim =
            energyAt(upAt(row.heel, row.trim + step), level) - energyAt(upAt(row.heel, row.trim - step), level);
        EXPECT_NEAR(byTrim / (2.0 * step), 0.0, 1e-7);
        const double byRise = (energyAt(up, level + step) - energyAt(up, level - step)) / (2.0 * step);
        EXPECT_NEAR(byRise, 0.0, 1e-7);
    }
}

// From any attitude, the equilibrium is a minimum of the energy of slices.
TEST(Hydrostatics, EquilibriumFromAnyStartIsALeastEnergy) {
    test::Random random(5);
    for (int i = 0; i < 40; ++i) {
        const bool isBox = i % 2 == 0;
        TriangleMesh hull =
            isBox ? makeBox({random.uniform(1.0, 6.0), random.uniform(1.0, 3.0), random.uniform(0.5, 3.0)}, 12)
                  : test::randomHull(random);
        hull = test::transformed(hull, Pose{random.rotation(), random.vector()});
        const double volume = random.uniform(0.15, 0.85) * enclosedVolume(hull);
        const Vector3 center = volumeCentroid(hull) + Vector3(0.3 * random.vector());
        const Hydrostatics found = computeHydrostatics(hull, load(kDensity * volume, center));
        SCOPED_TRACE(i);
        EXPECT_TRUE(found.isStable);
        const Vector3 up = upOf(found);
        const double level = levelOf(hull, up, found.draft);
        EXPECT_NEAR(level, -found.position.z(), 1e-11);
        const double least = test::energyFromSlices(hull, up, level, volume, center);
        // In line: the energy has no slope.
        const Vector3 lever = found.centerOfBuoyancy - center;
        EXPECT_LT((lever - up.dot(lever) * up).norm(), 1e-9);
        for (int k = 0; k < 10; ++k) {
            const Vector3 other = (up + 0.01 * random.vector()).normalized();
            const double rise = random.uniform(-0.01, 0.01);
            EXPECT_GT(test::energyFromSlices(hull, other, level + rise, volume, center), least - 1e-9);
        }
    }
}

// The deck edge of a box comes to the surface at tan = 2 freeboard / beam. Measured within 3e-13 rad.
TEST(Hydrostatics, OpeningsFloodAtTheDeckEdge) {
    Box box;
    box.draft = 1.8;
    box.height = -1.0;
    HydrostaticsDef def = box.def();
    def.openings = {{1.0, -2.0, 1.5}, {0.0, 1.0, 1.5}, {0.0, 0.0, 40.0}, {0.0, 0.0, -1.0}};
    const Hydrostatics found = computeHydrostatics(box.mesh(), def);
    ASSERT_EQ(found.downflooding.size(), 4U);
    EXPECT_NEAR(found.downflooding[0].toStarboard.value_or(0.0), std::atan(1.2 / 2.0), 1e-11);
    EXPECT_LT(found.downflooding[0].toPort.value_or(0.0), -1.5); // the far edge
    EXPECT_NEAR(*found.downflooding[1].toPort,
                -*computeHydrostatics(box.mesh(),
                                      [&] {
                                          HydrostaticsDef other = def;
                                          other.openings = {{0.0, -1.0, 1.5}};
                                          return other;
                                      }())
                      .downflooding[0]
                      .toStarboard,
                1e-11);
    EXPECT_NEAR(*found.downflooding[2].toStarboard, 0.5 * kPi, 0.02); // the top of a high mast
    EXPECT_NEAR(*found.downflooding[3].toStarboard, 0.0, 1e-12);      // under water from the start
    EXPECT_NEAR(*found.downfloodingAngle, 0.0, 1e-12);
    def.openings = {{1.0, -2.0, 1.5}};
    EXPECT_NEAR(*computeHydrostatics(box.mesh(), def).downfloodingAngle, std::atan(1.2 / 2.0), 1e-11);
}

TEST(Hydrostatics, WhatCannotFloatIsNamed) {
    const Box box;
    const auto message = [&](auto change) {
        return refusal([&] {
            HydrostaticsDef def = box.def();
            TriangleMesh mesh = box.mesh();
            change(mesh, def);
            computeHydrostatics(mesh, def);
        });
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto has = [](const std::string& text, const char* word) { return text.find(word) != std::string::npos; };
    EXPECT_PRED2(has, message([](TriangleMesh&, HydrostaticsDef& d) { d.mass = 0.0; }), "mass");
    EXPECT_PRED2(has, message([&](TriangleMesh&, HydrostaticsDef& d) { d.mass = nan; }), "mass");
    EXPECT_PRED2(has, message([](TriangleMesh&, HydrostaticsDef& d) { d.mass = 1e6; }), "sinks");
    EXPECT_PRED2(has, message([](TriangleMesh& m, HydrostaticsDef& d) { d.mass = kDensity * enclosedVolume(m); }),
                 "sinks");
    EXPECT_PRED2(has, message([&](TriangleMesh&, HydrostaticsDef& d) { d.centerOfMass.y() = nan; }), "center of mass");
    EXPECT_PRED2(has, message([](TriangleMesh&, HydrostaticsDef& d) { d.fluidDensity = -1.0; }), "fluid density");
    EXPECT_PRED2(has, message([](TriangleMesh&, HydrostaticsDef& d) { d.heels = {4.0}; }), "heel");
    EXPECT_PRED2(has, message([&](TriangleMesh&, HydrostaticsDef& d) { d.openings = {{0.0, nan, 0.0}}; }), "opening");
    EXPECT_PRED2(has, message([](TriangleMesh& m, HydrostaticsDef&) { m.faces.pop_back(); }), "edge");
    EXPECT_PRED2(has, message([](TriangleMesh& m, HydrostaticsDef&) { std::swap(m.faces[3][0], m.faces[3][1]); }),
                 "face");
    EXPECT_PRED2(has, message([](TriangleMesh& m, HydrostaticsDef&) { m = test::reversed(m); }), "volume");
}

} // namespace hydrostatics_test
