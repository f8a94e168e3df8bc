// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/MultipoleField.h"

#include "AmbientFluid/Math/Quadrature.h"
#include "AmbientFluid/PotentialFlow/SolidHarmonics.h"

#include <algorithm>

namespace ambient {
namespace {

/// Panels of a leaf in units of its radius.
LeafPanels panelsOf(const PanelCell& cell, const std::vector<int>& order, const std::vector<Panel>& panels,
                    int padded) {
    LeafPanels leaf(padded);
    const double scale = 1.0 / cell.sourceRadius;
    for (int i = 0; i < cell.count(); ++i) {
        const Panel& panel = panels[order[cell.begin + i]];
        for (int d = 0; d < 3; ++d) {
            for (int q = 0; q < kPointsOfPanel; ++q) {
                const auto& b = kTriangleRuleDegree4[q].barycentric;
                const double x = b[0] * panel.corner[0][d] + b[1] * panel.corner[1][d] + b[2] * panel.corner[2][d];
                leaf.point[q][d][i] = static_cast<float>((x - cell.centre[d]) * scale);
            }
            leaf.normal[d][i] = static_cast<float>(panel.normal[d] * scale);
            leaf.centroid[d][i] = static_cast<float>((panel.centroid[d] - cell.centre[d]) * scale);
        }
        leaf.area[i] = static_cast<float>(panel.area / (4.0 * kPi));
    }
    return leaf;
}

std::vector<float> toSingle(const SixRows& rows) {
    std::vector<float> result(rows.rows() * kExpansionColumns, 0.0f);
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
        for (int c = 0; c < 6; ++c)
            result[i * kExpansionColumns + c] = static_cast<float>(rows(i, c));
    return result;
}

void addTo(SixRows& result, const std::vector<float>& field) {
    for (Eigen::Index i = 0; i < result.rows(); ++i)
        for (int c = 0; c < 6; ++c)
            result(i, c) += field[i * kExpansionColumns + c];
}

} // namespace

MultipoleField::MultipoleField(const std::vector<Panel>& panels, const PanelTree& tree, int order, int targetPoints)
    : m_tree(tree), m_order(order), m_rows(2 * harmonicCount(order)), m_stride(m_rows * kExpansionColumns),
      m_toParent(order, ShiftPlan::Kind::ParentMoments), m_toChild(order, ShiftPlan::Kind::ChildExpansion) {
    const int leaves = static_cast<int>(tree.leaves.size());
    size_t size = 0;
    for (int cell : tree.leaves) {
        m_padded.push_back((tree.cells[cell].count() + kPanelPadding - 1) / kPanelPadding * kPanelPadding);
        m_coefficients.push_back(size);
        size += static_cast<size_t>(m_padded.back()) * m_rows;
    }
    m_doubleLayer.resize(size);
    m_singleLayer.resize(size);
    m_evaluation.resize(size);
#pragma omp parallel for schedule(dynamic, 8)
    for (int leaf = 0; leaf < leaves; ++leaf) {
        const size_t at = m_coefficients[leaf];
        findLeafCoefficients(order, panelsOf(tree.cells[tree.leaves[leaf]], tree.order, panels, m_padded[leaf]),
                             targetPoints > 1, {&m_doubleLayer[at], &m_singleLayer[at], &m_evaluation[at]});
    }
}

void MultipoleField::addDoubleLayer(const SixRows& density, SixRows& result) const {
    addTo(result, field(toSingle(density), Layer::Double, 6));
}

void MultipoleField::addSingleLayer(const SixRows& density, SixRows& result) const {
    addTo(result, field(toSingle(density), Layer::Single, 6));
}

void MultipoleField::addDoubleLayerOfOne(Eigen::VectorXd& result) const {
    std::vector<float> one(result.size() * kExpansionColumns, 0.0f);
    for (Eigen::Index i = 0; i < result.size(); ++i)
        one[i * kExpansionColumns] = 1.0f;
    const std::vector<float> sum = field(one, Layer::Double, 1);
    for (Eigen::Index i = 0; i < result.size(); ++i)
        result[i] += sum[i * kExpansionColumns];
}

std::vector<float> MultipoleField::field(const std::vector<float>& density, Layer layer, int columns) const {
    std::vector<float> moments(m_tree.cells.size() * m_stride, 0.0f), expansions(moments.size(), 0.0f);
    collectMoments(density, layer, moments);
    translate(moments, columns, expansions);
    return evaluate(expansions);
}

void MultipoleField::shift(const ShiftPlan& plan, int child, float inPower, float outPower, const float* in,
                           float* out) const {
    const int parent = m_tree.cells[child].parent;
    const Vector3 t = (m_tree.cells[child].centre - m_tree.cells[parent].centre) / radius(parent);
    std::vector<float> table;
    shiftTable(m_order, {t.x(), t.y(), t.z()}, table);
    shiftExpansion(plan, table, inPower, outPower, in, out);
}

void MultipoleField::collectMoments(const std::vector<float>& density, Layer layer, std::vector<float>& moments) const {
    const std::vector<float>& coefficients = layer == Layer::Single ? m_singleLayer : m_doubleLayer;
    const int leaves = static_cast<int>(m_tree.leaves.size());
#pragma omp parallel for schedule(static, 8)
    for (int leaf = 0; leaf < leaves; ++leaf) {
        const int c = m_tree.leaves[leaf];
        const PanelCell& cell = m_tree.cells[c];
        addMoments(m_rows, cell.count(), m_padded[leaf], coefficients.data() + m_coefficients[leaf],
                   density.data() + static_cast<size_t>(cell.begin) * kExpansionColumns, of(c, moments));
    }
    for (int level = static_cast<int>(m_tree.levelBegin.size()) - 2; level >= 0; --level) {
#pragma omp parallel for schedule(static, 4)
        for (int p = m_tree.levelBegin[level]; p < m_tree.levelBegin[level + 1]; ++p) {
            const PanelCell& cell = m_tree.cells[p];
            for (int c = cell.firstChild; c < cell.firstChild + cell.children; ++c)
                shift(m_toParent, c, static_cast<float>(radius(c) / radius(p)), 1.0f, of(c, moments), of(p, moments));
        }
    }
}

void MultipoleField::fillBatch(int target, int firstSource, const std::vector<float>& moments,
                               TranslationBatch& batch) const {
    const std::vector<int>& sources = m_tree.far[target];
    for (int lane = 0; lane < kTranslationBatch; ++lane) {
        const bool used = firstSource + lane < static_cast<int>(sources.size());
        const int source = sources[used ? firstSource + lane : firstSource];
        const Vector3 d = m_tree.cells[target].centre - m_tree.cells[source].centre;
        const double distance = d.norm();
        for (int k = 0; k < 3; ++k)
            batch.direction[k][lane] = static_cast<float>(d[k] / distance);
        double sourcePower = used ? 1.0 : 0.0, targetPower = sourcePower / distance;
        for (int l = 0; l <= m_order; ++l) {
            batch.sourcePower[l * kTranslationBatch + lane] = static_cast<float>(sourcePower);
            batch.targetPower[l * kTranslationBatch + lane] = static_cast<float>(targetPower);
            sourcePower *= radius(source) / distance;
            targetPower *= -radius(target) / distance;
        }
        batch.setMoments(lane, of(source, moments));
    }
}

void MultipoleField::translate(const std::vector<float>& moments, int columns, std::vector<float>& expansions) const {
    const int cells = static_cast<int>(m_tree.cells.size());
#pragma omp parallel
    {
        TranslationBatch batch(m_order, columns);
#pragma omp for schedule(dynamic, 8)
        for (int target = 0; target < cells; ++target) {
            if (m_tree.far[target].empty()) continue;
            batch.clear();
            const int count = static_cast<int>(m_tree.far[target].size());
            for (int first = 0; first < count; first += kTranslationBatch) {
                fillBatch(target, first, moments, batch);
                batch.translate();
            }
            batch.sumTo(of(target, expansions));
        }
    }
}

std::vector<float> MultipoleField::evaluate(std::vector<float>& expansions) const {
    const int levels = static_cast<int>(m_tree.levelBegin.size()) - 1;
    for (int level = 1; level < levels; ++level) {
#pragma omp parallel for schedule(static, 4)
        for (int c = m_tree.levelBegin[level]; c < m_tree.levelBegin[level + 1]; ++c) {
            const int p = m_tree.cells[c].parent;
            shift(m_toChild, c, 1.0f, static_cast<float>(radius(c) / radius(p)), of(p, expansions), of(c, expansions));
        }
    }
    std::vector<float> result(m_tree.order.size() * kExpansionColumns);
    const int leaves = static_cast<int>(m_tree.leaves.size());
#pragma omp parallel for schedule(static, 8)
    for (int leaf = 0; leaf < leaves; ++leaf) {
        const int c = m_tree.leaves[leaf];
        const PanelCell& cell = m_tree.cells[c];
        evaluateExpansion(m_rows, cell.count(), m_padded[leaf], m_evaluation.data() + m_coefficients[leaf],
                          of(c, expansions), result.data() + static_cast<size_t>(cell.begin) * kExpansionColumns);
    }
    return result;
}

} // namespace ambient
