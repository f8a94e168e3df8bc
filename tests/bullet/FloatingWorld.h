// SPDX-License-Identifier: Zlib
#pragma once

#include "ModeTest.h"

#include <algorithm>

/// Bodies cut by a water surface, in whole Bullet worlds.
namespace test {

constexpr double kDensity = 1000.0; ///< of the water [kg/m^3]
constexpr double kThin = 1e-3;

inline std::shared_ptr<const ambient::DividedMedium> waterBelow(std::shared_ptr<const ambient::WaterSurface> surface,
                                                                double viscosity = kThin) {
    return std::make_shared<ambient::DividedMedium>(std::make_shared<ambient::UniformMedium>(kDensity, viscosity),
                                                    nullptr, std::move(surface));
}

inline std::shared_ptr<const ambient::DividedMedium>
stillWater(double viscosity = kThin, const ambient::Vector3& up = ambient::Vector3::UnitZ()) {
    return waterBelow(std::make_shared<ambient::FlatSurface>(0.0, up), viscosity);
}

/// Still until `start`, then rising and falling as a whole.
inline std::shared_ptr<const ambient::DividedMedium> swellFrom(double start) {
    return waterBelow(std::make_shared<ambient::CallbackSurface>(
        ambient::CallbackSurface::Heights([start](const ambient::Vector3*, int count, double time, double* heights) {
            std::fill(heights, heights + count, time < start ? 0.0 : 0.05 * std::sin(2.0 * (time - start)));
        })));
}

const ambient::Vector3 kRaft(0.6, 0.4, 0.2);

inline std::shared_ptr<const ambient::FluidBodyModel> raftModel() {
    static const auto model = ambient::FluidBodyModel::build(ambient::makeBox(kRaft, 48));
    return model;
}

inline btRigidBody* addRaft(World& w, double density, const ambient::Pose& pose) {
    const ambient::FluidBody body = ambient::makeSolidBody(raftModel(), density);
    btRigidBody* raft =
        w.addBox(btFluidVector(ambient::Vector3(0.5 * kRaft)), body.mass(), btFluidVector(pose.position));
    raft->setWorldTransform(btFluidTransform(pose));
    w.fluid().addBody(raft, raftModel());
    return raft;
}

/// Damps bobbing faster than drag alone, and keeps the body awake. The water alone decides the place of rest.
inline void settle(btRigidBody* body) {
    body->setDamping(btScalar(0.99), btScalar(0.99));
    body->setActivationState(DISABLE_DEACTIVATION);
}

/// Height of the middle of a raft of this density at rest.
inline double floatingHeight(double density) {
    return kRaft.z() * (0.5 - density / kDensity);
}

} // namespace test
