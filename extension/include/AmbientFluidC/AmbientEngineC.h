// SPDX-License-Identifier: Zlib
#ifndef AMBIENT_ENGINE_C_H
#define AMBIENT_ENGINE_C_H

/// \file
/// Steps that are shared with a physics engine other than Bullet, for each free body of AmbientFluidC.h, whose
/// conventions hold here too:
///
///     ambient_body_begin_step(body, dt, NULL, &solver);
///     // the engine's body gets solver.mass, solver.inertia and the velocities; gravity off, gyroscopic loads off
///     engine_step(dt);                                 // contacts and joints
///     // sum the engine's impulses on the body, each scaled by ambient_body_get_responses
///     ambient_body_end_step(body, impulse, position, orientation, &state);
///     // the engine's body gets pose and velocity of state
///
/// docs/other-engines.md says what is exact and what is approximate.

#include "AmbientFluidC/AmbientFluidC.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A body as a physics engine's solver of contacts and joints sees it during one step. Set struct_size before the call.
typedef struct ambient_solver_body {
    uint32_t struct_size;       ///< sizeof(ambient_solver_body)
    uint32_t reserved;          ///< padding, returned as 0
    double mass;                ///< [kg]; not above the inertia of body and added fluid in any direction
    double inertia[9];          ///< about the centre of mass, body axes, symmetric [kg m^2]
    double angular_velocity[3]; ///< before contacts, at the end of the step, world axes [rad/s]
    double linear_velocity[3];  ///< of the centre of mass [m/s]
} ambient_solver_body;

/// Begins a step that is shared with a physics engine: integrates the free motion, with gravity, user loads and all
/// loads of the fluid. Give the engine's body the mass, the inertia and the velocity, turn its gravity and gyroscopic
/// loads off, apply no forces to it, make the engine's step, and call ambient_body_end_step. The state of the body
/// changes only then; a second begin replaces the first, ambient_body_step and ambient_body_set_state cancel it.
/// docs/other-engines.md \param wrench as ambient_body_step \param solver out
AMBIENT_C_API ambient_status ambient_body_begin_step(ambient_body* body, double duration, const double wrench[6],
                                                     ambient_solver_body* solver);

/// Impulse that made the engine's solver change the begun velocity to the given one: for an engine that does not tell
/// its impulses, and bodies that touch fixed ones only. World axes, about the centre of mass [N m s, N s].
AMBIENT_C_API ambient_status ambient_body_get_impulse(const ambient_body* body, const double angular_velocity[3],
                                                      const double linear_velocity[3], double impulse[6]);

/// Responses to an impulse (world axes, about the centre of mass): products of the impulse and its velocity change, in
/// the engine's solver and of the body with its added mass [J]. The mass in the solver is too small: scale the impulse
/// of a contact between two bodies by the sum of both bodies' `effective` over the sum of their `actual`, at least 1.
AMBIENT_C_API ambient_status ambient_body_get_responses(const ambient_body* body, const double impulse[6],
                                                        double* effective, double* actual);

/// Ends a begun step. \param impulse of all contacts and joints in the step, scaled as above, world axes, about the
/// centre of mass [N m s, N s]; null: nothing touched the body, and its free motion is the result \param position of
/// the centre of mass after the engine's step [m] \param orientation (x, y, z, w); both are ignored if `impulse` is
/// null \param state out, for the engine's body; may be null
AMBIENT_C_API ambient_status ambient_body_end_step(ambient_body* body, const double impulse[6],
                                                   const double position[3], const double orientation[4],
                                                   ambient_body_state* state);

#ifdef __cplusplus
}
#endif

#endif // AMBIENT_ENGINE_C_H
