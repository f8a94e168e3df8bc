// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshSection.h"

namespace ambient {
namespace {

/// A plane that cuts no vertex: those on it count as above.
struct CuttingPlane {
    Vector3 point, across;

    double height(const Vector3& x) const { return across.dot(x - point); }
    bool cuts(const Vector3& a, const Vector3& b) const { return (height(a) < 0.0) != (height(b) < 0.0); }
    Vector3 cut(const Vector3& a, const Vector3& b) const {
        const double from = height(a), to = height(b);
        return a + from / (from - to) * (b - a);
    }
};

} // namespace

std::vector<Vector3> sectionThrough(const TriangleMesh& mesh, const MeshAdjacency& adjacency, int face,
                                    const Vector3& point, const Vector3& across) {
    const CuttingPlane plane{point, across};
    const auto isCut = [&](int f, int side) { return plane.cuts(mesh.corner(f, side), mesh.corner(f, (side + 1) % 3)); };
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
