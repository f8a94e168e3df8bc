// SPDX-License-Identifier: Zlib
#include "viewer/panels/LoopCanvas.h"

#include "graphics/ScaleTicks.h"
#include "scenes/parts/Gait.h"
#include "viewer/LoopPath.h"
#include "viewer/Theme.h"
#include "viewer/panels/Panels.h"

#include <imgui.h>

#include <algorithm>

namespace samples {
namespace {

using Eigen::Vector2d;

const Rgb kLoopPaper(1.0f, 1.0f, 1.0f), kLoopGrid(0.90f, 0.90f, 0.91f), kLoopAxis(0.62f, 0.63f, 0.65f),
    kLoopInk(0.38f, 0.39f, 0.41f);

/// Square on the screen for points of two numbers between the ends of a parameter.
struct LoopSquare {
    const Parameter& parameter;
    ImVec2 corner; ///< upper left
    float side;

    ImVec2 onScreen(const Vector2d& p) const {
        const double range = parameter.maximum - parameter.minimum;
        return {corner.x + side * float((p.x() - parameter.minimum) / range),
                corner.y + side * float((parameter.maximum - p.y()) / range)};
    }
    Vector2d valueAt(const ImVec2& place) const {
        const double range = parameter.maximum - parameter.minimum;
        const Vector2d value(parameter.minimum + range * double((place.x - corner.x) / side),
                             parameter.maximum - range * double((place.y - corner.y) / side));
        return value.cwiseMax(parameter.minimum).cwiseMin(parameter.maximum);
    }
};

void drawGrid(const LoopSquare& square, ImDrawList& list) {
    const Parameter& p = square.parameter;
    list.AddRectFilled(square.corner, {square.corner.x + square.side, square.corner.y + square.side},
                       uiColour(kLoopPaper), 3.0f);
    for (const ScaleTick& tick : scaleTicks(p.minimum, p.maximum, 6)) {
        const unsigned colour = uiColour(tick.value == 0.0 ? kLoopAxis : kLoopGrid);
        const ImVec2 x = square.onScreen({tick.value, p.minimum}), y = square.onScreen({p.minimum, tick.value});
        list.AddLine(x, {x.x, square.corner.y}, colour);
        list.AddLine(y, {square.corner.x + square.side, y.y}, colour);
        if (tick.value <= p.minimum) continue; // labels of the corner would lie on each other
        list.AddText({x.x + 2.0f, x.y - ImGui::GetFontSize()}, uiColour(kLoopInk, 0.7f), tick.text.c_str());
        if (tick.value != 0.0) list.AddText({y.x + 2.0f, y.y}, uiColour(kLoopInk, 0.7f), tick.text.c_str());
    }
}

void drawWay(const LoopSquare& square, ImDrawList& list, std::optional<double> time) {
    constexpr int pieces = 240;
    ParameterValues values({square.parameter});
    const Gait gait(values.loop(square.parameter.key));
    std::vector<ImVec2> line;
    for (int i = 0; i < pieces; ++i)
        line.push_back(square.onScreen(gait.at(static_cast<double>(i) / pieces)));
    list.AddPolyline(line.data(), pieces, uiColour(categoryColour(0)), ImDrawFlags_Closed, 2.0f * uiScale());
    if (time) list.AddCircleFilled(square.onScreen(gait.at(*time)), 4.0f * uiScale(), uiColour(categoryColour(1)));
}

} // namespace

std::optional<std::string> drawLoopCanvas(const Parameter& parameter, std::vector<Vector2d>& path,
                                          std::optional<double> time) {
    constexpr double tolerance = 1.5; // of the hand [px]
    const float side = ImGui::GetContentRegionAvail().x;
    if (side < 20.0f) return std::nullopt;
    const LoopSquare square{parameter, ImGui::GetCursorScreenPos(), side};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    drawGrid(square, list);
    drawWay(square, list, time);
    ImGui::InvisibleButton("loop", {side, side});
    drawTip(parameter.description + ": across and up.\nDraw a closed way with the left button.");
    if (ImGui::IsItemActivated()) path.clear();
    if (ImGui::IsItemActive()) {
        const Vector2d here = square.valueAt(ImGui::GetIO().MousePos);
        if (path.empty() || path.back() != here) path.push_back(here);
        std::vector<ImVec2> line;
        for (const Vector2d& p : path)
            line.push_back(square.onScreen(p));
        list.AddPolyline(line.data(), static_cast<int>(line.size()), uiColour(kLoopInk), 0, 1.5f * uiScale());
    }
    if (!ImGui::IsItemDeactivated()) return std::nullopt;
    const double perPixel = (parameter.maximum - parameter.minimum) / double(side);
    const std::vector<Vector2d> points = loopOfPath(std::move(path), tolerance * double(uiScale()) * perPixel);
    path.clear();
    if (points.size() < 2) return std::nullopt;
    return loopText(points);
}

} // namespace samples
