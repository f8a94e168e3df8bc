// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

namespace ambient {

// The functions are not inline: to read them costs every source that includes this header .7 s.

/// A symmetric 6x6 inertia [[J, C^T], [C, M]], angular first, about the origin of its frame.
/// J [kg m^2], C [kg m], M [kg]. A dry body has M = m I; with added mass M is a full 3x3 (Kirchhoff tensor). Added mass
/// per unit fluid density has the units [m^5], [m^4], [m^3].
class SpatialInertia {
  public:
    SpatialInertia(); ///< zero
    /// Keeps the symmetric part of a 6x6, angular first.
    explicit SpatialInertia(const Matrix6& matrix);

    /// The inertia of a dry body about its centre of mass.
    /// \param mass [kg]
    /// \param inertiaAboutCom rotational inertia about the centre of mass [kg m^2]
    static SpatialInertia ofBody(double mass, const Matrix3& inertiaAboutCom);

    const Matrix6& matrix() const { return m_matrix; } ///< angular first, exactly symmetric
    /// The momentum K Y of a twist about the same point, in the same axes.
    Momentum operator*(const Twist& twist) const;
    /// Sum of two inertias about one point, in the same axes.
    SpatialInertia operator+(const SpatialInertia& o) const;
    /// The inertia s K: the added mass in a fluid of density s, if K is per unit density.
    SpatialInertia scaled(double s) const;

    /// Transforms this inertia from A's frame to B's: about B's origin, in B's axes.
    /// K_B = X^T K_A X, X = [[R, 0], [skew(d) R, R]] for x_A = R x_B + d. This is exact.
    SpatialInertia changeFrame(const Pose& aFromB) const;

    /// Kinetic energy at `twist` [J].
    double energy(const Twist& twist) const;

    /// Smallest eigenvalue of the matrix after scaling with `length` [m].
    /// Rows and columns of the angular part are divided by `length`, so that a test of the sign does not compare kg
    /// with kg m^2.
    double smallestEigenvalue(double length) const;

  private:
    Matrix6 m_matrix;
};

} // namespace ambient
