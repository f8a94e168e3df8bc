// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/SurfaceData.h"

#include <memory>
#include <vector>

namespace ambient {

/// Shape of a deforming body at one instant. With r' the velocity of its matter in the body frame.
struct DeformedShape {
    Surface surface;         ///< mesh frame
    VectorRows faceVelocity; ///< r' at the centroids of the faces, mesh axes [m/s]; sized as FaceTable's rows
    /// r' of the vertices of `surface`, mesh axes [m/s]; filled if needsWetting. Empty (default): not known, the faces
    /// then turn as the whole.
    VectorRows vertexVelocity;
    SpatialInertia bodyInertia; ///< without fluid, about the centre of mass, body axes
    /// Momentum at zero twist of the dry body, integral of rho_b (r x r', r') dV, about the centre of mass, body axes.
    Momentum bodyMomentum;
    /// Momentum at zero twist of the surrounding fluid, per density, about the mesh origin, mesh axes:
    /// -Int phi_i (r' . n) dA with the unit potentials phi_i.
    Momentum fluidMomentum;

    /// Set by the caller before evaluate(): whether the medium varies over the body. Otherwise corners, vertices,
    /// shares of the added mass and the volume quadrature of `surface` are not read, and need not be filled. Default
    /// true.
    bool needsWetting = true;
    /// Set by the caller before evaluate(): whether the single-precision table of `surface` is read. Default true.
    bool needsSingle = true;

    /// Set by the caller before evaluate(): whether the weights of the faces are read. Without them, and with neither
    /// needsWetting nor needsSingle, the faces of `surface` and `faceVelocity` are not read either. Default true.
    bool needsWeights = true;

    /// Whether anything of the faces is read.
    bool needsFaces() const { return needsWetting || needsSingle || needsWeights; }

    /// The memory of an implementation that knows by it which instant the members hold.
    struct Memory {
        std::shared_ptr<const void> owner;      ///< the shape's data; null: the members are unspecified
        double phase = 0.0, speed = 0.0;        ///< of the instant
        bool hasFaces = false;                  ///< whether faces and points are those of the instant
        bool hasWeights = false;                ///< whether the weights of the faces are valid
        bool hasWetting = false;                ///< whether the data of needsWetting are valid
        bool hasSingle = false;                 ///< whether the data of needsSingle are valid
        std::vector<double> points, velocities; ///< of vertices and moving masses, body frame: x y z each
        std::vector<double> coordinates;        ///< of the instant: those of the shape, then their rates
        std::vector<double> scratch;            ///< for numbers between two evaluations
    };
    /// Callers reset its owner unless it is BodyDeformation::memoryOwner().
    Memory memory;
};

} // namespace ambient
