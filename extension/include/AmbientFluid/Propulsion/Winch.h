// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"

namespace ambient {

/// A cable on a drum. Defaults: a small deck winch.
struct WinchDef {
    double length = 1.0;          ///< free cable at the start, > 0 [m]
    double stiffness = 1e5;       ///< E A of the cable, > 0: tension over strain [N]
    double damping = 100.0;       ///< of the cable, >= 0 [N s/m]
    double drumRadius = 0.1;      ///< > 0 [m]
    double fastestRate = 1.0;     ///< largest speed of the cable at the drum either way, > 0 [m/s]
    double timeConstant = 0.2;    ///< of the drum's speed, first-order lag, >= 0 [s]
    double largestTension = 1e12; ///< above it the drum slips and pays out, > 0 [N]
    double shortest = 0.05;       ///< at which the drum stops reeling in, > 0 [m]
};

/// A winch: its drum pays cable out or reels it in after a command, and the cable pulls its two ends together.
///
///     T = max(0, E A (d - L)/L + c (d' - L')),   L'' = (command - L')/tau,
///
/// d the distance of the ends and L the free length. The tension is that at the end of the step: its springs and
/// dampers are implicit in the motion of the ends, by their inverse masses along the cable, so that any stiffness is
/// stable. Other forces on the ends are not foreseen: a load that hangs still has the exact tension, but hangs lower
/// than the cable stretches, by (h^2 + h c L/(E A)) g. The cable has no mass and no drag, and is straight.
class Winch {
  public:
    /// Ends of the cable at the start of a step.
    struct Ends {
        Vector3 difference = Vector3::UnitX(); ///< from the drum to the load, world axes [m]
        Vector3 velocity = Vector3::Zero();    ///< rate of `difference` [m/s]
        /// Velocity of both ends away from each other per impulse along the cable, or more, >= 0 [1/kg].
        double inverseMass = 0.0;
    };

    /// \throws std::invalid_argument naming the field that is out of range or not finite
    explicit Winch(const WinchDef& def);

    const WinchDef& def() const { return m_def; } ///< of the constructor
    void setCommand(double rate);                 ///< of the cable, > 0 pays out, clamped to fastestRate [m/s]
    double command() const { return m_command; }  ///< [m/s]
    double rate() const { return m_rate; }        ///< of the cable at the drum, initially 0 [m/s]
    double length() const { return m_length; }    ///< free cable [m]
    /// Length and rate, for restored states. \throws std::invalid_argument if the length is not above 0, or not finite
    void setState(double length, double rate);
    double tension() const { return m_tension; }                   ///< of the last advance() [N]
    double torque() const { return m_tension * m_def.drumRadius; } ///< of the drum's motor or brake [N m]
    double power() const { return -m_tension * m_rate; }           ///< of the motor, > 0 reeling in [W]
    bool isSlipping() const { return m_isSlipping; }               ///< in the last advance()

    /// Advances the drum, and gives the force on the load, world axes [N]; the force on the drum's body is its
    /// opposite. \param duration > 0 [s]
    Vector3 advance(double duration, const Ends& ends);

  private:
    WinchDef m_def;
    double m_command = 0.0, m_rate = 0.0, m_length, m_tension = 0.0;
    bool m_isSlipping = false;
};

} // namespace ambient
