// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/GustFlow.h"

namespace test {

/// Gusts with no parameter at its default.
inline ambient::GustDef gust(std::uint64_t seed = 3) {
    ambient::GustDef def;
    def.meanVelocity = {5, -2, 1};
    def.intensity = 1.5;
    def.lengthScale = 2.0;
    def.evolution = 0.5;
    def.seed = seed;
    return def;
}

inline bool sameBytes(const ambient::FlowSample& a, const ambient::FlowSample& b) {
    return a.velocity == b.velocity && a.gradient == b.gradient && a.rate == b.rate;
}

} // namespace test
