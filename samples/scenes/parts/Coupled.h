// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/SceneContext.h"

#include "BulletAmbientFluid/btFluidCoupling.h"

namespace samples {

/// Lets the bodies of a scene feel each other's flow; the forces of the coupling are a term of the record.
inline btFluidCoupling& addCoupling(SceneContext& context) {
    auto coupling = std::make_unique<btFluidCoupling>(context.fluid());
    btFluidCoupling& added = *coupling;
    context.recordCoupling(added);
    context.addAction(std::move(coupling));
    return added;
}

/// Velocity along z from the distance of the last step [m/s]. The velocity in a coupled body's record is its momentum's
/// velocity far from other bodies.
inline double climb(const RunRecord& record, int frame, int body) {
    if (frame == 0) return record.at(0, body).velocity.linear.z();
    const double from = record.at(frame - 1, body).worldFromBody.position.z();
    return (record.at(frame, body).worldFromBody.position.z() - from) / record.timeStep;
}

} // namespace samples
