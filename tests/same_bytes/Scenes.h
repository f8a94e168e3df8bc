// SPDX-License-Identifier: Zlib
#pragma once

#include "BitHash.h"

#include <functional>

namespace same_bytes {

/// Receives the hash of a scene's results so far, at a few named places.
using Told = std::function<void(const char* place, std::uint64_t hash)>;

/// A scene, and the hash of its models and states on every platform.
struct Scene {
    const char* name;
    std::uint64_t (*run)(const Told& told);
    std::uint64_t golden;
};

/// All scenes.
extern const Scene kScenes[];
extern const int kSceneCount;

} // namespace same_bytes
