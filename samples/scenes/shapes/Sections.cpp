// SPDX-License-Identifier: Zlib
#include "scenes/shapes/Sections.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using Points = std::vector<Eigen::Vector2d>;

Points outlineOf(const StripSection& section) {
    Points outline = section.first;
    outline.insert(outline.end(), section.second.rbegin(), section.second.rend());
    return outline;
}

/// A section symmetric in z. \param half from +x to -x along z >= 0, both ends at z = 0
StripSection mirrored(const Points& half) {
    StripSection section{half, half};
    for (Eigen::Vector2d& p : section.second)
        p.y() = -p.y();
    section.first.front().y() = section.second.front().y() = 0.0;
    section.first.back().y() = section.second.back().y() = 0.0;
    return section;
}

/// Goes on to a point in a number of steps.
void addSteps(Points& line, const Eigen::Vector2d& to, int steps) {
    const Eigen::Vector2d from = line.back();
    for (int i = 1; i <= steps; ++i)
        line.emplace_back(from + (static_cast<double>(i) / steps) * (to - from));
}

/// Goes on along an arc.
void addArcSteps(Points& line, const Eigen::Vector2d& center, double radius, double from, double to, int steps) {
    for (int i = 1; i <= steps; ++i) {
        const double angle = from + (to - from) * i / steps;
        line.emplace_back(center + radius * Eigen::Vector2d(std::cos(angle), std::sin(angle)));
    }
}

int stepsOf(double length, double whole, int points) {
    return std::max(2, static_cast<int>(std::lround(points * length / whole)));
}

} // namespace

StripSection ellipticSection(double depth, double thickness, int points) {
    Points half;
    for (int i = 0; i < points; ++i) {
        const double angle = ambient::kPi * i / (points - 1);
        half.emplace_back(0.5 * depth * std::cos(angle), 0.5 * thickness * std::sin(angle));
    }
    return mirrored(half);
}

double nacaHalfThickness(double t, double x) {
    return 5.0 * t * (0.2969 * std::sqrt(x) + x * (-0.1260 + x * (-0.3516 + x * (0.2843 - 0.1036 * x))));
}

StripSection nacaSection(double thickness, int points) {
    Points half;
    for (int i = 0; i < points; ++i) {
        const double x = 0.5 * (1.0 - std::cos(ambient::kPi * i / (points - 1)));
        half.emplace_back(0.5 - x, nacaHalfThickness(thickness, x));
    }
    return mirrored(half);
}

StripSection camberedNacaSection(double camber, double at, double thickness, int points) {
    StripSection section = nacaSection(thickness, points);
    const auto bend = [&](Points& line) {
        for (Eigen::Vector2d& p : line) {
            const double x = 0.5 - p.x();
            p.y() += x < at ? camber / (at * at) * (2.0 * at - x) * x
                            : camber / ((1.0 - at) * (1.0 - at)) * (1.0 - 2.0 * at + (2.0 * at - x) * x);
        }
    };
    bend(section.first);
    bend(section.second);
    section.second.front() = section.first.front(); // both chains end in the same points
    section.second.back() = section.first.back();
    return section;
}

StripSection roundedSquare(double radius, int points) {
    const double flat = 0.5 - radius, arc = 0.5 * ambient::kPi * radius, whole = 4.0 * flat + 2.0 * arc;
    Points half{{0.5, 0.0}};
    addSteps(half, {0.5, flat}, stepsOf(flat, whole, points));
    addArcSteps(half, {flat, flat}, radius, 0.0, 0.5 * ambient::kPi, stepsOf(arc, whole, points));
    addSteps(half, {-flat, 0.5}, stepsOf(2.0 * flat, whole, points));
    addArcSteps(half, {-flat, flat}, radius, 0.5 * ambient::kPi, ambient::kPi, stepsOf(arc, whole, points));
    addSteps(half, {-0.5, 0.0}, stepsOf(flat, whole, points));
    return mirrored(half);
}

StripSection roundedTriangle(double radius, int points) {
    const double inner = 1.0 - 2.0 * std::sqrt(3.0) * radius; // side of the triangle of the corners' centres
    const double width = inner + 2.0 * radius, height = 0.5 * std::sqrt(3.0) * inner;
    const Eigen::Vector2d apex(2.0 / 3.0 * height, 0.0), corner(-height / 3.0, 0.5 * inner);
    const double front = ambient::kPi / 3.0 * radius, rear = 2.0 * front, whole = front + rear + 1.5 * inner;
    Points half{{apex.x() + radius, 0.0}};
    addArcSteps(half, apex, radius, 0.0, ambient::kPi / 3.0, stepsOf(front, whole, points));
    addSteps(half, corner + radius * Eigen::Vector2d(0.5, 0.5 * std::sqrt(3.0)), stepsOf(inner, whole, points));
    addArcSteps(half, corner, radius, ambient::kPi / 3.0, ambient::kPi, stepsOf(rear, whole, points));
    addSteps(half, {corner.x() - radius, 0.0}, stepsOf(0.5 * inner, whole, points));
    for (Eigen::Vector2d& p : half)
        p /= width;
    return mirrored(half);
}

StripSection halfTube(double diameter, double wall, int points) {
    StripSection section;
    for (int i = 0; i < points; ++i) {
        const double angle = ambient::kPi * (static_cast<double>(i) / (points - 1) - 0.5);
        const Eigen::Vector2d direction(std::cos(angle), std::sin(angle));
        section.first.push_back(0.5 * diameter * direction);
        section.second.push_back((0.5 * diameter - wall) * direction);
    }
    return section;
}

double outlineLength(const StripSection& section) {
    const Points outline = outlineOf(section);
    double length = 0.0;
    for (std::size_t i = 0; i < outline.size(); ++i)
        length += (outline[(i + 1) % outline.size()] - outline[i]).norm();
    return length;
}

double outlineArea(const StripSection& section) {
    const Points outline = outlineOf(section);
    double twice = 0.0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Eigen::Vector2d &a = outline[i], &b = outline[(i + 1) % outline.size()];
        twice += a.x() * b.y() - a.y() * b.x();
    }
    return 0.5 * std::abs(twice);
}

} // namespace samples
