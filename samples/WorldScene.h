// SPDX-License-Identifier: Zlib
#pragma once

#include "Scene.h"
#include "tools/WorldFile/WorldFile.h"

namespace samples {

/// A world file as a scene: it takes no parameters, its times, model and solver are the defaults.
/// \param path of the file, for messages
std::unique_ptr<Scene> makeWorldScene(std::shared_ptr<const ambient::WorldDescription> world, const std::string& path);

} // namespace samples
