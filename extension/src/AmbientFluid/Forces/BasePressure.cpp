// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/BasePressure.h"

#include "AmbientFluid/Body/SurfaceMotion.h"

namespace ambient {
namespace {

/// Weight of a base and velocity of its position relative to the medium.
struct BaseFlow {
    double weight = 1.0;
    Vector3 velocity;

    BaseFlow(const Surface& surface, const RelativeFlow& flow, const BasePoint& base)
        : velocity(flow.velocityAt(base.position)) {
        if (!flow.faces) return;
        const PressureWeights& weights = surface.pressureWeights();
        const double* const share = surface.faceTable().row(FaceTable::Pressure + int{PressureWeights::Base});
        const SurfaceMotion& faces = *flow.faces;
        double shares = 0.0, wet = 0.0;
        Vector3 medium = Vector3::Zero();
        for (int i = base.firstFace; i < base.firstFace + base.faceCount; ++i) {
            const int f = weights.baseFaces[static_cast<std::size_t>(i)];
            const std::size_t at = static_cast<std::size_t>(f);
            const double part = share[f] * faces.weight(f);
            shares += share[f];
            wet += part;
            if (faces.moves) medium += part * Vector3(faces.velocityX[at], faces.velocityY[at], faces.velocityZ[at]);
        }
        // A coarse reduction may have no face of the base.
        weight = shares > 0.0 ? wet / shares : faces.meanWeight;
        if (wet > 0.0) velocity -= medium / wet;
    }
};

} // namespace

BasePressure BasePressure::of(const Surface& surface, const RelativeFlow& flow) {
    BasePressure sum;
    for (const BasePoint& base : surface.pressureWeights().bases) {
        const BaseFlow at(surface, flow, base);
        const Vector3& u = at.velocity;
        const double un = base.normal.dot(u);
        if (!(un < 0.0)) continue;
        const Vector3 force = at.weight * base.area * un * (u - un * base.normal);
        sum.wrench += Wrench(base.position.cross(force), force);
        sum.power += force.dot(u);
    }
    return sum;
}

} // namespace ambient
