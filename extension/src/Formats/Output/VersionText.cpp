// SPDX-License-Identifier: Zlib
#include "Output/VersionText.h"

#include "AmbientFluid/Math/InstructionSet.h"

namespace ambient {

std::string versionText(const std::string& program) {
    return program + " " AMBIENT_FLUID_VERSION "\n" AMBIENT_FLUID_BUILD "\ninstruction set: " +
           instructionSetName(instructionSet());
}

} // namespace ambient
