// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Math/SE3.h"

#include <array>

namespace ambient {

/// \file
/// MuJoCo's ellipsoid fluid model ("Fluid forces" of its documentation) and the ellipsoid and coefficients of it that
/// come nearest to a body.

/// `fluidcoef` of a geom, in that order.
struct EllipsoidFluidCoefficients {
    double bluntDrag = 0.0;
    double slenderDrag = 0.0;
    double angularDrag = 0.0;
    double kuttaLift = 0.0;
    double magnusLift = 0.0;
};

/// Drag and lift of that model in a fluid of density 1 without viscosity, at the centre, axes of the ellipsoid [N m,
/// N]. The inertial part is not in it.
Wrench ellipsoidFluidWrench(const Vector3& semiAxes, const EllipsoidFluidCoefficients& coefficients,
                            const Twist& twist);

/// The fit of a body and how far off it is. Relative root mean squares: 0 is perfect, 1 as if there were none.
struct EllipsoidFluidFit {
    Pose meshFromEllipsoid;                  ///< centre: the centroid of the volume
    Vector3 semiAxes = Vector3::Zero();      ///< [m]
    EllipsoidFluidCoefficients coefficients; ///< none negative
    double addedMassMisfit = 0.0; ///< |K_ellipsoid - K| / |K|, 6x6 about the centre, angular part over length
    double dragMisfit = 0.0;      ///< of the force, all directions of motion
    double angularMisfit = 0.0;   ///< of the torque of spins about the three axes
    double magnusMisfit = 0.0;    ///< of the force that spin adds to motion; 1 where spin adds none
};

/// Ellipsoid: the one whose added mass is nearest, axes along those of the body's translational added mass.
/// Coefficients: least squares over evenly spread directions, against the default forces without skin friction.
EllipsoidFluidFit fitEllipsoidFluid(const FluidBodyModel& model);

} // namespace ambient
