// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MeshAdjacency.h"
#include "AmbientFluid/PotentialFlow/RevolvedBody.h"
#include "AmbientFluid/PotentialFlow/SurfaceShape.h"
#include "AmbientFluid/PotentialFlow/WingFace.h"

namespace ambient {

/// A flat body of revolution with a shallow hollow along its axis, as a frisbee or a disc for golf.
/// Flow spans the hollow from rim to rim (SectionHollows), and the rounded rim belongs to the lifting surface. All
/// other bodies have the share 0.
class FlyingDisc {
  public:
    /// \param body the same mesh
    FlyingDisc(const MeshFaces& faces, const MeshAdjacency& adjacency, const RevolvedBody& body);

    /// 1: a flying disc, 0: none.
    double share() const { return m_share; }
    /// Corrects a face whose sections are measured. Half the planform is that across the plane of both chord lines, so
    /// that steep walls do not count. Low sections belong to a sheet, whatever the roundness of the rim near them. The
    /// rim behind turns the flow that enters the hollow: a normal force at the rim by incidence, not by camber, without
    /// suction.
    /// \param normal of the face
    void join(const Vector3& normal, WingFace& face) const;
    /// The part of its pressure that a face keeps: the walls of a hollow lose the pressure of flow along its mouth.
    /// \param normal of the face \param face with its sections
    double open(const Vector3& normal, const WingFace& face) const;

  private:
    double m_share = 0.0;
};

} // namespace ambient
