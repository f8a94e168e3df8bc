// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshRefinement.h"

#include "AmbientFluid/Math/RoundedNumber.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

namespace ambient {
namespace {

using Edge = std::pair<int, int>; // smaller vertex index first

Edge makeEdge(int a, int b) {
    return a < b ? Edge(a, b) : Edge(b, a);
}

struct Segment {
    Vector3 from, to;

    double distance(const Vector3& p) const {
        const Vector3 d = to - from;
        const double t = std::clamp(d.dot(p - from) / d.squaredNorm(), 0.0, 1.0);
        return (from + t * d - p).norm();
    }
};

class Bisector {
  public:
    explicit Bisector(const TriangleMesh& mesh) : m_mesh(mesh), m_parents(mesh.faces.size()) {
        std::iota(m_parents.begin(), m_parents.end(), 0);
        for (int f = 0; f < mesh.faceCount(); ++f)
            attach(f);
        double area = 0.0;
        for (int f = 0; f < mesh.faceCount(); ++f)
            area += mesh.areaVector(f).norm();
        m_smallest = 0.06 * std::sqrt(area);
        for (const Vector3& v : mesh.vertices)
            m_middle += v / double(mesh.vertexCount());
    }

    /// From now on faces are to be smaller the nearer they are to a sharp edge. Without one, false.
    bool gradeTowardsSharpEdges() {
        collectSharpEdges();
        return !m_sharp.empty();
    }

    TriangleMesh run(int targetFaces, std::vector<int>* parents) {
        for (int f = 0; f < m_mesh.faceCount(); ++f)
            enqueue(f);
        // Equals are split together, so that a symmetric mesh stays symmetric.
        while (m_mesh.faceCount() < targetFaces) {
            const double cutoff = 0.999 * m_queue.top().excess;
            while (m_queue.top().excess >= cutoff) {
                const Candidate next = m_queue.top();
                m_queue.pop();
                if (next.version == m_version[next.face]) bisect(next.face);
            }
        }
        if (parents) *parents = m_parents;
        return m_mesh;
    }

    TriangleMesh runOn(const std::vector<int>& faces, std::vector<int>* parents) {
        m_version.assign(m_mesh.faces.size(), 0);
        for (int f : faces)
            if (m_version[f] == 0) bisect(f); // else it was split with a neighbour
        if (parents) *parents = m_parents;
        return m_mesh;
    }

  private:
    /// A face and how much too large it is; outdated once the face was split.
    struct Candidate {
        double excess;
        int face, version;
        bool operator<(const Candidate& o) const { return excess != o.excess ? excess < o.excess : face > o.face; }
    };

    void attach(int f) {
        for (int k = 0; k < 3; ++k)
            m_faces[makeEdge(m_mesh.faces[f][k], m_mesh.faces[f][(k + 1) % 3])].push_back(f);
    }

    void detach(int f) {
        for (int k = 0; k < 3; ++k) {
            std::vector<int>& list = m_faces[makeEdge(m_mesh.faces[f][k], m_mesh.faces[f][(k + 1) % 3])];
            list.erase(std::find(list.begin(), list.end(), f));
        }
    }

    void collectSharpEdges() {
        for (const auto& [edge, faces] : m_faces) {
            const Vector3 a = m_mesh.areaVector(faces[0]).normalized(), b = m_mesh.areaVector(faces[1]).normalized();
            if (a.dot(b) < kSharpEdgeCosine)
                m_sharp.push_back({m_mesh.vertices[edge.first], m_mesh.vertices[edge.second]});
        }
    }

    double length2(const Edge& e) const {
        return roundedForChoice((m_mesh.vertices[e.first] - m_mesh.vertices[e.second]).squaredNorm());
    }

    /// Of the middle of an edge from that of the mesh, squared.
    double distance2(const Edge& e) const {
        const Vector3 middle = 0.5 * (m_mesh.vertices[e.first] + m_mesh.vertices[e.second]);
        return roundedForChoice((middle - m_middle).squaredNorm());
    }

    /// The same answer from both sides of an edge, ties included. Of equal edges the one farther from the middle of the
    /// mesh is the longest: a turned or mirrored mesh is split alike.
    Edge longestEdge(int f) const {
        const TriangleMesh::Face& face = m_mesh.faces[f];
        const auto sizeOf = [&](const Edge& e) { return std::make_tuple(length2(e), distance2(e), e); };
        Edge longest = makeEdge(face[0], face[1]);
        for (const Edge& e : {makeEdge(face[1], face[2]), makeEdge(face[2], face[0])})
            if (sizeOf(e) > sizeOf(longest)) longest = e;
        return longest;
    }

    void enqueue(int f) {
        m_version.resize(m_mesh.faces.size(), 0);
        m_queue.push({roundedForChoice(std::sqrt(length2(longestEdge(f))) / wantedSize(f)), f, ++m_version[f]});
    }

    /// In proportion: sizes that grow with the root of the distance to a sharp edge are best for boxes and plates.
    double wantedSize(int f) const {
        if (m_sharp.empty()) return 1.0;
        const Vector3 c = m_mesh.faceCentroid(f);
        double distance = m_sharp[0].distance(c);
        for (const Segment& s : m_sharp)
            distance = std::min(distance, s.distance(c));
        return std::sqrt(distance + m_smallest);
    }

    /// Splits the face; neighbours first where the edge to be split is not their longest.
    void bisect(int face) {
        const int before = m_version[face];
        while (m_version[face] == before) {
            int f = face;
            for (;;) {
                const Edge edge = longestEdge(f);
                const std::vector<int>& pair = m_faces[edge];
                const int other = pair[0] == f ? pair[1] : pair[0];
                if (longestEdge(other) == edge) {
                    split(edge);
                    break;
                }
                f = other;
            }
        }
    }

    void split(const Edge& edge) {
        const std::vector<int> pair = m_faces[edge];
        const int middle = m_mesh.vertexCount();
        m_mesh.vertices.push_back(0.5 * (m_mesh.vertices[edge.first] + m_mesh.vertices[edge.second]));
        for (int f : pair) {
            detach(f);
            TriangleMesh::Face first = m_mesh.faces[f], second = first;
            std::replace(first.begin(), first.end(), edge.first, middle);
            std::replace(second.begin(), second.end(), edge.second, middle);
            m_mesh.faces[f] = first;
            m_mesh.faces.push_back(second);
            m_parents.push_back(m_parents[f]);
            const int added = m_mesh.faceCount() - 1;
            for (int g : {f, added}) {
                attach(g);
                enqueue(g);
            }
        }
        m_faces.erase(edge);
    }

    TriangleMesh m_mesh;
    std::vector<int> m_parents;
    std::map<Edge, std::vector<int>> m_faces;
    Vector3 m_middle = Vector3::Zero(); ///< mean of the vertices before the first split [m]
    std::vector<Segment> m_sharp;
    std::priority_queue<Candidate> m_queue;
    std::vector<int> m_version;
    double m_smallest = 0.0; ///< added to distances, so that faces at a sharp edge keep a size [m]
};

TriangleMesh splitInFour(const TriangleMesh& mesh) {
    TriangleMesh fine;
    fine.vertices = mesh.vertices;
    std::map<Edge, int> middles;
    const auto middle = [&](int a, int b) {
        const auto [place, isNew] = middles.try_emplace(makeEdge(a, b), fine.vertexCount());
        if (isNew) fine.vertices.push_back(0.5 * (mesh.vertices[a] + mesh.vertices[b]));
        return place->second;
    };
    for (const TriangleMesh::Face& f : mesh.faces) {
        const int ab = middle(f[0], f[1]), bc = middle(f[1], f[2]), ca = middle(f[2], f[0]);
        fine.faces.insert(fine.faces.end(), {{f[0], ab, ca}, {ab, f[1], bc}, {ca, bc, f[2]}, {ab, bc, ca}});
    }
    return fine;
}

} // namespace

TriangleMesh refineTowardsSharpEdges(const TriangleMesh& mesh, int targetFaces, std::vector<int>* parents) {
    Bisector bisector(mesh);
    return bisector.run(bisector.gradeTowardsSharpEdges() ? targetFaces : 0, parents);
}

TriangleMesh bisectFaces(const TriangleMesh& mesh, const std::vector<int>& faces, std::vector<int>* parents) {
    return Bisector(mesh).runOn(faces, parents);
}

TriangleMesh refineEvenly(const TriangleMesh& mesh, int targetFaces) {
    TriangleMesh fine = mesh;
    while (fine.faceCount() < targetFaces)
        fine = splitInFour(fine);
    return fine;
}

} // namespace ambient
