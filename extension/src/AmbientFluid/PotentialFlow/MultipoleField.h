// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/MultipoleLoops.h"
#include "AmbientFluid/PotentialFlow/PanelTree.h"

namespace ambient {

/// One row per panel, in the order of the tree; one column per unit motion.
using SixRows = Eigen::Matrix<double, Eigen::Dynamic, 6, Eigen::RowMajor>;

/// Far-field potentials of single and double layers that are constant on each panel.
/// A fast multipole method in spherical harmonics [Greengard1987], in single precision, over the far cells of a
/// PanelTree. Work and memory are proportional to the number of panels. Bitwise equal for any number of threads and any
/// instruction set.
class MultipoleField {
  public:
    /// \param tree must outlive this object
    /// \param order highest degree of the expansions, 1 to kHighestOrder; the truncation error is about
    ///        (opening/2)^(order + 1)
    /// \param targetPoints 1: potentials at the panel centroids; 3: means over the panels
    MultipoleField(const std::vector<Panel>& panels, const PanelTree& tree, int order, int targetPoints);

    /// result += Sum_far (1/4 pi) Int n.(x - y)/|x - y|^3 dA density
    void addDoubleLayer(const SixRows& density, SixRows& result) const;
    /// result += Sum_far (1/4 pi) Int n.(x - y)/|x - y|^3 dA, the double layer of density 1
    void addDoubleLayerOfOne(Eigen::VectorXd& result) const;
    /// result += Sum_far (1/4 pi) Int 1/|x - y| dA density
    void addSingleLayer(const SixRows& density, SixRows& result) const;

  private:
    enum class Layer { Single, Double };
    std::vector<float> field(const std::vector<float>& density, Layer layer, int columns) const;
    void collectMoments(const std::vector<float>& density, Layer layer, std::vector<float>& moments) const;
    void translate(const std::vector<float>& moments, int columns, std::vector<float>& expansions) const;
    void fillBatch(int target, int firstSource, const std::vector<float>& moments, TranslationBatch& batch) const;
    std::vector<float> evaluate(std::vector<float>& expansions) const;
    void shift(const ShiftPlan& plan, int child, float inPower, float outPower, const float* in, float* out) const;
    double radius(int cell) const { return m_tree.cells[cell].sourceRadius; }
    float* of(int cell, std::vector<float>& expansions) const { return expansions.data() + cell * m_stride; }
    const float* of(int cell, const std::vector<float>& expansions) const {
        return expansions.data() + cell * m_stride;
    }

    const PanelTree& m_tree;
    int m_order, m_rows;
    size_t m_stride; ///< numbers per expansion
    ShiftPlan m_toParent, m_toChild;
    std::vector<int> m_padded;          ///< panels of each leaf, rounded up to kPanelPadding
    std::vector<size_t> m_coefficients; ///< start of the coefficients of each leaf in the arrays below
    std::vector<float> m_doubleLayer, m_singleLayer, m_evaluation;
};

} // namespace ambient
