// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Math/SE3.h"

#include <array>

namespace ambient {

/// \file
/// MuJoCo's ellipsoid fluid model ("Fluid forces" of its documentation) and the model's ellipsoid and coefficients
/// nearest to a body.

/// Coefficients of `fluidcoef` of a geom, in this order.
struct EllipsoidFluidCoefficients {
    double bluntDrag = 0.0;
    double slenderDrag = 0.0;
    double angularDrag = 0.0;
    double kuttaLift = 0.0;
    double magnusLift = 0.0;
};

/// Drag and lift of MuJoCo's ellipsoid model in an inviscid fluid of density 1.
/// At the centre, axes of the ellipsoid [N m, N]. The inertial part is not included.
Wrench ellipsoidFluidWrench(const Vector3& semiAxes, const EllipsoidFluidCoefficients& coefficients,
                            const Twist& twist);

/// Ellipsoid fitted to a body, with misfits: relative root mean squares, 0 perfect, 1 no representation.
struct EllipsoidFluidFit {
    Pose meshFromEllipsoid;                  ///< centre: the centroid of the volume
    Vector3 semiAxes = Vector3::Zero();      ///< [m]
    EllipsoidFluidCoefficients coefficients; ///< none negative
    double addedMassMisfit = 0.0; ///< |K_ellipsoid - K| / |K|, 6x6 about the centre, angular part over length
    double dragMisfit = 0.0;      ///< misfit of the force, over all directions of motion
    double angularMisfit = 0.0;   ///< misfit of the torque of spins about the three axes
    double magnusMisfit = 0.0;    ///< misfit of the force added to motion by spin; 1 if spin adds no force
};

/// Fits MuJoCo's ellipsoid model to a body.
/// The axes are those of the translational added mass; the semi-axes give the nearest added mass.
/// Coefficients: least squares over evenly spread directions, against the default forces without skin friction.
EllipsoidFluidFit fitEllipsoidFluid(const FluidBodyModel& model);

} // namespace ambient
