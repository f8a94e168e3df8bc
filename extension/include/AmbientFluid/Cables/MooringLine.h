// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Cables/Catenary.h"

#include <array>
#include <limits>
#include <memory>
#include <vector>

namespace ambient {

class FluidMedium;

/// A mooring line at rest at each moment: no inertia, no drag of its own.
struct CatenaryLineDef {
    CatenaryDef line;                                              ///< length, weight, stiffness and bed
    double breakingLoad = std::numeric_limits<double>::infinity(); ///< tension at which the line is lost, > 0 [N]
};

/// The largest stiffness E A of a moving cable [N]: with more, rounding of its length would be a tension.
inline constexpr double kLargestCableStiffness = 1e12;

/// A moving cable. Defaults: a steel wire.
struct CableDef {
    double length = 1.0;          ///< without tension, > 0 [m]
    double mass = 1.0;            ///< of a metre, dry, > 0 [kg/m]
    double diameter = 0.01;       ///< > 0 [m]
    double stiffness = 1e6;       ///< E A, > 0 to 1e12: tension over strain [N]
    double normalDrag = 1.2;      ///< coefficient of the flow across, on diameter times length, >= 0
    double tangentialDrag = 0.01; ///< coefficient of the flow along, on circumference times length, >= 0
    double addedMass = 1.0;       ///< across, over the displaced mass, >= 0
    double seabedFriction = 0.5;  ///< force over weight on the bed, >= 0
    double breakingLoad = std::numeric_limits<double>::infinity(); ///< tension at which a segment parts, > 0 [N]
    int segments = 20;                                             ///< 1 to 1000
    double longestStep = 1.0 / 240.0;                              ///< of its own substeps, > 0 [s]
};

/// An end of a line at the start of a step, world axes.
struct MooringEnd {
    Vector3 position = Vector3::Zero(); ///< [m]
    Vector3 velocity = Vector3::Zero(); ///< [m/s]
    /// Velocity of the point per impulse on it, or more; zero: the end moves on with `velocity` [1/kg].
    Matrix3 inverseMass = Matrix3::Zero();
};

/// What surrounds a line.
struct MooringPlace {
    const FluidMedium* medium = nullptr;                      ///< null: vacuum
    Vector3 origin = Vector3::Zero();                         ///< of all points of the line in the medium [m]
    double time = 0.0;                                        ///< at the start of the step [s]
    Vector3 gravity{0.0, 0.0, -9.81};                         ///< [m/s^2]; none: z is up
    double seabed = -std::numeric_limits<double>::infinity(); ///< height of the bed against gravity [m]
    /// Against gravity, unit.
    Vector3 up() const { return gravity.squaredNorm() > 0.0 ? Vector3(-gravity.normalized()) : Vector3::UnitZ(); }
};

/// A mooring line or tether between two ends, stepped with a world. Its forces are implicit in the motion of the ends,
/// by their inverse masses, so any stiffness is stable; other forces on the ends are not foreseen, as in a Winch.
class MooringLine {
  public:
    /// A quasi-static line: the ends y at the end of a step solve y = x + h v + h^2 W F(y), F the catenary's forces.
    /// \throws std::invalid_argument naming the field that is out of range or not finite
    static std::unique_ptr<MooringLine> make(const CatenaryLineDef& def);
    /// A moving cable of points and elastic segments that pull only. Each substep is the minimum of a convex function
    /// (implicit Euler): inertia with the added mass across, weight and buoyancy, drag across and along, the bed and
    /// its friction. At the first step the cable hangs at rest between its ends.
    /// \throws std::invalid_argument naming the field that is out of range or not finite
    static std::unique_ptr<MooringLine> make(const CableDef& def);

    virtual ~MooringLine() = default;
    MooringLine(const MooringLine&) = delete;
    MooringLine& operator=(const MooringLine&) = delete;

    /// Advances the line. \param duration > 0 [s] \returns the mean forces on both ends, world axes [N]
    virtual std::array<Vector3, 2> advance(double duration, const std::array<MooringEnd, 2>& ends,
                                           const MooringPlace& place) = 0;

    double length() const { return m_length; } ///< without tension [m]
    /// Winch: pays out or reels in at this speed from now on, until the length is reached.
    /// \param length > 0 [m] \param rate >= 0 [m/s] \throws std::invalid_argument if a number is out of range
    void reel(double length, double rate);
    virtual bool isBroken() const = 0;               ///< whether the line, or a segment of it, has parted
    virtual double tension(int end) const = 0;       ///< mean of the last step at an end; 0: the first [N]
    virtual double largestTension() const = 0;       ///< mean of the last step, largest along the line [N]
    virtual std::vector<Vector3> points() const = 0; ///< along the line, first end first; empty: none is known [m]

    virtual std::vector<Vector3> velocities() const { return {}; } ///< of points(); empty: it has no inertia [m/s]
    virtual std::vector<int> parted() const = 0; ///< segments that have parted; a quasi-static line is one segment
    /// Places the line before its first step, as it was at points(), velocities() and parted().
    /// \param points empty: it hangs at rest between its ends
    /// \throws std::invalid_argument naming the list that does not fit the line
    virtual void place(const std::vector<Vector3>& points, const std::vector<Vector3>& velocities,
                       const std::vector<int>& parted) = 0;

    virtual std::vector<double> state() const = 0; ///< all numbers that change, for setState() of an equal line
    /// \throws std::invalid_argument, with nothing changed, if the numbers are not a state of an equal line
    virtual void setState(const std::vector<double>& state) = 0;

  protected:
    /// \param length without tension [m]
    explicit MooringLine(double length) : m_length(length), m_target(length) {}
    void turnDrum(double duration); ///< of reel()

    double m_length;     ///< without tension [m]
    double m_target;     ///< of reel() [m]
    double m_rate = 0.0; ///< of reel() [m/s]
};

} // namespace ambient
