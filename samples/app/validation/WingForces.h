// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "drawing/ColourMap.h"

#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/ForceModel.h"
#include "AmbientFluid/Forces/ForceSet.h"

namespace samples {

/// \name Colours of the figures of wings
/// @{
constexpr const char* kBlue = kCurveColours[0];
constexpr const char* kOrange = kCurveColours[1];
constexpr const char* kGreen = kCurveColours[2];
/// @}

/// A wing in a tunnel: its nose towards +x at incidence 0, its upper side towards +z.
struct TunnelWing {
    std::shared_ptr<const ambient::FluidBodyModel> model;
    double area = 1.0;      ///< reference of the coefficients [m^2]
    double viscosity = 0.0; ///< kinematic, at a speed of 1 m/s [m^2/s]: 1/Re for a chord of 1 m; 0: no friction
};

/// A flat rectangular wing of chord 1 m, without friction.
TunnelWing flatWing(double aspectRatio);

/// dCL/da of a flat rectangular wing of aspect ratio 6 by a converged vortex lattice [1/rad].
constexpr double kSlopeOfSix = 4.215;

struct WingCoefficients {
    double lift, drag;
    double axial; ///< along the chord, positive towards the tail
};

/// With the default forces. \param incidence [deg]
WingCoefficients wingCoefficients(const TunnelWing& wing, double incidence);

/// dCL/da at an incidence of 0 [1/rad].
double liftSlope(const TunnelWing& wing);

/// \name Formulas of others
/// @{

/// dCL/da by lifting-line theory, 2 pi A/(A + 2) [1/rad].
double liftingLineSlope(double aspectRatio);
/// dCL/da by Helmbold's formula for low aspect ratios, 2 pi A/(2 + sqrt(A^2 + 4)) [1/rad].
double helmboldSlope(double aspectRatio);
/// CL with sharp edges by Polhamus' analogy, K_p sin a cos^2 a + K_v sin^2 a cos a. [Polhamus1966]
/// \param incidence [deg] \param slope K_p [1/rad] \param vortex K_v
double polhamusLift(double incidence, double slope, double vortex);
/// @}

} // namespace samples
