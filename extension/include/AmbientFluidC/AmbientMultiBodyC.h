// SPDX-License-Identifier: Zlib
#ifndef AMBIENT_MULTI_BODY_C_H
#define AMBIENT_MULTI_BODY_C_H

#include "AmbientFluidC/AmbientWorldC.h"

/// \file
/// Articulated bodies, thrusters, moorings and waves made by bodies, of the C interface. Units, frames, errors,
/// handles, threads and sizes of structs are those of AmbientFluidC.h.

#ifdef __cplusplus
extern "C" {
#endif

/// \name Multi-bodies: trees of links
/// @{

/// A wet btMultiBody. Joint values are listed link by link: a revolute joint has an angle [rad], a prismatic one a
/// shift [m]; a spherical one has 4 positions, the quaternion (x, y, z, w) of the link's turn away from its orientation
/// at zero, and 3 rates, the angular velocity relative to the parent, both in the link's axes; a planar one has 3 of
/// each: angle about the axis, then shifts along two directions of the plane.
typedef struct ambient_multi_body ambient_multi_body;

enum {
    AMBIENT_JOINT_FIXED = 0,
    AMBIENT_JOINT_REVOLUTE = 1,
    AMBIENT_JOINT_PRISMATIC = 2,
    AMBIENT_JOINT_SPHERICAL = 3,
    AMBIENT_JOINT_PLANAR = 4
};

/// One link. The origin of the link frame is its joint; of the base it is any point.
typedef struct ambient_link {
    uint32_t struct_size;       ///< sizeof(ambient_link)
    int32_t parent;             ///< index of the parent, below the link's own; -1 for the first link, the base
    int32_t joint;              ///< AMBIENT_JOINT_... to the parent; default AMBIENT_JOINT_FIXED; unused for the base
    int32_t reserved;           ///< padding, not read
    const ambient_model* model; ///< mesh frame = link frame; its convex hull touches other bodies; null: a dry link
    double position[3];         ///< of the link frame in the parent's, joint at zero [m]; of the base: unused
    double orientation[4];      ///< of the link frame in the parent's, joint at zero; default (0, 0, 0, 1)
    double axis[3];             ///< of the joint, link frame, of any length but zero; default (0, 0, 1)
    double lower;               ///< limit of a revolute or prismatic joint [rad, m]; default 1
    double upper;               ///< below `lower` (default, -1): no limits
    double mass;                ///< [kg]
    double center_of_mass[3];   ///< link frame [m]
    double inertia[9];          ///< about the centre of mass, link axes [kg m^2]
} ambient_link;

/// Fills in the defaults, and the properties of a uniform solid. \param struct_size sizeof(ambient_link) \param model
/// null: a dry link, whose inertia is left to the caller \param mass [kg] > 0
AMBIENT_C_API ambient_status ambient_link_init(ambient_link* link, size_t struct_size, const ambient_model* model,
                                               double mass);

/// Options of a multi-body.
typedef struct ambient_multi_body_options {
    uint32_t struct_size;     ///< sizeof(ambient_multi_body_options)
    int32_t fixed_base;       ///< 1: the base does not move; default 0
    int32_t coupled_links;    ///< 1: links shield each other (btFluidMultiBodyOptions.h); default 0: isolated links
    int32_t collides;         ///< 0: touches nothing; default 1: touches other bodies, not its own links
    double position[3];       ///< of the base's link frame at the start [m]
    double orientation[4];    ///< of the base's link frame at the start; default (0, 0, 0, 1)
    double tolerance;         ///< see btFluidMultiBodyOptions::m_tolerance, > 0; default 2e-4
    int32_t single_precision; ///< 1: faces of the links are summed in single precision; default 0: as the fluid's
    int32_t reserved;         ///< padding, not read
} ambient_multi_body_options;

/// Fills in the defaults. \param struct_size sizeof(ambient_multi_body_options)
AMBIENT_C_API ambient_status ambient_multi_body_options_init(ambient_multi_body_options* options, size_t struct_size);

/// Creates a multi-body at rest, all joints at zero, in the world and the fluid. The world is a
/// btMultiBodyDynamicsWorld such as that of ambient_world_create, and ambient_fluid_set_exact_contacts is on. \param
/// links base first \param options null: the defaults
AMBIENT_C_API ambient_status ambient_multi_body_create(ambient_fluid* fluid, const ambient_link* links,
                                                       size_t link_count, const ambient_multi_body_options* options,
                                                       ambient_multi_body** multi_body);

/// Puts a btMultiBody of the caller into the fluid. Link frames are then those of Bullet: principal axes about the
/// centre of mass. \param bullet_multi_body address of a btMultiBody in the fluid's world; outlives the handle \param
/// models base first, in these frames, null entries for dry links; null: made from the colliders' shapes
AMBIENT_C_API ambient_status ambient_multi_body_adopt(ambient_fluid* fluid, void* bullet_multi_body,
                                                      const ambient_model* const* models, size_t model_count,
                                                      ambient_multi_body** multi_body);

/// Takes the multi-body out of the fluid; deletes it, and takes it out of the world, if ambient_multi_body_create made
/// it. A thruster on one of its links puts this off until the thruster is destroyed.
AMBIENT_C_API void ambient_multi_body_destroy(ambient_multi_body* multi_body);

/// Sizes of a multi-body. Set struct_size before the call.
typedef struct ambient_multi_body_info {
    uint32_t struct_size;   ///< sizeof(ambient_multi_body_info)
    int32_t link_count;     ///< with the base
    int32_t wet_link_count; ///< links with a model, a fixed base left out
    int32_t position_count; ///< of all joints
    int32_t rate_count;     ///< of all joints
    int32_t is_healthy;     ///< 0 after a state, a load or a path stopped being finite: the multi-body is dry then
} ambient_multi_body_info;

AMBIENT_C_API ambient_status ambient_multi_body_get_info(const ambient_multi_body* multi_body,
                                                         ambient_multi_body_info* info);

/// First position and first rate of a link's joint in the lists. \param link from 1; 0 is the base
AMBIENT_C_API ambient_status ambient_multi_body_get_place(const ambient_multi_body* multi_body, int32_t link,
                                                          int32_t* first_position, int32_t* first_rate);

/// Joint positions, rates and torques at the end of the last step; each may be null. Torques are those of the drive:
/// btFluidJointTorques.h. \param positions position_count numbers \param rates and `torques`: rate_count numbers
AMBIENT_C_API ambient_status ambient_multi_body_get_joints(const ambient_multi_body* multi_body, double* positions,
                                                           double* rates, double* torques);

/// Sets joint positions and rates; null: kept.
AMBIENT_C_API ambient_status ambient_multi_body_set_joints(ambient_multi_body* multi_body, const double* positions,
                                                           const double* rates);

/// State of a link: position and velocity of its centre of mass, orientation of its link frame. \param link 0: the base
AMBIENT_C_API ambient_status ambient_multi_body_get_link(const ambient_multi_body* multi_body, int32_t link,
                                                         ambient_body_state* state);

/// Sets position and velocity of the base's centre of mass and the orientation of its link frame; the joints are kept.
/// The time is not read. Refused for a velocity of a fixed base.
AMBIENT_C_API ambient_status ambient_multi_body_set_base(ambient_multi_body* multi_body,
                                                         const ambient_body_state* state);

/// Adds a load to a link for the coming step. \param wrench about the centre of mass, world axes [N m, N]
AMBIENT_C_API ambient_status ambient_multi_body_apply_wrench(ambient_multi_body* multi_body, int32_t link,
                                                             const double wrench[6]);

/// Adds torques to the joints for the coming step. \param torques rate_count numbers [N m, N]
AMBIENT_C_API ambient_status ambient_multi_body_apply_torques(ambient_multi_body* multi_body, const double* torques);

/// Puts the links of a multi-body into a coupling of its fluid or takes them out: btFluidCoupling::setCoupled. At first
/// they take no part. \param coupled 1: they take part; 0: they do not
AMBIENT_C_API ambient_status ambient_coupling_set_multi_body_coupled(ambient_coupling* coupling,
                                                                     const ambient_multi_body* multi_body,
                                                                     int32_t coupled);

/// @}
/// \name Drives of joints
/// @{

/// Joint positions, rates and accelerations at a time [s]; all lists come filled with zeros and unit quaternions.
/// A pure function with continuous positions; must not throw. The time is that of the fluid, 0 at its creation.
typedef void (*ambient_path_function)(double time, double* positions, double* rates, double* accelerations,
                                      void* user_data);

enum { AMBIENT_DRIVE_PRESCRIBED = 0, AMBIENT_DRIVE_SERVO = 1, AMBIENT_DRIVE_PAPER004 = 2 };

/// A path of joints and the motors that follow it; JointDrive.h describes them in detail.
typedef struct ambient_drive {
    uint32_t struct_size;       ///< sizeof(ambient_drive)
    int32_t kind;               ///< AMBIENT_DRIVE_...; default AMBIENT_DRIVE_SERVO
    ambient_path_function path; ///< null (default): holds the present positions
    void* user_data;            ///< for `path`; outlives the drive
    const double* stiffness;    ///< of a servo, rate_count numbers >= 0 [N m/rad, N/m]; default null: zero
    const double* damping;      ///< of a servo, rate_count numbers >= 0 [N m s/rad, N s/m]; default null: zero
    const double* limit;        ///< largest torques, rate_count numbers > 0 [N m, N]; default null: none
    const double* resistance;   ///< of the joints, rate_count numbers >= 0 [N m s/rad, N s/m]; default null: none
} ambient_drive;

/// Fills in the defaults. \param struct_size sizeof(ambient_drive)
AMBIENT_C_API ambient_status ambient_drive_init(ambient_drive* drive, size_t struct_size);

/// Drives the joints from the next step on. \param drive null: the joints are free
AMBIENT_C_API ambient_status ambient_multi_body_set_drive(ambient_multi_body* multi_body, const ambient_drive* drive);

/// Largest difference between a joint and its path at the start of the last step [rad, m]; 0 without a drive.
AMBIENT_C_API ambient_status ambient_multi_body_get_tracking_error(const ambient_multi_body* multi_body, double* error);

/// @}
/// \name Thrusters
/// @{

/// A propeller with its motor on a rigid body or a link: a btFluidThruster.
typedef struct ambient_thruster ambient_thruster;

/// Properties of a thruster; Thruster.h describes them in detail.
typedef struct ambient_thruster_options {
    uint32_t struct_size;      ///< sizeof(ambient_thruster_options)
    int32_t is_right_handed;   ///< 1 (default): turns clockwise seen from behind when it pushes ahead
    double position[3];        ///< of the propeller, frame of body or link [m]
    double axis[3];            ///< of the thrust at positive speed, same frame; default (1, 0, 0)
    double diameter;           ///< [m] > 0, default 0.1
    double thrust_coefficient; ///< at rest, > 0, default 0.35
    double torque_coefficient; ///< at rest, >= 0, default 0.05
    double free_advance_ratio; ///< at which the thrust vanishes, > 0, default 0.9
    double astern;             ///< thrust and torque astern over those ahead, in (0, 1], default 0.8
    double time_constant;      ///< of the speed [s] >= 0, default 0.1
    double fastest_speed;      ///< [1/s] > 0, default 100
    double dead_band;          ///< smaller commands mean 0, >= 0 [1/s], default 0; with a `table` 0
    const double* open_water;  ///< rows of advance ratio, K_T and K_Q, in place of the three coefficients; default null
    uint64_t open_water_count; ///< rows
    const double* table;       ///< rows of command and thrust at rest [N]; default null: commands are speeds
    uint64_t table_count;      ///< rows
    double table_density;      ///< of the fluid of `table`, > 0 [kg/m^3], default 1000
} ambient_thruster_options;

/// Fills in the defaults. \param struct_size sizeof(ambient_thruster_options)
AMBIENT_C_API ambient_status ambient_thruster_options_init(ambient_thruster_options* options, size_t struct_size);

/// Sets the coefficients of a thruster with given thrusts at rest at its fastest speed, as makers state them:
/// thrusterFromBollard() of Thruster.h. Place, axis and the other fields are kept. \param ahead, astern thrusts [N] >
/// 0, astern at most ahead \param speed [1/s] > 0 \param diameter [m] > 0 \param density of the fluid [kg/m^3] > 0
AMBIENT_C_API ambient_status ambient_thruster_options_set_bollard(ambient_thruster_options* options, double ahead,
                                                                  double astern, double speed, double diameter,
                                                                  double density);

/// Sets the coefficients and the table of a thruster by a maker's rows of command and thrust at rest [N]:
/// thrusterFromTable() of Thruster.h. \param rows 2 `count` numbers, commands rising, thrusts not falling and including
/// 0; they must live until the thruster is created \param speed of the largest thrust ahead [1/s] > 0
AMBIENT_C_API ambient_status ambient_thruster_options_set_table(ambient_thruster_options* options, const double* rows,
                                                                size_t count, double speed, double diameter,
                                                                double density);

/// Creates a thruster on a rigid body, in Bullet's body frame. \param rigid_body address of a btRigidBody, of mass > 0
/// and in no other world than the fluid's; one of the caller outlives the thruster, one of ambient_rigid_body_create is
/// kept \param options null: the defaults
AMBIENT_C_API ambient_status ambient_thruster_create(ambient_fluid* fluid, void* rigid_body,
                                                     const ambient_thruster_options* options,
                                                     ambient_thruster** thruster);

/// Creates a thruster on a link, in its link frame. \param link 0: the base \param options null: the defaults
AMBIENT_C_API ambient_status ambient_thruster_create_on_link(ambient_multi_body* multi_body, int32_t link,
                                                             const ambient_thruster_options* options,
                                                             ambient_thruster** thruster);

AMBIENT_C_API void ambient_thruster_destroy(ambient_thruster* thruster);

/// Sets the commanded speed [1/s], which the options' fastest speed bounds; with a table, its command.
AMBIENT_C_API ambient_status ambient_thruster_set_command(ambient_thruster* thruster, double speed);

/// Advances the motor and applies its force and torque for the coming step. \param duration of the step [s] >= 0
AMBIENT_C_API ambient_status ambient_thruster_apply(ambient_thruster* thruster, double duration);

/// State of a thruster; means are those of the last ambient_thruster_apply. Set struct_size before the call.
typedef struct ambient_thruster_state {
    uint32_t struct_size; ///< sizeof(ambient_thruster_state)
    uint32_t reserved;    ///< padding, returned as 0
    double speed;         ///< now [1/s]
    double thrust;        ///< mean [N]
    double torque;        ///< mean, of the motor [N m]
    double power;         ///< mean, of the motor [W]
} ambient_thruster_state;

AMBIENT_C_API ambient_status ambient_thruster_get_state(const ambient_thruster* thruster,
                                                        ambient_thruster_state* state);

/// Command for a thrust at rest. \param thrust [N] \param density of the fluid [kg/m^3] > 0 \param speed [1/s], or the
/// command of the table
AMBIENT_C_API ambient_status ambient_thruster_get_command_for(const ambient_thruster* thruster, double thrust,
                                                              double density, double* speed);

/// @}
/// \name Moorings
/// @{

/// A mooring line, tether or cable between two bodies, links or places of the world: a btFluidMooring.
typedef struct ambient_mooring ambient_mooring;

/// An end of a mooring: with a rigid body, or a multi-body, or neither: a place of the world.
typedef struct ambient_mooring_end {
    void* rigid_body;               ///< address of a btRigidBody, or null; one of the caller outlives the mooring
    ambient_multi_body* multi_body; ///< of the same fluid, or null
    int32_t link;                   ///< of the multi-body; 0: the base
    int32_t reserved;               ///< 0
    double point[3];                ///< frame of body or link, or world [m]
} ambient_mooring_end;

/// Properties of a mooring; MooringLine.h and Catenary.h describe them in detail.
typedef struct ambient_mooring_options {
    uint32_t struct_size;   ///< sizeof(ambient_mooring_options)
    int32_t is_cable;       ///< 1: a moving cable; 0 (default): quasi-static, without inertia and drag
    int32_t has_seabed;     ///< 1: there is a level bed; default 0
    int32_t segments;       ///< of a cable, 1 to 1000, default 20
    double length;          ///< without tension [m] > 0, default 1
    double weight;          ///< of a quasi-static line in the medium [N/m] >= 0, default 0
    double mass;            ///< of a cable, dry [kg/m] > 0, default 1
    double diameter;        ///< of a cable [m] > 0, default 0.01
    double stiffness;       ///< tension over strain [N] > 0, of a cable at most 1e12, default 1e6
    double seabed;          ///< height of the bed against the world's gravity [m]
    double seabed_friction; ///< force over weight >= 0; default 0, of a cable 0.5
    double normal_drag;     ///< coefficient of a cable across >= 0, default 1.2
    double tangential_drag; ///< coefficient of a cable along >= 0, default 0.01
    double added_mass;      ///< of a cable across, over the displaced mass >= 0, default 1
    double breaking_load;   ///< [N] >= 0; 0 (default): it does not break
} ambient_mooring_options;

/// Fills in the defaults. \param struct_size sizeof(ambient_mooring_options) \param is_cable 1: of a moving cable
AMBIENT_C_API ambient_status ambient_mooring_options_init(ambient_mooring_options* options, size_t struct_size,
                                                          int32_t is_cable);

/// Creates a mooring. Its bodies are in no other world than the fluid's; one of mass 0 is an anchor.
/// \param options null: the defaults of a quasi-static line
AMBIENT_C_API ambient_status ambient_mooring_create(ambient_fluid* fluid, const ambient_mooring_end* first,
                                                    const ambient_mooring_end* second,
                                                    const ambient_mooring_options* options, ambient_mooring** mooring);

AMBIENT_C_API void ambient_mooring_destroy(ambient_mooring* mooring);

/// Advances the line and pulls both bodies for the coming step. \param duration of the step [s] >= 0
AMBIENT_C_API ambient_status ambient_mooring_apply(ambient_mooring* mooring, double duration);

/// Pays out or reels in from now on. \param length at which the winch stops [m] > 0 \param rate [m/s] >= 0
AMBIENT_C_API ambient_status ambient_mooring_reel(ambient_mooring* mooring, double length, double rate);

/// State of a mooring; tensions are means of the last ambient_mooring_apply. Set struct_size before the call.
typedef struct ambient_mooring_state {
    uint32_t struct_size;   ///< sizeof(ambient_mooring_state)
    int32_t is_broken;      ///< 1: the line, or a segment of it, has parted
    int32_t point_count;    ///< of ambient_mooring_get_points
    int32_t reserved;       ///< returned as 0
    double length;          ///< without tension [m]
    double tension[2];      ///< at the first and at the second end [N]
    double largest_tension; ///< along the line [N]
} ambient_mooring_state;

AMBIENT_C_API ambient_status ambient_mooring_get_state(const ambient_mooring* mooring, ambient_mooring_state* state);

/// Points along the line, first end first; none before the first step, and if the line is lost.
/// \param points x, y, z of each [m] \param count of points that the caller has room for: that of the state
AMBIENT_C_API ambient_status ambient_mooring_get_points(const ambient_mooring* mooring, double* points, int32_t count);

/// @}
/// \name Waves that floating bodies make
/// @{

enum {
    AMBIENT_WAVES_NONE = 0,
    AMBIENT_WAVES_HEAVE = 1,    ///< of heave alone; rigid bodies
    AMBIENT_WAVES_RADIATION = 2 ///< of all six motions
};

/// Coefficients of a floating body by another program; time factor e^(-i w t), axes of the mesh levelled at rest,
/// motions in the order surge, sway, heave, roll, pitch, yaw. Matrices have 36 numbers, row by row. SI units. With a
/// frequency_count of 0 only the depth is read, and the coefficients are those by panels.
typedef struct ambient_wave_coefficients {
    uint32_t struct_size;                 ///< sizeof(ambient_wave_coefficients)
    int32_t frequency_count;              ///< 8 or more; 0: by panels
    int32_t heading_count;                ///< 0: no forces; waves are scattered by relative motion
    int32_t has_origin;                   ///< 0: `origin` is the centroid of the waterplane at rest
    const double* frequencies;            ///< w [rad/s] > 0
    const double* added_mass;             ///< a matrix for each frequency
    const double* damping;                ///< a matrix for each frequency
    const double* added_mass_at_infinity; ///< a matrix
    const double* headings; ///< directions that the waves go to [rad], all around, 45 degrees apart at most
    const double* forces;   ///< for frequency, heading, motion: real and imaginary part, of a wave of 1 m
    double origin[3];       ///< of coefficients and phases, frame of the model [m]
    double depth;           ///< of the water over a level bed [m]; 0: deep
} ambient_wave_coefficients;

/// Chooses the waves that a floating rigid body makes; they start anew. Those of all motions take seconds to prepare.
/// The medium needs a surface. \param waves AMBIENT_WAVES_... \param coefficients null: by panels, in deep water; else
/// with AMBIENT_WAVES_RADIATION
AMBIENT_C_API ambient_status ambient_fluid_set_waves_made(ambient_fluid* fluid, void* rigid_body, int32_t waves,
                                                          const ambient_wave_coefficients* coefficients);

/// The same of a link, as if alone in the water: AMBIENT_WAVES_NONE (default) or AMBIENT_WAVES_RADIATION. \param link
/// 0: the base
AMBIENT_C_API ambient_status ambient_multi_body_set_waves_made(ambient_multi_body* multi_body, int32_t link,
                                                               int32_t waves,
                                                               const ambient_wave_coefficients* coefficients);

/// @}

#ifdef __cplusplus
}
#endif

#endif // AMBIENT_MULTI_BODY_C_H
