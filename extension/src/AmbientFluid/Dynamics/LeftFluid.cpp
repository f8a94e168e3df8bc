// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/LeftFluid.h"

#include "AmbientFluid/Dynamics/FaceDensities.h"
#include "AmbientFluid/Math/Cholesky6.h"

namespace ambient {
namespace {

/// Transforms a momentum from mesh to body.
Vector6 inBody(const Pose& bodyFromMesh, const Vector6& inMesh) {
    return changeFrame(bodyFromMesh, Wrench(inMesh)).vector(); // transforms alike
}

/// Replaces the weights at the start by their change, negative where fluid was left behind.
FaceExchange exchangeOnPath(const PathStart& start, Evaluation& atEnd) {
    const Immersion& fluid = atEnd.fluid();
    std::vector<double>& change = atEnd.fluid().buffers.weights;
    addedMassWeights(fluid, change);
    for (std::size_t i = 0; i < change.size(); ++i)
        change[i] = std::min(change[i] - start.weights[i], 0.0);
    return sumExchange(fluid.surface->faceTable(), change, {Vector3::Zero(), nullptr, fluid.shapeRates()});
}

} // namespace

void startPath(const KirchhoffMotion& motion, const Evaluation& at, PathStart& start) {
    start.weights.clear();
    if (!motion.fluid().isUniform()) addedMassWeights(at.fluid(), start.weights);
}

Momentum afterExchange(const KirchhoffMotion& motion, const Evaluation& at, const FaceExchange& exchange,
                       const Momentum& inFrame) {
    const Quaternion& q = at.worldFromBody().orientation;
    const Pose& bodyFromMesh = motion.body().bodyFromMesh;
    Vector6 momentum = rotated(q.conjugate(), inFrame).vector() + inBody(bodyFromMesh, exchange.gain);
    if (exchange.hasLoss()) {
        const MomentumMap& inertia = at.inertia();
        const Vector6 sigma = inertia.shapeMomentum.as<Momentum>().vector();
        const Matrix6 loss = SpatialInertia(exchange.loss).changeFrame(bodyFromMesh.inverse()).matrix();
        const Matrix6 before = inertia.inertia.matrix() + loss;
        const Vector6 ofShape = sigma + inBody(bodyFromMesh, exchange.lossOfShape);
        const Vector6 twist = Cholesky6(before).inverse() * (momentum - ofShape);
        momentum = inertia.inertia.matrix() * twist + sigma;
    }
    return rotated(q, Momentum(momentum));
}

Momentum afterLeaving(const KirchhoffMotion& motion, const PathStart& start, Evaluation& atEnd,
                      const Momentum& inFrame) {
    if (start.weights.empty()) return inFrame;
    const FaceExchange left = exchangeOnPath(start, atEnd);
    return left.hasLoss() ? afterExchange(motion, atEnd, left, inFrame) : inFrame;
}

Momentum shedMomentum(const KirchhoffMotion& motion, const PathStart& start, Evaluation& atEnd,
                      const Momentum& remaining) {
    if (start.weights.empty()) return {};
    const FaceExchange left = exchangeOnPath(start, atEnd);
    if (!left.hasLoss()) return {};
    const Quaternion& q = atEnd.worldFromBody().orientation;
    const Pose& bodyFromMesh = motion.body().bodyFromMesh;
    const Twist twist = atEnd.inertia().twistOf(rotated(q.conjugate(), remaining));
    const Matrix6 loss = SpatialInertia(left.loss).changeFrame(bodyFromMesh.inverse()).matrix();
    const Vector6 taken = loss * twist.vector() + inBody(bodyFromMesh, left.lossOfShape);
    return rotated(q, Momentum(Vector6(-taken)));
}

} // namespace ambient
