// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/FaceDensities.h"

#include <algorithm>

namespace ambient {
namespace {

/// Density of a part's medium at a face; negative out of the medium.
double densityAt(const ImmersedPart& part, std::size_t face) {
    if (!part.varies) return part.medium.density;
    if (!(part.faces.wettedFraction[face] > 0.0)) return -1.0;
    return part.faces.isStratified ? part.medium.density * part.faces.densityRatio[face] : part.medium.density;
}

} // namespace

void FaceDensities::take(const Immersion& at) {
    const std::size_t faces = static_cast<std::size_t>(at.surface->faces().size());
    for (std::size_t p = 0; p < of.size(); ++p) {
        std::vector<double>& densities = of[p];
        densities.assign(static_cast<std::size_t>(at.surface->faceTable().paddedSize()), -1.0);
        for (std::size_t f = 0; f < faces && static_cast<int>(p) < at.partCount; ++f)
            densities[f] = densityAt(at.parts[p], f);
    }
}

bool findDensityChange(const FaceDensities& before, const Immersion& at, int part, std::vector<double>& change) {
    const ImmersedPart& now = at.part(part);
    const std::vector<double>& then = before.of[static_cast<std::size_t>(part)];
    change.assign(then.size(), 0.0);
    bool isAny = false;
    for (std::size_t f = 0; f < static_cast<std::size_t>(at.surface->faces().size()); ++f) {
        const double density = densityAt(now, f);
        if (density == then[f] || density < 0.0 || then[f] < 0.0) continue;
        change[f] = (density - then[f]) * (now.varies ? now.faces.wettedFraction[f] : 1.0);
        isAny = true;
    }
    return isAny;
}

void addedMassWeights(const Immersion& at, std::vector<double>& weights) {
    weights.assign(static_cast<std::size_t>(at.surface->faceTable().paddedSize()), 0.0);
    for (int i = 0; i < at.partCount; ++i) {
        const ImmersedPart& part = at.part(i);
        const double density = part.medium.density;
        for (int f = 0; f < at.surface->faces().size(); ++f)
            weights[static_cast<std::size_t>(f)] += part.varies ? density * part.faces.weight(f) : density;
    }
}

} // namespace ambient
