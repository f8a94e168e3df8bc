// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace ambient {

/// Instruction sets that the hot loops are compiled for; the processor decides at run time which one runs.
/// All sets give identical bits: no loop fuses multiplication and addition, and sums always have kLanes parts
/// (Lanes.h). The exception are loops in single precision, which fuse them unless the library was built with
/// AMBIENT_FLUID_SAME_BYTES_SINGLE: Avx2 and Avx512 agree to the bit, Baseline differs by 1e-6.
enum class InstructionSet {
    Baseline, ///< the target of the rest of the library; SSE2 on 64-bit x86
    Avx2,     ///< with FMA: x86-64-v3
    Avx512    ///< x86-64-v4
};

/// The instruction set in use.
/// Initially the best one of this processor. The environment variable AMBIENT_FLUID_INSTRUCTION_SET ("baseline",
/// "avx2", "avx512") overrides this choice if the processor has the named set.
InstructionSet instructionSet();

/// Whether this processor and this build support `set`.
bool hasInstructionSet(InstructionSet set);

/// Selects an instruction set for all threads from now on, for tests and measurements.
/// \throws std::invalid_argument if the processor does not have `set`
void setInstructionSet(InstructionSet set);

/// The name of `set`: "baseline", "avx2" or "avx512".
std::string instructionSetName(InstructionSet set);

} // namespace ambient
