// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/InstructionSet.h"

#include <vector>

/// Compares, in one process, the loops compiled for several instruction sets.
namespace test {

/// The instruction sets of this processor, the narrowest first.
inline std::vector<ambient::InstructionSet> instructionSets() {
    using ambient::InstructionSet;
    std::vector<InstructionSet> sets;
    for (InstructionSet set : {InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512})
        if (ambient::hasInstructionSet(set)) sets.push_back(set);
    return sets;
}

/// Puts the instruction set back at the end of a test.
class KeptInstructionSet {
  public:
    KeptInstructionSet() = default;
    KeptInstructionSet(const KeptInstructionSet&) = delete;
    KeptInstructionSet& operator=(const KeptInstructionSet&) = delete;
    ~KeptInstructionSet() { ambient::setInstructionSet(m_before); }

  private:
    ambient::InstructionSet m_before = ambient::instructionSet();
};

} // namespace test
