// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Hydrostatics/HullCut.h"

#include "AmbientFluid/Mesh/MassProperties.h"

#include <algorithm>
#include <array>

namespace ambient {
namespace {

/// Integrals over the area to the left of a closed line of segments, from a point of its plane.
struct PlaneSums {
    double area = 0.0;
    Vector3 moment = Vector3::Zero();
    Matrix3 second = Matrix3::Zero();

    /// Adds the triangle between the point and a segment.
    void add(const Vector3& up, const Vector3& a, const Vector3& b) {
        const double size = 0.5 * up.dot(a.cross(b));
        const Vector3 sum = a + b;
        area += size;
        moment += size / 3.0 * sum;
        second += size / 12.0 * (a * a.transpose() + b * b.transpose() + sum * sum.transpose());
    }
};

/// The corner whose side of the plane differs from that of the other two; -1: the plane does not cut the face.
int oddCorner(const std::array<double, 3>& depths) {
    const bool wet[3] = {depths[0] > 0.0, depths[1] > 0.0, depths[2] > 0.0};
    if (wet[0] == wet[1]) return wet[1] == wet[2] ? -1 : 2;
    return wet[0] == wet[2] ? 1 : 0;
}

} // namespace

HullCutter::HullCutter(const TriangleMesh& mesh)
    : m_volume(enclosedVolume(mesh)), m_center(volumeCentroid(mesh)), m_table(mesh, {}, {}, m_center) {
    for (const Vector3& vertex : mesh.vertices)
        m_radius = std::max(m_radius, (vertex - m_center).norm());
}

HullCut HullCutter::cut(const Vector3& up, double level) {
    fillLinearly(m_table, level, up, m_depths);
    findDepthRanges(m_table, m_depths, m_ranges);
    HullCut cut;
    cut.lowest = level - m_ranges.mostOfAll;
    cut.highest = level - m_ranges.leastOfAll;
    // The band of partly wet faces serves the added mass, which has no part here: it only has to be above 0.
    findWettedFaces(m_table, m_depths, m_ranges, 1e-9 * m_radius, up, m_wetted);
    cut.volume = m_wetted.volume;
    cut.moment = m_wetted.moment;
    addWaterplane(up, level, cut);
    return cut;
}

/// The waterline runs around the waterplane against the sense in which it runs around the wet part of each face.
void HullCutter::addWaterplane(const Vector3& up, double level, HullCut& cut) const {
    PlaneSums sums;
    for (const int block : m_wetted.cutBlocks)
        for (int face = block; face < std::min(block + kLanes, m_table.size()); ++face) {
            std::array<double, 3> depths;
            std::array<Vector3, 3> corners;
            for (int k = 0; k < 3; ++k) {
                depths[static_cast<std::size_t>(k)] =
                    m_depths.of[static_cast<std::size_t>(k)][static_cast<std::size_t>(face)];
                for (int axis = 0; axis < 3; ++axis)
                    corners[static_cast<std::size_t>(k)][axis] = m_table.row(FaceTable::CornerX + 3 * k + axis)[face];
            }
            const int odd = oddCorner(depths);
            if (odd < 0) continue;
            const auto a = static_cast<std::size_t>(odd), b = (a + 1) % 3, c = (a + 2) % 3;
            const Vector3 onB =
                corners[a] + depths[a] / (depths[a] - depths[b]) * (corners[b] - corners[a]) - level * up;
            const Vector3 onC =
                corners[a] + depths[a] / (depths[a] - depths[c]) * (corners[c] - corners[a]) - level * up;
            if (depths[a] > 0.0)
                sums.add(up, onC, onB);
            else
                sums.add(up, onB, onC);
        }
    cut.area = std::max(sums.area, 0.0);
    const Vector3 inPlane = cut.area > 0.0 ? Vector3(sums.moment / cut.area) : Vector3::Zero();
    cut.centroid = inPlane + level * up;
    cut.spread = sums.second - cut.area * inPlane * inPlane.transpose();
}

} // namespace ambient
