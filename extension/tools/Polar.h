// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/ForceModel.h"
#include "AmbientFluid/Forces/ForceSet.h"

#include <array>
#include <optional>

namespace ambient {

/// \file
/// Force and moment coefficients of a body against incidence and spin.
///
/// Body axes: (nose, right, -up), right-handed, the (forward, right, down) axes of an aircraft. At incidence a the body
/// moves along cos(a) nose - sin(a) up: the nose is raised by a out of the motion, by rotation about `right`. The
/// reference point moves at the speed U; spin and moments are about this point. With q = rho U^2 / 2, area A and length
/// l, forces are divided by q A, moments by q A l. Spin S = |w| l / (2 U).

/// The coefficients, in the order of kCoefficientNames:
/// CD against the motion, CL across it in the plane of nose and up, CS along `right`; CN along `up`, CA against `nose`
/// (CN = CL cos a + CD sin a, CA = CD cos a - CL sin a); moments about nose, right and -up: rolling to the right,
/// raising the nose, turning the nose to the right.
using Coefficients = std::array<double, 8>;
constexpr std::array<const char*, 8> kCoefficientNames = {"CD", "CL", "CS", "CN", "CA", "Croll", "Cpitch", "Cyaw"};
constexpr std::size_t kFirstMoment = 5; ///< Croll, in kCoefficientNames

/// Moments about nose, right and -up: the last three coefficients.
using MomentCoefficients = std::array<double, 3>;

/// Perpendicular unit vectors, mesh frame; up = right x nose.
struct PolarAxes {
    Vector3 nose, right, up;

    /// \param about unit vector, not parallel to `nose`; the component along `nose` is removed
    PolarAxes(const Vector3& noseAxis, const Vector3& about);

    /// Unit vector of the motion at an incidence [deg]; exact at multiples of 90.
    Vector3 motionAt(double incidence) const;
};

/// Reference quantities of the coefficients.
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

/// One point of a polar.
struct PolarPoint {
    double incidence = 0.0;                ///< [deg]
    double spin = 0.0;                     ///< S
    Coefficients total{};                  ///< all dissipative forces, without buoyancy
    MomentCoefficients munk{};             ///< couple of the added mass in steady motion, no part of `total`
    std::optional<double> liftToDrag;      ///< CL/CD of the total; none unless CD > 0
    std::optional<Vector3> centre;         ///< centreOfPressure() of the total
    std::optional<Vector3> centreWithMunk; ///< the same with Munk's moment: what a body held in the flow feels
    std::vector<Coefficients> terms;       ///< each dissipative force, before ForceSet's limit on the power
};

/// Where the force acts, mesh frame [m]: the point of the plane through `about` along nose and right about which
/// rolling and pitching moment are zero, about + l (Cpitch nose - Croll right)/CN. A yawing moment about it may be
/// left. None where the force lies in this plane, where the point is at infinity: |CN| <= 1e-4 of the whole force.
/// \param munk added to the moments of `coefficients`
std::optional<Vector3> centreOfPressure(const Coefficients& coefficients, const MomentCoefficients& munk,
                                        const PolarSetup& setup);

/// Names of the terms of a PolarPoint: the dissipative forces of the set.
std::vector<std::string> polarTerms(const ForceSet& forces);

/// Evaluates all combinations of spins and incidences [deg], in order of spins, then incidences.
std::vector<PolarPoint> evaluatePolar(const FluidBodyModel& model, const ForceSet& forces, const PolarSetup& setup,
                                      const std::vector<double>& incidences, const std::vector<double>& spins);

} // namespace ambient
