// SPDX-License-Identifier: Zlib
#pragma once

#include "OdeWater.h"

#include <cstdint>

/// A closed mesh for the C interface.
struct PlainMesh {
    std::vector<double> vertices;         ///< 3 numbers each [m]
    std::vector<std::uint32_t> triangles; ///< 3 vertex numbers each, counter-clockwise from outside
};

/// A box about the origin. \param sides [m]
PlainMesh makeBox(const std::array<double, 3>& sides);

/// An ellipsoid about the origin, 512 faces, with the volume of the smooth one. \param radii [m]
PlainMesh makeEllipsoid(const std::array<double, 3>& radii);

/// The model of a mesh. \throws std::runtime_error with the library's message
ModelHandle makeModel(const PlainMesh& mesh);

/// A fluid at rest. \param density [kg/m^3] \param viscosity [Pa s]
MediumHandle makeMedium(double density, double viscosity);
