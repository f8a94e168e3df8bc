// SPDX-License-Identifier: Zlib
#include "drawing/TankDrawing.h"

#include "drawing/SliceDrawing.h"

namespace samples {

using ambient::Vector3;

std::array<Vector3, 8> boxCorners(const Vector3& low, const Vector3& high) {
    std::array<Vector3, 8> corners;
    for (std::size_t bits = 0; bits < corners.size(); ++bits)
        corners[bits] = {(bits & 1 ? high : low).x(), (bits & 2 ? high : low).y(), (bits & 4 ? high : low).z()};
    return corners;
}

void addBoxEdges(Drawing& drawing, const Vector3& low, const Vector3& high, const Rgb& colour) {
    const std::array<Vector3, 8> corners = boxCorners(low, high);
    for (std::size_t bits = 0; bits < corners.size(); ++bits)
        for (const std::size_t axis : {1u, 2u, 4u}) {
            if (bits & axis) continue;
            DrawnLine edge;
            edge.points = {corners[bits], corners[bits | axis]};
            edge.colours = {colour};
            edge.width = 1.5;
            drawing.lines.push_back(edge);
        }
}

const ambient::DividedMedium* seaOf(const RunRecord& record) {
    return record.medium && !record.hasTank() ? record.medium->divided() : nullptr;
}

void addTank(Drawing& drawing, const RunRecord& record, double time, bool withWater) {
    if (!record.hasTank()) return;
    const RecordedTank& tank = sliceMomentAt(record, time)->tank;
    addBoxEdges(drawing, tank.low, tank.high, Rgb(0.35f, 0.38f, 0.40f));
    if (withWater) drawing.waters.push_back({tank.water});
}

} // namespace samples
