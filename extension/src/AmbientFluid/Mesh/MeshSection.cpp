// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshSection.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Part of the size of a face within which a vertex lies on the plane.
constexpr double kOnPlane = 1e-7;

/// A plane that cuts no vertex: those on it count as above. Of both normals it takes the one on whose side the first
/// corner of the face lies that is not on the plane: a turned mesh is cut alike.
class CuttingPlane {
  public:
    CuttingPlane(const TriangleMesh& mesh, int face, const Vector3& point, const Vector3& across)
        : m_point(point), m_across(across) {
        double size = 0.0;
        for (int k = 0; k < 3; ++k)
            size = std::max(size, (mesh.corner(face, k) - point).norm());
        m_near = kOnPlane * size;
        for (int k = 0; k < 3; ++k) {
            const double of = height(mesh.corner(face, k));
            if (!(std::abs(of) > m_near)) continue;
            if (of < 0.0) m_across = -m_across;
            break;
        }
    }
    bool cuts(const Vector3& a, const Vector3& b) const { return isBelow(a) != isBelow(b); }
    Vector3 cut(const Vector3& a, const Vector3& b) const {
        const double from = height(a), to = height(b);
        return a + std::clamp(from / (from - to), 0.0, 1.0) * (b - a);
    }

  private:
    double height(const Vector3& x) const { return m_across.dot(x - m_point); }
    bool isBelow(const Vector3& x) const { return height(x) < -m_near; }

    Vector3 m_point, m_across;
    double m_near = 0.0;
};

} // namespace

std::vector<Vector3> sectionThrough(const TriangleMesh& mesh, const MeshAdjacency& adjacency, int face,
                                    const Vector3& point, const Vector3& across) {
    const CuttingPlane plane(mesh, face, point, across);
    const auto isCut = [&](int f, int side) {
        return plane.cuts(mesh.corner(f, side), mesh.corner(f, (side + 1) % 3));
    };
    std::vector<Vector3> polygon;
    int at = face, entered = -1;
    for (int step = 0; step <= mesh.faceCount(); ++step) {
        int side = 0;
        while (side < 3 && (side == entered || !isCut(at, side)))
            ++side;
        if (side == 3) return {};
        polygon.push_back(plane.cut(mesh.corner(at, side), mesh.corner(at, (side + 1) % 3)));
        const MeshAdjacency::Side next = adjacency.across(at, side);
        if (next.face < 0) return {};
        at = next.face;
        entered = next.corner;
        if (at == face) return polygon;
    }
    return {};
}

} // namespace ambient
