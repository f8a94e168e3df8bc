// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/PanelTree.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace ambient {
namespace {

constexpr int kDeepest = 48;

} // namespace

PanelTree::PanelTree(const std::vector<Panel>& panels, int leafSize, double opening) : order(panels.size()) {
    std::iota(order.begin(), order.end(), 0);
    cells.emplace_back();
    cells[0].end = static_cast<int>(panels.size());
    int begin = 0;
    for (int level = 0; begin < static_cast<int>(cells.size()); ++level) {
        levelBegin.push_back(begin);
        const int end = static_cast<int>(cells.size());
        for (int c = begin; c < end; ++c)
            if (cells[c].count() > leafSize && level < kDeepest) split(c, panels);
        begin = end;
    }
    levelBegin.push_back(begin);
    const int count = static_cast<int>(cells.size());
#pragma omp parallel for schedule(dynamic, 16)
    for (int c = 0; c < count; ++c)
        enclose(cells[c], panels);
    for (int c = 0; c < count; ++c)
        if (cells[c].isLeaf()) {
            cells[c].leaf = static_cast<int>(leaves.size());
            leaves.push_back(c);
        }
    meet(opening);
}

/// Splits a cell at the middle of the box of the centroids, along its long sides only.
/// The halves of a plate are therefore no thinner than the plate.
void PanelTree::split(int cell, const std::vector<Panel>& panels) {
    const int begin = cells[cell].begin, end = cells[cell].end;
    Vector3 low = panels[order[begin]].centroid, high = low;
    for (int i = begin; i < end; ++i) {
        low = low.cwiseMin(panels[order[i]].centroid);
        high = high.cwiseMax(panels[order[i]].centroid);
    }
    const Vector3 extent = high - low, middle = 0.5 * (low + high);
    const double longest = extent.maxCoeff();
    if (!(longest > 0.0)) return;
    std::array<std::vector<int>, 8> parts;
    for (int i = begin; i < end; ++i) {
        int part = 0;
        for (int d = 0; d < 3; ++d)
            if (extent[d] > 0.5 * longest && panels[order[i]].centroid[d] > middle[d]) part |= 1 << d;
        parts[part].push_back(order[i]);
    }
    cells[cell].firstChild = static_cast<int>(cells.size());
    int place = begin;
    for (const std::vector<int>& part : parts) {
        if (part.empty()) continue;
        std::copy(part.begin(), part.end(), order.begin() + place);
        PanelCell child;
        child.begin = place;
        child.end = place += static_cast<int>(part.size());
        child.parent = cell;
        cells.push_back(child);
        ++cells[cell].children;
    }
}

void PanelTree::enclose(PanelCell& cell, const std::vector<Panel>& panels) const {
    Vector3 low = panels[order[cell.begin]].centroid, high = low;
    for (int i = cell.begin; i < cell.end; ++i)
        for (const Vector3& corner : panels[order[i]].corner) {
            low = low.cwiseMin(corner);
            high = high.cwiseMax(corner);
        }
    cell.centre = 0.5 * (low + high);
    for (int i = cell.begin; i < cell.end; ++i) {
        const Panel& panel = panels[order[i]];
        cell.targetRadius = std::max(cell.targetRadius, (panel.centroid - cell.centre).norm());
        for (const Vector3& corner : panel.corner)
            cell.sourceRadius = std::max(cell.sourceRadius, (corner - cell.centre).norm());
    }
}

void PanelTree::meet(double opening) {
    far.resize(cells.size());
    near.resize(leaves.size());
    std::vector<std::pair<int, int>> open = {{0, 0}}; // target, source
    while (!open.empty()) {
        const auto [t, s] = open.back();
        open.pop_back();
        const PanelCell &target = cells[t], &source = cells[s];
        const double distance = (target.centre - source.centre).norm();
        if (target.targetRadius + source.sourceRadius < opening * distance)
            far[t].push_back(s);
        else if (target.isLeaf() && source.isLeaf())
            near[target.leaf].push_back(source.leaf);
        else if (source.isLeaf() || (!target.isLeaf() && target.sourceRadius >= source.sourceRadius))
            for (int c = target.firstChild; c < target.firstChild + target.children; ++c)
                open.emplace_back(c, s);
        else
            for (int c = source.firstChild; c < source.firstChild + source.children; ++c)
                open.emplace_back(t, c);
    }
    for (std::vector<int>& list : near)
        std::sort(list.begin(), list.end());
}

} // namespace ambient
