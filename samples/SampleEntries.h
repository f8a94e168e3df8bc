// SPDX-License-Identifier: Zlib
#pragma once

#include "Scene.h"

#include <memory>

namespace samples {

/// A scene as the table names it.
struct SampleEntry {
    std::string name;
    std::string description; ///< one line
    std::string figure;      ///< what it reproduces, empty if it stands for itself
    std::unique_ptr<Scene> (*create)();
};

/// Every scene there is, in the order in which they are listed.
const std::vector<SampleEntry>& sampleEntries();

/// The entry of a scene. \throws std::invalid_argument naming the unknown scene and the known ones.
const SampleEntry& findSample(const std::string& name);

/// All entries with the default and range of every parameter, for people or as JSON.
std::string listSamples(bool json);

} // namespace samples
