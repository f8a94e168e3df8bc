// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

namespace ambient {

struct MotionRows;
struct PointRows;

/// A velocity field at one point and time with its first derivatives, world frame.
/// The sample has derivatives rather than the material acceleration, because the acceleration of a sum of flows has
/// cross terms.
struct FlowSample {
    Vector3 velocity = Vector3::Zero(); ///< U [m/s]
    Matrix3 gradient = Matrix3::Zero(); ///< dU_i/dx_j, row i, column j [1/s]
    Vector3 rate = Vector3::Zero();     ///< dU/dt at a fixed point [m/s^2]

    /// The material acceleration DU/Dt = dU/dt + (U . grad) U [m/s^2].
    Vector3 acceleration() const { return rate + gradient * velocity; }
};

/// A velocity field over place and time: wind or current.
/// Immutable and called from several threads at once. A result depends on its point and time alone, not on the other
/// points of a call.
class AmbientFlow {
  public:
    virtual ~AmbientFlow() = default;

    /// Samples the flow at `count` world points [m] at one time [s]; `samples` holds `count` entries.
    /// Finite for points and times within 1e12 m and s, unless a user's callback says otherwise.
    virtual void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const = 0;

    /// Velocity and acceleration at the points of one body, component by component.
    /// Used in the body's step. `rows` has the size of the points. Default: calls sampleMany(). Override this if the
    /// loop over points can be vectorised. The results must equal those of sampleMany(), or agree to 1e-6 of the
    /// highest speed if points.inSingle is true.
    virtual void sampleRows(const PointRows& points, double time, MotionRows& rows) const;

    /// sampleMany() at one point.
    FlowSample sample(const Vector3& pointInWorld, double time) const {
        FlowSample s;
        sampleMany(&pointInWorld, 1, time, &s);
        return s;
    }

    /// Whether the flow is uniform in space at any one time. Default: no.
    virtual bool isUniform() const { return false; }
};

} // namespace ambient
