// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/MotionFromShape.h"
#include "AmbientFluid/Math/SE3.h"

namespace ambient {

/// The right-hand side of K xi + h = mu: momentum, or external wrench.
class MotionLoads {
  public:
    /// \throws std::invalid_argument for loads that the kind of metric does not know
    MotionLoads(const MotionOptions& options, bool isInertia);

    bool isZero() const { return m_isZero; } ///< whether there is none at any pose

    /// About the origin of the body frame, in its axes. \param massCentre in the body frame [m]
    Vector6 at(const Pose& worldFromBody, const Vector3& massCentre) const {
        const Quaternion bodyFromWorld = worldFromBody.orientation.conjugate();
        const Vector3 linear = m_world.linear;
        Vector6 load;
        load.head<3>() = bodyFromWorld * (m_world.angular - worldFromBody.position.cross(linear));
        load.tail<3>() = bodyFromWorld * linear;
        const Vector3 weight = bodyFromWorld * m_weight;
        load.head<3>() += massCentre.cross(weight);
        load.tail<3>() += weight;
        return load;
    }

  private:
    Momentum m_world;
    Vector3 m_weight = Vector3::Zero();
    bool m_isZero = true;
};

/// Checks the options against the kind of sequence. \throws std::invalid_argument
void requireValidOptions(const MotionOptions& options, bool isClosed);

/// Lets inertia metrics fall: uniform gravity moves all poses alike.
void addFall(Motion& motion, const MotionOptions& options, bool isInertia);

/// Fills times, poses and advance from the poses after each step, the last one included.
/// \param after worldFromInput before the first step and after each; loops: of frame 0 at the end of each cycle
void finishMotion(Motion& motion, std::vector<Pose> after, const std::vector<double>& stepTimes, bool isClosed,
                  int stepsPerCycle);

} // namespace ambient
