// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/BoundaryOperator.h"
#include "AmbientFluid/PotentialFlow/MultipoleField.h"
#include "AmbientFluid/PotentialFlow/NearField.h"

#include <functional>

namespace ambient {

/// How exactly, and with how much work, FastBoundaryOperator stands for the dense matrices.
struct FastBoundaryOptions {
    int order = 8;         ///< of the far field's expansions, 1 to kHighestOrder
    int leafSize = 40;     ///< most panels of a leaf of the tree
    double opening = 0.65; ///< radii over distance from which cells are far
    /// Where a panel's equation holds: 1 at its centroid, as in solveCollocation(); 3 in the mean over it, by the rule
    /// of degree 2. The mean costs three times the closed forms, and an ellipsoid's error is a half to a seventh.
    int targetPoints = 3;
};

/// The system (1/2 - K) phi = -V g of solveCollocation(), one unknown a panel, without its dense matrices: near panels
/// by the same closed forms, far ones by multipoles (MultipoleField). The double layer of a constant is known exactly,
/// -1/2 on a closed surface: the diagonal takes up what the far field gets wrong of it.
class FastBoundaryOperator {
  public:
    /// \param flux normal velocities of the six unit motions at the panels' centroids, in the order of `panels`
    /// \param progress called from the calling thread only, with a fraction in [0, 1]
    FastBoundaryOperator(const std::vector<Panel>& panels, const SixColumns& flux, const FastBoundaryOptions& options,
                         const std::function<void(double)>& progress);

    const std::vector<int>& order() const { return m_tree.order; } ///< panel of each row below
    const SixRows& load() const { return m_load; }                 ///< -V g
    void apply(const SixRows& phi, SixRows& result) const;         ///< result = (1/2 - K) phi
    /// Largest error of the double layer of 1 among the panels, before the diagonal took it up; the layer itself is
    /// -1/2.
    double constantDefect() const { return m_constantDefect; }

  private:
    PanelTree m_tree;
    SixRows m_load;
    Eigen::VectorXd m_diagonal; ///< of 1/2 - K
    NearField m_near;
    MultipoleField m_far;
    double m_constantDefect = 0.0;
};

} // namespace ambient
