// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"

#include <memory>
#include <vector>

namespace ambient {

/// A row of open-water curves of a propeller.
struct OpenWaterPoint {
    double advanceRatio = 0.0; ///< J = u/(n D)
    double thrust = 0.0;       ///< K_T = T/(rho D^4 n^2)
    double torque = 0.0;       ///< K_Q = Q/(rho D^5 n^2)
};

/// A row of a maker's table of thrust at rest.
struct ThrustPoint {
    double command = 0.0; ///< in the maker's unit, such as microseconds of pulse width
    double thrust = 0.0;  ///< [N]
};

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
    double deadBand = 0.0;       ///< smaller commands mean 0, >= 0 [1/s]; with a `table`, which has its own, 0

    /// Curves over the advance ratio, linear between rows and beyond them, in place of the three coefficients above;
    /// default: none. Two rows or more, J rising from 0 or below, K_T(0) > 0; the thrust times the inflow is nowhere
    /// above the power of the shaft. Astern, J has the sign of u/(n D) too.
    std::vector<OpenWaterPoint> openWater;

    /// Thrust at rest over the command, linear between rows; default: none, and the command is a speed. Two rows or
    /// more, commands rising, thrusts not falling and including 0; rows of thrust 0 are the dead band. The motor turns
    /// towards the speed that has the thrust of the command at rest, at most fastestSpeed.
    std::vector<ThrustPoint> table;
    double tableDensity = 1000.0; ///< of the fluid in which `table` was measured, > 0 [kg/m^3]
};

/// A thruster with the given thrusts at rest ahead and astern [N] at a speed [1/s], which is its fastest. The torque is
/// that of half the ideal efficiency of an actuator disc at rest, K_Q = 2 K_T^1.5 / (2 pi)^.5 / pi, which is a guess;
/// the free advance ratio is 2 pi K_Q/K_T, so that the thrust times the inflow is nowhere above the power of the shaft.
/// \param astern > 0, at most `ahead` \param diameter [m] \param density of the fluid [kg/m^3]
/// \throws std::invalid_argument naming the number that is out of range
ThrusterDef thrusterFromBollard(double ahead, double astern, double speed, double diameter, double density = 1000.0);

/// The same from a maker's table, whose largest thrust ahead is that at the speed. \param table as ThrusterDef::table
ThrusterDef thrusterFromTable(std::vector<ThrustPoint> table, double speed, double diameter, double density = 1000.0);

/// A thruster in motion: its speed follows a command, and its thrust and torque follow speed and inflow.
///
///     T = rho D^4 K_T0 (n|n| - |n| u/(D J_0)),   Q = rho D^5 K_Q0 (n|n| - |n| u/(D J_0)),   n' = (n_c - n)/tau,
///
/// with n in revolutions per second, n_c the speed of the command, and u the speed of the thruster through the water
/// along its axis. Open-water curves linear in the advance ratio, as in [Blanke2000, sec. 2], and exact in still water;
/// with ThrusterDef::openWater, T = rho D^4 n|n| K_T(u/(n D)), and Q likewise. The body feels T along the axis and the
/// reaction -Q about it, both at the propeller. Added mass, gyroscopic torque and slipstream of the propeller are left
/// out.
class Thruster {
  public:
    /// \throws std::invalid_argument naming the field that is out of range or not finite; also if the thrust or the
    /// torque at the fastest speed in water are beyond 1e30 N or N m
    explicit Thruster(const ThrusterDef& def);

    const ThrusterDef& def() const { return m_def; } ///< of the constructor, the axis of length 1
    /// Commanded speed, clamped to fastestSpeed [1/s], or the command of the table, clamped to it; initially the
    /// neutralCommand(). \throws std::invalid_argument if it is not finite
    void setCommand(double command);
    double command() const { return m_command; } ///< [1/s], or the unit of the table
    /// Command without thrust: 0, or the middle of the table's dead band.
    double neutralCommand() const { return m_neutral; }
    /// Speed now, without lag, clamped to fastestSpeed: for start and restored states [1/s].
    /// \throws std::invalid_argument if it is not finite
    void setSpeed(double speed);
    double speed() const { return m_speed; }   ///< at the end of the last advance(), initially 0 [1/s]
    double thrust() const { return m_thrust; } ///< mean of the last advance() [N]
    double torque() const { return m_torque; } ///< mean torque of the motor in the last advance() [N m]
    double power() const { return m_power; }   ///< mean power of the motor in the last advance() [W]

    /// Speed that has this thrust [N] at rest in a fluid of this density [kg/m^3] > 0, and its command; with a table,
    /// at most the ends of the table.
    /// \throws std::invalid_argument if the thrust is not finite or the density not positive
    double speedOf(double thrust, double density) const;
    double commandOf(double thrust, double density) const; ///< likewise

    /// Advances the speed, and gives the mean wrench on the body about the origin of its frame, body axes. The mean
    /// over the lag is exact to fourth order in `duration`. \param duration >= 0 [s] \param density of the fluid
    /// [kg/m^3] \param velocity of the thruster through the fluid, body axes [m/s]
    Wrench advance(double duration, double density, const Vector3& velocity);

  private:
    struct Curves;
    struct Load {
        double thrust, torque, power;
    };
    Load loadAt(double speed, double density, double advance) const;
    /// The speed of the command.
    double wantedSpeed() const;
    double restCoefficient() const; ///< K_T at rest
    void setTable();

    ThrusterDef m_def;
    std::shared_ptr<Curves> m_curves; ///< of the definition, shared by copies; never null
    double m_neutral = 0.0;
    double m_command = 0.0, m_speed = 0.0, m_thrust = 0.0, m_torque = 0.0, m_power = 0.0;
};

} // namespace ambient
