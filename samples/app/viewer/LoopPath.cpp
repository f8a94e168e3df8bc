// SPDX-License-Identifier: Zlib
#include "viewer/LoopPath.h"

#include <algorithm>

namespace samples {
namespace {

using Eigen::Vector2d;

double distanceToLine(const Vector2d& point, const Vector2d& from, const Vector2d& to) {
    const Vector2d line = to - from;
    const double square = line.squaredNorm();
    const double share = square > 0.0 ? std::clamp((point - from).dot(line) / square, 0.0, 1.0) : 0.0;
    return (point - from - share * line).norm();
}

/// Appends the needed points between two points of a path (Douglas and Peucker), and the second of the two.
void addNeeded(const std::vector<Vector2d>& path, std::size_t from, std::size_t to, double tolerance,
               std::vector<Vector2d>& out) {
    std::size_t farthest = from;
    double greatest = tolerance;
    for (std::size_t i = from + 1; i < to; ++i) {
        const double distance = distanceToLine(path[i], path[from], path[to]);
        if (distance > greatest) {
            greatest = distance;
            farthest = i;
        }
    }
    if (farthest != from) {
        addNeeded(path, from, farthest, tolerance, out);
        addNeeded(path, farthest, to, tolerance, out);
    } else {
        out.push_back(path[to]);
    }
}

} // namespace

std::vector<Vector2d> loopOfPath(std::vector<Vector2d> path, double tolerance) {
    constexpr double closing = 6.0;
    if (path.empty()) return {};
    if ((path.back() - path.front()).norm() > closing * tolerance)
        path.push_back(path.front());
    else
        path.back() = path.front();
    const auto farthest = std::max_element(path.begin(), path.end(), [&path](const Vector2d& a, const Vector2d& b) {
        return (a - path.front()).squaredNorm() < (b - path.front()).squaredNorm();
    });
    if ((*farthest - path.front()).norm() <= tolerance) return {};
    const std::size_t middle = static_cast<std::size_t>(farthest - path.begin());
    std::vector<Vector2d> points;
    addNeeded(path, 0, middle, tolerance, points);
    addNeeded(path, middle, path.size() - 1, tolerance, points);
    std::rotate(points.begin(), points.end() - 1, points.end()); // the beginning first
    return points;
}

} // namespace samples
