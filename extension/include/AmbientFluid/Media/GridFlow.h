// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"

#include <cstddef>
#include <vector>

namespace ambient {

/// Value of a sampled flow outside its grid.
enum class OutsideGrid {
    Clamp, ///< as at the nearest point of the grid
    Zero   ///< at rest; the velocity jumps at the border unless it is zero there
};

/// Velocities on a grid along the world's axes, at one or more times.
struct FlowGrid {
    Vector3 origin = Vector3::Zero();         ///< node (0, 0, 0), world frame [m]
    Vector3 spacing = Vector3::Ones();        ///< between nodes [m], each > 0
    int sizeX = 0;                            ///< nodes along x, at least 2
    int sizeY = 0;                            ///< nodes along y, at least 2
    int sizeZ = 0;                            ///< nodes along z, at least 2
    std::vector<Vector3> velocities;          ///< world axes [m/s]: x runs fastest, then y, then z, then snapshots
    std::vector<double> times;                ///< times of the snapshots, increasing [s]; empty or one: a steady flow
    OutsideGrid outside = OutsideGrid::Clamp; ///< flow beyond the outermost nodes
};

/// A flow sampled on a grid: trilinear in space and linear in time.
/// The velocity is constant before the first and after the last snapshot. The gradient is taken by central differences
/// at the nodes (one-sided at the border) and interpolated like the velocity, so that DU/Dt is continuous in space.
/// Beyond a clamped border the gradient is 0. dU/dt is the difference of the two snapshots around, over their interval.
/// Fields linear in place and time are reproduced exactly. Twelve numbers per node and snapshot are stored.
class GridFlow final : public AmbientFlow {
  public:
    /// \throws std::invalid_argument if the grid is too small, a velocity is not finite (the message gives its index),
    /// the number of velocities is not nodes times snapshots, or spacing, origin or times are invalid
    explicit GridFlow(const FlowGrid& grid);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;

  private:
    using Node = Eigen::Matrix<double, 12, 1, Eigen::DontAlign>; ///< velocity, gradient column by column

    std::size_t index(int x, int y, int z) const {
        return (static_cast<std::size_t>(z) * m_sizes[1] + y) * m_sizes[0] + x;
    }
    void fillGradients(Node* snapshot) const;
    Node interpolate(const Node* snapshot, const int cell[3], const Vector3& fraction) const;

    Vector3 m_origin, m_spacing;
    int m_sizes[3];
    std::vector<double> m_times;
    OutsideGrid m_outside;
    std::size_t m_nodeCount; ///< nodes of one snapshot
    std::vector<Node> m_nodes;
};

} // namespace ambient
