// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/Immersion.h"

namespace ambient {

/// Loads of a non-uniform medium, or of a surface that cuts the body, on the body's momentum.
/// Weight, forces and user loads are not included. About the centre of mass, world axes. Equation: see
/// KirchhoffMotion.
///
/// Frame: the momentum K (Y - U) is relative to a frame that moves with the medium at the body. The velocity U of this
/// frame changes along the body's path by dU/dt, whereas particles of the medium accelerate by DU/Dt. Fluid in an
/// accelerating medium is carried by DU/Dt. [Auton1988]
class ImmersionLoads {
  public:
    /// \param at its buffers are used
    /// \param relative twist relative to the frame, body axes, about the centre of mass
    ImmersionLoads(const Pose& bodyFromMesh, Immersion& at, const Twist& relative);

    /// K_fluid (0, DU/Dt - dU/dt along the path) and the momentum that leaving parts take along.
    Wrench wrench() const { return m_wrench; }
    /// dU/dt of the frame along the path, world axes [m/s^2].
    const Vector3& frameAcceleration() const { return m_frameAcceleration; }
    /// The share of leaving parts in wrench(): shed momentum per time.
    Wrench shed() const { return m_shed; }

  private:
    struct PathRates {
        Vector3 acceleration; ///< of the medium along the body's path [m/s^2], world axes
        double density;       ///< rate of the medium's density along this path [kg/(m^3 s)]
    };
    PathRates pathRates(const ImmersedPart& part) const;
    /// Velocity of a mesh point, world axes [m/s].
    Vector3 velocityAt(const Vector3& meshPoint) const;
    Vector3 accelerationAlongPath(const std::array<PathRates, 2>& rates) const;
    Wrench leavingLighter(const ImmersedPart& part, double densityRate) const;
    /// Momentum per time: submerging faces gain that of the local water, emerging faces lose their own.
    MomentumThroughSurface throughSurface(ImmersionBuffers& buffers) const;
    const ImmersedPart& denserPart() const;
    /// Velocity of the denser medium at the centre of volume, relative to the frame, mesh axes [m/s].
    Vector3 motionOfDenser() const;
    double immersionRate() const;

    const Surface& m_surface;
    const Immersion& m_at;
    Pose m_worldFromMesh;
    Quaternion m_meshFromWorld;
    Twist m_relativeInMesh; ///< about the mesh origin
    Vector3 m_frameAcceleration;
    Wrench m_wrench, m_shed;
};

} // namespace ambient
