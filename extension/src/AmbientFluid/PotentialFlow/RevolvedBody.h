// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// A body as far as it is one of revolution, by the rotations that pressure on it feels.
/// Pressure on such a body acts in planes through its axis. Facets are turned out of these planes by a fraction of
/// their width, which would brake a spin as teeth do. Hence pressure acts on each facet where the facet is in the plane
/// of its own normal and of the axis. On a sphere it acts where the normal meets the middle.
struct RevolvedBody {
    Vector3 center; ///< [m]
    Vector3 axis;   ///< of the rotation that is felt least, a unit vector
    double round;   ///< 1: of revolution about the axis, 0: not at all
    double ball;    ///< 1: about every axis

    /// \param felt computeFeltRotations() about this centre
    RevolvedBody(const Matrix3& felt, const Vector3& center);

    /// Point of a face on which pressure acts, as shares of its three corners; thirds are the centroid.
    Vector3 actionShares(const TriangleMesh& mesh, int face) const;
    /// The point of these shares, mesh frame [m].
    Vector3 actionPoint(const TriangleMesh& mesh, int face) const {
        const Vector3 shares = actionShares(mesh, face);
        return shares[0] * mesh.corner(face, 0) + shares[1] * mesh.corner(face, 1) + shares[2] * mesh.corner(face, 2);
    }

    /// A direction without its part across the plane through the axis and the normal of a face. Not normalised.
    /// \param place of the face [m]
    Vector3 inMeridian(const Vector3& direction, const Vector3& place, const Vector3& normal) const;
};

} // namespace ambient
