// SPDX-License-Identifier: Zlib
#include "exporters/GnuplotPlot.h"

#include "drawing/ColourMap.h"
#include "drawing/ShownFrames.h"
#include "exporters/GnuplotPage.h"
#include "exporters/GnuplotSlice.h"
#include "exporters/GnuplotText.h"
#include "exporters/GnuplotView.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

namespace samples {
namespace {

/// The curves of a body end with the body's last frame in the picture.
std::vector<PlotCurve> shownCurvesOf(const RunRecord& record, const PlotSpec& spec, const PlotPanel& panel) {
    std::vector<PlotCurve> curves = curvesOf(record, panel);
    for (int body = 0; panel.value && body < record.bodyCount(); ++body) {
        auto& value = curves[static_cast<std::size_t>(body)].value;
        value = [whole = value, last = lastShownFrame(record, spec, body)](const RunRecord& r, int frame) {
            return frame <= last ? whole(r, frame) : std::numeric_limits<double>::quiet_NaN();
        };
    }
    return curves;
}

/// Writes the data of a panel's curves, with gaps for values that are not numbers, and returns the range of the others.
std::array<double, 2> writeCurves(std::ostringstream& out, const RunRecord& record, const PlotPanel& panel,
                                  const std::vector<PlotCurve>& curves, const std::string& name) {
    std::array<double, 2> range = {1e30, -1e30};
    out << "$" << name << " << EOD\n";
    for (int frame = 0; frame < record.frameCount(); ++frame) {
        const bool point = isPlotPoint(record, frame);
        if (point) out << format("%.6g", record.at(frame).time);
        for (const PlotCurve& curve : curves) {
            double value = curve.value(record, frame);
            if (panel.logarithmic && !std::isnan(value)) value = std::max(value, panel.smallestSpan);
            if (!std::isnan(value)) range = {std::min(range[0], value), std::max(range[1], value)};
            if (point) out << (std::isnan(value) ? " NaN" : format(" %.6g", value));
        }
        if (point) out << "\n";
    }
    out << "EOD\n";
    return range;
}

/// Writes the data of traces, one block for each. \returns the ranges of abscissa and value
std::array<std::array<double, 2>, 2> writeTraces(std::ostringstream& out, const std::vector<PlotTrace>& traces,
                                                 const std::string& name) {
    std::array<std::array<double, 2>, 2> ranges = {{{1e30, -1e30}, {1e30, -1e30}}};
    for (std::size_t i = 0; i < traces.size(); ++i) {
        out << "$" << name << "_" << i << " << EOD\n";
        for (const std::array<double, 2>& point : traces[i].points) {
            out << format("%.6g %.6g\n", point[0], point[1]);
            for (std::size_t axis = 0; axis < 2; ++axis)
                ranges[axis] = {std::min(ranges[axis][0], point[axis]), std::max(ranges[axis][1], point[axis])};
        }
        out << "EOD\n";
    }
    return ranges;
}

/// Width of a name in a legend with the gap beside the name [pixels].
double legendWidth(const std::string& name) {
    return 10.0 * double(name.size()) + 10.0; // the dash has three bytes
}

/// The names of curves, without the part up to a slash if all have this part in common.
std::vector<std::string> legendNames(const std::vector<PlotCurve>& curves) {
    const std::string first = curves.empty() ? "" : curves.front().name;
    const std::string common = first.substr(0, first.find('/') + 1);
    const bool isCommon = std::all_of(curves.begin(), curves.end(),
                                      [&](const PlotCurve& curve) { return curve.name.rfind(common, 0) == 0; });
    std::vector<std::string> names;
    for (const PlotCurve& curve : curves)
        names.push_back("\u2014 " + curve.name.substr(isCommon ? common.size() : 0));
    return names;
}

/// Curves of the lines of a legend, as many as two lines have place for. \param width of a line [pixels]
std::vector<std::vector<std::size_t>> legendLines(const std::vector<std::string>& names, double width) {
    constexpr std::size_t most = 2;
    std::vector<std::vector<std::size_t>> lines(1);
    double left = width;
    for (std::size_t i = 0; i < names.size(); ++i) {
        left -= legendWidth(names[i]);
        if (left < 0.0 && !lines.back().empty()) {
            if (lines.size() == most) break;
            lines.emplace_back();
            left = width - legendWidth(names[i]);
        }
        lines.back().push_back(i);
    }
    return lines;
}

/// The names of the curves in their colours above the panel, where they hide nothing; below two lines of names the
/// panel is one line lower.
void writeLegend(std::ostream& out, const std::vector<PlotCurve>& curves, PlotBox& box) {
    constexpr double labelOfAxis = 100.0, lineHeight = 22.0;
    out << "unset key\n";
    if (curves.size() < 2) return;
    const std::vector<std::string> names = legendNames(curves);
    const auto lines = legendLines(names, box.width() + labelOfAxis);
    for (std::size_t line = 0; line < lines.size(); ++line) {
        const double height = box.top + 14.0 - lineHeight * double(line);
        double right = box.right;
        for (auto i = lines[line].rbegin(); i != lines[line].rend(); ++i) {
            out << format("set label %zu %s at screen %.5f,%.5f right textcolor rgb '%s'\n", 100 + *i,
                          quoted(names[*i]).c_str(), right / kPictureWidth, height / kPictureHeight,
                          kCurveColours[*i % kCurveColours.size()]);
            right -= legendWidth(names[*i]);
        }
    }
    box.top -= lineHeight * double(lines.size() - 1);
}

/// A panel of curves over another quantity than time.
void writeTracePanel(std::ostringstream& out, const RunRecord& record, const PlotPanel& panel, const std::string& name,
                     PlotBox box) {
    const std::vector<PlotTrace> traces = panel.traces(record);
    auto [across, along] = writeTraces(out, traces, name);
    const bool isEmpty = across[0] > across[1]; // as in a vacuum
    if (isEmpty) across = along = {0.0, 1.0};
    std::vector<PlotCurve> named;
    for (const PlotTrace& trace : traces)
        named.push_back({trace.name, {}});
    writeLegend(out, named, box);
    placeAxes(out, box);
    const double padding = std::max(0.06 * (along[1] - along[0]), 0.5 * (panel.smallestSpan - (along[1] - along[0])));
    const double margin = 0.03 * (across[1] - across[0]);
    out << format("unset logscale y\nset format y '%%h'\nset yrange [%.6g:%.6g]\n", along[0] - padding,
                  along[1] + padding)
        << format("set xrange [%.6g:%.6g]\n", across[0] - margin, across[1] + margin) << "set xlabel "
        << quoted(panel.abscissa) << "\nset ylabel " << quoted(panel.label) << "\nplot ";
    const char* separator = "";
    for (std::size_t i = 0; i < traces.size(); ++i) {
        if (traces[i].points.empty()) continue;
        out << separator << "$" << name << "_" << i << " using 1:2 with "
            << (traces[i].isDotted ? "points pointtype 7 pointsize 1" : "lines linewidth 2") << " linecolor rgb '"
            << kCurveColours[i % kCurveColours.size()] << "'";
        separator = ", ";
    }
    if (isEmpty) out << "NaN";
    out << "\nunset label\n";
}

void writePanel(std::ostringstream& out, const RunRecord& record, const PlotSpec& spec, const PlotPanel& panel,
                const std::string& name, PlotBox box) {
    if (panel.traces) return writeTracePanel(out, record, panel, name, box);
    const std::vector<PlotCurve> curves = shownCurvesOf(record, spec, panel);
    const auto [low, high] = writeCurves(out, record, panel, curves, name);
    const double padding = std::max(0.06 * (high - low), 0.5 * (panel.smallestSpan - (high - low)));
    writeLegend(out, curves, box);
    placeAxes(out, box);
    if (panel.logarithmic)
        out << format("set logscale y\nset format y '%%.0e'\nset yrange [%.6g:%.6g]\n", 0.7 * low, 2.0 * high);
    else
        out << format("unset logscale y\nset format y '%%h'\nset yrange [%.6g:%.6g]\n", low - padding, high + padding);
    out << format("set xrange [0:%.6g]\n", record.last().time) << "set xlabel 'time [s]'\nset ylabel "
        << quoted(panel.label) << "\nplot ";
    for (std::size_t i = 0; i < curves.size(); ++i)
        out << (i > 0 ? ", " : "") << "$" << name << " using 1:" << i + 2 << " with lines linewidth 2 linecolor rgb '"
            << kCurveColours[i % kCurveColours.size()] << "'";
    out << "\nunset label\n";
}

/// A landscape takes the whole width; a fall takes the needed part.
PlotBox viewBox(const RunRecord& record, const PlotSpec& spec) {
    if (spec.wide) return {120.0, kPictureWidth - 150.0, 590.0, kPictureHeight - 120.0};
    PlotBox box{120.0, 740.0, 80.0, kPictureHeight - 120.0};
    const PlotBox extent = extentOf(record, spec);
    box.right = box.left + std::clamp(1.1 * box.height() * extent.width() / extent.height(), 360.0, 800.0);
    return box;
}

/// Boxes of a picture: the large box, and the box of the panels, side by side below the large box or in a column at its
/// right.
struct PageLayout {
    PlotBox view, panels;
    bool sideBySide;
};

PageLayout layoutOf(const RunRecord& record, const PlotSpec& spec) {
    const double right = kPictureWidth - 40.0;
    if (record.slices.empty()) {
        const PlotBox view = viewBox(record, spec);
        if (spec.wide) return {view, {120.0, right, 80.0, 480.0}, true};
        return {view, {view.right + 260.0, right, 80.0, kPictureHeight - 120.0}, false};
    }
    const RecordedSlice& slice = record.slices.front();
    if (slice.columns > 1.3 * slice.rows)
        return {{120.0, right, 460.0, kPictureHeight - 130.0}, {120.0, right, 80.0, 350.0}, true};
    return {{120.0, 960.0, 80.0, kPictureHeight - 130.0}, {1090.0, right, 80.0, kPictureHeight - 130.0}, false};
}

} // namespace

std::string plotScript(const RunRecord& record, const PlotSpec& spec, PlotFormat fileFormat,
                       const std::string& outputPath) {
    std::ostringstream out;
    writePageHead(out, spec, fileFormat, outputPath);
    const PageLayout page = layoutOf(record, spec);
    // Water is the subject of its scenes: its first slice takes the large box, together with the bodies.
    const std::size_t large = record.slices.empty() ? 0 : 1;
    if (large > 0)
        writeSlice(out, record, record.slices.front(), "slice0", page.view);
    else
        writeView(out, record, spec, page.view);
    const std::size_t count = spec.panels.size() + record.slices.size() - large;
    for (std::size_t i = 0; i < spec.panels.size(); ++i)
        writePanel(out, record, spec, spec.panels[i], "panel" + std::to_string(i),
                   panelBox(page.panels, page.sideBySide, i, count));
    for (std::size_t i = large; i < record.slices.size(); ++i)
        writeSlice(out, record, record.slices[i], "slice" + std::to_string(i),
                   panelBox(page.panels, page.sideBySide, spec.panels.size() + i - large, count));
    out << "unset multiplot\nunset output\n";
    return out.str();
}

} // namespace samples
