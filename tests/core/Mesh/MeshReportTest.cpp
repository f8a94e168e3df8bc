// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshReport.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "MeshTestShapes.h"

#include <gtest/gtest.h>

#include <limits>

namespace ambient::mesh_report_test {
namespace {

using test::cornerTetrahedron;
using test::joined;
using test::reversed;
using test::transformed;

const double kNan = std::numeric_limits<double>::quiet_NaN();

/// The only issue of a mesh expected to have just one.
MeshIssue onlyIssue(const TriangleMesh& mesh) {
    const MeshReport report = checkMesh(mesh);
    EXPECT_EQ(report.issues.size(), 1u);
    EXPECT_FALSE(report.usable());
    return report.issues.empty() ? MeshIssue{} : report.issues.front();
}

const MeshIssue& issueOf(const MeshReport& report, MeshDefect defect) {
    static const MeshIssue none{};
    for (const MeshIssue& i : report.issues) {
        if (i.defect == defect) return i;
    }
    ADD_FAILURE() << "defect not found";
    return none;
}

bool mentions(const std::vector<std::string>& lines, const std::string& words) {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& l) { return l.find(words) != std::string::npos; });
}

TEST(MeshReport, SoundMeshIsUsableAndMeasured) {
    const MeshReport report = checkMesh(cornerTetrahedron());
    EXPECT_TRUE(report.usable() && report.closed && report.oriented && report.manifold && report.outward);
    EXPECT_TRUE(report.warnings.empty() && report.repairs.empty());
    EXPECT_EQ(report.faceCount, 4);
    EXPECT_EQ(report.vertexCount, 4);
    EXPECT_EQ(report.componentCount, 1);
    EXPECT_EQ(report.eulerCharacteristic, 2);
    EXPECT_NEAR(report.volume, 1.0 / 6.0, 1e-16);
    EXPECT_LT((report.centroid - Vector3::Constant(0.25)).norm(), 1e-15);
    EXPECT_EQ(report.boundsMin, Vector3(0, 0, 0));
    EXPECT_EQ(report.boundsMax, Vector3(1, 1, 1));
}

TEST(MeshReport, EmptyMeshIsNamed) {
    EXPECT_EQ(onlyIssue({}).defect, MeshDefect::Empty);
    EXPECT_EQ(onlyIssue({{{0, 0, 0}, {1, 0, 0}}, {}}).message, "mesh: no faces");
}

TEST(MeshReport, OneTriangleIsTooFewAndOpen) {
    const MeshReport report = checkMesh({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}});
    EXPECT_EQ(report.issues.front().defect, MeshDefect::TooFewFaces);
    EXPECT_EQ(issueOf(report, MeshDefect::OpenEdge).where, "edge 0-1");
    EXPECT_FALSE(report.closed);
    EXPECT_EQ(report.eulerCharacteristic, 1);
}

TEST(MeshReport, HoleIsNamedByItsFirstEdge) {
    TriangleMesh mesh = makeSphere(1.0, 320);
    const TriangleMesh::Face missing = mesh.faces[100];
    mesh.faces.erase(mesh.faces.begin() + 100);
    const MeshIssue issue = onlyIssue(mesh);
    EXPECT_EQ(issue.defect, MeshDefect::OpenEdge);
    TriangleMesh::Face sorted = missing;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(issue.where, "edge " + std::to_string(sorted[0]) + "-" + std::to_string(sorted[1]));
    EXPECT_NE(issue.message.find("(and 2 more edges)"), std::string::npos) << issue.message;
}

TEST(MeshReport, FlippedFaceIsNamed) {
    TriangleMesh mesh = makeBox({1, 1, 1}, 48);
    std::swap(mesh.faces[20][1], mesh.faces[20][2]);
    const MeshIssue issue = onlyIssue(mesh);
    EXPECT_EQ(issue.defect, MeshDefect::InconsistentOrientation);
    EXPECT_NE(issue.message.find("face 20"), std::string::npos) << issue.message;
    EXPECT_FALSE(checkMesh(mesh).oriented);
    EXPECT_TRUE(checkMesh(mesh).closed);
}

TEST(MeshReport, InvertedMeshIsNamedWithItsVolume) {
    const MeshIssue issue = onlyIssue(reversed(makeBox({2, 2, 2}, 12)));
    EXPECT_EQ(issue.defect, MeshDefect::Inverted);
    EXPECT_EQ(issue.message, "mesh: inside out, its volume is -8 m^3");
}

TEST(MeshReport, MeshWithoutVolumeIsNamed) {
    const TriangleMesh flat = transformed(cornerTetrahedron(), Vector3(1, 1, 0).asDiagonal(), {0, 0, 3});
    EXPECT_EQ(issueOf(checkMesh(flat), MeshDefect::Inverted).message, "mesh: encloses no volume");
}

TEST(MeshReport, NonFiniteVertexIsNamed) {
    for (double bad : {kNan, std::numeric_limits<double>::infinity(), -1e200}) {
        TriangleMesh mesh = makeSphere(1.0, 80);
        mesh.vertices[5].y() = bad;
        const MeshReport report = checkMesh(mesh);
        EXPECT_EQ(onlyIssue(mesh).defect, MeshDefect::NonFiniteVertex);
        EXPECT_EQ(report.issues.front().where, "vertex 5");
        EXPECT_TRUE(std::isfinite(report.volume) && std::isfinite(report.area) && report.centroid.allFinite());
    }
}

TEST(MeshReport, ZeroAreaFaceIsNamed) {
    // A vertex put onto the middle of an edge of a tetrahedron, with a face of no area to close the seam.
    TriangleMesh mesh = cornerTetrahedron();
    mesh.vertices.emplace_back(0.5, 0.0, 0.0);
    mesh.faces[0] = {0, 2, 4};
    mesh.faces.push_back({4, 2, 1});
    mesh.faces.push_back({0, 4, 1});
    const MeshIssue issue = onlyIssue(mesh);
    EXPECT_EQ(issue.defect, MeshDefect::DegenerateFace);
    EXPECT_EQ(issue.message, "face 5: zero area, at (0.5, 0, 0)");
}

TEST(MeshReport, RepeatedIndexIsADegenerateFace) {
    TriangleMesh mesh = cornerTetrahedron();
    mesh.faces.push_back({2, 3, 2});
    const MeshIssue issue = onlyIssue(mesh);
    EXPECT_EQ(issue.defect, MeshDefect::DegenerateFace);
    EXPECT_EQ(issue.where, "face 4");
}

TEST(MeshReport, IndexOutOfRangeIsNamed) {
    for (int bad : {4, -1, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) {
        TriangleMesh mesh = cornerTetrahedron();
        mesh.faces[3][1] = bad;
        const MeshReport report = checkMesh(mesh);
        EXPECT_EQ(report.issues.front().defect, MeshDefect::IndexOutOfRange);
        EXPECT_EQ(report.issues.front().message, "face 3: names vertex " + std::to_string(bad) + ", but there are 4");
        EXPECT_FALSE(report.closed);
    }
}

TEST(MeshReport, PiecesApartFromEachOtherAreOneBody) {
    const TriangleMesh ball = makeSphere(1.0, 80);
    for (const Vector3& shift : {Vector3(3, 0, 0), Vector3(1.5, 1.5, 0.5)}) { // the boxes of the second pair meet
        const MeshReport report = checkMesh(joined(ball, transformed(ball, Matrix3::Identity(), shift)));
        EXPECT_TRUE(report.usable());
        EXPECT_EQ(report.componentCount, 2);
        EXPECT_EQ(report.eulerCharacteristic, 4);
        EXPECT_NEAR(report.volume, 8.0 / 3.0 * kPi, 1e-12);
    }
}

TEST(MeshReport, PiecesThatAreNotApartAreNamed) {
    const TriangleMesh ball = makeSphere(1.0, 80), box = makeBox({1, 1, 1}, 12);
    const auto shifted = [](const TriangleMesh& mesh, const Vector3& shift) {
        return transformed(mesh, Matrix3::Identity(), shift);
    };
    const auto messageOf = [](const TriangleMesh& mesh) {
        EXPECT_EQ(onlyIssue(mesh).defect, MeshDefect::SeveralComponents);
        return onlyIssue(mesh).message;
    };
    const std::string crossing = messageOf(joined(ball, shifted(ball, {1.5, 0, 0})));
    EXPECT_EQ(crossing.rfind("face 80: its piece, one of 2 separate pieces, touches or crosses that of face 0", 0), 0u)
        << crossing;
    EXPECT_NE(messageOf(joined(box, shifted(box, {1.0, 0.3, 0.2}))).find("touches"), std::string::npos);
    EXPECT_NE(messageOf(joined(ball, transformed(ball, 0.3 * Matrix3::Identity(), {0.1, 0, 0}))).find("inside"),
              std::string::npos);
    EXPECT_NE(messageOf(joined(ball, shifted(reversed(box), {5, 0, 0}))).find("inside out"), std::string::npos);
}

TEST(MeshReport, CavityIsExplained) {
    const TriangleMesh hollow = joined(makeSphere(1.0, 320), reversed(makeSphere(0.5, 80)));
    EXPECT_EQ(onlyIssue(hollow).defect, MeshDefect::SeveralComponents);
    EXPECT_TRUE(mentions(checkMesh(hollow).warnings, "face 320: its piece looks like the wall of a cavity"));
}

TEST(MeshReport, NonManifoldEdgeIsNamed) {
    // Two tetrahedra with only the edge 0-3 in common.
    TriangleMesh mesh = cornerTetrahedron();
    mesh.vertices.insert(mesh.vertices.end(), {{-1, 0, 0}, {0, -1, 0}});
    for (const TriangleMesh::Face& f : cornerTetrahedron().faces) {
        const auto other = [](int v) { return v == 1 ? 4 : v == 2 ? 5 : v; };
        mesh.faces.push_back({other(f[0]), other(f[1]), other(f[2])});
    }
    const MeshReport report = checkMesh(mesh);
    const MeshIssue issue = onlyIssue(mesh);
    EXPECT_EQ(issue.defect, MeshDefect::NonManifoldEdge);
    EXPECT_EQ(issue.where, "edge 0-3");
    EXPECT_TRUE(report.closed && !report.manifold);
}

TEST(MeshReport, TetrahedraSharingAVertexAreNamed) {
    TriangleMesh mesh = cornerTetrahedron();
    mesh.vertices.insert(mesh.vertices.end(), {{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}});
    mesh.vertices[6] = {0, 0, -1};
    for (const TriangleMesh::Face& f : reversed(cornerTetrahedron()).faces) {
        const auto other = [](int v) { return v == 0 ? 0 : v + 3; };
        mesh.faces.push_back({other(f[0]), other(f[1]), other(f[2])});
    }
    const MeshIssue issue = onlyIssue(mesh);
    EXPECT_EQ(issue.defect, MeshDefect::NonManifoldVertex);
    EXPECT_EQ(issue.where, "vertex 0");
    EXPECT_EQ(checkMesh(mesh).componentCount, 1);
}

TEST(MeshReport, DuplicateFaceIsNamedBeforeTheEdgesItCrowds) {
    TriangleMesh mesh = makeBox({1, 1, 1}, 12);
    mesh.faces.push_back({mesh.faces[7][1], mesh.faces[7][2], mesh.faces[7][0]});
    const MeshReport report = checkMesh(mesh);
    EXPECT_EQ(report.issues.front().defect, MeshDefect::DuplicateFace);
    EXPECT_EQ(report.issues.front().where, "face 12");
    EXPECT_NE(report.issues.front().message.find("same vertices as face 7"), std::string::npos);
    EXPECT_TRUE(report.has(MeshDefect::NonManifoldEdge));
}

TEST(MeshReport, ATorusIsUsableWithEulerCharacteristicZero) {
    TriangleMesh torus;
    const int n = 12;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            const double u = 2.0 * kPi * i / n, v = 2.0 * kPi * j / n, r = 2.0 + 0.5 * std::cos(v);
            torus.vertices.emplace_back(r * std::cos(u), r * std::sin(u), 0.5 * std::sin(v));
            const int a = i * n + j, b = (i + 1) % n * n + j, c = (i + 1) % n * n + (j + 1) % n,
                      d = i * n + (j + 1) % n;
            torus.faces.push_back({a, b, c});
            torus.faces.push_back({a, c, d});
        }
    }
    EXPECT_TRUE(checkMesh(torus).usable());
    EXPECT_EQ(checkMesh(torus).eulerCharacteristic, 0);
}

TEST(MeshReport, WarnsOfWhatIsSuspiciousButUsable) {
    TriangleMesh mesh = makeBox({1, 1, 1}, 12);
    mesh.vertices.emplace_back(9, 9, 9);
    mesh.vertices.emplace_back(8, 9, 9);
    const MeshReport report = checkMesh(mesh);
    EXPECT_TRUE(report.usable());
    EXPECT_TRUE(mentions(report.warnings, "vertex 8: no face uses it (and 1 more vertex)"));
    EXPECT_EQ(report.boundsMax, Vector3::Constant(0.5));

    EXPECT_TRUE(mentions(checkMesh(makeSphere(1e-4, 80)).warnings, "units"));
    EXPECT_TRUE(mentions(checkMesh(makeSphere(1e4, 80)).warnings, "units"));
    EXPECT_FALSE(mentions(checkMesh(makeSphere(1.0, 80)).warnings, "units"));

    const MeshReport needle = checkMesh(makeBox({1000, 1, 1}, 12));
    EXPECT_TRUE(needle.usable());
    EXPECT_EQ(needle.sliverCount, 8);
    EXPECT_TRUE(mentions(needle.warnings, "sliver"));
}

TEST(MeshReport, CoincidentVerticesOfAClosedMeshAreCounted) {
    const TriangleMesh tetrahedron = cornerTetrahedron();
    const TriangleMesh touching =
        joined(tetrahedron, transformed(reversed(tetrahedron), -Matrix3::Identity(), {0, 0, 0}));
    EXPECT_EQ(checkMesh(touching).duplicateVertexCount, 1);
    EXPECT_TRUE(mentions(checkMesh(touching).warnings, "vertex 4: coincides with vertex 0"));
}

TEST(MeshReport, DefectsAreFoundFarFromTheOriginAndAtAnyScale) {
    for (double scale : {1e-9, 1e-3, 1.0, 1e6}) {
        const TriangleMesh ball =
            transformed(makeSphere(1.0, 80), scale * Matrix3::Identity(), 1e4 * scale * Vector3::Ones());
        const MeshReport report = checkMesh(ball);
        EXPECT_TRUE(report.usable());
        EXPECT_NEAR(report.volume / (scale * scale * scale * 4.0 / 3.0 * kPi), 1.0,
                    1e-10); // coordinates round to 1e-12
        EXPECT_EQ(onlyIssue(reversed(ball)).defect, MeshDefect::Inverted);
    }
}

TEST(MeshReport, EveryMessageIsOneLineThatStartsWithItsPlace) {
    TriangleMesh mesh = makeSphere(1.0, 80);
    mesh.vertices[3].x() = kNan;
    mesh.faces[4] = {1, 1, 2};
    mesh.faces[5] = {1, 900, 2};
    mesh.faces[6] = mesh.faces[7];
    const MeshReport report = checkMesh(mesh);
    EXPECT_GE(report.issues.size(), 5u);
    for (const MeshIssue& i : report.issues) {
        EXPECT_EQ(i.message.find('\n'), std::string::npos);
        EXPECT_EQ(i.message.rfind(i.where + ": ", 0), 0u) << i.message;
    }
}

} // namespace

TEST(MeshReport, AMeshTooSmallForItsAreaToBeANumberEnclosesNoVolume) {
    TriangleMesh mesh = makeBox({1.0, 2.0, 3.0}, 12);
    for (Vector3& v : mesh.vertices)
        v *= 1e-95;
    const MeshReport report = checkMesh(mesh);
    EXPECT_EQ(report.area, 0.0);
    EXPECT_FALSE(report.usable());
    EXPECT_TRUE(report.has(MeshDefect::Inverted));
}

} // namespace ambient::mesh_report_test
