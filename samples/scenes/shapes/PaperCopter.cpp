// SPDX-License-Identifier: Zlib
#include "scenes/shapes/PaperCopter.h"

#include "AmbientFluid/Mesh/GradedLine.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/Mesh/ShapeLayout.h"
#include "scenes/shapes/ThinSheet.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

constexpr double kFoldRadius = 0.004;            // of the bend at the root of a blade [m]
constexpr double kSlit = 0.001;                  // width of the slit [m]
const Vector3 kClipSize = {0.001, 0.008, 0.032}; // [m]

/// The paper by the distance s from the root of the slit along the strip, upwards positive, and by the place y across.
class Paper {
  public:
    explicit Paper(const PaperCopterShape& shape) : m_shape(shape) {}

    double bodyLength() const { return m_shape.length - m_shape.bladeLength; }
    double halfWidth(double s) const {
        const double folded = std::clamp((-s - m_shape.shoulder) / m_shape.taper, 0.0, 1.0);
        return 0.5 * m_shape.width * (1.0 - 2.0 / 3.0 * folded);
    }
    /// Three layers in the folded part.
    double thickness(double s) const { return m_shape.thickness * 0.5 * m_shape.width / halfWidth(std::min(s, 0.0)); }

    /// A blade turns over from the vertical to its coning angle; side +1 to +x, -1 to -x, 0: the body.
    SheetPoint at(double s, double y, int side, bool rim) const {
        const double bend = 0.5 * ambient::kPi - m_shape.coning;
        const double turned = std::clamp(s / kFoldRadius, 0.0, bend), straight = std::max(0.0, s - bend * kFoldRadius);
        const double x = kFoldRadius * (1.0 - std::cos(turned)) + straight * std::sin(turned);
        const double z = s < 0.0 ? s : kFoldRadius * std::sin(turned) + straight * std::cos(turned);
        const Vector3 middle(side * x, y, z), normal(std::cos(turned), 0.0, -side * std::sin(turned));
        const double half = rim ? 0.0 : 0.5 * thickness(s);
        return {middle + half * normal, middle - half * normal, rim};
    }

  private:
    PaperCopterShape m_shape;
};

std::vector<SheetPoint> rowOf(const Paper& paper, double s, double fromY, double toY, int side, int points, bool end) {
    std::vector<SheetPoint> row;
    for (const double place : placesAcross(points))
        row.push_back(paper.at(s, 0.5 * (fromY + toY) + 0.5 * place * (toY - fromY), side, end));
    row.front().rim = row.back().rim = true;
    return row;
}

/// Positions of rows from one end to the other, both included.
std::vector<double> rowsBetween(double from, double to, double spacing) {
    constexpr double zone = 0.008; // near the ends in which rows crowd [m]
    const int count = std::max(3, static_cast<int>(std::lround(ambient::stretchedLength(to - from, zone) / spacing)));
    std::vector<double> rows = ambient::gradedLine(to - from, zone, count);
    for (double& row : rows)
        row += 0.5 * (from + to);
    return rows;
}

ambient::TriangleMesh copterOfSpacing(const PaperCopterShape& shape, double spacing) {
    const Paper paper(shape);
    const double half = 0.5 * shape.width;
    const int acrossBlade = pointsAcross(half, spacing);
    ThinSheet sheet;
    ThinSheet::Row before;
    const std::vector<double> bodyRows = rowsBetween(-paper.bodyLength(), 0.0, spacing);
    for (std::size_t i = 0; i + 1 < bodyRows.size(); ++i) {
        const double s = bodyRows[i], edge = paper.halfWidth(s);
        const auto after = sheet.add(rowOf(paper, s, -edge, edge, 0, pointsAcross(2.0 * edge, spacing), i == 0));
        if (i > 0) sheet.weave(before, after);
        before = after;
    }
    const ThinSheet::Row left = sheet.add(rowOf(paper, 0.0, -half, 0.0, 0, acrossBlade, false));
    ThinSheet::Row right = {left.back()};
    const std::vector<SheetPoint> rightPoints = rowOf(paper, 0.0, 0.0, half, 0, acrossBlade, false);
    for (std::size_t i = 1; i < rightPoints.size(); ++i)
        right.push_back(sheet.add(rightPoints[i]));
    ThinSheet::Row root = left;
    root.insert(root.end(), right.begin() + 1, right.end());
    sheet.weave(before, root);
    const std::vector<double> bladeRows = rowsBetween(0.0, shape.bladeLength, spacing);
    for (const int side : {-1, 1}) {
        before = side < 0 ? left : right;
        for (std::size_t i = 1; i < bladeRows.size(); ++i) {
            const double s = bladeRows[i], slit = 0.5 * side * kSlit * std::min(1.0, s / kFoldRadius);
            const double from = side < 0 ? -half : slit, to = side < 0 ? slit : half;
            const auto after = sheet.add(rowOf(paper, s, from, to, side, acrossBlade, i + 1 == bladeRows.size()));
            sheet.weave(before, after);
            before = after;
        }
    }
    return sheet.solid();
}

} // namespace

std::vector<ambient::TriangleMesh> makeUnfoldingPaper(PaperCopterShape shape, const std::vector<double>& conings,
                                                      int faces) {
    ambient::requireFaces(faces, 200);
    struct Layout {
        double spacing;
        ambient::TriangleMesh mesh;
    };
    const Layout usual = ambient::nearestLayout(
        faces, 0.0005, 0.05,
        [&](double spacing) {
            return Layout{spacing, copterOfSpacing(shape, spacing)};
        },
        [](const Layout& layout) { return layout.mesh.faceCount(); });
    std::vector<ambient::TriangleMesh> meshes;
    for (const double coning : conings) {
        shape.coning = coning;
        meshes.push_back({copterOfSpacing(shape, usual.spacing).vertices, usual.mesh.faces});
    }
    return meshes;
}

std::vector<Vector3> clipPoints(const PaperCopterShape& shape) {
    const double middle = 0.5 * kClipSize.z() - Paper(shape).bodyLength(), away = kClipSize.z() / std::sqrt(12.0);
    return {{0.0, 0.0, middle - away}, {0.0, 0.0, middle + away}};
}

WeightedSolid makePaperCopter(const PaperCopterShape& shape, int faces) {
    ambient::TriangleMesh mesh = makeUnfoldingPaper(shape, {shape.coning}, faces).front();
    std::vector<ambient::MassProperties> parts = {ofMass(ambient::solidMassProperties(mesh, 1.0), shape.paperMass)};
    if (shape.clipMass > 0.0) {
        ambient::MassProperties clip =
            ofMass(ambient::solidMassProperties(ambient::makeBox(kClipSize, 12), 1.0), shape.clipMass);
        clip.centerOfMass.z() = 0.5 * kClipSize.z() - Paper(shape).bodyLength();
        parts.push_back(clip);
    }
    return weightedSolid(std::move(mesh), parts);
}

} // namespace samples
