// SPDX-License-Identifier: Zlib
#include "scenes/parts/TankWater.h"

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluidGrid/GridSurface.h"
#include "Worlds/FileWorld.h"
#include "interface/WorldScene.h"
#include "scenes/shapes/LevelSetMesh.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace samples {
namespace {

using ambient::FluidGridDef;
using ambient::GridLayout;
using ambient::Vector3;

/// Distances from the surface at the centres of all cells and of one layer beyond the walls.
Lattice distancesOf(const ambient::FluidGrid& grid) {
    const FluidGridDef& def = grid.def();
    Lattice lattice;
    lattice.origin = def.lowCorner - 0.5 * Vector3::Constant(def.spacing);
    lattice.spacing = def.spacing;
    lattice.size = {def.cells[0] + 2, def.cells[1] + 2, def.cells[2] + 2};
    for (int k = -1; k <= def.cells[2]; ++k)
        for (int j = -1; j <= def.cells[1]; ++j)
            for (int i = -1; i <= def.cells[0]; ++i)
                lattice.values.push_back(
                    grid.surface()->distance()[static_cast<std::size_t>(grid.layout().index(i, j, k))]);
    return lattice;
}

/// The part of a wall below the surface, square by square between the centres of its cells.
class WetWall {
  public:
    /// \param axis across the wall, 0 or 1
    WetWall(const ambient::FluidGrid& grid, int axis, bool isHigh) : m_grid(grid), m_axis(axis), m_isHigh(isHigh) {}

    void addTo(ambient::TriangleMesh& mesh) const {
        const FluidGridDef& def = m_grid.def();
        for (int k = -1; k < def.cells[2]; ++k)
            for (int i = -1; i < def.cells[static_cast<std::size_t>(1 - m_axis)]; ++i)
                addSquare(mesh, i, k);
    }

  private:
    struct Node {
        Vector3 place;
        double distance;
    };

    Node node(int along, int up) const {
        const FluidGridDef& def = m_grid.def();
        std::array<int, 3> index;
        const auto axis = static_cast<std::size_t>(m_axis);
        index[axis] = m_isHigh ? def.cells[axis] - 1 : 0;
        index[1 - axis] = along;
        index[2] = up;
        Vector3 place = def.lowCorner + def.spacing * Vector3(index[0] + 0.5, index[1] + 0.5, index[2] + 0.5);
        place = place.cwiseMax(def.lowCorner).cwiseMin(def.highCorner()); // nodes beyond the walls count on them
        place[m_axis] = (m_isHigh ? def.highCorner() : def.lowCorner)[m_axis];
        return {place, m_grid.surface()
                           ->distance()[static_cast<std::size_t>(m_grid.layout().index(index[0], index[1], index[2]))]};
    }

    void addSquare(ambient::TriangleMesh& mesh, int along, int up) const {
        const std::array<Node, 4> corners = {node(along, up), node(along + 1, up), node(along + 1, up + 1),
                                             node(along, up + 1)};
        const int first = mesh.vertexCount();
        for (std::size_t c = 0; c < 4; ++c) {
            const Node &from = corners[c], &to = corners[(c + 1) % 4];
            if (from.distance < 0.0) mesh.vertices.push_back(from.place);
            if ((from.distance < 0.0) == (to.distance < 0.0)) continue;
            const double part = from.distance / (from.distance - to.distance);
            mesh.vertices.push_back(from.place + part * (to.place - from.place));
        }
        const bool isTurned = (m_axis == 0) != m_isHigh; // of the order of the corners, seen from outside
        for (int last = first + 2; last < mesh.vertexCount(); ++last)
            mesh.faces.push_back({first, isTurned ? last : last - 1, isTurned ? last - 1 : last});
    }

    const ambient::FluidGrid& m_grid;
    int m_axis;
    bool m_isHigh;
};

/// A drop as eight balls of together its volume, about its centre: a drop of the grid may be as large as a cell, and
/// one ball of this size would look like glass. Their corners are turned by an angle of each drop's own.
void addDrop(const ambient::SprayDrop& drop, ambient::TriangleMesh& mesh) {
    static const ambient::TriangleMesh ball = ambient::makeSphere(1.0, 20);
    constexpr double spread = 2.6; // of the centres, in radii of a ball
    const double radius = std::cbrt(drop.volume / 8.0 * 0.75 / ambient::kPi);
    const double angle = std::fmod(1e9 * drop.volume, 2.0 * ambient::kPi);
    const ambient::Quaternion turn = ambient::expSO3({0.7 * angle, 0.3 * angle, angle});
    for (int corner = 0; corner < 8; ++corner) {
        const auto sign = [corner](int axis) { return corner >> axis & 1 ? 1.0 : -1.0; };
        const Vector3 centre =
            drop.position + spread * radius * (turn * (Vector3(sign(0), sign(1), sign(2)) / std::sqrt(3.0)));
        const int first = mesh.vertexCount();
        for (const Vector3& vertex : ball.vertices)
            mesh.vertices.push_back(centre + radius * vertex);
        for (const std::array<int, 3>& face : ball.faces)
            mesh.faces.push_back({first + face[0], first + face[1], first + face[2]});
    }
}

} // namespace

RecordedTank tankOf(const ambient::FluidGrid& grid) {
    auto water = std::make_shared<ambient::TriangleMesh>(meshOfLattice(distancesOf(grid)));
    for (const int axis : {0, 1})
        for (const bool isHigh : {false, true})
            WetWall(grid, axis, isHigh).addTo(*water);
    for (const ambient::SprayDrop& drop : grid.surface()->spray())
        addDrop(drop, *water);
    return {grid.def().lowCorner, grid.def().highCorner(), std::move(water)};
}

void showTank(SceneContext& context, const ambient::FluidGrid& grid) {
    if (grid.surface()) context.setTank([&grid] { return tankOf(grid); });
}

namespace {

/// Height of the water that stands on the floor, in a column of the middle; the floor where it is dry. Drops in the air
/// are left out.
double heightOnFloor(const ambient::FluidGrid& grid, int column) {
    const FluidGridDef& def = grid.def();
    const auto distanceAt = [&](int k) {
        return grid.surface()->distance()[std::size_t(grid.layout().index(column, def.cells[1] / 2, k))];
    };
    double below = distanceAt(0), inCells = std::max(0.0, 0.5 - below / def.spacing);
    for (int k = 1; k < def.cells[2] && below < 0.0; ++k) {
        const double here = distanceAt(k);
        inCells = here < 0.0 ? k + 1.0 : k - 0.5 + below / (below - here);
        below = here;
    }
    return def.lowCorner.z() + def.spacing * inCells;
}

} // namespace

void addMiddleLine(SceneContext& context, const ambient::FluidGrid& grid) {
    context.addLine("surface", [&grid] {
        const FluidGridDef& def = grid.def();
        const double middle = 0.5 * (def.lowCorner + def.highCorner()).y();
        std::vector<Vector3> points = {{def.lowCorner.x(), middle, heightOnFloor(grid, 0)}};
        for (int i = 0; i < def.cells[0]; ++i)
            points.emplace_back(grid.centerOf(i, 0, 0).x(), middle, heightOnFloor(grid, i));
        points.emplace_back(def.highCorner().x(), middle, points.back().z());
        return points;
    });
}

std::shared_ptr<ambient::WorldDescription> makeTankWorld(FluidGridDef box) {
    box.setSides(ambient::GridSideKind::SlipWall);
    auto world = std::make_shared<ambient::WorldDescription>();
    world->grid.emplace().box = box;
    const auto addWall = [&](const Vector3& normal, double offset) {
        ambient::WorldWall wall;
        wall.normal = normal;
        wall.offset = offset;
        world->walls.push_back(wall);
    };
    addWall(Vector3::UnitZ(), box.lowCorner.z());
    for (int axis = 0; axis < 2; ++axis) {
        addWall(Vector3::Unit(axis), box.lowCorner[axis]);
        addWall(-Vector3::Unit(axis), -box.highCorner()[axis]);
    }
    return world;
}

void addToTank(ambient::WorldDescription& tank, const std::string& name, ambient::WorldShape::Kind kind,
               const Vector3& size, double density, const Vector3& at) {
    ambient::WorldBody body;
    body.path = name;
    body.name = name;
    body.shape.kind = kind;
    body.shape.size = size;
    body.shape.faces = 320;
    body.mass.density = density;
    body.worldFromFrame.position = at;
    body.canSleep = false;
    body.isResolved = true;
    tank.bodies.push_back(body);
}

btFluidGrid* startTank(SceneContext& context, std::shared_ptr<const ambient::WorldDescription> tank) {
    context.setMedium(ambient::UniformMedium::water());
    btFluidGrid* const grid = addWorldContent(std::move(tank), context)->grid();
    if (grid) showTank(context, grid->getGrid());
    return grid;
}

} // namespace samples
