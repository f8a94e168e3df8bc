// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/Scene.h"
#include "interface/SceneContext.h"

#include <functional>

namespace samples {

/// How to run a scene.
struct RunOptions {
    double duration = 1.0;         ///< [s] > 0; rounded up to whole steps
    double timeStep = 1.0 / 240.0; ///< [s] > 0
    std::string model = "default"; ///< see knownModels()
    std::string solver = "stock";  ///< see knownSolvers()
    std::string addedMass;         ///< see knownAddedMasses(); empty: exact, or local for deforming bodies with gwtf
    std::string integrator = "adaptive"; ///< see knownIntegrators()
    bool recordTerms = false;            ///< also record the wrench of every force term

    /// Called with a stage ("preparing", "running") and its finished fraction; default: null.
    std::function<void(const std::string& stage, double fraction)> progress;
    /// Receives one-line warnings of the fluid; default: standard error.
    std::function<void(const std::string& line)> log;
    std::shared_ptr<ModelCache> models; ///< of earlier runs, to start faster; default: none
};

/// The names for `--model`.
const std::vector<std::string>& knownModels();

/// The names for `--solver`.
const std::vector<std::string>& knownSolvers();

/// The names for `--added-mass`.
const std::vector<std::string>& knownAddedMasses();

/// The names for `--integrator`.
const std::vector<std::string>& knownIntegrators();

/// Captions of pictures: "default forces", "Bullet's own contacts".
std::string modelCaption(const std::string& model);
std::string solverCaption(const std::string& solver);

/// Longest step of a run [s], and the largest number of steps.
constexpr double kLongestTimeStep = 0.05;
constexpr double kMostSteps = 2.0e6;

/// Throws std::invalid_argument, one line, if an option is out of range or the model or the solver is unknown.
void requireValid(const RunOptions& options);

/// A running scene, step by step. Deterministic: equal arguments give equal records, for any number of threads.
class SceneRun {
  public:
    /// Builds the scene's world; its record has the bodies at their start.
    /// \param scene outlives the run, as do the options
    /// \param past a run of the same scene with the same step, to go on from: its samples begin the record, and the
    ///        bodies start with its last poses and velocities. Null: from the beginning
    /// \throws std::invalid_argument as requireValid(), and exceptions of the scene's build()
    SceneRun(const std::string& name, const Scene& scene, const ParameterValues& values, const RunOptions& options,
             const RunRecord* past = nullptr);

    /// One step of Bullet. \returns false, without a step, if the time is up or the scene is over
    bool step();

    const RunRecord& record() const { return m_record; }
    SceneContext& context() { return *m_context; }
    /// Finished steps, and the largest number of steps.
    int stepsDone() const { return m_stepsDone; }
    int mostSteps() const { return m_mostSteps; }
    /// Changes the end of the run to another time than that of the options [s]. \throws std::invalid_argument as
    /// requireValid()
    void setDuration(double duration);

  private:
    void recordFrame();
    void goOnFrom(const RunRecord& past);

    const Scene& m_scene;
    const RunOptions& m_options;
    std::unique_ptr<SceneContext> m_context;
    RunRecord m_record;
    int m_stepsDone = 0, m_mostSteps;
};

/// Builds the scene's world and steps it, one fixed step of Bullet at a time, until the time is up or the scene is
/// over. Deterministic: equal arguments give equal records, for any number of threads.
/// \throws std::invalid_argument as requireValid(), and exceptions of the scene's build()
RunRecord runScene(const std::string& name, const Scene& scene, const ParameterValues& values,
                   const RunOptions& options);

} // namespace samples
