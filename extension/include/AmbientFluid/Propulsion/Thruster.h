// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"

namespace ambient {

/// A propeller with its motor, fixed to a body. Defaults: a small ducted thruster of an underwater robot.
struct ThrusterDef {
    Vector3 position = Vector3::Zero(); ///< of the propeller, frame of the body [m]
    Vector3 axis = Vector3::UnitX();    ///< direction of the thrust on the body at positive speed; of any length
    double diameter = 0.1;              ///< of the propeller, > 0 [m]
    /// K_T at rest, T/(rho D^4 n^2), > 0; astern it is multiplied by `astern`.
    double thrustCoefficient = 0.35;
    double torqueCoefficient = 0.05; ///< K_Q at rest, Q/(rho D^5 n^2), >= 0
    /// Advance ratio u/(n D) at which the thrust vanishes, > 0: near the ratio of pitch and diameter.
    double freeAdvanceRatio = 0.9;
    double astern = 0.8;         ///< thrust and torque at negative speed, as a fraction of those ahead, in (0, 1]
    bool isRightHanded = true;   ///< turns clockwise seen from behind when it pushes ahead
    double timeConstant = 0.1;   ///< of the speed, first-order lag, >= 0 [s]
    double fastestSpeed = 100.0; ///< largest speed either way, > 0 [1/s]
};

/// A thruster in motion: its speed follows a command, and its thrust and torque follow speed and inflow.
///
///     T = rho D^4 K_T0 (n|n| - |n| u/(D J_0)),   Q = rho D^5 K_Q0 (n|n| - |n| u/(D J_0)),   n' = (command - n)/tau,
///
/// with n in revolutions per second and u the speed of the thruster through the water along its axis. Open-water
/// curves linear in the advance ratio, as in [Blanke2000, sec. 2], and exact in still water. The body feels T along the
/// axis and the reaction -Q about it, both at the propeller. Added mass, gyroscopic torque and slipstream of the
/// propeller are left out.
class Thruster {
  public:
    /// \throws std::invalid_argument naming the field that is out of range or not finite; also if the thrust or the
    /// torque at the fastest speed in water are beyond 1e30 N or N m
    explicit Thruster(const ThrusterDef& def);

    const ThrusterDef& def() const { return m_def; } ///< of the constructor, the axis of length 1
    /// Commanded speed, clamped to fastestSpeed [1/s]; initially 0. \throws std::invalid_argument if it is not finite
    void setCommand(double speed);
    double command() const { return m_command; } ///< [1/s]
    /// Speed now, without lag, clamped to fastestSpeed: for start and restored states [1/s].
    /// \throws std::invalid_argument if it is not finite
    void setSpeed(double speed);
    double speed() const { return m_speed; }   ///< at the end of the last advance(), initially 0 [1/s]
    double thrust() const { return m_thrust; } ///< mean of the last advance() [N]
    double torque() const { return m_torque; } ///< mean torque of the motor in the last advance() [N m]
    double power() const { return m_power; }   ///< mean power of the motor in the last advance() [W]

    /// Command whose thrust is `thrust` [N] at rest in a fluid of this density [kg/m^3] > 0.
    /// \throws std::invalid_argument if the thrust is not finite or the density not positive
    double commandOf(double thrust, double density) const;

    /// Advances the speed, and gives the mean wrench on the body about the origin of its frame, body axes. The mean
    /// over the lag is exact to fourth order in `duration`. \param duration >= 0 [s] \param density of the fluid
    /// [kg/m^3] \param velocity of the thruster through the fluid, body axes [m/s]
    Wrench advance(double duration, double density, const Vector3& velocity);

  private:
    struct Load {
        double thrust, torque, power;
    };
    Load loadAt(double speed, double density, double advance) const;

    ThrusterDef m_def;
    double m_command = 0.0, m_speed = 0.0, m_thrust = 0.0, m_torque = 0.0, m_power = 0.0;
};

} // namespace ambient
