// SPDX-License-Identifier: Zlib
#include "drawing/SliceDrawing.h"

#include <algorithm>
#include <cmath>

namespace samples {

using ambient::Vector3;

namespace {

/// A point of the world from the picture plane of a view and the place along its third axis.
Vector3 inSpace(double right, double up, double across, PlotView view) {
    switch (view) {
    case PlotView::Top:
        return {right, up, across};
    case PlotView::Front:
        return {across, right, up};
    case PlotView::Side:
        break;
    }
    return {right, across, up};
}

/// Towards the viewer.
Vector3 outOf(PlotView view) {
    switch (view) {
    case PlotView::Top:
        return Vector3::UnitZ();
    case PlotView::Front:
        return Vector3::UnitX();
    case PlotView::Side:
        break;
    }
    return -Vector3::UnitY();
}

} // namespace

const SliceMoment* sliceMomentAt(const RunRecord& record, double time) {
    const SliceMoment* nearest = nullptr;
    for (const SliceMoment& moment : record.sliceMoments)
        if (!nearest || std::abs(moment.time - time) < std::abs(nearest->time - time)) nearest = &moment;
    return nearest;
}

double sliceScale(const RunRecord& record, std::size_t slice) {
    constexpr std::size_t every = 7; // of the values: enough for a rank
    std::vector<double> sizes;
    for (const SliceMoment& moment : record.sliceMoments) {
        const std::vector<double>& values = moment.slices[slice].values;
        for (std::size_t i = 0; i < values.size(); i += every)
            if (std::isfinite(values[i])) sizes.push_back(std::abs(values[i]));
    }
    if (sizes.empty()) return 0.0;
    const auto rank = sizes.begin() + std::ptrdiff_t(0.99 * double(sizes.size() - 1));
    std::nth_element(sizes.begin(), rank, sizes.end());
    return *rank;
}

const ColourMap& sliceColours(const RecordedSlice& slice) {
    return slice.isSigned ? ColourMap::diverging() : ColourMap::sequential();
}

Vector3 sliceOrigin(const RecordedSlice& slice) {
    const double half = 0.5 * slice.spacing;
    return inSpace(slice.left + half, slice.bottom + half, slice.across, slice.view);
}

std::array<Vector3, 4> sliceCorners(const RecordedSlice& slice) {
    const double right = slice.left + slice.columns * slice.spacing, top = slice.bottom + slice.rows * slice.spacing;
    return {inSpace(slice.left, slice.bottom, slice.across, slice.view),
            inSpace(right, slice.bottom, slice.across, slice.view), inSpace(right, top, slice.across, slice.view),
            inSpace(slice.left, top, slice.across, slice.view)};
}

ambient::TriangleMesh sliceSheet(const RecordedSlice& slice) {
    ambient::TriangleMesh sheet;
    const int count = slice.columns * slice.rows;
    // Each side has vertices of its own, so that their normals do not cancel.
    for (const bool isBack : {false, true})
        for (int row = 0; row < slice.rows; ++row)
            for (int column = 0; column < slice.columns; ++column) {
                sheet.vertices.push_back(inSpace(column * slice.spacing, row * slice.spacing, 0.0, slice.view));
                if (column + 1 == slice.columns || row + 1 == slice.rows) continue;
                const int a = (isBack ? count : 0) + row * slice.columns + column, b = a + 1, c = b + slice.columns,
                          d = a + slice.columns;
                for (std::array<int, 3> face : {std::array<int, 3>{a, b, c}, std::array<int, 3>{a, c, d}}) {
                    if (isBack) std::swap(face[1], face[2]);
                    sheet.faces.push_back(face);
                }
            }
    return sheet;
}

DrawnBody drawnSlice(const RecordedSlice& slice, std::shared_ptr<const ambient::TriangleMesh> sheet, double scale) {
    DrawnBody drawn;
    drawn.mesh = std::move(sheet);
    drawn.worldFromBody.position = sliceOrigin(slice);
    drawn.lit = false;
    const ColourMap& map = sliceColours(slice);
    drawn.vertexColours.reserve(2 * slice.values.size());
    for (const double value : slice.values) {
        const double part = scale > 0.0 ? value / scale : 0.0;
        drawn.vertexColours.push_back(map.at(slice.isSigned ? 0.5 + 0.5 * part : part));
    }
    const std::vector<Rgb> front = drawn.vertexColours;
    drawn.vertexColours.insert(drawn.vertexColours.end(), front.begin(), front.end());
    return drawn;
}

double flowSeconds(const RunRecord& record) {
    double fastest = 0.0, distance = 0.0;
    for (const SliceMoment& moment : record.sliceMoments)
        for (const RecordedSlice& slice : moment.slices)
            for (const PlanePoint& velocity : slice.flow) {
                fastest = std::max(fastest, velocity.norm());
                distance = std::max(distance, slice.flowStride * slice.spacing);
            }
    return fastest > 0.0 ? 1.5 * distance / fastest : 0.0;
}

void addParticles(Drawing& drawing, const RunRecord& record, double time) {
    constexpr double shown = 0.25; // [s]
    const SliceMoment* const now = sliceMomentAt(record, time);
    if (!now) return;
    const double dot = now->slices.empty() ? 0.005 : 0.1 * now->slices.front().spacing; // length [m]
    const SliceMoment* first = now;
    while (first != record.sliceMoments.data() && now->time - (first - 1)->time <= shown)
        --first;
    for (std::size_t i = 0; i < now->particles.size(); ++i) {
        DrawnLine way;
        for (const SliceMoment* moment = first; moment <= now; ++moment) {
            const Vector3 at = moment->particles[i].cast<double>();
            if (way.points.empty() || (at - way.points.back()).norm() > dot) way.points.push_back(at);
        }
        if (way.points.size() < 2) way.points.push_back(way.points.front() + dot * Vector3::UnitX());
        way.colours = {Rgb(0.95f, 0.5f, 0.1f)};
        drawing.lines.push_back(std::move(way));
    }
}

void addFlow(Drawing& drawing, const RecordedSlice& slice, double seconds) {
    if (slice.flowStride == 0 || !(seconds > 0.0)) return;
    const double distance = slice.flowStride * slice.spacing;
    const int columns = slice.columns / slice.flowStride;
    const Vector3 lift = 0.05 * distance * outOf(slice.view); // else the sheet would hide half of each arrow
    for (std::size_t i = 0; i < slice.flow.size(); ++i) {
        const PlanePoint way = seconds * slice.flow[i];
        if (way.norm() < 0.15 * distance) continue;
        const int column = int(i) % columns, row = int(i) / columns;
        const double right = slice.left + (column + 0.5) * distance, up = slice.bottom + (row + 0.5) * distance;
        DrawnArrow arrow;
        arrow.from = lift + inSpace(right - 0.5 * way.x(), up - 0.5 * way.y(), slice.across, slice.view);
        arrow.to = lift + inSpace(right + 0.5 * way.x(), up + 0.5 * way.y(), slice.across, slice.view);
        arrow.colour = Rgb(0.15f, 0.15f, 0.15f);
        arrow.width = 2.0;
        arrow.hidden = true;
        drawing.arrows.push_back(arrow);
    }
}

} // namespace samples
