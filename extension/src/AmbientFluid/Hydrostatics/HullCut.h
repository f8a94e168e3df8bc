// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/ImmersionLoops.h"

namespace ambient {

/// A closed mesh below the plane up . x = level. Points are relative to the centre of volume of the mesh, mesh axes.
struct HullCut {
    double volume = 0.0;                ///< below the plane [m^3]
    Vector3 moment = Vector3::Zero();   ///< Int x dV of this volume [m^4]
    double area = 0.0;                  ///< of the waterplane [m^2]
    Vector3 centroid = Vector3::Zero(); ///< of the waterplane; the foot of the centre of volume if its area is 0
    Matrix3 spread = Matrix3::Zero();   ///< Int (x - f)(x - f)^T dA about the centroid f of the waterplane [m^4]
    double lowest = 0.0, highest = 0.0; ///< up . x of the lowest and the highest corner [m]
};

/// Cuts a mesh at level planes. Reuses its buffers: one object per thread.
class HullCutter {
  public:
    /// \param mesh closed, outward normals, of a positive volume
    explicit HullCutter(const TriangleMesh& mesh);

    double volume() const { return m_volume; }         ///< of the whole mesh [m^3]
    const Vector3& center() const { return m_center; } ///< centre of volume, mesh frame [m]
    double radius() const { return m_radius; }         ///< about the centre of volume [m]

    /// \param up unit, mesh axes \param level of the plane along `up`, from the centre of volume [m]
    HullCut cut(const Vector3& up, double level);

  private:
    void addWaterplane(const Vector3& up, double level, HullCut& cut) const;

    double m_volume, m_radius = 0.0;
    Vector3 m_center;
    FaceTable m_table;
    CornerValues m_depths;
    DepthRanges m_ranges;
    WettedFaces m_wetted;
};

} // namespace ambient
