// SPDX-License-Identifier: Zlib
#include "exporters/ComparisonPlot.h"

#include "drawing/ColourMap.h"
#include "drawing/ShownFrames.h"
#include "drawing/Silhouette.h"
#include "exporters/ComparisonLayout.h"
#include "exporters/GnuplotPage.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace samples {
namespace {

const char* runColour(std::size_t run) {
    return kCurveColours[run % kCurveColours.size()];
}

constexpr const char* kDashed = "rbd"; // the fall without a fluid: the reference for all other runs

/// The look of a model's lines.
std::string lineOf(const RunRecord& run, std::size_t index) {
    return format(" with lines linewidth 2.5 dashtype %s linecolor rgb '%s'", run.model == kDashed ? "(9,6)" : "1",
                  runColour(index));
}

/// The last frame of a body before the run leaves the picture.
int lastFrame(const RunRecord& run, const ShownRun& shown, const PlotSpec& spec, int body) {
    const int last = lastShownFrame(run, spec, body);
    if (!shown.leavesAt) return last;
    return std::min(last, static_cast<int>(std::lround(*shown.leavesAt / run.timeStep)));
}

std::string pathName(std::size_t run, int body) {
    return format("$path_%zu_%d", run, body);
}

void writePaths(std::ostream& out, const RunRecord& run, const ShownRun& shown, const PlotSpec& spec,
                std::size_t index) {
    for (int body = 0; body < run.bodyCount(); ++body) {
        out << pathName(index, body) << " << EOD\n";
        const int last = lastFrame(run, shown, spec, body);
        for (int frame = 0; frame <= last; ++frame) {
            if (!isPlotPoint(run, frame) && frame != last) continue;
            const PlanePoint p = projected(run.at(frame, body).worldFromBody.position, spec.view);
            out << format("%.6g %.6g\n", p.x(), p.y());
        }
        out << "EOD\n";
    }
}

/// Frames at which a body is drawn: the scene's choice, or a good part of its size apart, so that each outline is
/// visible.
std::vector<int> outlinedFrames(const RunRecord& run, const PlotSpec& spec, int body, int last) {
    std::vector<int> frames;
    for (const double time : spec.shownTimes)
        frames.push_back(static_cast<int>(std::lround(std::min(time / run.timeStep, double(last)))));
    if (!frames.empty()) return frames;
    constexpr double most = 60.0;
    const double radii = spec.wide ? 5.0 : 1.3; // runs in one pane need room for each other
    const auto place = [&](int frame) { return projected(run.at(frame, body).worldFromBody.position, spec.view); };
    double way = 0.0;
    for (int frame = 1; frame <= last; ++frame)
        way += (place(frame) - place(frame - 1)).norm();
    const double radius = spec.enlargement * radiusOf(run.bodies[static_cast<std::size_t>(body)]);
    const double apart = std::max(radii * radius, way / most);
    frames = {0};
    for (int frame = 1; frame <= last; ++frame)
        if ((place(frame) - place(frames.back())).norm() >= apart) frames.push_back(frame);
    return frames;
}

bool isTooSmall(const RecordedBody& body, const PlotSpec& spec, double metresPerPixel) {
    return spec.enlargement * radiusOf(body) < 4.0 * metresPerPixel;
}

/// Outlines as objects, or dots at equal times for bodies too small to see.
std::string writeBodies(std::ostream& out, const RunRecord& run, const ShownRun& shown, const PlotSpec& spec,
                        std::size_t index, double metresPerPixel) {
    std::string dots;
    for (int body = 0; body < run.bodyCount(); ++body) {
        const RecordedBody& recorded = run.bodies[static_cast<std::size_t>(body)];
        const int last = lastFrame(run, shown, spec, body);
        if (spec.startOutlines)
            out << "set object polygon "
                << polygonOf(shapedAs(recorded, run.at(0, body)), run.at(0, body).worldFromBody, spec.view,
                             spec.enlargement)
                << " behind fillstyle empty border linecolor rgb '#a0a0a0'\n";
        if (!isTooSmall(recorded, spec, metresPerPixel)) {
            for (const int frame : outlinedFrames(run, spec, body, last))
                out << "set object polygon "
                    << polygonOf(shapedAs(recorded, run.at(frame, body)), run.at(frame, body).worldFromBody, spec.view,
                                 spec.enlargement)
                    << " back fillcolor rgb '" << runColour(index)
                    << "' fillstyle transparent solid 0.25 border linecolor rgb '" << runColour(index) << "'\n";
            continue;
        }
        const int stride = std::max(1, static_cast<int>(std::lround(spec.exposure / run.timeStep)));
        for (int frame = stride; frame <= last; frame += stride) {
            const PlanePoint p = projected(run.at(frame, body).worldFromBody.position, spec.view);
            dots += format("%.6g %.6g\n", p.x(), p.y());
        }
    }
    return dots;
}

PlotWindow windowOf(const PathPane& pane, const PlotSpec& spec, double metresPerPixel) {
    const double halfWidth = 0.5 * pane.box.width() * metresPerPixel;
    const double middle = 0.5 * (pane.extent.left + pane.extent.right);
    const double height = pane.box.height() * metresPerPixel;
    const double spare = height - pane.extent.height();
    const double bottom = pane.extent.bottom - (showsGround(spec) ? 0.25 : 0.5) * spare;
    return {middle - halfWidth, middle + halfWidth, bottom, bottom + height, metresPerPixel};
}

/// Axes of a pane: the height beside the first one, the distance below all.
void writeAxes(std::ostream& out, const PlotBox& box, const PlotSpec& spec, const PlotWindow& window, bool first) {
    const double tick = roundStep(80.0 * window.metresPerPixel);
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(tick) - 1e-9)));
    placeAxes(out, box);
    out << format("set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n", window.left, window.right, window.bottom,
                  window.top)
        << format("set format x '%%.%df'\nset xtics %.6g\nset ytics %.6g\n", decimals, tick, tick) << "unset xlabel\n";
    if (first)
        out << format("set format y '%%.%df'\n", decimals) << "set ylabel '"
            << (spec.view == PlotView::Top ? "sideways y" : "height z") << " [m]'\n";
    else
        out << "set format y ''\nunset ylabel\n";
}

void writeText(std::ostream& out, const std::string& text, double x, double y, const char* alignment,
               const char* colour) {
    out << "set label " << quoted(text)
        << format(" at screen %.5f,%.5f %s textcolor rgb '%s'\n", x / kPictureWidth, y / kPictureHeight, alignment,
                  colour);
}

std::string leaving(const ShownRun& run) {
    return run.leavesAt ? format("leaves at %.2g s", *run.leavesAt) : "";
}

/// The names of the models above a pane with all of them.
void writeLegend(std::ostream& out, const PathPane& pane, const std::vector<RunRecord>& runs,
                 const std::vector<ShownRun>& shown) {
    double x = pane.box.left;
    for (const std::size_t i : pane.runs) {
        const std::string left = shown[i].leavesAt ? " (" + leaving(shown[i]) + ")" : "";
        const std::string name = (runs[i].model == kDashed ? "- - " : "\u2014 ") + runs[i].model + left;
        writeText(out, name, x, pane.box.top + 16.0, "left", runColour(i));
        x += 10.0 * double(name.size()) + 20.0;
    }
}

/// The name of the model over a pane of its own.
void writePaneTitle(std::ostream& out, const PathPane& pane, const RunRecord& run, const ShownRun& shown) {
    const double middle = 0.5 * (pane.box.left + pane.box.right);
    writeText(out, run.model, middle, pane.box.top + (shown.leavesAt ? 38.0 : 16.0), "center",
              runColour(pane.runs.front()));
    writeText(out, leaving(shown), middle, pane.box.top + 14.0, "center", "#555555");
}

void writePane(std::ostream& out, const PathPane& pane, const std::vector<RunRecord>& runs,
               const std::vector<ShownRun>& shown, const PlotSpec& spec, double metresPerPixel, bool first) {
    const PlotWindow window = windowOf(pane, spec, metresPerPixel);
    writeAxes(out, pane.box, spec, window, first);
    writeScenery(out, runs[pane.runs.front()], spec, window);
    if (pane.runs.size() == 1)
        writePaneTitle(out, pane, runs[pane.runs.front()], shown[pane.runs.front()]);
    else
        writeLegend(out, pane, runs, shown);
    std::string plots = "1e30";                                     // without any curve there are no axes
    for (auto i = pane.runs.rbegin(); i != pane.runs.rend(); ++i) { // the first model on top
        const std::string dots = writeBodies(out, runs[*i], shown[*i], spec, *i, metresPerPixel);
        for (const int body : tracedBodies(runs[*i], spec))
            plots += ", " + pathName(*i, body) + " using 1:2" + lineOf(runs[*i], *i);
        if (dots.empty()) continue;
        out << "$dots_" << *i << " << EOD\n" << dots << "EOD\n";
        plots +=
            format(", $dots_%zu using 1:2 with points pointtype 7 pointsize 1.1 linecolor rgb '%s'", *i, runColour(*i));
    }
    out << "plot " << plots << "\nunset label\nunset object\n";
}

/// Below all panes: the direction to the right, and how bodies are shown.
void writeCaption(std::ostream& out, const ComparisonLayout& layout, const RunRecord& run, const PlotSpec& spec) {
    std::string text = spec.view == PlotView::Front ? "sideways y [m]" : "distance x [m]";
    const bool dots = std::any_of(run.bodies.begin(), run.bodies.end(), [&](const RecordedBody& body) {
        return isTooSmall(body, spec, layout.metresPerPixel);
    });
    if (dots)
        text += format("; a dot every %.3g s", spec.exposure);
    else if (spec.enlargement != 1.0)
        text += format("; bodies drawn %g times as large", spec.enlargement);
    const PlotBox& first = layout.panes.front().box;
    writeText(out, text, 0.5 * (first.left + layout.panes.back().box.right), first.bottom - 62.0, "center", "#000000");
}

/// Writes a curve of a run as long as the run is in the picture, and returns its range. The line breaks at a jump of an
/// angle from 180 to -180 degrees.
CurveRange writeCurve(std::ostream& out, const RunRecord& run, const PlotPanel& panel, const PlotCurve& curve,
                      int last) {
    const bool isAngle = panel.label.find("[deg]") != std::string::npos;
    const auto valueAt = [&](int frame) {
        const double value = curve.value(run, frame);
        return panel.logarithmic ? std::max(value, panel.smallestSpan) : value;
    };
    CurveRange range{valueAt(0), valueAt(0), valueAt(0)};
    for (int frame = 0; frame <= last; ++frame) {
        const double value = valueAt(frame);
        range.low = std::min(range.low, value);
        range.high = std::max(range.high, value);
        if (isAngle && frame > 0 && std::fabs(value - valueAt(frame - 1)) > 180.0) out << "\n";
        if (isPlotPoint(run, frame) || frame == last) out << format("%.6g %.6g\n", run.at(frame).time, value);
    }
    return range;
}

/// The curves of all runs: gnuplot's commands and the range.
struct PanelCurves {
    std::string plots;
    std::vector<CurveRange> ranges; ///< of the runs within the picture
};

PanelCurves writeCurves(std::ostream& out, const std::vector<RunRecord>& runs, const std::vector<ShownRun>& shown,
                        const PlotSpec& spec, std::size_t index) {
    PanelCurves all;
    for (std::size_t i = runs.size(); i-- > 0;) { // the first model on top
        std::vector<int> lastFrames;
        for (int body = 0; body < runs[i].bodyCount(); ++body)
            lastFrames.push_back(lastFrame(runs[i], shown[i], spec, body));
        const std::vector<PlotCurve> curves = curvesOf(runs[i], spec.panels[index]);
        const bool isOfBodies = bool(spec.panels[index].value);
        for (std::size_t k = 0; k < curves.size(); ++k) {
            const int last = isOfBodies ? lastFrames[k] : *std::max_element(lastFrames.begin(), lastFrames.end());
            const std::string name = format("$panel_%zu_%zu_%zu", index, i, k);
            out << name << " << EOD\n";
            const CurveRange range = writeCurve(out, runs[i], spec.panels[index], curves[k], last);
            out << "EOD\n";
            if (!shown[i].leavesAt) all.ranges.push_back(range);
            all.plots += (all.plots.empty() ? "" : ", ") + name + " using 1:2" + lineOf(runs[i], i);
        }
    }
    return all;
}

void writePanel(std::ostream& out, const PanelCurves& curves, const PlotPanel& panel, const PlotBox& box,
                double duration) {
    const CurveRange range = commonRange(curves.ranges, panel.smallestSpan);
    const double span = range.high - range.low;
    const double padding = std::max(0.06 * span, 0.5 * (panel.smallestSpan - span));
    placeAxes(out, box);
    if (panel.logarithmic)
        out << format("set logscale y\nset format y '%%.0e'\nset yrange [%.6g:%.6g]\n", 0.7 * range.low,
                      2.0 * range.high);
    else
        out << format("unset logscale y\nset format y '%%h'\nset yrange [%.6g:%.6g]\n", range.low - padding,
                      range.high + padding);
    out << format("set xrange [0:%.6g]\n", duration) << "set xlabel 'time [s]'\nset ylabel " << quoted(panel.label)
        << "\nplot " << curves.plots << "\n";
}

/// A run reduced to these bodies.
RunRecord onlyBodies(const RunRecord& run, const std::vector<int>& bodies) {
    RunRecord part = run;
    part.bodies.clear();
    part.samples.clear();
    for (const int body : bodies)
        part.bodies.push_back(run.bodies[static_cast<std::size_t>(body)]);
    for (int frame = 0; frame < run.frameCount(); ++frame)
        for (const int body : bodies)
            part.samples.push_back(run.at(frame, body));
    return part;
}

/// The longest time to show: of the runs within the picture.
double shownDuration(const std::vector<RunRecord>& runs, const std::vector<ShownRun>& shown, const PlotSpec& spec) {
    double longest = 0.0;
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (int body = 0; body < runs[i].bodyCount() && !shown[i].leavesAt; ++body)
            longest = std::max(longest, runs[i].at(lastShownFrame(runs[i], spec, body)).time);
    return longest;
}

} // namespace

std::string comparisonScript(const std::vector<RunRecord>& wholeRuns, const PlotSpec& wholeSpec, PlotFormat fileFormat,
                             const std::string& outputPath) {
    PlotSpec spec = wholeSpec;
    spec.panels.erase(std::remove_if(spec.panels.begin(), spec.panels.end(),
                                     [](const PlotPanel& panel) { return bool(panel.traces); }),
                      spec.panels.end());
    std::vector<RunRecord> runs = wholeRuns;
    for (std::size_t i = 0; spec.compared && i < runs.size(); ++i)
        runs[i] = onlyBodies(wholeRuns[i], *spec.compared);
    std::ostringstream out;
    writePageHead(out, spec, fileFormat, outputPath);
    const std::vector<ShownRun> shown = shownRuns(runs, spec);
    const ComparisonLayout layout = layOut(shown, spec);
    for (std::size_t i = 0; i < runs.size(); ++i)
        writePaths(out, runs[i], shown[i], spec, i);
    writeCaption(out, layout, runs.front(), spec);
    for (const PathPane& pane : layout.panes)
        writePane(out, pane, runs, shown, spec, layout.metresPerPixel, &pane == &layout.panes.front());
    out << "set xtics autofreq\nset ytics autofreq\nset format xy '%h'\n";
    const double duration = shownDuration(runs, shown, spec);
    for (std::size_t i = 0; i < spec.panels.size(); ++i)
        writePanel(out, writeCurves(out, runs, shown, spec, i), spec.panels[i],
                   panelBox(layout.panels, layout.panelsSideBySide, i, spec.panels.size()), duration);
    out << "unset multiplot\nunset output\n";
    return out.str();
}

} // namespace samples
