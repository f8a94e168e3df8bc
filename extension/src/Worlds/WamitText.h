// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/SurfaceWaves/WaveRadiation.h"

#include <string>

namespace ambient {

/// The texts of files in WAMIT's formats: wamitCoefficients() and wamitForces(), or those of other programs.
struct WamitText {
    std::string coefficients;     ///< a .1 file
    std::string forces;           ///< a .3 or .2 file of the same periods; empty: none
    std::string coefficientsName; ///< of the file, for messages
    std::string forcesName;       ///< of the file, for messages
    double length = 1.0;          ///< ULEN, the unit of length that the numbers were divided by [m]
};

/// Reads added mass, damping and total forces (WaveExcitation::diffraction) of one body, for FloatingModelDef::given.
/// The files have numbers over rho, rho w, rho g and powers of the length L:
///     .1: period, i, j, A_ij/(rho L^m), B_ij/(rho w L^m);   m = 3, and 1 more for each rotation of i and j;
///         period 0 at infinite frequency (needed), negative at zero; both without B
///     .3: period, heading [deg], i, modulus, phase, Re and Im of X_i/(rho g L^m), e^(i w t);   m = 2, 3 of rotations
/// Entries that are missing are zero, or those of j, i. A first line of words is skipped. Exponents may have a D.
/// \param density [kg/m^3] \param gravity [m/s^2]
/// \throws std::invalid_argument naming file and line
WaveRadiation readWamit(const WamitText& text, double density, double gravity);

} // namespace ambient
