// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Mesh/BluffBodies.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/Mesh/SheetThickening.h"

#include "../TestBodies.h"

#include <gtest/gtest.h>

#include <cmath>

namespace wake_shape_test {

using namespace ambient;

namespace {

/// Largest distance of a unit vector of a face from its normal.
double farthestFromNormal(const FluidBodyModel& model, const std::vector<Vector3>& vectors) {
    double farthest = 0.0;
    for (int f = 0; f < model.faces().size(); ++f)
        farthest = std::max(farthest, (vectors[static_cast<std::size_t>(f)] - model.faces().normal(f)).norm());
    return farthest;
}

/// Elongation of the faces whose normal is nearest to `direction`, area mean.
double elongationTowards(const FluidBodyModel& model, const Vector3& direction) {
    double sum = 0.0, area = 0.0;
    for (int f = 0; f < model.faces().size(); ++f) {
        if (model.faces().normal(f).dot(direction) < 0.98) continue;
        const std::size_t i = static_cast<std::size_t>(f);
        sum += model.faces().area[i] * model.surfaceShape().elongation[i];
        area += model.faces().area[i];
    }
    return sum / area;
}

void expectSane(const FluidBodyModel& model, const char* name) {
    const SurfaceShape& shape = model.surfaceShape();
    for (int f = 0; f < model.faces().size(); ++f) {
        const std::size_t i = static_cast<std::size_t>(f);
        EXPECT_NEAR(shape.meanNormal[i].norm(), 1.0, 1e-12) << name;
        EXPECT_GT(shape.meanNormal[i].dot(model.faces().normal(f)), 0.0) << name;
        for (const double share : {shape.taper[i], shape.noseShare[i], shape.openness[i], shape.hollowness[i],
                                   shape.flatness[i], shape.roundness[i]}) {
            EXPECT_GE(share, 0.0) << name;
            EXPECT_LE(share, 1.0) << name;
        }
        EXPECT_GE(shape.elongation[i], 1.0) << name;
        EXPECT_LT(shape.elongation[i], 1e4) << name;
        for (int row = 0; row < PressureWeights::kRows; ++row)
            EXPECT_TRUE(std::isfinite(model.pressureWeights().of[static_cast<std::size_t>(row)][i])) << name;
        for (int row = PressureWeights::Front; row <= PressureWeights::Reach; ++row)
            EXPECT_GE(model.pressureWeights().of[static_cast<std::size_t>(row)][i], 0.0) << name << " " << row;
    }
}

} // namespace

TEST(WakeShape, TheMeanLineNormalOfSpheresBoxesAndDiscsIsTheirNormal) {
    for (const TriangleMesh& mesh : {makeSphere(1.0), makeBox({1, 2, 0.3}), makeDisc(1.0, 0.02)}) {
        const auto model = FluidBodyModel::build(mesh);
        EXPECT_LT(farthestFromNormal(*model, model->surfaceShape().meanNormal), 1e-9);
    }
}

TEST(WakeShape, TheMeanLineNormalOfAWedgeIsAcrossItsMiddlePlane) {
    const double half = 0.1; // half the angle at the edge
    const auto wedge = FluidBodyModel::build(makeWedge(2.0 * std::tan(half), 3.0, 2.0 * half, 600));
    int sides = 0;
    for (int f = 0; f < wedge->faces().size(); ++f) {
        const Vector3 n = wedge->faces().normal(f);
        if (std::abs(n.x()) < 0.9) continue;
        ++sides;
        const std::size_t i = static_cast<std::size_t>(f);
        const bool isOpposite = wedge->surfaceShape().taper[i] < 0.12; // some rays may meet the base
        if (!isOpposite) continue;
        EXPECT_NEAR(std::abs(wedge->surfaceShape().meanNormal[i].x()), 1.0, 1e-9);
        EXPECT_NEAR(wedge->surfaceShape().taper[i], std::sin(half), 1e-9);
    }
    EXPECT_GT(sides, 100);
}

TEST(WakeShape, TheElongationGrowsFromTheSphereToTheStrip) {
    const auto of = [](const TriangleMesh& mesh) { return FluidBodyModel::build(mesh); };
    const Vector3 z = Vector3::UnitZ(), x = Vector3::UnitX();
    EXPECT_NEAR(elongationTowards(*of(makeSphere(1.0)), z), 1.0, 1e-9);
    EXPECT_NEAR(elongationTowards(*of(makeDisc(1.0, 0.02)), z), 1.8, 0.09);
    EXPECT_NEAR(elongationTowards(*of(makePlate({1, 1, 0.02})), z), 2.3, 0.12);
    EXPECT_NEAR(elongationTowards(*of(makePlate({1, 20, 0.02})), z), 20.6, 1.1);
    EXPECT_NEAR(elongationTowards(*of(makeCylinder(0.5, 10.0)), x), 10.2, 0.6);
}

TEST(WakeShape, ACavityIsHollowAndWhatStandsCloseBehindIsSheltered) {
    const auto cup = FluidBodyModel::build(makeCup(1.0, 0.05, 1200));
    double inside = 0.0, outside = 0.0;
    int insides = 0, outsides = 0;
    for (int f = 0; f < cup->faces().size(); ++f) {
        const Vector3 c = cup->faces().centroid(f), n = cup->faces().normal(f);
        if (std::abs(n.z()) < 0.3 || std::abs(n.z()) > 0.9) continue;
        const bool isInside = n.z() < 0.0 && n.dot(Vector3(c.x(), c.y(), 0.0)) < 0.0;
        (isInside ? inside : outside) += cup->surfaceShape().hollowness[static_cast<std::size_t>(f)];
        ++(isInside ? insides : outsides);
    }
    EXPECT_GT(insides, 50);
    EXPECT_GT(inside / insides, 0.6);
    EXPECT_LT(outside / outsides, 0.02);
}

// Coarse meshes, sheets made solid, slivers and barely closed bodies: all numbers stay in their ranges.
TEST(WakeShape, TheNumbersOfCoarseAndThinMeshesAreSane) {
    expectSane(*FluidBodyModel::build(makeBox({1, 1, 1}, 12)), "coarse box");
    expectSane(*FluidBodyModel::build(makeSphere(1.0, 20)), "icosahedron");
    expectSane(*FluidBodyModel::build(makePlate({1, 1, 1e-4}, 48)), "paper");
    expectSane(*FluidBodyModel::build(makeCup(1.0, 0.01, 300)), "cup");
    expectSane(*FluidBodyModel::build(makeRing(1.0, 0.1, 300)), "ring");
    expectSane(*FluidBodyModel::build(makeTeardrop(8.0, 1.0, 300)), "teardrop");
    expectSane(*FluidBodyModel::build(makeLPrism(2.0, 0.3, 0.2, 300)), "angle");
    for (const TriangleMesh& mesh : {makeLumpySolid(1.0, 0.5, 3, 300), test::lumpy(makeSphere(1.0, 320))})
        expectSane(*FluidBodyModel::build(mesh), "lump");
    TriangleMesh sheet; // open, four faces
    sheet.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0.2}, {0, 1, 0.2}, {0.5, 0.5, 0.0}};
    sheet.faces = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
    FluidBodyDef def;
    def.sheetThickness = 0.01;
    expectSane(*FluidBodyModel::build(sheet, def), "open sheet");
    FluidBodyDef local;
    local.addedMassMethod = AddedMassMethod::Local;
    expectSane(*FluidBodyModel::build(makeCone(1.0, 3.0, 300), local), "cone without potentials");
}

TEST(WakeShape, ATurnedAndAScaledMeshHasTheSameNumbers) {
    test::Random random(3);
    const TriangleMesh mesh = makeLPrism(2.0, 0.6, 0.5, 300);
    const Pose pose{random.rotation(), random.vector()};
    const auto here = FluidBodyModel::build(mesh), turned = FluidBodyModel::build(test::transformed(mesh, pose)),
               small = FluidBodyModel::build(test::scaled(mesh, 1e-3));
    double turnedOff = 0.0, scaledOff = 0.0; // a ray may change sides of an edge in a turned frame
    for (int f = 0; f < here->faces().size(); ++f) {
        const std::size_t i = static_cast<std::size_t>(f);
        const double area = here->faces().area[i] / here->area();
        turnedOff +=
            area *
            (pose.orientation * here->surfaceShape().meanNormal[i] - turned->surfaceShape().meanNormal[i]).norm();
        scaledOff += area * (here->surfaceShape().meanNormal[i] - small->surfaceShape().meanNormal[i]).norm();
        scaledOff += area * std::abs(here->surfaceShape().elongation[i] / small->surfaceShape().elongation[i] - 1.0);
    }
    EXPECT_LT(turnedOff, 1e-9);
    EXPECT_LT(scaledOff, 1e-6); // measured 6e-8, of the potentials
}

} // namespace wake_shape_test
