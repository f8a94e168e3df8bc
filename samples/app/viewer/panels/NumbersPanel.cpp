// SPDX-License-Identifier: Zlib
#include "viewer/Theme.h"
#include "viewer/panels/Panels.h"

#include <imgui.h>

#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// A line of the panel and of the copied text.
struct Line {
    std::string name, value; ///< no value: a heading
};

std::string text(const Vector3& v, double factor = 1.0) {
    char buffer[100];
    // Rounding beside a larger number is none of the reader's business.
    const double least = 1e-9 * v.norm();
    const Vector3 shown = factor * v.unaryExpr([least](double x) { return std::abs(x) > least ? x : 0.0; });
    std::snprintf(buffer, sizeof buffer, "%10.4g %10.4g %10.4g", shown.x(), shown.y(), shown.z());
    return buffer;
}

std::string text(double value) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%10.4g", value);
    return buffer;
}

void addWrench(std::vector<Line>& lines, const std::string& name, const ambient::Wrench& wrench,
               const ambient::Twist& relative) {
    lines.push_back({name, ""});
    lines.push_back({"force [N]", text(wrench.linear)});
    lines.push_back({"torque [N m]", text(wrench.angular)});
    lines.push_back({"power [W]", text(wrench.linear.dot(relative.linear) + wrench.angular.dot(relative.angular))});
}

std::vector<Line> linesOf(const RunRecord& record, int frame, int body) {
    const RecordedBody& recorded = record.bodies[static_cast<std::size_t>(body)];
    const BodySample& s = record.at(frame, body);
    ambient::Twist relative = s.velocity;
    relative.linear -= s.mediumVelocity;
    const Vector3 turn = ambient::logSO3(s.worldFromBody.orientation);
    std::vector<Line> lines = {
        {"Motion", ""},
        {"time [s]", text(s.time)},
        {"position [m]", text(s.worldFromBody.position)},
        {"turned by [deg]", text(turn, 180.0 / ambient::kPi)},
        {"velocity [m/s]", text(s.velocity.linear)},
        {"speed [m/s]", text(s.velocity.linear.norm())},
        {"spin [rad/s]", text(s.velocity.angular)},
        {"momentum [kg m/s]", text(s.momentum.linear)},
        {"angular momentum [kg m\u00b2/s]", text(s.momentum.angular)},
        {"kinetic energy [J]", text(s.kineticEnergy)},
        {"Body", ""},
        {"mass [kg]", text(recorded.mass)},
    };
    if (recorded.model) lines.push_back({"displaced mass [kg]", text(s.displacedMass)});
    for (std::size_t term = 0; term < s.terms.size() && term < record.terms.size(); ++term)
        addWrench(lines, readableName(record.terms[term]), s.terms[term], relative);
    return lines;
}

std::string copied(const RunRecord& record, const std::vector<Line>& lines, int body) {
    std::string all = record.scene + ", model " + record.model + ", solver " + record.solver + ", body " +
                      record.bodies[static_cast<std::size_t>(body)].name + "\n";
    for (const Line& line : lines)
        all += line.value.empty() ? line.name + "\n" : "  " + line.name + ": " + line.value + "\n";
    return all;
}

void drawBodyChoice(ViewerState& state) {
    const std::vector<RecordedBody>& bodies = state.run.record().bodies;
    ImGui::SetNextItemWidth(-ImGui::CalcTextSize("copy").x - 4.0f * ImGui::GetStyle().FramePadding.x);
    if (!ImGui::BeginCombo("##body", bodies[static_cast<std::size_t>(state.selectedBody)].name.c_str())) return;
    for (int body = 0; body < static_cast<int>(bodies.size()); ++body) {
        ImGui::PushID(body);
        if (ImGui::Selectable(bodies[static_cast<std::size_t>(body)].name.c_str(), body == state.selectedBody))
            state.selectBody(body);
        ImGui::PopID();
    }
    ImGui::EndCombo();
}

} // namespace

void drawNumbersPanel(ViewerState& state) {
    if (!state.run.hasRun() || state.run.record().bodyCount() == 0) return;
    const RunRecord& record = state.run.record();
    drawBodyChoice(state);
    const std::vector<Line> lines = linesOf(record, state.run.shownFrame(), state.selectedBody);
    ImGui::SameLine();
    if (ImGui::Button("copy")) {
        ImGui::SetClipboardText(copied(record, lines, state.selectedBody).c_str());
        state.say("the numbers are in the clipboard");
    }
    drawTip("all of it as text");
    ImGui::BeginChild("numbers");
    const float indent = 6.0f * uiScale();
    for (const Line& line : lines) {
        if (line.value.empty()) {
            drawHeading(line.name.c_str());
            continue;
        }
        ImGui::TextDisabled("%s", line.name.c_str());
        ImGui::Indent(indent);
        ImGui::PushFont(numberFont());
        ImGui::TextUnformatted(line.value.c_str());
        ImGui::PopFont();
        ImGui::Unindent(indent);
    }
    drawGreyText("World axes: z up. Forces about the centre of mass. A click on a body chooses it.");
    ImGui::EndChild();
}

} // namespace samples
