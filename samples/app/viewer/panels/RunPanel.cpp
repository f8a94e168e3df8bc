// SPDX-License-Identifier: Zlib
#include "viewer/Theme.h"
#include "viewer/panels/Panels.h"

#include <imgui.h>

#include <algorithm>

#include <cmath>
#include <stdexcept>

namespace samples {
namespace {

/// A model in a few words.
const char* meaningOf(const std::string& model) {
    if (model == "default") return "surface pressure, friction, buoyancy, added mass";
    if (model == "paper001") return "Padilla et al. 2025";
    if (model == "rbd") return "no fluid: vacuum";
    if (model == "uwrbd") return "linear drag";
    if (model == "gwtf") return "lift and drag of plates";
    return "";
}

std::string speedText(double speed) {
    if (speed < 1.0) return "1/" + shortNumber(std::round(1.0 / speed)) + " x";
    return shortNumber(speed) + " x";
}

void drawTransport(ViewerState& state) {
    LiveRun& run = state.run;
    const float wide = 5.2f * ImGui::GetFontSize();
    if (ImGui::Button(run.isPlaying() ? "Pause" : "Play", {wide, 0.0f})) state.togglePlay();
    drawTip("Space");
    ImGui::SameLine();
    if (ImGui::Button("Step")) run.step();
    drawTip("one step; looking back: one frame on. N or .");
    ImGui::SameLine();
    if (ImGui::Button("Reset")) run.restart();
    drawTip("from the beginning. Backspace");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(8.0f * ImGui::GetFontSize());
    float exponent = float(std::log2(run.speed()));
    const std::string text = speedText(run.speed());
    if (ImGui::SliderFloat("##speed", &exponent, -6.0f, 2.0f, text.c_str(), ImGuiSliderFlags_NoInput))
        run.setSpeed(std::exp2(std::round(double(exponent))));
    drawTip("speed: times real time. [ and ]");
}

void drawTime(ViewerState& state) {
    LiveRun& run = state.run;
    const int last = run.record().frameCount() - 1;
    const double timeStep = run.setup().timeStep;
    double time = run.shownTime();
    const double begin = 0.0, end = std::max(1, last) * timeStep;
    const float live = 10.5f * ImGui::GetFontSize();
    ImGui::SetNextItemWidth(std::max(80.0f, ImGui::GetContentRegionAvail().x - live));
    char text[80];
    std::snprintf(text, sizeof text, "%.3f s of %.3f s", time, last * timeStep);
    if (ImGui::SliderScalar("##time", ImGuiDataType_Double, &time, &begin, &end, text,
                            ImGuiSliderFlags_NoInput | ImGuiSliderFlags_NoRoundToFormat))
        run.lookAt(static_cast<int>(std::lround(time / timeStep)));
    drawTip("drag to look back. Left and Right: a frame");
    ImGui::SameLine();
    if (run.isLive()) {
        const bool isSlow = run.isPlaying() && run.keptShare() < 0.9;
        if (isSlow)
            ImGui::TextColored({0.75f, 0.30f, 0.0f, 1.0f}, "%.0f %% of the speed", 100.0 * run.keptShare());
        else
            ImGui::TextDisabled(run.isOver() ? "over" : run.isPlaying() ? "live" : "paused");
        if (isSlow) drawTip("slower than asked for: the machine cannot keep up");
        return;
    }
    if (ImGui::Button("Live")) run.goLive();
    drawTip("back to the run as it is now. End");
    ImGui::SameLine();
    if (ImGui::Button("Go on here")) run.goOnFromShown();
    drawTip("live from this frame; what came later is forgotten");
}

/// A list of models or solvers. \returns whether another one was chosen
bool drawChoice(const char* label, float width, const std::vector<std::string>& names, std::string& chosen,
                const std::string& except = "-") {
    bool isChanged = false;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(width);
    ImGui::PushID(label);
    if (ImGui::BeginCombo("##choice", chosen.empty() ? "none" : chosen.c_str())) {
        for (const std::string& name : names) {
            if (name == except) continue;
            const std::string meaning = meaningOf(name);
            const std::string text = (name.empty() ? "none" : name) + (meaning.empty() ? "" : ": " + meaning);
            if (!ImGui::Selectable(text.c_str(), name == chosen) || name == chosen) continue;
            chosen = name;
            isChanged = true;
        }
        ImGui::EndCombo();
    }
    ImGui::PopID();
    ImGui::SameLine(0.0f, 16.0f * uiScale());
    return isChanged;
}

void drawModels(ViewerState& state) {
    LiveRun& run = state.run;
    const float width = 7.2f * ImGui::GetFontSize();
    std::string model = run.setup().model, solver = run.setup().solver, ghost = run.setup().ghostModel;
    if (drawChoice("Model", width, knownModels(), model)) run.switchModel(model, run.setup().solver);
    if (drawChoice("Solver", 0.8f * width, knownSolvers(), solver)) run.switchModel(run.setup().model, solver);
    std::vector<std::string> ghosts = {""};
    ghosts.insert(ghosts.end(), knownModels().begin(), knownModels().end());
    if (drawChoice("Ghost", width, ghosts, ghost, run.setup().model)) run.setGhost(ghost);
}

/// \returns whether a new number has been typed, which then is `value`
bool drawNumber(const char* label, double& value, const char* tip) {
    static const char* typedLabel = nullptr; // in an input field the text outlives the frame
    static double typed = 0.0;
    double shown = typedLabel == label ? typed : value;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(4.2f * ImGui::GetFontSize());
    ImGui::PushID(label);
    ImGui::InputDouble("##number", &shown, 0.0, 0.0, "%.5g");
    const bool isDone = ImGui::IsItemDeactivatedAfterEdit() && shown != value;
    if (ImGui::IsItemActive()) {
        typedLabel = label;
        typed = shown;
    } else if (typedLabel == label) {
        typedLabel = nullptr;
    }
    if (isDone) value = shown;
    drawTip(tip);
    ImGui::PopID();
    ImGui::SameLine(0.0f, 16.0f * uiScale());
    return isDone;
}

void drawLengths(ViewerState& state) {
    LiveRun& run = state.run;
    double seconds = run.setup().duration, stepsPerSecond = 1.0 / run.setup().timeStep;
    try {
        if (drawNumber("Seconds", seconds, "simulated time after which it ends [s]")) run.setDuration(seconds);
        if (drawNumber("Steps/s", stepsPerSecond, "steps of the simulation in a second; a change starts it anew")) {
            state.edited.timeStep = 1.0 / stepsPerSecond;
            RunOptions checked;
            checked.timeStep = state.edited.timeStep;
            requireValid(checked);
            state.applyEdited();
        }
    } catch (const std::invalid_argument& error) {
        state.edited.timeStep = run.setup().timeStep;
        state.say(error.what());
    }
}

void drawPreparation(ViewerState& state) {
    const std::string text = state.run.preparingStage() + " " + state.edited.scene;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text.c_str());
    ImGui::SameLine();
    ImGui::ProgressBar(float(state.run.preparedFraction()), {160.0f * uiScale(), 0.0f});
    ImGui::SameLine();
    if (ImGui::Button("Stop")) state.run.stopPreparing();
}

/// Files of the run, and the help.
void drawFiles(ViewerState& state) {
    if (state.exported.isBusy()) {
        ImGui::ProgressBar(float(state.exported.fraction()), {120.0f * uiScale(), 0.0f}, state.exported.file().c_str());
    } else {
        if (ImGui::Button("Film")) state.saveFilm();
        drawTip("film the run so far to an .mp4 file here. M");
        ImGui::SameLine();
        if (ImGui::Button("3D")) state.saveGlb();
        drawTip("write the run so far to an animated .glb file here. E");
        ImGui::SameLine();
        if (ImGui::Button("World")) state.saveWorld();
        drawTip("write the world as it is now to a .json file here, for ambient simulate and --world. W");
    }
    ImGui::SameLine();
    if (ImGui::Button("Help")) state.showsHelp = true;
}

} // namespace

void drawRunPanel(ViewerState& state) {
    if (!state.run.hasRun()) {
        if (state.run.isPreparing()) drawPreparation(state);
        return;
    }
    drawTransport(state);
    ImGui::SameLine(0.0f, 16.0f * uiScale());
    drawTime(state);
    const bool isBusy = state.run.isPreparing();
    ImGui::BeginDisabled(isBusy);
    drawModels(state);
    drawLengths(state);
    ImGui::EndDisabled();
    if (isBusy)
        drawPreparation(state);
    else
        drawFiles(state);
}

} // namespace samples
