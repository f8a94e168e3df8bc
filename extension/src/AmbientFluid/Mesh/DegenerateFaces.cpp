// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/DegenerateFaces.h"

#include "AmbientFluid/Mesh/MeshAdjacency.h"
#include "AmbientFluid/Mesh/TriangleTree.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Corners closer than this fraction of the longest side become one vertex.
constexpr double kCoincidence = 1e-9;

bool repeatsVertex(const TriangleMesh::Face& f) {
    return f[0] == f[1] || f[1] == f[2] || f[2] == f[0];
}

int dropRepeatingFaces(NumberedMesh& numbered) {
    std::vector<char> marks;
    for (const TriangleMesh::Face& f : numbered.mesh.faces)
        marks.push_back(repeatsVertex(f));
    return numbered.dropFaces(marks);
}

/// A face of three different vertices on one line.
struct Needle {
    int face;
    int corner;     ///< the longest side begins there
    double longest; ///< its length [m]
};

std::vector<Needle> findNeedles(const TriangleMesh& mesh) {
    std::vector<Needle> needles;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        if (relativeHeight(mesh, f) > kDegenerateHeight) continue;
        Needle needle{f, 0, -1.0};
        for (int k = 0; k < 3; ++k) {
            const double length = (mesh.corner(f, (k + 1) % 3) - mesh.corner(f, k)).stableNorm();
            if (length > needle.longest) needle = {f, k, length};
        }
        needles.push_back(needle);
    }
    // The longest first: divided faces are then shorter than the face that went, so that this comes to an end.
    std::stable_sort(needles.begin(), needles.end(),
                     [](const Needle& a, const Needle& b) { return a.longest > b.longest; });
    return needles;
}

/// One sweep over needles that do not share a face with one another.
class NeedleSweep {
  public:
    explicit NeedleSweep(NumberedMesh& numbered)
        : m_numbered(numbered), m_adjacency(numbered.mesh), m_isTouched(numbered.mesh.faces.size(), 0),
          m_isDropped(numbered.mesh.faces.size(), 0) {}

    /// Returns how many needles were removed.
    int run(const std::vector<Needle>& needles) {
        int removed = 0;
        for (const Needle& needle : needles)
            removed += remove(needle);
        m_isDropped.resize(m_numbered.mesh.faces.size(), 0);
        m_numbered.dropFaces(m_isDropped);
        return removed;
    }

  private:
    bool remove(const Needle& needle) {
        const TriangleMesh& mesh = m_numbered.mesh;
        const TriangleMesh::Face face = mesh.faces[needle.face];
        const int a = face[needle.corner], b = face[(needle.corner + 1) % 3], middle = face[(needle.corner + 2) % 3];
        const double toA = (mesh.vertices[middle] - mesh.vertices[a]).stableNorm();
        const double toB = (mesh.vertices[middle] - mesh.vertices[b]).stableNorm();
        if (std::min(toA, toB) <= kCoincidence * needle.longest) return merge(middle, toA <= toB ? a : b);
        return divideAcross(needle.face, a, b, middle);
    }

    bool claim(const std::vector<int>& faces) {
        if (std::any_of(faces.begin(), faces.end(), [this](int f) { return m_isTouched[f] != 0; })) return false;
        for (int f : faces)
            m_isTouched[f] = 1;
        return true;
    }

    bool merge(int from, int into) {
        std::vector<int> faces;
        for (int v : {from, into}) {
            const MeshAdjacency::FaceRange around = m_adjacency.facesAround(v);
            for (int f : around)
                if (std::find(faces.begin(), faces.end(), f) == faces.end()) faces.push_back(f);
        }
        if (!claim(faces)) return false;
        for (int f : faces) {
            std::replace(m_numbered.mesh.faces[f].begin(), m_numbered.mesh.faces[f].end(), from, into);
            m_isDropped[f] = repeatsVertex(m_numbered.mesh.faces[f]);
        }
        return true;
    }

    /// Divides all other faces at edge a-b, on which `middle` lies.
    bool divideAcross(int needle, int a, int b, int middle) {
        std::vector<int> faces{needle};
        for (int f : m_adjacency.facesAround(a)) {
            const TriangleMesh::Face& face = m_numbered.mesh.faces[f];
            if (f != needle && std::count(face.begin(), face.end(), b) > 0) faces.push_back(f);
        }
        if (!claim(faces)) return false;
        for (int f : faces) {
            m_isDropped[f] = 1;
            if (f == needle) continue;
            for (int end : {a, b}) {
                TriangleMesh::Face part = m_numbered.mesh.faces[f];
                std::replace(part.begin(), part.end(), end, middle);
                if (!repeatsVertex(part)) m_numbered.addFace(part, f);
            }
        }
        return true;
    }

    NumberedMesh& m_numbered;
    MeshAdjacency m_adjacency;
    std::vector<char> m_isTouched;
    std::vector<char> m_isDropped;
};

/// The vertices to divide one side of a face at, in the order along it.
struct Seam {
    int face;
    int corner;
    std::vector<std::pair<double, int>> places; ///< share of the side [0, 1], vertex
};

class SeamFinder {
  public:
    SeamFinder(const TriangleMesh& mesh, double tolerance)
        : m_mesh(mesh), m_adjacency(mesh), m_tolerance(tolerance), m_isAtRim(mesh.vertices.size(), 0),
          m_placesOf(mesh.faces.size()) {
        for (const MeshAdjacency::Edge& e : m_adjacency.edges())
            if (e.sideCount == 1) m_isAtRim[e.low] = m_isAtRim[e.high] = 1;
    }

    /// At most one side of each face.
    std::vector<Seam> run() {
        collectRimFaces();
        if (m_rim.faces.empty()) return {};
        const TriangleTree tree(m_rim);
        for (int v = 0; v < m_mesh.vertexCount(); ++v) {
            if (!m_isAtRim[v]) continue;
            tree.forEachNear(m_mesh.vertices[v], m_tolerance, [&](int r) { lookAt(m_rimFaces[r], v); });
        }
        std::vector<Seam> seams;
        for (int f : m_rimFaces) {
            if (m_placesOf[f].places.empty()) continue;
            std::sort(m_placesOf[f].places.begin(), m_placesOf[f].places.end());
            seams.push_back(m_placesOf[f]);
        }
        return seams;
    }

  private:
    bool isOpen(int f, int corner) const {
        if (m_adjacency.neighbor(f, corner) >= 0) return false;
        const auto [low, high] = std::minmax({m_mesh.faces[f][corner], m_mesh.faces[f][(corner + 1) % 3]});
        const auto& edges = m_adjacency.edges();
        const auto edge = std::lower_bound(edges.begin(), edges.end(), std::make_pair(low, high),
                                           [](const MeshAdjacency::Edge& e, const std::pair<int, int>& key) {
                                               return std::make_pair(e.low, e.high) < key;
                                           });
        return edge->sideCount == 1;
    }

    void collectRimFaces() {
        m_rim.vertices = m_mesh.vertices;
        for (int f = 0; f < m_mesh.faceCount(); ++f) {
            if (!m_adjacency.contains(f)) continue;
            bool isOpenSomewhere = false;
            for (int k = 0; k < 3; ++k)
                isOpenSomewhere |= m_isAtRim[m_mesh.faces[f][k]] != 0 && isOpen(f, k);
            if (!isOpenSomewhere) continue;
            m_rim.faces.push_back(m_mesh.faces[f]);
            m_rimFaces.push_back(f);
        }
    }

    void lookAt(int f, int v) {
        Seam& seam = m_placesOf[f];
        for (int k = 0; k < 3; ++k) {
            if (!seam.places.empty() && seam.corner != k) continue;
            if (!isOpen(f, k)) continue;
            const Vector3 start = m_mesh.corner(f, k), side = m_mesh.corner(f, (k + 1) % 3) - start;
            const Vector3 offset = m_mesh.vertices[v] - start;
            const double length = side.norm(), along = offset.dot(side) / length;
            if (!(along > 2.0 * m_tolerance && along < length - 2.0 * m_tolerance)) continue;
            if ((offset - along / length * side).norm() > m_tolerance) continue;
            if (std::count(m_mesh.faces[f].begin(), m_mesh.faces[f].end(), v) > 0) continue;
            seam.face = f;
            seam.corner = k;
            seam.places.push_back({along / length, v});
        }
    }

    const TriangleMesh& m_mesh;
    MeshAdjacency m_adjacency;
    double m_tolerance;
    std::vector<char> m_isAtRim;
    std::vector<Seam> m_placesOf;
    TriangleMesh m_rim;
    std::vector<int> m_rimFaces;
};

} // namespace

double relativeHeight(const TriangleMesh& mesh, int f) {
    const Vector3 u = mesh.corner(f, 1) - mesh.corner(f, 0), v = mesh.corner(f, 2) - mesh.corner(f, 0);
    const double longest = std::max({u.stableNorm(), v.stableNorm(), (v - u).stableNorm()});
    return longest == 0.0 ? 0.0 : (u / longest).cross(v / longest).norm();
}

int removeDegenerateFaces(NumberedMesh& numbered) {
    constexpr int mostSweeps = 200;
    int removed = dropRepeatingFaces(numbered);
    for (int sweep = 0; sweep < mostSweeps; ++sweep) {
        const std::vector<Needle> needles = findNeedles(numbered.mesh);
        if (needles.empty()) break;
        const int removedNow = NeedleSweep(numbered).run(needles);
        if (removedNow == 0) break;
        removed += removedNow;
    }
    return removed;
}

int closeSeams(NumberedMesh& numbered, double tolerance) {
    constexpr int mostSweeps = 20;
    int divided = 0;
    for (int sweep = 0; sweep < mostSweeps; ++sweep) {
        const std::vector<Seam> seams = SeamFinder(numbered.mesh, tolerance).run();
        if (seams.empty()) break;
        std::vector<char> marks(numbered.mesh.faces.size(), 0);
        for (const Seam& seam : seams) {
            const TriangleMesh::Face face = numbered.mesh.faces[seam.face];
            const int apex = face[(seam.corner + 2) % 3];
            int from = face[seam.corner];
            for (const auto& [share, v] : seam.places) {
                numbered.addFace({from, v, apex}, seam.face);
                from = v;
            }
            numbered.addFace({from, face[(seam.corner + 1) % 3], apex}, seam.face);
            marks[seam.face] = 1;
        }
        divided += static_cast<int>(seams.size());
        marks.resize(numbered.mesh.faces.size(), 0);
        numbered.dropFaces(marks);
    }
    return divided;
}

} // namespace ambient
