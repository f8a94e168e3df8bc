// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MeshRepair.h"

namespace ambient {

/// How far a mesh of a user is made usable.
struct MeshFrontEndOptions {
    double sheetThickness = 0.0; ///< open meshes become solids of it [m]; 0: they do not
    bool wrap = false;           ///< open and broken meshes become the solids that their winding numbers enclose
    int cells = 256;             ///< of the grid along the longest side of the mesh
    int facesOfGrid = 6000;      ///< triangles of a mesh from a grid, about
};

/// The safe repair (MeshRepair.h), and for meshes of which this makes no body a grid (SolidWrap.h): pieces that touch,
/// cross or share edges become one body, also if there are holes below a cell and the volume stays within 10 %; with
/// `wrap` all holes are closed. Not before the thickness of sheets was tried.
/// report.repairs tells volume and area before and after, report.warnings if a grid of half the cells gives another
/// volume. CheckedMesh::givenFaces is -1 for faces from a grid. Does not throw for a mesh that stays unusable.
CheckedMesh prepareMesh(const TriangleMesh& mesh, const MeshFrontEndOptions& options = {});

/// prepareMesh for callers that need a usable mesh. Throws MeshError, whose message names a remedy if there is one:
/// options are called `--sheet-thickness` and, if `offersWrap`, `--wrap`.
CheckedMesh requirePreparedMesh(const TriangleMesh& mesh, const MeshFrontEndOptions& options, bool offersWrap);

/// Whether the repair left pieces out that lie inside others, such as the inner side of a shell: a density fills them.
bool leftHollowsOut(const MeshReport& report);

/// Addition to the message of an unusable mesh; empty without a remedy.
std::string remedyFor(const MeshReport& report, const MeshFrontEndOptions& options, bool offersWrap);

} // namespace ambient
