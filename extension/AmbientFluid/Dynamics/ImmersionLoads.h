// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyState.h"
#include "AmbientFluid/Dynamics/Immersion.h"

namespace ambient {

/// Loads of a non-uniform medium, or of a surface that cuts the body, on the body's momentum.
/// Weight, forces and user loads are not included. About the centre of mass, world axes. Equation: see
/// KirchhoffEquations.
///
/// Frame: the momentum K (Y - U) is relative to a frame that moves with the medium at the body. The velocity U of this
/// frame changes along the body's path by dU/dt, whereas particles of the medium accelerate by DU/Dt. Fluid in an
/// accelerating medium is carried by DU/Dt. [Auton1988]
class ImmersionLoads {
  public:
    /// \param relative twist relative to the frame, body axes, about the centre of mass
    ImmersionLoads(const FluidBody& body, const Immersion& at, const FluidBodyState& state, const Twist& relative);

    /// K_fluid (0, DU/Dt) - K (0, dU/dt along the path) and the momentum that leaving parts take along.
    Wrench wrench() const { return m_wrench; }
    /// The share of leaving parts in wrench().
    Wrench leaving() const { return m_leaving; }

  private:
    struct PathRates {
        Vector3 acceleration; ///< of the medium along the body's path [m/s^2], world axes
        double density;       ///< rate of the medium's density along this path [kg/(m^3 s)]
    };
    PathRates pathRates(const ImmersedPart& part) const;
    /// Velocity of a mesh point, world axes [m/s].
    Vector3 velocityAt(const Vector3& meshPoint) const;
    Vector3 frameAcceleration(const std::array<PathRates, 2>& rates) const;
    Wrench leavingLighter(const ImmersedPart& part, double densityRate) const;
    /// Momentum per time: submerging faces gain that of the local water, emerging faces lose their own.
    MomentumThroughSurface throughSurface() const;
    const ImmersedPart& denserPart() const;
    /// Velocity of the denser medium at the centre of volume, relative to the frame, mesh axes [m/s].
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

/// Momentum that parts leaving the fluid take along on a path from one state to another (see ImmersionLoads).
/// \param before weights of the added mass at the start (addedMassWeights)
/// \param after weights of the added mass at the end
/// \param relative mean twist on the path, mesh frame
Momentum momentumOfLeaving(const FluidBodyModel& model, const std::vector<double>& before,
                           const std::vector<double>& after, const Twist& relative);

/// Weight of each face's added mass: the sum of density times wetted share over the media [kg/m^3].
void addedMassWeights(const FluidBodyModel& model, const Immersion& at, std::vector<double>& weights);

} // namespace ambient
