// SPDX-License-Identifier: Zlib
#pragma once

#include "RobotFormats/RobotTree.h"
#include "RobotFormats/XmlNumbers.h"

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ambient {

/// \file
/// Shared parts of the readers of robots.

/// Links and joints of a file before they are a tree.
struct RobotParts {
    /// A joint with the names of its links.
    struct Joint {
        RobotJoint joint;
        std::string parent, child; ///< names of links
        bool isFloating = false;   ///< no joint at all
        Pose parentFromChild;      ///< frames of the links at joint position 0
    };

    /// Plugins of one file without effect.
    struct Plugin {
        std::string place, file; ///< place of the first one
        std::string what;        ///< numbers of a thruster; else empty
        int count = 1;
    };

    std::string name, place; ///< of the robot
    Pose fileFromRoot;       ///< frame of the link without a parent in the frame of the file
    std::vector<RobotTreeLink> links;
    std::vector<Joint> joints;
    std::vector<std::string> notes;
    std::vector<RobotDeclaration> declarations;
    std::vector<Plugin> plugins;
    std::set<std::string> standing; ///< names of links to which the file gives the mass 0: they stand, as in Bullet
};

/// Name of the link for the world.
constexpr const char* kRobotWorld = "world";

/// Orders the links, takes out frames and finds the base.
/// \throws RobotFileError as readRobotTree()
RobotTree robotTreeOf(RobotParts parts);

/// \name Readers of one format each
/// @{
RobotParts readUrdf(const tinyxml2::XMLElement& robot, const std::string& path, const std::string& folder);
RobotParts readSdf(const tinyxml2::XMLElement& sdf, const std::string& path, const std::string& folder);
RobotParts readMjcf(const tinyxml2::XMLElement& mujoco, const std::string& path, const std::string& folder);
/// @}

/// Reads a file. A declaration of XML that is not at its start is no fault. \throws RobotFileError
void loadRobotXml(tinyxml2::XMLDocument& document, const std::string& path);
void parseRobotXml(tinyxml2::XMLDocument& document, std::string text, const std::string& path);

/// Moves the origin of a link's frame; the axes stay. \param shift of the origin, old frame
void moveOrigin(RobotTreeLink& link, const Vector3& shift);

/// A link of a ten-thousandth of another one's mass and moments: between two joints of one body, which are joints of
/// their own in a tree. \param name,place of the new link
RobotTreeLink lightCopy(const RobotTreeLink& of, const std::string& name, const std::string& place);

/// Names of the links that hang on a link, and its own. Links of one name, which a tree refuses, may hang on each
/// other.
std::set<std::string> linksOfTree(const RobotParts& parts, const std::string& root);

/// Leaves out the links that do not hang on `root`; a note names them.
void keepOneTree(RobotParts& parts, const std::string& root);

/// The least number of digits for a message.
std::string shortText(double value);

/// \name Elements
/// @{

/// \throws RobotFileError `file:line: <element>: why`
[[noreturn]] void refuseXml(const std::string& path, const tinyxml2::XMLElement& element, const std::string& why);

/// Child element of this name. \throws RobotFileError if there is none
const tinyxml2::XMLElement& requiredChild(const tinyxml2::XMLElement& element, const char* name,
                                          const std::string& path);

/// Attribute of this name, not empty. \throws RobotFileError if there is none
std::string requiredAttribute(const tinyxml2::XMLElement& element, const char* name, const std::string& path);

/// All numbers of a text, exactly `count`. \param name of the attribute for messages; empty: the element's text
std::vector<double> requiredNumbers(const std::string& text, std::size_t count, const std::string& name,
                                    const tinyxml2::XMLElement& element, const std::string& path);

/// Positive number. \throws RobotFileError naming `name` otherwise
double requirePositive(double value, const std::string& name, const tinyxml2::XMLElement& element,
                       const std::string& path);

/// Unit vector along `direction`. \throws RobotFileError if `direction` is zero
Vector3 requireDirection(const Vector3& direction, const tinyxml2::XMLElement& element, const std::string& path);

/// Factors on the coordinates of a mesh; below 0 they mirror. \throws RobotFileError if one is zero
Vector3 requireScale(const Vector3& scale, const tinyxml2::XMLElement& element, const std::string& path);

/// Rotation of roll, pitch and yaw about the fixed axes x, y, z [rad].
Quaternion rollPitchYaw(const Vector3& angles);

/// Mass properties from six moments xx, xy, xz, yy, yz, zz in the axes of `linkFromInertia`. Moments of which one is
/// zero, or below it by at most 1 % of the largest, and moments of a radius of gyration below 3e-8 m, are those of the
/// shapes: RobotInertia::isOfShapes. \throws RobotFileError if a moment is negative
RobotInertia inertiaOf(double mass, const std::array<double, 6>& moments, const Pose& linkFromInertia,
                       const tinyxml2::XMLElement& element, const std::string& path);

/// Absolute path of a mesh named in a file. \throws RobotFileError if the mesh does not exist
std::string meshPathOf(const std::string& name, const std::string& folder, const tinyxml2::XMLElement& element,
                       const std::string& path);

/// Whether the shape of a <collision> is left out, which a note says: ground, as a plane or a map of heights, which no
/// body floats with, and outlines.
bool isLeftOut(const tinyxml2::XMLElement& collision, const std::string& path, std::vector<std::string>& notes);
/// Whether a size of a <collision> is 0, as of shapes that only mark a place; a note says so.
bool hasNoSize(const tinyxml2::XMLElement& collision, const std::string& path, std::vector<std::string>& notes);

/// Whether the visual shapes of a link stand in for collision shapes: it has none, and mass, or moves, or its whole
/// robot has none.
bool showsItsShape(const tinyxml2::XMLElement& link);

/// Adds a visual shape to a link; a note tells why, if it cannot be used. \param read gives the shape or refuses it
void addVisual(RobotTreeLink& link, std::vector<std::string>& notes, const std::function<RobotGeometry()>& read);

/// Added mass of a <fluid_added_mass>. \throws RobotFileError for an unknown or repeated element or an invalid number
Matrix6 addedMassIn(const tinyxml2::XMLElement& element, const std::string& path);
/// @}

} // namespace ambient
