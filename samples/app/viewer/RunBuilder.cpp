// SPDX-License-Identifier: Zlib
#include "viewer/RunBuilder.h"

#include "interface/SampleEntries.h"

#include <algorithm>
#include <stdexcept>

namespace samples {

LiveSetup defaultSetup(const std::string& scene) {
    const std::unique_ptr<Scene> made = findSample(scene).create();
    LiveSetup setup;
    setup.scene = scene;
    setup.values = ParameterValues(made->parameters());
    setup.duration = made->defaultDuration();
    setup.timeStep = made->defaultTimeStep();
    setup.model = made->defaultModel();
    setup.solver = made->defaultSolver();
    return setup;
}

RunBuilder::~RunBuilder() {
    stop();
    if (isBusy()) m_thread.join();
}

void RunBuilder::start(RunOrder order) {
    m_result = Result();
    m_done = m_stopped = m_isCatchingUp = false;
    m_fraction = 0.0;
    m_models->setStopped(false);
    m_thread = std::thread([this, order = std::move(order)] {
        try {
            build(order);
        } catch (const std::exception& error) {
            m_result = Result();
            m_result.error = error.what();
            std::replace(m_result.error.begin(), m_result.error.end(), '\n', ' ');
        }
        m_done = true;
    });
}

RunBuilder::Result RunBuilder::take() {
    m_thread.join();
    m_thread = std::thread();
    return std::move(m_result);
}

void RunBuilder::stop() {
    m_stopped = true;
    m_models->setStopped(true);
}

std::string RunBuilder::stage() const {
    return m_isCatchingUp ? "catching up" : "preparing";
}

void RunBuilder::build(const RunOrder& order) {
    if (order.wantsMain) m_result.main = startRun(order.setup, order.setup.model, order.mainPast.get());
    if (!order.wantsGhost) return;
    m_result.ghost = startRun(order.setup, order.setup.ghostModel, order.ghostPast.get());
    catchUp(*m_result.ghost->run, order.ghostSteps);
}

std::unique_ptr<OwnedRun> RunBuilder::startRun(const LiveSetup& setup, const std::string& model,
                                               const RunRecord* past) {
    auto owned = std::make_unique<OwnedRun>();
    owned->scene = findSample(setup.scene).create();
    owned->options.duration = setup.duration;
    owned->options.timeStep = setup.timeStep;
    owned->options.model = model;
    owned->options.solver = setup.solver;
    owned->options.recordTerms = true;
    owned->options.models = m_models;
    owned->options.progress = [this](const std::string&, double fraction) {
        m_fraction = fraction;
        if (m_stopped) throw std::runtime_error("the scene was not built: it was stopped");
    };
    owned->run = std::make_unique<SceneRun>(setup.scene, *owned->scene, setup.values, owned->options, past);
    return owned;
}

void RunBuilder::catchUp(SceneRun& run, int steps) {
    m_isCatchingUp = steps > 0;
    for (int done = 0; done < steps && run.step(); ++done) {
        m_fraction = double(done) / steps;
        if (m_stopped) throw std::runtime_error("the second model was not started: it was stopped");
    }
}

} // namespace samples
