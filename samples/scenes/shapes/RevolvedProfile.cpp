// SPDX-License-Identifier: Zlib
#include "scenes/shapes/RevolvedProfile.h"

#include "AmbientFluid/Mesh/SurfaceOfRevolution.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using Points = std::vector<Eigen::Vector2d>;

constexpr double kCornerCosine = 0.94;

/// The smooth parts of an outline, each from corner to corner.
std::vector<Points> smoothParts(const Points& outline) {
    std::vector<Points> parts{{outline.front()}};
    for (std::size_t i = 1; i < outline.size(); ++i) {
        parts.back().push_back(outline[i]);
        if (i + 1 == outline.size()) break;
        const Eigen::Vector2d before = (outline[i] - outline[i - 1]).normalized();
        const Eigen::Vector2d after = (outline[i + 1] - outline[i]).normalized();
        if (before.dot(after) < kCornerCosine) parts.push_back({outline[i]});
    }
    return parts;
}

double lengthOf(const Points& part) {
    double length = 0.0;
    for (std::size_t i = 1; i < part.size(); ++i)
        length += (part[i] - part[i - 1]).norm();
    return length;
}

Eigen::Vector2d pointAt(const Points& part, double arc) {
    for (std::size_t i = 1; i < part.size(); ++i) {
        const double step = (part[i] - part[i - 1]).norm();
        if (arc <= step || i + 1 == part.size())
            return part[i - 1] + std::min(1.0, arc / step) * (part[i] - part[i - 1]);
        arc -= step;
    }
    return part.back();
}

std::vector<ambient::Ring> ringsOf(const std::vector<Points>& parts, double spacing) {
    std::vector<ambient::Ring> rings;
    for (const Points& part : parts) {
        const double length = lengthOf(part);
        const int rows = std::max(2, static_cast<int>(std::lround(length / spacing)));
        for (int row = rings.empty() ? 0 : 1; row <= rows; ++row) {
            const Eigen::Vector2d p = row == rows ? part.back() : pointAt(part, length * row / rows);
            if (p.x() < 1e-12)
                rings.push_back({0.0, p.y(), 1});
            else
                rings.push_back(ambient::Ring::ofSpacing(p.x(), p.y(), spacing));
        }
    }
    return rings;
}

} // namespace

ambient::TriangleMesh revolveProfile(const Points& outline, int faces) {
    const std::vector<Points> parts = smoothParts(outline);
    double spacing = 0.0;
    for (const Points& part : parts)
        spacing = std::max(spacing, lengthOf(part));
    std::vector<ambient::Ring> rings = ringsOf(parts, spacing);
    while (ambient::revolvedFaceCount(rings) < faces) {
        spacing *= 0.95;
        rings = ringsOf(parts, spacing);
    }
    return ambient::revolve(rings);
}

} // namespace samples
