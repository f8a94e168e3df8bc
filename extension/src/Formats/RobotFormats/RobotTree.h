// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"
#include "RobotFormats/FluidAddedMassXml.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace ambient {

/// \file
/// A robot described by a URDF or SDF file: plain values, SI units. `place` is the place in the file for messages,
/// "file:line: <element>".

/// A collision shape of a link.
struct RobotGeometry {
    enum class Kind { Box, Cylinder, Sphere, Capsule, Ellipsoid, Cone, Mesh };

    std::string place;
    Kind kind = Kind::Box;
    Vector3 size = Vector3::Zero();  ///< box: lengths; ellipsoid: half lengths; others: radius, length along z [m], 0
    std::string file;                ///< Mesh: absolute path of an existing file
    Vector3 scale = Vector3::Ones(); ///< Mesh: factors on the coordinates of the file; one below 0 mirrors
    Pose linkFromGeometry;
};

/// Mass of a link, without fluid.
struct RobotInertia {
    double mass = 0.0;                      ///< [kg]
    Vector3 centerOfMass = Vector3::Zero(); ///< frame of the link [m]
    Matrix3 moments = Matrix3::Zero();      ///< about the centre of mass, axes of the link [kg m^2]
    bool isOfShapes = false;                ///< the moments are those of the link's shapes, of this mass
    std::optional<double> density;          ///< all numbers are those of the link's shapes of this density [kg/m^3]
};

/// Kinds of joints common to btMultiBody and the formats.
enum class RobotJointType { Fixed, Hinge, Slider, Planar };

/// Connection of a link to its parent. The joint lies at the origin of the link's frame.
struct RobotJoint {
    std::string place, name;
    RobotJointType type = RobotJointType::Fixed;
    Vector3 axis = Vector3::UnitX();             ///< unit, axes of the link; Planar: normal of the plane
    std::optional<std::array<double, 2>> limits; ///< of Hinge and Slider [rad, m]; none: any position
    std::optional<double> effort;                ///< largest torque or force of a motor [N m, N]; none: not given
    double damping = 0.0;                        ///< resistance against the joint's rate [N m s/rad, N s/m]
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

/// A tree of links.
struct RobotTree {
    std::string name;
    bool hasFixedBase = false;        ///< the file joins the base to its world
    Pose rootFromBase;                ///< frame of the base in the root frame of the file
    std::vector<RobotTreeLink> links; ///< base first, parents before children
    std::vector<std::string> notes;   ///< one line for each part of the file without effect
};

/// Reads a URDF file, or the first model of an SDF file.
///
/// A link named `world` does not move. A link without mass and shape is a frame, and is taken out if its joint is
/// fixed. Moments of inertia of zero, which simulators do not accept, are replaced by those of the link's shapes, or of
/// a ball of water (said in `notes`). Meshes are found relative to the file, as file://PATH, and as package://NAME/PATH
/// (also model://, models://) in a folder NAME beside or above the file or on the search path (ResourcePath.h). Without
/// effect: visual parts, dry friction, limits of speed, transmissions, sensors,
/// `mimic` (said in `notes`, as is a link without shape).
///
/// URDF: joints of type fixed, revolute, continuous, prismatic, planar, and floating below a root without mass. A
/// <fluid_added_mass> in the <gazebo> extension of a link is its added mass.
/// SDF: joints of type fixed, revolute, continuous, prismatic; poses relative to the model, a link, a joint or a frame;
/// axes in the frame of the model up to version 1.4 and with `use_parent_model_frame`. A link without <inertial> or
/// <mass> has 1 kg, without <inertia> 1 kg m^2, as the format says. No nested, included or static models.
/// \throws RobotFileError, one line with file, line and element: unreadable file, missing or invalid number, mass or
/// moments of inertia not positive, joint of unknown type or between unknown links, cycle, missing mesh
RobotTree readRobotTree(const std::string& path);

/// As readRobotTree(), for a text. \param source its name in messages \param folder of relative file names
RobotTree parseRobotTree(const std::string& text, const std::string& source, const std::string& folder);

} // namespace ambient
