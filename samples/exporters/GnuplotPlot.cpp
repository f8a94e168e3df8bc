// SPDX-License-Identifier: Zlib
#include "exporters/GnuplotPlot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

namespace samples {
namespace {

// Viridis without its palest end: perceptually even, readable with any colour vision and on white.
constexpr std::array<std::array<double, 3>, 7> kTimeColours = {
    {{68, 1, 84}, {70, 50, 127}, {54, 92, 141}, {39, 127, 142}, {31, 161, 135}, {74, 194, 109}, {160, 218, 57}}};
constexpr std::array<const char*, 4> kBodyColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"}; // Okabe and Ito
constexpr double kWidth = 1600.0, kHeight = 1100.0;                                               // of the picture [px]
constexpr int kMostPoints = 4000;                                                                 // per curve
constexpr int kMostExposures = 300;

/// A rectangle, y up: of the picture [px] or of the world [m].
struct Box {
    double left, right, bottom, top;
    double width() const { return right - left; }
    double height() const { return top - bottom; }
};

/// The part of the world that a box shows, at one scale for both axes.
struct View {
    double left, right, bottom, top; // [m]
    double metresPerPixel;
};

std::string format(const char* pattern, ...) __attribute__((format(printf, 1, 2)));
std::string format(const char* pattern, ...) {
    char text[512];
    std::va_list arguments;
    va_start(arguments, pattern);
    std::vsnprintf(text, sizeof text, pattern, arguments);
    va_end(arguments);
    return text;
}

/// A gnuplot string in single quotes.
std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("''") : std::string(1, c == '\n' ? ' ' : c);
    return result + "'";
}

std::string colourAt(double fraction) {
    const double position = std::clamp(fraction, 0.0, 1.0) * double(kTimeColours.size() - 1);
    const std::size_t i = std::min(static_cast<std::size_t>(position), kTimeColours.size() - 2);
    const double f = position - double(i);
    std::string text = "#";
    for (std::size_t k = 0; k < 3; ++k)
        text += format("%02x",
                       static_cast<unsigned>(std::lround((1.0 - f) * kTimeColours[i][k] + f * kTimeColours[i + 1][k])));
    return text;
}

/// The smallest of 1, 2, 5 times a power of ten that is not below `value`.
double roundStep(double value) {
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= value * (1.0 - 1e-9)) return factor * decade;
    return 10.0 * decade;
}

/// The rectangle of the world that holds all bodies at all times.
Box extentOf(const RunRecord& record, const PlotSpec& spec) {
    double left = 1e30, right = -1e30, bottom = 1e30, top = -1e30;
    for (std::size_t i = 0; i < record.samples.size(); ++i) {
        const ambient::Vector3& p = record.samples[i].worldFromBody.position;
        const double r = record.bodies[i % record.bodies.size()].semiAxes.maxCoeff();
        left = std::min(left, p.x() - r);
        right = std::max(right, p.x() + r);
        bottom = std::min(bottom, p.z() - r);
        top = std::max(top, p.z() + r);
    }
    if (spec.ground) bottom = std::min(bottom, *spec.ground);
    return {left, right, bottom, top};
}

View viewOf(const Box& extent, const PlotSpec& spec, const Box& box) {
    constexpr double margin = 0.06; // of the box on each side
    const double inside = 1.0 - 2.0 * margin;
    const double scale = std::max(extent.width() / box.width(), extent.height() / box.height()) / inside;
    const double width = scale * box.width(), height = scale * box.height();
    const double left = extent.left - 0.5 * (width - extent.width());
    // A landscape stands on its ground; a fall is shown in the middle.
    const double below = spec.wide ? margin * height : 0.5 * (height - extent.height());
    return {left, left + width, extent.bottom - below, extent.bottom - below + height, scale};
}

/// The outline of an ellipsoid seen along y: the ellipse with the x-z block of R diag(a^2) R^T. With L L^T that block,
/// its points are L (cos, sin).
std::string outlineOf(const BodySample& s, const ambient::Vector3& semiAxes) {
    const ambient::Matrix3 r = s.worldFromBody.orientation.toRotationMatrix();
    const ambient::Matrix3 q = r * semiAxes.cwiseAbs2().asDiagonal() * r.transpose();
    const double l11 = std::sqrt(q(0, 0)), l21 = q(2, 0) / l11;
    const double l22 = std::sqrt(std::max(0.0, q(2, 2) - l21 * l21));
    const ambient::Vector3& centre = s.worldFromBody.position;
    std::string points;
    constexpr int corners = 60;
    for (int i = 0; i <= corners; ++i) {
        const double angle = 2.0 * ambient::kPi * (i % corners) / corners;
        points += format("%s%.6g,%.6g", i == 0 ? "from " : " to ", centre.x() + l11 * std::cos(angle),
                         centre.z() + l21 * std::cos(angle) + l22 * std::sin(angle));
    }
    return points;
}

void placeAxes(std::ostringstream& out, const Box& box) {
    out << format("set lmargin at screen %.5f\nset rmargin at screen %.5f\n", box.left / kWidth, box.right / kWidth)
        << format("set bmargin at screen %.5f\nset tmargin at screen %.5f\n", box.bottom / kHeight, box.top / kHeight);
}

void writeHead(std::ostringstream& out, const PlotSpec& spec, PlotFormat fileFormat, const std::string& outputPath) {
    out << "# A picture by ambient-samples. Draw it again, or differently, with: gnuplot THIS_FILE\n"
        << (fileFormat == PlotFormat::Png ? "set terminal pngcairo" : "set terminal svg")
        << format(" size %.0f,%.0f noenhanced font 'Sans,%d' background 'white'\n", kWidth, kHeight,
                  fileFormat == PlotFormat::Png ? 14 : 19)
        << "set output " << quoted(outputPath) << "\n"
        << "set encoding utf8\n";
    if (!spec.title.empty())
        out << format("set label 1 %s at screen %.5f,%.5f left font ',%d'\n", quoted(spec.title).c_str(), 50.0 / kWidth,
                      1.0 - 36.0 / kHeight, fileFormat == PlotFormat::Png ? 21 : 28);
    out << "set label 2 " << quoted(spec.subtitle)
        << format(" at screen %.5f,%.5f left textcolor '#555555'\n", 50.0 / kWidth, 1.0 - 76.0 / kHeight);
}

void writeData(std::ostringstream& out, const RunRecord& record, const PlotSpec& spec) {
    const int stride = 1 + record.frameCount() / kMostPoints;
    for (int body = 0; body < record.bodyCount(); ++body) {
        out << "$body" << body << " << EOD\n";
        for (int frame = 0; frame < record.frameCount(); ++frame) {
            if (frame % stride != 0 && frame != record.frameCount() - 1) continue;
            const BodySample& s = record.at(frame, body);
            out << format("%.6g %.6g %.6g", s.time, s.worldFromBody.position.x(), s.worldFromBody.position.z());
            for (const PlotPanel& panel : spec.panels)
                out << format(" %.6g", panel.value(s));
            out << "\n";
        }
        out << "EOD\n";
    }
}

/// Outlines as objects behind the path; bodies too small to be seen become dots.
std::string writeExposures(std::ostringstream& out, const RunRecord& record, const PlotSpec& spec, const View& view) {
    const double duration = record.last().time;
    const int wanted = static_cast<int>(std::lround(spec.exposure / record.timeStep));
    const int stride = std::max({1, wanted, record.frameCount() / kMostExposures});
    std::string dots;
    int object = 0;
    for (int frame = 0; frame < record.frameCount(); frame += stride)
        for (int body = 0; body < record.bodyCount(); ++body) {
            const BodySample& s = record.at(frame, body);
            const ambient::Vector3& semiAxes = record.bodies[static_cast<std::size_t>(body)].semiAxes;
            const ambient::Vector3& p = s.worldFromBody.position;
            if (semiAxes.maxCoeff() < 4.0 * view.metresPerPixel) {
                dots += format("%.6g %.6g %.6g\n", p.x(), p.z(), s.time);
                continue;
            }
            out << "set object " << ++object << " polygon " << outlineOf(s, semiAxes) << " back fillcolor rgb '"
                << colourAt(s.time / duration) << "' fillstyle transparent solid 0.75 border linecolor rgb '#303030'\n";
        }
    return dots;
}

void writeSideView(std::ostringstream& out, const RunRecord& record, const PlotSpec& spec, const Box& box) {
    const View view = viewOf(extentOf(record, spec), spec, box);
    const double tick = roundStep(70.0 * view.metresPerPixel);
    placeAxes(out, box);
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(tick) - 1e-9)));
    out << format("set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n", view.left, view.right, view.bottom, view.top)
        << format("set format xy '%%.%df'\n", decimals) << format("set xtics %.6g\nset ytics %.6g\n", tick, tick)
        << "set xlabel 'distance x [m]'\nset ylabel 'height z [m]'\n"
        << format("set cbrange [0:%.6g]\nset cblabel 'time [s]'\nset cbtics autofreq\n", record.last().time)
        << format("set colorbox vertical user origin %.5f,%.5f size %.5f,%.5f\n", (box.right + 24.0) / kWidth,
                  box.bottom / kHeight, 20.0 / kWidth, box.height() / kHeight);
    if (spec.ground)
        out << format(
            "set object 100000 rectangle from %.6g,%.6g to %.6g,%.6g behind fillcolor rgb '#e4ddd0' fillstyle "
            "solid noborder\n",
            view.left, view.bottom, view.right, *spec.ground);
    const std::string dots = writeExposures(out, record, spec, view);
    if (!dots.empty()) out << "$dots << EOD\n" << dots << "EOD\n";
    out << "plot ";
    for (int body = 0; body < record.bodyCount(); ++body)
        out << (body > 0 ? ", " : "") << "$body" << body << " using 2:3:1 with lines linewidth 2 linecolor palette";
    if (!dots.empty()) out << ", $dots using 1:2:3 with points pointtype 7 pointsize 1.4 linecolor palette";
    out << "\nunset label 1\nunset label 2\nunset object\nunset colorbox\nset xtics autofreq\nset ytics autofreq\nset "
           "format xy '%h'\n";
}

void writePanel(std::ostringstream& out, const RunRecord& record, const PlotSpec& spec, std::size_t index,
                const Box& box) {
    const PlotPanel& panel = spec.panels[index];
    double low = 1e30, high = -1e30;
    for (const BodySample& s : record.samples) {
        low = std::min(low, panel.value(s));
        high = std::max(high, panel.value(s));
    }
    const double padding = std::max(0.06 * (high - low), 0.5 * (panel.smallestSpan - (high - low)));
    placeAxes(out, box);
    out << format("set xrange [0:%.6g]\nset yrange [%.6g:%.6g]\n", record.last().time, low - padding, high + padding)
        << "set xlabel 'time [s]'\nset ylabel " << quoted(panel.label) << "\nplot ";
    for (int body = 0; body < record.bodyCount(); ++body)
        out << (body > 0 ? ", " : "") << "$body" << body << " using 1:" << index + 4
            << " with lines linewidth 2 linecolor rgb '"
            << kBodyColours[static_cast<std::size_t>(body) % kBodyColours.size()] << "' title "
            << quoted(record.bodies[static_cast<std::size_t>(body)].name);
    out << "\n";
}

/// A landscape takes the whole width; a fall takes what it needs of it.
Box sideViewBox(const RunRecord& record, const PlotSpec& spec) {
    if (spec.wide) return {120.0, kWidth - 150.0, 590.0, kHeight - 120.0};
    Box box{120.0, 740.0, 80.0, kHeight - 120.0};
    const Box extent = extentOf(record, spec);
    box.right = box.left + std::clamp(1.1 * box.height() * extent.width() / extent.height(), 360.0, 620.0);
    return box;
}

Box panelBox(bool wide, const Box& sideView, std::size_t index, std::size_t count) {
    const double right = kWidth - 40.0;
    const Box all = wide ? Box{120.0, right, 80.0, 480.0} : Box{sideView.right + 260.0, right, 80.0, kHeight - 120.0};
    const double gap = wide ? 150.0 : 90.0;
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
    writeData(out, record, spec);
    out << "set palette defined (";
    for (std::size_t i = 0; i < kTimeColours.size(); ++i)
        out << (i > 0 ? ", " : "") << i << " '" << colourAt(double(i) / double(kTimeColours.size() - 1)) << "'";
    out << ")\nset multiplot\n"
        << "set border linecolor rgb '#606060'\nset grid linecolor rgb '#dddddd' linetype 1 linewidth 0.8\n"
        << "set tics out nomirror\nunset key\n";
    const Box sideView = sideViewBox(record, spec);
    writeSideView(out, record, spec, sideView);
    if (record.bodyCount() > 1) out << "set key top right\n";
    for (std::size_t i = 0; i < spec.panels.size(); ++i)
        writePanel(out, record, spec, i, panelBox(spec.wide, sideView, i, spec.panels.size()));
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
