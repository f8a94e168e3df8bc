// SPDX-License-Identifier: Zlib
#include "exporters/GnuplotView.h"

#include "drawing/ColourMap.h"
#include "drawing/LineDrawing.h"
#include "drawing/ShownFrames.h"
#include "drawing/Silhouette.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace samples {
namespace {

PlotWindow windowOf(const PlotBox& extent, const PlotSpec& spec, const PlotBox& box) {
    constexpr double margin = 0.06; // of the box on each side
    const double inside = 1.0 - 2.0 * margin;
    const double scale = std::max(extent.width() / box.width(), extent.height() / box.height()) / inside;
    const double width = scale * box.width(), height = scale * box.height();
    const double left = extent.left - 0.5 * (width - extent.width());
    // A scene with a ground is at the lower edge, with most of the spare room above; a fall is shown in the middle.
    const double spare = std::max(0.0, height - extent.height() - 2.0 * margin * height);
    const double below = showsGround(spec) ? margin * height + 0.2 * spare : 0.5 * (height - extent.height());
    return {left, left + width, extent.bottom - below, extent.bottom - below + height, scale};
}

/// The colour of a body at a time, "#rrggbb".
std::string traceColour(const RunRecord& record, const PlotSpec& spec, int body, double time) {
    switch (spec.colours) {
    case PlotColours::Time:
        return colourAt(time / record.last().time);
    case PlotColours::Bodies:
        return colourAt((body + 0.5) / record.bodyCount());
    case PlotColours::Curves:
        break;
    }
    return kCurveColours[static_cast<std::size_t>(nameNumber(record, body)) % kCurveColours.size()];
}

void writePaths(std::ostream& out, const RunRecord& record, const PlotSpec& spec) {
    for (const int body : tracedBodies(record, spec)) {
        const int last = lastShownFrame(record, spec, body);
        out << "$path" << body << " << EOD\n";
        for (int frame = 0; frame <= last; ++frame) {
            if (!isPlotPoint(record, frame) && frame != last) continue;
            const BodySample& s = record.at(frame, body);
            const PlanePoint p = projected(s.worldFromBody.position, spec.view);
            out << format("%.6g %.6g %.6g\n", s.time, p.x(), p.y());
        }
        out << "EOD\n";
    }
}

/// Ropes, cables and chains at the times of the outlines. \returns whether there are any
bool writeLines(std::ostream& out, const RunRecord& record, const PlotSpec& spec) {
    std::string all;
    for (const int frame : lineFrames(record, spec))
        for (std::size_t line = 0; line < record.lines.size(); ++line) {
            const std::vector<ambient::Vector3> points = linePointsAt(record, line, record.at(frame).time);
            for (const ambient::Vector3& point : points) {
                const PlanePoint p = projected(point, spec.view);
                all += format("%.5g %.5g\n", p.x(), p.y());
            }
            all += points.empty() ? "" : "\n";
        }
    if (all.empty()) return false;
    out << "$lines << EOD\n" << all << "EOD\n";
    return true;
}

/// A body in a frame.
struct Exposure {
    int frame, body;
};

/// All drawn outlines, in the order of time; at one time the farthest first.
std::vector<Exposure> exposuresOf(const RunRecord& record, const PlotSpec& spec) {
    std::vector<Exposure> exposures;
    for (int body = 0; body < record.bodyCount(); ++body)
        for (const int frame : exposedFrames(record, spec, body))
            exposures.push_back({frame, body});
    const auto depth = [&](const Exposure& e) {
        return depthOf(record.at(e.frame, e.body).worldFromBody.position, spec.view);
    };
    std::stable_sort(exposures.begin(), exposures.end(), [&](const Exposure& a, const Exposure& b) {
        return a.frame != b.frame ? a.frame < b.frame : depth(a) > depth(b);
    });
    return exposures;
}

/// Outlines as objects behind the path; bodies too small to be seen become dots.
std::string writeExposures(std::ostream& out, const RunRecord& record, const PlotSpec& spec, const PlotWindow& window) {
    std::string dots;
    int object = 0;
    for (const auto& [frame, body] : exposuresOf(record, spec)) {
        const BodySample& s = record.at(frame, body);
        const RecordedBody& recorded = record.bodies[static_cast<std::size_t>(body)];
        const std::string colour = traceColour(record, spec, body, s.time);
        if (spec.enlargement * radiusOf(recorded) < 4.0 * window.metresPerPixel) {
            const PlanePoint p = projected(s.worldFromBody.position, spec.view);
            dots += format("%.6g %.6g %ld\n", p.x(), p.y(), std::strtol(colour.c_str() + 1, nullptr, 16));
            continue;
        }
        out << "set object " << ++object << " polygon "
            << polygonOf(shapedAs(recorded, s), s.worldFromBody, spec.view, spec.enlargement) << " back fillcolor rgb '"
            << colour << "' fillstyle " << (spec.colours == PlotColours::Bodies ? "solid" : "transparent solid 0.75")
            << " border linecolor rgb '#303030'\n";
    }
    for (int body = 0; spec.startOutlines && body < record.bodyCount(); ++body)
        out << "set object " << ++object << " polygon "
            << polygonOf(shapedAs(record.bodies[static_cast<std::size_t>(body)], record.at(0, body)),
                         record.at(0, body).worldFromBody, spec.view, spec.enlargement)
            << " behind fillstyle empty border linecolor rgb '#a0a0a0'\n";
    return dots;
}

void writeNames(std::ostream& out, const RunRecord& record, const PlotSpec& spec, const PlotWindow& window) {
    for (int body = 0; body < record.bodyCount(); ++body) {
        const RecordedBody& recorded = record.bodies[static_cast<std::size_t>(body)];
        const ambient::Pose& start = record.at(0, body).worldFromBody;
        const PlanePoint center = projected(start.position, spec.view);
        double top = -1e30;
        for (const PlanePoint& p : silhouetteOf(recorded, start, spec.view))
            top = std::max(top, spec.enlargement * (p.y() - center.y()));
        out << format("set label %d %s at %.6g,%.6g center front\n", 10 + body, quoted(recorded.name).c_str(),
                      center.x(), center.y() + top + 14.0 * window.metresPerPixel);
    }
}

/// Tics of an axis in micrometres, each with its label.
std::string microTics(const char* axis, double low, double high, double tick) {
    std::string tics;
    for (int i = static_cast<int>(std::ceil(low / tick)); i * tick <= high; ++i)
        tics += format("%s'%g' %.6g", tics.empty() ? "" : ", ", std::round(1e8 * i * tick) / 100.0, i * tick);
    return format("set %stics (%s)\n", axis, tics.c_str());
}

/// Ranges, tics and labels of the axes, and the scale of time beside them.
void writeAxes(std::ostream& out, const RunRecord& record, const PlotSpec& spec, const PlotWindow& window,
               const PlotBox& box) {
    const double tick = roundStep(70.0 * window.metresPerPixel);
    constexpr double kLeastMetres = 1e-4; ///< tics closer than this are labelled in micrometres [m]
    const char* const unit = tick < kLeastMetres ? " [um]" : " [m]";
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(tick) - 1e-9)));
    std::string note;
    if (spec.startOutlines) note = "; grey outlines: at release";
    if (spec.enlargement != 1.0) note += format("; bodies drawn %g times as large", spec.enlargement);
    out << format("set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n", window.left, window.right, window.bottom,
                  window.top)
        << format("set format xy '%%.%df'\n", decimals)
        << (tick < kLeastMetres
                ? microTics("x", window.left, window.right, tick) + microTics("y", window.bottom, window.top, tick)
                : format("set xtics %.6g\nset ytics %.6g\n", tick, tick))
        << "set xlabel '" << (spec.view == PlotView::Front ? "sideways y" : "distance x") << unit << note
        << "'\nset ylabel '" << (spec.view == PlotView::Top ? "sideways y" : "height z") << unit << "'\n"
        << format("set cbrange [0:%.6g]\nset cblabel 'time [s]'\nset cbtics autofreq\n", record.last().time);
    if (spec.colours == PlotColours::Time)
        out << format("set colorbox vertical user origin %.5f,%.5f size %.5f,%.5f\n",
                      (box.right + 24.0) / kPictureWidth, box.bottom / kPictureHeight, 20.0 / kPictureWidth,
                      box.height() / kPictureHeight);
    else
        out << "unset colorbox\n";
}

} // namespace

bool showsGround(const PlotSpec& spec) {
    return spec.ground && spec.view != PlotView::Top;
}

std::string polygonOf(const RecordedBody& body, const ambient::Pose& worldFromBody, PlotView view, double scale) {
    std::vector<PlanePoint> outline = silhouetteOf(body, worldFromBody, view);
    outline.push_back(outline.front());
    const PlanePoint center = projected(worldFromBody.position, view);
    std::string points;
    for (PlanePoint p : outline) {
        p = center + scale * (p - center);
        points += format("%s%.5g,%.5g", points.empty() ? "from " : " to ", p.x(), p.y());
    }
    return points;
}

void writeScenery(std::ostream& out, const RunRecord& record, const PlotSpec& spec, const PlotWindow& window) {
    int object = 100000;
    if (showsGround(spec))
        out << format("set object %d rectangle from %.6g,%.6g to %.6g,%.6g behind fillcolor rgb '#e4ddd0' fillstyle "
                      "solid noborder\n",
                      object++, window.left, window.bottom, window.right, *spec.ground);
    for (const RecordedObstacle& obstacle : record.obstacles)
        out << "set object " << object++ << " polygon "
            << polygonOf(obstacle.body, obstacle.worldFromBody, spec.view, 1.0)
            << " behind fillcolor rgb '#cfc5b4' fillstyle solid border linecolor rgb '#8a8172'\n";
    for (const ambient::Vector3& mark : spec.marks) {
        const PlanePoint p = projected(mark, spec.view);
        out << format("set object %d circle at %.6g,%.6g size %.6g front fillcolor rgb '#303030' fillstyle solid\n",
                      object++, p.x(), p.y(), 6.0 * window.metresPerPixel);
    }
}

PlotBox extentOf(const RunRecord& record, const PlotSpec& spec) {
    PlotBox box{1e30, -1e30, 1e30, -1e30};
    const auto include = [&box](const PlanePoint& p, double r) {
        box = {std::min(box.left, p.x() - r), std::max(box.right, p.x() + r), std::min(box.bottom, p.y() - r),
               std::max(box.top, p.y() + r)};
    };
    for (int body = 0; body < record.bodyCount(); ++body) {
        const double radius = spec.enlargement * radiusOf(record.bodies[static_cast<std::size_t>(body)]);
        const int last = lastShownFrame(record, spec, body);
        for (int frame = 0; frame <= last; ++frame)
            include(projected(record.at(frame, body).worldFromBody.position, spec.view), radius);
    }
    std::vector<ambient::Vector3> ends;
    for (const int frame : lineFrames(record, spec))
        addLinePoints(ends, record, record.at(frame).time);
    for (const ambient::Vector3& point : ends)
        include(projected(point, spec.view), 0.0);
    for (const RecordedObstacle& obstacle : record.obstacles)
        for (const PlanePoint& p : silhouetteOf(obstacle.body, obstacle.worldFromBody, spec.view))
            include(p, 0.0);
    for (const ambient::Vector3& mark : spec.marks)
        include(projected(mark, spec.view), 0.0);
    if (showsGround(spec)) box.bottom = *spec.ground;
    return box;
}

void writeView(std::ostream& out, const RunRecord& record, const PlotSpec& spec, const PlotBox& box) {
    const PlotWindow window = windowOf(extentOf(record, spec), spec, box);
    writePaths(out, record, spec);
    const bool hasLines = writeLines(out, record, spec);
    placeAxes(out, box);
    writeAxes(out, record, spec, window, box);
    writeScenery(out, record, spec, window);
    if (spec.nameBodies) writeNames(out, record, spec, window);
    const std::string dots = writeExposures(out, record, spec, window);
    if (!dots.empty()) out << "$dots << EOD\n" << dots << "EOD\n";
    std::string plots = hasLines ? "$lines using 1:2 with lines linewidth 1.5 linecolor rgb '#8a6a1e'" : "";
    for (const int body : tracedBodies(record, spec)) {
        plots += (plots.empty() ? "$path" : ", $path") + std::to_string(body);
        plots += spec.colours == PlotColours::Time
                     ? " using 2:3:1 with lines linewidth 2 linecolor palette"
                     : " using 2:3 with lines linewidth 2 linecolor rgb '" + traceColour(record, spec, body, 0.0) + "'";
    }
    if (!dots.empty())
        plots += (plots.empty() ? "" : ", ") +
                 std::string("$dots using 1:2:3 with points pointtype 7 pointsize 1.4 linecolor rgb variable");
    // gnuplot draws no axes without a curve: plot a point outside.
    if (plots.empty())
        plots = format("'+' using (%.6g):(%.6g):(0) every ::0::0 with points linecolor palette", window.left - 1.0,
                       window.bottom - 1.0);
    out << "plot " << plots
        << "\nunset label\nunset object\nunset colorbox\nset xtics autofreq\nset ytics autofreq\nset format xy '%h'\n";
}

} // namespace samples
