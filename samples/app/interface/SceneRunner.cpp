// SPDX-License-Identifier: Zlib
#include "interface/SceneRunner.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace samples {
namespace {

constexpr int kMostSliceMoments = 200; ///< of a run, or somewhat more

ambient::Integrator integratorNamed(const std::string& name) {
    if (name == "rk4") return ambient::Integrator::RungeKutta4;
    if (name == "midpoint") return ambient::Integrator::ImplicitMidpoint;
    if (name == "euler") return ambient::Integrator::SymplecticEuler;
    if (name == "variational") return ambient::Integrator::Variational;
    return ambient::Integrator::AdaptiveRungeKutta;
}

FluidChoice fluidChoice(const RunOptions& options) {
    FluidChoice choice;
    choice.vacuum = options.model == "rbd";
    if (!choice.vacuum) choice.action.m_forces = ambient::ForceSet::named(options.model);
    choice.fluidSolver = options.solver == "fluid";
    choice.localAddedMass = options.addedMass == "local";
    choice.localShapes = choice.localAddedMass || (options.addedMass.empty() && options.model == "gwtf");
    choice.action.m_integrator.method = integratorNamed(options.integrator);
    choice.action.m_log = options.log;
    choice.action.m_announceMode = false; // the user of a scene has chosen the mode
    choice.models = options.models;
    if (options.progress) choice.progress = [&options](double fraction) { options.progress("preparing", fraction); };
    return choice;
}

int stepCount(const RunOptions& options) {
    // The slack keeps 4 s of 1/240 s at 960 steps, for either rounding of the quotient.
    return std::max(1, static_cast<int>(std::ceil(options.duration / options.timeStep - 1e-6)));
}

void requireKnown(const std::string& what, const std::string& name, const std::vector<std::string>& known) {
    std::string all;
    for (const std::string& candidate : known) {
        if (candidate == name) return;
        all += (all.empty() ? "" : ", ") + candidate;
    }
    throw std::invalid_argument("--" + what + ": unknown " + what + " '" + name + "'; this version has " + all);
}

} // namespace

const std::vector<std::string>& knownModels() {
    static const std::vector<std::string> models = {"default", "surface2026b", "paper001", "rbd", "uwrbd", "gwtf"};
    return models;
}

const std::vector<std::string>& knownSolvers() {
    static const std::vector<std::string> solvers = {"stock", "fluid"};
    return solvers;
}

std::string modelCaption(const std::string& model) {
    return model == "default" ? "default forces" : model == "rbd" ? "no fluid" : "forces of the model " + model;
}

std::string solverCaption(const std::string& solver) {
    return solver == "fluid" ? "exact contacts" : "Bullet's own contacts";
}

const std::vector<std::string>& knownAddedMasses() {
    static const std::vector<std::string> kinds = {"exact", "local"};
    return kinds;
}

const std::vector<std::string>& knownIntegrators() {
    static const std::vector<std::string> integrators = {"adaptive", "rk4", "midpoint", "euler", "variational"};
    return integrators;
}

void requireValid(const RunOptions& options) {
    if (!(options.timeStep > 0.0 && options.timeStep <= kLongestTimeStep))
        throw std::invalid_argument("--dt: " + shortNumber(options.timeStep) + " s is not above 0 and at most " +
                                    shortNumber(kLongestTimeStep) + " s");
    if (!(options.duration > 0.0) || !std::isfinite(options.duration))
        throw std::invalid_argument("--seconds: " + shortNumber(options.duration) + " s is not positive and finite");
    if (options.duration / options.timeStep > kMostSteps)
        throw std::invalid_argument("--seconds: " + shortNumber(options.duration) + " s of " +
                                    shortNumber(options.timeStep) + " s each are more than " + shortNumber(kMostSteps) +
                                    " steps");
    requireKnown("model", options.model, knownModels());
    requireKnown("solver", options.solver, knownSolvers());
    if (!options.addedMass.empty()) requireKnown("added-mass", options.addedMass, knownAddedMasses());
    requireKnown("integrator", options.integrator, knownIntegrators());
}

SceneRun::SceneRun(const std::string& name, const Scene& scene, const ParameterValues& values,
                   const RunOptions& options, const RunRecord* past)
    : m_scene(scene), m_options(options) {
    requireValid(options);
    m_mostSteps = stepCount(options);
    FluidChoice choice = fluidChoice(options);
    choice.multiBodies = scene.hasMultiBodies();
    choice.timeStep = options.timeStep;
    m_context = std::make_unique<SceneContext>(choice);
    scene.build(values, *m_context);
    m_record.scene = name;
    m_record.model = options.model;
    m_record.solver = choice.multiBodies ? "fluid" : options.solver;
    m_record.timeStep = options.timeStep;
    m_record.medium = m_context->medium();
    m_record.regions = m_context->regions();
    m_record.bodies = m_context->bodies();
    for (const RecordedBody& body : m_record.bodies)
        if (body.shape || (body.changes && body.model)) m_record.solver = "fluid"; // SceneContext::addBody
    m_record.obstacles = m_context->obstacles();
    m_record.gravity = btFluidVector(m_context->world().getGravity());
    if (options.recordTerms) m_record.terms = m_context->termNames();
    m_record.gauges = m_context->gauges();
    m_record.lines = m_context->lines();
    if (past)
        goOnFrom(*past);
    else
        recordFrame();
}

void SceneRun::goOnFrom(const RunRecord& past) {
    m_record.samples = past.samples;
    // The wrenches of another set of forces would get the names of this one's.
    for (BodySample& sample : m_record.samples)
        if (past.terms != m_record.terms) sample.terms.assign(m_record.terms.size(), ambient::Wrench());
    m_stepsDone = past.frameCount() - 1;
    for (RecordedGauge& gauge : m_record.gauges) // another model may have had none
        gauge.values.assign(static_cast<std::size_t>(past.frameCount()), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < m_record.lines.size(); ++i) {
        if (i < past.lines.size()) m_record.lines[i].points = past.lines[i].points;
        m_record.lines[i].points.resize(static_cast<std::size_t>(past.frameCount()));
    }
    m_context->takeAmplitudes(past.bodies);
    m_context->moveBodies(&past.at(m_stepsDone));
}

void SceneRun::setDuration(double duration) {
    RunOptions checked = m_options;
    checked.duration = duration;
    requireValid(checked);
    m_mostSteps = stepCount(checked);
}

void SceneRun::recordFrame() {
    for (int body = 0; body < m_record.bodyCount(); ++body)
        m_record.samples.push_back(m_context->sample(body, m_stepsDone * m_options.timeStep, !m_record.terms.empty()));
    m_context->jointRecorder().record(m_stepsDone * m_options.timeStep);
    m_context->readGauges(m_record.gauges);
    m_context->readLines(m_record.lines);
    const int stride = std::max(1, m_mostSteps / kMostSliceMoments);
    if (m_context->showsGrid() && m_stepsDone % stride == 0)
        m_record.sliceMoments.push_back(
            {m_stepsDone * m_options.timeStep, m_context->slices(), m_context->tank(), m_context->particles()});
}

bool SceneRun::step() {
    if (m_stepsDone >= m_mostSteps || m_scene.finished(m_record)) {
        m_record.slices = m_context->slices();
        m_record.joints = m_context->jointRecorder().tracks();
        return false;
    }
    m_context->world().stepSimulation(btScalar(m_options.timeStep), 0);
    ++m_stepsDone;
    recordFrame();
    return true;
}

RunRecord runScene(const std::string& name, const Scene& scene, const ParameterValues& values,
                   const RunOptions& options) {
    SceneRun run(name, scene, values, options);
    while (run.step())
        if (options.progress) options.progress("running", double(run.stepsDone()) / run.mostSteps());
    return run.record();
}

} // namespace samples
