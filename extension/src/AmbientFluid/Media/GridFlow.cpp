// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/GridFlow.h"

#include "AmbientFluid/Math/Requirements.h"

#include <algorithm>

namespace ambient {
namespace {

void requireShape(const FlowGrid& grid) {
    for (int size : {grid.sizeX, grid.sizeY, grid.sizeZ})
        if (size < 2)
            throw std::invalid_argument("GridFlow: the grid is too small, " + std::to_string(grid.sizeX) + " x " +
                                        std::to_string(grid.sizeY) + " x " + std::to_string(grid.sizeZ) +
                                        " nodes; it needs 2 along every axis");
    requireFinite(grid.origin, "GridFlow: origin");
    requireFinite(grid.spacing, "GridFlow: spacing");
    requireThat(grid.spacing.minCoeff() > 0.0, "GridFlow: spacing must be positive along every axis",
                grid.spacing.minCoeff());
    for (std::size_t i = 0; i < grid.times.size(); ++i)
        if (!std::isfinite(grid.times[i]) || (i > 0 && grid.times[i] <= grid.times[i - 1]))
            throw std::invalid_argument("GridFlow: times must be finite and increase, time " + std::to_string(i) +
                                        " does not");
}

void requireVelocities(const FlowGrid& grid) {
    const double snapshots = static_cast<double>(std::max<std::size_t>(1, grid.times.size()));
    const double expected = snapshots * grid.sizeX * grid.sizeY * grid.sizeZ;
    if (static_cast<double>(grid.velocities.size()) != expected)
        throw std::invalid_argument("GridFlow: " + std::to_string(grid.velocities.size()) + " velocities for " +
                                    std::to_string(grid.sizeX) + " x " + std::to_string(grid.sizeY) + " x " +
                                    std::to_string(grid.sizeZ) + " nodes and " +
                                    std::to_string(std::max<std::size_t>(1, grid.times.size())) + " snapshots");
    for (std::size_t i = 0; i < grid.velocities.size(); ++i)
        if (!grid.velocities[i].allFinite())
            throw std::invalid_argument("GridFlow: velocity " + std::to_string(i) + " is not finite");
}

} // namespace

GridFlow::GridFlow(const FlowGrid& grid)
    : m_origin(grid.origin), m_spacing(grid.spacing), m_sizes{grid.sizeX, grid.sizeY, grid.sizeZ}, m_times(grid.times),
      m_outside(grid.outside) {
    requireShape(grid);
    requireVelocities(grid);
    m_nodeCount = index(0, 0, m_sizes[2]);
    m_nodes.resize(grid.velocities.size(), Node::Zero());
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        m_nodes[i].head<3>() = grid.velocities[i];
    for (std::size_t first = 0; first < m_nodes.size(); first += m_nodeCount)
        fillGradients(m_nodes.data() + first);
}

void GridFlow::fillGradients(Node* snapshot) const {
    for (int z = 0; z < m_sizes[2]; ++z)
        for (int y = 0; y < m_sizes[1]; ++y)
            for (int x = 0; x < m_sizes[0]; ++x)
                for (int axis = 0; axis < 3; ++axis) {
                    int low[3] = {x, y, z}, high[3] = {x, y, z};
                    low[axis] = std::max(low[axis] - 1, 0);
                    high[axis] = std::min(high[axis] + 1, m_sizes[axis] - 1);
                    const Node& before = snapshot[index(low[0], low[1], low[2])];
                    const Node& after = snapshot[index(high[0], high[1], high[2])];
                    snapshot[index(x, y, z)].segment<3>(3 + 3 * axis) =
                        (after.head<3>() - before.head<3>()) / (m_spacing[axis] * (high[axis] - low[axis]));
                }
}

GridFlow::Node GridFlow::interpolate(const Node* snapshot, const int cell[3], const Vector3& fraction) const {
    const std::size_t stepX = 1, stepY = m_sizes[0], stepZ = stepY * m_sizes[1];
    const Node* corner = snapshot + index(cell[0], cell[1], cell[2]);
    const double fx = fraction.x(), fy = fraction.y(), fz = fraction.z();
    const auto along = [&](const Node* n) -> Node { return (1.0 - fx) * n[0] + fx * n[stepX]; };
    const auto across = [&](const Node* n) -> Node { return (1.0 - fy) * along(n) + fy * along(n + stepY); };
    return (1.0 - fz) * across(corner) + fz * across(corner + stepZ);
}

void GridFlow::sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const {
    const auto next = std::upper_bound(m_times.begin(), m_times.end(), time);
    const bool between = next != m_times.begin() && next != m_times.end();
    const std::size_t snapshot = next == m_times.begin() ? 0 : static_cast<std::size_t>(next - m_times.begin()) - 1;
    const Node* before = m_nodes.data() + snapshot * m_nodeCount;
    for (int i = 0; i < count; ++i) {
        int cell[3];
        Vector3 fraction, inside = Vector3::Ones();
        for (int axis = 0; axis < 3; ++axis) {
            const double last = m_sizes[axis] - 1, at = (pointsInWorld[i][axis] - m_origin[axis]) / m_spacing[axis];
            if (!(at >= 0.0 && at <= last)) inside[axis] = 0.0;
            const double clamped = at > 0.0 ? std::min(at, last) : 0.0;
            cell[axis] = std::min(static_cast<int>(clamped), m_sizes[axis] - 2);
            fraction[axis] = clamped - cell[axis];
        }
        samples[i] = FlowSample();
        if (m_outside == OutsideGrid::Zero && inside.minCoeff() == 0.0) continue;
        Node node = interpolate(before, cell, fraction);
        if (between) {
            const Node after = interpolate(before + m_nodeCount, cell, fraction);
            const double start = m_times[snapshot], duration = m_times[snapshot + 1] - start;
            samples[i].rate = (after.head<3>() - node.head<3>()) / duration;
            node += ((time - start) / duration) * (after - node);
        }
        samples[i].velocity = node.head<3>();
        for (int axis = 0; axis < 3; ++axis)
            samples[i].gradient.col(axis) = inside[axis] * node.segment<3>(3 + 3 * axis);
    }
}

} // namespace ambient
