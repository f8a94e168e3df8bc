// SPDX-License-Identifier: Zlib
#include "ToolCommands.h"

namespace ambient {

void runFmu(const FmuOptions&) {
    throw InputError("fmu: this build writes no co-simulation units: they need minizip and Linux on x86-64");
}

} // namespace ambient
