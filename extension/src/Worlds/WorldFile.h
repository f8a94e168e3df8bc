// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/LinkAddedMass.h"
#include "AmbientFluid/Body/FluidBodyDef.h"
#include "AmbientFluid/Cables/MooringLine.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Media/GridFlow.h"
#include "AmbientFluid/Media/GustFlow.h"
#include "AmbientFluid/Media/JetFlow.h"
#include "AmbientFluid/Media/VortexFlow.h"
#include "AmbientFluid/Media/WaveSpectrum.h"
#include "AmbientFluid/Propulsion/Thruster.h"
#include "AmbientFluidGrid/FluidGridDef.h"
#include "Worlds/WorldShape.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ambient {

/// \file
/// A world described by a file: plain values, checked one by one. docs/worlds.md explains every key. SI units, world
/// axes. `path` is the place in the file, such as `bodies[2]`, for messages.

/// One wave of a surface.
struct WorldSurfaceWave {
    double amplitude = 0.0;               ///< [m]
    std::optional<double> wavelength;     ///< [m]; or
    double period = 0.0;                  ///< [s]
    Vector3 direction = Vector3::UnitX(); ///< of any length
    double phase = 0.0;                   ///< [rad]
};

/// A random sea on a surface.
struct WorldSea {
    SeaDef def;
    double time = 0.0; ///< of the sea at the start [s]
};

/// A medium without a surface.
struct WorldFluid {
    bool isVacuum = false;
    double density = 0.0;               ///< [kg/m^3]
    double viscosity = 0.0;             ///< [Pa s]
    Vector3 velocity = Vector3::Zero(); ///< [m/s]
};

/// One entry of a medium's profile over height.
struct WorldLevel {
    double height = 0.0; ///< against gravity [m]
    WorldFluid fluid;    ///< no vacuum
};

/// A shear flow: one of rate, roughness and exponent.
struct WorldShear {
    Vector3 velocity = Vector3::Zero(); ///< at the height [m/s]
    double height = 10.0;               ///< above the ground [m]
    double ground = 0.0;                ///< height of the ground, against gravity [m]
    std::optional<Vector3> rate;        ///< change of the velocity with the height [1/s]
    std::optional<double> roughness;    ///< of the logarithmic law [m]
    std::optional<double> exponent;     ///< of the power law
};

/// A flow on a grid from a file; docs/worlds.md describes the .csv and .npy files.
struct WorldFlowGrid {
    std::string file;
    std::optional<Vector3> origin, spacing; ///< [m]; of .npy files, which do not have them
    std::vector<double> times;              ///< [s]; of .npy files
    OutsideGrid outside = OutsideGrid::Clamp;
};

/// A flow of a medium.
struct WorldFlow {
    std::string path;
    std::variant<WorldShear, VortexDef, JetDef, GustDef, WorldFlowGrid> def;
    double time = 0.0; ///< of the flow's own at the start [s]
};

/// A medium, with or without a surface.
struct WorldMedium {
    std::string path;
    WorldFluid fluid;                ///< with a profile: defaults for its entries
    std::vector<WorldLevel> profile; ///< from below; empty: the fluid everywhere
    std::vector<WorldFlow> flows;    ///< added up, and to the fluid's own velocity
    bool hasSurface = false;
    double height = 0.0;                      ///< of the surface, against gravity [m]
    std::shared_ptr<const WorldMedium> above; ///< the surface
    std::optional<double> depth;              ///< [m]; none: deep
    bool isSine = false;                      ///< SineWaves in place of GerstnerWaves
    std::vector<WorldSurfaceWave> waves;
    std::optional<WorldSea> sea; ///< its waves are added to `waves`

    /// Number of all waves of the surface.
    std::size_t waveCount() const { return waves.size() + static_cast<std::size_t>(sea ? sea->def.waveCount : 0); }
    /// Density of the medium below the surface at a height, against gravity [m] [kg/m^3].
    double densityAt(double place) const;
};

/// A box with a medium of its own.
struct WorldRegion {
    std::string path;
    Vector3 low = Vector3::Zero(), high = Vector3::Zero(); ///< corners [m]
    WorldMedium medium;
    int priority = 0;
};

/// How a surface answers to touch.
struct WorldTouch {
    double friction = 0.5, rollingFriction = 0.0, restitution = 0.0;
};

/// A static plane, normal . x = offset.
struct WorldWall {
    std::string path;
    Vector3 normal = Vector3::UnitZ(); ///< unit
    double offset = 0.0;               ///< [m]
    bool isCoupled = true;
    WorldTouch touch;
};

/// Water inside a body, which moves with it as a rigid body.
struct WorldFlooding {
    std::vector<WorldShape> shapes; ///< inside the body; none: no water
    std::optional<double> density;  ///< of the water [kg/m^3]; none: of the medium at the start
};

/// Mass of a body without the water in it: one of the two, or neither for a static body.
struct WorldMass {
    std::optional<double> mass, density;          ///< [kg], [kg/m^3]
    std::optional<Vector3> centerOfMass;          ///< frame of the body [m]; none: the centroid
    std::optional<std::array<double, 6>> inertia; ///< xx, yy, zz, xy, xz, yz about the centre of mass [kg m^2]
    WorldFlooding flooding;
};

/// Properties of a surface for the fluid.
struct WorldSurfaceFlow {
    std::optional<double> separationAngle; ///< [rad]
    std::optional<double> wakeFactor;
    double roughness = 0.0; ///< [m]
    double porosity = 0.0;  ///< FluidBodyDef::porosity
    ModelDetail detail = ModelDetail::Full;
    std::optional<GivenAddedMass> addedMass; ///< in the frame of the body, about its origin; none: computed
};

/// Waves that a floating body makes: as the action has it (by heave), by heave, in all six motions, or none.
enum class WorldWavesMade { Usual, Heave, Radiation, None };

/// Files of another program with the coefficients of the waves that a body makes (WamitText).
struct WorldWaveFiles {
    std::string path;                 ///< of the object in the file
    std::string coefficients, forces; ///< names of files, relative to WorldDescription::folder; no forces: empty
    double length = 1.0;              ///< [m]
    std::optional<Vector3> origin;    ///< frame of the body [m]

    /// Whether both are the same waves. The path does not count.
    bool isSame(const WorldWaveFiles& o) const {
        return coefficients == o.coefficients && forces == o.forces && length == o.length && origin == o.origin;
    }
};

/// A rigid or deforming body.
struct WorldBody {
    std::string path, name;
    WorldShape shape;
    bool isStatic = false;
    WorldMass mass;
    Pose worldFromFrame;
    Twist velocity; ///< about the centre of mass, world axes
    WorldTouch touch;
    WorldSurfaceFlow flow;
    bool isWet = true, isCoupled = true, collides = true, canSleep = true;
    WorldWavesMade wavesMade = WorldWavesMade::Usual;
    std::optional<WorldWaveFiles> waveFiles; ///< with WorldWavesMade::Radiation; none: by panels
    bool isResolved = false;                 ///< by the world's grid, in place of the forces of surfaces
};

/// Kinds of joints; Bullet's names. Only robots have planar ones.
enum class WorldJointType { Fixed, Hinge, Slider, Ball, Planar };

/// A joint between two bodies, or a body and the world.
struct WorldJoint {
    std::string path, name;
    WorldJointType type = WorldJointType::Fixed;
    int parent = -1, child = -1;                 ///< indices of bodies; parent -1: the world
    std::optional<Vector3> position;             ///< world [m]; none: the child's
    Vector3 axis = Vector3::UnitZ();             ///< unit, world axes
    std::optional<std::array<double, 2>> limits; ///< [rad] or [m]
    std::optional<double> motorVelocity;         ///< [rad/s] or [m/s]
    double motorForce = 0.0;                     ///< [N m] or [N]
    bool collides = false;
};

/// The target of a motor: offset + rate t + amplitude sin(2 pi frequency t + phase).
struct WorldJointTarget {
    double offset = 0.0, rate = 0.0, amplitude = 0.0, frequency = 0.0, phase = 0.0;
    bool isVelocity = false; ///< `rate` counts, from the start of the joint
};

/// The motor of a link's joint.
struct WorldMotor {
    WorldJointTarget target;
    double stiffness = 0.0, damping = 0.0;
    std::optional<double> limit; ///< [N m] or [N]
};

/// A gear from the joint of another link: position = ratio (its position) + offset.
struct WorldGear {
    int leader = 0; ///< index of the link
    double ratio = 1.0, offset = 0.0;
};

/// Between the motor and the joint of a link, by a robot's file.
struct WorldDriveTrain {
    std::optional<double> effort;  ///< largest torque or force of any motor [N m, N]; none: any
    double armature = 0.0;         ///< inertia of the motor's rotor behind its gear [kg m^2, kg]
    std::optional<WorldGear> gear; ///< hinge, slider
};

/// One link of an articulated body, with the joint to its parent.
struct WorldLink {
    std::string path, name;
    int parent = -1;     ///< index; -1: the base. Parents come before children
    Pose parentFromLink; ///< frames of the links, at joint position 0
    WorldJointType joint = WorldJointType::Fixed;
    Vector3 axis = Vector3::UnitZ(); ///< unit, frame of the link
    std::optional<std::array<double, 2>> limits;
    double initialPosition = 0.0, initialVelocity = 0.0; ///< hinge, slider
    Quaternion initialTurn = Quaternion::Identity();     ///< ball
    Vector3 initialSpin = Vector3::Zero();               ///< ball, frame of the link [rad/s]
    std::optional<WorldMotor> motor;
    double resistance = 0.0; ///< of the joint against its rate [N m s/rad, N s/m]; hinge, slider
    WorldDriveTrain train;
    std::vector<WorldShape> shapes; ///< none: a dry link
    WorldMass mass;
    WorldTouch touch;
    WorldSurfaceFlow flow;
    bool makesWaves = false;                 ///< in all six motions
    std::optional<WorldWaveFiles> waveFiles; ///< of these waves; none: by panels
};

/// The motor of a link of a robot's file.
struct WorldRobotMotor {
    std::string path, link;
    WorldMotor motor;
};

/// A tree of links.
struct WorldArticulatedBody {
    std::string path, name;
    bool hasFixedBase = false;
    Pose worldFromBase; ///< frame of the base
    Twist velocity;     ///< of the base, about its centre of mass, world axes
    bool isPrescribed = false, collides = true;
    bool isCoupled = false;                          ///< whether the links take part in the coupling
    LinkInertia linkInertia = LinkInertia::Isolated; ///< how links feel each other through the fluid
    std::optional<double> tolerance;                 ///< of btFluidMultiBodyOptions; none: its default
    bool isSingle = false;                           ///< whether faces are summed in single precision
    ModelDetail detail = ModelDetail::Full;          ///< of all links
    std::vector<WorldLink> links;                    ///< base first
    std::string robotFile;                           ///< the links are those of this URDF or SDF file; empty: none
    std::vector<WorldRobotMotor> motors;             ///< of the links of `robotFile`
    std::vector<std::string> notes;                  ///< parts of a robot's file without effect
};

/// An end of a mooring.
struct WorldMooringEnd {
    std::string body;                ///< name of a rigid body, an articulated body or a link; empty: the world
    Vector3 point = Vector3::Zero(); ///< frame of the body in the file, or world [m]
};

/// A winch of a mooring: from a time on, the free length changes at a speed.
struct WorldMooringWinch {
    double length = 0.0, rate = 0.0, start = 0.0; ///< [m], [m/s], [s]
};

/// Shape and motion of a line at the start, as savedWorld() writes them.
struct WorldMooringShape {
    std::vector<Vector3> points, velocities; ///< of a cable; empty: it hangs at rest [m], [m/s]
    std::vector<int> parted;                 ///< segments that have parted
};

/// A mooring line or a tether.
struct WorldMooring {
    std::string path, name;
    WorldMooringEnd first, second;
    bool isCable = false;         ///< whether the line moves; else it is quasi-static
    std::optional<double> weight; ///< in the medium [N/m]; or the cable's own mass
    CableDef cable;               ///< also has the properties of a quasi-static line
    std::optional<double> seabed; ///< height of the bed, against gravity [m]
    std::optional<WorldMooringWinch> winch;
    WorldMooringShape shape;
};

/// A thruster on a body.
struct WorldThruster {
    std::string path, name;
    std::string body;     ///< name of a rigid body, an articulated body or a link
    ThrusterDef def;      ///< place and axis in the frame of the body in the file
    double command = 0.0; ///< at the start [1/s], or the unit of the table
    double speed = 0.0;   ///< at the start [1/s]
};

/// Options of the coupling.
struct WorldCoupling {
    double reach = 3.0;
    int faces = 320, degree = 5;
    std::string drag = "mutual"; ///< ambient::DragInFlow: mutual, one_way or own
};

/// Water on a grid around the bodies, which is stirred by them and carries them (btFluidGrid).
struct WorldGrid {
    FluidGridDef box;                          ///< density and viscosity are those of the medium
    std::vector<double> state;                 ///< FluidGrid::saveState() at the start; empty: as `box` has it
    int interval = 1;                          ///< steps of the world per step of the grid
    std::string followed;                      ///< name of the body followed by the box; empty: none
    std::vector<std::array<double, 2>> probes; ///< places where the height of the surface is wanted [m]
};

/// Where the bodies of scenes come from.
struct WorldScenes {
    std::vector<std::string> places;                        ///< of the last bodies of the world, which come from scenes
    std::vector<std::pair<std::string, std::string>> files; ///< places of the names, and the names
};

/// Forces of the fluid.
struct WorldForces {
    std::string model = "default"; ///< as of ForceSet::named, or rbd
    double tangentialDrag = 0.0;   ///< speed of a TangentialDragForce beside those of the model [m/s]; 0: none
};

/// The whole description of a world.
struct WorldDescription {
    std::string name; ///< title; default: of the file
    std::string description;
    std::string folder; ///< base of relative file names
    Vector3 gravity{0.0, 0.0, -9.81};
    double seconds = 1.0, timeStep = 1.0 / 240.0;
    std::string solver = "fluid"; ///< stock, fluid
    WorldForces forces;
    int iterations = 10;
    WorldMedium medium;
    std::vector<WorldRegion> regions;
    std::vector<WorldWall> walls;
    std::vector<WorldBody> bodies;
    std::vector<WorldJoint> joints;
    std::vector<WorldArticulatedBody> articulatedBodies;
    std::optional<WorldCoupling> coupling;
    std::optional<WorldGrid> grid;
    std::vector<WorldMooring> moorings;
    std::vector<WorldThruster> thrusters;
    WorldScenes scenes;

    /// Whether only the fluid's solver can solve this world: articulated bodies, or deforming shapes.
    bool needsFluidSolver() const;
};

/// Longest step [s], and largest number of steps of a run.
constexpr double kLongestWorldStep = 0.05, kMostWorldSteps = 2.0e6;

/// Reads the text of a file. Meshes are read later. \param source its name in messages \param folder base of relative
/// file names
/// \throws WorldFileError, one line: the source, then the line and column of a syntax error or the path of a bad value
WorldDescription parseWorld(const std::string& text, const std::string& source, const std::string& folder);

} // namespace ambient
