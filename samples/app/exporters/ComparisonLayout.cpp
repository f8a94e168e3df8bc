// SPDX-License-Identifier: Zlib
#include "exporters/ComparisonLayout.h"

#include "drawing/ShownFrames.h"
#include "drawing/Silhouette.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr double kFarthestPath = 4.0, kFarthestFall = 2.5, kFarthestCurve = 20.0;
constexpr double kMargin = 0.04;                      // of the height, around the shown part
constexpr double kNarrowest = 150.0, kPaneGap = 14.0; // of a pane [px]

/// The value of this rank, from 0, in rising order; the largest value for higher ranks.
double ranked(std::vector<double> values, std::size_t rank) {
    std::sort(values.begin(), values.end());
    return values[std::min(rank, values.size() - 1)];
}

double medianOf(const std::vector<double>& values) {
    return ranked(values, values.size() / 2);
}

PlotBox unionOf(const PlotBox& a, const PlotBox& b) {
    return {std::min(a.left, b.left), std::max(a.right, b.right), std::min(a.bottom, b.bottom), std::max(a.top, b.top)};
}

bool isInside(const PlanePoint& p, const PlotBox& box) {
    return p.x() >= box.left && p.x() <= box.right && p.y() >= box.bottom && p.y() <= box.top;
}

/// The part of a run until a body leaves the box.
ShownRun cutOff(const RunRecord& run, const PlotSpec& spec, const PlotBox& box) {
    constexpr double none = 1e30;
    ShownRun shown{{none, -none, none, -none}, {}};
    for (int frame = 0; frame < run.frameCount(); ++frame)
        for (int body = 0; body < run.bodyCount(); ++body) {
            const PlanePoint p = projected(run.at(frame, body).worldFromBody.position, spec.view);
            if (!isInside(p, box)) {
                shown.leavesAt = run.at(frame).time;
                return shown;
            }
            const double r = spec.enlargement * radiusOf(run.bodies[static_cast<std::size_t>(body)]);
            shown.extent = unionOf(shown.extent, {p.x() - r, p.x() + r, p.y() - r, p.y() + r});
        }
    return shown;
}

/// The width of each pane at a scale, at least `narrowest` [px].
std::vector<double> widthsAt(double metresPerPixel, const std::vector<PathPane>& panes, double margin,
                             double narrowest) {
    std::vector<double> widths;
    for (const PathPane& pane : panes)
        widths.push_back(std::max(narrowest, (pane.extent.width() + 2.0 * margin) / metresPerPixel));
    return widths;
}

double sum(const std::vector<double>& values) {
    double total = 0.0;
    for (const double value : values)
        total += value;
    return total;
}

/// Puts the panes side by side into an area and returns the scale.
double fit(const PlotBox& area, std::vector<PathPane>& panes) {
    const double margin = kMargin * std::max(panes.front().extent.height(), panes.front().extent.width());
    const double room = area.width() - kPaneGap * double(panes.size() - 1);
    double scale = (panes.front().extent.height() + 2.0 * margin) / area.height();
    // The narrowest panes must fit side by side, or the loop would not end.
    const double narrowest = std::min(kNarrowest, 0.9 * room / double(panes.size()));
    std::vector<double> widths = widthsAt(scale, panes, margin, narrowest);
    while (sum(widths) > room) {
        scale *= 1.01;
        widths = widthsAt(scale, panes, margin, narrowest);
    }
    const double spare = (room - sum(widths)) / double(panes.size());
    double left = area.left;
    for (std::size_t i = 0; i < panes.size(); ++i) {
        panes[i].box = {left, left + widths[i] + spare, area.bottom, area.top};
        left = panes[i].box.right + kPaneGap;
    }
    return scale;
}

} // namespace

std::vector<ShownRun> shownRuns(const std::vector<RunRecord>& runs, const PlotSpec& spec) {
    std::vector<ShownRun> shown;
    std::vector<double> sizes;
    for (const RunRecord& run : runs) {
        shown.push_back({extentOf(run, spec), {}});
        sizes.push_back(std::max(shown.back().extent.width(), shown.back().extent.height()));
    }
    const double largest = spec.wide ? kFarthestPath * medianOf(sizes) : kFarthestFall * ranked(sizes, 1);
    PlotBox common{1e30, -1e30, 1e30, -1e30};
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (sizes[i] <= largest) common = unionOf(common, shown[i].extent);
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (!(sizes[i] <= largest)) shown[i] = cutOff(runs[i], spec, common);
    return shown;
}

ComparisonLayout layOut(const std::vector<ShownRun>& runs, const PlotSpec& spec) {
    PlotBox all = runs.front().extent;
    for (const ShownRun& run : runs)
        all = unionOf(all, run.extent);
    ComparisonLayout above{{}, 0.0, {120.0, kPictureWidth - 40.0, 80.0, 425.0}, true};
    for (std::size_t i = 0; i < runs.size() && !spec.wide; ++i)
        above.panes.push_back({{i}, {runs[i].extent.left, runs[i].extent.right, all.bottom, all.top}});
    if (spec.wide) {
        above.panes.push_back({{}, all});
        for (std::size_t i = 0; i < runs.size(); ++i)
            above.panes[0].runs.push_back(i);
    }
    ComparisonLayout beside = above;
    const double top = kPictureHeight - 150.0;
    above.metresPerPixel = fit({120.0, kPictureWidth - 40.0, 545.0, top}, above.panes);
    beside.metresPerPixel = fit({120.0, 1030.0, 80.0, top}, beside.panes);
    beside.panels = {1150.0, kPictureWidth - 40.0, 80.0, top};
    beside.panelsSideBySide = false;
    return spec.wide || above.metresPerPixel <= beside.metresPerPixel ? above : beside;
}

CurveRange commonRange(const std::vector<CurveRange>& ranges, double smallestChange) {
    std::vector<double> changes;
    for (const CurveRange& r : ranges)
        changes.push_back(std::max({r.high - r.first, r.first - r.low, smallestChange}));
    const double largest = kFarthestCurve * medianOf(changes);
    CurveRange common{1e30, -1e30, 0.0};
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (!(changes[i] <= largest)) continue;
        common.low = std::min(common.low, ranges[i].low);
        common.high = std::max(common.high, ranges[i].high);
    }
    return common;
}

} // namespace samples
