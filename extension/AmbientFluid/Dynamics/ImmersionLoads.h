// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyState.h"
#include "AmbientFluid/Dynamics/Immersion.h"

namespace ambient {

/// What acts on the momentum of a body, beside weight and forces, where the medium is not the same everywhere or a
/// surface cuts the body; all but user loads is written here, about the centre of mass, world axes. See
/// KirchhoffEquations for the equation.
///
/// The frame: momentum K (Y - U) is relative to a frame that moves with the medium where the body is, and that frame's
/// velocity U changes along the body's path by dU/dt, not by DU/Dt as the medium's own particles do. Fluid in an
/// accelerating medium is carried by DU/Dt. [Auton1988]
class ImmersionLoads {
  public:
    /// \param relative twist relative to the frame, body axes, about the centre of mass
    ImmersionLoads(const FluidBody& body, const Immersion& at, const FluidBodyState& state, const Twist& relative);

    /// K_fluid (0, DU/Dt) - K (0, dU/dt along the path) and what leaving parts take with them.
    Wrench wrench() const { return m_wrench; }
    /// The last of these.
    Wrench leaving() const { return m_leaving; }

  private:
    struct PathRates {
        Vector3 acceleration; ///< of the medium along the body's path [m/s^2], world axes
        double density;       ///< its density likewise [kg/(m^3 s)]
    };
    PathRates pathRates(const ImmersedPart& part) const;
    /// Velocity of a mesh point, world axes [m/s].
    Vector3 velocityAt(const Vector3& meshPoint) const;
    Vector3 frameAcceleration(const std::array<PathRates, 2>& rates) const;
    Wrench leavingLighter(const ImmersedPart& part, double densityRate) const;
    /// Faces that go under meet water that moves as it does there; those that come out take theirs with them.
    MomentumThroughSurface throughSurface() const;
    const ImmersedPart& denserPart() const;
    /// At the centre of volume, relative to the frame, mesh axes [m/s].
    Vector3 motionOfDenser() const;
    double immersionRate() const;

    const FluidBody& m_body;
    const Immersion& m_at;
    Pose m_worldFromMesh;
    Quaternion m_meshFromWorld;
    double m_time;
    Twist m_relativeInMesh; ///< about the mesh origin
    Wrench m_wrench, m_leaving;
};

/// What ImmersionLoads takes out of the momentum over a way on which the added mass counts `before` and then `after`
/// (addedMassWeights), because parts of the body leave the fluid. \param relative mean twist on the way, mesh frame
Momentum momentumOfLeaving(const FluidBodyModel& model, const std::vector<double>& before,
                           const std::vector<double>& after, const Twist& relative);

/// What the added mass of each face counts: the sum of density times wetted share over the media [kg/m^3].
void addedMassWeights(const FluidBodyModel& model, const Immersion& at, std::vector<double>& weights);

} // namespace ambient
