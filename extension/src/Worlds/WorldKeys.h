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

/// The allowed keys of an object of a world file.
struct WorldKeySet {
    std::string object; ///< its name in docs/world.schema.json, `world` for the whole file
    std::vector<WorldKey> keys;
};

/// The keys of all objects, in the order of the guide, for the reader and the schema.
const std::vector<WorldKeySet>& worldKeySets();

/// The keys of one object. \throws std::logic_error if there is no object of this name
const WorldKeySet& worldKeys(const std::string& object);

} // namespace ambient
