// SPDX-License-Identifier: Zlib
#include "MeshImport/SolidWrap.h"

#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/WindingNumber.h"

#include <Eigen/Geometry>
#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>
#include <openvdb/tools/VolumeToMesh.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ambient {
namespace {

using openvdb::Coord;
using openvdb::FloatGrid;
using Leaf = FloatGrid::TreeType::LeafNodeType;

/// Distances are known up to here on both sides of the surface [cells].
constexpr float kBand = 3.0f;

/// The mesh in cells: the lowest corner of its box is at the origin.
struct ScaledMesh {
    TriangleMesh mesh;
    Vector3 origin;
    double cell; ///< [m]
};

ScaledMesh scaled(const TriangleMesh& mesh, int cells) {
    Eigen::AlignedBox3d box;
    for (const TriangleMesh::Face& f : mesh.faces) {
        for (int v : f)
            box.extend(mesh.vertices[v]);
    }
    ScaledMesh result{mesh, box.min(), box.sizes().maxCoeff() / cells};
    for (Vector3& p : result.mesh.vertices)
        p = (p - result.origin) / result.cell;
    return result;
}

FloatGrid::Ptr distanceGrid(const TriangleMesh& mesh, int flags) {
    std::vector<openvdb::Vec3s> points;
    std::vector<openvdb::Vec3I> triangles;
    for (const Vector3& p : mesh.vertices)
        points.emplace_back(static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z()));
    for (const TriangleMesh::Face& f : mesh.faces)
        triangles.emplace_back(f[0], f[1], f[2]);
    const openvdb::tools::QuadAndTriangleDataAdapter<openvdb::Vec3s, openvdb::Vec3I> adapter(points, triangles);
    return openvdb::tools::meshToVolume<FloatGrid>(adapter, *openvdb::math::Transform::createLinearTransform(1.0),
                                                   kBand, kBand, flags);
}

/// Gives distances the sign of the winding number less 1/2, in all blocks of the grid near faces and near the surface
/// across holes, on which the winding number is 1/2.
class WoundGrid {
  public:
    explicit WoundGrid(const TriangleMesh& mesh)
        : m_mesh(mesh), m_winding(mesh), m_distance(distanceGrid(mesh, openvdb::tools::UNSIGNED_DISTANCE_FIELD)) {}

    FloatGrid::Ptr run() {
        FloatGrid::Ptr grid = FloatGrid::create(kBand);
        const std::vector<Coord> origins = blocksInBox();
        std::vector<Leaf*> leaves(origins.size(), nullptr);
        std::vector<char> isInside(origins.size(), 0);
#pragma omp parallel for schedule(dynamic, 16)
        for (int i = 0; i < static_cast<int>(origins.size()); ++i) {
            const double middle = at(origins[i] + Coord(kSide / 2));
            isInside[i] = middle > 0.5;
            if (isMixed(origins[i], middle)) leaves[i] = filledLeaf(origins[i]);
        }
        for (std::size_t i = 0; i < origins.size(); ++i) {
            if (leaves[i])
                grid->tree().addLeaf(leaves[i]);
            else if (isInside[i])
                grid->tree().addTile(1, origins[i], -kBand, false);
        }
        return grid;
    }

  private:
    static constexpr int kSide = static_cast<int>(Leaf::DIM);

    double at(const Coord& c) const {
        return m_winding.at(Vector3(c.x(), c.y(), c.z()));
    }

    std::vector<Coord> blocksInBox() const {
        Eigen::AlignedBox3d box;
        for (const Vector3& p : m_mesh.vertices)
            box.extend(p);
        const auto blocks = [](double x) { return static_cast<int>(std::floor(x / kSide)); };
        std::vector<Coord> origins;
        for (int x = blocks(box.min().x()) - 1; x <= blocks(box.max().x()) + 1; ++x)
            for (int y = blocks(box.min().y()) - 1; y <= blocks(box.max().y()) + 1; ++y)
                for (int z = blocks(box.min().z()) - 1; z <= blocks(box.max().z()) + 1; ++z)
                    origins.emplace_back(kSide * x, kSide * y, kSide * z);
        return origins;
    }

    /// Away from faces the winding number is harmonic: its extremes over a block are at the corners or beyond them.
    bool isMixed(const Coord& origin, double middle) const {
        constexpr double margin = 0.05;
        if (m_distance->tree().probeConstLeaf(origin)) return true;
        double low = middle, high = middle;
        for (int corner = 0; corner < 8; ++corner) {
            const Coord c(corner & 1 ? kSide : -1, corner & 2 ? kSide : -1, corner & 4 ? kSide : -1);
            const double w = at(origin + c);
            low = std::min(low, w);
            high = std::max(high, w);
        }
        return low < 0.5 + margin && high > 0.5 - margin;
    }

    Leaf* filledLeaf(const Coord& origin) const {
        constexpr double slope = 20.0; // cells per turn: makes the surface across holes smooth
        Leaf* leaf = new Leaf(origin, kBand);
        const Leaf* distances = m_distance->tree().probeConstLeaf(origin);
        std::array<Voxel, Leaf::SIZE> voxels;
        WindingOfParts winding(m_winding, origin);
        for (openvdb::Index i = 0; i < Leaf::SIZE; ++i) {
            voxels[i].distance = distances ? distances->getValue(i) : kBand;
            if (!copyFromNeighbour(voxels, i)) voxels[i].winding = winding.at(leaf->offsetToGlobalCoord(i)) - 0.5;
            const double w = voxels[i].winding;
            const double magnitude = std::min(voxels[i].distance, slope * std::abs(w));
            leaf->setValueOn(i, static_cast<float>(w > 0.0 ? -magnitude : magnitude));
        }
        return leaf;
    }

    /// Winding numbers in the eight parts of a block, each with its own sum of distant faces.
    class WindingOfParts {
      public:
        WindingOfParts(const WindingNumber& winding, const Coord& origin) : m_winding(winding), m_origin(origin) {}

        double at(const Coord& c) {
            std::size_t part = 0;
            Coord low = m_origin;
            for (int k = 0; k < 3; ++k) {
                if (c[k] - m_origin[k] < kPart) continue;
                part += std::size_t{1} << k;
                low[k] += kPart;
            }
            std::optional<WindingNumber::Local>& local = m_parts[part];
            if (!local) {
                constexpr double half = 0.5 * (kPart - 1);
                local.emplace(m_winding, positionOf(low) + Vector3::Constant(half), half * std::sqrt(3.0));
            }
            return local->at(positionOf(c));
        }

      private:
        static constexpr int kPart = kSide / 2;

        static Vector3 positionOf(const Coord& c) { return {double(c.x()), double(c.y()), double(c.z())}; }

        const WindingNumber& m_winding;
        Coord m_origin;
        std::array<std::optional<WindingNumber::Local>, 8> m_parts;
    };

    struct Voxel {
        double distance; ///< from the nearest face [cells]
        double winding;  ///< less 1/2
        int steps = 0;   ///< to the voxel of the computation
    };

    /// Most of the time goes into winding numbers. Two neighbours without a face between them and without a hole nearby
    /// are on the same side.
    static bool copyFromNeighbour(std::array<Voxel, Leaf::SIZE>& voxels, openvdb::Index i) {
        constexpr double farFromHoles = 0.3;
        constexpr int mostSteps = 4;
        constexpr openvdb::Index side = kSide;
        for (openvdb::Index stride : {1U, side, side * side}) {
            if (i / stride % side == 0) continue;
            const Voxel& known = voxels[i - stride];
            if (known.steps >= mostSteps || std::abs(known.winding) < farFromHoles) continue;
            if (std::max(known.distance, voxels[i].distance) <= 1.0) continue;
            voxels[i].winding = known.winding;
            voxels[i].steps = known.steps + 1;
            return true;
        }
        return false;
    }

    const TriangleMesh& m_mesh;
    WindingNumber m_winding;
    FloatGrid::Ptr m_distance;
};

TriangleMesh surfaceOf(const FloatGrid& grid, double adaptivity) {
    std::vector<openvdb::Vec3s> points;
    std::vector<openvdb::Vec3I> triangles;
    std::vector<openvdb::Vec4I> quads;
    openvdb::tools::volumeToMesh(grid, points, triangles, quads, 0.0, adaptivity, true);
    TriangleMesh mesh;
    for (const openvdb::Vec3s& p : points)
        mesh.vertices.emplace_back(p.x(), p.y(), p.z());
    const auto add = [&mesh](auto a, auto b, auto c) {
        mesh.faces.push_back({static_cast<int>(a), static_cast<int>(c), static_cast<int>(b)});
    };
    for (const openvdb::Vec3I& t : triangles)
        add(t[0], t[1], t[2]);
    for (const openvdb::Vec4I& q : quads) {
        // The shorter diagonal; the first at a draw.
        if ((points[q[0]] - points[q[2]]).lengthSqr() <= (points[q[1]] - points[q[3]]).lengthSqr()) {
            add(q[0], q[1], q[2]);
            add(q[0], q[2], q[3]);
        } else {
            add(q[0], q[1], q[3]);
            add(q[1], q[2], q[3]);
        }
    }
    return mesh;
}

} // namespace

bool canWrapSolids() {
    return true;
}

TriangleMesh wrapSolid(const TriangleMesh& mesh, Filling filling, int cells, double adaptivity) {
    // openvdb::initialize() lists types for reading files, of which none are read.
    const ScaledMesh given = scaled(mesh, cells);
    const FloatGrid::Ptr grid = filling == Filling::Wound ? WoundGrid(given.mesh).run() : distanceGrid(given.mesh, 0);
    TriangleMesh surface = surfaceOf(*grid, adaptivity);
    if (enclosedVolume(surface) < 0.0) {
        for (TriangleMesh::Face& f : surface.faces)
            std::swap(f[1], f[2]);
    }
    for (Vector3& p : surface.vertices)
        p = given.origin + given.cell * p;
    return surface;
}

} // namespace ambient
