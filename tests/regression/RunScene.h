// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/SampleEntries.h"
#include "interface/SceneRunner.h"

#include <map>

/// Runs a scene like the program, in this process.
inline samples::RunRecord runScene(const std::string& name, const std::map<std::string, double>& changes,
                                   double duration = 0.0, double timeStep = 1.0 / 240.0,
                                   const std::string& model = "default", bool terms = false,
                                   const std::string& solver = "stock") {
    const samples::SampleEntry& entry = samples::findSample(name);
    const auto scene = entry.create();
    samples::ParameterValues values(scene->parameters());
    for (const auto& [key, value] : changes)
        values.set(key, value);
    samples::RunOptions options;
    options.duration = duration > 0.0 ? duration : scene->defaultDuration();
    options.timeStep = timeStep;
    options.model = model;
    options.solver = solver;
    options.recordTerms = terms;
    return samples::runScene(entry.name, *scene, values, options);
}
