// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MeshReport.h"

#include <stdexcept>

namespace ambient {

/// How far repairMesh may go. Holes, degenerate faces, non-manifold edges and several pieces are never repaired:
/// what was meant cannot be known.
enum class MeshRepair {
    None,        ///< look only
    Safe,        ///< weld coincident vertices (only of a mesh with open edges: a closed one has nothing to gain), drop
                 ///< unused vertices, and reverse the faces that disagree in winding with the majority of their piece
    FlipInverted ///< Safe, and turn a wholly inverted mesh inside out
};

/// A mesh and what is known about it.
struct CheckedMesh {
    TriangleMesh mesh; ///< the one that was given, as far as the repair changed it
    MeshReport report; ///< of `mesh`, that is after the repair; report.repairs tells what was done
};

/// Repairs what is safe and checks the result. Faces keep their number and order, vertices keep their order.
/// Never throws (but for lack of memory); deterministic; repairing twice changes nothing. A mesh with an index out of
/// range is left as it is.
/// With a `sheetThickness` [m] above 0, what is still open after that becomes a closed solid of this thickness
/// (thickenSheet) and has more faces and vertices; report.sheetThickness tells. Where that is impossible, the mesh
/// stays open and the first issue says why. Default 0: open meshes stay open, as with a thickness that is not finite.
CheckedMesh repairMesh(const TriangleMesh& mesh, MeshRepair repair = MeshRepair::Safe, double sheetThickness = 0.0);

/// A mesh that cannot be used. what() is one line: the first issue, what and where.
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
