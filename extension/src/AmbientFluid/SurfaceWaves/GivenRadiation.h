// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/SurfaceWaves/WaveRadiation.h"

#include <optional>

namespace ambient {

/// Makes the coefficients of another program those of a mesh at rest: moves them to the waterplane's centroid, adds
/// what a body at rest has without waves, and splits the forces of waves by the pressure of the wave on the mesh, for
/// WaveScattering::headings(). Headings between those given are interpolated; missing ones are mirrored at the planes
/// of symmetry of the mesh. Without any, the rows have no forces. \param def pose, fluid and gravity \param given as
/// FloatingModelDef::given \param originInMesh as
///        FloatingModelDef::givenOrigin
/// \throws std::invalid_argument as FloatingModel::build
WaveRadiation completeRadiation(const TriangleMesh& mesh, const WaveRadiationDef& def, const WaveRadiation& given,
                                const std::optional<Vector3>& originInMesh);

} // namespace ambient
