// SPDX-License-Identifier: Zlib
#ifndef AMBIENT_WORLD_C_H
#define AMBIENT_WORLD_C_H

#include "AmbientFluidC/AmbientFluidC.h"

/// \file
/// A Bullet world of the library's own for callers without Bullet: rigid bodies, saved states; and, for the fluid of
/// any Bullet world, regions and bodies that feel each other's flow. Multi-bodies and thrusters are in
/// AmbientMultiBodyC.h. Units, frames, errors, handles, threads and sizes of structs are those of AmbientFluidC.h.

#ifdef __cplusplus
extern "C" {
#endif

/// \name A Bullet world
/// @{

/// A btMultiBodyDynamicsWorld that the library makes: rigid bodies, multi-bodies and contacts.
typedef struct ambient_world ambient_world;

/// Creates an empty world. \param gravity world axes [m/s^2]; null: (0, 0, -9.81)
AMBIENT_C_API ambient_status ambient_world_create(const double gravity[3], ambient_world** world);

/// Takes rigid bodies and multi-bodies of the caller out of the world, which may then be deleted. The world itself
/// lives until its last fluid and its last ambient_rigid_body are gone.
AMBIENT_C_API void ambient_world_destroy(ambient_world* world);

/// Address of the btDynamicsWorld, for ambient_fluid_create; null for null.
AMBIENT_C_API void* ambient_world_get_address(ambient_world* world);

/// Adds an unmoved plane normal . x = offset that bodies touch from above. \param normal of any length but zero
/// \param offset [m] \param friction coefficient >= 0; Bullet multiplies those of both bodies
AMBIENT_C_API ambient_status ambient_world_add_plane(ambient_world* world, const double normal[3], double offset,
                                                     double friction);

/// One step of Bullet. \param duration [s] > 0
AMBIENT_C_API ambient_status ambient_world_step(ambient_world* world, double duration);

/// Writes the state of all moving parts: rigid bodies and multi-bodies of the library, all that the world's fluids and
/// couplings keep, moorings, speeds and commands of thrusters. Call it between two steps. \param bytes receives the
/// state; null: only the size is asked for \param size in: room at `bytes`; out: bytes of the state. Too little room is
/// AMBIENT_INVALID_ARGUMENT
AMBIENT_C_API ambient_status ambient_world_save_state(ambient_world* world, void* bytes, size_t* size);

/// Restores a state on the same machine: equal steps then give equal bytes. The world must have the same bodies,
/// fluids, regions and couplings, made in the same order. Loads not yet applied are dropped.
AMBIENT_C_API ambient_status ambient_world_restore_state(ambient_world* world, const void* bytes, size_t size);

/// @}
/// \name Rigid bodies of an ambient_world
/// @{

/// A btRigidBody that the library makes. It keeps its model and its world.
typedef struct ambient_rigid_body ambient_rigid_body;

/// What touches other bodies.
enum {
    AMBIENT_COLLISION_HULL = 0, ///< the convex hull of the mesh
    AMBIENT_COLLISION_NONE = 1  ///< nothing
};

/// Options of a rigid body.
typedef struct ambient_rigid_body_options {
    uint32_t struct_size;       ///< sizeof(ambient_rigid_body_options)
    int32_t collision;          ///< AMBIENT_COLLISION_...; default AMBIENT_COLLISION_HULL
    const ambient_model* model; ///< the body's mesh
    double mass;                ///< [kg] > 0; 0: a body that does not move
    double center_of_mass[3];   ///< mesh frame [m]
    double inertia[9];          ///< about the centre of mass, mesh axes [kg m^2]; not read if the mass is 0
    double position[3];         ///< of the origin of the mesh [m]; default the world's origin
    double orientation[4];      ///< rotates mesh axes to world axes: (x, y, z, w); default (0, 0, 0, 1)
    double twist[6];            ///< velocity about the centre of mass, world axes; default at rest
    double friction;            ///< coefficient >= 0, default 0.5; Bullet multiplies those of both bodies
    double restitution;         ///< 0 to 1, default 0; multiplied likewise
} ambient_rigid_body_options;

/// Fills in the defaults, and the properties of a uniform solid. \param struct_size sizeof(ambient_rigid_body_options)
/// \param mass [kg] >= 0
AMBIENT_C_API ambient_status ambient_rigid_body_options_init(ambient_rigid_body_options* options, size_t struct_size,
                                                             const ambient_model* model, double mass);

/// Creates a body in a world, out of any fluid.
AMBIENT_C_API ambient_status ambient_rigid_body_create(ambient_world* world, const ambient_rigid_body_options* options,
                                                       ambient_rigid_body** body);

/// Takes the body out of its fluid and its world. A thruster or a mooring on the body puts this off until it is
/// destroyed.
AMBIENT_C_API void ambient_rigid_body_destroy(ambient_rigid_body* body);

/// Address of the btRigidBody, for the functions of AmbientFluidC.h that take a rigid_body; null for null. Bullet's
/// frame has the principal axes of the inertia.
AMBIENT_C_API void* ambient_rigid_body_get_address(ambient_rigid_body* body);

/// Puts a moving body into a fluid of its world, with its model. ambient_fluid_remove_body takes it out.
AMBIENT_C_API ambient_status ambient_fluid_add_rigid_body(ambient_fluid* fluid, ambient_rigid_body* body);

/// Place of the centre of mass, orientation of the mesh, and velocity at the end of the last step. The time is that of
/// the world.
AMBIENT_C_API ambient_status ambient_rigid_body_get_state(const ambient_rigid_body* body, ambient_body_state* state);

/// Puts the body elsewhere and wakes it; the time is not read.
AMBIENT_C_API ambient_status ambient_rigid_body_set_state(ambient_rigid_body* body, const ambient_body_state* state);

/// Adds a load about the centre of mass for the next step, world axes [N m, N], and wakes the body.
AMBIENT_C_API ambient_status ambient_rigid_body_apply_wrench(ambient_rigid_body* body, const double wrench[6]);

/// Places of the mesh frames of many bodies, as a renderer takes them. \param bodies `count` handles \param
/// transforms receives 7 numbers each: position of the mesh's origin [m], orientation (x, y, z, w)
AMBIENT_C_API ambient_status ambient_rigid_bodies_get_transforms(const ambient_rigid_body* const* bodies, size_t count,
                                                                 float* transforms);

/// @}
/// \name Regions: parts of a world with a medium of their own
/// @{

/// A box along the world's axes: a btFluidRegion, whose header has the rules. It keeps its fluid.
typedef struct ambient_region ambient_region;

/// Adds a region to a fluid. Bodies inside take its medium at once and keep their velocities. \param low, high corners
/// [m], which may be infinite \param priority of overlapping regions the highest counts, of equal ones the last
AMBIENT_C_API ambient_status ambient_region_create(ambient_fluid* fluid, const double low[3], const double high[3],
                                                   const ambient_medium* medium, int32_t priority,
                                                   ambient_region** region);

/// Takes the region out of its fluid: bodies inside revert to the medium outside.
AMBIENT_C_API void ambient_region_destroy(ambient_region* region);

/// Moves the box. Bodies follow at the end of the next step.
AMBIENT_C_API ambient_status ambient_region_set_box(ambient_region* region, const double low[3], const double high[3]);

/// Gives the region another medium. Bodies follow at the end of the next step.
AMBIENT_C_API ambient_status ambient_region_set_medium(ambient_region* region, const ambient_medium* medium);

/// Switches the region, on by default. Bodies follow at the end of the next step.
AMBIENT_C_API ambient_status ambient_region_set_enabled(ambient_region* region, int32_t on);

/// @}
/// \name Couplings: bodies that feel each other's flow
/// @{

/// The potential flow between the wet rigid bodies of a fluid: a btFluidCoupling. It keeps its fluid.
typedef struct ambient_coupling ambient_coupling;

/// Whether drag sees the flow of other bodies: not, without a reaction on them, or with it.
enum { AMBIENT_DRAG_ALONE = 0, AMBIENT_DRAG_ONE_WAY = 1, AMBIENT_DRAG_MUTUAL = 2 };

/// Options of a coupling; btFluidCoupling.h describes them in detail.
typedef struct ambient_coupling_options {
    uint32_t struct_size; ///< sizeof(ambient_coupling_options)
    int32_t drag;         ///< AMBIENT_DRAG_...; default AMBIENT_DRAG_MUTUAL
    double reach;         ///< distance of two centres, in sums of their radii, > 0; default 3
    int32_t faces;        ///< of each body's flow; default 320
    int32_t degree;       ///< of its harmonics; default 5
} ambient_coupling_options;

/// Fills in the defaults. \param struct_size sizeof(ambient_coupling_options)
AMBIENT_C_API ambient_status ambient_coupling_options_init(ambient_coupling_options* options, size_t struct_size);

/// Couples the bodies of a fluid from now on. \param options null: the defaults
AMBIENT_C_API ambient_status ambient_coupling_create(ambient_fluid* fluid, const ambient_coupling_options* options,
                                                     ambient_coupling** coupling);

/// Ends the coupling.
AMBIENT_C_API void ambient_coupling_destroy(ambient_coupling* coupling);

/// Adds the plane wall normal . x = offset of the flow, which bodies do not touch. Up to three, perpendicular to each
/// other. \param normal of any length but zero \param offset [m], of the unit normal
AMBIENT_C_API ambient_status ambient_coupling_add_wall(ambient_coupling* coupling, const double normal[3],
                                                       double offset);

/// Takes a rigid body out of the coupling or puts it back. All wet rigid bodies take part at first; multi-bodies are
/// asked for by ambient_coupling_set_multi_body_coupled of AmbientMultiBodyC.h. \param rigid_body address of a
/// btRigidBody, which is wet in the coupling's fluid \param coupled 1: takes part; 0: does not
AMBIENT_C_API ambient_status ambient_coupling_set_coupled(ambient_coupling* coupling, const void* rigid_body,
                                                          int32_t coupled);

/// Load of the coupling on a body in the last step, about its centre of mass, world axes; zero for a body that is not
/// coupled. \param rigid_body address of a btRigidBody, which is wet in the coupling's fluid
AMBIENT_C_API ambient_status ambient_coupling_get_wrench(const ambient_coupling* coupling, const void* rigid_body,
                                                         double wrench[6]);

/// @}

#ifdef __cplusplus
}
#endif

#endif // AMBIENT_WORLD_C_H
