// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MeshAdjacency.h"
#include "AmbientFluid/PotentialFlow/SurfacePieces.h"

#include <vector>

namespace ambient {

/// A lifting surface in flow along one of its two directions.
struct LiftingDirection {
    Vector3 along = Vector3::Zero(); ///< unit vector across the mean-line normal
    double aspect = 1.0;             ///< span squared over the silhouette
    double slope = 0.0;              ///< of the normal force [1/rad]
    double suction = 0.0;            ///< share of the leading edge's suction that holds: 1 is the two-dimensional one
    double side = 0.0;               ///< suction of the side edges [1/rad^2]
    double behind = 0.0;             ///< way of the lift behind the middle of the chord, over the chord

    /// The equations of Planform for A and T, without a direction.
    static LiftingDirection ofAspect(double aspect, double sweep);
    /// T of a surface with this slope; 0 if it is steeper than without sweep.
    static double sweepOf(double aspect, double slope);
};

/// The outline of a smooth piece of surface, as seen along a mean-line normal m, as a lifting surface.
/// With b, h the extents along s and c, S the silhouette, F the flatness and t the slope of the line through the
/// middles of the chords (sweep), flow along c sees
///     A = (b^2/S)^F   T = F t^2   d = 2.8 + sqrt(A^2 + T A^4/(A^2 + 1) + 1.44)
///     slope 2 pi A/d   suction 1 - 2/d   side 2 pi/(A + 2)   behind .5/(1 + .85 A^3/(A^2 + .15))
/// and flow along s the same with c and s exchanged. Against a vortex lattice, rectangles of A .25 to 10: slope within
/// 1.4 %, suction times slope within 1.5 %, side within 5 % up to A 3 and 13 % at 6; deltas of A .5 to 4: slope within
/// 2 %; swept and tapered wings within 4.1 %. Limits pi A/2 of slender wings and 2 pi of long ones.
///
/// The moment of the added mass -v x K v belongs to flow without lift, so that the lift acts behind the middle of the
/// chord by the rest of the lattice's moment: not at all on long wings, whose centre of pressure is then the quarter
/// chord, and at the trailing edge of slender ones. Centre of pressure of rectangles of A .25 to 10 and the disc within
/// .02 chords of the lattice's, of deltas .05 to .07 root chords too far ahead, of untapered wings swept by 45 degrees
/// .08 chords too far behind.
struct Planform {
    /// Aspect ratio below which second moments do not tell the chord from the span.
    static constexpr double kEqualSided = 1.001;

    LiftingDirection chord;           ///< along c
    LiftingDirection span;            ///< along s = m x c
    Vector3 middle = Vector3::Zero(); ///< middle of the extents, on the plane through the origin across m [m]

    /// \param members faces of the piece \param pieceOf SmoothPieces::pieceOf
    /// \param chord, aspect, flatness of SurfaceShape; where the aspect is 1, c becomes the normal of that sharp edge
    /// of
    ///        the outline across which the piece is least wide, if there is one
    static Planform of(const MeshFaces& faces, const MeshAdjacency& adjacency, const std::vector<int>& pieceOf,
                       const std::vector<int>& members, const Vector3& m, Vector3 chord, double aspect,
                       double flatness);
};

} // namespace ambient
