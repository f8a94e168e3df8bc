// SPDX-License-Identifier: Zlib
#include "scenes/shapes/Sailplane.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/Mesh/ShapeLayout.h"
#include "scenes/parts/ShapeSequences.h"
#include "scenes/shapes/Sections.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::TriangleMesh;
using ambient::Vector3;

template <class Change>
TriangleMesh changed(TriangleMesh mesh, Change change) {
    for (Vector3& v : mesh.vertices)
        v = change(v);
    return mesh;
}

} // namespace

TriangleMesh sailplaneWing(const SailplaneShape& shape, int faces) {
    constexpr int points = 24; // of each side of the section: with fewer its nose counts as sharp
    const int layers = std::max(8, faces / (4 * points));
    const double along = std::cos(shape.dihedral), up = std::sin(shape.dihedral);
    return changed(makeRectangularWing(camberedNacaSection(0.04, 0.4, 0.12, points), shape.chord, shape.span(), layers),
                   [&](const Vector3& v) { return Vector3(v.x(), along * v.y(), v.z() + up * std::abs(v.y())); });
}

WeightedSolid makeSailplane(const SailplaneShape& shape, int faces) {
    ambient::requireFaces(faces, 800);
    const TriangleMesh wing = sailplaneWing(shape, faces * 6 / 10);
    const double tailChord = 0.7 * shape.chord, tailSpan = shape.tailShare * shape.area() / tailChord;
    const ambient::Quaternion up = ambient::expSO3({0.0, -shape.tailAngle, 0.0});
    const Vector3 tailPlace(-shape.arm, 0.0, 0.0);
    const TriangleMesh tail = changed(makeRectangularWing(nacaSection(0.09, 9), tailChord, tailSpan, 8),
                                      [&](const Vector3& v) { return Vector3(up * v + tailPlace); });
    const double finHeight = 0.9 * tailChord, clear = 0.12 * tailChord;
    const TriangleMesh fin =
        changed(makeRectangularWing(nacaSection(0.09, 9), tailChord, finHeight, 4),
                [&](const Vector3& v) { return Vector3(v.x() - shape.arm, -v.z(), v.y() + 0.5 * finHeight + clear); });
    const double length = 0.6 * shape.chord + shape.arm + 1.2 * shape.chord, radius = 0.12 * shape.chord;
    const Vector3 middle(0.5 * length - shape.arm - 0.6 * shape.chord, 0.0, -0.3 * shape.chord);
    const TriangleMesh fuselage =
        moved(ambient::makeEllipsoid({0.5 * length, radius, radius}, std::max(160, faces / 8)), middle);
    TriangleMesh mesh = joined({wing, tail, fin, fuselage});
    const ambient::MassProperties spread = ofMass(ambient::solidMassProperties(mesh, 1.0), 0.5 * shape.mass);
    ambient::MassProperties weight;
    weight.mass = 0.5 * shape.mass;
    weight.centerOfMass = {-2.0 * shape.balance * shape.chord - spread.centerOfMass.x(), 0.0, middle.z()};
    return weightedSolid(std::move(mesh), {spread, weight});
}

} // namespace samples
