// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/WorldSimulation.h"

#include <string>
#include <vector>

namespace ambient {

/// One variable of a unit, a real number. Its value reference is its place in unitVariables().
struct UnitVariable {
    /// What it is: the outputs first, then the inputs.
    enum class Kind { Motion, Joint, Force, Target, Thruster, Current };
    Kind kind = Kind::Motion;
    std::size_t part = 0; ///< row of FileWorld::moving(), multi-body, or thruster
    int component = 0;    ///< of the motion, wrench or current; or link of the multi-body
    std::string name, unit, description;
    double start = 0.0; ///< of an input

    bool isInput() const { return kind >= Kind::Force; }
};

/// The variables of a world. NAME is a name of the table of `ambient simulate`, and JOINT the name of the link that the
/// joint moves:
///
/// outputs `NAME.x .y .z .qx .qy .qz .qw .vx .vy .vz .wx .wy .wz` of each body or link that moves, as the columns of
/// the table; `ROBOT.JOINT` of each hinge and slider of an articulated body [rad, m]; inputs `NAME.fx .fy .fz .tx .ty
/// .tz`, a force and a torque about the centre of mass, world axes [N, N m]; `ROBOT.JOINT.target` of each servo, the
/// constant part of its target [rad, m, rad/s, m/s]; `THRUSTER.command` [1/s]; `current.x .y .z` of a world that takes
/// a current, beside the velocities of its file [m/s]. \throws WorldFileError if two variables have one name, or a name
/// has control characters
std::vector<UnitVariable> unitVariables(const WorldDescription& world, const WorldSimulation& simulation);

/// The joint of a link of a multi-body.
struct UnitJoint {
    const btFluidMultiBody& wet;
    int position = 0;           ///< index of its position
    MotorPath* motor = nullptr; ///< null: the multi-body has no motor
};
UnitJoint unitJoint(const WorldSimulation& simulation, std::size_t multiBody, int link);

} // namespace ambient
