// SPDX-License-Identifier: Zlib
#include "scenes/shapes/Spirillum.h"

#include "interface/TubeMesh.h"

#include <algorithm>
#include <cmath>

namespace samples {

using ambient::kPi;
using ambient::Vector3;

std::vector<Vector3> middleLine(const SpirillumShape& shape, int points) {
    const double rate = 2.0 * kPi / shape.pitch, length = shape.turns * shape.pitch;
    const auto at = [&](double x) {
        const double radius = shape.radius * (1.0 - std::exp(-rate * rate * x * x));
        return Vector3(x, radius * std::cos(rate * x), radius * std::sin(rate * x));
    };
    const int fine = 100 * points;
    std::vector<double> way(static_cast<std::size_t>(fine) + 1, 0.0);
    for (int i = 1; i <= fine; ++i)
        way[static_cast<std::size_t>(i)] =
            way[static_cast<std::size_t>(i) - 1] + (at(length * i / fine) - at(length * (i - 1) / fine)).norm();
    std::vector<Vector3> line;
    for (int i = 0; i < points; ++i) {
        const double wanted = way.back() * i / (points - 1);
        const auto above = std::lower_bound(way.begin() + 1, way.end() - 1, wanted);
        const double share = (wanted - *(above - 1)) / (*above - *(above - 1));
        line.push_back(at(length * (static_cast<double>(above - way.begin()) - 1.0 + share) / fine));
    }
    return line;
}

PiecedMesh makeSpirillum(const SpirillumShape& shape, int faces) {
    const double sides = 6.0; // of tubeAlong()
    const double radius = 0.5 * shape.diameter * std::sqrt(kPi / (0.5 * sides * std::sin(2.0 * kPi / sides)));
    const TubeMesh tube = tubeAlong(middleLine(shape, std::max(10, faces / 12)), radius);
    PiecedMesh solid;
    solid.mesh.vertices = tube.positions;
    for (const auto& triangle : tube.triangles)
        solid.mesh.faces.push_back(
            {static_cast<int>(triangle[0]), static_cast<int>(triangle[1]), static_cast<int>(triangle[2])});
    alignWithPrincipalAxes(solid);
    return solid;
}

double resistiveAdvance(const SpirillumShape& shape) {
    const double rate = 2.0 * kPi / shape.pitch;
    const double turnLength = shape.pitch * std::hypot(1.0, rate * shape.radius);
    const double slender = std::log(0.18 * turnLength / (0.5 * shape.diameter));
    const double along = 2.0 * kPi / slender, across = 4.0 * kPi / (slender + 0.5); // drag per length and viscosity
    const std::vector<Vector3> line = middleLine(shape, 1000);
    double thrust = 0.0, drag = 0.0; // of a unit spin, of a unit speed
    for (std::size_t i = 1; i < line.size(); ++i) {
        const Vector3 piece = line[i] - line[i - 1], middle = 0.5 * (line[i] + line[i - 1]);
        const double length = piece.norm();
        const Vector3 t = piece / length;
        thrust += length * (across - along) * t.x() * t.dot(Vector3::UnitX().cross(middle));
        drag += length * (along * t.x() * t.x() + across * (1.0 - t.x() * t.x()));
    }
    return thrust / drag;
}

} // namespace samples
