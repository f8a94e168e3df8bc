// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedState.h"

namespace ambient {

/// Recorded positions of joints as a path with continuous accelerations: cubic splines through the samples, so that
/// torques of inverse dynamics have no noise of second differences.
///
/// Rotations of spherical joints are splined as the four numbers of their quaternions, with signs that make neighbours
/// close, and divided by their length: any turn is allowed, full ones too, if successive samples differ by less than
/// half a turn. The error between samples is of fourth order in their distance.
class MotionTrack final : public JointPath {
  public:
    /// \param times increasing, at least two [s] \param positions of all joints, one vector per time
    /// \param period of a loop, above the span of the times: the first sample follows the last; 0: an open track, which
    /// starts and ends at rest and is held before and after
    /// \throws std::invalid_argument naming what is missing, not finite, out of order or of the wrong length; if the
    /// body has a planar joint; if a quaternion is zero
    MotionTrack(const ArticulatedBody& body, std::vector<double> times, const std::vector<JointVector>& positions,
                double period = 0.0);

    void evaluate(double time, JointVector& positions, JointVector& rates, JointVector& accelerations) const override;

    double firstTime() const { return m_times.front(); } ///< of the first sample [s]
    double period() const { return m_period; }           ///< of a loop [s]; 0: open

  private:
    struct Place {
        int joint, position, rate; ///< column of the splines, and indices in the vectors
        bool isSpherical;
    };
    struct Value {
        double value, rate, acceleration;
    };
    Value at(int column, int interval, double share) const;

    std::vector<double> m_times; ///< of a loop with the end of the period
    double m_period;
    std::vector<Place> m_places;
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> m_values, m_slopes; ///< a row per sample
    std::vector<char> m_isAntiperiodic; ///< per column: opposite sign after a period
};

} // namespace ambient
