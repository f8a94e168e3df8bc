// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <vector>

namespace ambient {

/// Integrals over the volume of a body of what is known at the centroids of its faces, by the divergence theorem:
///     integral of phi dV = sum_i weight_i phi_i - integral of (w . grad) phi dV,  weight_i = (w . n)_i A_i,
/// for any field w of divergence 1. Here w = M (x - c), M the inverse of the second moments about the centre c scaled
/// to the trace 1: of a round body a third of the way from the centre, of a long one the way from its axis, so that
/// each station along it counts with what is there. What is left out is 0 where phi is linear; for the moment of phi it
/// is 0 where phi is linear and free of curl, as the acceleration of a fluid that only pressure moves is.
struct VolumeRule {
    std::vector<double> weight;              ///< of the faces [m^3]; they add up to the volume
    Vector3 offCenter = Vector3::Zero();     ///< sum of weight (x - c): 0 but for the size of the faces [m^4]
    Matrix3 secondMoments = Matrix3::Zero(); ///< integral of (x - c)(x - c)^T dV [m^5], mesh axes
};

/// \param mesh closed \param center of its volume [m]
VolumeRule makeVolumeRule(const TriangleMesh& mesh, const Vector3& center);

} // namespace ambient
