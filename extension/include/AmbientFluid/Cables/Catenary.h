// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <limits>

namespace ambient {

/// A heavy elastic line without bending stiffness.
struct CatenaryDef {
    double length = 1.0;         ///< without tension, > 0 [m]
    double weight = 0.0;         ///< in the fluid, of a metre without tension, >= 0 [N/m]
    double stiffness = 1e6;      ///< E A, > 0: tension over strain [N]
    double seabedFriction = 0.0; ///< of the part on the bed, along the line: force over weight, >= 0
};

/// An elastic line at rest between two ends, which hangs freely, touches a level bed, or lies on it in part:
///
///     x = H/w (asinh(V2/H) - asinh(V1/H)) + H L/EA,   z = (T2 - T1)/w + (V2^2 - V1^2)/(2 w EA)
///
/// for each hanging part with vertical tensions V1 and V2 = V1 + w L at its ends, T^2 = H^2 + V^2 [Irvine, Cable
/// Structures, 1981]. A part on the bed is straight; with friction its tension falls from the touch-down towards an end
/// that lies on the bed [Jonkman, NREL/TP-500-41958, 2007]. A line that is longer than both ways has H = 0: its rest
/// lies slack on the bed. The residual of both equations is below 1e-12 of the length.
class Catenary {
  public:
    /// \param first, second places of the ends [m]; an end below the bed lowers the bed
    /// \param up unit, against gravity \param seabed height of the bed along `up` [m]; minus infinity: none
    /// \throws std::invalid_argument naming the field or argument that is out of range or not finite
    Catenary(const CatenaryDef& def, const Vector3& first, const Vector3& second, const Vector3& up = Vector3::UnitZ(),
             double seabed = -std::numeric_limits<double>::infinity());

    /// Force of the line on an end, world axes [N]. \param end 0: the first
    Vector3 forceOn(int end) const;
    /// Change of the force on end `of` with the place of end `by`, world axes [N/m]. Friction of the bed is left out.
    Matrix3 forceGradient(int of, int by) const;
    double tension(int end) const { return forceOn(end).norm(); } ///< [N]
    double horizontalTension() const { return m_pull; }           ///< H of the hanging parts [N]
    double restingLength() const { return m_resting; }            ///< on the bed, without tension [m]
    /// Place of a point of the line [m]. \param length of line between the first end and the point, without tension [m]
    Vector3 pointAt(double length) const;
    /// Tension there [N].
    double tensionAt(double length) const;

  private:
    void solve();
    void solveStraight();
    bool solveOnBed();
    void solveHanging();
    void solveSlack();
    bool liesOnBed(int end) const; ///< but for rounding
    double friction() const;       ///< of the part on the bed, force over weight

    CatenaryDef m_def;
    Vector3 m_first, m_along, m_up;        ///< m_along: unit, level, to the second end
    double m_span, m_rise;                 ///< second end from the first, level and up [m]
    double m_heights[2];                   ///< of the ends over the bed [m]
    double m_pull = 0.0;                   ///< H [N]
    double m_pulls[2] = {0.0, 0.0};        ///< level tensions at the ends [N]
    double m_lifts[2] = {0.0, 0.0};        ///< forces up of the ends on the line [N]
    double m_resting = 0.0;                ///< [m]
    Matrix3 m_stiffness = Matrix3::Zero(); ///< of H and the lifts, by span and heights [N/m]
};

} // namespace ambient
