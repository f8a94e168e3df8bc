// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/WorldSimulation.h"

#include <string>
#include <vector>

namespace ambient {

/// One variable of a unit, a real number. Its value reference is its place in unitVariables().
struct UnitVariable {
    /// What it is: the outputs first, then the inputs, then the parameters.
    enum class Kind { Motion, Joint, Force, Target, Thruster, Current, Wave, Sea };
    Kind kind = Kind::Motion;
    std::size_t part = 0; ///< row of FileWorld::moving(), multi-body, thruster, or wave
    int component = 0;    ///< of the motion, wrench, current or sea; or link of the multi-body
    std::string name, unit, description;
    double start = 0.0; ///< of an input or a parameter

    bool isOutput() const { return kind < Kind::Force; }
    bool isParameter() const { return kind >= Kind::Wave; } ///< tunable
};

/// The variables of a world. NAME is a name of the table of `ambient simulate`, and JOINT the name of the link that the
/// joint moves:
///
/// outputs `NAME.x .y .z .qx .qy .qz .qw .vx .vy .vz .wx .wy .wz` of each body or link that moves, as the columns of
/// the table; `ROBOT.JOINT` of each hinge and slider of an articulated body [rad, m]; inputs `NAME.fx .fy .fz .tx .ty
/// .tz`, a force and a torque about the centre of mass, world axes [N, N m]; `ROBOT.JOINT.target` of each servo, the
/// constant part of its target [rad, m, rad/s, m/s]; `THRUSTER.command` [1/s]; `current.x .y .z` of a world that takes
/// a current, beside the velocities of its file [m/s];
///
/// parameters `waves.K.amplitude` of each wave of the world's surface, from 0 [m]; `sea.height`, the significant height
/// of its sea [m], and `sea.period` of the peak of its spectrum [s].
/// \throws WorldFileError if two variables have one name, or a name has control characters
std::vector<UnitVariable> unitVariables(const WorldDescription& world, const WorldSimulation& simulation);

/// The medium of a world with the values of all parameters among the values of its variables.
WorldMedium unitMedium(const WorldDescription& world, const std::vector<UnitVariable>& variables,
                       const std::vector<double>& values);

/// The joint of a link of a multi-body.
struct UnitJoint {
    const btFluidMultiBody& wet;
    int position = 0;           ///< index of its position
    MotorPath* motor = nullptr; ///< null: the multi-body has no motor
};
UnitJoint unitJoint(const WorldSimulation& simulation, std::size_t multiBody, int link);

} // namespace ambient
