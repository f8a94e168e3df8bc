// SPDX-License-Identifier: Zlib
#pragma once

#include "SceneRunner.h"

#include <atomic>
#include <memory>
#include <string>
#include <thread>

namespace samples {

/// All that says what runs in the window.
struct LiveSetup {
    std::string scene; ///< name
    ParameterValues values{{}};
    double duration = 1.0;         ///< [s]
    double timeStep = 1.0 / 240.0; ///< [s]
    std::string model = "default";
    std::string solver = "stock";
    std::string ghostModel; ///< of a second run of the same scene, shown as a ghost; empty: none
};

/// A scene as it is by default. \throws std::invalid_argument for an unknown name
LiveSetup defaultSetup(const std::string& scene);

/// A run with all that it refers to.
struct OwnedRun {
    std::unique_ptr<Scene> scene;
    RunOptions options;
    std::unique_ptr<SceneRun> run;
};

/// What a RunBuilder is to make.
struct RunOrder {
    LiveSetup setup;
    bool wantsMain = true;
    bool wantsGhost = false;
    /// Records to go on from; null: from the beginning.
    std::shared_ptr<const RunRecord> mainPast, ghostPast;
    int ghostSteps = 0; ///< steps that the ghost makes at once, to catch up
};

/// Builds worlds in a thread of its own, so that a window lives on while added masses are computed. One order at a
/// time; all functions are for one thread.
class RunBuilder {
  public:
    struct Result {
        std::unique_ptr<OwnedRun> main, ghost; ///< as ordered; null after an error
        std::string error;                     ///< one line; empty: none
    };

    RunBuilder() = default;
    /// Gives up what is in work, and waits until that is done.
    ~RunBuilder();
    RunBuilder(const RunBuilder&) = delete;
    RunBuilder& operator=(const RunBuilder&) = delete;

    /// Only while not busy.
    void start(RunOrder order);
    /// From start() to take().
    bool isBusy() const { return m_thread.joinable(); }
    bool isDone() const { return m_done; }
    /// What was built; waits for it. Only while busy.
    Result take();
    /// Gives the order up; it is done soon, with an error.
    void stop();
    bool isStopped() const { return m_stopped; }
    /// "preparing" or "catching up", and the fraction of it that is done.
    std::string stage() const;
    double fraction() const { return m_fraction; }

  private:
    void build(const RunOrder& order);
    std::unique_ptr<OwnedRun> startRun(const LiveSetup& setup, const std::string& model, const RunRecord* past);
    void catchUp(SceneRun& run, int steps);

    std::shared_ptr<ModelCache> m_models = std::make_shared<ModelCache>();
    std::thread m_thread;
    std::atomic<bool> m_done{false}, m_stopped{false}, m_isCatchingUp{false};
    std::atomic<double> m_fraction{0.0};
    Result m_result;
};

} // namespace samples
