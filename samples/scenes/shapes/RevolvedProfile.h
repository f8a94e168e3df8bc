// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <vector>

namespace samples {

/// The body of revolution about z through a fine outline, with rings at even distances along it.
/// \param outline points (radius, z) [m] from the lowest to the highest, from the axis to the axis; corners of more
///        than 20 degrees stay corners
/// \param faces wanted, roughly
ambient::TriangleMesh revolveProfile(const std::vector<Eigen::Vector2d>& outline, int faces);

} // namespace samples
