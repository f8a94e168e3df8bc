// SPDX-License-Identifier: Zlib
#include "scenes/shapes/ThinWing.h"

#include "AmbientFluid/Mesh/GradedLine.h"
#include "AmbientFluid/Mesh/ShapeLayout.h"
#include "scenes/shapes/ThinSheet.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

SheetPoint tipAt(const ThinWing& wing, double x) {
    const ambient::Vector3 p = wing.bend({x, 0.5 * (wing.leading(x) + wing.trailing(x)), 0.0});
    return {p, p, true};
}

std::vector<SheetPoint> rowAt(const ThinWing& wing, double x, double spacing) {
    const double leading = wing.leading(x), width = leading - wing.trailing(x);
    std::vector<SheetPoint> row;
    for (const double place : placesAcross(pointsAcross(width, spacing))) {
        const double c = 0.5 * (1.0 + place);
        const double section = std::sqrt(std::max(0.0, 1.0 - std::pow(place, 8)));
        const double y = leading - c * width, z = section * wing.halfThickness(x, c);
        row.push_back({wing.bend({x, y, z}), wing.bend({x, y, -z}), false});
    }
    row.front().rim = row.back().rim = true;
    return row;
}

ambient::TriangleMesh wingOfSpacing(const ThinWing& wing, double spacing) {
    const double tipZone = 0.25 * wing.length;
    const int rows =
        std::max(4, static_cast<int>(std::lround(ambient::stretchedLength(wing.length, tipZone) / spacing)));
    ThinSheet sheet;
    ThinSheet::Row before = {sheet.add(tipAt(wing, 0.0))};
    const std::vector<double> places = ambient::gradedLine(wing.length, tipZone, rows);
    for (int i = 1; i <= rows; ++i) {
        const double x = 0.5 * wing.length + places[static_cast<std::size_t>(i)];
        const ThinSheet::Row after =
            i == rows ? ThinSheet::Row{sheet.add(tipAt(wing, wing.length))} : sheet.add(rowAt(wing, x, spacing));
        sheet.weave(before, after);
        before = after;
    }
    return sheet.solid();
}

} // namespace

ambient::TriangleMesh makeThinWing(const ThinWing& wing, int faces) {
    ambient::requireFaces(faces, 48);
    return ambient::nearestLayout(
        faces, 0.01 * wing.length / std::sqrt(double(faces)), wing.length,
        [&](double spacing) { return wingOfSpacing(wing, spacing); },
        [](const ambient::TriangleMesh& mesh) { return mesh.faceCount(); });
}

} // namespace samples
