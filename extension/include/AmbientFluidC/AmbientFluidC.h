// SPDX-License-Identifier: Zlib
#ifndef AMBIENT_FLUID_C_H
#define AMBIENT_FLUID_C_H

/// \file
/// The C interface for other languages and engines. C99 with plain numbers and opaque handles; no Bullet or C++ header.
/// Four ways of use:
///
///   - a mesh alone: ambient_model_create, then added mass, volume, area and the forces of any motion;
///   - one free body, without a physics engine: ambient_body_create, ambient_body_step;
///   - bodies of another physics engine: ambient_body_begin_step of AmbientEngineC.h, which has seas to draw too;
///   - a Bullet world: ambient_fluid_create with the address of a btDynamicsWorld.
///
/// Bodies that change their shape, ambient_shape_create, are for a free body and a Bullet world. Articulated bodies,
/// thrusters are in AmbientMultiBodyC.h, a Bullet world of the library's own, regions and couplings in AmbientWorldC.h.
///
/// UNITS are SI: metre, kilogram, second, radian, newton. FRAMES: the mesh frame is the frame of the vertices; the body
/// frame has the mesh's axes and its origin at the centre of mass (in a Bullet world: Bullet's body frame). 6-VECTORS
/// ARE ANGULAR FIRST: a twist is (w, v) [rad/s, m/s], a wrench (torque, force) [N m, N], and rows and columns of a 6x6
/// matrix follow that order. Quaternions are (x, y, z, w).
///
/// ERRORS: functions that can fail return an ambient_status. A failed call changes nothing, outputs included;
/// ambient_last_error() gives the reason in one line. No exception leaves a function. Null in place of an object is
/// AMBIENT_INVALID_ARGUMENT, and so is a number that is NaN, infinite, or beyond 1e30 where Bullet takes it; the
/// message has its name and value. The destroy functions ignore null.
///
/// HANDLES may be destroyed in any order. An object lives until its handle and all objects that use it are gone: a body
/// keeps its model and medium, a multi-body its fluid, a fluid its ambient_world. A handle is a number in place of a
/// pointer and is not used twice: a destroyed handle, or one of another kind, is AMBIENT_INVALID_ARGUMENT. Objects of
/// the caller, such as a btRigidBody, are named by their addresses and must live as the functions say.
///
/// THREADS: models and media are immutable; several threads may use one handle at once. A body or a fluid may be used
/// by one thread at a time. Handles may be made and destroyed by several threads at once.
///
/// ABI: every struct filled by the caller starts with `struct_size`, the size that the caller was compiled with, so
/// that later versions can add fields at the end; the ambient_..._init functions set this field. A struct of an earlier
/// version is taken as it is: the fields that it lacks have their defaults, or are not returned. Functions, fields and
/// the values of constants do not change within one ambient_abi_version().

#include <stddef.h>
#include <stdint.h>

#ifndef AMBIENT_C_API
#if defined(_WIN32) && !defined(AMBIENT_FLUID_C_STATIC)
#ifdef AMBIENT_FLUID_C_BUILDING
#define AMBIENT_C_API __declspec(dllexport)
#else
#define AMBIENT_C_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define AMBIENT_C_API __attribute__((visibility("default")))
#else
#define AMBIENT_C_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// \name Version and errors
/// @{

/// Version of the binary interface; raised by every change that affects compiled callers.
#define AMBIENT_ABI_VERSION 1

/// AMBIENT_ABI_VERSION of the library; must equal that of the header.
AMBIENT_C_API int32_t ambient_abi_version(void);

/// Version of the library, MAJOR.MINOR.PATCH; static storage.
AMBIENT_C_API const char* ambient_version(void);

/// Size of the library's btScalar: 4 or 8 bytes. Do not pass a world of the other size to the library.
AMBIENT_C_API int32_t ambient_bullet_scalar_size(void);

/// Result of a call: one of the values below; AMBIENT_OK is 0.
typedef int32_t ambient_status;
enum {
    AMBIENT_OK = 0,
    AMBIENT_INVALID_ARGUMENT = 1, ///< a number out of range, a null, an unknown name, an object in the wrong state
    AMBIENT_INVALID_MESH = 2,     ///< open, not manifold, not oriented, ...
    AMBIENT_OUT_OF_MEMORY = 3,    ///< also: too many faces
    AMBIENT_INTERNAL_ERROR = 4    ///< a defect of the library: please report it
};

/// Reason of this thread's last failed call: one line, at most 500 characters; "" before the first failure. Successful
/// calls do not change the text. Valid until the next failed call.
AMBIENT_C_API const char* ambient_last_error(void);

/// @}
/// \name Media
/// @{

/// An undisturbed fluid.
typedef struct ambient_medium ambient_medium;

/// Creates a uniform medium without boundaries. \param density [kg/m^3] > 0 \param dynamic_viscosity [Pa s] >= 0, 0: no
/// skin friction \param velocity [m/s], world axes; null: at rest
AMBIENT_C_API ambient_status ambient_medium_create_uniform(double density, double dynamic_viscosity,
                                                           const double velocity[3], ambient_medium** medium);

/// Creates a medium of two media with a flat surface between them, the plane up . x = height. \param above null:
/// vacuum; not denser than `below` \param height [m] \param up against gravity, of any length but zero, world axes
AMBIENT_C_API ambient_status ambient_medium_create_divided(const ambient_medium* below, const ambient_medium* above,
                                                           double height, const double up[3], ambient_medium** medium);

AMBIENT_C_API void ambient_medium_destroy(ambient_medium* medium);

/// @}
/// \name Models: meshes prepared for the fluid
/// @{

/// A checked mesh with its added mass. Slow to make: create one per mesh.
typedef struct ambient_model ambient_model;

enum { AMBIENT_REPAIR_NONE = 0, AMBIENT_REPAIR_SAFE = 1, AMBIENT_REPAIR_FLIP_INVERTED = 2 };

/// Options of a model; FluidBodyDef.h describes them in detail.
typedef struct ambient_model_options {
    uint32_t struct_size;       ///< sizeof(ambient_model_options)
    int32_t repair;             ///< AMBIENT_REPAIR_...; default AMBIENT_REPAIR_SAFE
    double separation_angle;    ///< [rad], 0 to pi, default pi/2
    double wake_factor;         ///< 0.2 to 1, default 1: smooth; about 0.62 for a dimpled golf ball
    double pressure_scale;      ///< factor on the pressure, >= 0, default 1
    double friction_scale;      ///< factor on the skin friction, >= 0, default 1
    double buoyancy_scale;      ///< factor on the buoyancy, >= 0, default 1
    double sheet_thickness;     ///< thickness of open meshes [m]; default 0: open meshes are refused
    const double* added_mass;   ///< 36 numbers to use in place of the computed ones; default null
    double added_mass_density;  ///< fluid density of added_mass [kg/m^3], default 1000
    double added_mass_point[3]; ///< reference point of added_mass, mesh frame [m], default the origin
    // Since 0.2:
    double roughness; ///< height of the grains of the surface [m] >= 0, default 0: no drag crisis
    double porosity;  ///< open share of the outlines, 0 to 0.5, default 0
} ambient_model_options;

/// Fills in the defaults. \param struct_size sizeof(ambient_model_options)
AMBIENT_C_API ambient_status ambient_model_options_init(ambient_model_options* options, size_t struct_size);

/// Creates a model. \param vertices 3 numbers each [m], mesh frame \param triangles 3 vertex numbers each, from 0,
/// counter-clockwise seen from the fluid; the mesh must be closed \param options null: the defaults
AMBIENT_C_API ambient_status ambient_model_create(const double* vertices, size_t vertex_count,
                                                  const uint32_t* triangles, size_t triangle_count,
                                                  const ambient_model_options* options, ambient_model** model);

/// Creates the model for games (gameModel()). \param misfit relative error of the forces, rms; may be null
AMBIENT_C_API ambient_status ambient_model_create_game(const ambient_model* full, ambient_model** model,
                                                       double* misfit);
/// As ambient_model_create_game(), the model for crowds: its bodies step sixteen at a time (crowdModel()).
AMBIENT_C_API ambient_status ambient_model_create_crowd(const ambient_model* full, ambient_model** model,
                                                        double* misfit);
AMBIENT_C_API void ambient_model_destroy(ambient_model* model);

/// Properties of a model. Set struct_size before the call.
typedef struct ambient_model_info {
    uint32_t struct_size;   ///< sizeof(ambient_model_info)
    int32_t face_count;     ///< after repair and refinement: meshes of few faces are refined for the forces
    int32_t vertex_count;   ///< after repair
    int32_t unknowns;       ///< of the linear system of the added mass; 0 for a given added mass
    double volume;          ///< of the outline [m^3]
    double area;            ///< [m^2]
    double centroid[3];     ///< of the volume, mesh frame [m]
    double residual;        ///< largest relative residual of the six solves
    double symmetry_defect; ///< of the unsymmetric added mass, before symmetry is enforced
} ambient_model_info;

AMBIENT_C_API ambient_status ambient_model_get_info(const ambient_model* model, ambient_model_info* info);

/// Computes the 6x6 added mass [kg m^2, kg m, kg], mesh axes, symmetric. \param density of the fluid [kg/m^3] >= 0
/// \param point reference point, mesh frame [m]; null: the mesh origin
AMBIENT_C_API ambient_status ambient_model_get_added_mass(const ambient_model* model, double density,
                                                          const double point[3], double matrix[36]);

/// Gives the 6x6 Stokes resistance of which the forces are made at low Reynolds numbers, per viscosity [m^3, m^2, m],
/// mesh axes, symmetric: a slow motion Y = (w, v of the reference point) has the drag -viscosity `matrix` Y. A model
/// for games has that of the full model. \param point reference point, mesh frame [m]; null: the centre of resistance,
/// about which the coupling of rotation and translation is symmetric \param center that centre, mesh frame [m]; may be
/// null
AMBIENT_C_API ambient_status ambient_model_get_resistance(const ambient_model* model, const double point[3],
                                                          double center[3], double matrix[36]);

/// Computes the surface forces (no buoyancy, no inertia) of motions relative to the fluid, for example for a polar.
/// \param forces "default" or null, "surface2026b", "paper001", "uwrbd", "gwtf" \param density [kg/m^3] > 0
/// \param dynamic_viscosity [Pa s] >= 0 \param point reference point of twists and wrenches, mesh frame [m]; null: the
/// mesh origin \param twists 6 numbers each, mesh axes \param wrenches 6 numbers each, on the body, mesh axes
AMBIENT_C_API ambient_status ambient_model_get_wrenches(const ambient_model* model, const char* forces, double density,
                                                        double dynamic_viscosity, const double point[3],
                                                        const double* twists, size_t count, double* wrenches);

/// @}
/// \name Shapes: bodies that play a sequence of key shapes
/// @{

/// A sequence of key shapes of one mesh with its potential flows: a DeformingModel, whose header describes the body
/// frame. Slow to make: one flow per key.
typedef struct ambient_shape ambient_shape;

/// Where the mass of a shape is: uniform in the rest shape, uniform on its faces, or at the vertices.
enum { AMBIENT_MASSES_SOLID = 0, AMBIENT_MASSES_SHELL = 1, AMBIENT_MASSES_PER_VERTEX = 2 };

/// Options of a shape; ShapeSequence.h describes them in detail.
typedef struct ambient_shape_options {
    uint32_t struct_size;                 ///< sizeof(ambient_shape_options)
    int32_t masses;                       ///< AMBIENT_MASSES_...; default AMBIENT_MASSES_SOLID
    double mass;                          ///< of solid and shell [kg] > 0
    const double* vertex_masses;          ///< one per vertex [kg] > 0, of AMBIENT_MASSES_PER_VERTEX; default null
    double period;                        ///< time after which a loop repeats [s]; default 0: played once
    int32_t is_linear;                    ///< 1: straight lines from key to key; default 0: smooth splines
    int32_t is_local;                     ///< 1: paper 000's local added mass; default 0: exact potential flows
    int32_t rest_key;                     ///< the key in which solid and shell are uniform; default 0
    int32_t reserved;                     ///< padding, not read
    const ambient_model_options* surface; ///< of the rest shape, without an added mass; default null: the defaults
} ambient_shape_options;

/// Fills in the defaults; the mass is left to the caller. \param struct_size sizeof(ambient_shape_options)
AMBIENT_C_API ambient_status ambient_shape_options_init(ambient_shape_options* options, size_t struct_size);

/// Creates a shape. \param vertices of the first key, then of the second and so on, 3 numbers each [m], in a frame that
/// may move from key to key \param times of the keys [s], increasing \param triangles as in ambient_model_create
AMBIENT_C_API ambient_status ambient_shape_create(const double* vertices, size_t vertex_count, const double* times,
                                                  size_t key_count, const uint32_t* triangles, size_t triangle_count,
                                                  const ambient_shape_options* options, ambient_shape** shape);

AMBIENT_C_API void ambient_shape_destroy(ambient_shape* shape);

/// Properties of a shape; DeformingReport describes the errors. Set struct_size before the call.
typedef struct ambient_shape_info {
    uint32_t struct_size;   ///< sizeof(ambient_shape_info)
    int32_t keys_solved;    ///< potential flows that were solved
    int32_t face_count;     ///< keys of few faces are refined
    int32_t vertex_count;   ///< the first ones are those of the caller
    double mass;            ///< [kg]
    double inertia[3];      ///< diagonal of the inertia of the first key, body frame [kg m^2]: for a btRigidBody
    double period;          ///< [s]; 0: played once
    double inertia_error;   ///< of the added mass between keys, relative
    double momentum_error;  ///< of the momentum of the fluid between keys, relative
    double least_volume;    ///< of the keys [m^3]
    double largest_volume;  ///< of the keys [m^3]
    double worst_jump;      ///< of the velocity at a key [m/s]; 0 of smooth keys
    int32_t crossing_faces; ///< faces that cross others, in the key with most of them
    int32_t crossing_key;   ///< that key; -1: none
} ambient_shape_info;

AMBIENT_C_API ambient_status ambient_shape_get_info(const ambient_shape* shape, ambient_shape_info* info);

/// Gives the vertices at a phase, body frame [m]. \param phase time within the sequence [s] \param vertices
/// ambient_shape_info::vertex_count times 3 numbers
AMBIENT_C_API ambient_status ambient_shape_get_vertices(const ambient_shape* shape, double phase, double* vertices);

/// @}
/// \name One free body, without a physics engine
/// @{

/// A free body: Kirchhoff's equations, integrated with an error estimate for any step size.
typedef struct ambient_body ambient_body;

/// Mass, gravity and forces of a body.
typedef struct ambient_body_options {
    uint32_t struct_size;     ///< sizeof(ambient_body_options)
    uint32_t reserved;        ///< padding, not read
    double mass;              ///< [kg]
    double center_of_mass[3]; ///< mesh frame [m]
    double inertia[9];        ///< about the centre of mass, mesh axes [kg m^2]
    double gravity[3];        ///< world axes [m/s^2]; default (0, 0, -9.81)
    double tolerance;         ///< largest error per substep, default 1e-5; see IntegratorOptions
    const char* forces;       ///< as in ambient_model_get_wrenches; default null
} ambient_body_options;

/// Fills in the properties of a uniform solid. \param struct_size sizeof(ambient_body_options)
AMBIENT_C_API ambient_status ambient_body_options_init(ambient_body_options* options, size_t struct_size,
                                                       const ambient_model* model, double mass);

/// Creates a body at rest at the world's origin, with identity orientation, at time 0. \param medium null: vacuum
AMBIENT_C_API ambient_status ambient_body_create(const ambient_model* model, const ambient_body_options* options,
                                                 const ambient_medium* medium, ambient_body** body);

/// Creates a body that plays a shape with phase = time, at the world's origin with identity orientation, at time 0. It
/// was at rest and held its shape before: so it begins to move at once. Mass and inertia are those of the shape.
/// \param gravity world axes [m/s^2]; null: (0, 0, -9.81) \param forces as in ambient_model_get_wrenches \param medium
/// null: vacuum
AMBIENT_C_API ambient_status ambient_body_create_deforming(const ambient_shape* shape, const double gravity[3],
                                                           const char* forces, const ambient_medium* medium,
                                                           ambient_body** body);

AMBIENT_C_API void ambient_body_destroy(ambient_body* body);

/// Pose and velocity of a body: world axes, about the centre of mass, absolute (not relative to the medium).
typedef struct ambient_body_state {
    double position[3];         ///< of the centre of mass [m]
    double orientation[4];      ///< rotates body axes to world axes: (x, y, z, w); normalized by the library
    double angular_velocity[3]; ///< [rad/s]
    double linear_velocity[3];  ///< [m/s]
    double time;                ///< [s]
} ambient_body_state;

AMBIENT_C_API ambient_status ambient_body_get_state(const ambient_body* body, ambient_body_state* state);
AMBIENT_C_API ambient_status ambient_body_set_state(ambient_body* body, const ambient_body_state* state);

/// Advances the body in time. \param duration [s] > 0 \param wrench extra load about the centre of mass, world axes,
/// constant during the step [N m, N]; null: none
AMBIENT_C_API ambient_status ambient_body_step(ambient_body* body, double duration, const double wrench[6]);

/// Loads on a body, world axes, about the centre of mass. Set struct_size before the call.
typedef struct ambient_readout {
    uint32_t struct_size;         ///< sizeof(ambient_readout)
    uint32_t reserved;            ///< padding, returned as 0
    double surface_wrench[6];     ///< pressure and friction, after the power limit [N m, N]
    double buoyancy_wrench[6];    ///< all other loads of the fluid except its inertia
    double weight_wrench[6];      ///< in the medium's accelerating frame: m (g - DU/Dt)
    double total_wrench[6];       ///< sum of the three, and the momentum rate of crossing a surface
    double momentum[6];           ///< of body and added fluid relative to the medium [kg m^2/s, kg m/s]
    double kinetic_energy;        ///< of body and added fluid relative to the medium [J]
    double submerged_volume;      ///< [m^3]
    double wetted_area;           ///< [m^2]
    double center_of_buoyancy[3]; ///< world frame [m]
} ambient_readout;

AMBIENT_C_API ambient_status ambient_body_get_readout(const ambient_body* body, ambient_readout* readout);

/// @}
/// \name Bodies of a Bullet world
/// @{

/// A fluid in a Bullet world: a btFluidAction; docs/rules.md lists the rules for users of a wet body.
typedef struct ambient_fluid ambient_fluid;

/// Receives one-line messages, at the end of a step or call; must not throw.
typedef void (*ambient_log_function)(const char* line, void* user_data);

/// Adds a fluid to a world; vacuum until a medium is set. \param dynamics_world address of a btDynamicsWorld with a
/// btScalar of ambient_bullet_scalar_size() bytes; in C++ convert the pointer to btDynamicsWorld* first. A world of the
/// caller's own outlives the fluid and its multi-bodies; that of ambient_world_create is kept \param log null: standard
/// error; not called after ambient_fluid_destroy
AMBIENT_C_API ambient_status ambient_fluid_create(void* dynamics_world, ambient_log_function log, void* user_data,
                                                  ambient_fluid** fluid);

/// Removes all rigid bodies from the fluid. The fluid leaves the world with the last of its multi-bodies and thrusters.
AMBIENT_C_API void ambient_fluid_destroy(ambient_fluid* fluid);

/// Sets the medium of all bodies. \param medium null: vacuum
AMBIENT_C_API ambient_status ambient_fluid_set_medium(ambient_fluid* fluid, const ambient_medium* medium);

/// Switches exact contacts. On: a btFluidConstraintSolver replaces the world's solver, in a btMultiBodyDynamicsWorld a
/// btFluidMultiBodyConstraintSolver, and contacts and joints feel the full added mass. Off (default): restores the
/// world's own solver. Fluids of one world share one solver, and the last of them restores the world's own. A
/// btDiscreteDynamicsWorldMt and a btDeformableMultiBodyDynamicsWorld are refused: AMBIENT_INVALID_ARGUMENT.
AMBIENT_C_API ambient_status ambient_fluid_set_exact_contacts(ambient_fluid* fluid, int32_t on);

/// Sets a folder for models that later calls of ambient_fluid_add_body make of collision shapes; the next start of the
/// program reads them (FluidBodyModelCache.h). A folder without write access is no error, and is logged once. \param
/// folder UTF-8, created if needed; null or "" (default): no folder
AMBIENT_C_API ambient_status ambient_fluid_set_model_cache(ambient_fluid* fluid, const char* folder);

/// Puts a body into the fluid.
/// \param rigid_body address of a dynamic btRigidBody in no other world; remove it from the fluid before deleting it
/// \param model in the body's frame, origin at Bullet's centre of mass; null: made from the collision shape
AMBIENT_C_API ambient_status ambient_fluid_add_body(ambient_fluid* fluid, void* rigid_body, const ambient_model* model);

/// Takes a body out of the fluid; does nothing if the body is not in the fluid.
AMBIENT_C_API ambient_status ambient_fluid_remove_body(ambient_fluid* fluid, void* rigid_body);

/// Velocity at the end of the last step, world axes, about the centre of mass. Without exact contacts Bullet's own
/// velocity differs.
AMBIENT_C_API ambient_status ambient_fluid_get_twist(const ambient_fluid* fluid, const void* rigid_body,
                                                     double twist[6]);

/// Loads at the end of the last step.
AMBIENT_C_API ambient_status ambient_fluid_get_readout(const ambient_fluid* fluid, const void* rigid_body,
                                                       ambient_readout* readout);

/// Puts a body that plays a shape into the fluid, from phase 0 on. It needs exact contacts. Its vertices as a collision
/// shape are for the caller; btFluidShapeDrive.h describes what a drive keeps when it is changed.
/// \param rigid_body as in ambient_fluid_add_body, with the mass of the shape
AMBIENT_C_API ambient_status ambient_fluid_add_deforming_body(ambient_fluid* fluid, void* rigid_body,
                                                              const ambient_shape* shape);

/// Sets the speed of playing: 1 as the keys say (default), 0 holds the shape, negative plays backwards.
/// \param ramp time to reach the speed [s] >= 0
AMBIENT_C_API ambient_status ambient_fluid_set_shape_speed(ambient_fluid* fluid, void* rigid_body, double speed,
                                                           double ramp);

/// Sets the time within the sequence [s]; the shape changes at once, the velocity is kept.
AMBIENT_C_API ambient_status ambient_fluid_set_shape_phase(ambient_fluid* fluid, void* rigid_body, double phase);

/// Time within the sequence [s], of a loop without whole periods, and speed of playing, at the end of the last step.
/// \param speed may be null
AMBIENT_C_API ambient_status ambient_fluid_get_shape_phase(const ambient_fluid* fluid, const void* rigid_body,
                                                           double* phase, double* speed);

/// Gives the vertices at the end of the last step, world frame [m]. \param vertices
/// ambient_shape_info::vertex_count times 3 numbers
AMBIENT_C_API ambient_status ambient_fluid_get_shape_vertices(const ambient_fluid* fluid, const void* rigid_body,
                                                              double* vertices);

/// @}

#ifdef __cplusplus
}
#endif

#endif // AMBIENT_FLUID_C_H
