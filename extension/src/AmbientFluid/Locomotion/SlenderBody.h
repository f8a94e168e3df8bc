// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/LocalMetrics.h"

namespace ambient {

/// Resistive force theory of filaments in SI units: rods of half-length l and radius r in Stokes flow. [Gray1955]
/// Per length: along an edge 2 pi eta / (ln(2 l/r) - 1/2), across 4 pi eta / (ln(2 l/r) + 1/2); spin about an edge
/// 4 pi eta r^2. l is half the length of the edges that hang together, at the frame. Points say nothing of a filament's
/// own twist: it spins as the least-squares rigid motion of the whole shape does. Neighbours and walls are not felt.
class SlenderBody : public LocalMetric {
  public:
    /// \param viscosity eta [Pa s], positive \param radius r [m], positive
    SlenderBody(double viscosity, double radius);

    std::string name() const override { return "slender"; }
    FrameElements needs() const override { return FrameElements::Edges; }
    bool isInertia() const override { return false; }
    /// \throws std::invalid_argument for a filament shorter than four radii
    ShapeReduction reduce(const Shape& shape, const PointColumns& velocity) const override;
    AffineForm affineForm(const Shape& shape, const PointColumns& other, const FormOrigins& origins) const override;

  private:
    void collect(const Shape& shape, const PointColumns& field, SampleStream& samples) const override;

    double m_viscosity, m_radius;
};

} // namespace ambient
