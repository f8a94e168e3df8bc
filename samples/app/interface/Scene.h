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

/// One phenomenon to run by name: its parameters, the making of its world, its end, and the contents of its text and
/// pictures. A new scene is one file in scenes/ and one line in SampleEntries.cpp. World: z up, SI units.
class Scene {
  public:
    virtual ~Scene() = default;

    /// Parameters of `--set`, with defaults and ranges.
    virtual std::vector<Parameter> parameters() const = 0;
    /// Simulated time unless `--seconds` says otherwise [s]; a scene may end earlier by itself.
    virtual double defaultDuration() const = 0;
    /// Step unless `--dt` says otherwise [s].
    virtual double defaultTimeStep() const { return 1.0 / 240.0; }

    /// Simulated time in the gallery [s]: less than the default if a part shows the phenomenon and the whole takes
    /// long.
    virtual double galleryDuration() const { return defaultDuration(); }
    /// Rough processor time of this scene and its pictures on a machine of 2026 [s]. The gallery runs long scenes last,
    /// and shows the time left.
    virtual double galleryCost() const { return 2.0; }

    /// Model and solver unless `--model` and `--solver` say otherwise.
    virtual std::string defaultModel() const { return "default"; }
    virtual std::string defaultSolver() const { return "stock"; }

    /// Whether build() adds multi-bodies. The fluid's solver solves their links with any `--solver`.
    virtual bool hasMultiBodies() const { return false; }

    /// The input files beside those of its parameters, each with a word about the file: no output may replace them.
    virtual std::vector<std::pair<std::string, std::string>> files(const ParameterValues&) const { return {}; }

    /// Puts medium and bodies into an empty world.
    virtual void build(const ParameterValues& values, SceneContext& context) const = 0;
    /// Whether the phenomenon is over; called after every step.
    virtual bool finished(const RunRecord&) const { return false; }

    /// A few lines for the user about the outcome.
    virtual std::string summary(const RunRecord& record) const = 0;
    /// The specification of its drawing.
    virtual PlotSpec plot(const ParameterValues& values) const = 0;
};

} // namespace samples
