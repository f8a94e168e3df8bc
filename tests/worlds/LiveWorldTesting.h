// SPDX-License-Identifier: Zlib
#pragma once

#include "WorldTesting.h"
#include "Worlds/LiveWorld.h"

#include <memory>
#include <string>

namespace test {

inline nlohmann::json read(const std::string& text) {
    return nlohmann::json::parse(text);
}

/// A growing world. Its file names are relative to the folder of the examples.
inline std::unique_ptr<ambient::LiveWorld> made(const nlohmann::json& file,
                                                const ambient::WorldSimulationOptions& options = {}) {
    return std::make_unique<ambient::LiveWorld>(file, exampleFolder(), options);
}

inline void run(ambient::LiveWorld& world, int steps) {
    for (int i = 0; i < steps; ++i)
        world.simulation().step();
}

} // namespace test
