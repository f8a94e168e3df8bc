// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/FastBoundaryOperator.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

SixRows inOrder(const SixColumns& columns, const std::vector<int>& order) {
    SixRows rows(columns.rows(), 6);
    for (size_t i = 0; i < order.size(); ++i)
        rows.row(static_cast<int>(i)) = columns.row(order[i]);
    return rows;
}

} // namespace

FastBoundaryOperator::FastBoundaryOperator(const std::vector<Panel>& panels, const SixColumns& flux,
                                           const FastBoundaryOptions& options,
                                           const std::function<void(double)>& progress)
    : m_tree(panels, options.leafSize, options.opening),
      m_near(panels, m_tree, options.targetPoints, inOrder(flux, m_tree.order), m_load, m_diagonal, progress),
      m_far(panels, m_tree, options.order, options.targetPoints) {
    m_far.addSingleLayer(inOrder(flux, m_tree.order), m_load);
    m_load = -m_load;
    m_far.addDoubleLayerOfOne(m_diagonal);
    for (double& ofOne : m_diagonal) {
        // -1/2 on a closed surface, minus 1 for each other piece that encloses the panel
        const double exact = std::round(ofOne - 0.5) + 0.5;
        m_constantDefect = std::max(m_constantDefect, std::abs(ofOne - exact));
        ofOne = 0.5 - (exact - ofOne);
    }
}

void FastBoundaryOperator::apply(const SixRows& phi, SixRows& result) const {
    result.setZero(phi.rows(), 6);
    m_near.addDoubleLayer(phi, result);
    m_far.addDoubleLayer(phi, result);
    result = m_diagonal.asDiagonal() * phi - result;
}

} // namespace ambient
