// SPDX-License-Identifier: Zlib
#include "drawing/WaterMesh.h"

namespace samples {

using ambient::Vector3;

WaterSheet WaterSheet::about(const Vector3& center, const Vector3& up, double halfWidth) {
    const Vector3 across = halfWidth * up.unitOrthogonal(), along = up.cross(across);
    return {center - across - along, 2.0 * across, 2.0 * along};
}

WaterSheet WaterSheet::in(const Vector3& low, const Vector3& high) {
    const Vector3 sides = high - low;
    return {low, sides.x() * Vector3::UnitX(), sides.y() * Vector3::UnitY()};
}

std::shared_ptr<const ambient::TriangleMesh> waterMesh(const ambient::WaterSurface& surface, const WaterSheet& sheet,
                                                       double time, int cells) {
    if (cells == 0) cells = surface.isFlat() ? 1 : 120;
    auto mesh = std::make_shared<ambient::TriangleMesh>();
    for (int row = 0; row <= cells; ++row)
        for (int column = 0; column <= cells; ++column)
            mesh->vertices.push_back(sheet.corner + double(column) / cells * sheet.across +
                                     double(row) / cells * sheet.along);
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

} // namespace samples
