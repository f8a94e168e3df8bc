// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace ambient {

/// Vector instructions that the hot loops are compiled for, in one program; which ones run is decided on the machine.
/// Results are the same bits with each: no loop fuses multiplication and addition, and sums always have kLanes parts
/// (Lanes.h). One does, the loop over faces in single precision: with Avx2 and Avx512 it gives the same bits, with
/// Baseline others, 1e-6 apart.
enum class InstructionSet {
    Baseline, ///< what the rest of the library is compiled for; SSE2 on 64-bit x86
    Avx2,     ///< with FMA: x86-64-v3
    Avx512    ///< x86-64-v4
};

/// The one in use; at first the best that the processor has, or the one that the environment variable
/// AMBIENT_FLUID_INSTRUCTION_SET names ("baseline", "avx2", "avx512") if the processor has it.
InstructionSet instructionSet();

/// Whether this processor, and this build, has it.
bool hasInstructionSet(InstructionSet set);

/// Uses another one from now on, in all threads; for tests and measurements.
/// \throws std::invalid_argument when the processor does not have it
void setInstructionSet(InstructionSet set);

/// "baseline", "avx2" or "avx512".
std::string instructionSetName(InstructionSet set);

} // namespace ambient
