// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/FreeMotionBatch.h"
#include "AmbientFluid/Dynamics/IntegratorOptions.h"
#include "AmbientFluid/Forces/CrowdForces.h"

namespace ambient {

/// What a body keeps from one step in a crowd to the next.
struct CrowdPast {
    double time = -1e300; ///< for which `along` was predicted [s]; at another one it is of no use
    Wrench along;         ///< A of CrowdStep, about the centre of mass, world axes
};

/// Steps of up to sixteen bodies of one model at a time, one body a lane of the processor's vectors, with the forces of
/// CrowdPoints: one evaluation a step and second order. Bodies do not influence each other: one has the same bytes
/// alone and among any others, with every instruction set. Bodies may differ in all but the points and the length of
/// the step.
///
/// With Y the twist, K constant, S the wrench of the points at the start, f the weight, the buoyancy and the user's
/// load, and primes for the last step, all in body axes:
///     s = h Y.(S + G/2 + f) / (Y.K Y - h min(Y.S, 0)), within [-1/2, 1]        S(Y + s Y) = (1 + 2 s) S
///     A = (1 + 2 s) S + h w x S      what the wrench becomes along Y, with the body's rotation
///     G = S - A'                     what else has changed it in the last step; 0 without one
///     load(t) = S + f + (A - S + G) t/h    axes of the start
/// s is the linearly implicit midpoint rule along Y for forces of degree 2 (Euler: (dS/dY) Y = 2 S); the history adds
/// the rest. FreeMotionBatch moves the bodies under these loads, with fourth order.
class CrowdStep {
  public:
    static constexpr int kBodies = CrowdFlows::kBodies; ///< largest number of bodies

    /// Empties the crowd. \param points of all bodies, read by add() and run() \param duration of the steps [s]
    void clear(const CrowdPoints* points, double duration);
    int size() const { return m_count; }                   ///< number of bodies
    const CrowdPoints* points() const { return m_points; } ///< of clear(); null before
    double duration() const { return m_duration; }         ///< of clear() [s]

    /// Takes a body with the default forces (areCrowdForces).
    /// \param motion of constant K in a steady medium (FluidInteraction::isConstant(), isSteady()), without locked axes
    /// \param medium at the body \param kineticFloor as of ExtrapolatedStep
    /// \returns false if the crowd is full, or the medium does not suit: accelerated or without viscosity
    bool add(const KirchhoffMotion& motion, const MomentumMap& inertia, const MediumSample& medium,
             const CrowdPast& past, const Wrench& userWrench, double kineticFloor, const FluidBodyState& state);

    /// Moves all bodies.
    void run();

    /// Whether the step of a body was accepted: one evaluation was enough. Refused are a drag that stops the body
    /// within the step, loads that change by more than a fraction of the momentum, a turn by more than a quarter of a
    /// radian. \param body in the order of add()
    bool isAccepted(int body) const;
    /// Moves a state to the end of an accepted step. \param state the one of add()
    void moveOn(int body, FluidBodyState& state) const { half(body).motion.moveOn(lane(body), state); }
    /// Velocities at the start of an accepted step.
    FreeMotionBatch::Start startOf(int body) const { return half(body).motion.startOf(lane(body)); }
    /// What a body that took an accepted step keeps for the next one.
    CrowdPast pastOf(int body) const;

    /// Numbers of a body beside those of FreeMotionBatch.
    enum Row {
        Center = 0,   ///< of the volume, from the centre of mass, body axes [m]
        FromMesh = 3, ///< rotation matrix to body axes, row by row
        Weight = 12,  ///< force of weight and buoyancy, world axes [N]
        Lift = 15,    ///< buoyancy, world axes [N]
        PastAlong = 18,
        HasPast = 24, ///< 1 or 0
        // results
        Along = 25,     ///< CrowdPast::along of the next step
        Stiffness = 31, ///< -h Y.S / Y.K Y
        Change = 32,    ///< size of h G over the momentum, in the kinetic-energy norm
        RowCount = 33
    };
    /// One lane a body.
    using Rows = double[RowCount][kLanes];
    /// Eight bodies.
    struct Half {
        FreeMotionBatch motion; ///< moves them
        alignas(64) Rows rows = {};
    };

  private:
    static int lane(int body) { return body % kLanes; }
    const Half& half(int body) const { return m_halves[body / kLanes]; }

    const CrowdPoints* m_points = nullptr;
    int m_count = 0;
    double m_duration = 0.0;
    double m_density = -1.0, m_viscosity = -1.0, m_friction = 0.0; ///< of the last body
    double m_endTime[kBodies] = {};
    CrowdFlows m_flows;
    Half m_halves[kBodies / kLanes];
};

/// Adds a body to a crowd, whose steps have other bytes than integrate(). \param past what the body kept from its last
/// such step \param inertia, medium at the state \param crowd cleared for `duration`, with the points of the body's
/// model; not full \returns false if integrate() is to be called in its place
bool addToBatch(const KirchhoffMotion& motion, const FluidBodyState& state, double duration,
                const IntegratorOptions& options, const CrowdPast& past, const MomentumMap& inertia,
                const MediumSample& medium, CrowdStep& crowd);
/// The second half. \param past receives what the body keeps
/// \returns false if the step was refused: `state` is unchanged, and integrate() is to be called
bool takeFromBatch(const CrowdStep& crowd, int body, FluidBodyState& state, IntegrationReport& report, CrowdPast& past);

} // namespace ambient
