// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/ShedMomentum.h"

namespace ambient {

void startPath(const KirchhoffMotion& motion, const Evaluation& at, const Momentum& momentum, PathStart& start) {
    start.weights.clear();
    if (motion.fluid().isUniform()) return;
    addedMassWeights(at.fluid(), start.weights);
    start.relative = motion.relativeTwist(at, momentum);
    start.worldFromBody = at.worldFromBody().orientation;
}

Momentum shedMomentum(const KirchhoffMotion& motion, const PathStart& start, Evaluation& atEnd,
                      const Momentum& momentumAtEnd) {
    if (start.weights.empty()) return {};
    const FluidBody& body = motion.body();
    std::vector<double>& after = atEnd.fluid().buffers.weights;
    addedMassWeights(atEnd.fluid(), after);
    const Twist mean =
        changeFrame(0.5 * (start.relative + motion.relativeTwist(atEnd, momentumAtEnd)), body.bodyFromMesh);
    const Momentum inMesh = shedMomentum(*atEnd.fluid().surface, start.weights, after, mean);
    const Wrench inBody = changeFrame(body.bodyFromMesh, Wrench(inMesh.angular, inMesh.linear));
    const Wrench inWorld = rotated(start.worldFromBody, inBody);
    return {inWorld.angular, inWorld.linear};
}

Momentum shedMomentum(const Surface& surface, const std::vector<double>& before, const std::vector<double>& after,
                      const Twist& relative) {
    return Momentum(sumLoss(surface.faceTable(), before, after, relative.vector()));
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
