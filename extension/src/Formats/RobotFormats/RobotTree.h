// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "RobotFormats/FluidAddedMassXml.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ambient {

/// \file
/// A robot described by a URDF, SDF or MJCF file: plain values, SI units. `place` is the place in the file for
/// messages, "file:line: <element>".

/// A collision shape of a link, or a visual one of a link without collision shapes.
struct RobotGeometry {
    enum class Kind { Box, Cylinder, Sphere, Capsule, Ellipsoid, Cone, Mesh };

    std::string place;
    Kind kind = Kind::Box;
    Vector3 size = Vector3::Zero(); ///< box: lengths; ellipsoid: half lengths; others: radius, length along z [m], 0
    std::string file;               ///< Mesh: absolute path of an existing file; empty: `mesh`
    std::shared_ptr<const TriangleMesh> mesh; ///< Mesh within the robot's file; without faces: its convex hull is meant
    Vector3 scale = Vector3::Ones();          ///< Mesh: factors on the coordinates of the file; one below 0 mirrors
    Pose linkFromGeometry;
    bool isVisual = false; ///< made for the eye: left out, with a word, if its mesh is unusable
};

/// Mass of a link, without fluid.
struct RobotInertia {
    double mass = 0.0;                      ///< [kg]
    Vector3 centerOfMass = Vector3::Zero(); ///< frame of the link [m]
    Matrix3 moments = Matrix3::Zero();      ///< about the centre of mass, axes of the link [kg m^2]
    bool isOfShapes = false;                ///< the moments are those of the link's shapes, of this mass
    bool isCenterOfShapes = false;          ///< so is the centre of mass
    std::optional<double> density;          ///< all numbers are those of the link's shapes of this density [kg/m^3]
};

/// Kinds of joints common to btMultiBody and the formats.
enum class RobotJointType { Fixed, Hinge, Slider, Planar, Ball };

/// A motor that pulls a joint to a position: a spring of the joint, or a servo in the file.
struct RobotServo {
    double stiffness = 0.0;      ///< [N m/rad, N/m]
    double damping = 0.0;        ///< [N m s/rad, N s/m]
    double position = 0.0;       ///< pulled to [rad, m]
    std::optional<double> limit; ///< largest torque or force [N m, N]
};

/// A gear: the position of a joint is ratio (position of another joint) + offset.
struct RobotMimic {
    std::string place, joint; ///< the joint that leads, which follows none itself in a RobotTree
    double ratio = 1.0, offset = 0.0;
};

/// Connection of a link to its parent. The joint lies at the origin of the link's frame.
struct RobotJoint {
    std::string place, name;
    RobotJointType type = RobotJointType::Fixed;
    Vector3 axis = Vector3::UnitX();             ///< unit, axes of the link; Planar: normal of the plane
    std::optional<std::array<double, 2>> limits; ///< of Hinge and Slider [rad, m]; none: any position
    std::optional<double> effort;                ///< largest torque or force of a motor [N m, N]; none: not given
    double damping = 0.0;                        ///< resistance against the joint's rate [N m s/rad, N s/m]
    double friction = 0.0;                       ///< dry: the largest torque or force of it [N m, N]
    std::optional<RobotServo> servo;             ///< of Hinge and Slider
    double armature = 0.0;           ///< inertia of the motor's rotor behind its gear, for each rate [kg m^2, kg]
    std::optional<RobotMimic> mimic; ///< of Hinge and Slider
};

/// One link.
struct RobotTreeLink {
    std::string place, name;
    int parent = -1;                   ///< index of the parent, below the link's own; -1: the base
    Pose parentFromLink;               ///< frames of the links at joint position 0
    RobotJoint joint;                  ///< to the parent; unused for the base
    std::optional<RobotInertia> mass;  ///< none: a fixed base
    std::vector<RobotGeometry> shapes; ///< empty: the fluid does not act on this link
    /// Added mass about the origin of the link's frame, in its axes, angular first; none: computed from the shapes.
    std::optional<Matrix6> addedMass;
};

/// What a plugin of another simulator declares about the fluid's action on a link. This library computes these numbers
/// from the shapes and does not take them; they are for comparison.
struct RobotDeclaration {
    std::string place, plugin, link;      ///< the plugin's file; the link's name
    std::optional<double> volume;         ///< displaced [m^3]
    std::optional<double> fluidDensity;   ///< [kg/m^3]
    std::optional<Matrix6> addedMass;     ///< about the centre of mass, axes of the link, angular first [kg, kg m, ...]
    std::optional<Vector6> linearDamping; ///< per speed, each of its own axis, angular first; of the force on the link
    std::optional<Vector6> quadraticDamping; ///< per speed squared
};

/// A tree of links.
struct RobotTree {
    std::string name;
    bool hasFixedBase = false;        ///< the file joins the base to its world
    Pose rootFromBase;                ///< frame of the base in the root frame of the file
    std::vector<RobotTreeLink> links; ///< base first, parents before children
    std::vector<std::string> notes;   ///< one line for each part of the file without effect
    std::vector<RobotDeclaration> declarations;
};

/// Reads a URDF or MJCF file, or the first model that moves of an SDF file. Parts of xacro are expanded first
/// (XacroFile.h).
///
/// A link named `world` does not move. A link without mass and shape is a frame, and is taken out if its joint is fixed
/// or nothing hangs on it. `notes` tells of every replacement: moments of inertia of zero are those of the link's
/// shapes or of a ball of water; a link without mass that moves has the mass of its shapes in water, and the shapes of
/// one that is fixed belong to its parent; a link without collision shapes has its visual ones, if it has mass or
/// moves. Meshes are found relative to the file, as file://PATH, and as package://NAME/PATH (also model://, models://)
/// in a package of this name (ResourcePath.h). `notes` also has one line for each plugin, and for loops of joints and
/// all else that acts on the motion and is not read. Without a line: limits of speed, transmissions, sensors, lights,
/// and visual parts beside collision shapes.
///
/// URDF: joints of type fixed, revolute, continuous, prismatic, planar, spherical (Bullet's), and floating below a root
/// without mass. A <fluid_added_mass> in the <gazebo> extension of a link is its added mass.
/// SDF: joints of type fixed, revolute, continuous, prismatic, ball, universal, revolute2 and screw (without its
/// thread); poses relative to the model, a link, a joint or a frame; axes in the frame of the model up to version 1.4
/// and with `use_parent_model_frame`; nested and included models, whose parts are called MODEL::PART. A link without
/// <inertial> or <mass> has 1 kg, without <inertia> 1 kg m^2, as the format says. Models that only stand are refused.
/// A joint that follows another one (<mimic> of URDF and SDF, <equality><joint> of MJCF with a straight polynomial) has
/// a gear; a chain of them leads to its first joint, and a ring has no effect.
/// MJCF: included files, classes, frames, all kinds of joints, several in one body, primitives and meshes, masses
/// of geoms, motors, position, velocity and affine servos; what mjcfOf() adds for MuJoCo's fluid is no shape. The robot
/// is the free body with the most bodies below it, else all that hangs on the world. \throws RobotFileError, one line
/// with file, line and element: unreadable file, missing or invalid number, mass or moments of inertia not positive,
/// joint of unknown type or between unknown links, cycle, missing mesh
RobotTree readRobotTree(const std::string& path);

/// Moment of inertia of a ball of water of this mass [kg m^2]: for a link with a mass alone.
double momentOfWaterBall(double mass);

/// As readRobotTree(), for a text. \param source its name in messages \param folder of relative file names
RobotTree parseRobotTree(const std::string& text, const std::string& source, const std::string& folder);

} // namespace ambient
