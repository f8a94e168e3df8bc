// SPDX-License-Identifier: Zlib
#include "interface/SampleEntries.h"
#include "viewer/Theme.h"
#include "viewer/panels/Panels.h"

#include <imgui.h>

namespace samples {
namespace {

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
    ImGui::SetNextItemWidth(-ImGui::CalcTextSize("gallery").x - 4.0f * ImGui::GetStyle().FramePadding.x);
    if (ImGui::InputTextWithHint("##search", "search", search, sizeof search)) state.search = search;
    ImGui::SameLine();
    if (ImGui::Button("gallery")) state.openGallery();
    drawTip("all scenes with pictures. B");
    ImGui::BeginChild("list");
    int found = 0;
    const std::vector<SampleEntry>& entries = sampleEntries();
    for (int i = 0; i < static_cast<int>(entries.size()); ++i)
        if (isSceneFound(i, state.search)) {
            drawEntry(entries[static_cast<std::size_t>(i)], state);
            ++found;
        }
    if (found == 0) ImGui::TextDisabled("no such scene");
    ImGui::EndChild();
}

} // namespace samples
