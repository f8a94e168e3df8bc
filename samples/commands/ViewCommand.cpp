// SPDX-License-Identifier: Zlib
#include "commands/Commands.h"

#include <stdexcept>

namespace samples {

void viewCommand(const CommandLine&) {
    throw std::invalid_argument(
        "there is no display: use --headless, with --csv FILE, --plot FILE.png, --png FILE, --mp4 FILE or --glb FILE");
}

} // namespace samples
