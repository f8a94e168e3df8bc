// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshRefinement.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
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
    explicit Bisector(const TriangleMesh& mesh) : m_mesh(mesh) {
        for (int f = 0; f < mesh.faceCount(); ++f)
            attach(f);
        collectSharpEdges();
        double area = 0.0;
        for (int f = 0; f < mesh.faceCount(); ++f)
            area += mesh.areaVector(f).norm();
        m_smallest = 0.06 * std::sqrt(area);
    }

    TriangleMesh run(int targetFaces) {
        if (m_sharp.empty()) return m_mesh;
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

    double length2(const Edge& e) const { return (m_mesh.vertices[e.first] - m_mesh.vertices[e.second]).squaredNorm(); }

    /// The same answer from both sides of an edge, ties included.
    Edge longestEdge(int f) const {
        const TriangleMesh::Face& face = m_mesh.faces[f];
        Edge longest = makeEdge(face[0], face[1]);
        for (const Edge& e : {makeEdge(face[1], face[2]), makeEdge(face[2], face[0])})
            if (std::make_pair(length2(e), e) > std::make_pair(length2(longest), longest)) longest = e;
        return longest;
    }

    void enqueue(int f) {
        m_version.resize(m_mesh.faces.size(), 0);
        const Vector3 c = m_mesh.faceCentroid(f);
        double distance = m_sharp[0].distance(c);
        for (const Segment& s : m_sharp)
            distance = std::min(distance, s.distance(c));
        // Sizes that grow with the root of the distance: measured to be best for boxes and plates.
        const double wanted = std::sqrt(distance + m_smallest);
        m_queue.push({std::sqrt(length2(longestEdge(f))) / wanted, f, ++m_version[f]});
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
            const int added = m_mesh.faceCount() - 1;
            for (int g : {f, added}) {
                attach(g);
                enqueue(g);
            }
        }
        m_faces.erase(edge);
    }

    TriangleMesh m_mesh;
    std::map<Edge, std::vector<int>> m_faces;
    std::vector<Segment> m_sharp;
    std::priority_queue<Candidate> m_queue;
    std::vector<int> m_version;
    double m_smallest = 0.0; ///< added to distances, so that faces at a sharp edge keep a size [m]
};

} // namespace

TriangleMesh refineTowardsSharpEdges(const TriangleMesh& mesh, int targetFaces) {
    return mesh.faceCount() >= targetFaces ? mesh : Bisector(mesh).run(targetFaces);
}

} // namespace ambient
