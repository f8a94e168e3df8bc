// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/Parameters.h"
#include "interface/PlotSpec.h"
#include "interface/RunRecord.h"

#include <string>
#include <utility>
#include <vector>

namespace samples {

class SceneContext;

/// One phenomenon that can be run by name: what it can be told, how its world is made, when it is over, and what is
/// worth saying and drawing about it. A new scene is one file in scenes/ and one line in SampleEntries.cpp.
/// World: z up, SI units.
class Scene {
  public:
    virtual ~Scene() = default;

    /// Parameters of `--set`, with defaults and ranges.
    virtual std::vector<Parameter> parameters() const = 0;
    /// Simulated time unless `--seconds` says otherwise [s]; a scene that ends by itself may end earlier.
    virtual double defaultDuration() const = 0;
    /// Step unless `--dt` says otherwise [s].
    virtual double defaultTimeStep() const { return 1.0 / 240.0; }

    /// Simulated time in the gallery [s]: less than the default where a part shows the phenomenon and the whole takes
    /// long.
    virtual double galleryDuration() const { return defaultDuration(); }
    /// Rough processor time that this and its pictures take on a machine of 2026 [s]. The gallery runs the scenes that
    /// take long last, and shows the time left.
    virtual double galleryCost() const { return 2.0; }

    /// Model and solver unless `--model` and `--solver` say otherwise.
    virtual std::string defaultModel() const { return "default"; }
    virtual std::string defaultSolver() const { return "stock"; }

    /// Whether build() adds multi-bodies. Their links are solved by the fluid's solver, whatever `--solver` says.
    virtual bool hasMultiBodies() const { return false; }

    /// The files that it reads beside those of its parameters, each with a word about it: no output may replace them.
    virtual std::vector<std::pair<std::string, std::string>> files(const ParameterValues&) const { return {}; }

    /// Puts medium and bodies into an empty world.
    virtual void build(const ParameterValues& values, SceneContext& context) const = 0;
    /// Asked after every step: is the phenomenon over?
    virtual bool finished(const RunRecord&) const { return false; }

    /// A few lines for the user about the outcome.
    virtual std::string summary(const RunRecord& record) const = 0;
    /// How to draw it.
    virtual PlotSpec plot(const ParameterValues& values) const = 0;
};

} // namespace samples
