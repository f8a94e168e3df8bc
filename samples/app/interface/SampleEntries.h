// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/Scene.h"

#include <functional>
#include <memory>

namespace samples {

/// A scene in the table.
struct SampleEntry {
    std::string name;
    std::string description; ///< one line
    std::string figure;      ///< reproduced by the scene, empty if there is none
    std::function<std::unique_ptr<Scene>()> create;
};

/// The first scene. A program can link this scene without the others, which are in sampleEntries() alone.
SampleEntry firstSample();

/// Every scene there is, in the order in which they are listed.
const std::vector<SampleEntry>& sampleEntries();

/// Makes a world file a scene, found under the name of its file from now on. To be called before there are threads.
/// \throws std::invalid_argument, one line, if the file cannot be read
void addWorldFile(const std::string& path);

/// The entry of a scene, or of a world file. \throws std::invalid_argument naming the unknown scene and the known ones.
const SampleEntry& findSample(const std::string& name);

/// All entries with the default and range of every parameter, for people or as JSON.
std::string listSamples(bool json);

} // namespace samples
