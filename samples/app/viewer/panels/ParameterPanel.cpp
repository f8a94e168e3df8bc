// SPDX-License-Identifier: Zlib
#include "viewer/Theme.h"
#include "viewer/panels/LoopCanvas.h"
#include "viewer/panels/Panels.h"

#include <imgui.h>

#include <algorithm>

#include <cmath>
#include <optional>
#include <stdexcept>

namespace samples {
namespace {

constexpr double kLogarithmicFrom = 100.0; // ratio of the ends of a slider

std::string sliderFormat(const Parameter& p) {
    std::string format = p.whole ? "%.0f" : "%.4g";
    if (p.unit == "1") return format;
    format += " ";
    for (const char c : p.unit)
        format += c == '%' ? "%%" : std::string(1, c);
    return format;
}

/// The values with one of them reset to the scene's default.
ParameterValues withDefault(const ParameterValues& values, const Parameter& usual) {
    std::vector<Parameter> all = values.all();
    for (Parameter& p : all)
        if (p.key == usual.key) p = usual;
    return ParameterValues(std::move(all));
}

/// \returns whether a new value is there to be used
bool drawSlider(const Parameter& p, ParameterValues& values) {
    const bool isLogarithmic = p.minimum > 0.0 && p.maximum / p.minimum > kLogarithmicFrom;
    const ImGuiSliderFlags flags =
        ImGuiSliderFlags_AlwaysClamp | (isLogarithmic ? int(ImGuiSliderFlags_Logarithmic) : 0);
    double value = p.value;
    if (ImGui::SliderScalar("##value", ImGuiDataType_Double, &value, &p.minimum, &p.maximum, sliderFormat(p).c_str(),
                            flags)) {
        value = std::min(std::max(p.whole ? std::round(value) : value, p.minimum), p.maximum);
        values.set(p.key, value);
    }
    const bool isReleased = ImGui::IsItemDeactivatedAfterEdit();
    drawTip(p.description + "\n" + shortNumber(p.minimum) + " to " + shortNumber(p.maximum) +
            (p.unit == "1" ? "" : " " + p.unit) + ". Ctrl+click: type a value.");
    return isReleased;
}

bool drawFileField(const Parameter& p, const Parameter& usual, ParameterValues& values) {
    char text[512] = "";
    p.text.copy(text, sizeof text - 1);
    const bool isEntered =
        ImGui::InputTextWithHint("##file", "none", text, sizeof text, ImGuiInputTextFlags_EnterReturnsTrue);
    drawTip(p.description + "\nName of a file, then Enter.");
    if (!isEntered || p.text == text) return false;
    if (std::string(text).empty())
        values = withDefault(values, usual);
    else
        values.setFile(p.key, text);
    return true;
}

bool drawLoopField(const Parameter& p, ParameterValues& values, ViewerState& state) {
    const bool isRunning = state.run.hasRun() && state.run.setup().scene == state.edited.scene;
    const std::optional<std::string> drawn =
        drawLoopCanvas(p, state.drawnPath, isRunning ? std::optional(state.run.shownTime()) : std::nullopt);
    if (drawn) values.setLoop(p.key, *drawn);
    return drawn.has_value();
}

bool drawValue(const Parameter& p, const Parameter& usual, ParameterValues& values, ViewerState& state) {
    switch (p.kind) {
    case ParameterKind::File:
        return drawFileField(p, usual, values);
    case ParameterKind::Loop:
        return drawLoopField(p, values, state);
    case ParameterKind::Number:
        break;
    }
    return drawSlider(p, values);
}

/// \returns whether the scene is to run anew
bool drawParameter(const Parameter& p, const Parameter& usual, ViewerState& state) {
    ParameterValues& values = state.edited.values;
    const bool isUsual = shownValue(p) == shownValue(usual);
    const float button = ImGui::CalcTextSize("reset").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    bool isChanged = false;
    ImGui::PushID(p.key.c_str());
    ImGui::PushFont(headingFont());
    ImGui::TextUnformatted(p.key.c_str());
    ImGui::PopFont();
    drawGreyText(p.description);
    const ParameterValues before = values;
    ImGui::SetNextItemWidth(isUsual ? -1.0f : -button - ImGui::GetStyle().ItemSpacing.x);
    // `p` may be one of the values: they are changed at the end.
    ParameterValues changed = values;
    isChanged = drawValue(p, usual, changed, state);
    if (!isUsual) {
        if (p.kind != ParameterKind::Loop) ImGui::SameLine();
        if (ImGui::Button("reset")) {
            changed = withDefault(before, usual);
            isChanged = true;
        }
        drawTip("back to " + shownValue(usual));
    }
    ImGui::PopID();
    ImGui::Dummy({0.0f, 3.0f * uiScale()});
    values = std::move(changed);
    return isChanged;
}

} // namespace

void drawParameterPanel(ViewerState& state) {
    if (state.edited.scene.empty()) return;
    const LiveSetup usual = defaultSetup(state.edited.scene);
    bool isChanged = false, isAllUsual = true;
    drawGreyText("runs anew when the mouse is let go");
    ImGui::Separator();
    ImGui::BeginChild("parameters", {0.0f, -1.6f * ImGui::GetFrameHeight()});
    const std::size_t count = state.edited.values.all().size();
    for (std::size_t i = 0; i < count; ++i) {
        const Parameter p = state.edited.values.all()[i], &normal = usual.values.all()[i];
        isAllUsual = isAllUsual && shownValue(p) == shownValue(normal);
        try {
            isChanged = drawParameter(p, normal, state) || isChanged;
        } catch (const std::invalid_argument& error) {
            state.say(error.what());
        }
    }
    ImGui::EndChild();
    ImGui::Separator();
    ImGui::BeginDisabled(isAllUsual);
    if (ImGui::Button("reset all")) {
        state.edited.values = usual.values;
        isChanged = true;
    }
    ImGui::EndDisabled();
    if (isChanged) state.applyEdited();
}

} // namespace samples
