// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/MeanLine.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/PotentialFlow/SurfacePieces.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ambient {
namespace {

using Point = Eigen::Vector2d;

/// Intervals of the mean line.
constexpr int kIntervals = 32;
/// Part of the half chord within which points belong to a square end, and within which turns belong to a round one;
/// 1e-6: points of a regular mesh lie at tenths.
constexpr double kEnd = 1e-6, kNose = 0.1 + 1e-6;
/// Cosines of a turn of the section: a sharp and a smooth one.
constexpr double kSharpTurn = 0.3, kSmoothTurn = 0.7;

/// The points without those that repeat the one before.
std::vector<Point> distinct(const std::vector<Point>& points, double size) {
    std::vector<Point> kept;
    for (const Point& p : points)
        if (kept.empty() || (p - kept.back()).norm() > 1e-9 * size) kept.push_back(p);
    while (kept.size() > 1 && (kept.front() - kept.back()).norm() <= 1e-9 * size)
        kept.pop_back();
    return kept;
}

/// Middle of the points at an end: at least x. \param sign of x towards the end
Point middleOfEnd(const std::vector<Point>& points, double sign, double size) {
    double farthest = sign * points.front().x();
    for (const Point& p : points)
        farthest = std::max(farthest, sign * p.x());
    double low = INFINITY, high = -INFINITY;
    for (const Point& p : points)
        if (sign * p.x() >= farthest - kEnd * size) {
            low = std::min(low, p.y());
            high = std::max(high, p.y());
        }
    return {sign * farthest, 0.5 * (low + high)};
}

/// Mean height of the sides of a section at x: each crossing of the polygon counts once for its side.
struct Sides {
    const std::vector<Point>& points;
    std::size_t ahead, behind; ///< the points at the ends, between which the two sides lie

    Sides(const std::vector<Point>& of) : points(of), ahead(0), behind(0) {
        for (std::size_t i = 0; i < of.size(); ++i) {
            if (of[i].x() > of[ahead].x()) ahead = i;
            if (of[i].x() < of[behind].x()) behind = i;
        }
    }
    std::optional<double> heightOf(std::size_t from, std::size_t to, double x) const {
        for (std::size_t i = from; i != to; i = (i + 1) % points.size()) {
            const Point &a = points[i], &b = points[(i + 1) % points.size()];
            if ((a.x() - x) * (b.x() - x) > 0.0 || a.x() == b.x()) continue;
            return a.y() + (x - a.x()) / (b.x() - a.x()) * (b.y() - a.y());
        }
        return std::nullopt;
    }
    double middle(double x) const {
        const std::optional<double> one = heightOf(ahead, behind, x), other = heightOf(behind, ahead, x);
        return one && other ? 0.5 * (*one + *other) : one ? *one : other.value_or(0.0);
    }
};

/// Roundness of the end at x = sign, by the sharpest turn near it.
double roundness(const std::vector<Point>& points, double sign) {
    double least = 1.0;
    const std::size_t count = points.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (std::abs(points[i].x() - sign) > kNose) continue;
        const Point in = points[i] - points[(i + count - 1) % count], out = points[(i + 1) % count] - points[i];
        least = std::min(least, in.dot(out) / (in.norm() * out.norm()));
    }
    return smoothStep(kSharpTurn, kSmoothTurn, least);
}

} // namespace

MeanLine MeanLine::of(const std::vector<Vector3>& section, const Vector3& ahead, const Vector3& up) {
    MeanLine line;
    if (section.size() < 3) return line;
    std::vector<Point> points;
    double size = 0.0;
    for (const Vector3& p : section) {
        points.emplace_back(ahead.dot(p - section.front()), up.dot(p - section.front()));
        size = std::max(size, points.back().norm());
    }
    points = distinct(points, size);
    if (points.size() < 3) return line;
    const Point front = middleOfEnd(points, 1.0, size), back = middleOfEnd(points, -1.0, size);
    const Point along = (front - back).normalized(), across(-along.y(), along.x()), middle = 0.5 * (front + back);
    line.half = 0.5 * (front - back).norm();
    line.chord = along.x() * ahead + along.y() * up;
    double low = 0.0, high = 0.0;
    for (Point& p : points) {
        p = Point(along.dot(p - middle), across.dot(p - middle)) / line.half;
        low = std::min(low, p.y());
        high = std::max(high, p.y());
    }
    line.height = high - low;
    const Sides sides(points);
    double x = 1.0, z = 0.0; // the ends lie on the chord line
    for (int j = 1; j <= kIntervals; ++j) {
        const double nextX = portable::cos(j * kPi / kIntervals), nextZ = j < kIntervals ? sides.middle(nextX) : 0.0;
        const double slope = (z - nextZ) / (x - nextX) / kIntervals;
        line.slope += slope;
        line.curving += slope * portable::cos((j - 0.5) * kPi / kIntervals);
        x = nextX;
        z = nextZ;
    }
    line.roundAhead = roundness(points, 1.0);
    line.roundBehind = roundness(points, -1.0);
    return line;
}

} // namespace ambient
