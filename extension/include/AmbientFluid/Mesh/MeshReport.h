// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <string>

namespace ambient {

/// Defects that make a mesh unusable as the surface of a body in a fluid.
enum class MeshDefect {
    Empty,                   ///< no faces
    TooFewFaces,             ///< fewer than 4 faces
    IndexOutOfRange,         ///< a face names a vertex that does not exist
    NonFiniteVertex,         ///< NaN, infinite, or farther than 1e30 m (its volume could not be computed); used or not
    DegenerateFace,          ///< a repeated index, or zero area: height below 1e-12 of the longest side
    OpenEdge,                ///< an edge of one face only: a hole
    NonManifoldEdge,         ///< an edge of three or more faces: the surface touches itself
    NonManifoldVertex,       ///< a vertex whose faces form several fans: parts that hang together by a point
    InconsistentOrientation, ///< two neighbours run along their edge in the same direction
    Inverted,                ///< the enclosed volume is negative, or zero to rounding (the message says which)
    SeveralComponents,       ///< of several pieces, one is inside out, or lies in, touches or crosses another
    DuplicateFace,           ///< two faces with the same three vertices
    SheetThickness           ///< the thickness asked for an open sheet is not possible (SheetThickening.h)
};

/// One reason why a mesh is unusable. Faces and vertices are numbered from 0 as in the given mesh, also after a repair;
/// messages add where the place is.
struct MeshIssue {
    MeshDefect defect;   ///< the kind: one issue stands for all places that have it
    std::string where;   ///< "face 12", "edge 3-7", "vertex 5" or "mesh": the first place with this defect
    std::string message; ///< one line: place, defect, and the number of others of its kind
};

/// How far repairMesh may go. Holes, and pieces that touch or cross each other, are never repaired.
enum class MeshRepair {
    None,        ///< look only
    Safe,        ///< drop unused vertices; of a mesh that is not usable, all of the list above
    FlipInverted ///< the same as Safe, which turns inverted meshes too
};

/// Findings of checkMesh(). Lengths in metre, frame of the mesh. Sizes and integrals are over the faces whose indices
/// are in range and corners finite, so that all numbers are finite for any input.
struct MeshReport {
    int faceCount = 0;           ///< all of the mesh, sound or not
    int vertexCount = 0;         ///< all of the mesh, used or not
    int componentCount = 0;      ///< pieces connected by shared vertices
    int eulerCharacteristic = 0; ///< V - E + F of faces with distinct valid indices; 2 for a ball's surface
    int sliverCount = 0; ///< faces whose height is below 1/100 of the longest side (degenerate ones not counted)
    int duplicateVertexCount = 0; ///< used vertices that coincide with an earlier one (kWeldTolerance)

    bool closed = false;   ///< no edge belongs to one face only
    bool oriented = false; ///< neighbours agree in winding across every edge
    bool manifold = false; ///< at most two faces at an edge, one fan of faces at a vertex
    bool outward = false;  ///< closed and oriented, and the enclosed volume is positive

    double volume = 0.0;                 ///< enclosed [m^3], signed; meaningful if closed and oriented
    double area = 0.0;                   ///< [m^2]
    Vector3 centroid = Vector3::Zero();  ///< of the enclosed volume; middle of the box if there is no volume
    Vector3 boundsMin = Vector3::Zero(); ///< lowest corner of the box around the faces [m]; zero without any
    Vector3 boundsMax = Vector3::Zero(); ///< highest corner [m]

    std::vector<MeshIssue> issues; ///< defects that make it unusable, one entry per kind, causes before consequences
    std::vector<std::string> warnings; ///< suspicious but usable: slivers, units, unused or coincident vertices, cavity
    std::vector<std::string> repairs;  ///< changes by repairMesh()

    int thickenedSheets = 0;     ///< open sheets that repairMesh made solids of (SheetThickening.h)
    double sheetThickness = 0.0; ///< of these solids [m]; 0 without any

    /// Whether the mesh can be the surface of a body: closed, oriented outward, manifold, sound faces, and one piece or
    /// several apart from each other, which are parts of the same body.
    /// Self-intersection (faces that cross without sharing an edge) is not looked for.
    bool usable() const { return issues.empty(); }

    /// Whether `issues` has an entry of this kind.
    bool has(MeshDefect defect) const;
};

/// The numbers that messages give to faces and vertices; null: those of the checked mesh.
struct MeshNumbers {
    const std::vector<int>* faces = nullptr;    ///< one per face
    const std::vector<int>* vertices = nullptr; ///< one per vertex
};

/// Looks a mesh over. Never throws (but for lack of memory) whatever the mesh holds; deterministic; O(F log F).
MeshReport checkMesh(const TriangleMesh& mesh, const MeshNumbers& numbers = {});

} // namespace ambient
