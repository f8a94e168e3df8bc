// SPDX-License-Identifier: Zlib
#include "OdeShapes.h"

#include <cmath>
#include <map>
#include <utility>

namespace {

using Corner = std::array<double, 3>;

constexpr double kPi = 3.14159265358979323846;

/// Number of the midpoint of an edge on the unit sphere, made once per edge.
std::uint32_t midpoint(std::vector<Corner>& corners,
                       std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>& known, std::uint32_t a,
                       std::uint32_t b) {
    const auto [place, isNew] = known.try_emplace(std::minmax(a, b), std::uint32_t(corners.size()));
    if (isNew) {
        Corner middle;
        for (std::size_t i = 0; i < 3; ++i)
            middle[i] = corners[a][i] + corners[b][i];
        const double length = std::hypot(middle[0], middle[1], middle[2]);
        for (double& coordinate : middle)
            coordinate /= length;
        corners.push_back(middle);
    }
    return place->second;
}

} // namespace

PlainMesh makeBox(const std::array<double, 3>& sides) {
    PlainMesh mesh;
    for (int corner = 0; corner < 8; ++corner)
        for (int axis = 0; axis < 3; ++axis)
            mesh.vertices.push_back(sides[std::size_t(axis)] * ((corner >> axis & 1) - 0.5));
    mesh.triangles = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                      2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    return mesh;
}

PlainMesh makeEllipsoid(const std::array<double, 3>& radii) {
    std::vector<Corner> corners = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    std::vector<std::uint32_t> faces = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    for (int refinement = 0; refinement < 3; ++refinement) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
        std::vector<std::uint32_t> finer;
        for (std::size_t face = 0; face < faces.size(); face += 3) {
            const std::uint32_t a = faces[face], b = faces[face + 1], c = faces[face + 2];
            const std::uint32_t ab = midpoint(corners, known, a, b), bc = midpoint(corners, known, b, c),
                                ca = midpoint(corners, known, c, a);
            for (const std::uint32_t number : {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca})
                finer.push_back(number);
        }
        faces = std::move(finer);
    }
    double sixfold = 0.0;
    for (std::size_t face = 0; face < faces.size(); face += 3) {
        const Corner &a = corners[faces[face]], &b = corners[faces[face + 1]], &c = corners[faces[face + 2]];
        sixfold += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                   a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    const double growth = std::cbrt(8.0 * kPi / sixfold);
    PlainMesh mesh;
    for (const Corner& corner : corners)
        for (std::size_t i = 0; i < 3; ++i)
            mesh.vertices.push_back(growth * radii[i] * corner[i]);
    mesh.triangles = std::move(faces);
    return mesh;
}

ModelHandle makeModel(const PlainMesh& mesh) {
    ambient_model* model = nullptr;
    require(ambient_model_create(mesh.vertices.data(), mesh.vertices.size() / 3, mesh.triangles.data(),
                                 mesh.triangles.size() / 3, nullptr, &model));
    return {model, &ambient_model_destroy};
}

MediumHandle makeMedium(double density, double viscosity) {
    ambient_medium* medium = nullptr;
    require(ambient_medium_create_uniform(density, viscosity, nullptr, &medium));
    return {medium, &ambient_medium_destroy};
}
