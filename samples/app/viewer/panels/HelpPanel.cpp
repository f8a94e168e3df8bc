// SPDX-License-Identifier: Zlib
#include "viewer/Theme.h"
#include "viewer/panels/Panels.h"

#include <imgui.h>

#include <algorithm>

namespace samples {
namespace {

struct HelpLine {
    const char *input, *meaning; ///< no meaning: a heading
};

constexpr HelpLine kMouse[] = {{"Mouse", nullptr},
                               {"left drag on a body", "pull it about, while the run is live"},
                               {"left drag elsewhere", "turn the view"},
                               {"right or middle drag", "move the view"},
                               {"wheel", "nearer, further"},
                               {"click on a body", "its numbers and curves"},
                               {"drag in a diagram", "look back"},
                               {"drag an edge of a panel", "its size"},
                               {"Ctrl+click on a slider", "type a value"},
                               {"Window", nullptr},
                               {"H, F1", "this help"},
                               {"V", "panels: all or none"},
                               {"P", "diagrams"},
                               {"F12", "save a picture here"},
                               {"M, E, W", "save a film, a 3D file, the world here"},
                               {"B", "the scenes, or back"},
                               {"Esc", "close a list or this help, or quit"}};

constexpr HelpLine kKeys[] = {{"Run", nullptr},
                              {"Space", "play, pause"},
                              {"N, .", "one step"},
                              {"Backspace", "from the beginning"},
                              {"[  ]", "slower, faster"},
                              {"Left, Right", "a frame back, on; Shift: ten"},
                              {"End, L", "back to live"},
                              {"G", "ghost of the next model"},
                              {"View", nullptr},
                              {"R, Home", "look at the bodies"},
                              {"A", "look at the whole path"},
                              {"F", "follow the bodies"},
                              {"1  2  3", "slip speed, separation, forces"},
                              {"4  5  6", "added mass, trails, velocity"},
                              {"7  8  9  0", "names, ruler, water surface, wings"}};

template <std::size_t count>
void drawLines(const HelpLine (&lines)[count]) {
    float widest = 0.0f;
    for (const HelpLine& line : lines)
        widest = std::max(widest, ImGui::CalcTextSize(line.input).x);
    ImGui::BeginGroup();
    for (const HelpLine& line : lines) {
        if (!line.meaning) {
            drawHeading(line.input);
            continue;
        }
        ImGui::TextUnformatted(line.input);
        ImGui::SameLine(widest + 18.0f * uiScale());
        ImGui::TextDisabled("%s", line.meaning);
    }
    ImGui::EndGroup();
}

} // namespace

void drawHelpPanel(ViewerState& state) {
    if (!state.showsHelp) return;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0.5f * window.x, 0.45f * window.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6.0f * uiScale());
    ImGui::Begin("Keys and mouse###help", &state.showsHelp,
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings);
    drawLines(kKeys);
    ImGui::SameLine(0.0f, 40.0f * uiScale());
    drawLines(kMouse);
    ImGui::End();
    ImGui::PopStyleVar(2);
}

} // namespace samples
