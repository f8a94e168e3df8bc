// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/HostedStep.h"

#include <cstddef>

/// \file
/// Steps of many bodies that are shared with a physics engine, in one call each. HostedStep.h has the step of one body.
/// Arrays are row by row, world axes, about centres of mass, angular before linear:
///
///     state    13: position [m], orientation (x, y, z, w), angular velocity [rad/s], linear velocity [m/s]
///     solver   10: mass [kg], inertia of the body axes [kg m^2] (3), angular and linear velocity before contacts
///     impulse   6: of contacts and joints in the step [N m s, N s]
///     pose      7: position and orientation after the engine's step

namespace ambient {

/// A body that no world holds; its steps may be shared with a physics engine.
struct HostedBody {
    KirchhoffMotion equations;
    FluidBodyState state;
    IntegratorOptions integrator;
    HostedStep hosted;
};

constexpr std::size_t kStateNumbers = 13, kSolverNumbers = 10, kImpulseNumbers = 6, kPoseNumbers = 7;

/// Begins the steps of all bodies, or of none if one of them fails. The inertia of the solver is diagonal. No loads
/// except those of the fluid and gravity: loads of the user are impulses of the engine's step.
/// \param duration [s] > 0 \param states of the engine's bodies, for bodies that the engine or its user moved; a body
/// keeps its time \param isMoved one flag per body; null: no body was moved, and `states` may be null
/// \param solver out, for the engine's bodies
/// \throws std::invalid_argument naming the body and the value: a state or a motion that is not finite
void beginSteps(HostedBody* const* bodies, std::size_t count, double duration, const double* states,
                const unsigned char* isMoved, double* solver);

/// Products of impulses and the velocity changes that they make [J], two numbers per body: in the engine's solver, and
/// of the body with its fluid. \param impulses one per body
/// \throws std::invalid_argument naming a body without a begun step
void respondTo(const HostedBody* const* bodies, std::size_t count, const double* impulses, double* responses);

/// Ends the steps of all bodies, or of none if one of them fails. \param isTouched one flag per body: its impulse and
/// pose count; otherwise its free motion is the result \param states out, for the engine's bodies
/// \throws std::invalid_argument naming a body without a begun step, or the wrong value
void endSteps(HostedBody* const* bodies, std::size_t count, const double* impulses, const double* poses,
              const unsigned char* isTouched, double* states);

/// Writes the state of a body. \param numbers out, kStateNumbers
void writeState(const HostedBody& body, double* numbers);

} // namespace ambient
