// SPDX-License-Identifier: Zlib
#include "ProjectedArea.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ambient {
namespace {

using Point = Eigen::Vector2d;
using Interval = std::pair<double, double>;

/// Interval of the line at height y covered by a triangle.
Interval crossing(const std::array<Point, 3>& corners, double y) {
    Interval covered{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
    for (int k = 0; k < 3; ++k) {
        const Point &a = corners[k], &b = corners[(k + 1) % 3];
        if ((a.y() <= y) == (b.y() <= y)) continue;
        const double x = a.x() + (b.x() - a.x()) * ((y - a.y()) / (b.y() - a.y()));
        covered = {std::min(covered.first, x), std::max(covered.second, x)};
    }
    return covered;
}

double unionLength(std::vector<Interval>& intervals) {
    std::sort(intervals.begin(), intervals.end());
    double length = 0.0, end = std::numeric_limits<double>::lowest();
    for (const auto& [first, last] : intervals) {
        if (last <= end) continue;
        length += last - std::max(first, end);
        end = last;
    }
    return length;
}

} // namespace

double projectedArea(const TriangleMesh& mesh, const Vector3& direction) {
    constexpr int lines = 4096;
    int square = 0;
    direction.cwiseAbs().minCoeff(&square);
    const Vector3 across = (Vector3::Unit(square) - direction[square] * direction).normalized();
    const Vector3 up = direction.cross(across);
    double low = std::numeric_limits<double>::max(), high = std::numeric_limits<double>::lowest();
    for (const Vector3& p : mesh.vertices) {
        low = std::min(low, p.dot(up));
        high = std::max(high, p.dot(up));
    }
    const double spacing = (high - low) / lines;
    if (!(spacing > 0.0)) return 0.0;
    std::vector<std::vector<Interval>> covered(lines);
    for (int f = 0; f < mesh.faceCount(); ++f) {
        if (mesh.areaVector(f).dot(direction) <= 0.0) continue;
        std::array<Point, 3> corners;
        double bottom = high, top = low;
        for (int k = 0; k < 3; ++k) {
            corners[k] = {mesh.corner(f, k).dot(across), mesh.corner(f, k).dot(up)};
            bottom = std::min(bottom, corners[k].y());
            top = std::max(top, corners[k].y());
        }
        const auto lineAt = [&](double y) {
            return std::clamp(static_cast<int>(std::ceil((y - low) / spacing - 0.5)), 0, lines);
        };
        for (int line = lineAt(bottom); line < lineAt(top); ++line) {
            const Interval part = crossing(corners, low + (line + 0.5) * spacing);
            if (part.first < part.second) covered[line].push_back(part);
        }
    }
    double area = 0.0;
    for (std::vector<Interval>& line : covered)
        area += unionLength(line) * spacing;
    return area;
}

} // namespace ambient
