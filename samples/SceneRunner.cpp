// SPDX-License-Identifier: Zlib
#include "SceneRunner.h"

#include "SceneContext.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace samples {
namespace {

FluidChoice fluidChoice(const RunOptions& options) {
    FluidChoice choice;
    choice.vacuum = options.model == "rbd";
    if (!choice.vacuum) choice.action.m_forces = ambient::ForceSet::named(options.model);
    choice.fluidSolver = options.solver == "fluid";
    choice.action.m_log = options.log;
    choice.action.m_announceMode = false; // who runs a scene has chosen it
    if (options.progress) choice.progress = [&options](double fraction) { options.progress("preparing", fraction); };
    return choice;
}

int stepCount(const RunOptions& options) {
    // The slack keeps 4 s of 1/240 s at 960 steps, whatever way the quotient is rounded.
    return std::max(1, static_cast<int>(std::ceil(options.duration / options.timeStep - 1e-6)));
}

void recordFrame(const SceneContext& context, double time, RunRecord& record) {
    for (int body = 0; body < record.bodyCount(); ++body)
        record.samples.push_back(context.sample(body, time, !record.terms.empty()));
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
    static const std::vector<std::string> models = {"default", "paper001", "rbd", "uwrbd", "gwtf"};
    return models;
}

const std::vector<std::string>& knownSolvers() {
    static const std::vector<std::string> solvers = {"stock", "fluid"};
    return solvers;
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
}

RunRecord runScene(const std::string& name, const Scene& scene, const ParameterValues& values,
                   const RunOptions& options) {
    requireValid(options);
    SceneContext context(fluidChoice(options));
    scene.build(values, context);
    RunRecord record;
    record.scene = name;
    record.model = options.model;
    record.solver = options.solver;
    record.timeStep = options.timeStep;
    record.bodies = context.bodies();
    record.obstacles = context.obstacles();
    if (options.recordTerms) record.terms = context.termNames();
    recordFrame(context, 0.0, record);
    const int steps = stepCount(options);
    for (int step = 1; step <= steps && !scene.finished(record); ++step) {
        context.world().stepSimulation(btScalar(options.timeStep), 0);
        recordFrame(context, step * options.timeStep, record);
        if (options.progress) options.progress("running", double(step) / steps);
    }
    return record;
}

} // namespace samples
