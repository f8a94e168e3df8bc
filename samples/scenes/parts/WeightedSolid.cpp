// SPDX-License-Identifier: Zlib
#include "scenes/parts/WeightedSolid.h"

#include <stdexcept>

namespace samples {

WeightedSolid weightedSolid(ambient::TriangleMesh mesh, const std::vector<ambient::MassProperties>& parts) {
    const ambient::MassProperties whole = sumOf(parts);
    WeightedSolid weighted;
    weighted.solid.mesh = std::move(mesh);
    weighted.mass = whole.mass;
    weighted.inertia = alignWithPrincipalAxes(weighted.solid, whole);
    weighted.solid.pieces = {weighted.solid.mesh.vertices};
    return weighted;
}

ambient::MassProperties sumOf(const std::vector<ambient::MassProperties>& parts) {
    if (parts.empty()) throw std::invalid_argument("mass properties: no parts");
    ambient::MassProperties sum;
    for (const ambient::MassProperties& part : parts) {
        sum.mass += part.mass;
        sum.centerOfMass += part.mass * part.centerOfMass;
    }
    sum.centerOfMass /= sum.mass;
    for (const ambient::MassProperties& part : parts) {
        const ambient::Vector3 arm = part.centerOfMass - sum.centerOfMass;
        sum.inertia +=
            part.inertia + part.mass * (arm.squaredNorm() * ambient::Matrix3::Identity() - arm * arm.transpose());
    }
    return sum;
}

ambient::MassProperties ofMass(ambient::MassProperties properties, double mass) {
    properties.inertia *= mass / properties.mass;
    properties.mass = mass;
    return properties;
}

BodySpec bodyOf(const std::string& name, const WeightedSolid& weighted, const SceneContext& context) {
    BodySpec body;
    body.name = name;
    body.model = context.buildModel(weighted.solid.mesh);
    body.shape = compoundOf(weighted.solid.pieces, 1e-5);
    body.mass = weighted.mass;
    body.inertia = weighted.inertia;
    body.convex = false;
    return body;
}

} // namespace samples
