// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/SceneContext.h"
#include "interface/SceneRunner.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace samples {

/// The present world of a run as a world file (docs/worlds.md); time starts at 0. The scene of a world file is written
/// by ambient::savedWorld(). Other scenes save rigid bodies with a primitive or the convex hull of their mesh for
/// contacts, static boxes, cylinders and planes, still or uniformly moving media, surfaces with waves, and regions.
/// Contacts, sleep and the waves made by floats are not saved.
/// \param run of the scene: end, step, model and solver \param title of the world
/// \param folder of the new file, base of the file names in it
/// \throws std::invalid_argument, one line naming a part unfit for a file
nlohmann::json savedScene(SceneContext& context, const RunOptions& run, const std::string& title,
                          const std::string& folder);

} // namespace samples
