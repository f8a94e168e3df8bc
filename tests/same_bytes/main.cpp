// SPDX-License-Identifier: Zlib
#include "Scenes.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <exception>

/// same-bytes [--parts] [SCENE...]: runs scenes (default: all), prints the hash of the bits of their
/// models and states, and exits with 1 if a hash differs from the common one of all platforms. --parts prints the
/// hashes on the way too.
int main(int count, char** arguments) {
    using same_bytes::Scene;
    bool parts = false, all = true;
    int differing = 0, ran = 0;
    for (int i = 1; i < count; ++i)
        (std::strcmp(arguments[i], "--parts") == 0 ? parts : all) = std::strcmp(arguments[i], "--parts") == 0;
    for (int s = 0; s < same_bytes::kSceneCount; ++s) {
        const Scene& scene = same_bytes::kScenes[s];
        bool wanted = all;
        for (int i = 1; i < count; ++i)
            wanted = wanted || std::strcmp(arguments[i], scene.name) == 0;
        if (!wanted) continue;
        ++ran;
        const auto told = [&](const char* place, std::uint64_t hash) {
            if (parts) std::printf("    %-12s %016" PRIx64 "\n", place, hash);
        };
        std::uint64_t hash = 0;
        try {
            hash = scene.run(told);
        } catch (const std::exception& error) {
            std::printf("%s: %s\n", scene.name, error.what());
        }
        const bool equal = hash == scene.golden;
        differing += !equal;
        std::printf("%-16s %016" PRIx64 " %s\n", scene.name, hash, equal ? "as everywhere" : "DIFFERS");
    }
    if (ran == 0) std::printf("no such scene\n");
    return differing > 0 || ran == 0;
}
