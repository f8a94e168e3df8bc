// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/ShapeMetric.h"
#include "AmbientFluid/Math/RigidRegistration.h"

#include <memory>

namespace ambient {

/// The sum of metrics, such as those of a body and of the fluid around it, or of a head and a tail.
class SumMetric : public ShapeMetric {
  public:
    /// \param parts at least one, all of inertia or all of dissipation, on edges or on faces but not on both
    /// \throws std::invalid_argument otherwise
    explicit SumMetric(std::vector<std::shared_ptr<const ShapeMetric>> parts);

    std::string name() const override;
    FrameElements needs() const override { return m_needs; }
    bool isInertia() const override { return m_parts.front()->isInertia(); }
    bool hasAffineForm() const override;
    bool isDense() const override;
    ShapeReduction reduce(const Shape& shape, const PointColumns& velocity) const override;
    AffineForm affineForm(const Shape& shape, const PointColumns& other, const FormOrigins& origins) const override;
    void addRegistration(const Shape& shape, const PointColumns& other, RegistrationSums& sums) const override;

  private:
    std::vector<std::shared_ptr<const ShapeMetric>> m_parts;
    FrameElements m_needs = FrameElements::Points;
};

} // namespace ambient
