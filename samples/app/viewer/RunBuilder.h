// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/SceneRunner.h"

#include <atomic>
#include <memory>
#include <string>
#include <thread>

namespace samples {

/// Definition of the run in the window: scene, values, times and models.
struct LiveSetup {
    std::string scene; ///< name
    ParameterValues values{{}};
    double duration = 1.0;         ///< [s]
    double timeStep = 1.0 / 240.0; ///< [s]
    std::string model = "default";
    std::string solver = "stock";
    std::string ghostModel; ///< model of the second run, the ghost; empty: no ghost
};

/// Default setup of a scene. \throws std::invalid_argument if the name is unknown
LiveSetup defaultSetup(const std::string& scene);

/// A run and its objects.
struct OwnedRun {
    std::unique_ptr<Scene> scene;
    RunOptions options;
    std::unique_ptr<SceneRun> run;
};

/// Order for a RunBuilder.
struct RunOrder {
    LiveSetup setup;
    bool wantsMain = true;
    bool wantsGhost = false;
    /// Records to continue from; null: start from the beginning.
    std::shared_ptr<const RunRecord> mainPast, ghostPast;
    int ghostSteps = 0; ///< initial steps of the ghost, to catch up
};

/// Builds runs in a separate thread, so that the window stays responsive.
/// One order at a time. Call all functions from one thread.
class RunBuilder {
  public:
    struct Result {
        std::unique_ptr<OwnedRun> main, ghost; ///< the runs; null after an error
        std::string error;                     ///< one line; empty: success
    };

    RunBuilder() = default;
    /// Cancels the current order and waits for the thread.
    ~RunBuilder();
    RunBuilder(const RunBuilder&) = delete;
    RunBuilder& operator=(const RunBuilder&) = delete;

    /// Starts an order. Requires !isBusy().
    void start(RunOrder order);
    /// True from start() to take().
    bool isBusy() const { return m_thread.joinable(); }
    bool isDone() const { return m_done; }
    /// Waits for the result and returns the result. Requires isBusy().
    Result take();
    /// Cancels the order, which then ends soon with an error.
    void stop();
    bool isStopped() const { return m_stopped; }
    /// "preparing" or "catching up", with the completed fraction.
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
