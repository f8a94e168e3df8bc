// SPDX-License-Identifier: Zlib
#include "SampleEntries.h"
#include "viewer/Theme.h"
#include "viewer/panels/Panels.h"

#include <imgui.h>

#include <algorithm>
#include <cctype>

namespace samples {
namespace {

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

bool isFound(const SampleEntry& entry, const std::string& search) {
    return lowered(entry.name + " " + entry.description + " " + entry.figure).find(lowered(search)) !=
           std::string::npos;
}

/// Name, description and figure below each other, as one thing to click at.
void drawEntry(const SampleEntry& entry, ViewerState& state) {
    const float width = ImGui::GetContentRegionAvail().x, line = ImGui::GetTextLineHeight();
    const float gap = 5.0f * uiScale();
    const float described = ImGui::CalcTextSize(entry.description.c_str(), nullptr, false, width - 2.0f * gap).y;
    const float height = line + described + (entry.figure.empty() ? 0.0f : line) + 2.0f * gap;
    const ImVec2 corner = ImGui::GetCursorPos();
    const bool isChosen = state.settings.scene == entry.name;
    ImGui::PushID(entry.name.c_str());
    if (ImGui::Selectable("##scene", isChosen, 0, {width, height})) state.open(entry.name);
    ImGui::PopID();
    const ImVec2 next = ImGui::GetCursorPos();
    ImGui::SetCursorPos({corner.x + gap, corner.y + gap});
    ImGui::BeginGroup();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.0f});
    ImGui::PushFont(headingFont());
    ImGui::TextUnformatted(entry.name.c_str());
    ImGui::PopFont();
    ImGui::PushTextWrapPos(corner.x + width - gap);
    ImGui::TextUnformatted(entry.description.c_str());
    ImGui::PopTextWrapPos();
    if (!entry.figure.empty()) ImGui::TextDisabled("%s", entry.figure.c_str());
    ImGui::PopStyleVar();
    ImGui::EndGroup();
    ImGui::SetCursorPos(next);
}

} // namespace

void drawScenePanel(ViewerState& state) {
    char search[64] = "";
    state.search.copy(search, sizeof search - 1);
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::InputTextWithHint("##search", "search", search, sizeof search)) state.search = search;
    ImGui::BeginChild("list");
    int found = 0;
    for (const SampleEntry& entry : sampleEntries())
        if (isFound(entry, state.search)) {
            drawEntry(entry, state);
            ++found;
        }
    if (found == 0) ImGui::TextDisabled("no such scene");
    ImGui::EndChild();
}

} // namespace samples
