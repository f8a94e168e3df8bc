// SPDX-License-Identifier: Zlib
#include "scenes/shapes/SectionPrism.h"

#include "AmbientFluid/Mesh/GradedLine.h"
#include "AmbientFluid/Mesh/LatticeSurface.h"
#include "AmbientFluid/Mesh/MassProperties.h"

#include <algorithm>
#include <utility>

namespace samples {
namespace {

using ambient::TriangleMesh;
using ambient::Vector3;

/// Adds the two triangles of a rectangle, or one triangle if corners coincide.
void addQuad(TriangleMesh& mesh, int a, int b, int c, int d, bool rising) {
    const auto add = [&](int i, int j, int k) {
        if (i != j && j != k && k != i) mesh.faces.push_back({i, j, k});
    };
    add(a, b, rising ? c : d);
    add(rising ? a : b, c, d);
}

/// Turns a mesh inside out if its volume is negative.
TriangleMesh outward(TriangleMesh mesh) {
    if (ambient::enclosedVolume(mesh) < 0.0)
        for (TriangleMesh::Face& face : mesh.faces)
            std::swap(face[1], face[2]);
    return mesh;
}

/// The grid of a section: one index per place, equal for equal places, and the places of the outline in order.
struct SectionGrid {
    SectionGrid(const StripSection& section, int across)
        : columns(static_cast<int>(section.first.size())), rows(across + 1),
          index(static_cast<std::size_t>(columns * rows)) {
        for (int i = 0; i < columns; ++i)
            for (int j = 0; j < rows; ++j) {
                const std::size_t at = static_cast<std::size_t>(i);
                const Eigen::Vector2d &a = section.first[at], &b = section.second[at];
                const bool isJoint = a == b && j > 0;
                index[static_cast<std::size_t>(i * rows + j)] =
                    isJoint ? vertex(i, 0) : static_cast<int>(points.size());
                if (!isJoint) points.emplace_back(a + (static_cast<double>(j) / across) * (b - a));
            }
        for (int i = 0; i < columns; ++i)
            addToOutline(vertex(i, 0));
        for (int j = 1; j < rows; ++j)
            addToOutline(vertex(columns - 1, j));
        for (int i = columns - 2; i >= 0; --i)
            addToOutline(vertex(i, rows - 1));
        for (int j = rows - 2; j > 0; --j)
            addToOutline(vertex(0, j));
        if (outline.back() == outline.front()) outline.pop_back();
    }

    int vertex(int i, int j) const { return index[static_cast<std::size_t>(i * rows + j)]; }
    void addToOutline(int v) {
        if (outline.empty() || outline.back() != v) outline.push_back(v);
    }

    int columns, rows;
    std::vector<int> index, outline;
    std::vector<Eigen::Vector2d> points;
};

} // namespace

TriangleMesh makeSectionPrism(const StripSection& section, double length, int layers, int across) {
    const SectionGrid grid(section, across);
    const std::vector<double> y = ambient::gradedLine(length, 0.05 * length, layers);
    const int count = static_cast<int>(grid.points.size()), around = static_cast<int>(grid.outline.size());
    TriangleMesh mesh;
    // Both ends have the whole grid, the layers between them only the outline.
    for (const double end : {y.front(), y.back()})
        for (const Eigen::Vector2d& p : grid.points)
            mesh.vertices.emplace_back(p.x(), end, p.y());
    for (int layer = 1; layer < layers; ++layer)
        for (const int v : grid.outline) {
            const Eigen::Vector2d& p = grid.points[static_cast<std::size_t>(v)];
            mesh.vertices.emplace_back(p.x(), y[static_cast<std::size_t>(layer)], p.y());
        }
    const auto at = [&](int layer, int k) {
        const int v = grid.outline[static_cast<std::size_t>(k % around)];
        if (layer == 0) return v;
        return layer == layers ? count + v : 2 * count + (layer - 1) * around + k % around;
    };
    for (int layer = 0; layer < layers; ++layer)
        for (int k = 0; k < around; ++k)
            addQuad(mesh, at(layer, k), at(layer, k + 1), at(layer + 1, k + 1), at(layer + 1, k), (layer + k) % 2 == 0);
    for (int i = 0; i + 1 < grid.columns; ++i)
        for (int j = 0; j + 1 < grid.rows; ++j) {
            const int a = grid.vertex(i, j), b = grid.vertex(i, j + 1), c = grid.vertex(i + 1, j + 1),
                      d = grid.vertex(i + 1, j);
            addQuad(mesh, a, b, c, d, true);
            addQuad(mesh, count + a, count + d, count + c, count + b, true);
        }
    TriangleMesh used; // inner points of joints between the chains are in no face
    std::vector<int> fresh(mesh.vertices.size(), -1);
    for (TriangleMesh::Face face : mesh.faces) {
        for (int& corner : face) {
            int& to = fresh[static_cast<std::size_t>(corner)];
            if (to < 0) {
                to = used.vertexCount();
                used.vertices.push_back(mesh.vertices[static_cast<std::size_t>(corner)]);
            }
            corner = to;
        }
        used.faces.push_back(face);
    }
    return outward(std::move(used));
}

TriangleMesh makeRectangularWing(const StripSection& section, double chord, double span, int layers) {
    const int across = std::max(2, static_cast<int>(section.first.size()) / 6);
    TriangleMesh mesh = makeSectionPrism(section, span / chord, layers, across);
    for (Vector3& v : mesh.vertices)
        v = chord * (v - Vector3(0.25, 0.0, 0.0));
    return mesh;
}

TriangleMesh makeCellPrism(const std::vector<double>& x, const std::vector<double>& z,
                           const std::function<bool(int i, int j)>& isSolid, double length, int layers) {
    ambient::LatticeSurface surface({x, ambient::gradedLine(length, 0.05 * length, layers), z});
    const int columns = static_cast<int>(x.size()) - 1, rows = static_cast<int>(z.size()) - 1;
    const auto solid = [&](int i, int j) { return i >= 0 && j >= 0 && i < columns && j < rows && isSolid(i, j); };
    for (int i = 0; i < columns; ++i)
        for (int j = 0; j < rows; ++j) {
            if (!solid(i, j)) continue;
            for (const int side : {0, 1}) {
                const int to = side == 0 ? -1 : 1;
                if (!solid(i + to, j)) surface.addPatch(0, i + side, {0, layers}, {j, j + 1}, side == 1);
                if (!solid(i, j + to)) surface.addPatch(2, j + side, {i, i + 1}, {0, layers}, side == 1);
                surface.addPatch(1, side * layers, {j, j + 1}, {i, i + 1}, side == 1);
            }
        }
    return surface.take();
}

TriangleMesh makeLoftedBox(const std::vector<BoxStation>& stations, int ny, int nz) {
    TriangleMesh mesh;
    const int around = 2 * (ny + nz), count = static_cast<int>(stations.size());
    const auto point = [&](const BoxStation& s, int i, int j) {
        return Vector3(s.x, s.yLow + (s.yHigh - s.yLow) * i / ny, s.zLow + (s.zHigh - s.zLow) * j / nz);
    };
    // The outline of the grid (i, j), counted around.
    const auto placeOf = [&](int k) -> std::pair<int, int> {
        if (k < ny) return {k, 0};
        if (k < ny + nz) return {ny, k - ny};
        if (k < 2 * ny + nz) return {2 * ny + nz - k, nz};
        return {0, around - k};
    };
    for (const BoxStation& s : stations)
        for (int k = 0; k < around; ++k) {
            const auto [i, j] = placeOf(k);
            mesh.vertices.push_back(point(s, i, j));
        }
    for (int layer = 0; layer + 1 < count; ++layer)
        for (int k = 0; k < around; ++k) {
            const int a = layer * around + k, b = layer * around + (k + 1) % around;
            addQuad(mesh, a, b, b + around, a + around, (layer + k) % 2 == 0);
        }
    for (const int end : {0, count - 1}) {
        std::vector<int> grid(static_cast<std::size_t>((ny + 1) * (nz + 1)), -1);
        const auto at = [&](int i, int j) -> int& { return grid[static_cast<std::size_t>(i * (nz + 1) + j)]; };
        for (int k = 0; k < around; ++k) {
            const auto [i, j] = placeOf(k);
            at(i, j) = end * around + k;
        }
        for (int i = 1; i < ny; ++i)
            for (int j = 1; j < nz; ++j) {
                at(i, j) = mesh.vertexCount();
                mesh.vertices.push_back(point(stations[static_cast<std::size_t>(end)], i, j));
            }
        for (int i = 0; i < ny; ++i)
            for (int j = 0; j < nz; ++j) {
                const int a = at(i, j), b = at(i, j + 1), c = at(i + 1, j + 1), d = at(i + 1, j);
                end == 0 ? addQuad(mesh, a, b, c, d, true) : addQuad(mesh, a, d, c, b, true);
            }
    }
    return outward(std::move(mesh));
}

} // namespace samples
