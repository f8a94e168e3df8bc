// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/LocalMetrics.h"

namespace ambient {

/// Coefficients of dry friction along a curve, as of a snake's scales; each is not negative.
struct CoulombCoefficients {
    double forward = 0.11;  ///< sliding towards the first point of an edge: edges run from head to tail
    double backward = 0.14; ///< sliding towards the second point
    double across = 0.19;   ///< sliding across the edge
};

/// Dry friction of a curve: it does not depend on the speed. [Hu2009]
/// The motion minimises the convex potential, the sum over the samples of length times
/// sqrt((mu_along u_along)^2 + (mu_across u_across)^2 + d^2), mu_along by the sign of u_along. d is `smoothing` times
/// the greatest coefficient times the root mean square velocity that viscous friction, alike in all directions, leaves.
/// Samples are those of SegmentResistance, their weights the points'.
///
/// reduce() returns the tensors whose linear balance K xi + h = 0 has the same solution xi. Hence motion without loads
/// only (isLinear()), by MotionScheme::Connection or Midpoint. Friction changes where u_along changes its sign, so that
/// the order in time is lower than that of the linear metrics. The default coefficients are of the size that is
/// measured on snakes.
class CoulombFriction : public ShapeMetric {
  public:
    /// \param smoothing relative speed below which friction turns viscous, in [1e-6, 1]; default 1e-3
    /// \throws std::invalid_argument if a number is out of range, or two coefficients or all three are zero
    explicit CoulombFriction(const CoulombCoefficients& coefficients, double smoothing = 1e-3);

    std::string name() const override { return "coulomb"; }
    FrameElements needs() const override { return FrameElements::Edges; }
    bool isInertia() const override { return false; }
    bool isLinear() const override { return false; }
    bool hasAffineForm() const override { return false; }
    ShapeReduction reduce(const Shape& shape, const PointColumns& velocity) const override;
    /// \throws std::logic_error always
    AffineForm affineForm(const Shape& shape, const PointColumns& other, const FormOrigins& origins) const override;
    void addRegistration(const Shape& shape, const PointColumns& other, RegistrationSums& sums) const override;

  private:
    CoulombCoefficients m_coefficients;
    double m_smoothing;
    SegmentResistance m_viscous; // all directions alike: start, scale of the speed, and registration
};

} // namespace ambient
