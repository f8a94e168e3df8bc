// SPDX-License-Identifier: Zlib
#include "viewer/Theme.h"
#include "viewer/panels/Panels.h"
#include "viewer/panels/PlotCanvas.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr float kNarrowestPlot = 225.0f;

/// The diagram of a place in the row: the chosen one, or one not shown yet.
int plotAt(const ViewerState& state, std::size_t place) {
    const std::vector<LivePlot>& plots = state.plots.plots();
    const std::vector<std::string>& wanted = state.settings.quantities;
    const auto indexOf = [&](const std::string& label) {
        for (std::size_t i = 0; i < plots.size(); ++i)
            if (plots[i].label == label) return static_cast<int>(i);
        return -1;
    };
    if (place < wanted.size() && indexOf(wanted[place]) >= 0) return indexOf(wanted[place]);
    return std::min(static_cast<int>(place), static_cast<int>(plots.size()) - 1);
}

void drawQuantityChoice(ViewerState& state, std::size_t place, int shown) {
    const std::vector<LivePlot>& plots = state.plots.plots();
    ImGui::SetNextItemWidth(-1.0f);
    ImGui::PushStyleColor(ImGuiCol_FrameBg, {0.0f, 0.0f, 0.0f, 0.0f});
    if (ImGui::BeginCombo("##quantity", plots[static_cast<std::size_t>(shown)].label.c_str())) {
        for (const LivePlot& plot : plots) {
            if (!ImGui::Selectable(plot.label.c_str(), &plot == &plots[static_cast<std::size_t>(shown)])) continue;
            std::vector<std::string>& wanted = state.settings.quantities;
            while (wanted.size() <= place)
                wanted.push_back(plots[static_cast<std::size_t>(plotAt(state, wanted.size()))].label);
            wanted[place] = plot.label;
        }
        ImGui::EndCombo();
    }
    ImGui::PopStyleColor();
}

} // namespace

void drawPlotPanel(ViewerState& state) {
    if (!state.run.hasRun() || state.plots.plots().empty()) return;
    const float width = ImGui::GetContentRegionAvail().x, gap = ImGui::GetStyle().ItemSpacing.x;
    const int most = static_cast<int>(state.plots.plots().size());
    const int count = std::clamp(static_cast<int>(width / (kNarrowestPlot * uiScale())), 1, most);
    const float each = (width - float(count - 1) * gap) / float(count);
    for (int place = 0; place < count; ++place) {
        if (place > 0) ImGui::SameLine();
        ImGui::PushID(place);
        ImGui::BeginChild("plot", {each, 0.0f});
        const int shown = plotAt(state, static_cast<std::size_t>(place));
        drawQuantityChoice(state, static_cast<std::size_t>(place), shown);
        const PlotMoment moment{state.run.setup().timeStep, state.run.shownTime()};
        const LivePlot& plot = state.plots.plots()[static_cast<std::size_t>(shown)];
        if (const auto time = drawPlot(plot, moment, plot.curves.size() > 1 && place == count - 1))
            state.run.lookAt(static_cast<int>(std::lround(*time / moment.timeStep)));
        ImGui::EndChild();
        ImGui::PopID();
    }
}

} // namespace samples
