// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <vector>

namespace ambient {

/// Integrals over a body's volume of values known at the centroids of its faces, by the divergence theorem:
///     integral of phi dV = sum_i weight_i phi_i - integral of (w . grad) phi dV,  weight_i = (w . n)_i A_i,
/// for any field w of divergence 1. Here w = M (x - c) with centre c; M is the inverse of the second moments about c,
/// scaled to trace 1. For a round body w is a third of the way from the centre, for a long one half the way from the
/// axis, so that each station along the axis counts with its own values. The second integral is omitted: it is 0 if phi
/// is linear. For the moment of phi it is 0 if phi is linear and free of curl, as is the acceleration of a fluid driven
/// by pressure alone.
struct VolumeQuadrature {
    std::vector<double> weight;              ///< weights of the faces [m^3]; their sum is the volume
    Vector3 offCenter = Vector3::Zero();     ///< sum of weight (x - c) [m^4]: 0 up to the discretisation
    Matrix3 secondMoments = Matrix3::Zero(); ///< integral of (x - c)(x - c)^T dV [m^5], mesh axes
};

/// Computes the rule. \param mesh closed \param center of its volume [m]
VolumeQuadrature makeVolumeQuadrature(const TriangleMesh& mesh, const Vector3& center);

} // namespace ambient
