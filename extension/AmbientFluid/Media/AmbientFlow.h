// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"
#include "AmbientFluid/Media/SampleRows.h"

namespace ambient {

/// A velocity field at one point and time, with its first derivatives, world frame. Derivatives and not the material
/// acceleration alone, because the acceleration of a sum of flows has cross terms.
struct FlowSample {
    Vector3 velocity = Vector3::Zero(); ///< U [m/s]
    Matrix3 gradient = Matrix3::Zero(); ///< dU_i/dx_j, row i, column j [1/s]
    Vector3 rate = Vector3::Zero();     ///< dU/dt at a fixed point [m/s^2]

    /// The material acceleration DU/Dt = dU/dt + (U . grad) U [m/s^2].
    Vector3 acceleration() const { return rate + gradient * velocity; }
};

/// How a medium moves: a velocity field of place and time, wind or current. Immutable, called from several threads at
/// once, the same answer for the same arguments: a point's answer does not depend on which others it is asked with.
class AmbientFlow {
  public:
    virtual ~AmbientFlow() = default;

    /// The flow at `count` world points [m] of one time [s]; `samples` holds `count` entries. Finite for
    /// points and times within 1e12 m and s, except where a user's callback says otherwise.
    virtual void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const = 0;

    /// Velocity and acceleration at the points of one body, component by component: what its step calls. `rows` has the
    /// size of the points. Default: through sampleMany(). Override it where the loop over the points can be vectorised;
    /// the answers must be those of sampleMany(), or to 1e-6 of the fastest where points.inSingle allows it.
    virtual void sampleRows(const PointRows& points, double time, MotionRows& rows) const;

    /// sampleMany at one point.
    FlowSample sample(const Vector3& pointInWorld, double time) const {
        FlowSample s;
        sampleMany(&pointInWorld, 1, time, &s);
        return s;
    }

    /// Whether the flow is the same everywhere at any one time. Default: no.
    virtual bool isUniform() const { return false; }
};

} // namespace ambient
