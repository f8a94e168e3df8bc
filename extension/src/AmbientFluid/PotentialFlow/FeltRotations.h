// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// The rotations of a body that pressure can feel: a symmetric matrix P with eigenvalues in [0, 1].
/// Pressure acts along the normals n. With c the place from the centre, a rotation w moves a face along its normal by
/// <w, c x n>, and the torque of a pressure about an axis a is <a, c x n>: on a body of revolution none about its axis,
/// on a sphere none about any. With the eigenvectors a of M = Sum A (c x n)(c x n)^T:
///     P = Sum_a s_a^2/(s_a^2 + .02^2) a a^T,   s_a = <a, M a> / Sum A |a x c|^2 |a x n|^2
/// s_a compares the pressure's lever with that of forces in any direction on faces that are not across the axis, so
/// that thin sheets keep the rotation about their normal. P is 1 to a few thousandths for boxes, plates and wings, and
/// 0 about an axis of revolution: the facets of a coarse mesh have levers at their centroids, so that a second pass
/// takes the points on which pressure acts (RevolvedBody).
///
/// Where eigenvalues are equal, the eigenvectors are arbitrary. Both squares of the denominator are therefore means
/// over the axes with nearly the same eigenvalue, which makes P a continuous function of the body that turns with it.
Matrix3 computeFeltRotations(const TriangleMesh& mesh, const Vector3& center);

} // namespace ambient
