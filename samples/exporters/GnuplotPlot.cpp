// SPDX-License-Identifier: Zlib
#include "exporters/GnuplotPlot.h"

#include "exporters/GnuplotSideView.h"
#include "exporters/GnuplotText.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

namespace samples {
namespace {

constexpr std::array<const char*, 6> kCurveColours = {"#0072b2", "#d55e00", "#009e73",
                                                      "#cc79a7", "#000000", "#e69f00"}; // Okabe and Ito

void writeHead(std::ostringstream& out, const PlotSpec& spec, PlotFormat fileFormat, const std::string& outputPath) {
    out << "# A picture by ambient-samples. Draw it again, or differently, with: gnuplot THIS_FILE\n"
        << (fileFormat == PlotFormat::Png ? "set terminal pngcairo" : "set terminal svg")
        << format(" size %.0f,%.0f noenhanced font 'Sans,%d' background 'white'\n", kPictureWidth, kPictureHeight,
                  fileFormat == PlotFormat::Png ? 14 : 19)
        << "set output " << quoted(outputPath) << "\n"
        << "set encoding utf8\n";
    if (!spec.title.empty())
        out << format("set label 1 %s at screen %.5f,%.5f left font ',%d'\n", quoted(spec.title).c_str(),
                      50.0 / kPictureWidth, 1.0 - 36.0 / kPictureHeight, fileFormat == PlotFormat::Png ? 21 : 28);
    out << "set label 2 " << quoted(spec.subtitle)
        << format(" at screen %.5f,%.5f left textcolor '#555555'\n", 50.0 / kPictureWidth, 1.0 - 76.0 / kPictureHeight);
}

/// The curves of a panel: those it names, or one per body.
std::vector<PlotCurve> curvesOf(const RunRecord& record, const PlotPanel& panel) {
    if (!panel.value) return panel.curves;
    std::vector<PlotCurve> curves;
    for (int body = 0; body < record.bodyCount(); ++body)
        curves.push_back({record.bodies[static_cast<std::size_t>(body)].name,
                          [body, &panel](const RunRecord& r, int frame) { return panel.value(r.at(frame, body)); }});
    return curves;
}

/// Writes the data of a panel's curves and returns the range of their values.
std::array<double, 2> writeCurves(std::ostringstream& out, const RunRecord& record, const PlotPanel& panel,
                                  const std::vector<PlotCurve>& curves, const std::string& name) {
    std::array<double, 2> range = {1e30, -1e30};
    out << "$" << name << " << EOD\n";
    for (int frame = 0; frame < record.frameCount(); ++frame) {
        const bool point = isPlotPoint(record, frame);
        if (point) out << format("%.6g", record.at(frame).time);
        for (const PlotCurve& curve : curves) {
            double value = curve.value(record, frame);
            if (panel.logarithmic) value = std::max(value, panel.smallestSpan);
            range = {std::min(range[0], value), std::max(range[1], value)};
            if (point) out << format(" %.6g", value);
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

void writePanel(std::ostringstream& out, const RunRecord& record, const PlotPanel& panel, const std::string& name,
                const PlotBox& box) {
    const std::vector<PlotCurve> curves = curvesOf(record, panel);
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
PlotBox sideViewBox(const RunRecord& record, const PlotSpec& spec) {
    if (spec.wide) return {120.0, kPictureWidth - 150.0, 590.0, kPictureHeight - 120.0};
    PlotBox box{120.0, 740.0, 80.0, kPictureHeight - 120.0};
    const PlotBox extent = extentOf(record, spec);
    box.right = box.left + std::clamp(1.1 * box.height() * extent.width() / extent.height(), 360.0, 800.0);
    return box;
}

PlotBox panelBox(bool wide, const PlotBox& sideView, std::size_t index, std::size_t count) {
    const double right = kPictureWidth - 40.0;
    const PlotBox all = wide ? PlotBox{120.0, right, 80.0, 480.0}
                             : PlotBox{sideView.right + 260.0, right, 80.0, kPictureHeight - 120.0};
    const double gap = wide ? 150.0 : 110.0;
    const double n = double(count), i = double(index);
    if (wide) {
        const double width = (all.width() - (n - 1.0) * gap) / n;
        return {all.left + i * (width + gap), all.left + i * (width + gap) + width, all.bottom, all.top};
    }
    const double height = (all.height() - (n - 1.0) * gap) / n;
    return {all.left, all.right, all.top - i * (height + gap) - height, all.top - i * (height + gap)};
}

} // namespace

PlotFormat plotFormatOf(const std::string& path) {
    const std::string ending = path.size() < 4 ? "" : path.substr(path.size() - 4);
    if (ending == ".png") return PlotFormat::Png;
    if (ending == ".svg") return PlotFormat::Svg;
    throw std::invalid_argument("--plot " + path + ": the name must end in .png or .svg");
}

std::string plotScript(const RunRecord& record, const PlotSpec& spec, PlotFormat fileFormat,
                       const std::string& outputPath) {
    std::ostringstream out;
    writeHead(out, spec, fileFormat, outputPath);
    out << "set palette defined (" << colourPalette() << ")\nset multiplot\n"
        << "set border linecolor rgb '#606060'\nset grid linecolor rgb '#dddddd' linetype 1 linewidth 0.8\n"
        << "set tics out nomirror\nunset key\n";
    const PlotBox sideView = sideViewBox(record, spec);
    writeSideView(out, record, spec, sideView);
    for (std::size_t i = 0; i < spec.panels.size(); ++i)
        writePanel(out, record, spec.panels[i], "panel" + std::to_string(i),
                   panelBox(spec.wide, sideView, i, spec.panels.size()));
    out << "unset multiplot\nunset output\n";
    return out.str();
}

bool isGnuplotInstalled() {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (!folder.empty() && access((folder + "/gnuplot").c_str(), X_OK) == 0) return true;
    return false;
}

void runGnuplot(const std::string& script) {
    // In the C locale gnuplot complains that it cannot write a degree sign.
    std::FILE* pipe = popen("LC_ALL=C.UTF-8 gnuplot", "w");
    if (!pipe) throw std::runtime_error("gnuplot could not be started");
    const bool written = std::fwrite(script.data(), 1, script.size(), pipe) == script.size();
    if (pclose(pipe) != 0 || !written) throw std::runtime_error("gnuplot could not draw the picture");
}

} // namespace samples
