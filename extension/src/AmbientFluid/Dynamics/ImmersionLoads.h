// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/Immersion.h"

namespace ambient {

/// Loads of a non-uniform medium, or of a surface that cuts the body, on the body's momentum.
/// Weight, forces and user loads are not included. About the centre of mass, world axes. Equations: CONVENTIONS.md.
class ImmersionLoads {
  public:
    /// \param at its buffers are used
    /// \param relative twist relative to at.medium, body axes, about the centre of mass
    ImmersionLoads(const Pose& bodyFromMesh, Immersion& at, const Twist& relative);

    /// K_fluid (0, DU/Dt), the momentum that leaving faces take along and that which entering faces gain.
    Wrench wrench() const { return m_wrench; }
    /// The share of leaving faces in wrench(): shed momentum per time.
    Wrench shed() const { return m_shed; }

    /// K' (0, wind) of a surface that passes over the faces, about the centre of mass, body axes.
    /// \param wind body axes [m/s]
    static Momentum surfaceRate(const Pose& bodyFromMesh, Immersion& at, const Twist& relative, const Vector3& wind);

  private:
    struct OnlyPlace {}; ///< no loads: they stay zero
    ImmersionLoads(const Pose& bodyFromMesh, const Immersion& at, const Twist& relative, OnlyPlace);

    /// Velocity of a mesh point, world axes [m/s].
    Vector3 velocityAt(const Vector3& meshPoint) const;
    /// Finds the rates of depth of the corners that a surface may pass.
    void findSinking(ImmersionBuffers& buffers) const;
    void findSinkingOfShape(const Vector3& center, ImmersionBuffers& buffers) const;
    /// Momentum per time: submerging faces gain that of the local water, emerging faces lose their own.
    MomentumThroughSurface throughSurface(const CornerValues& sinking) const;
    const ImmersedPart& denserPart() const;
    /// Velocity of the denser medium at the centre of volume, relative to the frame, mesh axes [m/s].
    Vector3 motionOfDenser() const;

    const Surface& m_surface;
    const Immersion& m_at;
    Pose m_worldFromMesh;
    Quaternion m_meshFromWorld;
    Twist m_relativeInMesh; ///< about the mesh origin
    Wrench m_wrench, m_shed;
};

} // namespace ambient
