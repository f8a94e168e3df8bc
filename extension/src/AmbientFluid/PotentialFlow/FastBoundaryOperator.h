// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/BoundaryOperator.h"
#include "AmbientFluid/PotentialFlow/MultipoleField.h"
#include "AmbientFluid/PotentialFlow/NearField.h"

#include <functional>

namespace ambient {

/// Accuracy and work of FastBoundaryOperator.
struct FastBoundaryOptions {
    int order = 8;         ///< of the far-field expansions, 1 to kHighestOrder
    int leafSize = 40;     ///< largest number of panels in a leaf of the tree
    double opening = 0.65; ///< largest sum of radii over distance of far cells
    /// Target points per panel: 1 or 3.
    /// 1: the equation holds at the centroid, as in solveCollocation(). 3: the equation holds in the mean over the
    /// panel, by the rule of degree 2; this evaluates three times as many closed forms and reduces the error of an
    /// ellipsoid to between a half and a seventh.
    int targetPoints = 3;
};

/// Matrix-free system (1/2 - K) phi = -V g of solveCollocation(), one unknown per panel.
/// Near panels use closed forms, far panels multipoles (MultipoleField). The double layer of a constant is known
/// exactly, -1/2 on a closed surface; the diagonal corrects the error of the far field for a constant.
class FastBoundaryOperator {
  public:
    /// Builds the tree, the near field and the load.
    /// \param flux normal velocities of the six unit motions at the panel centroids, in the order of `panels`
    /// \param progress called from the calling thread only, with a fraction in [0, 1]
    FastBoundaryOperator(const std::vector<Panel>& panels, const SixColumns& flux, const FastBoundaryOptions& options,
                         const std::function<void(double)>& progress);

    const std::vector<int>& order() const { return m_tree.order; } ///< panel of each row below
    const SixRows& load() const { return m_load; }                 ///< -V g
    void apply(const SixRows& phi, SixRows& result) const;         ///< result = (1/2 - K) phi
    /// Largest error of the double layer of 1 among the panels, before the correction of the diagonal.
    /// The exact value is -1/2.
    double constantDefect() const { return m_constantDefect; }

  private:
    PanelTree m_tree;
    SixRows m_load;
    Eigen::VectorXd m_diagonal; ///< diagonal of 1/2 - K
    NearField m_near;
    MultipoleField m_far;
    double m_constantDefect = 0.0;
};

} // namespace ambient
