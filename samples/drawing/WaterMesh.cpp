// SPDX-License-Identifier: Zlib
#include "drawing/WaterMesh.h"

namespace samples {

std::shared_ptr<const ambient::TriangleMesh> waterMesh(const ambient::WaterSurface& surface,
                                                       const ambient::Vector3& center, double halfWidth, double time) {
    constexpr int cells = 120;
    auto mesh = std::make_shared<ambient::TriangleMesh>();
    const ambient::Vector3& up = surface.up();
    const ambient::Vector3 across = up.unitOrthogonal(), along = up.cross(across);
    for (int row = 0; row <= cells; ++row)
        for (int column = 0; column <= cells; ++column)
            mesh->vertices.push_back(
                center + halfWidth * ((2.0 * column / cells - 1.0) * across + (2.0 * row / cells - 1.0) * along));
    std::vector<ambient::SurfaceSample> samples(mesh->vertices.size());
    surface.sampleMany(mesh->vertices.data(), mesh->vertexCount(), time, samples.data());
    for (std::size_t i = 0; i < samples.size(); ++i)
        mesh->vertices[i] += (samples[i].height - up.dot(mesh->vertices[i])) * up;
    for (int row = 0; row < cells; ++row)
        for (int column = 0; column < cells; ++column) {
            const int a = row * (cells + 1) + column, b = a + 1, c = a + cells + 1, d = c + 1;
            mesh->faces.push_back({a, b, d});
            mesh->faces.push_back({a, d, c});
        }
    return mesh;
}

} // namespace samples
