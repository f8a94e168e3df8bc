// SPDX-License-Identifier: Zlib
#pragma once

#include "MeshImport/ExactPoints.h"

#include <unordered_map>
#include <utility>

namespace ambient {

/// Division of one face along segments in it: a constrained triangulation, Delaunay's where the segments leave a
/// choice. All decisions that matter are exact.
class FaceDivision {
  public:
    using Triangle = std::array<int, 3>;

    /// \param points kept by reference; crossings of segments are added to it
    /// \param corners of the face, lattice points
    FaceDivision(ExactPoints& points, const Triangle& corners);

    /// The axis along which the face is projected: that of the largest part of its normal.
    int axis() const { return m_axis; }

    /// Makes a point in or on the edge of the face a corner of triangles.
    void addPoint(int point);
    /// Makes a segment a row of edges. \param plane cuts the face along the segment; must outlive this object
    void addSegment(int from, int to, const ExactPlane& plane);

    /// The triangles, which wind as the face does.
    std::vector<Triangle> triangles() const;
    /// The edges of the segments, as pairs of points.
    std::vector<std::pair<int, int>> segments() const;

  private:
    using Key = std::uint64_t;

    static Key directed(int a, int b) {
        return (static_cast<Key>(static_cast<std::uint32_t>(a)) << 32) | static_cast<std::uint32_t>(b);
    }
    static Key undirected(int a, int b) { return a < b ? directed(a, b) : directed(b, a); }

    /// Left turn in the sense of the face.
    int turn(int a, int b, int c) const { return m_sign * m_points.turn(m_axis, a, b, c); }
    /// Of a point on the line from a to b: whether it lies on b's side of a.
    bool isAhead(int a, int b, int point) const;

    int addTriangle(int a, int b, int c);
    void removeTriangle(int t);
    int across(int a, int b) const;
    int apexOf(int t, int a, int b) const;
    void splitEdge(int a, int b, int point);
    void legalise(std::vector<std::pair<int, int>> edges);
    bool wantsFlip(int a, int b, int c, int d) const;
    /// Replaces the edge from a to b between apexes c and d by one from c to d.
    void flip(int a, int b, int c, int d);
    bool isStrictlyConvex(int a, int b, int c, int d) const;

    /// The first obstacle of a segment.
    struct Step {
        int corner = -1;           ///< a corner on the segment, joined to its start by an edge; -1: none
        int left = -1, right = -1; ///< else the edge that the segment crosses
    };
    Step firstStep(int from, int to) const;
    /// Flips edges away until there is an edge from `from` to `to`. \param crossed edges that the segment crosses
    void clear(int from, int to, std::vector<std::pair<int, int>> crossed);
    void fix(int a, int b, const ExactPlane& plane) { m_fixed.emplace(undirected(a, b), &plane); }

    ExactPoints& m_points;
    int m_axis = 2, m_sign = 1;
    ExactPlane m_plane;
    std::vector<Triangle> m_triangles;                  ///< a removed one has corners -1
    std::vector<int> m_free;                            ///< removed triangles
    std::unordered_map<Key, int> m_triangleOf;          ///< by directed edge
    std::unordered_map<Key, const ExactPlane*> m_fixed; ///< edges of segments
    std::unordered_map<int, char> m_known;              ///< corners of triangles
};

} // namespace ambient
