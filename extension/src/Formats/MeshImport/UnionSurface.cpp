// SPDX-License-Identifier: Zlib
#include "MeshImport/UnionSurface.h"

#include "AmbientFluid/Mesh/DisjointSets.h"
#include "AmbientFluid/Mesh/TriangleTree.h"
#include "MeshImport/FaceCrossings.h"
#include "MeshImport/FaceDivision.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace ambient {
namespace {

using Triangle = std::array<int, 3>;
using Box = Eigen::AlignedBox3d;

/// A face, or a part of one.
struct Piece {
    Triangle corners;
    int face; ///< of the parts
};

/// A part on the lattice.
struct Part {
    TriangleMesh mesh; ///< coordinates of the lattice
    int firstFace = 0; ///< in the list of all faces
    Box box;
};

std::pair<int, int> edgeOf(int a, int b) {
    return {std::min(a, b), std::max(a, b)};
}

class UnionMaker {
  public:
    explicit UnionMaker(const std::vector<TriangleMesh>& parts) { takeParts(parts); }

    UnionSurface run() {
        FaceCrossings crossings(m_points, m_faces);
        crossParts(crossings);
        divide(crossings);
        return assembled(crossings);
    }

  private:
    // Lattice: coordinates are rounded to 2^-38 of half the longest side.
    void takeParts(const std::vector<TriangleMesh>& parts) {
        Box all;
        for (const TriangleMesh& part : parts)
            for (const Vector3& v : part.vertices)
                all.extend(v);
        m_origin = all.center();
        m_unit = std::max(0.5 * all.sizes().maxCoeff(), 1e-300) / kLatticeSize;
        for (const TriangleMesh& given : parts) {
            Part part;
            part.firstFace = static_cast<int>(m_faces.size());
            std::vector<int> numbers;
            for (const Vector3& v : given.vertices) {
                const Vector3 scaled = (v - m_origin) / m_unit;
                const Vector3 place(std::nearbyint(scaled.x()), std::nearbyint(scaled.y()), std::nearbyint(scaled.z()));
                part.mesh.vertices.push_back(place);
                part.box.extend(place);
                numbers.push_back(m_points.addLattice(place));
                m_given.emplace(numbers.back(), v);
            }
            for (const TriangleMesh::Face& f : given.faces) {
                const PartFace face{{numbers[static_cast<std::size_t>(f[0])], numbers[static_cast<std::size_t>(f[1])],
                                     numbers[static_cast<std::size_t>(f[2])]},
                                    static_cast<int>(m_parts.size())};
                if (isFlat(face)) continue;
                part.mesh.faces.push_back(f);
                m_faces.push_back(face);
            }
            m_parts.push_back(std::move(part));
        }
    }

    /// Whether a face has no area on the lattice.
    bool isFlat(const PartFace& face) const {
        const ExactPlane plane = m_points.planeThrough(face.corners[0], face.corners[1], face.corners[2]);
        return plane.normal[0].sign() == 0 && plane.normal[1].sign() == 0 && plane.normal[2].sign() == 0;
    }

    void crossParts(FaceCrossings& crossings) const {
        for (std::size_t q = 1; q < m_parts.size(); ++q) {
            const TriangleTree tree(m_parts[q].mesh);
            for (std::size_t p = 0; p < q; ++p)
                if (m_parts[p].box.intersects(m_parts[q].box)) crossPair(crossings, m_parts[p], m_parts[q], tree);
        }
    }

    static Box boxOf(const TriangleMesh& mesh, int f) {
        Box box(mesh.corner(f, 0));
        return box.extend(mesh.corner(f, 1)).extend(mesh.corner(f, 2));
    }

    static void crossPair(FaceCrossings& crossings, const Part& a, const Part& b, const TriangleTree& treeOfB) {
        for (int f = 0; f < a.mesh.faceCount(); ++f) {
            const Box box = boxOf(a.mesh, f);
            if (!box.intersects(b.box)) continue;
            std::vector<int> near;
            treeOfB.forEachNear(box.center(), 0.5 * box.diagonal().norm(), [&](int g) {
                if (box.intersects(boxOf(b.mesh, g))) near.push_back(g);
            });
            std::sort(near.begin(), near.end());
            for (int g : near)
                crossings.cross(a.firstFace + f, b.firstFace + g);
        }
    }

    void divide(FaceCrossings& crossings) {
        std::map<int, FaceCuts>::const_iterator next = crossings.cuts().begin();
        for (int f = 0; f < static_cast<int>(m_faces.size()); ++f) {
            if (next == crossings.cuts().end() || next->first != f) {
                m_pieces.push_back({m_faces[static_cast<std::size_t>(f)].corners, f});
                continue;
            }
            FaceDivision division(m_points, m_faces[static_cast<std::size_t>(f)].corners);
            for (int point : next->second.points) {
                division.addPoint(point);
                m_touched.insert(point);
            }
            for (const FaceCuts::Segment& segment : next->second.segments) {
                division.addSegment(segment.from, segment.to, *segment.plane);
                m_touched.insert(segment.from);
                m_touched.insert(segment.to);
            }
            for (const Triangle& triangle : division.triangles())
                m_pieces.push_back({triangle, f});
            for (const auto& [a, b] : division.segments())
                m_cut.insert(edgeOf(a, b));
            ++next;
        }
    }

    int partOf(const Piece& piece) const { return m_faces[static_cast<std::size_t>(piece.face)].part; }

    /// Pieces of one part that hang together without a cut between them: all in or all out of each other part.
    DisjointSets patches() const {
        DisjointSets sets(static_cast<int>(m_pieces.size()));
        std::map<std::pair<int, std::pair<int, int>>, int> firstAt;
        for (int i = 0; i < static_cast<int>(m_pieces.size()); ++i) {
            const Piece& piece = m_pieces[static_cast<std::size_t>(i)];
            for (std::size_t k = 0; k < 3; ++k) {
                const auto edge = edgeOf(piece.corners[k], piece.corners[(k + 1) % 3]);
                if (m_cut.count(edge)) continue;
                const auto [known, isNew] = firstAt.emplace(std::pair(partOf(piece), edge), i);
                if (!isNew) sets.join(known->second, i);
            }
        }
        return sets;
    }

    UnionSurface assembled(FaceCrossings& crossings) {
        DisjointSets sets = patches();
        std::map<int, std::vector<int>> members;
        for (int i = 0; i < static_cast<int>(m_pieces.size()); ++i)
            members[sets.root(i)].push_back(i);
        std::vector<char> isOuter(m_pieces.size(), 0);
        for (const auto& [root, pieces] : members) {
            const bool outer = isOutside(crossings, pieces);
            for (int piece : pieces)
                isOuter[static_cast<std::size_t>(piece)] = outer;
        }
        UnionSurface surface;
        std::map<int, int> numbers;
        for (std::size_t i = 0; i < m_pieces.size(); ++i) {
            if (!isOuter[i]) continue;
            TriangleMesh::Face face;
            for (std::size_t k = 0; k < 3; ++k) {
                const int point = m_pieces[i].corners[k];
                const auto [known, isNew] = numbers.emplace(point, surface.mesh.vertexCount());
                if (isNew) surface.mesh.vertices.push_back(placeOf(point));
                face[k] = known->second;
            }
            surface.mesh.faces.push_back(face);
            surface.parts.push_back(partOf(m_pieces[i]));
        }
        return surface;
    }

    /// A corner of a part keeps the place that it was given.
    Vector3 placeOf(int point) const {
        const auto given = m_given.find(point);
        return given != m_given.end() ? given->second : Vector3(m_origin + m_unit * m_points.at(point));
    }

    // Which pieces are on the surface.

    double areaOf(int piece) const {
        const Triangle& c = m_pieces[static_cast<std::size_t>(piece)].corners;
        return (m_points.at(c[1]) - m_points.at(c[0])).cross(m_points.at(c[2]) - m_points.at(c[0])).norm();
    }

    /// Whether no other part holds a patch. A patch on faces of other parts counts with the first part if all of them
    /// look the same way; with opposite faces it is a wall inside.
    bool isOutside(FaceCrossings& crossings, const std::vector<int>& patch) {
        const int part = partOf(m_pieces[static_cast<std::size_t>(patch.front())]);
        for (int piece : patch)
            for (int corner : m_pieces[static_cast<std::size_t>(piece)].corners)
                if (m_given.count(corner) && !m_touched.count(corner))
                    return !isInAnother(part, m_points.exact(corner), m_points.at(corner), {});
        const int largest =
            *std::max_element(patch.begin(), patch.end(), [this](int a, int b) { return areaOf(a) < areaOf(b); });
        const Piece& piece = m_pieces[static_cast<std::size_t>(largest)];
        const HomogeneousPoint middle = middleOf(piece.corners);
        const Vector3 near = rounded(middle);
        std::set<int> on;
        if (const auto cuts = crossings.cuts().find(piece.face); cuts != crossings.cuts().end()) {
            const Vector3& normal = crossings.planeOf(piece.face).nearNormal;
            for (int other : cuts->second.coplanar) {
                const Vector3& otherNormal = crossings.planeOf(other).nearNormal;
                if (!holds(other, otherNormal, middle, near)) continue;
                const int otherPart = m_faces[static_cast<std::size_t>(other)].part;
                if (normal.dot(otherNormal) < 0.0 || otherPart < part) return false;
                on.insert(otherPart);
            }
        }
        return !isInAnother(part, middle, near, on);
    }

    HomogeneousPoint middleOf(const Triangle& corners) const {
        const HomogeneousPoint a = m_points.exact(corners[0]), b = m_points.exact(corners[1]),
                               c = m_points.exact(corners[2]);
        const Expansion ab = a.w * b.w, bc = b.w * c.w, ca = c.w * a.w;
        HomogeneousPoint middle;
        for (std::size_t k = 0; k < 3; ++k)
            middle.x[k] = a.x[k] * bc + b.x[k] * ca + c.x[k] * ab;
        middle.w = Expansion(3.0) * (ab * c.w);
        return middle;
    }

    int turnAt(int axis, int a, int b, const HomogeneousPoint& point, const Vector3& near) const {
        if (const int sure = nearTurn(axis, m_points.at(a), m_points.at(b), near)) return sure;
        return turnOf(axis, m_points.exact(a), m_points.exact(b), point);
    }

    /// Whether a face holds a point of its plane that is on none of its edges.
    bool holds(int f, const Vector3& normal, const HomogeneousPoint& point, const Vector3& near) const {
        int axis = 0;
        normal.cwiseAbs().maxCoeff(&axis);
        const Triangle& c = m_faces[static_cast<std::size_t>(f)].corners;
        const int sign = normal[axis] > 0.0 ? 1 : -1;
        for (std::size_t k = 0; k < 3; ++k)
            if (sign * turnAt(axis, c[k], c[(k + 1) % 3], point, near) < 0) return false;
        return true;
    }

    bool isInAnother(int part, const HomogeneousPoint& point, const Vector3& near, const std::set<int>& except) const {
        constexpr double margin = 1.0; // above the rounding of the point
        for (int p = 0; p < static_cast<int>(m_parts.size()); ++p) {
            const Box& box = m_parts[static_cast<std::size_t>(p)].box;
            if (p == part || except.count(p) || box.exteriorDistance(near) > margin) continue;
            if (windingAbout(p, point, near) > 0) return true;
        }
        return false;
    }

    /// Winding number of a part about a point that is not on it, by a ray along x. The ray is displaced by an
    /// infinitely small (e, e^2) along y and z, so that it meets no edge and no corner.
    int windingAbout(int p, const HomogeneousPoint& point, const Vector3& near) const {
        const Part& part = m_parts[static_cast<std::size_t>(p)];
        int winding = 0;
        for (int f = 0; f < part.mesh.faceCount(); ++f) {
            const Box box = boxOf(part.mesh, f);
            constexpr double margin = 1.0;
            if (near.y() < box.min().y() - margin || near.y() > box.max().y() + margin ||
                near.z() < box.min().z() - margin || near.z() > box.max().z() + margin ||
                near.x() > box.max().x() + margin)
                continue;
            winding += crossingOf(part.firstFace + f, point, near);
        }
        return winding;
    }

    /// 1 if the ray leaves the body through a face, -1 if it comes in, else 0.
    int crossingOf(int f, const HomogeneousPoint& point, const Vector3& near) const {
        const Triangle& c = m_faces[static_cast<std::size_t>(f)].corners;
        const int facing = m_points.turn(0, c[0], c[1], c[2]);
        if (facing == 0) return 0; // along the ray
        for (std::size_t k = 0; k < 3; ++k)
            if (displacedTurn(c[k], c[(k + 1) % 3], point, near) != facing) return 0;
        const ExactPlane plane = m_points.planeThrough(c[0], c[1], c[2]);
        // The face is ahead if the point is behind it, seen along the ray.
        return sideOf(plane, point, near) == -facing ? facing : 0;
    }

    /// Turn from a to b to the displaced point, seen along x; never 0 for an edge that is not along x.
    int displacedTurn(int a, int b, const HomogeneousPoint& point, const Vector3& near) const {
        if (const int turn = turnAt(0, a, b, point, near)) return turn;
        const Vector3 along = m_points.at(b) - m_points.at(a);
        if (along.z() != 0.0) return along.z() < 0.0 ? 1 : -1;
        return along.y() > 0.0 ? 1 : along.y() < 0.0 ? -1 : 0;
    }

    Vector3 m_origin = Vector3::Zero();
    double m_unit = 1.0; ///< of the lattice [m]
    ExactPoints m_points;
    std::vector<Part> m_parts;
    std::vector<PartFace> m_faces;
    std::map<int, Vector3> m_given; ///< places of the corners of parts
    std::vector<Piece> m_pieces;
    std::set<int> m_touched;             ///< points on the surfaces of two parts
    std::set<std::pair<int, int>> m_cut; ///< edges along other parts
};

} // namespace

UnionSurface surfaceOfUnion(const std::vector<TriangleMesh>& parts) {
    return UnionMaker(parts).run();
}

} // namespace ambient
