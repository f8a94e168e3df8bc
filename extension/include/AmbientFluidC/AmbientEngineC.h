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
/// docs/other-engines.md says what is exact and what is approximate. At the end are seas, and surfaces at many points
/// for the engine to draw.

#include "AmbientFluidC/AmbientFluidC.h"

#ifdef __cplusplus
extern "C" {
#endif

/// \name Shared steps
/// @{

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

/// Inertia of a body and its fluid in its present state, about the centre of mass, body axes, angular first
/// [kg m^2, kg m, kg]. \param inertia out, 6x6, symmetric
AMBIENT_C_API ambient_status ambient_body_get_inertia(const ambient_body* body, double inertia[36]);

/// Replaces the gravity, for weight and buoyancy, from the next step on. \param gravity world axes [m/s^2]; null: 9.81
/// along -z
AMBIENT_C_API ambient_status ambient_body_set_gravity(ambient_body* body, const double gravity[3]);

/// @}
/// \name Shared steps of many bodies
/// One call for all bodies, for engines whose bodies have one moment of inertia per body axis. Arrays have one row per
/// body, world axes, about centres of mass. If a body fails, the message names it, and no state has changed.
/// @{

/// Begins the steps of all bodies as ambient_body_begin_step does, without a wrench. \param states rows of 13 of the
/// engine's bodies: position, orientation (x, y, z, w), angular and linear velocity \param is_moved nonzero: the state
/// of the body becomes that of its row first; null: no state changes, and `states` may be null \param solver out, rows
/// of 10: mass, inertia of the body axes (3), angular and linear velocity before contacts; mass and inertia are not
/// above those of body and added fluid
AMBIENT_C_API ambient_status ambient_bodies_begin_step(ambient_body* const* bodies, size_t count, double duration,
                                                       const double* states, const uint8_t* is_moved, double* solver);

/// Responses to one impulse per body, as ambient_body_get_responses. \param impulses rows of 6 \param responses out,
/// rows of 2: effective, actual
AMBIENT_C_API ambient_status ambient_bodies_get_responses(const ambient_body* const* bodies, size_t count,
                                                          const double* impulses, double* responses);

/// Ends the steps of all bodies as ambient_body_end_step does. \param impulses rows of 6 \param poses rows of 7:
/// position and orientation after the engine's step \param is_touched zero: nothing touched the body, and its rows of
/// `impulses` and `poses` are ignored \param states out, rows of 13
AMBIENT_C_API ambient_status ambient_bodies_end_step(ambient_body* const* bodies, size_t count, const double* impulses,
                                                     const double* poses, const uint8_t* is_touched, double* states);

/// @}
/// \name Seas and surfaces
/// @{

/// Heights of a water surface at `count` points (3 world coordinates each [m]) and one time [s], along `up` from the
/// world's origin [m]. A pure function, called from several threads at once; must not throw.
typedef void (*ambient_height_function)(const double* points, size_t count, double time, double* heights,
                                        void* user_data);

/// Creates a medium as ambient_medium_create_divided does, with the surface of an engine's own waves. Slopes and speeds
/// are differences of heights over 1 mm and 1 ms (CallbackSurface.h). `user_data` must outlive the medium and all users
/// of the medium.
AMBIENT_C_API ambient_status ambient_medium_create_waves(const ambient_medium* below, const ambient_medium* above,
                                                         ambient_height_function heights, void* user_data,
                                                         const double up[3], ambient_medium** medium);

/// Told once that nothing uses `user_data` any more. It runs on the thread that ended the last use, also within a step,
/// and must neither throw nor call this library.
typedef void (*ambient_end_function)(void* user_data);

/// As ambient_medium_create_waves, for callers that cannot know who still uses the medium: `ended` tells them.
/// \param ended not null; not called if the medium is refused
AMBIENT_C_API ambient_status ambient_medium_create_kept_waves(const ambient_medium* below, const ambient_medium* above,
                                                              ambient_height_function heights, void* user_data,
                                                              ambient_end_function ended, const double up[3],
                                                              ambient_medium** medium);

/// A random sea on still water; SeaDef of WaveSpectrum.h describes it.
typedef struct ambient_sea {
    uint32_t struct_size; ///< sizeof(ambient_sea)
    int32_t is_sine;      ///< 0: Gerstner waves, with sharp crests; else sine waves; default 0
    int32_t wave_count;   ///< 1 to 10000; default 16
    uint32_t reserved;    ///< padding
    double height;        ///< significant [m] > 0; default 1
    double period;        ///< of the peak of the spectrum [s] > 0; default 5
    double peakedness;    ///< of the JONSWAP spectrum, 1 to 7; default 1: fully grown
    double direction[3];  ///< mean heading, world axes, of any length; default x
    double spread;        ///< n >= 0 of the spread cos^n(angle from direction); default infinite: one heading
    uint64_t seed;        ///< equal seeds give equal seas; default 1
    double level;         ///< height of the still surface along up [m]; default 0
    double depth;         ///< of the water [m] > 0; default infinite
    double gravity;       ///< [m/s^2] > 0; default 9.81
    double up[3];         ///< against gravity, of any length; default z
} ambient_sea;

/// Fills in the defaults. \param struct_size sizeof(ambient_sea)
AMBIENT_C_API ambient_status ambient_sea_init(ambient_sea* sea, size_t struct_size);

/// Creates a medium as ambient_medium_create_divided does, with a random sea as surface; the medium below moves with
/// the waves. \param below uniform and at rest
AMBIENT_C_API ambient_status ambient_medium_create_sea(const ambient_medium* below, const ambient_medium* above,
                                                       const ambient_sea* sea, ambient_medium** medium);

/// Samples the surface of a medium above or below `count` points at one time, as bodies feel it: for drawing, or for an
/// engine's own bodies. \param points 3 world coordinates each [m] \param time [s] \param heights one a point, along up
/// from the world's origin [m]; or null \param normals 3 numbers a point, unit, out of the water, world axes; or null
AMBIENT_C_API ambient_status ambient_medium_sample_surface(const ambient_medium* medium, const double* points,
                                                           size_t count, double time, double* heights, double* normals);

/// @}

#ifdef __cplusplus
}
#endif

#endif // AMBIENT_ENGINE_C_H
