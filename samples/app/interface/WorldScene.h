// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/WorldFile.h"
#include "interface/Scene.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>

namespace ambient {
class FileWorld;
}

class btFluidGrid;

namespace samples {

/// A world file as a scene, without parameters. Its times, model and solver are the defaults.
/// \param file the text of the file, to be saved again \param path of the file, for messages
std::unique_ptr<Scene> makeWorldScene(std::shared_ptr<const ambient::WorldDescription> world,
                                      std::shared_ptr<const nlohmann::json> file, const std::string& path);

/// Puts the content of a world file into the world of a run: walls, bodies, joints, robots; no media, and not its
/// gravity. \param file source of the description; null: none, and the world cannot be saved
/// \param grid resolves the links of articulated bodies, which are then not in the fluid; null: none does
/// \throws ambient::WorldFileError naming the place in the file
/// \returns the content; the context keeps the content and the description
std::shared_ptr<const ambient::FileWorld> addWorldContent(std::shared_ptr<const ambient::WorldDescription> world,
                                                          SceneContext& context,
                                                          std::shared_ptr<const nlohmann::json> file = nullptr,
                                                          btFluidGrid* grid = nullptr);

} // namespace samples
