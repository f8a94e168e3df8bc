// SPDX-License-Identifier: Zlib
#include "scenes/shapes/ThinSheet.h"

#include "AmbientFluid/Mesh/GradedLine.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr double kZone = 0.35; // of the crowded part at each end of a row, in half widths

ThinSheet::Row firstHalf(const ThinSheet::Row& row) {
    return {row.begin(), row.begin() + static_cast<std::ptrdiff_t>(row.size() / 2 + 1)};
}

ThinSheet::Row lastHalf(const ThinSheet::Row& row) {
    return {row.rbegin(), row.rbegin() + static_cast<std::ptrdiff_t>(row.size() / 2 + 1)};
}

} // namespace

int ThinSheet::add(const SheetPoint& point) {
    m_points.push_back(point);
    return static_cast<int>(m_points.size()) - 1;
}

ThinSheet::Row ThinSheet::add(const std::vector<SheetPoint>& points) {
    Row row;
    for (const SheetPoint& point : points)
        row.push_back(add(point));
    return row;
}

void ThinSheet::weave(const Row& before, const Row& after) {
    weaveHalf(firstHalf(before), firstHalf(after), false);
    weaveHalf(lastHalf(before), lastHalf(after), true);
}

/// From the edge to the middle: each triangle advances on one of the rows.
void ThinSheet::weaveHalf(const Row& before, const Row& after, bool mirrored) {
    std::size_t i = 0, j = 0;
    const auto diagonal = [&](std::size_t a, std::size_t b) {
        if (a >= before.size() || b >= after.size()) return HUGE_VAL;
        const int p = before[a], q = after[b];
        const bool fromRimToRim =
            m_points[static_cast<std::size_t>(p)].rim && m_points[static_cast<std::size_t>(q)].rim;
        return fromRimToRim ? HUGE_VAL : lengthBetween(p, q);
    };
    while (i + 1 < before.size() || j + 1 < after.size()) {
        constexpr double draw = 1.0 - 1e-9; // rounding must not decide
        const double ifBefore = diagonal(i + 1, j), ifAfter = diagonal(i, j + 1);
        const bool advanceBefore = j + 1 == after.size() || (i + 1 < before.size() && ifBefore < draw * ifAfter);
        ambient::TriangleMesh::Face face = {before[i], advanceBefore ? before[i + 1] : after[j + 1], after[j]};
        if (mirrored) std::swap(face[0], face[1]);
        m_faces.push_back(face);
        ++(advanceBefore ? i : j);
    }
}

double ThinSheet::lengthBetween(int a, int b) const {
    return (m_points[static_cast<std::size_t>(a)].middle() - m_points[static_cast<std::size_t>(b)].middle()).norm();
}

ambient::TriangleMesh ThinSheet::solid() const {
    ambient::TriangleMesh mesh;
    std::vector<int> upper, lower;
    for (const SheetPoint& point : m_points) {
        upper.push_back(mesh.vertexCount());
        mesh.vertices.push_back(point.rim ? point.middle() : point.upper);
        lower.push_back(point.rim ? upper.back() : mesh.vertexCount());
        if (!point.rim) mesh.vertices.push_back(point.lower);
    }
    for (const auto& [a, b, c] : m_faces) {
        const auto at = [](const std::vector<int>& side, int point) { return side[static_cast<std::size_t>(point)]; };
        mesh.faces.push_back({at(upper, a), at(upper, b), at(upper, c)});
        mesh.faces.push_back({at(lower, a), at(lower, c), at(lower, b)});
    }
    return mesh;
}

std::vector<double> placesAcross(int count) {
    return ambient::gradedLine(2.0, kZone, count - 1);
}

int pointsAcross(double width, double spacing) {
    return 2 * std::max(1, static_cast<int>(
                               std::lround(0.5 * ambient::stretchedLength(width, 0.5 * kZone * width) / spacing))) +
           1;
}

} // namespace samples
