// SPDX-License-Identifier: Zlib
#include "FilePath.h"
#include "PolarReport.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace ambient {
namespace {

constexpr double kWidth = 1600.0, kHeight = 1100.0; // [px]
constexpr std::array<const char*, 6> kColours = {"#0072b2", "#d55e00", "#009e73",
                                                 "#cc79a7", "#000000", "#e69f00"}; // Okabe and Ito

/// Columns of the data block, from 1: incidence, spin, then the coefficients.
enum Column { Incidence = 1, Spin, Drag, Lift, Side, Normal, Axial, Roll, Pitch, Yaw };

struct Curve {
    std::string name;
    int block; ///< data block
    int x, y;  ///< columns
};

struct Panel {
    std::string xLabel, yLabel;
    std::vector<Curve> curves;
};

/// Writes a data block per spin, or a single block against spin if there is only one incidence.
bool isAgainstSpin(const PolarReport& report) {
    return report.incidences.size() == 1 && report.spins.size() > 1;
}

int blockCount(const PolarReport& report) {
    return isAgainstSpin(report) ? 1 : static_cast<int>(report.spins.size());
}

void writeData(std::ostringstream& out, const PolarReport& report) {
    const std::size_t perBlock = report.points.size() / static_cast<std::size_t>(blockCount(report));
    for (std::size_t i = 0; i < report.points.size(); ++i) {
        const PolarPoint& point = report.points[i];
        if (i % perBlock == 0) out << "$polar" << i / perBlock << " << EOD\n";
        out << format("%.6g %.6g", point.incidence, point.spin);
        for (const double c : point.total)
            out << format(" %.6g", c);
        out << ((i + 1) % perBlock == 0 ? "\nEOD\n" : "\n");
    }
}

/// Four panels for all coefficients.
std::vector<Panel> panelsOfOneCurveEach(bool againstSpin) {
    const int x = againstSpin ? Spin : Incidence;
    const std::string label = againstSpin ? "spin S" : "incidence [deg]";
    return {{label, "force along and across the motion", {{"CD", 0, x, Drag}, {"CL", 0, x, Lift}, {"CS", 0, x, Side}}},
            {"CD", "CL", {{"", 0, Drag, Lift}}},
            {label, "force in body axes", {{"CN", 0, x, Normal}, {"CA", 0, x, Axial}}},
            {label, "moment", {{"Croll", 0, x, Roll}, {"Cpitch", 0, x, Pitch}, {"Cyaw", 0, x, Yaw}}}};
}

/// Four panels of one coefficient each, with a curve per spin.
std::vector<Panel> panelsOfManyCurves(const PolarReport& report) {
    std::vector<Panel> panels;
    for (const int column : {Drag, Lift, Side, Pitch}) {
        Panel panel{"incidence [deg]", kCoefficientNames[static_cast<std::size_t>(column - Drag)], {}};
        for (int block = 0; block < blockCount(report); ++block)
            panel.curves.push_back(
                {format("S = %.4g", report.spins[static_cast<std::size_t>(block)]), block, Incidence, column});
        panels.push_back(panel);
    }
    return panels;
}

/// Colour of a curve: distinct hues for few curves, otherwise shades from blue to red.
std::string colourOf(std::size_t curve, std::size_t count) {
    if (count <= kColours.size()) return kColours[curve];
    const double f = static_cast<double>(curve) / static_cast<double>(count - 1);
    return format("#%02x%02x%02x", static_cast<unsigned>(30.0 + 190.0 * f), 60U,
                  static_cast<unsigned>(190.0 - 160.0 * f));
}

double valueAt(const PolarPoint& point, int column) {
    if (column == Incidence) return point.incidence;
    if (column == Spin) return point.spin;
    return point.total[static_cast<std::size_t>(column - Drag)];
}

/// Range of an axis: the range of the values with a margin, not so narrow that rounding becomes visible.
std::string rangeOf(const PolarReport& report, const std::vector<int>& columns) {
    constexpr double smallestSpan = 0.1;
    double low = valueAt(report.points.front(), columns.front()), high = low;
    for (const PolarPoint& point : report.points) {
        for (const int column : columns) {
            low = std::min(low, valueAt(point, column));
            high = std::max(high, valueAt(point, column));
        }
    }
    const double padding = std::max(0.06 * (high - low), 0.5 * (smallestSpan - (high - low)));
    return format("[%.6g:%.6g]", low - padding, high + padding);
}

/// Tic spacing for degrees.
std::string incidenceTics(const PolarReport& report) {
    const double span = report.incidences.back() - report.incidences.front();
    return span > 200.0 ? "60" : span > 100.0 ? "30" : span > 50.0 ? "15" : "autofreq";
}

/// Writes the names of the curves in their colours above the panel; only some names if there are many.
void writeLegend(std::ostringstream& out, const Panel& panel, double right, double top) {
    const std::size_t count = panel.curves.size(), stride = 1 + (count - 1) / kColours.size();
    for (std::size_t i = (count - 1) / stride * stride + stride; count > 1 && i >= stride;) {
        i -= stride;
        const std::string text = "\u2014 " + panel.curves[i].name;
        out << format("set label %d %s at screen %.5f,%.5f right textcolor rgb '%s'\n", 100 + int(i),
                      quoted(text).c_str(), right / kWidth, (top + 16.0) / kHeight, colourOf(i, count).c_str());
        right -= 11.0 * static_cast<double>(panel.curves[i].name.size()) + 46.0;
    }
}

void writeAxes(std::ostringstream& out, const PolarReport& report, const Panel& panel) {
    std::vector<int> columns;
    for (const Curve& curve : panel.curves)
        columns.push_back(curve.y);
    const int x = panel.curves.front().x;
    const bool isSwept = x == Incidence ? report.incidences.size() > 1 : x == Spin;
    out << "set xlabel " << quoted(panel.xLabel) << "\nset ylabel " << quoted(panel.yLabel) << "\n"
        << "set xtics " << (x == Incidence ? incidenceTics(report) : "autofreq") << "\nset yrange "
        << rangeOf(report, columns) << "\nset xrange " << (isSwept ? "[*:*] noextend" : rangeOf(report, {x})) << "\n";
}

void writePanel(std::ostringstream& out, const PolarReport& report, const Panel& panel, int index) {
    constexpr double left = 120.0, bottom = 90.0, width = 630.0, height = 360.0, gapX = 160.0, gapY = 130.0;
    const int column = index % 2, row = index / 2;
    const double x = left + column * (width + gapX), y = bottom + (1 - row) * (height + gapY);
    out << format("set lmargin at screen %.5f\nset rmargin at screen %.5f\n", x / kWidth, (x + width) / kWidth)
        << format("set bmargin at screen %.5f\nset tmargin at screen %.5f\n", y / kHeight, (y + height) / kHeight);
    writeAxes(out, report, panel);
    writeLegend(out, panel, x + width, y + height);
    out << "plot ";
    for (std::size_t i = 0; i < panel.curves.size(); ++i) {
        const Curve& c = panel.curves[i];
        out << (i > 0 ? ", " : "") << "$polar" << c.block << " using " << c.x << ":" << c.y
            << " with linespoints pointtype 7 pointsize 0.4 linewidth 2 linecolor rgb '"
            << colourOf(i, panel.curves.size()) << "'";
    }
    out << "\nunset label\n"; // removes the title too, which the first panel has drawn
}

std::string subtitleOf(const PolarReport& report) {
    const PolarSetup& s = report.setup;
    std::string text = "model " + report.options.model + ",  " + report.options.fluid + format(" %.4g m/s", s.speed);
    text += s.dynamicViscosity > 0.0 ? format(",  Re %.3g", report.reynoldsNumber()) : ",  no friction";
    text += format(",  area %.4g m\u00b2 (%s),  length %.4g m", s.area, report.areaIs.c_str(), s.length);
    if (report.incidences.size() == 1) text += format(",  incidence %.4g deg", report.incidences[0]);
    if (report.spins.size() == 1 && report.spins[0] != 0.0) text += format(",  S %.4g", report.spins[0]);
    return text;
}

} // namespace

std::string polarScript(const PolarReport& report, PlotFormat fileFormat, const std::string& outputPath) {
    const bool png = fileFormat == PlotFormat::Png;
    const std::string title = "Forces on " + utf8Of(pathFromUtf8(report.options.path).filename());
    std::ostringstream out;
    out << "# A picture by ambient polar. Draw it again, or differently, with: gnuplot THIS_FILE\n"
        << (png ? "set terminal pngcairo" : "set terminal svg")
        << format(" size %.0f,%.0f noenhanced font 'Sans,%d' background 'white'\n", kWidth, kHeight, png ? 14 : 19)
        << "set output " << quoted(outputPath) << "\nset encoding utf8\n"
        << format("set label 1 %s at screen %.5f,%.5f left font ',%d'\n", quoted(title).c_str(), 50.0 / kWidth,
                  1.0 - 36.0 / kHeight, png ? 21 : 28)
        << "set label 2 " << quoted(subtitleOf(report))
        << format(" at screen %.5f,%.5f left textcolor '#555555'\n", 50.0 / kWidth, 1.0 - 76.0 / kHeight)
        << "set multiplot\nset border linecolor rgb '#606060'\n"
        << "set grid linecolor rgb '#dddddd' linetype 1 linewidth 0.8\n"
        << "set xzeroaxis linecolor rgb '#909090' linetype 1 linewidth 1\nset tics out nomirror\nunset key\n";
    writeData(out, report);
    const bool many = blockCount(report) > 1;
    const std::vector<Panel> panels = many ? panelsOfManyCurves(report) : panelsOfOneCurveEach(isAgainstSpin(report));
    for (std::size_t i = 0; i < panels.size(); ++i)
        writePanel(out, report, panels[i], static_cast<int>(i));
    out << "unset multiplot\nunset output\n";
    return out.str();
}

} // namespace ambient
