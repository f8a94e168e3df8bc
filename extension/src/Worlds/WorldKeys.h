// SPDX-License-Identifier: Zlib
#pragma once

#include <string>
#include <vector>

namespace ambient {

/// One key of an object of a world file.
struct WorldKey {
    std::string name;
    bool isRequired = false;
};

/// The keys that an object of a world file may have.
struct WorldKeySet {
    std::string object; ///< its name in docs/world.schema.json, `world` for the whole file
    std::vector<WorldKey> keys;
};

/// The keys of all objects, in the order of the guide: what the reader knows, and what the schema says.
const std::vector<WorldKeySet>& worldKeySets();

/// The keys of one object. \throws std::logic_error if there is no object of this name
const WorldKeySet& worldKeys(const std::string& object);

} // namespace ambient
