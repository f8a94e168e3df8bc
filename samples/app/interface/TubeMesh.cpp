// SPDX-License-Identifier: Zlib
#include "interface/TubeMesh.h"

#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

constexpr int kSides = 6;

/// At each point: the mean direction of the adjacent pieces.
std::vector<Vector3> directionsAlong(const std::vector<Vector3>& line) {
    std::vector<Vector3> directions;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const Vector3 before = i > 0 ? (line[i] - line[i - 1]).normalized() : Vector3::Zero();
        const Vector3 after = i + 1 < line.size() ? (line[i + 1] - line[i]).normalized() : Vector3::Zero();
        const Vector3 both = before + after;
        directions.push_back((both.norm() > 1e-6 ? both : after).normalized());
    }
    return directions;
}

void addFlatCap(TubeMesh& tube, const std::vector<Vector3>& line, std::size_t point, const Vector3& outward,
                std::uint32_t ringStart, bool isStart) {
    const auto centre = static_cast<std::uint32_t>(tube.positions.size());
    tube.positions.push_back(line[point]);
    tube.normals.push_back(outward);
    tube.linePoint.push_back(static_cast<int>(point));
    for (std::uint32_t side = 0; side < kSides; ++side) {
        const std::uint32_t a = ringStart + side, b = ringStart + (side + 1) % kSides;
        if (isStart)
            tube.triangles.push_back({centre, b, a});
        else
            tube.triangles.push_back({centre, a, b});
    }
}

} // namespace

TubeMesh tubeAlong(const std::vector<Vector3>& line, double radius) {
    const std::vector<Vector3> directions = directionsAlong(line);
    TubeMesh tube;
    // A frame carried along the line without turning about it.
    Vector3 across = directions.front().unitOrthogonal();
    for (std::size_t i = 0; i < line.size(); ++i) {
        const Vector3 left = across - across.dot(directions[i]) * directions[i];
        across = left.norm() > 1e-6 ? Vector3(left.normalized()) : Vector3(directions[i].unitOrthogonal());
        const Vector3 up = directions[i].cross(across);
        for (int side = 0; side < kSides; ++side) {
            const double angle = 2.0 * ambient::kPi * side / kSides;
            tube.normals.push_back(std::cos(angle) * across + std::sin(angle) * up);
            tube.positions.push_back(line[i] + radius * tube.normals.back());
            tube.linePoint.push_back(static_cast<int>(i));
        }
    }
    addFlatCap(tube, line, 0, -directions.front(), 0, true);
    for (std::uint32_t ring = kSides; ring < kSides * line.size(); ring += kSides)
        for (std::uint32_t side = 0; side < kSides; ++side) {
            const std::uint32_t next = (side + 1) % kSides, below = ring - kSides;
            tube.triangles.push_back({below + side, below + next, ring + next});
            tube.triangles.push_back({below + side, ring + next, ring + side});
        }
    addFlatCap(tube, line, line.size() - 1, directions.back(), static_cast<std::uint32_t>(kSides * (line.size() - 1)),
               false);
    return tube;
}

} // namespace samples
