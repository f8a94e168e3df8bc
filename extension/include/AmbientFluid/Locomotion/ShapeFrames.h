// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <array>
#include <vector>

namespace ambient {

/// How the points of a shape hang together; the same in all frames of a sequence. Indices count from 0.
struct ShapeTopology {
    std::vector<std::array<int, 2>> edges; ///< pairs of points, for curves and graphs
    std::vector<std::array<int, 3>> faces; ///< triangles, for surfaces; open ones too
};

/// One shape: points, and their weights at that instant. Refers to memory of others.
struct Shape {
    const PointColumns& points;             ///< [m]
    const ShapeTopology& topology;          ///< of the sequence
    const Eigen::VectorXd* weight{nullptr}; ///< factors, one per point, on the metric's own share of it; none: 1
};

/// A sequence of shapes, each in any placement. Frames are read one at a time: a sequence may be longer than memory.
/// All methods are called from several threads at once.
class ShapeFrames {
  public:
    virtual ~ShapeFrames() = default;

    virtual int frameCount() const = 0; ///< at least 2
    virtual int pointCount() const = 0; ///< of each frame, at least 1

    /// Points of a frame [m], one per column, in a placement of the frame's own.
    /// \param scratch memory for implementations that hold no frames: the result may refer to it
    virtual const PointColumns& points(int frame, PointColumns& scratch) const = 0;

    /// Weights of the points at a frame (Shape::weight), as points(); none: 1. Default: none.
    virtual const Eigen::VectorXd* weights(int frame, Eigen::VectorXd& scratch) const;

    virtual const ShapeTopology& topology() const = 0; ///< edges and faces of all frames

    /// Time of a frame [s], increasing with the frame. Default: as many equal steps as there are frames (loops) or
    /// steps between them (else), 1 s together.
    virtual double time(int frame) const;

    virtual bool isClosed() const { return false; } ///< whether frame 0 follows the last frame, which is not its copy

    /// From frame 0 to its return in a loop, or to the last frame [s]. Default: 1 s.
    virtual double period() const { return 1.0; }
};

/// A sequence in memory.
class RecordedFrames : public ShapeFrames {
  public:
    /// At least two frames of equal counts. \throws std::invalid_argument which frame has another count of points
    explicit RecordedFrames(std::vector<PointColumns> frames, ShapeTopology topology = {});

    /// Weights of the points (Shape::weight): one column for all frames, or one per frame.
    /// \throws std::invalid_argument if the counts do not fit, or a weight is negative or not finite
    void setWeights(Eigen::MatrixXd weights);
    /// Of a closed loop, the period ends a mean step after the last.
    /// \param times one per frame, increasing [s] \throws std::invalid_argument if they are not
    void setTimes(std::vector<double> times);
    /// Frames at equal steps. \param step [s], positive
    void setTimeStep(double step);
    /// Closes the loop. A last frame of the same shape as the first, in any placement, is dropped; the frames that
    /// stay keep their times, and the period ends at that of the dropped one, or a mean step after the last.
    /// \throws std::invalid_argument if fewer than two frames stay
    void close();

    int frameCount() const override { return static_cast<int>(m_frames.size()); }
    int pointCount() const override { return static_cast<int>(m_frames.front().cols()); }
    const PointColumns& points(int frame, PointColumns& scratch) const override;
    const Eigen::VectorXd* weights(int frame, Eigen::VectorXd& scratch) const override;
    const ShapeTopology& topology() const override { return m_topology; }
    double time(int frame) const override { return m_times[static_cast<std::size_t>(frame)]; }
    bool isClosed() const override { return m_isClosed; }
    double period() const override { return m_period; }

  private:
    std::vector<PointColumns> m_frames;
    ShapeTopology m_topology;
    Eigen::MatrixXd m_weights;
    std::vector<double> m_times;
    double m_period = 1.0;
    bool m_isClosed = false;
};

/// Parts of the topology that a metric needs to have a size and a direction.
enum class FrameElements {
    Points, ///< nothing but points
    Edges,  ///< at least one edge, each of a positive length
    Faces   ///< at least one face, each of a positive area
};

/// Checks a whole sequence, frame by frame: at least two frames, finite points, increasing times, indices within the
/// points, and the parts that a metric needs. \throws std::invalid_argument, one line that names frame and point
void requireValidFrames(const ShapeFrames& frames, FrameElements needed);

} // namespace ambient
