// SPDX-License-Identifier: Zlib
#include "scenes/parts/Balls.h"

#include "interface/Units.h"

#include <cmath>

namespace samples {

ambient::FluidBodyDef surfaceOf(const ParameterValues& values) {
    ambient::FluidBodyDef fluid;
    fluid.separationAngle = values["separation"] * kRadiansPerDegree;
    fluid.wakeFactor = values["wake"];
    fluid.roughness = 1e-3 * values["roughness"];
    return fluid;
}

std::vector<Parameter> withSurface(std::vector<Parameter> own, double separationDegrees, double wakeFactor) {
    const std::vector<Parameter> surface = {
        {"separation", "deg", separationDegrees, 0.0, 180.0,
         "angle at which the flow leaves the surface (model paper001); smooth: 90"},
        {"wake", "1", wakeFactor, 0.2, 1.0, "strength of the wake (model default); smooth: 1"},
        {"roughness", "mm", 0.0, 0.0, 10.0,
         "height of the grains of its surface, which bring the drag crisis (model default); 0: none"},
        {"faces", "1", 1280.0, 80.0, 8000.0, "triangles of its mesh, about", true}};
    own.insert(own.end(), surface.begin(), surface.end());
    return own;
}

std::shared_ptr<const ambient::FluidBodyModel> ballModel(const Ball& ball, const ambient::FluidBodyDef& fluid,
                                                         const ParameterValues& values, const SceneContext& context) {
    return context.buildModel(ambient::makeSphere(ball.radius, static_cast<int>(values["faces"])), fluid);
}

BodySpec makeBall(const std::string& name, const Ball& ball, std::shared_ptr<const ambient::FluidBodyModel> model) {
    BodySpec body;
    body.name = name;
    body.model = std::move(model);
    body.shape = std::make_unique<btSphereShape>(btScalar(ball.radius));
    body.mass = ball.mass;
    body.inertia = ambient::Vector3::Constant(ball.inertiaShare * ball.mass * ball.radius * ball.radius);
    return body;
}

ambient::Vector3 launchVelocity(double speed, double elevationDegrees, double aimDegrees) {
    const double elevation = elevationDegrees * kRadiansPerDegree, aim = aimDegrees * kRadiansPerDegree;
    return speed * ambient::Vector3(std::cos(elevation) * std::cos(aim), std::cos(elevation) * std::sin(aim),
                                    std::sin(elevation));
}

ambient::FluidBodyDef withoutFluid() {
    ambient::FluidBodyDef fluid;
    fluid.addedMass = ambient::GivenAddedMass{};
    fluid.pressureScale = fluid.frictionScale = fluid.buoyancyScale = 0.0;
    return fluid;
}

} // namespace samples
