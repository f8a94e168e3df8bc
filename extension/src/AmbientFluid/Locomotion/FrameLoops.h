// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/ShapeFrames.h"
#include "AmbientFluid/Locomotion/VariationalStep.h"
#include "AmbientFluid/PotentialFlow/LoopProgress.h"

#include <functional>

namespace ambient {

/// Runs body(worker, index) for all indices, in parallel, each worker on indices in increasing order.
/// The exception of the first index that throws is passed on, so that it does not depend on the number of threads.
/// \param makeWorker makes the state of a thread
template <class MakeWorker, class Body>
void forFrames(int count, LoopProgress& progress, const MakeWorker& makeWorker, const Body& body) {
    std::exception_ptr thrown;
    int thrownAt = count;
#pragma omp parallel
    {
        auto worker = makeWorker();
#pragma omp for schedule(static)
        for (int i = 0; i < count; ++i) {
            if (progress.isStopped()) continue;
            try {
                body(worker, i);
            } catch (...) {
#pragma omp critical(ambientFrames)
                if (i < thrownAt) {
                    thrownAt = i;
                    thrown = std::current_exception();
                }
            }
            progress.roundDone();
        }
    }
    if (thrown) std::rethrow_exception(thrown);
    progress.rethrow();
}

/// Frames around one, read once where the next window needs them again. For one thread.
class FrameWindow {
  public:
    static constexpr int kSlots = 5;          ///< most frames in use at once
    static constexpr int kNone = -kSlots - 1; ///< no frame: windows begin at most kSlots before the first

    /// Where a frame is kept among kSlots.
    static std::size_t slotOf(int frame) { return static_cast<std::size_t>(((frame % kSlots) + kSlots) % kSlots); }

    /// \param frames outlives this object
    explicit FrameWindow(const ShapeFrames& frames) : m_frames(&frames) { m_held.fill(kNone); }

    /// A frame, counted on beyond the ends of a loop. It stays valid while the next four are read.
    Shape at(int frame) {
        const int n = m_frames->frameCount(), inside = ((frame % n) + n) % n;
        const std::size_t slot = slotOf(frame);
        if (m_held[slot] != frame) {
            m_points[slot] = &m_frames->points(inside, m_memory[slot]);
            m_weights[slot] = m_frames->weights(inside, m_weightMemory[slot]);
            m_held[slot] = frame;
        }
        return {*m_points[slot], m_frames->topology(), m_weights[slot]};
    }

  private:
    const ShapeFrames* m_frames;
    std::array<int, kSlots> m_held{};
    std::array<PointColumns, kSlots> m_memory;
    std::array<Eigen::VectorXd, kSlots> m_weightMemory;
    std::array<const PointColumns*, kSlots> m_points{};
    std::array<const Eigen::VectorXd*, kSlots> m_weights{};
};

/// Steps from frame to frame: one fewer than frames, in a loop as many.
inline int stepCountOf(const ShapeFrames& frames) {
    return frames.frameCount() - (frames.isClosed() ? 0 : 1);
}

/// Times of the frames, and of the end of the period of a loop [s].
inline std::vector<double> timesOf(const ShapeFrames& frames) {
    std::vector<double> times;
    for (int i = 0; i < frames.frameCount(); ++i)
        times.push_back(frames.time(i));
    if (frames.isClosed()) times.push_back(times.front() + frames.period());
    return times;
}

/// The placement of the frame after each step against the frame before it.
/// \param byStep by the variational step of the metric, else by the rigid registration with its weights
/// \throws std::runtime_error that names the step
std::vector<PairPlacement> placePairs(const ShapeFrames& frames, const ShapeMetric& metric, bool byStep,
                                      LoopProgress& progress);

/// Whether a sequence is best placed by the variational step of a metric.
inline bool isPlacedByStep(const ShapeMetric& metric) {
    return metric.hasAffineForm() && !metric.isDense();
}

} // namespace ambient
