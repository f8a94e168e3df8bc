// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ShapeGrid.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Types.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ambient {
namespace {

int countBits(unsigned mask) {
    int count = 0;
    for (; mask != 0; mask &= mask - 1)
        ++count;
    return count;
}

} // namespace

ShapeGrid::ShapeGrid(std::vector<ShapeCoordinate> coordinates, const ShapeGroups& sets)
    : m_coordinates(std::move(coordinates)) {
    const int count = static_cast<int>(m_coordinates.size());
    std::set<unsigned> masks{0u};
    const auto add = [&](unsigned set) {
        for (unsigned part = set; part != 0; part = (part - 1) & set)
            masks.insert(part);
    };
    for (const std::vector<int>& set : sets) {
        unsigned mask = 0;
        for (int axis : set)
            mask |= 1u << axis;
        add(mask);
    }
    for (int axis = 0; axis < count; ++axis)
        add(1u << axis);
    for (unsigned set : masks) {
        int factor = 0;
        for (unsigned around : masks)
            if ((around & set) == set) factor += (countBits(around) - countBits(set)) % 2 == 0 ? 1 : -1;
        if (factor == 0) continue;
        Term term{{}, static_cast<double>(factor), {}};
        Node node(m_coordinates.size());
        for (int axis = 0; axis < count; ++axis) {
            node[static_cast<std::size_t>(axis)] = middle(axis);
            if (set >> axis & 1u) term.axes.push_back(axis);
        }
        for (int axis : term.axes)
            node[static_cast<std::size_t>(axis)] = 0;
        for (;;) {
            term.nodes.push_back(numberOf(node));
            std::size_t last = term.axes.size();
            while (last > 0) { // counts up
                int& digit = node[static_cast<std::size_t>(term.axes[last - 1])];
                if (++digit < m_coordinates[static_cast<std::size_t>(term.axes[last - 1])].nodes) break;
                digit = 0;
                --last;
            }
            if (last == 0) break;
        }
        m_terms.push_back(std::move(term));
    }
}

int ShapeGrid::numberOf(const Node& node) {
    const auto known = std::find(m_nodes.begin(), m_nodes.end(), node);
    if (known == m_nodes.end()) {
        m_nodes.push_back(node);
        return size() - 1;
    }
    return static_cast<int>(known - m_nodes.begin());
}

int ShapeGrid::middle(int axis) const {
    const ShapeCoordinate& c = m_coordinates[static_cast<std::size_t>(axis)];
    return c.period > 0.0 ? 0 : c.nodes / 2;
}

double ShapeGrid::place(int axis, int node) const {
    const ShapeCoordinate& c = m_coordinates[static_cast<std::size_t>(axis)];
    if (c.period > 0.0) return c.period * node / c.nodes;
    if (2 * node + 1 == c.nodes) return 0.5 * (c.least + c.most); // without the rounding of the cosine
    return 0.5 * (c.least + c.most) - 0.5 * (c.most - c.least) * portable::cos(kPi * node / (c.nodes - 1));
}

std::vector<double> ShapeGrid::node(int index) const {
    std::vector<double> q;
    for (std::size_t axis = 0; axis < m_coordinates.size(); ++axis)
        q.push_back(place(static_cast<int>(axis), m_nodes[static_cast<std::size_t>(index)][axis]));
    return q;
}

void ShapeGrid::weightsAlong(int axis, double q, double* weights) const {
    const ShapeCoordinate& c = m_coordinates[static_cast<std::size_t>(axis)];
    const int n = c.nodes;
    const bool isAngle = c.period > 0.0;
    const double perPeriod = isAngle ? kPi / c.period : 0.0;
    double sum = 0.0;
    for (int j = 0; j < n; ++j) {
        // Both interpolants in barycentric form, in which the nearest node is exact and the sum of weights is 1.
        double away = q - place(axis, j);
        if (isAngle) away = portable::sin(perPeriod * away);
        if (std::abs(away) < 1e-14 * (isAngle ? 1.0 : c.most - c.least)) {
            std::fill(weights, weights + n, 0.0);
            weights[j] = 1.0;
            return;
        }
        const double end = !isAngle && (j == 0 || j == n - 1) ? 0.5 : 1.0;
        weights[j] = (j % 2 == 0 ? end : -end) / away;
        sum += weights[j];
    }
    for (int j = 0; j < n; ++j)
        weights[j] /= sum;
}

void ShapeGrid::weights(const double* q, double* weights) const {
    double along[kMostShapeCoordinates][kMostNodes];
    for (std::size_t axis = 0; axis < m_coordinates.size(); ++axis)
        weightsAlong(static_cast<int>(axis), q[axis], along[axis]);
    std::fill(weights, weights + size(), 0.0);
    for (const Term& term : m_terms)
        for (std::size_t i = 0; i < term.nodes.size(); ++i) {
            double weight = term.factor;
            std::size_t rest = i;
            for (std::size_t k = term.axes.size(); k > 0; --k) {
                const std::size_t axis = static_cast<std::size_t>(term.axes[k - 1]);
                const std::size_t count = static_cast<std::size_t>(m_coordinates[axis].nodes);
                weight *= along[axis][rest % count];
                rest /= count;
            }
            weights[static_cast<std::size_t>(term.nodes[i])] += weight;
        }
}

} // namespace ambient
