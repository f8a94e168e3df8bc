// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffEquations.h"

namespace ambient {

/// Ways to move a FluidBodyState through time. All move the pose on SE(3) (never a normalised linear update) and carry
/// the SPATIAL momentum about a point fixed during the substep, so that free motion keeps all six components of world
/// momentum to rounding.
enum class Integrator {
    SymplecticEuler,    ///< first order, one force evaluation: what paper 001 calls sufficient; gains energy when stiff
    ImplicitMidpoint,   ///< second order; Cayley map: free motion keeps energy and spatial momentum to the solver's
                        ///< tolerance
    RungeKutta4,        ///< fourth order, fixed substeps (Runge-Kutta-Munthe-Kaas)
    AdaptiveRungeKutta, ///< the same with an embedded third-order error estimate and adaptive substeps (default)
    DampedEuler         ///< first order, one force evaluation a substep; stays stable: substeps are cut where the body
                        ///< bobs or turns fast, and no velocity is reversed by drag. For bodies that are far away
};

/// How integrate() divides a duration.
struct IntegratorOptions {
    /// Which of them; the other fields say what they are for.
    Integrator method = Integrator::AdaptiveRungeKutta;

    /// Fixed-step methods: longest substep [s]; default: the whole duration in one.
    double maxSubstep = 1.0e30;

    /// Adaptive method: largest error per substep, dimensionless: rotation [rad], position over body length, and
    /// momentum error relative to the momentum (in the kinetic-energy norm). Default 1e-5.
    double tolerance = 1.0e-5;

    /// Adaptive method: slower bodies have their momentum errors measured against the momentum at this speed, in body
    /// lengths per call. Default 0.01.
    double leastSpeed = 0.01;

    /// Adaptive method: after this many substeps of one call, tried ones included, the rest of the duration is done in
    /// first-order damped steps, which cannot gain energy from dissipative forces however stiff. Default 128.
    int maxSubsteps = 128;

    /// Extra load about the centre of mass, constant in world axes during the call [N m, N].
    Wrench userWrench;
};

/// What integrate() did.
struct IntegrationReport {
    int substeps = 0;         ///< accepted
    int rejected = 0;         ///< tried again with a smaller substep
    int evaluations = 0;      ///< of the loads
    bool finite = true;       ///< false: the state became non-finite and was put back to where it was before the call
    bool exhausted = false;   ///< maxSubsteps was reached
    bool isContinued = false; ///< one evaluation did: the loads went on as in the last calls (ContinuedLoads.h)
    Momentum leaving; ///< then: what parts that left the fluid took along, about the point that started at the centre
                      ///< of mass and drifts with the medium, world axes
};

class LoadHistory;

/// Moves `state` forward by `duration` [s] > 0. Does not allocate and does not throw.
/// \param history of this body, for the adaptive method: where calls of one duration follow each other and loads change
///        smoothly, one evaluation a call does. Null: none is kept
IntegrationReport integrate(const KirchhoffEquations& equations, FluidBodyState& state, double duration,
                            const IntegratorOptions& options = {}, LoadHistory* history = nullptr);

} // namespace ambient
