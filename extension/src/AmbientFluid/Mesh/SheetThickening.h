// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MeshReport.h"

namespace ambient {

/// \file
/// Thickening of open sheets (a leaf, a wing, paper) to thin closed solids.
///
/// A sheet is a piece of a mesh, connected across edges, with at least one open edge. Sheets may be curved or folded
/// and may have holes. The two sides of the solid are copies of the sheet, moved by half the thickness along the vertex
/// normals, which are weighted with the angles of the faces. A strip of four triangles per open edge joins the two
/// sides. At a fold the copies move farther, up to kMiterLimit times, so that each flap keeps its thickness. If parts
/// of the surface meet in one point only, each fan of faces gets a separate vertex: the solid touches itself at this
/// point.

/// Largest move of a vertex at a fold, in halves of the thickness.
/// Folds are mitred up to a change of direction of 120 degrees.
constexpr double kMiterLimit = 2.0;

/// Replaces each sheet of the mesh by a closed, outward solid of this thickness [m].
/// Closed pieces are not changed. Volume: area times thickness, exact for flat sheets and to second order in
/// thickness/radius for curved ones (a
/// spherical shell: 1 + thickness^2/(12 radius^2)), if no fold exceeds kMiterLimit. Faces 0 to F-1 are the faces of the
/// mesh, moved to the front (the side from which they are counter-clockwise); their vertices keep their indices unless
/// split. The back faces of the sheets follow, then the rims. Deterministic.
/// \throws std::invalid_argument if the thickness is not positive and finite;
///         MeshError (MeshRepair.h) naming the place if faces disagree in winding (repairMesh corrects this except in a
///         one-sided surface such as a Moebius strip), more than two faces meet in an edge, a face or vertex is
///         invalid, a sheet is folded flat onto itself, or the thickness is impossible: below 1/10000 of sqrt(area of
///         the sheets), or above 0.9 of the thickness at which the first face would turn inside out.
/// Sheets closer to themselves or to each other than the thickness are not detected.
TriangleMesh thickenSheet(const TriangleMesh& mesh, double thickness);

/// Number of sheets in any mesh.
int countSheets(const TriangleMesh& mesh);

/// Suggested thickness for the mesh of a report of checkMesh [m].
/// 1 % of sqrt(area), rounded to one digit; 0 if the mesh has no open edge or has a defect that thickening does not
/// cure.
double suggestedSheetThickness(const MeshReport& report);

/// Advice for the error message of a refused mesh: use `option` with the suggested thickness.
/// `option` is the name known to the user. Empty if thickening does not help.
std::string sheetThicknessAdvice(const MeshReport& report, const std::string& option);

} // namespace ambient
