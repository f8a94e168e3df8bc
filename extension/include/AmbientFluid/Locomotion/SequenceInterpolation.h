// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/MotionFromShape.h"

#include <memory>

namespace ambient {

class CubicSplines;

/// The tensors of a reduced sequence at any time, by cubic splines through the frames; gauge frame. Loops go on at all
/// times; an open sequence keeps its first shape before the first frame and its last one after the last, without
/// momentum.
class InterpolatedReduction {
  public:
    /// \param metric an index of the sequence's metrics \throws std::invalid_argument if there is no such metric, or it
    /// is not linear
    explicit InterpolatedReduction(const ReducedSequence& sequence, int metric = 0);
    ~InterpolatedReduction();

    ShapeReduction at(double time) const; ///< K and h at a time of the sequence [s]
    double firstTime() const;             ///< of frame 0 [s]
    bool isMoving(double time) const;     ///< whether the shape changes at a time [s]; loops: always
    /// Least eigenvalue of K over its greatest, over all frames, rotations scaled by the gyration length. Below 1e-12
    /// there is a motion that nothing resists.
    double leastRatio() const { return m_leastRatio; }

  private:
    std::unique_ptr<const CubicSplines> m_splines;
    bool m_isClosed;
    double m_leastRatio = 1.0;
};

/// The points of a sequence at any time, by cubic splines through the frames; gauge frame. Times as for
/// InterpolatedReduction.
class InterpolatedShape {
  public:
    /// \param sequence reduced from `frames` \throws std::invalid_argument if the counts of frames differ
    InterpolatedShape(const ShapeFrames& frames, const ReducedSequence& sequence);
    ~InterpolatedShape();

    void points(double time, std::vector<Vector3>& out) const;        ///< at a time of the sequence [s], [m]
    double firstTime() const;                                         ///< of frame 0 [s]
    bool isMoving(double time) const;                                 ///< as of InterpolatedReduction
    const ShapeTopology& topology() const { return m_topology; }      ///< of the frames
    int pointCount() const { return static_cast<int>(m_pointCount); } ///< of each frame

  private:
    std::unique_ptr<const CubicSplines> m_splines;
    ShapeTopology m_topology;
    std::ptrdiff_t m_pointCount;
    bool m_isClosed;
};

/// The motion of the gauge frame at any time: exact at the frames, between them a cubic of the screw from frame to
/// frame whose velocity is continuous at the frames to second order. Before the first pose and after the last the frame
/// rests; a loop goes on after its last recorded cycle by that cycle's advance, as a motion without loads does.
class InterpolatedMotion {
  public:
    /// \param motion solved from `sequence` \throws std::invalid_argument if the counts of frames differ
    InterpolatedMotion(const Motion& motion, const ReducedSequence& sequence);

    Pose worldFromGauge(double time) const;              ///< at a time of the motion [s]
    double firstTime() const { return m_times.front(); } ///< of the first pose [s]

  private:
    Pose inRecord(double time) const;

    std::vector<double> m_times;
    std::vector<Pose> m_poses;
    std::vector<Twist> m_twists; ///< of the gauge frame at the poses
    Pose m_advance;              ///< of the last cycle, world axes: multiplies from the left
    double m_period = 0.0;       ///< of a loop; 0: open
};

} // namespace ambient
