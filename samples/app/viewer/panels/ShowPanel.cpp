// SPDX-License-Identifier: Zlib
#include "viewer/Theme.h"
#include "viewer/panels/Panels.h"

#include <imgui.h>

#include <algorithm>

namespace samples {
namespace {

void drawToggle(const char* key, const char* label, bool& flag, const char* tip) {
    ImGui::Checkbox(label, &flag);
    drawTip(tip);
    ImGui::SameLine(ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize("9").x);
    ImGui::TextDisabled("%s", key);
}

void drawTerms(ViewerState& state) {
    ShowOptions& show = state.settings.show;
    if (!show.forces || !state.run.hasRun()) return;
    ImGui::Indent();
    for (const std::string& term : state.run.record().terms) {
        const auto found = std::find(show.terms.begin(), show.terms.end(), term);
        bool isShown = show.terms.empty() || found != show.terms.end();
        if (!ImGui::Checkbox(readableName(term).c_str(), &isShown)) continue;
        // An empty list means all: the list is written out before an entry is removed.
        if (show.terms.empty()) show.terms = state.run.record().terms;
        const auto place = std::find(show.terms.begin(), show.terms.end(), term);
        if (isShown && place == show.terms.end()) show.terms.push_back(term);
        if (!isShown && place != show.terms.end()) show.terms.erase(place);
        if (show.terms.empty()) show.forces = false;
    }
    ImGui::Unindent();
}

void drawSlices(ViewerState& state) {
    ShowOptions& show = state.settings.show;
    if (!state.run.hasRun() || state.run.record().sliceMoments.empty()) return;
    const std::vector<RecordedSlice>& slices = state.run.record().sliceMoments.front().slices;
    if (!slices.empty()) {
        ImGui::Checkbox("slice through the water", &show.slices);
        drawTip("a quantity of the water on a grid, and arrows of the flow");
    }
    if (!state.run.record().sliceMoments.front().particles.empty()) {
        ImGui::Checkbox("particles in the water", &show.particles);
        drawTip("points that the water on a grid carries, with their way since the moment before");
    }
    if (!show.slices || slices.size() < 2) return;
    const int last = static_cast<int>(slices.size()) - 1;
    show.slice = std::clamp(show.slice, 0, last);
    ImGui::SetNextItemWidth(-1.0f);
    ImGui::SliderInt("##slice", &show.slice, 0, last, slices[static_cast<std::size_t>(show.slice)].quantity.c_str());
}

void drawCamera(ViewerState& state) {
    drawHeading("Camera");
    drawToggle("F", "follow", state.settings.following, "the camera goes along with the bodies");
    if (ImGui::Button("bodies")) state.frameBodies();
    drawTip("look at the bodies as they are. R or Home");
    ImGui::SameLine();
    if (ImGui::Button("whole path")) state.framePath();
    drawTip("look at all of the way so far. A");
    double& enlargement = state.settings.show.enlargement;
    const double least = 1.0, most = 100.0;
    ImGui::SetNextItemWidth(-1.0f);
    ImGui::SliderScalar("##enlargement", ImGuiDataType_Double, &enlargement, &least, &most,
                        "bodies %.3g times as large", ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    drawTip("draws the bodies larger than they are");
}

} // namespace

void drawShowPanel(ViewerState& state, const std::string& usedQuality) {
    ShowOptions& show = state.settings.show;
    drawHeading("Bodies");
    drawToggle("1", "slip speed", show.slip, "colours: how fast the flow passes along the surface");
    drawToggle("2", "separation line", show.separation, "where the flow leaves the surface");
    drawToggle("3", "forces", show.forces, "an arrow per force term");
    drawTerms(state);
    drawToggle("4", "added mass", show.addedMass, "an ellipsoid with the proportions of the added mass");
    drawToggle("0", "wings", show.wings, "arrows from lifting surfaces: lift, suction of the leading edge, lee");
    drawToggle("5", "trails", show.trails, "the way so far, coloured by time");
    drawToggle("6", "velocity", show.velocity, "an arrow");
    drawToggle("7", "names", show.labels, "of the bodies, where there are several");
    drawHeading("Scene");
    drawToggle("8", "ruler", show.ruler, "a bar of round length");
    drawToggle("9", "water surface", state.settings.waterline, "where the scene has one");
    drawSlices(state);
    drawCamera(state);
    drawHeading("Pictures");
    int quality = static_cast<int>(state.settings.quality);
    const std::string automatic = "automatic (" + usedQuality + ")";
    const char* names[] = {automatic.c_str(), "fast", "good"};
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::Combo("##quality", &quality, names, 3)) state.settings.quality = static_cast<QualityChoice>(quality);
    drawTip("fast: no smoothing of edges, hard shadows; for drawing without a graphics card");
    if (ImGui::Button("save picture")) state.wantsScreenshot = true;
    drawTip("as PNG into the current folder. F12");
}

} // namespace samples
