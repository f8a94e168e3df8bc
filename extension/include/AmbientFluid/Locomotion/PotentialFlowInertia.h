// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/ShapeMetric.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"

namespace ambient {

/// Kinetic energy of an unbounded ideal fluid around a closed surface: an ideal swimmer's metric, with the body's own
/// by SumMetric. The locked tensor is the added mass; the shape momentum is h_k = -rho Int phi_k u.n dA with the same
/// six unit potentials, by Green's identity, so that no further problem is solved. [Saffman1967], [Lamb1932, art. 118]
/// Faces are counter-clockwise from the fluid, and closed at every frame. Any u counts, also one that changes the
/// volume.
class PotentialFlowInertia : public ShapeMetric {
  public:
    /// \param density of the fluid [kg/m^3], positive \param options of the solver, for every frame
    explicit PotentialFlowInertia(double density = 1000.0, AddedMassOptions options = {});

    std::string name() const override { return "ideal"; }
    FrameElements needs() const override { return FrameElements::Faces; }
    bool isInertia() const override { return true; }
    bool hasAffineForm() const override { return false; }
    bool isDense() const override { return true; }
    /// \throws std::invalid_argument if the faces are no closed, outward surface, and the exceptions of
    /// computeAddedMass
    ShapeReduction reduce(const Shape& shape, const PointColumns& velocity) const override;
    AffineForm affineForm(const Shape& shape, const PointColumns& other, const FormOrigins& origins) const override;
    void addRegistration(const Shape& shape, const PointColumns& other, RegistrationSums& sums) const override;

  private:
    double m_density;
    AddedMassOptions m_options;
};

} // namespace ambient
