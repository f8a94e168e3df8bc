// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/RevolvedBody.h"
#include "AmbientFluid/PotentialFlow/SurfaceShape.h"
#include "AmbientFluid/PotentialFlow/WingFace.h"

namespace ambient {

/// A body of revolution with a hole along its axis as a lifting surface: an annular wing, a duct, a nozzle.
/// Each meridian is a strip that meets the flow with the incidence that it has there, and the strips share the vortices
/// of the whole ring. With the aspect ratio A, diameter over chord,
///     d = 1.44 + sqrt(A^2 + 1.7^2)   slope 2 pi A/d   suction 1 - (pi/2)/d   side 0   behind .5/(1 + .8 A + .065 A^2)
/// so that the lift over diameter times chord is pi^2 A/d per radian, pi A of slender rings: twice that of flat wings
/// up to A 2. Against a vortex lattice of rings the slope of the formula is within 1.4 % for A .2 to 30. With the
/// pressure on the walls the whole law is 11 % above it at A 1/3, 5 % at 1.
class AnnularWing {
  public:
    /// \param faces, shape kept by reference \param body the same mesh
    AnnularWing(const MeshFaces& faces, const SurfaceShape& shape, const RevolvedBody& body);

    /// Share of an annular wing in a face with this mean-line normal: 0 if the body is none, or across the axis.
    double share(const Vector3& m) const;
    /// Fills planform, sections, normal and share of a sheet of a face with its m. The roundness of a wall round the
    /// axis does not make it less of a sheet.
    /// \returns whether the section along the axis is closed, and lower than `highest` half chords
    bool measure(const MeshAdjacency& adjacency, int f, double highest, WingFace& face) const;

  private:
    const MeshFaces& m_faces;
    const SurfaceShape& m_shape;
    Vector3 m_center, m_axis;
    double m_share = 0.0;
};

} // namespace ambient
