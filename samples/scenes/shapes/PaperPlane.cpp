// SPDX-License-Identifier: Zlib
#include "scenes/shapes/PaperPlane.h"

#include "AmbientFluid/Mesh/GradedLine.h"
#include "AmbientFluid/Mesh/ShapeLayout.h"
#include "scenes/shapes/ThinSheet.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

constexpr int kKeelIntervals = 2; // from the bottom of the keel to a fold

/// The folded sheet by the distance behind the nose and the distance along the paper from the bottom of the keel, to
/// the left positive.
class Dart {
  public:
    explicit Dart(const PaperPlaneShape& shape) : m_shape(shape) {}

    double wing(double behind) const { return m_shape.halfSpan * behind / m_shape.length; }
    /// Depth of the keel along its side: the full one, less near the nose.
    double keel(double behind) const { return std::min(m_shape.keel, 0.8 * wing(behind)); }

    SheetPoint at(double behind, double along, bool rim) const {
        const double k = keel(behind), side = along < 0.0 ? -1.0 : 1.0, s = std::abs(along);
        const Vector3 steep(0.0, std::sin(m_shape.opening), std::cos(m_shape.opening));
        const Vector3 flat(0.0, std::cos(m_shape.dihedral), std::sin(m_shape.dihedral));
        Vector3 p = std::min(s, k) * steep + std::max(0.0, s - k) * flat;
        p.z() -= k * steep.z();
        const double bent = behind - 0.875 * m_shape.length;
        if (bent > 0.0) p.z() += bent * std::tan(m_shape.elevator);
        p.x() = -behind;
        Vector3 normal = s < k ? Vector3(0.0, -steep.z(), steep.y()) : Vector3(0.0, -flat.z(), flat.y());
        if (s == 0.0) normal = Vector3::UnitZ();
        if (s == k) normal = Vector3(0.0, -steep.z() - flat.z(), steep.y() + flat.y()).normalized();
        p.y() *= side;
        normal.y() *= side;
        const Vector3 half = (rim ? 0.0 : 0.5 * m_shape.thickness) * normal;
        return {p + half, p - half, rim};
    }

    /// From the right tip to the left one.
    std::vector<SheetPoint> row(double behind, int wingIntervals, bool isEnd) const {
        std::vector<double> left;
        for (int i = 1; i <= kKeelIntervals; ++i)
            left.push_back(keel(behind) * i / kKeelIntervals);
        for (int i = 1; i <= wingIntervals; ++i) // they crowd towards the tip
            left.push_back(keel(behind) + wing(behind) * std::sin(0.5 * ambient::kPi * i / wingIntervals));
        std::vector<SheetPoint> points;
        for (auto s = left.rbegin(); s != left.rend(); ++s)
            points.push_back(at(behind, -*s, isEnd || s == left.rbegin()));
        points.push_back(at(behind, 0.0, isEnd));
        for (const double& s : left)
            points.push_back(at(behind, s, isEnd || &s == &left.back()));
        return points;
    }

  private:
    PaperPlaneShape m_shape;
};

ambient::TriangleMesh dartOf(const PaperPlaneShape& shape, int rows) {
    const Dart dart(shape);
    const int wingIntervals = std::max(3, rows / 3);
    ThinSheet sheet;
    ThinSheet::Row before = {sheet.add(SheetPoint{Vector3::Zero(), Vector3::Zero(), true})};
    const std::vector<double> places = ambient::gradedLine(shape.length, 0.1 * shape.length, rows);
    for (std::size_t i = 1; i < places.size(); ++i) {
        const double behind = 0.5 * shape.length + places[i];
        const ThinSheet::Row after = sheet.add(dart.row(behind, wingIntervals, i + 1 == places.size()));
        sheet.weave(before, after);
        before = after;
    }
    return sheet.solid();
}

} // namespace

WeightedSolid makePaperPlane(const PaperPlaneShape& shape, int faces) {
    ambient::requireFaces(faces, 300);
    int rows = 9;
    ambient::TriangleMesh mesh = dartOf(shape, rows);
    while (mesh.faceCount() < faces)
        mesh = dartOf(shape, ++rows);
    const ambient::MassProperties nose = ambient::pointMassProperties(
        {{-0.2 * shape.length, 0.0, -0.2 * shape.keel}, {-0.04 * shape.length, 0.0, -0.2 * shape.keel}},
        {shape.noseMass, shape.clipMass});
    const ambient::MassProperties sheet = ofMass(ambient::solidMassProperties(mesh, 1.0), shape.sheetMass);
    return weightedSolid(std::move(mesh), {sheet, nose});
}

} // namespace samples
