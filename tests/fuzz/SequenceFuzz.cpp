// SPDX-License-Identifier: Zlib
#include "FuzzGame.h"

/// libFuzzer harness: bytes become a world and a sequence of calls (FuzzGame.h). Requirements: no findings of the
/// sanitizers, refusals of one line, and only finite values.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Bytes bytes(data, size);
    fuzz::Game game(bytes.take<std::uint8_t>() % 4);
    for (int calls = 0; calls < 60 && !bytes.empty(); ++calls) {
        game.call(bytes);
        if (calls % 2 == 1) game.step(bytes);
    }
    game.end(bytes);
    return 0;
}
