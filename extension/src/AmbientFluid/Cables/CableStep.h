// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Cables/MooringLine.h"

#include <vector>

namespace ambient {

/// What a point of a cable feels in one substep.
struct CablePoint {
    Vector3 start = Vector3::Zero();               ///< place at the start [m]
    Vector3 velocity = Vector3::Zero();            ///< at the start [m/s]
    Matrix3 mass = Matrix3::Zero();                ///< with the added mass [kg]
    Vector3 load = Vector3::Zero();                ///< weight, buoyancy, force of an accelerating flow [N]
    Vector3 flow = Vector3::Zero();                ///< velocity of the medium [m/s]
    Vector3 tangent = Vector3::UnitX();            ///< of the cable, unit
    double normalDrag = 0.0, tangentialDrag = 0.0; ///< force over the square of the speed across or along [kg/m]
    double bedStiffness = 0.0;                     ///< [N/m]
    double bedFriction = 0.0;                      ///< largest force [N]
    bool isLed = false;                            ///< the point ends at `goal`
    Vector3 goal = Vector3::Zero();                ///< of a led point [m]
    Matrix3 carrierMass = Matrix3::Zero();         ///< of the body at an end that is not led [kg]
    Vector3 carrierGoal = Vector3::Zero();         ///< where that body would go alone [m]
};

/// One substep of a cable: the minimum over the points x of the convex function
///
///     sum (x - x* )^T M (x - x*)/(2 h^2) - load.x + h D((x - x0)/h) + sum E(segments) + sum E(bed),
///
/// x* = x0 + h v, D the potential of drag and friction (its slope is the force against the motion), E = k/2 (|d| - l)^2
/// of segments longer than l. Newton's method with a line search; the Hessian is block-tridiagonal and positive, so a
/// step never fails and energy never rises without a flow or moving ends.
class CableStep {
  public:
    /// \param points first end first \param stiffness of each segment; 0: it has parted [N/m]
    /// \param rest length of a segment [m] \param bed height along `up` [m]
    CableStep(const std::vector<CablePoint>& points, const std::vector<double>& stiffness, double rest, double duration,
              const Vector3& up, double bed);

    /// Places at the end of the substep, close to rounding [m].
    const std::vector<Vector3>& solve();
    double tension(std::size_t segment) const; ///< at the solution [N]
    /// Force of the cable on what holds the point at an end, at the solution [N].
    Vector3 forceOnHolder(std::size_t point) const;

  private:
    double energy(const std::vector<Vector3>& places) const;
    /// Slope and curvature of the function without the carrier, alone for one point: no segments.
    void addPoint(std::size_t point, const Vector3& place, Vector3& slope, Matrix3& curvature) const;
    void assemble();
    /// Newton's step by elimination from the first end to the last. \returns its product with the slope
    double eliminate();

    const std::vector<CablePoint>& m_data;
    const std::vector<double>& m_stiffness;
    double m_rest, m_duration;
    Vector3 m_up;
    double m_bed;
    std::vector<Vector3> m_places, m_slopes, m_ways, m_trial;
    std::vector<Matrix3> m_diagonal, m_beside; ///< m_beside[i]: between points i and i + 1
};

} // namespace ambient
