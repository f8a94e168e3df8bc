// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MeshComponents.h"

#include <optional>

namespace ambient {

/// A piece of a mesh that is no solid beside the other pieces.
struct PieceConflict {
    /// Why it is none.
    enum class Kind {
        InsideOut, ///< encloses no positive volume
        Inside,    ///< lies in another piece
        Touching   ///< touches or crosses another piece
    };
    Kind kind; ///< of `piece`, beside `other`
    int piece; ///< index in MeshComponents
    int other; ///< the other piece; the same one if it is inside out
};

/// The first such piece, or nothing if all pieces are solids apart from each other. The mesh must be closed, oriented
/// and of sound faces, `components` its own; faces of no component are skipped. Pieces whose boxes do not meet cost
/// nothing but a sort.
std::optional<PieceConflict> findPieceConflict(const TriangleMesh& mesh, const MeshComponents& components);

/// Pieces that the fluid does not reach or that displace none of it.
struct IdlePieces {
    std::vector<int> inside; ///< in a closed piece, which they do not touch: solids, hollows and open sheets; ascending
    std::vector<int> empty;  ///< closed around no volume; ascending
};

/// Looks for them among the pieces of a mesh of sound faces, open or closed. Nothing is empty if no piece has a volume.
IdlePieces findIdlePieces(const TriangleMesh& mesh, const MeshAdjacency& adjacency, const MeshComponents& components);

} // namespace ambient
