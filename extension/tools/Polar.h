// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceSet.h"

#include <array>

namespace ambient {

/// \file
/// Force and moment coefficients of a body against incidence and spin.
///
/// Body axes, right-handed as (nose, right, -up), the aircraft's (forward, right, down). At incidence a the body moves
/// along cos(a) nose - sin(a) up: its nose is raised by a out of its motion, turned about `right`.
/// The reference point moves at the speed U, the spin is about it and so are the moments.
/// With q = rho U^2 / 2, area A and length l, forces are divided by q A, moments by q A l. Spin S = |w| l / (2 U).

/// The coefficients, in the order of kCoefficientNames:
/// CD against the motion, CL across it in the plane of nose and up, CS along `right`; CN along `up`, CA against `nose`
/// (CN = CL cos a + CD sin a, CA = CD cos a - CL sin a); moments about nose, right and -up: rolling to the right,
/// raising the nose, turning it to the right.
using Coefficients = std::array<double, 8>;
constexpr std::array<const char*, 8> kCoefficientNames = {"CD", "CL", "CS", "CN", "CA", "Croll", "Cpitch", "Cyaw"};

/// Unit vectors square to each other, mesh frame; up = right x nose.
struct PolarAxes {
    Vector3 nose, right, up;

    /// \param about needs to be square to `nose` only roughly: the part along it is left out. Unit vectors.
    PolarAxes(const Vector3& noseAxis, const Vector3& about);

    /// Unit direction of the motion at an incidence [deg]; exact at multiples of 90.
    Vector3 motionAt(double incidence) const;
};

/// All that the coefficients refer to.
struct PolarSetup {
    PolarAxes axes;
    Vector3 spinAxis;              ///< unit, mesh frame
    Vector3 about;                 ///< reference point, mesh frame [m]
    double area = 0.0;             ///< A [m^2]
    double length = 0.0;           ///< l [m]
    double speed = 0.0;            ///< U [m/s]
    double density = 0.0;          ///< [kg/m^3]
    double dynamicViscosity = 0.0; ///< [Pa s], 0: no skin friction
};

/// One line of a polar.
struct PolarPoint {
    double incidence = 0.0;          ///< [deg]
    double spin = 0.0;               ///< S
    Coefficients total{};            ///< all dissipative forces: no buoyancy
    std::vector<Coefficients> terms; ///< each of them, before ForceSet's limit on their power
};

/// Names of the terms of a PolarPoint: the dissipative forces of the set.
std::vector<std::string> polarTerms(const ForceSet& forces);

/// Every spin with every incidence [deg], the incidences of the first spin first.
std::vector<PolarPoint> evaluatePolar(const FluidBodyModel& model, const ForceSet& forces, const PolarSetup& setup,
                                      const std::vector<double>& incidences, const std::vector<double>& spins);

} // namespace ambient
