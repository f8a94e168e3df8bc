// SPDX-License-Identifier: Zlib
#pragma once

#include "SceneContext.h"

#include "BulletAmbientFluid/btFluidCoupling.h"

namespace samples {

/// Lets the bodies of a scene feel each other's flow.
inline btFluidCoupling& addCoupling(SceneContext& context) {
    auto coupling = std::make_unique<btFluidCoupling>(context.fluid());
    btFluidCoupling& added = *coupling;
    context.addAction(std::move(coupling));
    return added;
}

} // namespace samples
