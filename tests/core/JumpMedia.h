// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/BuoyancyForce.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Media/LayeredMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "TestBodies.h"

#include <cmath>
#include <memory>
#include <vector>

/// Media that jump, and bodies that cross them.
namespace test {

/// Fluid with a wind along x between two heights; the edges are `thick`, 0: jumps.
inline std::shared_ptr<const ambient::FluidMedium> windZone(double density, double wind, double low, double high,
                                                            double thick) {
    using ambient::Vector3;
    return std::make_shared<ambient::CallbackMedium>(
        [=](const Vector3* points, int count, double, ambient::MediumSample* samples) {
            const auto above = [&](double height) {
                if (thick == 0.0) return height > 0.0 ? 1.0 : 0.0;
                return 0.5 + 0.5 * std::tanh(2.0 * height / thick);
            };
            for (int i = 0; i < count; ++i) {
                samples[i].density = density;
                samples[i].dynamicViscosity = 1e-5;
                const double z = points[i].z();
                samples[i].velocity.x() = wind * (above(z - low) - above(z - high));
            }
        });
}

/// Two layers that meet at height 0.
inline std::shared_ptr<const ambient::FluidMedium> twoLayers(double below, double above, double thickness) {
    using ambient::LayeredMedium;
    return std::make_shared<LayeredMedium>(LayeredMedium::layers({{below, 0.0}, {above, 0.0}}, {{0.0, thickness}}));
}

inline ambient::ForceSet onlyBuoyancy() {
    ambient::ForceSet set;
    set.add(std::make_shared<ambient::BuoyancyForce>());
    return set;
}

/// A ball, a box and a capsule of about .2 m.
inline const std::vector<std::shared_ptr<const ambient::FluidBodyModel>>& jumpingBodies() {
    using namespace ambient;
    static const std::vector<std::shared_ptr<const FluidBodyModel>> models = {
        FluidBodyModel::build(makeSphere(0.1, 320)), FluidBodyModel::build(makeBox({0.3, 0.2, 0.1}, 192)),
        FluidBodyModel::build(makeCapsule(0.05, 0.2, 320))};
    return models;
}

} // namespace test
