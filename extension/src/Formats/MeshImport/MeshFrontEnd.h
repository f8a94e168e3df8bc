// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MeshRepair.h"

namespace ambient {

/// How far a mesh of a user is made usable.
struct MeshFrontEndOptions {
    double sheetThickness = 0.0; ///< open meshes become solids of this thickness [m]; 0: they do not
    bool wrap = false;           ///< open and broken meshes become the solids enclosed by their winding numbers
    int cells = 256;             ///< of the grid along the longest side of the mesh
    int facesOfGrid = 6000;      ///< triangles of a mesh from a grid, about
};

/// The safe repair (MeshRepair.h). If the repair makes no body, a grid (SolidWrap.h) does: pieces with contacts,
/// crossings or shared edges become one body, also with holes below a cell if the volume stays within 10 %; with `wrap`
/// all holes are closed. The thickness of sheets is tried before the grid. report.repairs gives volume and area before
/// and after, report.warnings a different volume from a grid of half the cells. CheckedMesh::givenFaces is -1 for faces
/// from a grid. Does not throw if the mesh stays unusable.
CheckedMesh prepareMesh(const TriangleMesh& mesh, const MeshFrontEndOptions& options = {});

/// prepareMesh for callers in need of a usable mesh. Throws MeshError. Its message names a remedy if there is one:
/// options are called `--sheet-thickness` and, if `offersWrap`, `--wrap`.
CheckedMesh requirePreparedMesh(const TriangleMesh& mesh, const MeshFrontEndOptions& options, bool offersWrap);

/// Whether the repair left out pieces inside others, such as the inner side of a shell: a density fills them.
bool leftHollowsOut(const MeshReport& report);

/// Addition to the message of an unusable mesh; empty without a remedy.
std::string remedyFor(const MeshReport& report, const MeshFrontEndOptions& options, bool offersWrap);

} // namespace ambient
