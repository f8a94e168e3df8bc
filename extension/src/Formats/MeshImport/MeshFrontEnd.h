// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MeshRepair.h"

namespace ambient {

/// How far a mesh of a user is made usable.
struct MeshFrontEndOptions {
    double sheetThickness = 0.0; ///< open meshes become solids of this thickness [m]; 0: they do not
    bool wrap = false;           ///< open and broken meshes become the solids enclosed by their winding numbers
    int cells = 256;             ///< of the grid along the longest side of the mesh
    int firstCells = 0; ///< above 0: a grid of so many cells comes first, and stays if its volume is within 1 % of that
                        ///< from half as many; else the cells double up to `cells`
    int facesOfGrid = 6000; ///< triangles of a mesh from a grid, about
};

/// A preparation that changes the box, the area or the volume of a body by more than this share gives a warning.
constexpr double kWarnedChange = 0.01;
/// A preparation that changes them by more than this share is refused.
constexpr double kRefusedChange = 0.1;

/// Rounding of corners by more than this share of the size of a mesh gives a warning.
constexpr double kWarnedRounding = 1e-5;

/// The safe repair (MeshRepair.h). If the repair makes no body, closed pieces that touch or cross are united exactly
/// (ExactUnion.h). If the union makes none, a grid (SolidWrap.h) does: pieces with contacts, crossings or shared edges
/// become one body, also with holes below a cell if the volume stays within 10 %; with `wrap` all holes are closed. The
/// thickness of sheets is tried before the grid. report.repairs gives volume and area before and after, report.warnings
/// a different volume from a grid of half the cells, changes above kWarnedChange, pieces without volume that were
/// left out, and the rounding of meshes in single precision far from their origin. The mesh stays unusable where the
/// repair or the grid would change it by more than kRefusedChange. CheckedMesh::givenFaces is -1 for faces of a union
/// and from a grid. Does not throw if the mesh stays unusable.
CheckedMesh prepareMesh(const TriangleMesh& mesh, const MeshFrontEndOptions& options = {});

/// Warns of a mesh in single precision so far from its origin that rounding has moved its corners (kWarnedRounding).
void warnOfRounding(const TriangleMesh& mesh, MeshReport& report);

/// prepareMesh for callers in need of a usable mesh. Throws MeshError. Its message names a remedy if there is one:
/// options are called `--sheet-thickness` and, if `offersWrap`, `--wrap`.
CheckedMesh requirePreparedMesh(const TriangleMesh& mesh, const MeshFrontEndOptions& options, bool offersWrap);

/// The union of the parts of one body: exact, else from a grid that changes it by less than kRefusedChange. Warnings as
/// of prepareMesh. \param parts usable meshes, at least one \throws MeshError with the reason and a remedy
CheckedMesh requireUnitedMesh(const std::vector<TriangleMesh>& parts, const MeshFrontEndOptions& options);

/// Whether the repair left out pieces inside others, such as the inner side of a shell: a density fills them.
bool leftHollowsOut(const MeshReport& report);

/// Addition to the message of an unusable mesh; empty without a remedy.
std::string remedyFor(const MeshReport& report, const MeshFrontEndOptions& options, bool offersWrap);

} // namespace ambient
