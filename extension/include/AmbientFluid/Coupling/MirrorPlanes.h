// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

#include <vector>

namespace ambient {

/// A plane wall {x : normal . x = offset}, world axes. The bodies lie on one side of it, either one.
struct MirrorPlane {
    Vector3 normal = Vector3::UnitZ(); ///< of any length but zero
    double offset = 0.0;               ///< [m] where the normal has length 1; else times its length
};

/// An image of the world behind one or more walls: the point x is at turn x + shift.
struct Reflection {
    Matrix3 turn = Matrix3::Identity(); ///< orthogonal, of determinant 1 or -1
    Vector3 shift = Vector3::Zero();    ///< [m]

    /// The image of a point [m].
    Vector3 operator*(const Vector3& point) const { return turn * point + shift; }
    /// The matrix of currents: they are axial vectors.
    Matrix3 ofCurrents() const { return turn.determinant() * turn; }
};

/// All images by planes that are perpendicular to each other, the world itself not among them: 1 by one plane, 3 by
/// two, 7 by three. \throws std::invalid_argument naming the planes if a normal is zero or not finite, or if two planes
/// are not perpendicular to 1e-6, as parallel ones: their images have images without end
std::vector<Reflection> imagesBy(const std::vector<MirrorPlane>& planes);

} // namespace ambient
