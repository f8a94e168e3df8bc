// SPDX-License-Identifier: Zlib
#include "FuzzFiles.h"
#include "RobotFormats/MjcfFluid.h"
#include "RobotFormats/RobotTree.h"
#include "RobotFormats/XmlNumbers.h"

#include <tinyxml2.h>

#include <cstdlib>

/// libFuzzer harness: bytes become a robot file (URDF, SDF of two versions, MJCF, xacro as text). The robot is sound,
/// or the file is refused in one line. The first byte is the format; with its highest bit the rest is the file, else a
/// list of changes to a sound one.

using namespace ambient;

namespace {

const char* const kUrdf = R"(<?xml version="1.0"?>
<robot name="r">
 <link name="world"/>
 <link name="a"><inertial><origin xyz="0 0 .1" rpy="0 .2 0"/><mass value="2"/>
  <inertia ixx=".1" ixy="0" ixz="0" iyy=".2" iyz="0" izz=".2"/></inertial>
  <collision><origin xyz=".1 0 0" rpy="0 1.57 0"/><geometry><capsule radius=".1" length=".3"/></geometry></collision>
  <collision><geometry><sphere radius=".2"/></geometry></collision></link>
 <link name="b"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1"/></inertial>
  <collision><geometry><box size=".2 .1 .1"/></geometry></collision></link>
 <link name="frame"/>
 <joint name="f" type="floating"><parent link="world"/><child link="a"/></joint>
 <joint name="j" type="revolute"><origin xyz=".3 0 0" rpy="0 0 1"/><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="4" velocity="2"/><dynamics damping=".1" friction=".2"/></joint>
 <joint name="k" type="fixed"><parent link="b"/><child link="frame"/></joint>
 <gazebo reference="b"><fluid_added_mass><xx>1</xx><yy>1</yy><zz>1</zz><pp>1</pp><qq>1</qq><rr>1</rr></fluid_added_mass></gazebo>
</robot>)";

const char* const kSdf = R"(<?xml version="1.0"?>
<sdf version="1.9"><model name="m" canonical_link="a"><pose>0 0 1 0 0 .5</pose><static>false</static>
 <frame name="q" attached_to="a"><pose>.1 0 0 0 0 0</pose></frame>
 <link name="a"><pose>0 0 0 0 0 0</pose><inertial><mass>2</mass><pose>0 0 .1 0 0 0</pose><inertia><ixx>.1</ixx><ixy>0</ixy>
  <ixz>0</ixz><iyy>.2</iyy><iyz>0</iyz><izz>.2</izz></inertia>
  <fluid_added_mass><xx>1</xx><xp>.1</xp></fluid_added_mass></inertial>
  <collision name="c"><geometry><cylinder><radius>.1</radius><length>.4</length></cylinder></geometry></collision></link>
 <link name="b"><pose relative_to="a">.4 0 0 0 0 0</pose><inertial><mass>1</mass></inertial>
  <collision name="c"><geometry><box><size>.1 .2 .3</size></box></geometry></collision></link>
 <joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz expressed_in="__model__">0 0 1</xyz>
  <limit><lower>-1</lower><upper>1</upper><effort>3</effort></limit><dynamics><damping>.1</damping></dynamics></axis></joint>
</model></sdf>)";

const char* const kOldSdf = R"(<sdf version="1.4"><model name="m"><static>0</static>
 <link name="a"><inertial><mass>2</mass></inertial><collision name="c"><geometry><sphere><radius>.1</radius></sphere></geometry>
 </collision></link><link name="b"><pose>.4 0 0 0 0 0</pose><inertial><mass>1</mass></inertial></link>
 <joint name="j" type="prismatic"><parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz>
 <use_parent_model_frame>1</use_parent_model_frame></axis></joint></model></sdf>)";

const char* const kMjcf = R"(<mujoco model="m"><compiler angle="degree"/><default><default class="w">
 <geom fluidshape="ellipsoid" type="ellipsoid" size=".1 .2 .3"/></default></default>
 <worldbody><body name="a" pos="0 0 1"><freejoint/><geom class="w" pos=".1 0 0" quat="1 0 0 0"/>
 <geom type="capsule" size=".1 .2" fluidshape="ellipsoid"/><body name="b"><joint type="hinge" axis="0 0 1"/>
 <geom type="box" size=".1 .1 .1"/></body></body></worldbody></mujoco>)";

const char* const kXacro =
    R"(<robot name="x" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:property name="m" value="2"/>
 <xacro:macro name="l" params="n"><link name="${n}"><inertial><mass value="${m}"/></inertial></link></xacro:macro>
 <xacro:l n="a"/></robot>)";

const char* const kFormats[] = {kUrdf, kSdf, kOldSdf, kMjcf, kXacro};

void require(bool holds) {
    if (!holds) std::abort();
}

bool isPlace(const Pose& pose) {
    return pose.position.allFinite() && std::abs(pose.orientation.norm() - 1.0) < 1e-6;
}

/// All guarantees of a reader to the users of a RobotTree.
void requireSound(const RobotTree& robot) {
    require(!robot.links.empty() && isPlace(robot.rootFromBase));
    for (std::size_t i = 0; i < robot.links.size(); ++i) {
        const RobotTreeLink& link = robot.links[i];
        require(i == 0 ? link.parent == -1 : link.parent >= 0 && link.parent < static_cast<int>(i));
        require(isPlace(link.parentFromLink));
        require(link.mass || i == 0);
        if (link.mass) {
            require(std::isfinite(link.mass->mass) && link.mass->mass > 0.0 && link.mass->centerOfMass.allFinite());
            const bool isOfShapes = link.mass->isOfShapes || link.mass->density;
            require(!isOfShapes || !link.shapes.empty());
            require(isOfShapes ||
                    (link.mass->moments.allFinite() && (link.mass->moments.diagonal().array() > 0.0).all()));
        }
        if (i > 0 && link.joint.type != RobotJointType::Fixed) require(std::abs(link.joint.axis.norm() - 1.0) < 1e-6);
        if (link.joint.limits) require((*link.joint.limits)[0] <= (*link.joint.limits)[1]);
        require(std::isfinite(link.joint.damping) && link.joint.damping >= 0.0);
        require(!link.joint.effort || *link.joint.effort >= 0.0);
        require(!link.addedMass || link.addedMass->allFinite());
        for (const RobotGeometry& shape : link.shapes) {
            require(isPlace(shape.linkFromGeometry) && shape.scale.allFinite());
            require(shape.kind == RobotGeometry::Kind::Mesh || shape.size[0] > 0.0);
        }
    }
    for (const std::string& note : robot.notes)
        fuzz::requireOneLine(note);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Bytes bytes(data, size);
    const int mode = bytes.take<std::uint8_t>(), format = mode % 5;
    std::string content(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (mode < 128) content = fuzz::changed(kFormats[format], bytes);
    try {
        requireSound(parseRobotTree(content, "robot.xml", "."));
    } catch (const RobotFileError& error) {
        fuzz::requireOneLine(error.what());
    }
    tinyxml2::XMLDocument document;
    if (document.Parse(content.data(), content.size()) != tinyxml2::XML_SUCCESS || !document.RootElement()) return 0;
    try {
        require(readMjcfAddedMass(*document.RootElement(), "robot.xml", "").matrix().allFinite());
    } catch (const RobotFileError& error) {
        fuzz::requireOneLine(error.what());
    }
    return 0;
}
