// SPDX-License-Identifier: Zlib
#include "viewer/PanelLayout.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr double kBarHeight = 76.0, kSmallestPanel = 200.0, kSmallestPlots = 110.0;
constexpr double kLargestPanelShare = 0.34, kLargestPlotShare = 0.45, kReach = 4.0;

double panelWidth(double wanted, double width, double scale) {
    return std::round(std::min(std::max(wanted, kSmallestPanel) * scale, kLargestPanelShare * width));
}

double plotHeight(double wanted, double height, double scale) {
    return std::round(std::min(std::max(wanted, kSmallestPlots) * scale, kLargestPlotShare * height));
}

} // namespace

PanelLayout layoutOf(const ViewerSettings& settings, double width, double height, double scale) {
    const double bar = std::round(kBarHeight * scale), above = std::max(0.0, height - bar);
    const double left = settings.leftPanels ? panelWidth(settings.leftWidth, width, scale) : 0.0;
    const double right = settings.rightPanels ? panelWidth(settings.rightWidth, width, scale) : 0.0;
    const double plots = settings.plots ? plotHeight(settings.plotHeight, above, scale) : 0.0;
    const double middle = width - left - right;
    PanelLayout layout;
    layout.left = {0.0, 0.0, left, above};
    layout.right = {width - right, 0.0, right, above};
    layout.plots = {left, above - plots, middle, plots};
    layout.bar = {0.0, above, width, bar};
    layout.view = {left, 0.0, middle, above - plots};
    return layout;
}

PanelEdge edgeAt(const PanelLayout& layout, double x, double y) {
    if (y >= layout.bar.y) return PanelEdge::None;
    if (!layout.left.isEmpty() && std::abs(x - layout.left.width) <= kReach) return PanelEdge::Left;
    if (!layout.right.isEmpty() && std::abs(x - layout.right.x) <= kReach) return PanelEdge::Right;
    const bool isInMiddle = x > layout.plots.x && x < layout.plots.x + layout.plots.width;
    if (!layout.plots.isEmpty() && isInMiddle && std::abs(y - layout.plots.y) <= kReach) return PanelEdge::Plots;
    return PanelEdge::None;
}

void moveEdge(PanelEdge edge, double x, double y, double width, double height, double scale, ViewerSettings& settings) {
    const double above = height - std::round(kBarHeight * scale);
    if (edge == PanelEdge::Left) settings.leftWidth = panelWidth(x / scale, width, 1.0);
    if (edge == PanelEdge::Right) settings.rightWidth = panelWidth((width - x) / scale, width, 1.0);
    if (edge == PanelEdge::Plots) settings.plotHeight = plotHeight((above - y) / scale, above, 1.0);
}

} // namespace samples
