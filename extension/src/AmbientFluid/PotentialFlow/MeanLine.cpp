// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/MeanLine.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/PotentialFlow/SectionHollows.h"
#include "AmbientFluid/PotentialFlow/SurfacePieces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ambient {
namespace {

using Point = Eigen::Vector2d;

/// Intervals of the mean line.
constexpr int kIntervals = 32;
/// Of these, the ones in the rim of a disc: a thirteenth of the half chord.
constexpr int kRim = 4;
/// Part of the half chord within which points belong to an end, and within which turns belong to a round one;
/// 1e-6: points of a regular mesh lie at tenths.
constexpr double kEnd = 1e-6, kNose = 0.1 + 1e-6;
/// Cosines of a turn of the section: a sharp and a smooth one.
constexpr double kSharpTurn = 0.3, kSmoothTurn = 0.7;
/// Concentration of the turns round an end, of a round and of a sharp one.
constexpr double kRoundTurns = 0.36, kSharpTurns = 0.48;

/// The points without those that repeat the one before.
std::vector<Point> distinct(const std::vector<Point>& points, double size) {
    std::vector<Point> kept;
    for (const Point& p : points)
        if (kept.empty() || (p - kept.back()).norm() > 1e-9 * size) kept.push_back(p);
    while (kept.size() > 1 && (kept.front() - kept.back()).norm() <= 1e-9 * size)
        kept.pop_back();
    return kept;
}

/// Cosine of the turn of the section at a point.
double turnAt(const std::vector<Point>& points, std::size_t i) {
    const std::size_t count = points.size();
    const Point in = points[i] - points[(i + count - 1) % count], out = points[(i + 1) % count] - points[i];
    return in.dot(out) / (in.norm() * out.norm());
}

/// An end of a section, where the mean line ends.
/// Two sharp corners with steeper sides than 45 degrees between them are a blunt end, which may be cut off aslant: the
/// mean line ends in its middle, not in the corner that lies farther out.
struct SectionEnd {
    Point place;             ///< where the mean line ends
    std::size_t first, last; ///< the corners of the blunt end, in the order of the points
    double bluntness = 0.0;  ///< 1 between sharp corners, 0 of round and of pointed ends

    /// \param sign of x towards the end
    SectionEnd(const std::vector<Point>& points, double sign, double size) {
        const std::size_t count = points.size();
        std::size_t farthest = 0;
        for (std::size_t i = 0; i < count; ++i)
            if (sign * points[i].x() > sign * points[farthest].x()) farthest = i;
        first = last = farthest;
        const auto isSteep = [&](std::size_t i) {
            const Point edge = points[(i + 1) % count] - points[i];
            return std::abs(edge.x()) < std::abs(edge.y());
        };
        std::size_t steep = 0;
        for (; steep < count && isSteep((first + count - 1) % count); ++steep)
            first = (first + count - 1) % count;
        for (; steep < count && isSteep(last); ++steep)
            last = (last + 1) % count;
        if (steep > 0 && steep < count)
            bluntness = (1.0 - smoothStep(kSharpTurn, kSmoothTurn, turnAt(points, first))) *
                        (1.0 - smoothStep(kSharpTurn, kSmoothTurn, turnAt(points, last)));
        const Point tip = middleOfFarthest(points, sign, sign * points[farthest].x(), size);
        place = tip + bluntness * (0.5 * (points[first] + points[last]) - tip);
    }

    /// Moves the points of a blunt end to one x, between its corners.
    void square(std::vector<Point>& points) const {
        if (bluntness == 0.0) return;
        const double x = 0.5 * (points[first].x() + points[last].x());
        for (std::size_t i = first;; i = (i + 1) % points.size()) {
            points[i].x() += bluntness * (x - points[i].x());
            if (i == last) return;
        }
    }

  private:
    static Point middleOfFarthest(const std::vector<Point>& points, double sign, double farthest, double size) {
        double low = INFINITY, high = -INFINITY;
        for (const Point& p : points)
            if (sign * p.x() >= farthest - kEnd * size) {
                low = std::min(low, p.y());
                high = std::max(high, p.y());
            }
        return {sign * farthest, 0.5 * (low + high)};
    }
};

/// Mean height of the sides of a section at x, or of the flow that spans their hollows: each crossing of the polygon
/// counts once for its side.
struct Sides {
    const std::vector<Point>& points;
    const SectionHollows* hollows; ///< or null
    std::size_t ahead, behind;     ///< the points at the ends, between which the two sides lie

    Sides(const std::vector<Point>& of, const SectionHollows* in) : points(of), hollows(in), ahead(0), behind(0) {
        for (std::size_t i = 0; i < of.size(); ++i) {
            if (of[i].x() > of[ahead].x()) ahead = i;
            if (of[i].x() < of[behind].x()) behind = i;
        }
    }
    std::optional<double> heightOf(std::size_t from, std::size_t to, double x) const {
        for (std::size_t i = from; i != to; i = (i + 1) % points.size()) {
            const Point &a = points[i], &b = points[(i + 1) % points.size()];
            if ((a.x() - x) * (b.x() - x) > 0.0 || a.x() == b.x()) continue;
            const double height = heightOn(a, b, x);
            const SectionHollows::Hollow* const hollow = hollows ? hollows->ofEdge(i) : nullptr;
            if (!hollow || hollow->from.x() == hollow->to.x()) return height;
            return height + hollow->share * (heightOn(hollow->from, hollow->to, x) - height);
        }
        return std::nullopt;
    }
    double middle(double x) const {
        const std::optional<double> one = heightOf(ahead, behind, x), other = heightOf(behind, ahead, x);
        return one && other ? 0.5 * (*one + *other) : one ? *one : other.value_or(0.0);
    }

  private:
    static double heightOn(const Point& a, const Point& b, double x) {
        return a.y() + (x - a.x()) / (b.x() - a.x()) * (b.y() - a.y());
    }
};

/// Heights of the mean line at the bounds of its intervals.
struct MeanHeights {
    std::array<double, kIntervals + 1> x, z;

    /// The ends lie on the chord line, but those of a disc, whose mean line goes on into the blunt rim as it comes
    /// there.
    MeanHeights(const Sides& sides, double disc) {
        for (int j = 0; j <= kIntervals; ++j) {
            x[j] = portable::cos(j * kPi / kIntervals);
            z[j] = j > 0 && j < kIntervals ? sides.middle(x[j]) : 0.0;
        }
        if (disc == 0.0) return;
        for (int j = 0; j < kRim; ++j) {
            z[j] += disc * (extended(j, kRim, 1) - z[j]);
            z[kIntervals - j] += disc * (extended(kIntervals - j, kIntervals - kRim, -1) - z[kIntervals - j]);
        }
    }

  private:
    /// Of the parabola through three points from a on.
    double extended(int at, int a, int inward) const {
        const int b = a + inward, c = b + inward;
        const double first = (z[b] - z[a]) / (x[b] - x[a]), second = (z[c] - z[b]) / (x[c] - x[b]);
        return z[a] + (x[at] - x[a]) * (first + (x[at] - x[b]) * (second - first) / (x[c] - x[a]));
    }
};

/// Roundness of the end at x = sign: by how many turns of the section share the way round it. With q the sum of their
/// squares over the square of their sum, a sharp edge has 1, two square corners have 1/2, a nose of ten points .3 and
/// one of many points 0.
double roundness(const std::vector<Point>& points, double sign) {
    double sum = 0.0, squares = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (std::abs(points[i].x() - sign) > kNose) continue;
        const double turn = portable::acos(std::clamp(turnAt(points, i), -1.0, 1.0));
        sum += turn;
        squares += turn * turn;
    }
    return sum > 0.0 ? 1.0 - smoothStep(kRoundTurns, kSharpTurns, squares / (sum * sum)) : 1.0;
}

} // namespace

MeanLine MeanLine::of(const std::vector<Vector3>& section, const Vector3& ahead, const Vector3& up, double disc,
                      const Vector3& place) {
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
    const SectionEnd front(points, 1.0, size), back(points, -1.0, size);
    const Point along = (front.place - back.place).normalized(), across(-along.y(), along.x());
    const Point middle = 0.5 * (front.place + back.place);
    line.half = 0.5 * (front.place - back.place).norm();
    line.chord = along.x() * ahead + along.y() * up;
    const Point offset = Point(ahead.dot(place - section.front()), up.dot(place - section.front())) - middle;
    line.onChord = along.dot(offset);
    double low = 0.0, high = 0.0;
    for (Point& p : points) {
        p = Point(along.dot(p - middle), across.dot(p - middle)) / line.half;
        low = std::min(low, p.y());
        high = std::max(high, p.y());
    }
    line.height = high - low;
    line.roundAhead = roundness(points, 1.0);
    line.roundBehind = roundness(points, -1.0);
    front.square(points);
    back.square(points);
    std::optional<SectionHollows> hollows;
    if (disc > 0.0) {
        SectionHollows::orient(points);
        hollows.emplace(points, disc);
        if (const auto* hollow = hollows->at(Point(along.dot(offset), across.dot(offset)) / line.half)) {
            const Point outward = hollow->outward();
            line.spanned = hollow->share;
            line.mouthHalf = 0.5 * (hollow->to - hollow->from).norm();
            line.mouth = outward.x() * line.chord + outward.y() * (across.x() * ahead + across.y() * up);
        }
    }
    const MeanHeights heights(Sides(points, hollows ? &*hollows : nullptr), disc);
    const auto &x = heights.x, &z = heights.z;
    for (int j = 1; j <= kIntervals; ++j) {
        const double slope = (z[j - 1] - z[j]) / (x[j - 1] - x[j]) / kIntervals;
        line.slope += slope;
        line.curving += slope * portable::cos((j - 0.5) * kPi / kIntervals);
    }
    return line;
}

} // namespace ambient
