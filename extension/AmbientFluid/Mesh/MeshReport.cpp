// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshReport.h"

#include "AmbientFluid/Mesh/DegenerateFaces.h"
#include "AmbientFluid/Mesh/DisjointSets.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/SeparatePieces.h"
#include "AmbientFluid/Mesh/VertexWeld.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace ambient {

namespace {

/// Beyond this [m] an inertia, the fifth power of a length, could overflow.
constexpr double kLargestCoordinate = 1e30;
constexpr double kSliverHeight = 1e-2;
/// A volume below this fraction of area times diagonal is rounding.
constexpr double kRoundingVolume = 1e-14;
constexpr double kSmallestSaneDiagonal = 1e-3;
constexpr double kLargestSaneDiagonal = 100.0; // a thing of 100 mm in a file of millimetres

/// Name of the part of a mesh that has a defect, for messages.
struct Noun {
    const char* one;
    const char* many;
};
constexpr Noun kFace{"face", "faces"}, kEdge{"edge", "edges"}, kVertex{"vertex", "vertices"};

/// How often something was found, and where first.
struct Tally {
    int count = 0;
    int first = -1;
    void add(int index) {
        if (count++ == 0) first = index;
    }
    std::string others(const Noun& noun) const {
        if (count < 2) return "";
        return " (and " + std::to_string(count - 1) + " more " + (count == 2 ? noun.one : noun.many) + ")";
    }
};

std::string text(double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.6g", value);
    return buffer;
}

std::string text(const Vector3& p) {
    return "(" + text(p.x()) + ", " + text(p.y()) + ", " + text(p.z()) + ")";
}

bool isSound(const Vector3& p) {
    return p.allFinite() && p.cwiseAbs().maxCoeff() <= kLargestCoordinate;
}

class MeshChecker {
  public:
    MeshChecker(const TriangleMesh& mesh, const MeshNumbers& numbers)
        : m_mesh(mesh), m_numbers(numbers), m_adjacency(mesh) {
        markSoundParts();
    }

    MeshReport run() {
        checkCounts();
        checkIndices();
        checkVertices();
        checkFaceShapes();
        checkDuplicateFaces();
        checkEdges();
        checkVertexFans();
        measure();
        checkComponents();
        checkVolume();
        warnOfVertices();
        warnOfUnits();
        return std::move(m_report);
    }

  private:
    int faceNumber(int f) const { return m_numbers.faces ? (*m_numbers.faces)[f] : f; }
    int vertexNumber(int v) const { return m_numbers.vertices ? (*m_numbers.vertices)[v] : v; }

    std::string named(const Noun& noun, int index) const {
        return noun.one + (" " + std::to_string(&noun == &kFace ? faceNumber(index) : vertexNumber(index)));
    }

    bool inRange(int v) const { return v >= 0 && v < m_mesh.vertexCount(); }
    bool inRange(const TriangleMesh::Face& f) const { return inRange(f[0]) && inRange(f[1]) && inRange(f[2]); }

    /// Sound faces, which can be computed with.
    void markSoundParts() {
        for (const Vector3& p : m_mesh.vertices)
            m_vertexIsSound.push_back(isSound(p));
        for (const TriangleMesh::Face& f : m_mesh.faces) {
            m_faceIsSound.push_back(inRange(f) && m_vertexIsSound[f[0]] && m_vertexIsSound[f[1]] &&
                                    m_vertexIsSound[f[2]]);
        }
    }

    void addIssue(MeshDefect defect, const std::string& where, const std::string& what) {
        m_report.issues.push_back({defect, where, where + ": " + what});
    }

    std::string placeOfFace(int f) const {
        return m_faceIsSound[f] ? ", at " + text(m_mesh.faceCentroid(f)) : std::string();
    }

    void checkCounts() {
        const int n = m_mesh.faceCount();
        m_report.faceCount = n;
        m_report.vertexCount = m_mesh.vertexCount();
        if (n == 0) addIssue(MeshDefect::Empty, "mesh", "no faces");
        if (n > 0 && n < 4) {
            addIssue(MeshDefect::TooFewFaces, "mesh",
                     std::to_string(n) + (n == 1 ? " face" : " faces") + ", a closed surface needs at least 4");
        }
    }

    void checkIndices() {
        Tally bad;
        for (int f = 0; f < m_mesh.faceCount(); ++f) {
            if (!inRange(m_mesh.faces[f])) bad.add(f);
        }
        if (bad.count == 0) return;
        const TriangleMesh::Face& face = m_mesh.faces[bad.first];
        const int index = *std::find_if(face.begin(), face.end(), [this](int v) { return !inRange(v); });
        addIssue(MeshDefect::IndexOutOfRange, named(kFace, bad.first),
                 "names vertex " + std::to_string(index) + ", but there are " + std::to_string(m_mesh.vertexCount()) +
                     bad.others(kFace));
    }

    void checkVertices() {
        Tally bad;
        for (int v = 0; v < m_mesh.vertexCount(); ++v) {
            if (!m_vertexIsSound[v]) bad.add(v);
        }
        if (bad.count == 0) return;
        const Vector3& p = m_mesh.vertices[bad.first];
        addIssue(MeshDefect::NonFiniteVertex, named(kVertex, bad.first),
                 (p.allFinite() ? "too far away, " : "not a finite position, ") + text(p) + bad.others(kVertex));
    }

    void checkFaceShapes() {
        Tally degenerate, sliver;
        for (int f = 0; f < m_mesh.faceCount(); ++f) {
            if (!inRange(m_mesh.faces[f])) continue;
            const double height = m_faceIsSound[f] ? relativeHeight(m_mesh, f) : 1.0;
            if (!m_adjacency.contains(f) || height <= kDegenerateHeight) {
                degenerate.add(f);
            } else if (height < kSliverHeight) {
                sliver.add(f);
            }
        }
        m_report.sliverCount = sliver.count;
        if (sliver.count > 0) {
            m_report.warnings.push_back(named(kFace, sliver.first) + ": a sliver, over 100 times longer than high" +
                                        sliver.others(kFace));
        }
        if (degenerate.count == 0) return;
        const bool repeats = !m_adjacency.contains(degenerate.first);
        addIssue(MeshDefect::DegenerateFace, named(kFace, degenerate.first),
                 (repeats ? "names a vertex twice" : "zero area") + placeOfFace(degenerate.first) +
                     degenerate.others(kFace));
    }

    void checkDuplicateFaces() {
        std::vector<std::pair<TriangleMesh::Face, int>> sorted;
        for (int f = 0; f < m_mesh.faceCount(); ++f) {
            if (!m_adjacency.contains(f)) continue;
            sorted.push_back({m_mesh.faces[f], f});
            std::sort(sorted.back().first.begin(), sorted.back().first.end());
        }
        std::sort(sorted.begin(), sorted.end());
        std::vector<std::pair<int, int>> copies;
        for (std::size_t i = 1, original = 0; i < sorted.size(); ++i) {
            if (sorted[i].first == sorted[original].first) {
                copies.push_back({sorted[i].second, sorted[original].second});
            } else {
                original = i;
            }
        }
        if (copies.empty()) return;
        const auto [copy, original] = *std::min_element(copies.begin(), copies.end());
        const Tally tally{static_cast<int>(copies.size()), copy};
        addIssue(MeshDefect::DuplicateFace, named(kFace, copy),
                 "same vertices as " + named(kFace, original) + placeOfFace(copy) + tally.others(kFace));
    }

    void checkEdges() {
        Tally open, crowded, reversed;
        const auto& edges = m_adjacency.edges();
        for (int e = 0; e < static_cast<int>(edges.size()); ++e) {
            if (edges[e].sideCount == 1) open.add(e);
            if (edges[e].sideCount > 2) crowded.add(e);
            if (edges[e].sideCount == 2 && edges[e].forwardCount != 1) reversed.add(e);
        }
        m_report.closed = !edges.empty() && open.count == 0;
        m_report.manifold = !edges.empty() && crowded.count == 0;
        m_report.oriented = m_report.manifold && reversed.count == 0;
        if (open.count > 0) addEdgeIssue(MeshDefect::OpenEdge, open, "open, only on ");
        if (crowded.count > 0) addEdgeIssue(MeshDefect::NonManifoldEdge, crowded, "more than two faces meet, ");
        if (reversed.count > 0) addEdgeIssue(MeshDefect::InconsistentOrientation, reversed, "opposite winding of ");
    }

    void addEdgeIssue(MeshDefect defect, const Tally& tally, const std::string& what) {
        const MeshAdjacency::Edge& e = m_adjacency.edges()[tally.first];
        std::string faces;
        for (int s = 0; s < std::min(e.sideCount, 3); ++s) {
            faces += (s == 0 ? "" : ", ") + named(kFace, m_adjacency.sides()[e.firstSide + s].face);
        }
        const Vector3 middle = 0.5 * m_mesh.vertices[e.low] + 0.5 * m_mesh.vertices[e.high];
        const auto [low, high] = std::minmax({vertexNumber(e.low), vertexNumber(e.high)});
        addIssue(defect, kEdge.one + (" " + std::to_string(low) + "-" + std::to_string(high)),
                 what + faces + ", at " + text(middle) + tally.others(kEdge));
    }

    int cornerAt(int f, int v) const {
        const TriangleMesh::Face& face = m_mesh.faces[f];
        return 3 * f + (face[0] == v ? 0 : face[1] == v ? 1 : 2);
    }

    /// Corners that meet at a vertex and share a side there belong to one fan.
    void checkVertexFans() {
        DisjointSets corners(3 * m_mesh.faceCount());
        for (const MeshAdjacency::Edge& e : m_adjacency.edges()) {
            const int first = m_adjacency.sides()[e.firstSide].face;
            for (int s = 1; s < e.sideCount; ++s) {
                const int other = m_adjacency.sides()[e.firstSide + s].face;
                corners.join(cornerAt(first, e.low), cornerAt(other, e.low));
                corners.join(cornerAt(first, e.high), cornerAt(other, e.high));
            }
        }
        Tally pinched;
        for (int v = 0; v < m_mesh.vertexCount(); ++v) {
            const MeshAdjacency::FaceRange faces = m_adjacency.facesAround(v);
            const auto inFirstFan = [&](int f) {
                return corners.root(cornerAt(f, v)) == corners.root(cornerAt(*faces.begin(), v));
            };
            if (!std::all_of(faces.begin(), faces.end(), inFirstFan)) pinched.add(v);
        }
        if (pinched.count == 0) return;
        m_report.manifold = false;
        addIssue(MeshDefect::NonManifoldVertex, named(kVertex, pinched.first),
                 "parts of the surface hang together in this point only, at " + text(m_mesh.vertices[pinched.first]) +
                     pinched.others(kVertex));
    }

    void measure() {
        m_allSound = std::all_of(m_faceIsSound.begin(), m_faceIsSound.end(), [](char sound) { return sound != 0; });
        TriangleMesh part;
        if (!m_allSound) {
            part.vertices = m_mesh.vertices;
            for (int f = 0; f < m_mesh.faceCount(); ++f) {
                if (m_faceIsSound[f]) part.faces.push_back(m_mesh.faces[f]);
            }
        }
        const TriangleMesh& sound = m_allSound ? m_mesh : part;
        Eigen::AlignedBox3d box;
        for (const TriangleMesh::Face& f : sound.faces) {
            for (int v : f)
                box.extend(sound.vertices[v]);
        }
        if (box.isEmpty()) return;
        m_report.boundsMin = box.min();
        m_report.boundsMax = box.max();
        m_report.area = surfaceArea(sound);
        m_report.volume = enclosedVolume(sound);
        // Of a mesh of 1e-95 m the squares of areas are too small for a number, and the volume just not.
        m_hasVolume = m_report.area > 0.0 && std::abs(m_report.volume) > kRoundingVolume * m_report.area * diagonal();
        m_report.centroid = m_hasVolume ? volumeCentroid(sound) : Vector3(box.center());
    }

    double diagonal() const { return (m_report.boundsMax - m_report.boundsMin).stableNorm(); }

    void checkComponents() {
        const MeshComponents components = connectedComponents(m_mesh, m_adjacency);
        int usedVertices = 0, validFaces = 0;
        for (int v = 0; v < m_mesh.vertexCount(); ++v)
            usedVertices += m_adjacency.facesAround(v).size() > 0;
        for (int f = 0; f < m_mesh.faceCount(); ++f)
            validFaces += m_adjacency.contains(f);
        m_report.componentCount = components.count();
        m_report.eulerCharacteristic = usedVertices - static_cast<int>(m_adjacency.edges().size()) + validFaces;
        if (components.count() < 2) return;

        if (!m_allSound || !m_report.closed || !m_report.oriented) return;
        if (const auto conflict = findPieceConflict(m_mesh, components)) addPieceIssue(components, *conflict);
        for (int c : cavities(m_mesh, components)) {
            m_report.warnings.push_back(named(kFace, components.firstFace[c]) +
                                        ": its piece looks like the wall of a cavity; leave it out, the fluid does not "
                                        "reach it");
        }
    }

    void addPieceIssue(const MeshComponents& components, const PieceConflict& conflict) {
        const int face = components.firstFace[conflict.piece];
        const std::string other = named(kFace, components.firstFace[conflict.other]);
        const std::string what = conflict.kind == PieceConflict::Kind::InsideOut ? "is inside out"
                                 : conflict.kind == PieceConflict::Kind::Inside
                                     ? "is one inside the other with that of " + other
                                     : "touches or crosses that of " + other;
        addIssue(MeshDefect::SeveralComponents, named(kFace, face),
                 "its piece, one of " + std::to_string(components.count()) + " separate pieces, " + what +
                     placeOfFace(face));
    }

    void checkVolume() {
        if (!m_allSound || !m_report.closed || !m_report.oriented) return;
        m_report.outward = m_hasVolume && m_report.volume > 0.0;
        if (m_report.outward) return;
        addIssue(MeshDefect::Inverted, "mesh",
                 m_hasVolume ? "inside out, its volume is " + text(m_report.volume) + " m^3" : "encloses no volume");
    }

    void warnOfVertices() {
        std::vector<char> used(m_mesh.vertices.size(), 0);
        for (const TriangleMesh::Face& f : m_mesh.faces) {
            for (int v : f) {
                if (inRange(v)) used[v] = 1;
            }
        }
        const std::vector<int> representative = coincidentVertices(m_mesh);
        Tally unused, duplicate;
        for (int v = 0; v < m_mesh.vertexCount(); ++v) {
            if (!used[v]) unused.add(v);
            if (representative[v] != v) duplicate.add(v);
        }
        m_report.duplicateVertexCount = duplicate.count;
        if (duplicate.count > 0) {
            m_report.warnings.push_back(named(kVertex, duplicate.first) + ": coincides with vertex " +
                                        std::to_string(vertexNumber(representative[duplicate.first])) +
                                        ", the surface is not welded or touches itself" + duplicate.others(kVertex));
        }
        if (unused.count > 0) {
            m_report.warnings.push_back(named(kVertex, unused.first) + ": no face uses it" + unused.others(kVertex));
        }
    }

    void warnOfUnits() {
        const double d = diagonal();
        if (d == 0.0 || (d >= kSmallestSaneDiagonal && d <= kLargestSaneDiagonal)) return;
        m_report.warnings.push_back("mesh: the diagonal of its box is " + text(d) +
                                    (d > kLargestSaneDiagonal ? " m; if its units are millimetres, scale it by 0.001"
                                                              : " m; are its units metres?"));
    }

    const TriangleMesh& m_mesh;
    MeshNumbers m_numbers;
    MeshAdjacency m_adjacency;
    MeshReport m_report;
    std::vector<char> m_vertexIsSound;
    std::vector<char> m_faceIsSound;
    bool m_allSound = false;
    bool m_hasVolume = false;
};

} // namespace

bool MeshReport::has(MeshDefect defect) const {
    return std::any_of(issues.begin(), issues.end(), [defect](const MeshIssue& i) { return i.defect == defect; });
}

MeshReport checkMesh(const TriangleMesh& mesh, const MeshNumbers& numbers) {
    return MeshChecker(mesh, numbers).run();
}

} // namespace ambient
