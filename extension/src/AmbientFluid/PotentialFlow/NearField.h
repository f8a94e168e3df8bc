// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/MultipoleField.h"
#include "AmbientFluid/PotentialFlow/PanelTree.h"

#include <functional>

namespace ambient {

struct PanelNumbers;

/// Potentials of both layers from the near leaves of a PanelTree.
/// Uses the closed forms of integratePanel(). The double layer is stored in single precision, 4 bytes per pair of
/// panels. Sums are in double precision; bitwise equal for any number of threads and any instruction set.
class NearField {
  public:
    /// Integrates all pairs, including the single layer of `flux` and the double layer of 1.
    /// \param tree must outlive this object
    /// \param targetPoints 1: potentials at the panel centroids; 3: means over the panels (FastBoundaryOptions)
    /// \param flux rows in the order of the tree
    /// \param singleLayer receives Sum_near (1/4 pi) Int 1/|x - y| dA flux
    /// \param doubleLayerOfOne receives Sum_near (1/4 pi) Int n.(x - y)/|x - y|^3 dA, 0 for a panel on itself
    /// \param progress called from the calling thread only, with a fraction in [0, 1]
    /// \throws std::length_error if the pairs would need more than 8 GiB
    NearField(const std::vector<Panel>& panels, const PanelTree& tree, int targetPoints, const SixRows& flux,
              SixRows& singleLayer, Eigen::VectorXd& doubleLayerOfOne, const std::function<void(double)>& progress);

    /// result += double layer of `density`
    void addDoubleLayer(const SixRows& density, SixRows& result) const;

  private:
    void reserve();
    void integrate(int leaf, const std::vector<Panel>& panels, const std::vector<PanelNumbers>& numbers,
                   int targetPoints, const SixRows& flux, SixRows& singleLayer, Eigen::VectorXd& doubleLayerOfOne);
    /// Ranges of places of panels that act on a leaf, from its near leaves; adjacent ranges are merged.
    std::vector<std::pair<int, int>> sources(int leaf) const;

    const PanelTree& m_tree;
    std::vector<int> m_sourceCount;
    std::vector<size_t> m_begin;  ///< start of each leaf in m_weights
    std::vector<float> m_weights; ///< [leaf][eight targets][source][target]
};

} // namespace ambient
