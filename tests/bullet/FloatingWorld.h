// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "ModeTest.h"

#include <algorithm>
#include <vector>

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

/// Energy of a wet body, its weight, the water that it displaces, whose surface is still, and the waves that it has
/// made.
inline double energyWithWaves(World& w, const btRigidBody* body) {
    const btFluidBody& wet = *w.fluid().getFluidBody(body);
    const ambient::Pose& pose = wet.state().worldFromBody;
    ambient::Immersion at;
    immerse(*wet.motion().body().model, wet.motion().body().bodyFromMesh, *stillWater(), pose, 0.0, at);
    return kineticEnergy(wet.motion(), wet.state()) + wet.getWaveEnergy() +
           9.81 * (wet.motion().body().mass() * pose.position.z() -
                   kDensity * at.submergedVolume * (pose * at.submergedCenter).z());
}

/// The places of a body after each of `steps` steps of 1/60 s.
inline std::vector<btScalar> placesOf(World& w, const btRigidBody* body, int steps) {
    std::vector<btScalar> places;
    for (int i = 0; i < steps; ++i) {
        w.run(1.0 / 60.0, 1.0 / 60.0);
        const btVector3 at = body->getCenterOfMassPosition();
        places.insert(places.end(), {at.x(), at.y(), at.z()});
    }
    return places;
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
