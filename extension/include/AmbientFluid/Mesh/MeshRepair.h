// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MeshReport.h"

#include <stdexcept>

namespace ambient {

/// \file
/// The safe repairs of a mesh that is not usable, in their order:
/// 1. Coincident vertices are welded: of a closed mesh only if nothing else helps, because welding joins parts that
///    touch; of an open one within kWeldTolerance, and within up to 1e-5 of the diagonal if that makes it usable.
/// 2. Degenerate faces are removed without a hole; of equal faces one is kept; two faces back to back in a solid are
///    dropped; of a surface drawn from both sides one side is kept.
/// 3. Faces are divided at seams whose two sides are divided differently.
/// 4. Faces that disagree in winding with the majority of their patch are reversed, inverted closed patches are turned.
/// 5. The surface is parted where it touches itself in an edge or a point only.
/// 6. Pieces without volume and pieces inside another one (hollows without fluid) are dropped.

/// A mesh and its report.
struct CheckedMesh {
    TriangleMesh mesh; ///< the one that was given, as far as the repair changed it
    MeshReport report; ///< of `mesh`, that is after the repair; report.repairs lists the changes
    /// For each face of `mesh` the number of the given face that it is or is a part of; -1: the back or the rim of a
    /// thickened sheet.
    std::vector<int> givenFaces;
};

/// Repairs safely and checks the result. A usable mesh loses its unused vertices only. Otherwise faces may be
/// dropped and divided, CheckedMesh::givenFaces tells which; each repair is one line of report.repairs, with volume and
/// area before and after if it changed them. Issues name faces and vertices by their given numbers.
/// Never throws (but for lack of memory); deterministic; repairing twice changes nothing. A mesh with an index out of
/// range is left as it is.
/// With a `sheetThickness` [m] above 0, a surface that is still open becomes a closed solid of this thickness
/// (thickenSheet) and has more faces and vertices; report.sheetThickness tells. Where that is impossible, the mesh
/// stays open and the first issue says why. Default 0: open meshes stay open, as with a thickness that is not finite.
CheckedMesh repairMesh(const TriangleMesh& mesh, MeshRepair repair = MeshRepair::Safe, double sheetThickness = 0.0);

/// A mesh that cannot be used. what() is one line: the first issue and its place.
class MeshError : public std::invalid_argument {
  public:
    /// `unusable` must have at least one issue.
    explicit MeshError(const MeshReport& unusable)
        : std::invalid_argument(unusable.issues.front().message), report(unusable) {}

    MeshReport report; ///< of the mesh after the repair that was allowed
};

/// repairMesh for callers that need a usable mesh. Throws MeshError if there is none.
CheckedMesh requireUsableMesh(const TriangleMesh& mesh, MeshRepair repair = MeshRepair::Safe,
                              double sheetThickness = 0.0);

} // namespace ambient
