// SPDX-License-Identifier: Zlib
#pragma once

#include "MeshImport/ExactPoints.h"

#include <deque>
#include <map>
#include <vector>

namespace ambient {

/// A face of a part; its corners are lattice points.
struct PartFace {
    std::array<int, 3> corners;
    int part = 0;
};

/// What other parts leave on one face.
struct FaceCuts {
    struct Segment {
        int from, to;
        const ExactPlane* plane; ///< cuts the face along the segment
    };
    std::vector<int> points;       ///< single points
    std::vector<Segment> segments; ///< on the face and its edges
    std::vector<int> coplanar;     ///< faces of other parts in the same plane that may overlap it
};

/// The exact crossings of faces, pair by pair. Degenerate ones too: contacts in points and edges, overlaps in a plane.
class FaceCrossings {
  public:
    /// \param points, faces kept by reference; crossings are added to the points
    FaceCrossings(ExactPoints& points, const std::vector<PartFace>& faces) : m_points(points), m_faces(faces) {}

    /// Adds what the two faces leave on each other.
    void cross(int f, int g);

    /// By face, ascending; a face without cuts is not in it.
    const std::map<int, FaceCuts>& cuts() const { return m_cuts; }
    /// The plane of a face.
    const ExactPlane& planeOf(int f);

  private:
    using Signs = std::array<int, 3>;

    Signs signsOf(int f, const ExactPlane& plane) const;
    std::vector<int> pointsOn(int f, const Signs& signs, const ExactPlane& plane);
    void crossInLine(int f, int g, const std::vector<int>& ofF, const std::vector<int>& ofG);
    void overlap(int f, int g);
    void clip(int f, int a, int b, int axis, int sign);
    int axisAlong(const std::vector<int>& points) const;

    ExactPoints& m_points;
    const std::vector<PartFace>& m_faces;
    std::map<int, FaceCuts> m_cuts;
    std::map<int, ExactPlane> m_planes;
    std::deque<ExactPlane> m_edgePlanes;
};

} // namespace ambient
