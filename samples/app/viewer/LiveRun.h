// SPDX-License-Identifier: Zlib
#pragma once

#include "scenes/parts/BodyDrag.h"
#include "viewer/Picking.h"
#include "viewer/RunBuilder.h"

#include <functional>
#include <optional>

namespace samples {

/// Range of the speed of a live run, as a factor on real time.
constexpr double kSlowestSpeed = 1.0 / 64.0, kFastestSpeed = 4.0;

/// Interactive run of a scene, with an optional second run of another model (the ghost).
/// Supports play, step, speed, review of recorded frames, changes of the scene and dragging of bodies. Independent of
/// windows. Call all functions from one thread; a second thread builds worlds, which update() takes over.
class LiveRun {
  public:
    /// \param clock returns the time [s] to measure steps; default: the system clock
    explicit LiveRun(std::function<double()> clock = {});

    /// \name Scene and models
    /// All functions return at once. The old run stays, paused, until the new run is built.
    /// @{

    /// Starts a scene from its beginning.
    void load(const LiveSetup& setup);
    void restart();
    /// Continues the run and its record from the current state with another model or solver.
    void switchModel(const std::string& model, const std::string& solver);
    /// Sets the model of the ghost, which catches up from the beginning; empty: no ghost.
    void setGhost(const std::string& model);
    /// Continues live from the shown frame and discards all later frames.
    void goOnFromShown();
    /// Sets the end time [s]. \throws std::invalid_argument as requireValid()
    void setDuration(double seconds);
    /// @}

    bool isPreparing() const { return m_builder.isBusy(); }
    /// Current stage of the preparation and its completed fraction.
    std::string preparingStage() const { return m_builder.stage(); }
    double preparedFraction() const { return m_builder.fraction(); }
    /// Cancels the preparation; the old run stays.
    void stopPreparing();
    /// Waits until the preparation is complete.
    void finishPreparing();
    /// One-line error of the last request; empty: success.
    const std::string& error() const { return m_error; }
    /// Error of the first load() if no run was ever built and no other was requested; otherwise empty.
    std::string startError() const { return m_loads == 1 && !hasRun() && !isPreparing() ? m_error : ""; }

    /// True if a run exists. The functions below require a run.
    bool hasRun() const { return m_main != nullptr; }
    const LiveSetup& setup() const { return m_setup; }
    const Scene& scene() const { return *m_main->scene; }
    const RunRecord& record() const { return m_main->run->record(); }
    /// Record of the ghost; null: no ghost.
    const RunRecord* ghostRecord() const { return m_ghost ? &m_ghost->run->record() : nullptr; }
    SceneContext& context() { return m_main->run->context(); }
    /// Counter of runs built, for caches to detect a new run.
    int generation() const { return m_generation; }

    /// \name Time
    /// @{
    void play();
    void pause() { m_isPlaying = false; }
    bool isPlaying() const { return m_isPlaying; }
    /// Makes one step; in review: shows the next frame.
    void step();
    /// Sets the speed, a factor on real time, limited to kSlowestSpeed and kFastestSpeed.
    void setSpeed(double factor);
    double speed() const { return m_speed; }
    /// Achieved fraction of speed(); below 1 the machine is too slow.
    double keptShare() const { return m_keptShare; }
    /// Takes over prepared runs and advances the run. Call before each picture.
    /// The work per call is limited in time; time lost is never made up.
    /// \param wallSeconds time since the last call
    void update(double wallSeconds);
    /// True at the end time, or if the scene has ended.
    bool isOver() const { return m_isOver; }

    /// Frame to show: the last frame, or the selected frame in review.
    int shownFrame() const;
    bool isLive() const { return !m_lookedAt; }
    /// Time to show [s]: the time of the shown frame.
    /// During play up to one step earlier, for smooth slow motion.
    double shownTime() const;
    /// Pauses and shows another frame of the record; the run does not change.
    /// play() then replays the record from this frame and continues live.
    void lookAt(int frame);
    void goLive() { m_lookedAt.reset(); }
    /// @}

    /// \name Dragging
    /// @{

    /// Grabs a body at a point. Not available in review.
    void beginDrag(const Pick& pick);
    void moveDrag(const ambient::Vector3& target);
    void endDrag() { m_drag.reset(); }
    const BodyDrag* drag() const { return m_drag.get(); }
    /// @}

  private:
    void order(RunOrder order);
    void whenFree(std::function<void()> action);
    void takePrepared();
    bool stepBoth();
    bool advanceOne();

    std::function<double()> m_clock;
    RunBuilder m_builder;
    std::unique_ptr<OwnedRun> m_main, m_ghost;
    std::unique_ptr<BodyDrag> m_drag; ///< acts in m_main's world: destroyed first
    LiveSetup m_setup;                ///< setup of m_main
    RunOrder m_ordered;
    std::function<void()> m_next; ///< next request, waiting for the builder
    std::string m_error;
    int m_generation = 0, m_loads = 0;
    bool m_isPlaying = false, m_isOver = false;
    double m_speed = 1.0, m_due = 0.0, m_keptShare = 1.0;
    std::optional<int> m_lookedAt;
};

} // namespace samples
