// SPDX-License-Identifier: Zlib
#include "viewer/panels/PlotCanvas.h"

#include "graphics/ScaleTicks.h"
#include "interface/Parameters.h"
#include "viewer/Theme.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace samples {
namespace {

const Rgb kPaper(1.0f, 1.0f, 1.0f), kGrid(0.90f, 0.90f, 0.91f), kInk(0.38f, 0.39f, 0.41f), kDark(0.13f, 0.13f, 0.14f);

/// A value on the axis: itself, or its decimal logarithm.
double onAxis(const LivePlot& plot, double value) {
    return plot.logarithmic ? std::log10(std::max(std::abs(value), plot.smallestSpan)) : value;
}

/// The part of a diagram inside its axes.
struct Canvas {
    const LivePlot& plot;
    ImDrawList& list;
    ImVec2 from, to;                           ///< corners on the screen
    double duration, minimum = 0, maximum = 1; ///< ends of the axes

    float x(double time) const { return from.x + float(time / duration) * (to.x - from.x); }
    float y(double axisValue) const {
        return to.y - float((axisValue - minimum) / (maximum - minimum)) * (to.y - from.y);
    }
};

void fitValues(Canvas& canvas) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const LiveCurve& curve : canvas.plot.curves)
        for (const double value : curve.values) {
            if (!std::isfinite(value)) continue;
            low = std::min(low, onAxis(canvas.plot, value));
            high = std::max(high, onAxis(canvas.plot, value));
        }
    if (!(low <= high)) low = high = 0.0;
    const double span = std::max(canvas.plot.logarithmic ? 1.0 : canvas.plot.smallestSpan, 1.1 * (high - low));
    const double middle = 0.5 * (low + high);
    canvas.minimum = middle - 0.5 * span;
    canvas.maximum = middle + 0.5 * span;
}

void drawAxes(const Canvas& c) {
    const float line = ImGui::GetFontSize();
    c.list.AddRectFilled(c.from, c.to, uiColour(kPaper), 3.0f);
    const int rows = static_cast<int>((c.to.y - c.from.y) / (2.0f * line));
    for (const ScaleTick& tick : scaleTicks(c.minimum, c.maximum, rows)) {
        if (c.plot.logarithmic && tick.value != std::floor(tick.value)) continue;
        const std::string text = c.plot.logarithmic ? shortNumber(std::pow(10.0, tick.value)) : tick.text;
        c.list.AddLine({c.from.x, c.y(tick.value)}, {c.to.x, c.y(tick.value)}, uiColour(kGrid));
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        const float y = std::clamp(c.y(tick.value) - 0.5f * size.y, c.from.y - 0.3f * line, c.to.y - 0.7f * size.y);
        c.list.AddText({c.from.x - size.x - 4.0f * uiScale(), y}, uiColour(kInk), text.c_str());
    }
    const int columns = static_cast<int>((c.to.x - c.from.x) / (4.5f * line));
    const std::vector<ScaleTick> times = scaleTicks(0.0, c.duration, columns);
    for (const ScaleTick& tick : times) {
        const std::string text = tick.text + (&tick == &times.back() ? " s" : "");
        c.list.AddLine({c.x(tick.value), c.from.y}, {c.x(tick.value), c.to.y}, uiColour(kGrid));
        const float half = 0.5f * ImGui::CalcTextSize(text.c_str()).x;
        const float x = std::min(c.x(tick.value) - half, c.to.x - 2.0f * half + 3.0f * uiScale());
        c.list.AddText({x, c.to.y + 2.0f * uiScale()}, uiColour(kInk), text.c_str());
    }
}

/// At most two points a column of pixels: its least and largest value.
void drawCurve(const Canvas& c, const LiveCurve& curve, double timeStep) {
    std::vector<ImVec2> points;
    const int count = static_cast<int>(curve.values.size());
    const int columns = std::max(1, static_cast<int>(c.to.x - c.from.x));
    const int perColumn = std::max(1, static_cast<int>(c.duration / timeStep) / columns);
    for (int begin = 0; begin < count; begin += perColumn) {
        const auto first = curve.values.begin() + begin;
        const auto last = curve.values.begin() + std::min(count, begin + perColumn);
        const auto [low, high] = std::minmax_element(first, last);
        for (const auto it : {std::min(low, high), std::max(low, high)}) {
            if (!std::isfinite(*it)) continue;
            points.push_back({c.x(double(it - curve.values.begin()) * timeStep), c.y(onAxis(c.plot, *it))});
            if (low == high) break;
        }
    }
    const float width = (curve.isGhost ? 1.0f : 1.8f) * uiScale();
    c.list.AddPolyline(points.data(), static_cast<int>(points.size()),
                       uiColour(curve.colour, curve.isGhost ? 0.75f : 1.0f), 0, width);
}

/// The upper left corner of a box of this size, in the corner of the canvas with the fewest hidden curves.
ImVec2 emptiestCorner(const Canvas& c, const ImVec2& size, double timeStep) {
    const float gap = 4.0f * uiScale();
    ImVec2 best;
    int fewest = std::numeric_limits<int>::max();
    for (const float top : {c.from.y + gap, c.to.y - gap - size.y})
        for (const float left : {c.from.x + gap, c.to.x - gap - size.x}) {
            int hidden = 0;
            for (const LiveCurve& curve : c.plot.curves)
                for (std::size_t frame = 0; frame < curve.values.size(); frame += 1 + curve.values.size() / 200) {
                    const float x = c.x(double(frame) * timeStep), y = c.y(onAxis(c.plot, curve.values[frame]));
                    hidden += x >= left && x <= left + size.x && y >= top && y <= top + size.y;
                }
            if (hidden < fewest) best = {left, top};
            fewest = std::min(fewest, hidden);
        }
    return best;
}

void drawLegend(const Canvas& c, double timeStep) {
    const float line = ImGui::GetTextLineHeight(), gap = 4.0f * uiScale();
    const std::size_t rows = static_cast<std::size_t>((c.to.y - c.from.y - 3.0f * gap) / line);
    float widest = 0.0f;
    std::size_t shown = 0;
    for (const LiveCurve& curve : c.plot.curves)
        if (shown < rows && !curve.legend.empty()) {
            widest = std::max(widest, ImGui::CalcTextSize(curve.legend.c_str()).x);
            ++shown;
        }
    if (shown == 0) return;
    const ImVec2 size(widest + line + 2.0f * gap, float(shown) * line + gap);
    const ImVec2 corner = emptiestCorner(c, size, timeStep);
    c.list.AddRectFilled(corner, {corner.x + size.x, corner.y + size.y}, uiColour(kPaper, 0.8f), 3.0f);
    float y = corner.y;
    for (const LiveCurve& curve : c.plot.curves) {
        if (curve.legend.empty() || shown == 0) continue;
        --shown;
        const float middle = y + 0.5f * line;
        c.list.AddLine({corner.x + gap, middle}, {corner.x + line, middle}, uiColour(curve.colour),
                       (curve.isGhost ? 1.0f : 2.5f) * uiScale());
        c.list.AddText({corner.x + line + gap, y}, uiColour(kDark), curve.legend.c_str());
        y += line;
    }
}

void drawHover(const Canvas& c, double timeStep) {
    const double time =
        std::clamp(double((ImGui::GetIO().MousePos.x - c.from.x) / (c.to.x - c.from.x)), 0.0, 1.0) * c.duration;
    const std::size_t frame = static_cast<std::size_t>(std::lround(time / timeStep));
    c.list.AddLine({c.x(time), c.from.y}, {c.x(time), c.to.y}, uiColour(kInk, 0.5f));
    ImGui::BeginTooltip();
    ImGui::TextDisabled("%.3f s", double(frame) * timeStep);
    for (const LiveCurve& curve : c.plot.curves) {
        if (frame >= curve.values.size()) continue;
        const ImVec4 colour(curve.colour.x(), curve.colour.y(), curve.colour.z(), 1.0f);
        ImGui::TextColored(colour, "%s%s%.4g", curve.name.c_str(), curve.name.empty() ? "" : "  ", curve.values[frame]);
    }
    ImGui::EndTooltip();
}

} // namespace

std::optional<double> drawPlot(const LivePlot& plot, const PlotMoment& moment, bool withLegend) {
    const float left = 3.6f * ImGui::GetFontSize(), below = 1.35f * ImGui::GetFontSize();
    const ImVec2 corner = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
    if (size.x < 2.0f * left || size.y < 3.0f * below) return std::nullopt;
    std::size_t frames = 1;
    for (const LiveCurve& curve : plot.curves)
        frames = std::max(frames, curve.values.size());
    const double duration = std::max(0.5, double(frames - 1) * moment.timeStep);
    Canvas canvas{plot,
                  *ImGui::GetWindowDrawList(),
                  {corner.x + left, corner.y + 3.0f * uiScale()},
                  {corner.x + size.x - 4.0f * uiScale(), corner.y + size.y - below},
                  duration};
    fitValues(canvas);
    drawAxes(canvas);
    canvas.list.PushClipRect(canvas.from, canvas.to, true);
    for (const LiveCurve& curve : plot.curves)
        drawCurve(canvas, curve, moment.timeStep);
    canvas.list.AddLine({canvas.x(moment.shown), canvas.from.y}, {canvas.x(moment.shown), canvas.to.y}, uiColour(kInk),
                        uiScale());
    if (withLegend) drawLegend(canvas, moment.timeStep);
    canvas.list.PopClipRect();
    ImGui::InvisibleButton("canvas", size);
    if (ImGui::IsItemHovered()) drawHover(canvas, moment.timeStep);
    if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(0, 2.0f)) return std::nullopt;
    const double share = double((ImGui::GetIO().MousePos.x - canvas.from.x) / (canvas.to.x - canvas.from.x));
    return std::clamp(share, 0.0, 1.0) * duration;
}

} // namespace samples
