// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MeshRepair.h"

#include <optional>

namespace ambient {

/// What a union, or a substitute for it, made of its parts. The exact union is the reference, usable or not.
struct UnionReport {
    Vector3 boundsMin = Vector3::Zero(), boundsMax = Vector3::Zero(); ///< box around all parts [m]
    double volumeOfParts = 0.0;    ///< sum [m^3]; less `volume` it is overlap, not loss
    double volume = 0.0;           ///< of the exact union [m^3]
    double area = 0.0;             ///< of the exact union, without faces in contact [m^2]
    std::vector<double> areaShare; ///< of each part: the share of its area on the surface of the union
    double growth = 0.0;           ///< distance by which the parts of the result were grown [m]; 0: as given
    std::string refusal;           ///< why there is no result; empty: there is one
};

/// The largest relative change that a mesh brings to a union: of the box by its longest side, of volume and area.
double changeFrom(const UnionReport& report, const MeshReport& made);

/// The union of solids as one mesh for a body in a fluid; nothing if it is not usable. Crossing parts are united
/// exactly (UnionSurface.h). Parts that only touch, and turned parts whose faces coincide but for rounding, hang
/// together by chance. So the union is made twice: as given, and with each part grown by about 1e-4 of the thickness of
/// the thinnest (2 V / A). The first is the result if it is usable, has no needles, and both areas agree within 1e-3;
/// else the second if it is usable. CheckedMesh::givenFaces is -1. Deterministic. \param parts closed, oriented
/// outward, usable \param mostFaces of the result, if fewer faces keep volume and area within 3e-4
std::optional<CheckedMesh> uniteExactly(const std::vector<TriangleMesh>& parts, int mostFaces, UnionReport& report);

/// Volume that two solids have in common [m^3]; 0 if their union is not found. \param a, b as in uniteExactly()
double commonVolume(const TriangleMesh& a, const TriangleMesh& b);

} // namespace ambient
