// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshReport.h"
#include "scenes/shapes/Coin.h"
#include "scenes/shapes/Leaf.h"
#include "scenes/shapes/MapleSeed.h"
#include "scenes/shapes/PaperCopter.h"
#include "scenes/shapes/ThinWing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace thin_shapes_test {

using namespace samples;
using ambient::TriangleMesh;
using ambient::Vector3;

namespace {

/// 1 for an equilateral triangle, 0 for a needle.
double quality(const TriangleMesh& mesh, int face) {
    double squares = 0.0;
    for (int k = 0; k < 3; ++k)
        squares += (mesh.corner(face, (k + 1) % 3) - mesh.corner(face, k)).squaredNorm();
    return 4.0 * std::sqrt(3.0) * mesh.areaVector(face).norm() / squares;
}

void expectSound(const TriangleMesh& mesh, int faces) {
    const ambient::MeshReport report = ambient::checkMesh(mesh);
    EXPECT_TRUE(report.usable());
    EXPECT_TRUE(report.warnings.empty());
    EXPECT_EQ(report.eulerCharacteristic, 2);
    EXPECT_NEAR(mesh.faceCount(), faces, 0.04 * faces);
    std::vector<double> qualities;
    for (int face = 0; face < mesh.faceCount(); ++face)
        qualities.push_back(quality(mesh, face));
    std::sort(qualities.begin(), qualities.end());
    EXPECT_GT(qualities.front(), 0.09);
    EXPECT_GT(qualities[qualities.size() / 2], 0.5);
}

/// The flat outline of an ellipse.
ThinWing ellipticWing() {
    ThinWing wing;
    wing.length = 0.1;
    wing.leading = [](double x) { return 0.4 * std::sqrt(std::max(0.0, x * (0.1 - x))); };
    wing.trailing = [](double x) { return -0.4 * std::sqrt(std::max(0.0, x * (0.1 - x))); };
    wing.halfThickness = [](double, double) { return 0.001; };
    return wing;
}

} // namespace

// Worst triangles: 0.15 (seed), 0.24 (leaf), 0.10 (copter), 0.14 (coin); medians 0.56 (coin) and above 0.8.
TEST(ThinShapes, AreClosedOutwardAndWellMeshed) {
    for (const int faces : {500, 700, 1500}) {
        expectSound(makeMapleSeed({}, faces).solid.mesh, faces);
        expectSound(makeLeaf({}, faces).mesh, faces);
        expectSound(makePaperCopter({}, faces).solid.mesh, faces);
        expectSound(makeCoin(0.0243, 0.00175, std::max(faces, 700)), std::max(faces, 700));
    }
}

// Seen from above, the ellipse: area within 1 % at 1000 faces. A symmetric outline gives a symmetric mesh.
TEST(ThinShapes, FollowTheOutlineAndMirrorWithIt) {
    const TriangleMesh mesh = makeThinWing(ellipticWing(), 1000);
    double seen = 0.0;
    for (int face = 0; face < mesh.faceCount(); ++face)
        seen += std::max(0.0, mesh.areaVector(face).z());
    EXPECT_NEAR(seen / (ambient::kPi * 0.05 * 0.02), 1.0, 0.01);
    for (const Vector3& p : mesh.vertices)
        EXPECT_TRUE(std::any_of(mesh.vertices.begin(), mesh.vertices.end(), [&](const Vector3& q) {
            return (q - Vector3(p.x(), -p.y(), p.z())).norm() < 1e-12 && q.z() == p.z();
        }));
}

// Twisting the flat solid moves each of its points and keeps the triangles.
TEST(ThinShapes, BendAsTheyAreTold) {
    ThinWing wing = ellipticWing();
    const TriangleMesh flat = makeThinWing(wing, 300);
    wing.bend = [](const Vector3& p) { return Vector3(p.x(), p.y(), p.z() + 3.0 * p.y() * p.y()); };
    const TriangleMesh bent = makeThinWing(wing, 300);
    ASSERT_EQ(bent.vertexCount(), flat.vertexCount());
    for (int v = 0; v < flat.vertexCount(); ++v)
        EXPECT_EQ(bent.vertices[static_cast<std::size_t>(v)], wing.bend(flat.vertices[static_cast<std::size_t>(v)]));
}

// The exact volume of the chamfered disc, and the inertia of a flat one but for the chamfer and 40 corners.
TEST(ThinShapes, OfACoinHasTheVolumeOfAChamferedDisc) {
    const double r = 0.012, t = 0.002, c = 0.25 * t;
    const TriangleMesh mesh = makeCoin(2.0 * r, t, 1000);
    // By Pappus: the disc less the ring of triangular section removed by two chamfers.
    const double exact = ambient::kPi * r * r * t - 2.0 * 2.0 * ambient::kPi * (r - c / 3.0) * 0.5 * c * c;
    EXPECT_NEAR(ambient::enclosedVolume(mesh) / exact, 1.0, 1e-12);
    EXPECT_LT(ambient::volumeCentroid(mesh).norm(), 1e-15);
}

// Two parts of one body: a dumbbell of spheres, m r^2 / 10 ... 2/5 m r^2 each and m d^2 / 4 about the axes across.
TEST(ThinShapes, HaveTheInertiaOfTheirParts) {
    ambient::MassProperties left, right;
    left.mass = 2.0;
    left.inertia = 0.1 * ambient::Matrix3::Identity();
    left.centerOfMass = {-1.0, 0.0, 0.5};
    right = ofMass(left, 6.0);
    right.centerOfMass = {3.0, 0.0, 0.5};
    const ambient::MassProperties both = sumOf({left, right});
    EXPECT_EQ(both.mass, 8.0);
    EXPECT_LT((both.centerOfMass - Vector3(2.0, 0.0, 0.5)).norm(), 1e-15);
    const double across = 0.4 + 2.0 * 6.0 / 8.0 * 16.0; // own, and the reduced mass times the distance squared
    EXPECT_LT((both.inertia - Vector3(0.4, across, across).asDiagonal().toDenseMatrix()).norm(), 1e-13);
    EXPECT_THROW(sumOf({}), std::invalid_argument);
}

// The nut makes the seed heavy at one end; the centre of mass lies a third of the width behind the leading edge.
TEST(ThinShapes, OfASeedBalanceNearTheNutAndTheLeadingEdge) {
    const WeightedSolid seed = makeMapleSeed({}, 700);
    EXPECT_NEAR(seed.mass, 3e-5, 1e-18);
    Eigen::AlignedBox3d box;
    for (const Vector3& p : seed.solid.mesh.vertices)
        box.extend(seed.solid.modelFromBody * p);
    EXPECT_NEAR(-box.min().x() / box.sizes().x(), 0.23, 0.02);
    EXPECT_NEAR(box.max().y() / box.sizes().y(), 0.33, 0.02);
    EXPECT_LT(seed.inertia.x(), 0.2 * seed.inertia.y());
}

// Half a turn about its axis maps the helicopter onto itself.
TEST(ThinShapes, OfAPaperCopterHasItsCentreOfMassAndAnAxisUpright) {
    const WeightedSolid copter = makePaperCopter({}, 900);
    EXPECT_NEAR(copter.mass, 1.5e-3, 1e-17);
    EXPECT_LT((copter.solid.modelFromBody * Vector3::UnitZ() - Vector3::UnitZ()).norm(), 1e-6);
    Eigen::AlignedBox3d box;
    for (const Vector3& p : copter.solid.mesh.vertices)
        box.extend(p);
    EXPECT_NEAR(box.min().x() + box.max().x(), 0.0, 1e-6);
    EXPECT_NEAR(box.min().y() + box.max().y(), 0.0, 1e-6);
    EXPECT_LT(-box.min().z(), 0.5 * box.max().z()); // the clip draws the centre down
}

} // namespace thin_shapes_test
