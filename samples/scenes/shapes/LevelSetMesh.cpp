// SPDX-License-Identifier: Zlib
#include "scenes/shapes/LevelSetMesh.h"

#include "AmbientFluid/Mesh/Decimation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace samples {
namespace {

using ambient::Keep;
using ambient::TriangleMesh;
using ambient::Vector3;

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// One vertex in every cell of the grid on the surface, two faces around every edge across the surface. The plane y = 0
/// runs through the middle of cells, and holds their vertices if the body is symmetric.
class SurfaceNet {
  public:
    explicit SurfaceNet(Lattice lattice)
        : m_spacing(lattice.spacing), m_size(lattice.size), m_origin(lattice.origin),
          m_values(std::move(lattice.values)) {
        const int count = m_size[0] * m_size[1] * m_size[2];
        m_vertexOfCell.assign(m_values.size(), -1);
        for (int p = 0; p < count; ++p)
            placeVertex(p);
        for (int p = 0; p < count; ++p)
            for (int axis = 0; axis < 3; ++axis)
                addFaces(p, axis);
    }

    const TriangleMesh& mesh() const { return m_mesh; }

    /// The part with y >= 0.
    TriangleMesh half() const {
        TriangleMesh part{m_mesh.vertices, {}};
        for (Vector3& vertex : part.vertices)
            if (std::fabs(vertex.y()) < 1e-6 * m_spacing) vertex.y() = 0.0;
        const auto isInside = [&](int v) { return part.vertices[at(v)].y() >= 0.0; };
        for (const TriangleMesh::Face& face : m_mesh.faces)
            if (std::all_of(face.begin(), face.end(), isInside)) part.faces.push_back(face);
        return part;
    }

  private:
    int stride(int axis) const { return axis == 0 ? 1 : axis == 1 ? m_size[0] : m_size[0] * m_size[1]; }
    int coordinate(int p, int axis) const { return p / stride(axis) % m_size[at(axis)]; }
    Vector3 pointAt(int p) const {
        return m_origin + m_spacing * Vector3(coordinate(p, 0), coordinate(p, 1), coordinate(p, 2));
    }
    bool inside(int p) const { return m_values[at(p)] < 0.0; }

    /// A cell is named by its lowest grid point.
    void placeVertex(int p) {
        for (int axis = 0; axis < 3; ++axis)
            if (coordinate(p, axis) == m_size[at(axis)] - 1) return;
        Vector3 sum = Vector3::Zero();
        int crossings = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const int step = stride(axis), u = stride((axis + 1) % 3), v = stride((axis + 2) % 3);
            for (int start : {p, p + u, p + v, p + u + v}) {
                if (inside(start) == inside(start + step)) continue;
                const double a = m_values[at(start)], b = m_values[at(start + step)];
                sum += pointAt(start) + a / (a - b) * (pointAt(start + step) - pointAt(start));
                ++crossings;
            }
        }
        if (crossings == 0) return;
        m_vertexOfCell[at(p)] = m_mesh.vertexCount();
        m_mesh.vertices.push_back(sum / crossings);
    }

    void addFaces(int p, int axis) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        const auto isAtEnd = [&](int side) {
            return coordinate(p, side) == 0 || coordinate(p, side) == m_size[at(side)] - 1;
        };
        if (coordinate(p, axis) == m_size[at(axis)] - 1 || isAtEnd(u) || isAtEnd(v)) return;
        const bool startInside = inside(p);
        if (startInside == inside(p + stride(axis))) return;
        const auto cell = [&](int offset) { return m_vertexOfCell[at(p - offset)]; };
        std::array<int, 4> q = {cell(stride(u) + stride(v)), cell(stride(v)), cell(0), cell(stride(u))};
        if (!startInside) std::swap(q[1], q[3]);
        const auto length = [&](int a, int b) {
            return (m_mesh.vertices[at(a)] - m_mesh.vertices[at(b)]).squaredNorm();
        };
        if (length(q[0], q[2]) > length(q[1], q[3])) std::rotate(q.begin(), q.begin() + 1, q.end());
        m_mesh.faces.push_back({q[0], q[1], q[2]});
        m_mesh.faces.push_back({q[0], q[2], q[3]});
    }

    double m_spacing;
    std::array<int, 3> m_size;
    Vector3 m_origin;
    std::vector<double> m_values;
    std::vector<int> m_vertexOfCell; ///< -1: the surface is not there
    TriangleMesh m_mesh;
};

/// Values of a level set on a lattice in a box, the middle of the box between its points.
Lattice sampled(const LevelSet& levelSet, const Eigen::AlignedBox3d& box, double spacing) {
    Lattice lattice;
    lattice.spacing = spacing;
    const Vector3 half = 0.5 * box.sizes();
    for (int axis = 0; axis < 3; ++axis)
        lattice.size[at(axis)] = 2 * (static_cast<int>(std::ceil(half[axis] / spacing)) + 1);
    const std::array<int, 3>& size = lattice.size;
    lattice.origin = box.center() - 0.5 * spacing * Vector3(size[0] - 1, size[1] - 1, size[2] - 1);
    for (int k = 0; k < size[2]; ++k)
        for (int j = 0; j < size[1]; ++j)
            for (int i = 0; i < size[0]; ++i)
                lattice.values.push_back(levelSet(lattice.origin + spacing * Vector3(i, j, k)));
    return lattice;
}

/// The nearest point of the surface, by Newton steps along the gradient.
Vector3 nearestOn(const LevelSet& levelSet, Vector3 point, double spacing) {
    const double h = 1e-3 * spacing;
    for (int step = 0; step < 3; ++step) {
        Vector3 gradient;
        for (int axis = 0; axis < 3; ++axis)
            gradient[axis] =
                (levelSet(point + h * Vector3::Unit(axis)) - levelSet(point - h * Vector3::Unit(axis))) / (2.0 * h);
        point -= levelSet(point) / gradient.squaredNorm() * gradient;
    }
    return point;
}

/// Half a body and its mirror image, joined in the plane y = 0.
TriangleMesh withMirrorImage(const TriangleMesh& half) {
    TriangleMesh whole = half;
    std::vector<int> image;
    for (const Vector3& vertex : half.vertices) {
        if (vertex.y() == 0.0) {
            image.push_back(static_cast<int>(image.size()));
        } else {
            image.push_back(whole.vertexCount());
            whole.vertices.emplace_back(vertex.x(), -vertex.y(), vertex.z());
        }
    }
    for (const TriangleMesh::Face& face : half.faces)
        whole.faces.push_back({image[at(face[0])], image[at(face[2])], image[at(face[1])]});
    return whole;
}

} // namespace

TriangleMesh meshOfLattice(Lattice lattice) {
    return SurfaceNet(std::move(lattice)).mesh();
}

TriangleMesh meshOfSymmetricLevelSet(const LevelSet& levelSet, const Eigen::AlignedBox3d& box, double spacing,
                                     int faces) {
    const auto ontoSurface = [&](const Vector3& point) { return nearestOn(levelSet, point, spacing); };
    TriangleMesh half = SurfaceNet(sampled(levelSet, box, spacing)).half();
    relax(half, 3, ontoSurface, Keep::MirrorPlaneY);
    half = decimate(half, faces / 2, ontoSurface, Keep::MirrorPlaneY);
    relax(half, 3, ontoSurface, Keep::MirrorPlaneY);
    return withMirrorImage(half);
}

} // namespace samples
