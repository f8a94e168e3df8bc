// SPDX-License-Identifier: Zlib
#include "BodyOverlap.h"

#include "AmbientFluid/Mesh/WindingNumber.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

struct Box {
    Vector3 low, high;

    bool meets(const Box& other) const {
        return (low.array() <= other.high.array()).all() && (other.low.array() <= high.array()).all();
    }
};

Box boxOf(const TriangleMesh& mesh) {
    Box box{mesh.vertices[mesh.faces[0][0]], mesh.vertices[mesh.faces[0][0]]};
    for (int f = 0; f < mesh.faceCount(); ++f)
        for (int k = 0; k < 3; ++k) {
            box.low = box.low.cwiseMin(mesh.corner(f, k));
            box.high = box.high.cwiseMax(mesh.corner(f, k));
        }
    return box;
}

Box boxOf(const TriangleMesh& mesh, int f) {
    const Vector3 &a = mesh.corner(f, 0), &b = mesh.corner(f, 1), &c = mesh.corner(f, 2);
    return {a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c)};
}

/// Whether the segment from p to q passes through a triangle.
bool crosses(const Vector3& p, const Vector3& q, const Vector3& a, const Vector3& b, const Vector3& c) {
    const Vector3 normal = (b - a).cross(c - a);
    const double atP = normal.dot(p - a), atQ = normal.dot(q - a);
    if (!(atP * atQ < 0.0)) return false;
    const Vector3 x = p + atP / (atP - atQ) * (q - p);
    return normal.dot((b - a).cross(x - a)) > 0.0 && normal.dot((c - b).cross(x - b)) > 0.0 &&
           normal.dot((a - c).cross(x - c)) > 0.0;
}

bool anEdgeCrosses(const TriangleMesh& a, const std::vector<Box>& boxesOfA, const TriangleMesh& b, const Box& allOfB) {
    for (int h = 0; h < b.faceCount(); ++h) {
        const Box box = boxOf(b, h);
        for (int f = 0; f < a.faceCount(); ++f) {
            if (!boxesOfA[f].meets(box) || !boxesOfA[f].meets(allOfB)) continue;
            for (int k = 0; k < 3; ++k)
                if (crosses(a.corner(f, k), a.corner(f, (k + 1) % 3), b.corner(h, 0), b.corner(h, 1), b.corner(h, 2)))
                    return true;
        }
    }
    return false;
}

bool hasPointIn(const TriangleMesh& a, const TriangleMesh& b, const Box& boxOfB) {
    const WindingNumber winding(b);
    return std::any_of(a.vertices.begin(), a.vertices.end(), [&](const Vector3& v) {
        return boxOfB.meets({v, v}) && winding.at(v) > 0.6; // about a half on the surface
    });
}

} // namespace

bool doOverlap(const TriangleMesh& a, const TriangleMesh& b) {
    const Box boxOfA = boxOf(a), boxOfB = boxOf(b);
    if (!boxOfA.meets(boxOfB)) return false;
    if (hasPointIn(a, b, boxOfB) || hasPointIn(b, a, boxOfA)) return true;
    std::vector<Box> boxesOfA, boxesOfB;
    for (int f = 0; f < a.faceCount(); ++f)
        boxesOfA.push_back(boxOf(a, f));
    for (int f = 0; f < b.faceCount(); ++f)
        boxesOfB.push_back(boxOf(b, f));
    return anEdgeCrosses(a, boxesOfA, b, boxOfB) || anEdgeCrosses(b, boxesOfB, a, boxOfA);
}

} // namespace ambient
