// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"

namespace ambient {

/// Time integration methods of a FluidBodyState.
/// All methods move the pose on SE(3) (never a normalised linear update). They carry the SPATIAL momentum about a point
/// fixed during the substep, so that free motion conserves all six components of world momentum to rounding.
enum class Integrator {
    SymplecticEuler,  ///< first order, one force evaluation; sufficient according to [Padilla2025], but gains energy in
                      ///< stiff motion
    ImplicitMidpoint, ///< second order; Cayley map: free motion conserves energy and spatial momentum to the solver's
                      ///< tolerance
    RungeKutta4,      ///< fourth order, fixed substeps (Runge-Kutta-Munthe-Kaas)
    Variational,      ///< first order, implicit in the twist; paper 000's, for comparison: discrete spatial momentum is
                      ///< constant to the tolerance of Newton's iteration (VariationalEuler.h)
    AdaptiveRungeKutta, ///< default: RungeKutta4 with an embedded third-order error estimate and adaptive substeps
    DampedEuler ///< first order, one force evaluation per substep; stable: substeps are shortened if the body bobs or
                ///< turns fast, and drag reverses no velocity. For distant bodies
};

/// Method and substeps of integrate().
struct IntegratorOptions {
    /// Integration method. Fields below apply to the methods they name.
    Integrator method = Integrator::AdaptiveRungeKutta;

    /// Fixed-step methods: longest substep [s]; default: the whole duration in one.
    double maxSubstep = 1.0e30;

    /// Adaptive method: largest error per substep, dimensionless: rotation [rad], position over body length, and
    /// momentum error relative to the momentum (in the kinetic-energy norm). Default 1e-5.
    double tolerance = 1.0e-5;

    /// Adaptive method: lower bound of the speed in relative momentum errors, in body lengths per call.
    /// Momentum errors of slower bodies are relative to the momentum at this speed. Default 0.01.
    double leastSpeed = 0.01;

    /// Adaptive method: largest number of error-controlled substeps per call, including rejected ones. Default 128.
    /// The rest of the duration is integrated in first-order damped steps, which gain no energy from dissipative forces
    /// of any stiffness.
    int maxSubsteps = 128;

    /// Extra load about the centre of mass, constant in world axes during the call [N m, N].
    Wrench userWrench;

    /// Adaptive method, held bodies: twist that contacts and joints left in the last step, relative to the medium, body
    /// axes. The first evaluation of the forces moves towards it, see heldLoads(). Null: the body is not held.
    const Twist* heldTwist = nullptr;
};

/// Statistics and outcome of integrate().
struct IntegrationReport {
    int substeps = 0;       ///< accepted
    int rejected = 0;       ///< repeated with a smaller substep
    int evaluations = 0;    ///< evaluations of the loads
    bool finite = true;     ///< false: the state became non-finite and was restored to the state before the call
    bool exhausted = false; ///< maxSubsteps was reached
    bool isExtrapolated =
        false;     ///< the loads continued those of the last calls: one or two evaluations (ExtrapolatedLoads.h)
    Momentum shed; ///< if isExtrapolated: momentum carried off by parts leaving the fluid, about the point that starts
                   ///< at the centre of mass and drifts with the medium, world axes
};

} // namespace ambient
