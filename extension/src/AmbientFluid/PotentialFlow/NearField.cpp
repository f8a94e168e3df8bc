// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/NearField.h"

#include "AmbientFluid/Math/Quadrature.h"
#include "AmbientFluid/PotentialFlow/LoopProgress.h"
#include "AmbientFluid/PotentialFlow/PanelLanes.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr double kMemoryLimit = 8.0 * 1024.0 * 1024.0 * 1024.0;

/// Range of panels: first place and end.
using Places = std::pair<int, int>;

/// Eight targets of one or several points each; targets past the end of a leaf repeat its last panel.
struct Targets {
    Targets(int firstPlace, int end, int pointsOfPanel, const std::vector<Panel>& panels, const std::vector<int>& order)
        : first(firstPlace), points(pointsOfPanel) {
        for (int i = 0; i < kLanes; ++i) {
            const Panel& panel = panels[order[std::min(first + i, end - 1)]];
            for (int q = 0; q < points; ++q) {
                Vector3 at = panel.centroid;
                if (points > 1) at = panel.at(kTriangleRuleDegree2[q].barycentric);
                for (int d = 0; d < 3; ++d)
                    position[q][d][i] = at[d];
                centre += at / (kLanes * points);
            }
        }
        for (int q = 0; q < points; ++q)
            for (int i = 0; i < kLanes; ++i)
                radius = std::max(radius,
                                  (Vector3(position[q][0][i], position[q][1][i], position[q][2][i]) - centre).norm());
    }
    /// True if a panel is remote for all targets (PanelNumbers).
    AMBIENT_ALWAYS_INLINE bool isRemote(const PanelNumbers& panel) const {
        double squared = 0.0;
        for (int d = 0; d < 3; ++d)
            squared += (panel.centroid[d] - centre.data()[d]) * (panel.centroid[d] - centre.data()[d]);
        const double least = radius + panel.remoteDistance;
        return squared >= least * least;
    }

    int first;  ///< place of the first target
    int points; ///< points per target, with equal weights
    double position[3][3][kLanes];
    Vector3 centre = Vector3::Zero();
    double radius = 0.0; ///< radius about `centre` that encloses all points
};

/// Sums over the sources for eight targets.
struct PairSums {
    double singleLayer[6][kLanes] = {};
    double doubleLayerOfOne[kLanes] = {};
};

struct IntegratePairs {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const PanelNumbers* panels, const Places& range, const Targets& targets,
                                          const double* flux, float* weights, PairSums& sums) {
        using Real = typename Lanes<L>::Real;
        using Single = typename Lanes<L>::Single;
        const double share = 0.25 / kPi / targets.points;
        for (int lane = 0; lane < kLanes; lane += L)
            for (int j = range.first; j < range.second; ++j) {
                const PanelIntegralLanes<Real> integrals = targets.isRemote(panels[j])
                                                               ? sumOfPoints<Range::Remote, L>(panels[j], targets, lane)
                                                               : sumOfPoints<Range::Any, L>(panels[j], targets, lane);
                const Real single = share * integrals.singleLayer;
                float* weight = weights + (j - range.first) * kLanes + lane;
                store(weight, convertLanes<Single>(share * integrals.solidAngle));
                for (int i = lane; i < lane + L; ++i)
                    if (targets.first + i == j) weight[i - lane] = 0.0f; // a flat panel has no double layer on itself
                add<Real>(sums.doubleLayerOfOne + lane, convertLanes<Real>(load<Single>(weight)));
                for (int c = 0; c < 6; ++c)
                    add<Real>(sums.singleLayer[c] + lane, single * flux[6 * j + c]);
            }
    }

    template <Range range, int L>
    AMBIENT_ALWAYS_INLINE static PanelIntegralLanes<typename Lanes<L>::Real>
    sumOfPoints(const PanelNumbers& panel, const Targets& targets, int lane) {
        PanelIntegralLanes<typename Lanes<L>::Real> sum{};
        for (int q = 0; q < targets.points; ++q) {
            const auto& at = targets.position[q];
            const auto integrals = integratePanelLanes<range, L>(panel, at[0] + lane, at[1] + lane, at[2] + lane);
            sum.singleLayer += integrals.singleLayer;
            sum.solidAngle += integrals.solidAngle;
        }
        return sum;
    }
};

struct AddPairs {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const Places* ranges, int rangeCount, const double* density,
                                          const float* weights, double (&sums)[6][kLanes]) {
        using Real = typename Lanes<L>::Real;
        using Single = typename Lanes<L>::Single;
        for (int lane = 0; lane < kLanes; lane += L) {
            Real s0{}, s1{}, s2{}, s3{}, s4{}, s5{};
            const float* weight = weights + lane;
            for (int r = 0; r < rangeCount; ++r)
                for (int j = ranges[r].first; j < ranges[r].second; ++j, weight += kLanes) {
                    const Real w = convertLanes<Real>(load<Single>(weight));
                    const double* d = density + 6 * j;
                    s0 += w * d[0];
                    s1 += w * d[1];
                    s2 += w * d[2];
                    s3 += w * d[3];
                    s4 += w * d[4];
                    s5 += w * d[5];
                }
            store(sums[0] + lane, s0);
            store(sums[1] + lane, s1);
            store(sums[2] + lane, s2);
            store(sums[3] + lane, s3);
            store(sums[4] + lane, s4);
            store(sums[5] + lane, s5);
        }
    }
};

} // namespace

std::vector<Places> NearField::sources(int leaf) const {
    std::vector<Places> ranges;
    for (int near : m_tree.near[leaf]) {
        const PanelCell& cell = m_tree.cells[m_tree.leaves[near]];
        if (!ranges.empty() && ranges.back().second == cell.begin)
            ranges.back().second = cell.end;
        else
            ranges.emplace_back(cell.begin, cell.end);
    }
    return ranges;
}

void NearField::reserve() {
    size_t size = 0;
    for (size_t leaf = 0; leaf < m_tree.leaves.size(); ++leaf) {
        int count = 0;
        for (const Places& range : sources(static_cast<int>(leaf)))
            count += range.second - range.first;
        m_sourceCount.push_back(count);
        m_begin.push_back(size);
        size += static_cast<size_t>(count) * paddedSize(m_tree.cells[m_tree.leaves[leaf]].count());
    }
    if (static_cast<double>(size) * sizeof(float) > kMemoryLimit)
        throw std::length_error("added mass of " + std::to_string(m_tree.order.size()) +
                                " faces: too many of them lie in one place for 8 GiB of pairs");
    m_weights.resize(size);
}

void NearField::integrate(int leaf, const std::vector<Panel>& panels, const std::vector<PanelNumbers>& numbers,
                          int targetPoints, const SixRows& flux, SixRows& singleLayer,
                          Eigen::VectorXd& doubleLayerOfOne) {
    const PanelCell& cell = m_tree.cells[m_tree.leaves[leaf]];
    const std::vector<Places> ranges = sources(leaf);
    float* weights = m_weights.data() + m_begin[leaf];
    for (int first = cell.begin; first < cell.end; first += kLanes) {
        const Targets targets(first, cell.end, targetPoints, panels, m_tree.order);
        PairSums sums;
        for (const Places& range : ranges) {
            runVectorised<IntegratePairs>(numbers.data(), range, targets, flux.data(), weights, sums);
            weights += (range.second - range.first) * kLanes;
        }
        for (int i = first; i < std::min(first + kLanes, cell.end); ++i) {
            doubleLayerOfOne[i] = sums.doubleLayerOfOne[i - first];
            for (int c = 0; c < 6; ++c)
                singleLayer(i, c) = sums.singleLayer[c][i - first];
        }
    }
}

NearField::NearField(const std::vector<Panel>& panels, const PanelTree& tree, int targetPoints, const SixRows& flux,
                     SixRows& singleLayer, Eigen::VectorXd& doubleLayerOfOne,
                     const std::function<void(double)>& progress)
    : m_tree(tree) {
    reserve();
    const int leaves = static_cast<int>(tree.leaves.size());
    std::vector<PanelNumbers> numbers;
    for (int panel : tree.order)
        numbers.emplace_back(panels[panel]);
    singleLayer.resize(flux.rows(), 6);
    doubleLayerOfOne.resize(flux.rows());
    LoopProgress told(progress, leaves, 1.0);
#pragma omp parallel for schedule(dynamic, 4)
    for (int leaf = 0; leaf < leaves; ++leaf) {
        if (told.isStopped()) continue;
        integrate(leaf, panels, numbers, targetPoints, flux, singleLayer, doubleLayerOfOne);
        told.roundDone();
    }
    told.rethrow();
}

void NearField::addDoubleLayer(const SixRows& density, SixRows& result) const {
    const int leaves = static_cast<int>(m_tree.leaves.size());
#pragma omp parallel for schedule(dynamic, 8)
    for (int leaf = 0; leaf < leaves; ++leaf) {
        const PanelCell& cell = m_tree.cells[m_tree.leaves[leaf]];
        const std::vector<Places> ranges = sources(leaf);
        const float* weights = m_weights.data() + m_begin[leaf];
        for (int first = cell.begin; first < cell.end; first += kLanes) {
            double sums[6][kLanes];
            runVectorised<AddPairs>(ranges.data(), static_cast<int>(ranges.size()), density.data(), weights, sums);
            weights += static_cast<size_t>(m_sourceCount[leaf]) * kLanes;
            for (int i = first; i < std::min(first + kLanes, cell.end); ++i)
                for (int c = 0; c < 6; ++c)
                    result(i, c) += sums[c][i - first];
        }
    }
}

} // namespace ambient
