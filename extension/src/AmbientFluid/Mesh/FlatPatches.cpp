// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/FlatPatches.h"

#include "AmbientFluid/Mesh/MeshAdjacency.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace ambient {
namespace {

constexpr double kFlatness = 1e-7;
/// Sine of the excess of the opposite angles over pi from which an edge is flipped: squares are left alone.
constexpr double kLeastExcess = 1e-9;
/// Circumradius over shortest side of a sliver: its smallest angle is below 14.5 degrees.
constexpr double kSliverRatio = 2.0;

using Edge = std::pair<int, int>; // smaller vertex index first
using Pair = std::pair<int, int>; // of faces; second: -1 where there are not two

Edge makeEdge(int a, int b) {
    return a < b ? Edge(a, b) : Edge(b, a);
}

class FlatPatches {
  public:
    FlatPatches(TriangleMesh& mesh, FaceOrigins* origins) : m_mesh(mesh), m_origins(origins) {
        const MeshAdjacency adjacency(mesh);
        for (const MeshAdjacency::Edge& edge : adjacency.edges()) {
            const int first = adjacency.sides()[edge.firstSide].face;
            const bool regular = edge.sideCount == 2 && edge.forwardCount == 1;
            m_faces[{edge.low, edge.high}] = {first, regular ? adjacency.sides()[edge.firstSide + 1].face : -1};
            m_waiting.push_back({edge.low, edge.high});
        }
        std::reverse(m_waiting.begin(), m_waiting.end());
    }

    int flip() {
        // Flips to Delaunay end by themselves; the bound is for rounding.
        const size_t most = 100 * m_faces.size();
        int flips = 0;
        for (size_t tries = 0; !m_waiting.empty() && tries < most; ++tries) {
            const Edge edge = m_waiting.back();
            m_waiting.pop_back();
            const auto place = m_faces.find(edge);
            if (place != m_faces.end() && place->second.second >= 0) flips += flipIfBetter(edge, place->second);
        }
        return flips;
    }

    /// Largest slivers first, in rounds.
    int insertCentres(int most) {
        int inserted = 0, before = -1;
        while (inserted != before) {
            before = inserted;
            std::vector<Sliver> slivers;
            for (int f = 0; f < m_mesh.faceCount(); ++f)
                if (const double radius = radiusOfSliver(f); radius > 0.0)
                    slivers.push_back({-radius, m_mesh.faces[f], f});
            std::sort(slivers.begin(), slivers.end());
            for (const Sliver& sliver : slivers) {
                if (m_mesh.faceCount() >= most) return inserted;
                if (m_mesh.faces[sliver.face] == sliver.corners && insertCentreOf(sliver.face)) ++inserted;
            }
        }
        return inserted;
    }

  private:
    struct Sliver {
        double minusRadius;
        TriangleMesh::Face corners;
        int face;
        bool operator<(const Sliver& o) const {
            return minusRadius != o.minusRadius ? minusRadius < o.minusRadius : face < o.face;
        }
    };

    const Vector3& at(int vertex) const { return m_mesh.vertices[vertex]; }

    int opposite(int face, const Edge& edge) const {
        for (int v : m_mesh.faces[face])
            if (v != edge.first && v != edge.second) return v;
        return -1;
    }

    bool runsForward(int face, const Edge& edge) const {
        const TriangleMesh::Face& f = m_mesh.faces[face];
        for (int k = 0; k < 3; ++k)
            if (f[k] == edge.first && f[(k + 1) % 3] == edge.second) return true;
        return false;
    }

    /// Common normal of the faces abc and bad, not of unit length; zero unless they lie in one plane, side by side.
    Vector3 flatNormal(int a, int b, int c, int d) const {
        const Vector3 left = (at(b) - at(a)).cross(at(c) - at(a)), right = (at(d) - at(a)).cross(at(b) - at(a));
        const Vector3 sum = left + right, normal = sum.normalized();
        if (!(left.dot(normal) > 0.0 && right.dot(normal) > 0.0)) return Vector3::Zero();
        double size = 0.0, height = 0.0;
        for (int v : {b, c, d}) {
            size = std::max(size, (at(v) - at(a)).norm());
            height = std::max(height, std::abs(normal.dot(at(v) - at(a))));
        }
        return height <= kFlatness * size ? sum : Vector3::Zero();
    }

    /// The face across a flat edge of `face`, else -1.
    int flatNeighbour(int face, const Edge& edge) const {
        const Pair& pair = m_faces.at(edge);
        if (pair.second < 0) return -1;
        const int other = pair.first == face ? pair.second : pair.first;
        const bool forward = runsForward(face, edge);
        const int a = forward ? edge.first : edge.second, b = forward ? edge.second : edge.first;
        return flatNormal(a, b, opposite(face, edge), opposite(other, edge)).isZero(0.0) ? -1 : other;
    }

    /// Sine of the sum of the angles at c and d, negative where the sum exceeds pi.
    double sineOfOppositeAngles(int a, int b, int c, int d) const {
        const Vector3 ca = at(a) - at(c), cb = at(b) - at(c), da = at(a) - at(d), db = at(b) - at(d);
        const double scale = ca.norm() * cb.norm() * da.norm() * db.norm();
        return (ca.cross(cb).norm() * da.dot(db) + da.cross(db).norm() * ca.dot(cb)) / scale;
    }

    bool flipIfBetter(const Edge& edge, Pair faces) {
        if (!runsForward(faces.first, edge)) std::swap(faces.first, faces.second);
        const int a = edge.first, b = edge.second;
        const int c = opposite(faces.first, edge), d = opposite(faces.second, edge);
        if (c == d || m_faces.count(makeEdge(c, d)) > 0) return false;
        if (sineOfOppositeAngles(a, b, c, d) > -kLeastExcess) return false;
        const Vector3 normal = flatNormal(a, b, c, d);
        if (!((at(d) - at(a)).cross(at(c) - at(a)).dot(normal) > 0.0 &&
              (at(b) - at(d)).cross(at(c) - at(d)).dot(normal) > 0.0))
            return false;
        m_mesh.faces[faces.first] = {a, d, c};
        m_mesh.faces[faces.second] = {d, b, c};
        m_faces.erase(edge);
        m_faces[makeEdge(c, d)] = faces;
        replaceFace(makeEdge(a, d), faces.second, faces.first);
        replaceFace(makeEdge(b, c), faces.first, faces.second);
        for (const Edge& side : {makeEdge(b, c), makeEdge(d, b), makeEdge(a, d), makeEdge(c, a)})
            m_waiting.push_back(side);
        if (m_origins) joinOrigins(faces);
        return true;
    }

    void replaceFace(const Edge& edge, int before, int after) {
        Pair& pair = m_faces[edge];
        (pair.first == before ? pair.first : pair.second) = after;
    }

    void joinOrigins(const Pair& faces) {
        std::vector<int>&first = (*m_origins)[faces.first], &second = (*m_origins)[faces.second];
        std::vector<int> both;
        std::set_union(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(both));
        first = second = both;
    }

    /// Circumradius, or 0 where the face is no sliver.
    double radiusOfSliver(int f) const {
        double product = 1.0, shortest = std::numeric_limits<double>::infinity();
        for (int k = 0; k < 3; ++k) {
            const double side = (m_mesh.corner(f, k) - m_mesh.corner(f, (k + 1) % 3)).norm();
            product *= side;
            shortest = std::min(shortest, side);
        }
        const double radius = product / (4.0 * m_mesh.areaVector(f).norm());
        return radius > kSliverRatio * shortest ? radius : 0.0;
    }

    Vector3 circumcentre(int f) const {
        const Vector3 &a = m_mesh.corner(f, 0), ab = m_mesh.corner(f, 1) - a, ac = m_mesh.corner(f, 2) - a;
        const Vector3 normal = ab.cross(ac);
        return a + (ac.squaredNorm() * normal.cross(ab) + ab.squaredNorm() * ac.cross(normal)) /
                       (2.0 * normal.squaredNorm());
    }

    Vector3 barycentric(int f, const Vector3& p) const {
        const Vector3 normal = 2.0 * m_mesh.areaVector(f);
        Vector3 result;
        for (int k = 0; k < 3; ++k) {
            const Vector3 &from = m_mesh.corner(f, (k + 1) % 3), &to = m_mesh.corner(f, (k + 2) % 3);
            result[k] = (to - from).cross(p - from).dot(normal) / normal.squaredNorm();
        }
        return result;
    }

    /// Walks through flat edges to the face that holds p; -1 where it leaves the patch. \param at its coordinates there
    int locate(int f, const Vector3& p, Vector3& at) const {
        for (int step = 0; step < 1000; ++step) {
            at = barycentric(f, p);
            int lowest = 0;
            at.minCoeff(&lowest);
            if (at[lowest] >= -1e-9) return f;
            const TriangleMesh::Face& face = m_mesh.faces[f];
            f = flatNeighbour(f, makeEdge(face[(lowest + 1) % 3], face[(lowest + 2) % 3]));
            if (f < 0) return -1;
        }
        return -1;
    }

    /// Whether p lies in the circle over an edge of the patch, one of face f or of its neighbours in the patch.
    bool encroaches(int f, const Vector3& p) const {
        std::vector<int> nearby{f};
        for (size_t i = 0; i < nearby.size(); ++i)
            for (int k = 0; k < 3; ++k) {
                const TriangleMesh::Face& face = m_mesh.faces[nearby[i]];
                const Edge edge = makeEdge(face[k], face[(k + 1) % 3]);
                const int neighbour = flatNeighbour(nearby[i], edge);
                if (neighbour < 0 && (at(edge.first) - p).dot(at(edge.second) - p) < 0.0) return true;
                if (neighbour >= 0 && i == 0) nearby.push_back(neighbour);
            }
        return false;
    }

    bool insertCentreOf(int sliver) {
        Vector3 weights;
        const int f = locate(sliver, circumcentre(sliver), weights);
        if (f < 0) return false;
        // On an edge: a little beside it, and the edge is flipped away at once.
        weights = weights.cwiseMax(1e-6);
        weights /= weights.sum();
        const Vector3 p =
            weights[0] * m_mesh.corner(f, 0) + weights[1] * m_mesh.corner(f, 1) + weights[2] * m_mesh.corner(f, 2);
        if (encroaches(f, p)) return false;
        const int vertex = m_mesh.vertexCount();
        m_mesh.vertices.push_back(p);
        const TriangleMesh::Face old = m_mesh.faces[f];
        const int second = m_mesh.faceCount(), third = second + 1;
        m_mesh.faces[f] = {old[0], old[1], vertex};
        m_mesh.faces.push_back({old[1], old[2], vertex});
        m_mesh.faces.push_back({old[2], old[0], vertex});
        replaceFace(makeEdge(old[1], old[2]), f, second);
        replaceFace(makeEdge(old[2], old[0]), f, third);
        m_faces[makeEdge(old[0], vertex)] = {third, f};
        m_faces[makeEdge(old[1], vertex)] = {f, second};
        m_faces[makeEdge(old[2], vertex)] = {second, third};
        for (int k = 0; k < 3; ++k)
            m_waiting.push_back(makeEdge(old[k], old[(k + 1) % 3]));
        if (m_origins) {
            const std::vector<int> origins = (*m_origins)[f];
            m_origins->push_back(origins);
            m_origins->push_back(origins);
        }
        flip();
        return true;
    }

    TriangleMesh& m_mesh;
    FaceOrigins* m_origins;
    std::map<Edge, Pair> m_faces;
    std::vector<Edge> m_waiting;
};

} // namespace

int flipToDelaunay(TriangleMesh& mesh, FaceOrigins* origins) {
    return FlatPatches(mesh, origins).flip();
}

int takeSliversOut(TriangleMesh& mesh, int most, FaceOrigins* origins) {
    FlatPatches patches(mesh, origins);
    patches.flip();
    return patches.insertCentres(most);
}

} // namespace ambient
