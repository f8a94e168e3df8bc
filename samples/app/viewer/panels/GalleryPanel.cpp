// SPDX-License-Identifier: Zlib
#include "interface/SampleEntries.h"
#include "viewer/Theme.h"
#include "viewer/panels/Panels.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace samples {
namespace {

const Rgb kCardPaper(1.0f, 1.0f, 1.0f), kCardEdge(0.80f, 0.81f, 0.83f), kCardInk(0.12f, 0.14f, 0.16f),
    kCardSoftInk(0.38f, 0.40f, 0.43f), kNoPicture(0.88f, 0.89f, 0.90f);

/// Sizes of a card, in ImGui's units.
struct CardSize {
    float width = 0.0f, picture = 0.0f, height = 0.0f, gap = 0.0f;

    /// \param room of all cards \param columns receives the number of cards side by side
    CardSize(float room, int& columns) {
        const float least = 210.0f * uiScale();
        gap = 12.0f * uiScale();
        columns = std::max(1, static_cast<int>((room + gap) / (least + gap)));
        width = std::floor((room - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
        picture = std::round(width * 9.0f / 16.0f);
        height = picture + 4.0f * ImGui::GetTextLineHeight() + 14.0f * uiScale();
    }
};

void drawCardText(const SampleEntry& entry, const ImVec2& corner, const CardSize& size, ImDrawList& list) {
    const float inset = 8.0f * uiScale(), font = ImGui::GetFontSize();
    const ImVec2 text(corner.x + inset, corner.y + size.picture + 5.0f * uiScale());
    const ImVec4 clip(corner.x, corner.y, corner.x + size.width - inset, corner.y + size.height - 4.0f * uiScale());
    list.AddText(headingFont(), headingFont()->FontSize, text, uiColour(kCardInk), entry.name.c_str(), nullptr, 0.0f,
                 &clip);
    list.AddText(ImGui::GetFont(), font, {text.x, text.y + 1.15f * ImGui::GetTextLineHeight()}, uiColour(kCardSoftInk),
                 entry.description.c_str(), nullptr, size.width - 2.0f * inset, &clip);
}

/// \returns whether the card was clicked
bool drawCard(const SampleEntry& entry, bool isChosen, const CardSize& size, Thumbnails& thumbnails) {
    const ImVec2 corner = ImGui::GetCursorScreenPos(), end(corner.x + size.width, corner.y + size.height);
    const bool isClicked = ImGui::InvisibleButton(entry.name.c_str(), {size.width, size.height});
    const bool isHovered = ImGui::IsItemHovered();
    drawTip(entry.figure.empty() ? entry.description : entry.description + "\n" + entry.figure);
    if (!ImGui::IsRectVisible(corner, end)) return isClicked;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float round = 6.0f * uiScale();
    list.AddRectFilled(corner, end, uiColour(kCardPaper), round);
    const ImVec2 pictureEnd(end.x, corner.y + size.picture);
    if (const GLuint texture = thumbnails.textureOf(entry.name))
        list.AddImageRounded(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(texture)), corner, pictureEnd,
                             {0.0f, 0.0f}, {1.0f, 1.0f}, 0xffffffff, round, ImDrawFlags_RoundCornersTop);
    else
        list.AddRectFilled(corner, pictureEnd, uiColour(kNoPicture), round, ImDrawFlags_RoundCornersTop);
    drawCardText(entry, corner, size, list);
    const unsigned edge = isChosen || isHovered ? uiColour(categoryColour(0)) : uiColour(kCardEdge);
    list.AddRect(corner, end, edge, round, 0, (isChosen ? 3.0f : 1.0f) * uiScale());
    return isClicked;
}

/// Search, and how to choose.
void drawGalleryHead(ViewerState& state) {
    ImGui::PushFont(headingFont());
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Scenes");
    ImGui::PopFont();
    ImGui::SameLine(0.0f, 16.0f * uiScale());
    char search[64] = "";
    state.gallery.search.copy(search, sizeof search - 1);
    ImGui::SetNextItemWidth(16.0f * ImGui::GetFontSize());
    const bool isEntered =
        ImGui::InputTextWithHint("##search", "search", search, sizeof search, ImGuiInputTextFlags_EnterReturnsTrue);
    state.gallery.search = search;
    if (isEntered) state.openChosen();
    ImGui::SameLine(0.0f, 16.0f * uiScale());
    if (state.run.hasRun()) {
        if (ImGui::Button("Back")) state.closeGallery();
        drawTip("to the run. Esc");
        ImGui::SameLine(0.0f, 16.0f * uiScale());
    }
    ImGui::TextDisabled("Click on a scene, or choose it by the arrow keys and Enter. H: all keys");
}

void scrollTo(float top, float height) {
    const float room = ImGui::GetWindowHeight(), scroll = ImGui::GetScrollY();
    if (top < scroll) ImGui::SetScrollY(top);
    if (top + height > scroll + room) ImGui::SetScrollY(top + height - room);
}

} // namespace

void drawGalleryPanel(ViewerState& state, Thumbnails& thumbnails) {
    drawGalleryHead(state);
    ImGui::BeginChild("cards");
    const std::vector<SampleEntry>& entries = sampleEntries();
    const std::vector<int> shown = state.gallery.shown();
    const CardSize size(ImGui::GetContentRegionAvail().x, state.gallery.columns);
    const std::string chosen = state.gallery.chosen();
    const ImVec2 origin = ImGui::GetCursorPos();
    int clicked = -1;
    for (int i = 0; i < static_cast<int>(shown.size()); ++i) {
        const SampleEntry& entry = entries[static_cast<std::size_t>(shown[static_cast<std::size_t>(i)])];
        const int row = i / state.gallery.columns, column = i % state.gallery.columns;
        const float x = origin.x + static_cast<float>(column) * (size.width + size.gap);
        const float y = origin.y + static_cast<float>(row) * (size.height + size.gap);
        ImGui::SetCursorPos({x, y});
        if (drawCard(entry, entry.name == chosen, size, thumbnails)) clicked = shown[static_cast<std::size_t>(i)];
        if (state.gallery.wantsView && entry.name == chosen) scrollTo(y, size.height);
    }
    state.gallery.wantsView = false;
    if (shown.empty()) ImGui::TextDisabled("no such scene");
    ImGui::EndChild();
    if (clicked < 0) return;
    state.gallery.choose(clicked);
    state.openChosen();
}

} // namespace samples
