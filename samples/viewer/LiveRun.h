// SPDX-License-Identifier: Zlib
#pragma once

#include "viewer/Picking.h"
#include "viewer/RunBuilder.h"

#include <functional>
#include <optional>

namespace samples {

/// Slowest and fastest speed of a live run, as a factor on real time.
constexpr double kSlowestSpeed = 1.0 / 64.0, kFastestSpeed = 4.0;

/// A scene that runs while it is watched: played, stepped, slowed down, looked back at, changed and dragged about, with
/// another model's run beside it, step for step. Knows nothing of windows. All functions are for one thread; building
/// worlds goes on in another one, and update() takes what it made.
class LiveRun {
  public:
    /// \param clock tells how long steps take [s]; default: the machine's
    explicit LiveRun(std::function<double()> clock = {});

    /// \name What runs
    /// All of these return at once; until the new run is there the old one stays, paused.
    /// @{

    /// Another scene, or the same one with other values, from its beginning.
    void load(const LiveSetup& setup);
    void restart();
    /// Goes on, from where the bodies are, with another model or solver; the record goes on too.
    void switchModel(const std::string& model, const std::string& solver);
    /// A second run of the scene with this model, which catches up from the beginning; empty: none.
    void setGhost(const std::string& model);
    /// Goes on live from the frame that is shown; what came later is forgotten.
    void goOnFromShown();
    /// Until when it runs [s]. \throws std::invalid_argument as requireValid()
    void setDuration(double seconds);
    /// @}

    bool isPreparing() const { return m_builder.isBusy(); }
    /// What is being done and its share that is done, while preparing.
    std::string preparingStage() const { return m_builder.stage(); }
    double preparedFraction() const { return m_builder.fraction(); }
    /// Gives up what is being prepared: the old run stays.
    void stopPreparing();
    /// Waits until all is prepared.
    void finishPreparing();
    /// Why what was asked for last could not be done, one line; empty: it could.
    const std::string& error() const { return m_error; }
    /// Why the first run of all could not be built, when nothing else was asked for since; empty: it could, or may yet.
    std::string startError() const { return m_loads == 1 && !hasRun() && !isPreparing() ? m_error : ""; }

    /// Whether anything runs yet: the rest below is for then.
    bool hasRun() const { return m_main != nullptr; }
    const LiveSetup& setup() const { return m_setup; }
    const Scene& scene() const { return *m_main->scene; }
    const RunRecord& record() const { return m_main->run->record(); }
    /// Null: no ghost.
    const RunRecord* ghostRecord() const { return m_ghost ? &m_ghost->run->record() : nullptr; }
    SceneContext& context() { return m_main->run->context(); }
    /// Grows with every run that is built: tells caches that it is another one.
    int generation() const { return m_generation; }

    /// \name Time
    /// @{
    void play();
    void pause() { m_isPlaying = false; }
    bool isPlaying() const { return m_isPlaying; }
    /// One step; looking back: one frame onwards.
    void step();
    /// Factor on real time, within kSlowestSpeed and kFastestSpeed.
    void setSpeed(double factor);
    double speed() const { return m_speed; }
    /// The speed that is really reached, as a share of speed(): below 1 the machine cannot keep up.
    double keptShare() const { return m_keptShare; }
    /// To be called before every picture: takes what was prepared, and plays on. Works for a limited time at most,
    /// and never makes up for what it could not do.
    /// \param wallSeconds since the last call
    void update(double wallSeconds);
    /// The time is up or the scene says that it is over.
    bool isOver() const { return m_isOver; }

    /// The frame to show: the last one, unless one looks back.
    int shownFrame() const;
    bool isLive() const { return !m_lookedAt; }
    /// The time to show [s]: of that frame, or while it plays, so that slow motion is smooth, up to a step before.
    double shownTime() const;
    /// Looks at another frame of the record, paused; the run itself stays as it is. Play goes through the record
    /// from there, and on.
    void lookAt(int frame);
    void goLive() { m_lookedAt.reset(); }
    /// @}

    /// \name Dragging
    /// @{

    /// Holds a body by a point. Only live.
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
    std::unique_ptr<BodyDrag> m_drag; ///< in m_main's world: goes first
    LiveSetup m_setup;                ///< of m_main
    RunOrder m_ordered;
    std::function<void()> m_next; ///< to be done when the builder is free
    std::string m_error;
    int m_generation = 0, m_loads = 0;
    bool m_isPlaying = false, m_isOver = false;
    double m_speed = 1.0, m_due = 0.0, m_keptShare = 1.0;
    std::optional<int> m_lookedAt;
};

} // namespace samples
