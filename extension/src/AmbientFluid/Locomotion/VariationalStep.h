// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/ShapeMetric.h"
#include "AmbientFluid/Math/SE3.h"

namespace ambient {

/// The relative placement of two frames.
struct PairPlacement {
    Pose aFromB;           ///< maps the input coordinates of the second frame to those of the first
    int iterations = 0;    ///< of Newton's method
    double residual = 0.0; ///< momentum left over, relative to that of a displacement by the size of the shape
};

/// The energy of the displacement between two shapes, E(g) = sum Delta^T (B_a + R B_b R^T)/2 Delta with
/// Delta = g x_b - x_a, reduced to sums over the points. [Gross2023, eqs. 4 and 5]
/// E(g) = (Q_a(g) + Q_b(g^-1))/2 with two AffineForms; points are not seen again after construction.
class VariationalPair {
  public:
    /// Empty, to be assigned to.
    VariationalPair() = default;
    /// \throws std::invalid_argument if the shapes cannot be registered; std::logic_error without an affine form
    VariationalPair(const ShapeMetric& metric, const Shape& a, const Shape& b);

    /// The g at which the discrete momentum is `impulse`: grad E = 2 `impulse`. With zero: the one of least energy.
    /// \param impulse time step times momentum, about the origin and in the axes of frame a \param start of the
    /// iteration \throws std::runtime_error if there is none
    PairPlacement solve(const Vector6& impulse, const Pose& start) const;

    /// The weighted rigid registration, to start from.
    const Pose& registration() const { return m_registration; }

  private:
    struct Derivatives;
    Derivatives derivatives(const Pose& aFromB) const;
    double energy(const Pose& aFromB) const;
    static Vector6 newtonStep(const Derivatives& d, const Vector6& rest, bool isFree);

    AffineForm m_a, m_b;
    Vector3 m_centreOfA, m_centreOfB; // the forms are about them
    Pose m_registration;
    double m_length = 1.0, m_scale = 1.0; // gyration length and trace of the locked tensor, for relative residuals
};

/// The weighted rigid registration of two shapes with the weights of a metric; ties continue from the input's turn.
Pose registrationOf(const ShapeMetric& metric, const Shape& a, const Shape& b);

} // namespace ambient
