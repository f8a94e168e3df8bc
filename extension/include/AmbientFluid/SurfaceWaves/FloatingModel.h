// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBody.h"

#include <functional>
#include <limits>
#include <memory>
#include <optional>

namespace ambient {

class WaveScattering;
struct RadiationFilter;
struct WaveRadiation;

/// The water that a body floats in, and the panels of its waves.
struct FloatingModelDef {
    double fluidDensity = 998.2;                            ///< [kg/m^3]
    double gravity = 9.80665;                               ///< [m/s^2]
    double depth = std::numeric_limits<double>::infinity(); ///< as WaveRadiationDef::depth [m]
    int faces = 0;                                          ///< as WaveRadiationDef::faces
    /// Closed mesh in the frame of the body's model; null: that of the model. Needed by reduced models.
    const TriangleMesh* mesh = nullptr;
    std::function<void(double fraction)> progress; ///< as WaveRadiationDef::progress
    /// Coefficients of another program, in place of the panels; null: by panels. Read are, of WaveRadiation:
    /// addedMassAtInfinity, and of the rows frequency, addedMass, damping and excitation, whose two parts are summed.
    /// In axes of the water at rest, about givenOrigin, where the waves have their phase. Rows without excitation:
    /// waves are scattered as if the water moved with the mean of the wet faces.
    const WaveRadiation* given = nullptr;
    std::optional<Vector3> givenOrigin; ///< frame of the mesh [m]; none: the centroid of the waterplane at rest
};

/// A body at rest in still water, as far as the waves that it makes depend on it: what RadiationWaves needs.
/// Slow to build (seconds), once for a shape and its load. Immutable; shared by bodies and threads.
///
/// Frame of the water: z up, the origin in the centroid of the waterplane at rest, axes level.
struct FloatingModel {
    Quaternion waterFromMesh = Quaternion::Identity();      ///< at rest, of the body's model
    Vector3 waterplaneInMesh = Vector3::Zero();             ///< the origin [m]
    double waterplaneArea = 0.0;                            ///< [m^2]
    double volume = 0.0;                                    ///< displaced [m^3]
    double fluidDensity = 0.0;                              ///< [kg/m^3]
    double gravity = 0.0;                                   ///< [m/s^2]
    double depth = std::numeric_limits<double>::infinity(); ///< of the water [m]
    Matrix6 addedMass = Matrix6::Zero();                    ///< A_inf, of very quick motion
    /// What the added mass of an Immersion at rest has beside A_inf: under its surface the water moves as under a lid
    /// in surge, sway and yaw.
    Matrix6 excessMass = Matrix6::Zero();
    std::shared_ptr<const RadiationFilter> filter;    ///< of the waves that the body makes, never null
    std::shared_ptr<const WaveScattering> scattering; ///< empty if it was built from other headings, never null

    /// From coefficients that are known. \param radiation of the body at rest
    /// \param waterFromMesh orientation at rest \throws std::invalid_argument as fitRadiationFilter()
    static std::shared_ptr<const FloatingModel> build(const FluidBody& body, const WaveRadiation& radiation,
                                                      const Quaternion& waterFromMesh);
    /// Finds the equilibrium (computeHydrostatics), its waves (computeWaveRadiation) and their filter.
    /// \throws MeshError, std::invalid_argument as these, also if the body sinks, and if given coefficients are not
    /// finite or the headings of their forces leave a gap of more than 45 degrees
    static std::shared_ptr<const FloatingModel> build(const FluidBody& body, const FloatingModelDef& def);
};

} // namespace ambient
