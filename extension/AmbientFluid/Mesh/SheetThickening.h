// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MeshReport.h"

namespace ambient {

/// \file
/// Open sheets (a leaf, a wing, paper) as bodies: thin closed solids around them.
///
/// A sheet is a piece of a mesh, connected across edges, with at least one open edge; it may be curved, folded and have
/// holes. Its two sides are copies moved by half the thickness along the vertex normals, which are weighted with the
/// faces' angles; a strip of four triangles an open edge joins them. At a fold the copies move farther, so that each
/// flap keeps its thickness, but at most kMiterLimit times as far. Where the surface hangs together by a point only,
/// each fan gets vertices of its own: the solid touches itself there.

/// Largest move of a vertex at a fold, in halves of the thickness: mitred up to a change of direction of 120 degrees.
constexpr double kMiterLimit = 2.0;

/// Closed solid of this thickness [m] around every sheet of the mesh, outward; pieces that are closed stay as they are.
/// Volume: area times thickness, exactly for flat sheets and to second order in thickness/radius for curved ones (a
/// spherical shell: 1 + thickness^2/(12 radius^2)), as long as no fold exceeds kMiterLimit. Faces 0 to F-1 are the
/// mesh's own, moved to the front (the side that they are counter-clockwise from), with vertices of the same index
/// unless split; then come the backs of the sheets' faces, then the rims. Deterministic.
/// \throws std::invalid_argument if the thickness is not positive and finite;
///         MeshError (MeshRepair.h) naming the place if faces disagree in winding (repairMesh mends that, but not in a
///         one-sided surface such as a Moebius strip), more than two faces meet in an edge, a face or vertex is
///         unsound, or the thickness is impossible: below 1/10000 of sqrt(area of the sheets), above 0.9 of where the
///         first face would turn inside out, or on a sheet folded flat onto itself.
/// Sheets that come closer to themselves or to each other than the thickness are not looked for.
TriangleMesh thickenSheet(const TriangleMesh& mesh, double thickness);

/// How many sheets the mesh has. Any mesh is accepted.
int countSheets(const TriangleMesh& mesh);

/// A thickness to suggest for what checkMesh found: 1 % of sqrt(area), rounded to one digit [m]; 0 if there is no open
/// edge, or a defect that thickening does not cure.
double suggestedSheetThickness(const MeshReport& report);

/// What to add to the message of a refused mesh: how `option`, named as the user knows it, would help and with which
/// thickness; empty where thickening does not.
std::string sheetThicknessAdvice(const MeshReport& report, const std::string& option);

} // namespace ambient
