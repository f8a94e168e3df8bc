// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/SectionHollows.h"

#include "AmbientFluid/PotentialFlow/SurfacePieces.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

using Point = SectionHollows::Point;

/// Slopes of a wall against the mouth of its hollow: flow follows the first and leaves the second.
constexpr double kGentleWall = 0.5, kSteepWall = 1.0;
/// Depths of a hollow over its width: a groove of the surface, a shallow hollow up to the third, and a cup.
constexpr double kGroove = 0.01, kHollow = 0.06, kShallow = 0.2, kCup = 0.4;
/// Depth over the width above which a place is in the hollow.
constexpr double kRim = 1e-3;

/// Sine of the angle below which two edges are in line. The points of a flat rim are so up to rounding: the mouth ends
/// at its outer edge, in every frame of the mesh.
constexpr double kInLine = 1e-9;

/// Twice the area of a triangle, positive if its corners are counterclockwise.
double turnOf(const Point& a, const Point& b, const Point& c) {
    return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

double distance2(const Point& a, const Point& b, const Point& place) {
    const Point along = b - a, from = place - a;
    const double t = std::clamp(along.dot(from) / std::max(along.squaredNorm(), 1e-300), 0.0, 1.0);
    return (from - t * along).squaredNorm();
}

} // namespace

void SectionHollows::orient(std::vector<Point>& points) {
    double area = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i)
        area += turnOf(points.front(), points[i], points[(i + 1) % points.size()]);
    if (area < 0.0) std::reverse(points.begin(), points.end());
}

SectionHollows::SectionHollows(const std::vector<Point>& points, double disc) : m_points(points), m_disc(disc) {
    // Graham's scan, from a corner of the hull once around; right for a section that does not curl up.
    const std::size_t count = points.size();
    std::size_t start = 0;
    for (std::size_t i = 1; i < count; ++i)
        if (points[i].x() > points[start].x()) start = i;
    std::vector<std::size_t> hull;
    for (std::size_t k = 0; k <= count; ++k) {
        const Point& next = points[(start + k) % count];
        const auto isInside = [&] {
            const Point &from = points[(start + hull[hull.size() - 2]) % count],
                        &last = points[(start + hull.back()) % count];
            return turnOf(from, last, next) <= kInLine * (last - from).norm() * (next - last).norm();
        };
        while (hull.size() > 1 && isInside())
            hull.pop_back();
        hull.push_back(k);
    }
    for (std::size_t k = 0; k + 1 < hull.size(); ++k)
        if (hull[k + 1] > hull[k] + 1) add(start + hull[k], start + hull[k + 1]);
}

void SectionHollows::add(std::size_t first, std::size_t last) {
    const auto point = [&](std::size_t i) -> const Point& { return m_points[i % m_points.size()]; };
    Hollow hollow{point(first), point(last), first % m_points.size(), last - first, 0.0};
    const double width = (hollow.to - hollow.from).norm();
    const Point outward = hollow.outward(), along = (hollow.to - hollow.from) / std::max(width, 1e-300);
    const auto depthAt = [&](std::size_t i) { return outward.dot(hollow.from - point(i)); };
    std::size_t deepest = first;
    for (std::size_t i = first; i <= last; ++i)
        if (depthAt(i) > depthAt(deepest)) deepest = i;
    double falls = 0.0, rises = 0.0; // largest slopes
    for (std::size_t i = first; i < last; ++i) {
        const double deeper = depthAt(i + 1) - depthAt(i), run = std::abs(along.dot(point(i + 1) - point(i)));
        double& steepest = i < deepest ? falls : rises;
        steepest = std::max(steepest, std::abs(deeper) / std::max(run, 1e-6 * width));
    }
    const double depth = depthAt(deepest) / std::max(width, 1e-300);
    hollow.share = m_disc * smoothStep(kGentleWall, kSteepWall, std::min(falls, rises)) *
                   smoothStep(kGroove, kHollow, depth) * (1.0 - smoothStep(kShallow, kCup, depth));
    if (hollow.share > 0.0) m_hollows.push_back(hollow);
}

const SectionHollows::Hollow* SectionHollows::ofEdge(std::size_t point) const {
    for (const Hollow& hollow : m_hollows)
        if ((point + m_points.size() - hollow.first) % m_points.size() < hollow.count) return &hollow;
    return nullptr;
}

const SectionHollows::Hollow* SectionHollows::at(const Point& place) const {
    if (m_hollows.empty()) return nullptr;
    std::size_t nearest = 0;
    double least = INFINITY;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const double square = distance2(m_points[i], m_points[(i + 1) % m_points.size()], place);
        if (square < least) {
            least = square;
            nearest = i;
        }
    }
    const Hollow* const hollow = ofEdge(nearest);
    const auto isBelowMouth = [&] { // edges on the hull may lie in line with a mouth
        return hollow->outward().dot(hollow->from - place) > kRim * (hollow->to - hollow->from).norm();
    };
    return hollow && isBelowMouth() ? hollow : nullptr;
}

} // namespace ambient
