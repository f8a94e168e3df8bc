// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

namespace ambient {

/// A symmetric 6x6 inertia [[J, C^T], [C, M]], angular first, about the origin of its frame:
/// J [kg m^2], C [kg m], M [kg]. For a dry body M = m I; with added mass M is a full 3x3 (Kirchhoff tensor).
/// Per unit fluid density the same type carries added mass in [m^5], [m^4], [m^3].
class SpatialInertia {
  public:
    SpatialInertia() : m_matrix(Matrix6::Zero()) {}
    /// Keeps the symmetric part of a 6x6, angular first.
    explicit SpatialInertia(const Matrix6& matrix) : m_matrix(0.5 * (matrix + matrix.transpose())) {}

    /// A dry body about its own centre of mass: mass [kg], rotational inertia about that centre [kg m^2].
    static SpatialInertia ofBody(double mass, const Matrix3& inertiaAboutCom);

    const Matrix6& matrix() const { return m_matrix; } ///< angular first, exactly symmetric
    /// The momentum K Y of a twist about the same point in the same axes.
    Momentum operator*(const Twist& twist) const { return Momentum(m_matrix * twist.vector()); }
    /// Both about one point, in the same axes.
    SpatialInertia operator+(const SpatialInertia& o) const { return SpatialInertia(m_matrix + o.m_matrix); }
    SpatialInertia scaled(double s) const {
        return SpatialInertia(s * m_matrix);
    } ///< such as the added mass of a density s

    /// The same inertia about B's origin in B's axes, this one being about A's origin in A's axes:
    /// K_B = X^T K_A X, X = [[R, 0], [skew(d) R, R]] for x_A = R x_B + d. Exact: no approximation is involved.
    SpatialInertia changeFrame(const Pose& aFromB) const;

    /// Kinetic energy at `twist` [J].
    double energy(const Twist& twist) const { return 0.5 * twist.vector().dot(m_matrix * twist.vector()); }

    /// Smallest eigenvalue of the matrix made dimensionless with `length` [m] (rows and columns of the angular part
    /// divided by it), so that a sign test does not compare kg with kg m^2.
    double smallestEigenvalue(double length) const;

  private:
    Matrix6 m_matrix;
};

} // namespace ambient
