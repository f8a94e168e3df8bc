// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/ForceModel.h"
#include "AmbientFluid/Forces/ForceSet.h"

#include <functional>

namespace samples {

/// Force coefficients of a body in steady motion through a fluid, as in a wind tunnel.
struct ForceCoefficients {
    double drag;   ///< against the motion
    double lift;   ///< along a given direction square to the motion
    double normal; ///< along -z of the mesh
};

/// A body in a steady flow.
struct SteadyMotion {
    ambient::Vector3 direction = ambient::Vector3::UnitZ(); ///< of the motion, unit, mesh frame
    ambient::Vector3 up = ambient::Vector3::UnitX();        ///< direction of positive lift, unit, mesh frame
    ambient::Vector3 spin = ambient::Vector3::Zero();       ///< angular velocity at a speed of 1 m/s [rad/s]
    double area = 1.0;                                      ///< reference of the coefficients [m^2]
    double kinematicViscosity = 0.0;                        ///< at a speed of 1 m/s [m^2/s]; 0: no friction
};

/// The dissipative forces of a set. Without viscosity they are all quadratic, the same at any Reynolds number.
ForceCoefficients coefficientsOf(const ambient::FluidBodyModel& model, const ambient::ForceSet& forces,
                                 const SteadyMotion& motion);

/// A body in steady straight fall, in a fixed orientation.
struct SteadyFall {
    double density;        ///< of a uniform body [kg/m^3]
    double fluidDensity;   ///< [kg/m^3]
    double fluidViscosity; ///< dynamic [Pa s]
};

/// The speed at which drag, with friction, carries a body's weight less its buoyancy [m/s]; up to 1000, NaN beyond.
/// \param down direction of the fall, unit, mesh frame
double terminalSpeed(const ambient::FluidBodyModel& model, const ambient::ForceSet& forces, const SteadyFall& fall,
                     const ambient::Vector3& down);

/// How far two lists of coefficients are apart.
struct LogError {
    double rms = 0.0;   ///< root mean square of log(a / b)
    double worst = 1.0; ///< largest factor between a and b, either way
};
/// Values below 0.01 count as 0.01: a model without any force is wrong by a finite factor.
LogError logError(const std::vector<double>& a, const std::vector<double>& b);

/// How much of something is done, in [0, 1].
using Progress = std::function<void(double fraction)>;

} // namespace samples
