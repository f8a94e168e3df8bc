// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/ShapeModes.h"

#include <vector>

namespace ambient {

/// Nodes in the space of shape coordinates, and weights that interpolate functions known at them.
/// Each set of coordinates has a full grid, on which the others are at the middle of their range. The grids of all sets
/// add up, less those of common subsets: f = sum_S c_S f_S with c_S = sum over sets T around S of (-1)^(|T| - |S|).
/// Along a range the interpolation is the polynomial through Chebyshev's extrema, along a period the harmonics through
/// even nodes: smooth in both. [Rabitz1999; Berrut2004]
class ShapeGrid {
  public:
    /// \param coordinates with their nodes \param sets of their numbers; coordinates in no set get one of their own
    ShapeGrid(std::vector<ShapeCoordinate> coordinates, const ShapeGroups& sets);

    int size() const { return static_cast<int>(m_nodes.size()); } ///< nodes
    /// Coordinates of a node.
    std::vector<double> node(int index) const;
    /// Weights of all nodes at a point; their sum is 1. Allocates nothing. \param weights size() numbers
    void weights(const double* q, double* weights) const;

  private:
    /// The grid of one set of coordinates.
    struct Term {
        std::vector<int> axes;
        double factor;
        std::vector<int> nodes; ///< the last axis runs fastest
    };
    using Node = std::vector<int>; ///< the number of the node along each coordinate

    static constexpr int kMostNodes = 25;
    int middle(int axis) const;
    double place(int axis, int node) const;
    void weightsAlong(int axis, double q, double* weights) const;
    int numberOf(const Node& node);

    std::vector<ShapeCoordinate> m_coordinates;
    std::vector<Node> m_nodes;
    std::vector<Term> m_terms;
};

} // namespace ambient
