// SPDX-License-Identifier: Zlib
#include "exporters/GnuplotSideView.h"

#include "exporters/Silhouette.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace samples {
namespace {

constexpr int kMostExposures = 300;

/// The part of the world that a box shows, at one scale for both axes.
struct View {
    double left, right, bottom, top; // [m]
    double metresPerPixel;
};

View viewOf(const PlotBox& extent, const PlotSpec& spec, const PlotBox& box) {
    constexpr double margin = 0.06; // of the box on each side
    const double inside = 1.0 - 2.0 * margin;
    const double scale = std::max(extent.width() / box.width(), extent.height() / box.height()) / inside;
    const double width = scale * box.width(), height = scale * box.height();
    const double left = extent.left - 0.5 * (width - extent.width());
    // What has a ground stands on it, with most of the room to spare above; a fall is shown in the middle.
    const double spare = std::max(0.0, height - extent.height() - 2.0 * margin * height);
    const double below = spec.ground ? margin * height + 0.2 * spare : 0.5 * (height - extent.height());
    return {left, left + width, extent.bottom - below, extent.bottom - below + height, scale};
}

/// An outline as gnuplot's polygons take it.
std::string polygonOf(const RecordedBody& body, const ambient::Pose& worldFromBody) {
    std::vector<PlanePoint> outline = silhouetteOf(body, worldFromBody);
    outline.push_back(outline.front());
    std::string points;
    for (const PlanePoint& p : outline)
        points += format("%s%.5g,%.5g", points.empty() ? "from " : " to ", p.x(), p.y());
    return points;
}

std::vector<int> tracedBodies(const RunRecord& record, const PlotSpec& spec) {
    if (spec.paths) return *spec.paths;
    std::vector<int> all(static_cast<std::size_t>(record.bodyCount()));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

void writePaths(std::ostream& out, const RunRecord& record, const PlotSpec& spec) {
    for (const int body : tracedBodies(record, spec)) {
        out << "$path" << body << " << EOD\n";
        for (int frame = 0; frame < record.frameCount(); ++frame) {
            if (!isPlotPoint(record, frame)) continue;
            const BodySample& s = record.at(frame, body);
            out << format("%.6g %.6g %.6g\n", s.time, s.worldFromBody.position.x(), s.worldFromBody.position.z());
        }
        out << "EOD\n";
    }
}

std::vector<int> shownFrames(const RunRecord& record, const PlotSpec& spec) {
    const int last = record.frameCount() - 1;
    std::vector<int> frames;
    for (const double time : spec.shownTimes)
        frames.push_back(static_cast<int>(std::lround(std::min(time / record.timeStep, double(last)))));
    if (!frames.empty()) return frames;
    const int wanted = static_cast<int>(std::lround(spec.exposure / record.timeStep));
    const int stride = std::max({1, wanted, record.frameCount() / kMostExposures});
    for (int frame = 0; frame <= last; frame += stride)
        frames.push_back(frame);
    return frames;
}

/// The farthest first: the viewer looks along y.
std::vector<int> fromBackToFront(const RunRecord& record, int frame) {
    std::vector<int> bodies(static_cast<std::size_t>(record.bodyCount()));
    std::iota(bodies.begin(), bodies.end(), 0);
    std::stable_sort(bodies.begin(), bodies.end(), [&](int a, int b) {
        return record.at(frame, a).worldFromBody.position.y() > record.at(frame, b).worldFromBody.position.y();
    });
    return bodies;
}

/// Outlines as objects behind the path; bodies too small to be seen become dots.
std::string writeExposures(std::ostream& out, const RunRecord& record, const PlotSpec& spec, const View& view) {
    std::string dots;
    int object = 0;
    const bool byTime = spec.colours == PlotColours::Time;
    for (const int frame : shownFrames(record, spec))
        for (const int body : fromBackToFront(record, frame)) {
            const BodySample& s = record.at(frame, body);
            const RecordedBody& recorded = record.bodies[static_cast<std::size_t>(body)];
            const ambient::Vector3& p = s.worldFromBody.position;
            if (radiusOf(recorded) < 4.0 * view.metresPerPixel) {
                dots += format("%.6g %.6g %.6g\n", p.x(), p.z(), s.time);
                continue;
            }
            const double shade = byTime ? s.time / record.last().time : (body + 0.5) / record.bodyCount();
            out << "set object " << ++object << " polygon " << polygonOf(recorded, s.worldFromBody)
                << " back fillcolor rgb '" << colourAt(shade) << "' fillstyle "
                << (byTime ? "transparent solid 0.75" : "solid") << " border linecolor rgb '#303030'\n";
        }
    for (int body = 0; spec.startOutlines && body < record.bodyCount(); ++body)
        out << "set object " << ++object << " polygon "
            << polygonOf(record.bodies[static_cast<std::size_t>(body)], record.at(0, body).worldFromBody)
            << " behind fillstyle empty border linecolor rgb '#a0a0a0'\n";
    return dots;
}

void writeNames(std::ostream& out, const RunRecord& record, const View& view) {
    for (int body = 0; body < record.bodyCount(); ++body) {
        const RecordedBody& recorded = record.bodies[static_cast<std::size_t>(body)];
        const ambient::Pose& start = record.at(0, body).worldFromBody;
        double top = -1e30;
        for (const PlanePoint& p : silhouetteOf(recorded, start))
            top = std::max(top, p.y());
        out << format("set label %d %s at %.6g,%.6g center front\n", 10 + body, quoted(recorded.name).c_str(),
                      start.position.x(), top + 14.0 * view.metresPerPixel);
    }
}

/// What stands still: ground, obstacles, marks.
void writeScenery(std::ostream& out, const RunRecord& record, const PlotSpec& spec, const View& view) {
    int object = 100000;
    if (spec.ground)
        out << format("set object %d rectangle from %.6g,%.6g to %.6g,%.6g behind fillcolor rgb '#e4ddd0' fillstyle "
                      "solid noborder\n",
                      object++, view.left, view.bottom, view.right, *spec.ground);
    for (const RecordedObstacle& obstacle : record.obstacles)
        out << "set object " << object++ << " polygon " << polygonOf(obstacle.body, obstacle.worldFromBody)
            << " behind fillcolor rgb '#cfc5b4' fillstyle solid border linecolor rgb '#8a8172'\n";
    for (const ambient::Vector3& p : spec.marks)
        out << format("set object %d circle at %.6g,%.6g size %.6g front fillcolor rgb '#303030' fillstyle solid\n",
                      object++, p.x(), p.z(), 6.0 * view.metresPerPixel);
}

} // namespace

PlotBox extentOf(const RunRecord& record, const PlotSpec& spec) {
    PlotBox box{1e30, -1e30, 1e30, -1e30};
    const auto include = [&box](double x, double z, double r) {
        box = {std::min(box.left, x - r), std::max(box.right, x + r), std::min(box.bottom, z - r),
               std::max(box.top, z + r)};
    };
    for (int body = 0; body < record.bodyCount(); ++body) {
        const double radius = radiusOf(record.bodies[static_cast<std::size_t>(body)]);
        for (int frame = 0; frame < record.frameCount(); ++frame) {
            const ambient::Vector3& p = record.at(frame, body).worldFromBody.position;
            include(p.x(), p.z(), radius);
        }
    }
    for (const RecordedObstacle& obstacle : record.obstacles)
        for (const PlanePoint& p : silhouetteOf(obstacle.body, obstacle.worldFromBody))
            include(p.x(), p.y(), 0.0);
    for (const ambient::Vector3& p : spec.marks)
        include(p.x(), p.z(), 0.0);
    if (spec.ground) box.bottom = *spec.ground;
    return box;
}

void writeSideView(std::ostream& out, const RunRecord& record, const PlotSpec& spec, const PlotBox& box) {
    const View view = viewOf(extentOf(record, spec), spec, box);
    const double tick = roundStep(70.0 * view.metresPerPixel);
    writePaths(out, record, spec);
    placeAxes(out, box);
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(tick) - 1e-9)));
    out << format("set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n", view.left, view.right, view.bottom, view.top)
        << format("set format xy '%%.%df'\n", decimals) << format("set xtics %.6g\nset ytics %.6g\n", tick, tick)
        << "set xlabel 'distance x [m]'\nset ylabel 'height z [m]'\n"
        << format("set cbrange [0:%.6g]\nset cblabel 'time [s]'\nset cbtics autofreq\n", record.last().time);
    if (spec.colours == PlotColours::Time)
        out << format("set colorbox vertical user origin %.5f,%.5f size %.5f,%.5f\n",
                      (box.right + 24.0) / kPictureWidth, box.bottom / kPictureHeight, 20.0 / kPictureWidth,
                      box.height() / kPictureHeight);
    else
        out << "unset colorbox\n";
    writeScenery(out, record, spec, view);
    if (spec.nameBodies) writeNames(out, record, view);
    const std::string dots = writeExposures(out, record, spec, view);
    if (!dots.empty()) out << "$dots << EOD\n" << dots << "EOD\n";
    std::string plots;
    for (const int body : tracedBodies(record, spec))
        plots += (plots.empty() ? "$path" : ", $path") + std::to_string(body) +
                 " using 2:3:1 with lines linewidth 2 linecolor palette";
    if (!dots.empty())
        plots += (plots.empty() ? "" : ", ") +
                 std::string("$dots using 1:2:3 with points pointtype 7 pointsize 1.4 linecolor palette");
    // Without a curve there are no axes: a point that lies outside.
    if (plots.empty())
        plots = format("'+' using (%.6g):(%.6g):(0) every ::0::0 with points linecolor palette", view.left - 1.0,
                       view.bottom - 1.0);
    out << "plot " << plots
        << "\nunset label\nunset object\nunset colorbox\nset xtics autofreq\nset ytics autofreq\nset format xy '%h'\n";
}

} // namespace samples
