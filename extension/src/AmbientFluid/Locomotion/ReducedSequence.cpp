// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/ReducedSequence.h"

#include "AmbientFluid/Locomotion/FrameLoops.h"
#include "AmbientFluid/Locomotion/PointLoops.h"
#include "AmbientFluid/Locomotion/RigidLogarithm.h"
#include "AmbientFluid/Math/CubicSplines.h"

#include <algorithm>
#include <stdexcept>

namespace ambient {
namespace {

/// The gauge of ReducedSequence from the placements of the pairs.
void setGauge(ReducedSequence& sequence, const std::vector<PairPlacement>& pairs, const Vector3& origin) {
    const int n = sequence.frameCount();
    sequence.placed.assign(1, Pose{});
    for (const PairPlacement& pair : pairs) {
        sequence.placed.push_back(sequence.placed.back() * pair.aFromB);
        sequence.iterations = std::max(sequence.iterations, pair.iterations);
        sequence.residual = std::max(sequence.residual, pair.residual);
    }
    sequence.placedHolonomy = sequence.placed.back();
    sequence.placed.resize(static_cast<std::size_t>(n));
    const Pose toOrigin{Quaternion::Identity(), -origin};
    // About the new origin, so that the even spreading turns the shape about itself.
    const Twist left = sequence.isClosed ? logSE3(toOrigin * sequence.placedHolonomy * toOrigin.inverse()) : Twist();
    for (int k = 0; k < n; ++k) {
        const Pose back = expSE3(left, -static_cast<double>(k) / n);
        sequence.gaugeFromInput[static_cast<std::size_t>(k)] =
            back * (toOrigin * sequence.placed[static_cast<std::size_t>(k)]);
    }
}

/// Frames in the gauge frame, with their velocities.
class GaugeFrames {
  public:
    GaugeFrames(const ShapeFrames& frames, const ReducedSequence& sequence)
        : m_window(frames), m_sequence(&sequence),
          m_nodes(sequence.isClosed ? FrameWindow::kSlots : std::min(FrameWindow::kSlots, frames.frameCount())) {
        m_placedFrame.fill(FrameWindow::kNone);
    }

    /// Fills the velocity.
    void moveTo(int frame) {
        const int n = m_sequence->frameCount();
        const int half = m_nodes / 2;
        const int first = m_sequence->isClosed ? frame - half : std::clamp(frame - half, 0, n - m_nodes);
        std::vector<double> nodes;
        for (int k = 0; k < m_nodes; ++k)
            nodes.push_back(time(first + k));
        const Eigen::VectorXd weights = derivativeWeights(nodes, time(frame));
        std::vector<const PointColumns*> terms;
        for (int k = 0; k < m_nodes; ++k)
            terms.push_back(&placed(first + k));
        addUpPoints(terms, weights, velocity);
    }

    /// Points of a frame that moveTo() has read.
    const PointColumns& placed(int frame) {
        const std::size_t slot = FrameWindow::slotOf(frame);
        if (m_placedFrame[slot] != frame) movePoints(poseOf(frame), m_window.at(frame).points, m_placed[slot]);
        m_placedFrame[slot] = frame;
        return m_placed[slot];
    }

    /// The frame last moved to. It refers to this object.
    Shape shapeAt(int frame) {
        const Shape input = m_window.at(frame);
        return {placed(frame), input.topology, input.weight};
    }

    PointColumns velocity;

  private:
    double time(int frame) const {
        const int n = m_sequence->frameCount();
        const double period = m_sequence->times.back() - m_sequence->times.front();
        const int turns = m_sequence->isClosed ? (frame >= 0 ? frame / n : -((n - 1 - frame) / n)) : 0;
        return m_sequence->times[static_cast<std::size_t>(frame - turns * n)] + turns * period;
    }
    const Pose& poseOf(int frame) const {
        const int n = m_sequence->frameCount();
        return m_sequence->gaugeFromInput[static_cast<std::size_t>(((frame % n) + n) % n)];
    }

    FrameWindow m_window;
    const ReducedSequence* m_sequence;
    int m_nodes;
    std::array<PointColumns, FrameWindow::kSlots> m_placed;
    std::array<int, FrameWindow::kSlots> m_placedFrame{};
};

bool isNeeded(const std::vector<const ShapeMetric*>& metrics, FrameElements parts) {
    return std::any_of(metrics.begin(), metrics.end(), [&](const ShapeMetric* m) { return m->needs() == parts; });
}

} // namespace

std::vector<PairPlacement> placePairs(const ShapeFrames& frames, const ShapeMetric& metric, bool byStep,
                                      LoopProgress& progress) {
    std::vector<PairPlacement> pairs(static_cast<std::size_t>(stepCountOf(frames)));
    forFrames(
        stepCountOf(frames), progress, [&] { return FrameWindow(frames); },
        [&](FrameWindow& window, int k) {
            PairPlacement& pair = pairs[static_cast<std::size_t>(k)];
            const Shape a = window.at(k), b = window.at(k + 1);
            if (!byStep) {
                pair.aFromB = registrationOf(metric, a, b);
                return;
            }
            const VariationalPair step(metric, a, b);
            try {
                pair = step.solve(Vector6::Zero(), step.registration());
            } catch (const std::runtime_error& error) {
                throw std::runtime_error("from frame " + std::to_string(k) + " to the next: " + error.what());
            }
        });
    return pairs;
}

ReducedSequence reduceSequence(const ShapeFrames& frames, const std::vector<const ShapeMetric*>& metrics,
                               const ReductionOptions& options) {
    const bool onEdges = isNeeded(metrics, FrameElements::Edges), onFaces = isNeeded(metrics, FrameElements::Faces);
    if (onEdges || !onFaces) requireValidFrames(frames, onEdges ? FrameElements::Edges : FrameElements::Points);
    if (onFaces) requireValidFrames(frames, FrameElements::Faces);
    ReducedSequence sequence;
    const int n = frames.frameCount();
    sequence.isClosed = frames.isClosed();
    sequence.times = timesOf(frames);
    sequence.gaugeFromInput.resize(static_cast<std::size_t>(n));
    sequence.meanPoint.resize(static_cast<std::size_t>(n));
    sequence.metrics.resize(metrics.size());
    for (std::size_t m = 0; m < metrics.size(); ++m) {
        sequence.metrics[m].at.resize(static_cast<std::size_t>(n));
        sequence.metrics[m].isLinear = metrics[m]->isLinear();
    }
    // Half of the rounds place, half reduce.
    LoopProgress progress(options.progress, stepCountOf(frames) + n, 1.0);
    const std::vector<PairPlacement> pairs =
        placePairs(frames, *metrics.front(), isPlacedByStep(*metrics.front()), progress);
    PointColumns scratch;
    const PointColumns& first = frames.points(0, scratch);
    const Vector3 origin = meanPointOf(first);
    sequence.size = std::sqrt((first.colwise() - origin).colwise().squaredNorm().mean());
    setGauge(sequence, pairs, origin);
    forFrames(
        n, progress, [&] { return GaugeFrames(frames, sequence); },
        [&](GaugeFrames& gauge, int k) {
            gauge.moveTo(k);
            const Shape shape = gauge.shapeAt(k);
            for (std::size_t m = 0; m < metrics.size(); ++m)
                sequence.metrics[m].at[static_cast<std::size_t>(k)] = metrics[m]->reduce(shape, gauge.velocity);
            sequence.meanPoint[static_cast<std::size_t>(k)] = weightedMeanOf(shape);
        });
    return sequence;
}

} // namespace ambient
