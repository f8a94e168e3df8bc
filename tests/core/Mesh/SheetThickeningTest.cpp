// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/SheetThickening.h"

#include "../TestBodies.h"
#include "AmbientFluid/Mesh/MeshRepair.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "MeshTestShapes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace ambient::sheet_thickening_test {
namespace {

using test::joined;
using test::polygonSoup;

/// n x m quads over a x b in the plane z = 0, corners at (+-a/2, +-b/2), facing +z.
TriangleMesh rectangle(double a, double b, int n, int m) {
    TriangleMesh sheet;
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= m; ++j)
            sheet.vertices.emplace_back(a * (static_cast<double>(i) / n - 0.5), b * (static_cast<double>(j) / m - 0.5),
                                        0.0);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j) {
            const int low = i * (m + 1) + j, high = low + m + 1;
            sheet.faces.push_back({low, high, high + 1});
            sheet.faces.push_back({low, high + 1, low + 1});
        }
    return sheet;
}

/// The faces selected by `wanted` from centroid and normal, without unused vertices.
TriangleMesh partOf(const TriangleMesh& mesh, const std::function<bool(const Vector3&, const Vector3&)>& wanted) {
    TriangleMesh part{mesh.vertices, {}};
    for (int f = 0; f < mesh.faceCount(); ++f)
        if (wanted(mesh.faceCentroid(f), mesh.areaVector(f).normalized())) part.faces.push_back(mesh.faces[f]);
    return repairMesh(part).mesh;
}

TriangleMesh mapped(TriangleMesh mesh, const std::function<Vector3(const Vector3&)>& place) {
    for (Vector3& p : mesh.vertices)
        p = place(p);
    return mesh;
}

/// The upper side of a plate or disc, on the plane z = 0.
TriangleMesh upperSide(const TriangleMesh& plate) {
    const TriangleMesh side = partOf(plate, [](const Vector3&, const Vector3& n) { return n.z() > 0.9; });
    return mapped(side, [](const Vector3& p) { return Vector3(p.x(), p.y(), 0.0); });
}

TriangleMesh cap() {
    return partOf(makeSphere(1.0, 720), [](const Vector3& c, const Vector3&) { return c.z() > 0.1; });
}

/// A rectangle folded by an angle about the y axis, irregularly meshed across the fold.
TriangleMesh folded(double angle) {
    return mapped(rectangle(2.0, 1.0, 4, 5), [&](const Vector3& p) {
        const double x = p.x() > 0.0 ? p.x() : 0.7 * p.x();
        return x > 0.0 ? Vector3(x * std::cos(angle), p.y(), x * std::sin(angle)) : Vector3(x, p.y(), 0.0);
    });
}

TriangleMesh moebiusStrip(int n) {
    return mapped(
        [&] {
            TriangleMesh strip = rectangle(1.0, 1.0, n, 1);
            for (TriangleMesh::Face& f : strip.faces) // its end is its start, upside down
                for (int& v : f)
                    v = v < 2 * n ? v : 2 * n + 1 - v;
            strip.vertices.resize(2 * n);
            return strip;
        }(),
        [](const Vector3& p) {
            const double u = 2.0 * kPi * p.x(), w = 0.6 * p.y(), r = 1.0 + w * std::cos(0.5 * u);
            return Vector3(r * std::cos(u), r * std::sin(u), w * std::sin(0.5 * u));
        });
}

std::string refusal(const TriangleMesh& mesh, double thickness) {
    try {
        thickenSheet(mesh, thickness);
    } catch (const MeshError& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << "one line";
        return error.what();
    }
    return "";
}

testing::AssertionResult says(const std::string& message, const std::string& part) {
    if (message.find(part) != std::string::npos) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "'" << message << "' does not say '" << part << "'";
}

TEST(SheetThickening, AFlatSheetHasTheVolumeOfAreaTimesThicknessAndTheSurfaceOfAPlate) {
    ::test::Random random(1);
    const TriangleMesh skewed = mapped(rectangle(2.0, 3.0, 8, 11), [&](const Vector3& p) {
        const bool inside = std::fabs(p.x()) < 0.9 && std::fabs(p.y()) < 1.4;
        return inside ? Vector3(p + Vector3(random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05), 0.0)) : p;
    });
    for (double thickness : {0.001, 0.05, 4.0}) {
        const MeshReport r = checkMesh(thickenSheet(skewed, thickness));
        EXPECT_TRUE(r.usable());
        EXPECT_NEAR(r.volume / (6.0 * thickness), 1.0, 2e-15); // measured 7e-16
        EXPECT_NEAR(r.area / (12.0 + 10.0 * thickness), 1.0, 1e-14);
        EXPECT_LT(r.centroid.norm(), 1e-14);
        EXPECT_EQ(r.eulerCharacteristic, 2);
    }
}

TEST(SheetThickening, HolesGetRimsOfTheirOwn) {
    const TriangleMesh ring = partOf(rectangle(3.0, 3.0, 3, 3), [](const Vector3& c, const Vector3&) {
        return std::fabs(c.x()) > 0.5 || std::fabs(c.y()) > 0.5;
    });
    const MeshReport r = checkMesh(thickenSheet(ring, 0.1));
    EXPECT_TRUE(r.usable());
    EXPECT_EQ(r.eulerCharacteristic, 0); // a torus
    EXPECT_NEAR(r.volume, 0.8, 1e-15);
    EXPECT_NEAR(r.area / (16.0 + 1.6), 1.0, 1e-14);
}

// A shell between spheres R +- T/2 has the volume A T (1 + T^2/12 R^2).
TEST(SheetThickening, ACurvedSheetsVolumeIsOffByTheSquareOfItsThickness) {
    const TriangleMesh sheet = cap();
    const double area = checkMesh(sheet).area;
    const auto residual = [&](double t) { return checkMesh(thickenSheet(sheet, t)).volume / (area * t) - 1.0; };
    const double coarse = residual(0.2), fine = residual(0.1);
    EXPECT_NEAR(coarse / fine, 4.0, 1e-9); // no term of first order, for any mesh
    // 0.92, and 0.96, 0.98 with 4 and 16 times the faces: vertices of the rim see the surface on one side only.
    EXPECT_NEAR(fine / (0.01 / 12.0), 1.0, 0.08);
}

TEST(SheetThickening, FlapsKeepTheirThicknessAtAFold) {
    const double angle = 1.2, half = 0.05;
    const TriangleMesh sheet = folded(angle), solid = thickenSheet(sheet, 2.0 * half);
    const Vector3 normals[] = {{0, 0, 1}, {-std::sin(angle), 0, std::cos(angle)}};
    for (int v = 0; v < sheet.vertexCount(); ++v)
        for (int flap = 0; flap < 2; ++flap) {
            const bool fold = std::fabs(sheet.vertices[v].x()) < 1e-12;
            if (!fold && (sheet.vertices[v].x() > 0.0) != (flap == 1)) continue;
            const double moved = (solid.vertices[v] - sheet.vertices[v]).dot(normals[flap]);
            // At the fold's ends the faces' angles differ between both sides: 4 % off.
            EXPECT_NEAR(moved / half, 1.0, fold && std::fabs(sheet.vertices[v].y()) > 0.49 ? 0.05 : 1e-14);
        }
    EXPECT_NEAR(checkMesh(solid).volume / (checkMesh(sheet).area * 2.0 * half), 1.0, 1e-3);
}

// All corners mitred: outside 1.1 x 1.1 x 1.05 with a hollow of 0.9 x 0.9 x 0.95.
TEST(SheetThickening, ABoxWithoutLidBecomesATray) {
    const TriangleMesh open =
        partOf(makeBox({1, 1, 1}, 192), [](const Vector3&, const Vector3& n) { return n.z() < 0.5; });
    const MeshReport r = checkMesh(thickenSheet(open, 0.1));
    EXPECT_TRUE(r.usable());
    EXPECT_NEAR(r.volume, 1.1 * 1.1 * 1.05 - 0.9 * 0.9 * 0.95, 1e-15);
    EXPECT_LT((r.boundsMin - Vector3(-0.55, -0.55, -0.55)).norm(), 1e-15);
    EXPECT_LT((r.boundsMax - Vector3(0.55, 0.55, 0.5)).norm(), 1e-15);
}

TEST(SheetThickening, TheMiterOfASharpFoldIsLimited) {
    const TriangleMesh sheet = folded(2.9), solid = thickenSheet(sheet, 0.02);
    EXPECT_TRUE(checkMesh(solid).usable());
    double farthest = 0.0;
    for (int v = 0; v < sheet.vertexCount(); ++v)
        farthest = std::max(farthest, (solid.vertices[v] - sheet.vertices[v]).norm());
    EXPECT_NEAR(farthest, 0.01 * kMiterLimit, 1e-15);
    EXPECT_TRUE(says(refusal(folded(kPi), 0.02), "folded flat"));
}

TEST(SheetThickening, RefusesAThicknessThatTurnsTheSolidInsideOutAndNamesAFace) {
    const TriangleMesh tube = mapped(rectangle(1.0, 1.0, 24, 6), [](const Vector3& p) {
        return Vector3(std::cos(4.0 * p.x()), p.y(), std::sin(4.0 * p.x()));
    });
    EXPECT_TRUE(says(refusal(tube, 1.9), "face "));
    EXPECT_TRUE(says(refusal(tube, 1.9), "at most 1.79")); // 0.9 of the inner diameter
    EXPECT_TRUE(checkMesh(thickenSheet(tube, 1.79)).usable());
    EXPECT_TRUE(says(refusal(rectangle(1.0, 1.0, 2, 2), 0.99e-4), "face 0: "));
    EXPECT_TRUE(says(refusal(rectangle(1.0, 1.0, 2, 2), 0.99e-4), "at least 0.0001 m"));
    for (double bad : {0.0, -0.1, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        EXPECT_THROW(thickenSheet(rectangle(1.0, 1.0, 2, 2), bad), std::invalid_argument) << bad;
}

TEST(SheetThickening, AVertexOfSeveralLoopsIsSplit) {
    // A hole whose corner touches the edge of the sheet, and two touching holes.
    const TriangleMesh sheet = partOf(rectangle(6.0, 6.0, 6, 6), [](const Vector3& c, const Vector3&) {
        const auto in = [&](double x, double y) { return std::fabs(c.x() - x) < 0.5 && std::fabs(c.y() - y) < 0.5; };
        return !(in(-2.5, -1.5) || in(-1.5, -0.5) || in(1.5, 1.5));
    });
    const TriangleMesh notched = partOf(sheet, [](const Vector3& c, const Vector3&) { return c.y() + c.x() > -4.0; });
    EXPECT_TRUE(checkMesh(notched).has(MeshDefect::NonManifoldVertex));
    const MeshReport r = checkMesh(thickenSheet(notched, 0.1));
    EXPECT_TRUE(r.usable()) << r.issues.front().message;
    EXPECT_NEAR(r.volume / (0.1 * checkMesh(notched).area), 1.0, 1e-14);
    const Matrix6 k = computeAddedMass(thickenSheet(notched, 0.1)).perDensity.matrix();
    EXPECT_GT(SpatialInertia(k).smallestEigenvalue(6.0), 0.0);
}

TEST(SheetThickening, PiecesThatAreClosedStayAsTheyAre) {
    const TriangleMesh ball = makeSphere(1.0, 80), sheet = rectangle(1.0, 1.0, 2, 2);
    const TriangleMesh both = joined(ball, test::transformed(sheet, {Quaternion::Identity(), Vector3(3, 0, 0)}));
    const TriangleMesh solid = thickenSheet(both, 0.1);
    for (int f = 0; f < ball.faceCount(); ++f)
        EXPECT_EQ(solid.faces[f], ball.faces[f]);
    for (int v = 0; v < ball.vertexCount(); ++v)
        EXPECT_EQ(solid.vertices[v], ball.vertices[v]);
    EXPECT_NEAR(checkMesh(solid).volume, checkMesh(ball).volume + 0.1, 1e-14);
    EXPECT_EQ(countSheets(both), 1);
    EXPECT_EQ(countSheets(joined(sheet, both)), 2);
    EXPECT_EQ(thickenSheet(ball, 0.1).faces, ball.faces);
}

TEST(SheetThickening, FrontFacesKeepTheirNumbersAndBacksFollow) {
    const TriangleMesh sheet = cap(), solid = thickenSheet(sheet, 0.02);
    const int n = sheet.faceCount();
    for (int f = 0; f < n; ++f) {
        EXPECT_EQ(solid.faces[f], sheet.faces[f]);
        const Vector3 normal = sheet.areaVector(f).normalized();
        EXPECT_NEAR((solid.faceCentroid(f) - sheet.faceCentroid(f)).dot(normal), 0.01, 1e-4);
        EXPECT_NEAR((solid.faceCentroid(n + f) - sheet.faceCentroid(f)).dot(normal), -0.01, 1e-4);
    }
}

TEST(SheetThickening, RepairMendsWindingAndSeamsFirst) {
    std::mt19937 random(2);
    const TriangleMesh sheet = rectangle(1.0, 2.0, 4, 6);
    TriangleMesh soup = polygonSoup(sheet, random);
    std::swap(soup.faces[7][0], soup.faces[7][1]);
    EXPECT_EQ(countSheets(soup), 48); // unwelded: loose triangles
    const CheckedMesh result = repairMesh(soup, MeshRepair::Safe, 0.1);
    EXPECT_TRUE(result.report.usable());
    EXPECT_NEAR(result.report.volume, 0.2, 1e-15);
    EXPECT_EQ(result.report.thickenedSheets, 1);
    EXPECT_EQ(result.report.sheetThickness, 0.1);
    ASSERT_EQ(result.report.repairs.size(), 3U);
    EXPECT_EQ(result.report.repairs.back(), "made a solid of 1 open sheet, 0.1 m thick");
    TriangleMesh wrong = sheet;
    std::swap(wrong.faces[7][0], wrong.faces[7][1]);
    EXPECT_TRUE(says(refusal(wrong, 0.1), "edge "));
    EXPECT_EQ(repairMesh(sheet).report.thickenedSheets, 0);
    EXPECT_TRUE(repairMesh(sheet).report.has(MeshDefect::OpenEdge));
    EXPECT_EQ(repairMesh(makeSphere(1.0, 80), MeshRepair::Safe, 0.1).report.sheetThickness, 0.0);
}

TEST(SheetThickening, RefusesSurfacesThatHaveNoTwoSidesAndNamesAnEdge) {
    for (const std::string& message :
         {refusal(moebiusStrip(12), 0.05),
          repairMesh(moebiusStrip(12), MeshRepair::Safe, 0.05).report.issues.front().message}) {
        EXPECT_TRUE(says(message, "edge "));
        EXPECT_TRUE(says(message, "Moebius"));
    }
    TriangleMesh tee = rectangle(1.0, 1.0, 1, 2);
    tee.vertices.emplace_back(0.0, 0.0, 1.0);
    tee.faces.push_back({1, 4, 6});
    EXPECT_TRUE(says(refusal(tee, 0.05), "edge 1-4: more than two faces"));
}

TEST(SheetThickening, AnOpenMeshIsRefusedWithAWordOnHowToThickenIt) {
    const TriangleMesh sheet = rectangle(1.0, 1.44, 4, 6);
    FluidBodyDef def;
    def.addedMass = GivenAddedMass{};
    std::string message;
    try {
        FluidBodyModel::build(sheet, def);
    } catch (const MeshError& error) {
        message = error.what();
    }
    EXPECT_TRUE(says(message, "edge "));
    EXPECT_TRUE(says(message, "FluidBodyDef::sheetThickness"));
    EXPECT_TRUE(says(message, "0.01 m"));
    def.sheetThickness = 0.01;
    const auto model = FluidBodyModel::build(sheet, def);
    EXPECT_EQ(model->report().sheetThickness, 0.01);
    EXPECT_NEAR(model->volume(), 0.0144, 1e-16);
    def.sheetThickness = -0.01;
    EXPECT_THROW(FluidBodyModel::build(sheet, def), std::invalid_argument);
    EXPECT_EQ(suggestedSheetThickness(checkMesh(makeSphere(1.0, 80))), 0.0);
    EXPECT_EQ(suggestedSheetThickness(checkMesh(moebiusStrip(12))), 0.0);
    EXPECT_NEAR(suggestedSheetThickness(checkMesh(::test::scaled(sheet, 0.034))), 4e-4, 1e-18);
}

// [Lamb1932, art. 102]: 8/3 a^3. The excess is due to the thickness: makeDisc agrees to 2.7e-4.
TEST(SheetThickening, ADiscsAddedMassFallsToThatOfAThinDisc) {
    const TriangleMesh sheet = upperSide(makeDisc(1.0, 0.02, 700));
    struct Case {
        double thickness, excess;
    };
    for (const Case& c : {Case{1.0 / 50.0, 0.0302}, Case{1.0 / 200.0, 0.0094}, Case{1.0 / 1000.0, 0.0007}}) {
        const SpatialInertia k = computeAddedMass(thickenSheet(sheet, c.thickness)).perDensity;
        EXPECT_NEAR(k.matrix()(5, 5) / (8.0 / 3.0) - 1.0, c.excess, 1e-4) << c.thickness;
        EXPECT_GT(k.smallestEigenvalue(1.0), 0.0) << c.thickness;
        if (c.thickness < 0.02) continue;
        const SpatialInertia solid = computeAddedMass(makeDisc(1.0, c.thickness, 700)).perDensity;
        EXPECT_NEAR(k.matrix()(5, 5) / solid.matrix()(5, 5), 1.0, 3e-4);
    }
}

// The distance of the two sides is below the accuracy of the quadrature. The added mass still equals that of ten times
// the thickness, but for a per cent. Measured 0.9914 and 0.9913; without the solver's care for such twins 1.9 and 1.5.
TEST(SheetThickening, AddedMassStaysPositiveAndBoundedForTheThinnestSheets) {
    for (double bend : {0.0, 0.3}) {
        const TriangleMesh sheet = mapped(rectangle(1.0, 2.0, 4, 5), [&](const Vector3& p) {
            return Vector3(p.x(), p.y(), bend * p.x() * p.x() - 0.7 * bend * p.x() * p.y());
        });
        const double size = std::sqrt(checkMesh(sheet).area);
        const SpatialInertia thin = computeAddedMass(thickenSheet(sheet, 1.01e-4 * size)).perDensity;
        const SpatialInertia thick = computeAddedMass(thickenSheet(sheet, 1e-3 * size)).perDensity;
        EXPECT_GT(thin.smallestEigenvalue(size), 0.0);
        EXPECT_NEAR(thin.matrix()(5, 5) / thick.matrix()(5, 5), 1.0, 1e-2);
    }
}

// Neither is refined beyond 800 faces here: their errors would differ. In its plane the plate itself is then 3 % short
// of its value with five times the faces, broadside 0.3 %.
TEST(SheetThickening, ARectangleIsThePlateToWithinThePlatesDiscretisationError) {
    for (double thickness : {0.05, 0.01}) {
        const TriangleMesh plate = makePlate({1, 2, thickness}, 600);
        AddedMassOptions options;
        options.discretisation = std::numeric_limits<double>::infinity();
        const Matrix6 k = computeAddedMass(thickenSheet(upperSide(plate), thickness), options).perDensity.matrix();
        const Matrix6 expected = computeAddedMass(plate, options).perDensity.matrix();
        for (int i : {0, 1, 5}) // measured 2.0e-4
            EXPECT_NEAR(k(i, i) / expected(i, i), 1.0, 3e-4) << i;
        for (int i : {2, 3, 4}) // measured 1.2e-2
            EXPECT_NEAR(k(i, i) / expected(i, i), 1.0, 1.5e-2) << i;
    }
}

TEST(SheetThickening, TheFrameDoesNotMatter) {
    ::test::Random random(7);
    const Pose frame{random.rotation(), random.vector(2.0)};
    const TriangleMesh sheet = partOf(cap(), [](const Vector3& c, const Vector3&) { return c.x() > -0.3; });
    const TriangleMesh there = thickenSheet(sheet, 0.05), here = thickenSheet(test::transformed(sheet, frame), 0.05);
    const TriangleMesh moved = test::transformed(there, frame);
    ASSERT_EQ(here.faces, moved.faces);
    for (int v = 0; v < here.vertexCount(); ++v)
        EXPECT_LT((here.vertices[v] - moved.vertices[v]).norm(), 1e-14);
    const auto difference = [&](double discretisation) {
        AddedMassOptions options;
        options.discretisation = discretisation;
        const SpatialInertia a = computeAddedMass(there, options).perDensity;
        return ::test::relativeDifference(computeAddedMass(here, options).perDensity.changeFrame(frame), a);
    };
    EXPECT_LT(difference(std::numeric_limits<double>::infinity()), 1e-11);
    // Rounding decides between equal candidates for refinement: measured 4.2e-6 of an error of 1e-2.
    EXPECT_LT(difference(0.01), 1e-5);
}

TEST(SheetThickening, RandomHolesAndSpoiltFacesAreThickenedOrRefused) {
    ::test::Random random(9);
    int solids = 0, refusals = 0;
    for (int trial = 0; trial < 300; ++trial) {
        TriangleMesh mesh = trial % 2 == 0 ? makeSphere(1.0, 80) : rectangle(1.0, 1.0, 4, 4);
        for (int holes = random.integer(1, 6); holes > 0; --holes)
            mesh.faces.erase(mesh.faces.begin() + random.integer(0, mesh.faceCount() - 1));
        if (trial % 5 == 0) mesh.faces.front()[0] = random.integer(0, mesh.vertexCount());
        const double thickness = std::exp(random.uniform(std::log(1e-5), std::log(3.0)));
        const CheckedMesh result = repairMesh(mesh, MeshRepair::Safe, thickness);
        const MeshReport& r = result.report;
        if (r.thickenedSheets > 0) {
            ++solids;
            ASSERT_TRUE(r.closed && r.manifold && r.outward) << "trial " << trial;
            ASSERT_TRUE(r.usable() || r.has(MeshDefect::SeveralComponents)) << r.issues.front().message;
        } else {
            ++refusals;
            ASSERT_FALSE(r.usable());
        }
    }
    EXPECT_GT(solids, 150);
    EXPECT_GT(refusals, 50);
}

} // namespace
} // namespace ambient::sheet_thickening_test
