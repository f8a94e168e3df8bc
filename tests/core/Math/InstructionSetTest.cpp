// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/InstructionSet.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace instruction_set_test {

using namespace ambient;

// tests/run.sh runs the laws with each set in this way: if the variable had no effect, all runs would use the widest
// set.
TEST(InstructionSet, IsTheWidestOrTheOneThatTheEnvironmentNames) {
    const char* named = std::getenv("AMBIENT_FLUID_INSTRUCTION_SET");
    InstructionSet expected = InstructionSet::Baseline;
    for (InstructionSet set : {InstructionSet::Avx2, InstructionSet::Avx512})
        if (hasInstructionSet(set)) expected = set;
    for (InstructionSet set : {InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512})
        if (named && instructionSetName(set) == named && hasInstructionSet(set)) expected = set;
    EXPECT_EQ(instructionSet(), expected);
}

} // namespace instruction_set_test
