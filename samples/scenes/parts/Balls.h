// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/Parameters.h"
#include "interface/SceneContext.h"

namespace samples {

/// A round ball of a game.
struct Ball {
    double radius;       ///< [m]
    double mass;         ///< [kg]
    double inertiaShare; ///< moment of inertia over mass radius^2: 2/5 solid, 2/3 a thin shell
};

/// [Padilla2025, sec. 6.3] with the least radius under the Rules of Golf.
constexpr Ball kGolfBall = {0.02135, 0.045, 0.4};
/// The middle of the range in the Laws of the Game: 68 to 70 cm around, 410 to 450 g.
constexpr Ball kSoccerBall = {0.69 / (2.0 * ambient::kPi), 0.43, 2.0 / 3.0};
/// Size 7: about 76 cm around, 600 g.
constexpr Ball kBasketball = {0.76 / (2.0 * ambient::kPi), 0.60, 2.0 / 3.0};

/// The surface that these values name: 001's separation angle, wake factor and roughness of the default forces.
/// FluidBodyDef explains them.
ambient::FluidBodyDef surfaceOf(const ParameterValues& values);

/// A scene's own parameters, then `separation` and `wake` with these defaults, `roughness`, and `faces`.
std::vector<Parameter> withSurface(std::vector<Parameter> own, double separationDegrees, double wakeFactor);

/// The wet side of a ball, with the `faces` of these values.
std::shared_ptr<const ambient::FluidBodyModel> ballModel(const Ball& ball, const ambient::FluidBodyDef& fluid,
                                                         const ParameterValues& values, const SceneContext& context);

/// A ball at the origin, at rest.
BodySpec makeBall(const std::string& name, const Ball& ball, std::shared_ptr<const ambient::FluidBodyModel> model);

/// A velocity of this size, this angle above the horizon and this one to the left of the x axis [deg].
ambient::Vector3 launchVelocity(double speed, double elevationDegrees, double aimDegrees = 0.0);

/// Settings for a body to fall and turn as in a vacuum, in a medium felt by other bodies.
ambient::FluidBodyDef withoutFluid();

} // namespace samples
