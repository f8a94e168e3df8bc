// SPDX-License-Identifier: Zlib
#include "exporters/GnuplotPlot.h"

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

/// Those of the bodies end where the picture ends showing them.
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

/// Writes the data of a panel's curves, with gaps where a value is not a number, and returns the range of the others.
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

/// The names of the curves in their colours above the panel, where they hide nothing.
void writeLegend(std::ostream& out, const std::vector<PlotCurve>& curves, const PlotBox& box) {
    out << "unset key\nunset label\n";
    double right = box.right;
    for (std::size_t i = curves.size(); curves.size() > 1 && i-- > 0;) {
        out << format("set label %zu %s at screen %.5f,%.5f right textcolor rgb '%s'\n", 100 + i,
                      quoted("\u2014 " + curves[i].name).c_str(), right / kPictureWidth,
                      (box.top + 14.0) / kPictureHeight, kCurveColours[i % kCurveColours.size()]);
        right -= 10.0 * double(curves[i].name.size()) + 50.0;
    }
}

void writePanel(std::ostringstream& out, const RunRecord& record, const PlotSpec& spec, const PlotPanel& panel,
                const std::string& name, const PlotBox& box) {
    const std::vector<PlotCurve> curves = shownCurvesOf(record, spec, panel);
    const auto [low, high] = writeCurves(out, record, panel, curves, name);
    const double padding = std::max(0.06 * (high - low), 0.5 * (panel.smallestSpan - (high - low)));
    placeAxes(out, box);
    if (panel.logarithmic)
        out << format("set logscale y\nset format y '%%.0e'\nset yrange [%.6g:%.6g]\n", 0.7 * low, 2.0 * high);
    else
        out << format("unset logscale y\nset format y '%%h'\nset yrange [%.6g:%.6g]\n", low - padding, high + padding);
    writeLegend(out, curves, box);
    out << format("set xrange [0:%.6g]\n", record.last().time) << "set xlabel 'time [s]'\nset ylabel "
        << quoted(panel.label) << "\nplot ";
    for (std::size_t i = 0; i < curves.size(); ++i)
        out << (i > 0 ? ", " : "") << "$" << name << " using 1:" << i + 2 << " with lines linewidth 2 linecolor rgb '"
            << kCurveColours[i % kCurveColours.size()] << "'";
    out << "\n";
}

/// A landscape takes the whole width; a fall takes what it needs of it.
PlotBox viewBox(const RunRecord& record, const PlotSpec& spec) {
    if (spec.wide) return {120.0, kPictureWidth - 150.0, 590.0, kPictureHeight - 120.0};
    PlotBox box{120.0, 740.0, 80.0, kPictureHeight - 120.0};
    const PlotBox extent = extentOf(record, spec);
    box.right = box.left + std::clamp(1.1 * box.height() * extent.width() / extent.height(), 360.0, 800.0);
    return box;
}

} // namespace

std::string plotScript(const RunRecord& record, const PlotSpec& spec, PlotFormat fileFormat,
                       const std::string& outputPath) {
    std::ostringstream out;
    writePageHead(out, spec, fileFormat, outputPath);
    const PlotBox view = viewBox(record, spec);
    writeView(out, record, spec, view);
    const double right = kPictureWidth - 40.0;
    const PlotBox panels = spec.wide ? PlotBox{120.0, right, 80.0, 480.0}
                                     : PlotBox{view.right + 260.0, right, 80.0, kPictureHeight - 120.0};
    const std::size_t count = spec.panels.size() + record.slices.size();
    for (std::size_t i = 0; i < spec.panels.size(); ++i)
        writePanel(out, record, spec, spec.panels[i], "panel" + std::to_string(i),
                   panelBox(panels, spec.wide, i, count));
    for (std::size_t i = 0; i < record.slices.size(); ++i)
        writeSlice(out, record, record.slices[i], "slice" + std::to_string(i),
                   panelBox(panels, spec.wide, spec.panels.size() + i, count));
    out << "unset multiplot\nunset output\n";
    return out.str();
}

} // namespace samples
