// SPDX-License-Identifier: Zlib
#include "drawing/WaterMesh.h"

namespace samples {
namespace {

using ambient::Vector3;

/// A sheet over the parallelogram of two sides from a corner on; it faces up where their product does.
std::shared_ptr<const ambient::TriangleMesh> sheet(const ambient::WaterSurface& surface, const Vector3& corner,
                                                   const Vector3& across, const Vector3& along, int cells,
                                                   double time) {
    auto mesh = std::make_shared<ambient::TriangleMesh>();
    for (int row = 0; row <= cells; ++row)
        for (int column = 0; column <= cells; ++column)
            mesh->vertices.push_back(corner + double(column) / cells * across + double(row) / cells * along);
    std::vector<ambient::SurfaceSample> samples(mesh->vertices.size());
    surface.sampleMany(mesh->vertices.data(), mesh->vertexCount(), time, samples.data());
    const Vector3& up = surface.up();
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

} // namespace

std::shared_ptr<const ambient::TriangleMesh> waterMesh(const ambient::WaterSurface& surface, const Vector3& center,
                                                       double halfWidth, double time) {
    const Vector3 across = halfWidth * surface.up().unitOrthogonal(), along = surface.up().cross(across);
    return sheet(surface, center - across - along, 2.0 * across, 2.0 * along, 120, time);
}

std::shared_ptr<const ambient::TriangleMesh> waterMeshIn(const ambient::WaterSurface& surface, const Vector3& low,
                                                         const Vector3& high, double time) {
    const Vector3 sides = high - low;
    return sheet(surface, low, sides.x() * Vector3::UnitX(), sides.y() * Vector3::UnitY(), surface.isFlat() ? 1 : 60,
                 time);
}

} // namespace samples
