// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshRepair.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "MeshTestShapes.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

namespace ambient::mesh_repair_test {
namespace {

using test::joined;
using test::polygonSoup;
using test::reversed;
using test::transformed;

/// To the last bit, NaN included.
bool sameMesh(const TriangleMesh& a, const TriangleMesh& b) {
    return a.faces == b.faces && a.vertices.size() == b.vertices.size() &&
           (a.vertices.empty() ||
            std::memcmp(a.vertices.data(), b.vertices.data(), a.vertices.size() * sizeof(Vector3)) == 0);
}

TEST(MeshRepair, LeavesASoundMeshAsItIs) {
    const TriangleMesh mesh = makeCapsule(0.5, 1.0, 400);
    const CheckedMesh repaired = repairMesh(mesh);
    EXPECT_TRUE(sameMesh(repaired.mesh, mesh));
    EXPECT_TRUE(repaired.report.usable());
    EXPECT_TRUE(repaired.report.repairs.empty());
}

TEST(MeshRepair, RestoresAShuffledFlippedSoup) {
    std::mt19937 random(3);
    const TriangleMesh sphere = makeSphere(1.5, 500);
    TriangleMesh soup = polygonSoup(sphere, random);
    std::bernoulli_distribution flip(0.3);
    int flipped = 0;
    for (TriangleMesh::Face& f : soup.faces) {
        if (!flip(random)) continue;
        std::swap(f[0], f[1]);
        ++flipped;
    }
    soup.vertices.emplace_back(7, 7, 7);
    EXPECT_FALSE(checkMesh(soup).usable());

    const CheckedMesh repaired = repairMesh(soup);
    EXPECT_TRUE(repaired.report.usable());
    EXPECT_EQ(repaired.report.vertexCount, sphere.vertexCount());
    EXPECT_EQ(repaired.report.faceCount, sphere.faceCount());
    EXPECT_NEAR(repaired.report.volume / checkMesh(sphere).volume, 1.0, 1e-15);
    ASSERT_EQ(repaired.report.repairs.size(), 3U);
    EXPECT_EQ(repaired.report.repairs[0],
              "welded " + std::to_string(3 * 500 - sphere.vertexCount()) + " coincident vertices");
    EXPECT_EQ(repaired.report.repairs[1], "dropped 1 unused vertex");
    EXPECT_EQ(repaired.report.repairs[2].rfind("reversed " + std::to_string(flipped) + " faces, volume ", 0), 0U);
}

TEST(MeshRepair, WeldsWhatDiffersByRounding) {
    std::mt19937 random(4);
    TriangleMesh soup = polygonSoup(makeBox({1, 2, 3}, 192), random);
    std::uniform_real_distribution<double> rounding(-1e-10, 1e-10);
    for (Vector3& p : soup.vertices)
        p += Vector3(rounding(random), rounding(random), rounding(random));
    EXPECT_TRUE(repairMesh(soup).report.usable());
}

TEST(MeshRepair, DoesNotWeldAClosedSurfaceThatTouchesItself) {
    // A long box bent into a C whose ends meet in one corner would become non-manifold by welding; here two bodies do.
    const TriangleMesh cube = makeBox({1, 1, 1}, 12);
    const TriangleMesh touching = joined(cube, transformed(cube, Matrix3::Identity(), {1, 1, 1}));
    const CheckedMesh repaired = repairMesh(touching);
    EXPECT_TRUE(sameMesh(repaired.mesh, touching));
    EXPECT_TRUE(repaired.report.manifold);
    EXPECT_EQ(repaired.report.duplicateVertexCount, 1);
}

TEST(MeshRepair, TheMinorityIsReversedWhateverItIs) {
    TriangleMesh mesh = makeSphere(1.0, 80);
    for (int f = 0; f < 50; ++f)
        std::swap(mesh.faces[f][1], mesh.faces[f][2]);
    const CheckedMesh repaired = repairMesh(mesh);
    ASSERT_EQ(repaired.report.repairs.size(), 2U);
    EXPECT_EQ(repaired.report.repairs[0].rfind("reversed 30 faces, ", 0), 0U);
    EXPECT_EQ(repaired.report.repairs[1].rfind("turned the mesh inside out, ", 0), 0U);
    EXPECT_TRUE(repaired.report.usable());
}

TEST(MeshRepair, ADrawIsSettledOutwards) {
    for (int first : {0, 40}) {
        TriangleMesh mesh = makeSphere(1.0, 80);
        for (int f = first; f < first + 40; ++f)
            std::swap(mesh.faces[f][1], mesh.faces[f][2]);
        EXPECT_TRUE(repairMesh(mesh).report.usable());
    }
}

TEST(MeshRepair, AnInvertedMeshIsTurned) {
    const TriangleMesh inverted = reversed(makeCone(1.0, 2.0, 100));
    EXPECT_TRUE(repairMesh(inverted, MeshRepair::None).report.has(MeshDefect::Inverted));
    for (MeshRepair repair : {MeshRepair::Safe, MeshRepair::FlipInverted}) {
        const CheckedMesh turned = repairMesh(inverted, repair);
        EXPECT_TRUE(turned.report.usable());
        ASSERT_EQ(turned.report.repairs.size(), 1U);
        EXPECT_EQ(turned.report.repairs[0].rfind("turned the mesh inside out, volume -", 0), 0U);
        EXPECT_TRUE(sameMesh(turned.mesh, reversed(inverted)));
    }
}

TEST(MeshRepair, NoneChangesNothing) {
    std::mt19937 random(5);
    const TriangleMesh soup = polygonSoup(makeSphere(1.0, 80), random);
    const CheckedMesh result = repairMesh(soup, MeshRepair::None);
    EXPECT_TRUE(sameMesh(result.mesh, soup));
    EXPECT_FALSE(result.report.usable());
}

TEST(MeshRepair, NeverClosesAHole) {
    TriangleMesh hole = makeSphere(1.0, 80);
    hole.faces.pop_back();
    EXPECT_TRUE(repairMesh(hole, MeshRepair::FlipInverted).report.has(MeshDefect::OpenEdge));
}

TEST(MeshRepair, AnUnusedNanVertexIsDropped) {
    TriangleMesh mesh = makeSphere(1.0, 80);
    mesh.vertices.emplace_back(std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0);
    EXPECT_FALSE(checkMesh(mesh).usable());
    EXPECT_TRUE(repairMesh(mesh).report.usable());
}

TEST(MeshRepair, AnUnorientableSurfaceIsLeftAsItIs) {
    // A Moebius band of 5 quads: orientation cannot be made to agree.
    TriangleMesh band;
    const int n = 5;
    for (int i = 0; i < n; ++i) {
        const double u = 2.0 * kPi * i / n;
        for (double w : {-0.3, 0.3}) {
            const double r = 1.0 + w * std::cos(0.5 * u);
            band.vertices.emplace_back(r * std::cos(u), r * std::sin(u), w * std::sin(0.5 * u));
        }
    }
    for (int i = 0; i < n; ++i) {
        const bool last = i == n - 1;
        const int a = 2 * i, b = 2 * i + 1, c = last ? 1 : 2 * i + 2, d = last ? 0 : 2 * i + 3;
        band.faces.push_back({a, b, c});
        band.faces.push_back({b, d, c});
    }
    const CheckedMesh repaired = repairMesh(band);
    EXPECT_TRUE(repaired.report.has(MeshDefect::InconsistentOrientation));
    EXPECT_TRUE(sameMesh(repaired.mesh, band));
}

TEST(MeshRepair, RequireUsableMeshThrowsTheFirstIssue) {
    TriangleMesh mesh = makeSphere(1.0, 80);
    mesh.vertices[5].z() = std::numeric_limits<double>::quiet_NaN();
    try {
        requireUsableMesh(mesh);
        FAIL();
    } catch (const MeshError& e) {
        EXPECT_EQ(std::string(e.what()), e.report.issues.front().message);
        EXPECT_EQ(e.report.issues.front().where, "vertex 5");
    }
    EXPECT_THROW(requireUsableMesh({}), std::invalid_argument);
    EXPECT_TRUE(requireUsableMesh(makeSphere(1.0, 80)).report.usable());
}

/// One random act of vandalism.
void corrupt(TriangleMesh& mesh, std::mt19937& random) {
    const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, std::max(0, n - 1))(random); };
    if (mesh.faces.empty() || mesh.vertices.empty()) return;
    TriangleMesh::Face& face = mesh.faces[below(mesh.faceCount())];
    Vector3& vertex = mesh.vertices[below(mesh.vertexCount())];
    const double extremes[] = {
        std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300, 1e29, 1e-310, 0.0};
    switch (below(9)) {
    case 0:
        std::swap(face[0], face[2]);
        break;
    case 1:
        face[below(3)] = below(mesh.vertexCount());
        break;
    case 2:
        face[below(3)] = static_cast<int>(random());
        break;
    case 3:
        vertex[below(3)] = extremes[below(6)];
        break;
    case 4:
        vertex = mesh.vertices[below(mesh.vertexCount())];
        break;
    case 5:
        mesh.faces.push_back(face);
        break;
    case 6:
        mesh.faces.erase(mesh.faces.begin() + below(mesh.faceCount()));
        break;
    case 7:
        mesh = polygonSoup(checkMesh(mesh).has(MeshDefect::IndexOutOfRange) ? TriangleMesh{} : mesh, random);
        break;
    default:
        vertex *= 1.0 + 3e-9;
        break;
    }
}

TEST(MeshRepair, IsIdempotentAndHonestUnderRandomCorruption) {
    std::mt19937 random(11);
    int usable = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        TriangleMesh mesh = trial % 2 == 0 ? makeSphere(1.0, 20) : makeBox({1, 2, 3}, 48);
        for (int acts = trial % 7; acts >= 0; --acts)
            corrupt(mesh, random);
        for (MeshRepair repair : {MeshRepair::None, MeshRepair::Safe, MeshRepair::FlipInverted}) {
            const CheckedMesh once = repairMesh(mesh, repair), twice = repairMesh(once.mesh, repair);
            ASSERT_TRUE(sameMesh(once.mesh, twice.mesh)) << "trial " << trial;
            ASSERT_TRUE(twice.report.repairs.empty()) << "trial " << trial << ": " << twice.report.repairs.front();
            const MeshReport& r = once.report;
            ASSERT_TRUE(std::isfinite(r.volume) && std::isfinite(r.area) && r.centroid.allFinite());
            if (!r.usable()) continue;
            ++usable;
            ASSERT_TRUE(r.closed && r.oriented && r.manifold && r.outward);
            ASSERT_GT(r.volume, 0.0);
        }
    }
    EXPECT_GT(usable, 500); // else the corruption is too strong to test the usable branch
}

} // namespace
} // namespace ambient::mesh_repair_test
