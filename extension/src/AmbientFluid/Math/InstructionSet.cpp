// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/InstructionSet.h"

#include "AmbientFluid/Math/Lanes.h"

#include <atomic>
#include <cstdlib>
#include <stdexcept>

namespace ambient {
namespace {

constexpr InstructionSet kBestFirst[] = {InstructionSet::Avx512, InstructionSet::Avx2, InstructionSet::Baseline};

InstructionSet firstChoice() {
    const char* wanted = std::getenv("AMBIENT_FLUID_INSTRUCTION_SET");
    for (InstructionSet set : kBestFirst)
        if (wanted && instructionSetName(set) == wanted && hasInstructionSet(set)) return set;
    for (InstructionSet set : kBestFirst)
        if (hasInstructionSet(set)) return set;
    return InstructionSet::Baseline;
}

std::atomic<InstructionSet>& current() {
    static std::atomic<InstructionSet> set{firstChoice()};
    return set;
}

} // namespace

InstructionSet instructionSet() {
    return current().load(std::memory_order_relaxed);
}

bool hasInstructionSet(InstructionSet set) {
#ifdef AMBIENT_FLUID_X86_LANES
    const bool hasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (set == InstructionSet::Avx512)
        return hasAvx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
    if (set == InstructionSet::Avx2) return hasAvx2;
#endif
    return set == InstructionSet::Baseline;
}

void setInstructionSet(InstructionSet set) {
    if (!hasInstructionSet(set))
        throw std::invalid_argument("setInstructionSet: this processor does not have " + instructionSetName(set));
    current().store(set, std::memory_order_relaxed);
}

std::string instructionSetName(InstructionSet set) {
    if (set == InstructionSet::Avx512) return "avx512";
    return set == InstructionSet::Avx2 ? "avx2" : "baseline";
}

} // namespace ambient
