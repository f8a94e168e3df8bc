// SPDX-License-Identifier: Zlib
#include "exporters/GnuplotSlice.h"

#include "exporters/GnuplotView.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// The largest rectangle of the slice's shape in a box, with room for axes and the bar of colours.
PlotBox fitted(const PlotBox& box, double width, double height) {
    const PlotBox room{box.left, box.right - 130.0, box.bottom, box.top};
    const double scale = std::min(room.width() / width, room.height() / height);
    return {room.left, room.left + scale * width, room.top - scale * height, room.top};
}

/// Paths of the bodies' centres, if any body moves by a cell. Returns the part of the command for these paths.
std::string writePaths(std::ostream& out, const RunRecord& record, const RecordedSlice& slice,
                       const std::string& name) {
    std::string plots;
    for (int body = 0; body < record.bodyCount(); ++body) {
        const auto placeAt = [&](int frame) {
            return projected(record.at(frame, body).worldFromBody.position, slice.view);
        };
        double way = 0.0;
        for (int frame = 1; frame < record.frameCount(); ++frame)
            way = std::max(way, (placeAt(frame) - placeAt(0)).norm());
        if (way < slice.spacing) continue;
        const std::string path = "$" + name + "path" + std::to_string(body);
        out << path << " << EOD\n";
        for (int frame = 0; frame < record.frameCount(); ++frame)
            if (isPlotPoint(record, frame)) out << format("%.6g %.6g\n", placeAt(frame).x(), placeAt(frame).y());
        out << "EOD\n";
        plots += ", " + path + " using 1:2 with lines linewidth 1.5 linecolor rgb '#404040'";
    }
    return plots;
}

} // namespace

void writeSlice(std::ostream& out, const RunRecord& record, const RecordedSlice& slice, const std::string& name,
                const PlotBox& box) {
    out << "$" << name << " << EOD\n";
    double most = 0.0;
    for (int row = 0; row < slice.rows; ++row)
        for (int column = 0; column < slice.columns; ++column) {
            const double value =
                slice.values[static_cast<std::size_t>(row) * std::size_t(slice.columns) + std::size_t(column)];
            most = std::max(most, std::abs(value));
            out << format("%.4g", value) << (column + 1 < slice.columns ? " " : "\n");
        }
    out << "EOD\n";
    const double width = slice.columns * slice.spacing, height = slice.rows * slice.spacing;
    const PlotBox frame = fitted(box, width, height);
    const std::string paths = writePaths(out, record, slice, name);
    placeAxes(out, frame);
    const double tick = roundStep(80.0 * width / frame.width());
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(tick) - 1e-9)));
    const bool fromAbove = slice.view == PlotView::Top;
    out << "unset logscale y\nunset key\n"
        << format("set format xy '%%.%df'\nset xtics %.6g\nset ytics %.6g\nset cbtics autofreq\n", decimals, tick, tick)
        << format("set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n", slice.left, slice.left + width, slice.bottom,
                  slice.bottom + height)
        << "set xlabel " << quoted(slice.view == PlotView::Front ? "y [m]" : "x [m]") << "\nset ylabel "
        << quoted(fromAbove ? "y [m]" : "z [m]") << "\nset label 99 "
        << quoted(slice.place + format(", after %.3g s", record.last().time))
        << format(" at screen %.5f,%.5f left\n", frame.left / kPictureWidth, (frame.top + 14.0) / kPictureHeight)
        << (slice.isSigned
                ? "set palette defined (-1 '#2166ac', -0.4 '#92c5de', 0 '#f7f7f7', 0.4 '#f4a582', 1 '#b2182b')\n"
                : "set palette defined (0 '#ffffff', 0.4 '#9ecae1', 1 '#08306b')\n")
        << format("set cbrange [%.6g:%.6g]\n", slice.isSigned ? -most : 0.0, most > 0.0 ? most : 1.0)
        << format("set colorbox vertical user origin screen %.5f,%.5f size screen %.5f,%.5f\nset cblabel ",
                  (frame.right + 16.0) / kPictureWidth, frame.bottom / kPictureHeight, 18.0 / kPictureWidth,
                  frame.height() / kPictureHeight)
        << quoted(slice.quantity) << "\n";
    for (int body = 0; body < record.bodyCount(); ++body)
        out << "set object " << 500 + body << " polygon "
            << polygonOf(record.bodies[static_cast<std::size_t>(body)], record.last(body).worldFromBody, slice.view,
                         1.0)
            << " front fillstyle empty border linecolor rgb '#000000'\n";
    out << format("plot $%s using (%.6g+%.6g*($1+0.5)):(%.6g+%.6g*($2+0.5)):3 matrix with image pixels", name.c_str(),
                  slice.left, slice.spacing, slice.bottom, slice.spacing)
        << paths
        << "\nunset object\nunset label\nunset colorbox\nset xtics autofreq\nset ytics autofreq\nset format xy '%h'\n";
}

} // namespace samples
