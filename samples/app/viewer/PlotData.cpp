// SPDX-License-Identifier: Zlib
#include "viewer/PlotData.h"

#include <algorithm>

namespace samples {
namespace {

constexpr int kMostCurves = 7; // as many as there are colours

double tiltOf(const BodySample& sample) {
    return tiltDegrees(sample);
}

/// The bodies with a curve.
std::vector<int> drawnBodies(const RunRecord& record, int selected) {
    if (record.bodyCount() > kMostCurves) return {selected};
    std::vector<int> all;
    for (int body = 0; body < record.bodyCount(); ++body)
        all.push_back(body);
    return all;
}

/// Whether the scene itself draws the same curve.
bool isDoubled(const std::string& quantity, const PlotSpec& spec) {
    return std::any_of(spec.panels.begin(), spec.panels.end(),
                       [&](const PlotPanel& panel) { return panel.label.rfind(quantity, 0) == 0; });
}

} // namespace

void PlotData::addPlot(const PlotPanel& panel, const RunRecord& record, const RunRecord* ghost, int selected) {
    LivePlot plot{panel.label, panel.smallestSpan, panel.logarithmic, {}};
    std::vector<Value> values;
    const auto add = [&](const std::string& name, Rgb colour, const Value& value) {
        const std::string own = name.empty() && ghost ? record.model : name;
        plot.curves.push_back({own, own, colour, false, {}});
        values.push_back(value);
        if (!ghost) return;
        const bool isFirst = plot.curves.size() == 1;
        const std::string legend = name.empty() ? ghost->model : "thin: " + ghost->model;
        plot.curves.push_back(
            {name.empty() ? ghost->model : name + ", " + ghost->model, isFirst ? legend : "", colour, true, {}});
        values.push_back(value);
    };
    if (panel.value) {
        const std::vector<int> bodies = drawnBodies(record, selected);
        for (const int body : bodies) {
            const bool isAlone = record.bodyCount() == 1;
            add(isAlone ? "" : record.bodies[static_cast<std::size_t>(body)].name,
                bodies.size() == 1 ? categoryColour(0) : m_colours[static_cast<std::size_t>(body)],
                [body, value = panel.value](const RunRecord& r, int frame) { return value(r.at(frame, body)); });
        }
    }
    for (std::size_t i = 0; i < panel.curves.size(); ++i)
        add(panel.curves[i].name, categoryColour(static_cast<int>(i)), panel.curves[i].value);
    m_plots.push_back(std::move(plot));
    m_values.push_back(std::move(values));
}

void PlotData::reset(const PlotSpec& spec, const RunRecord& record, const RunRecord* ghost, int selected,
                     std::vector<Rgb> colours) {
    m_colours = std::move(colours);
    m_plots.clear();
    m_values.clear();
    const auto height = [](const BodySample& s) { return s.worldFromBody.position.z(); };
    const auto speed = [](const BodySample& s) { return s.velocity.linear.norm(); };
    addPlot({"height [m]", 0.01, height}, record, ghost, selected);
    if (!isDoubled("speed [", spec)) addPlot({"speed [m/s]", 0.01, speed}, record, ghost, selected);
    const auto energy = [](const BodySample& s) { return s.kineticEnergy; };
    addPlot({"kinetic energy [J]", 1e-9, energy}, record, ghost, selected);
    addPlot({"tilt of the axis [deg]", 1.0, tiltOf}, record, ghost, selected);
    for (const PlotPanel& panel : spec.panels)
        if (!panel.traces) addPlot(panel, record, ghost, selected); // those are of whole runs
    update(record, ghost);
}

void PlotData::update(const RunRecord& record, const RunRecord* ghost) {
    for (std::size_t plot = 0; plot < m_plots.size(); ++plot)
        for (std::size_t i = 0; i < m_plots[plot].curves.size(); ++i) {
            LiveCurve& curve = m_plots[plot].curves[i];
            const RunRecord& source = curve.isGhost ? *ghost : record;
            for (int frame = static_cast<int>(curve.values.size()); frame < source.frameCount(); ++frame)
                curve.values.push_back(m_values[plot][i](source, frame));
        }
}

} // namespace samples
