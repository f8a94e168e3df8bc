// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/SceneContext.h"
#include "interface/SceneRunner.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace samples {

/// The world of a run as a world file (docs/worlds.md), as it is now; time starts at 0. A scene that is a world file is
/// written as ambient::savedWorld() does. Of others that is: rigid bodies, which touch by a primitive or by the convex
/// hull of their mesh, static boxes, cylinders and planes, still or uniformly moving media, surfaces with waves, and
/// regions. Contacts, sleep and the waves that floats have made are forgotten.
/// \param run of the scene: end, step, model and solver \param title of the world
/// \param folder that the file will be in: names of files in it are relative to that
/// \throws std::invalid_argument, one line that names the part that no file can hold
nlohmann::json savedScene(SceneContext& context, const RunOptions& run, const std::string& title,
                          const std::string& folder);

} // namespace samples
