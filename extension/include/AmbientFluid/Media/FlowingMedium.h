// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"
#include "AmbientFluid/Media/FluidMedium.h"
#include "AmbientFluid/Media/UniformMedium.h"

#include <memory>

namespace ambient {

/// A medium carried by a flow: density and viscosity of the medium, velocity and acceleration of the flow.
class FlowingMedium final : public FluidMedium {
  public:
    /// \param medium density and viscosity; its own motion is ignored
    /// \param flow velocity and acceleration
    /// \throws std::invalid_argument if either is null or the medium is divided (let its two media flow instead)
    FlowingMedium(std::shared_ptr<const FluidMedium> medium, std::shared_ptr<const AmbientFlow> flow);
    /// \throws std::invalid_argument if the flow is null
    FlowingMedium(const UniformMedium& medium, std::shared_ptr<const AmbientFlow> flow);

    const AmbientFlow& flow() const { return *m_flow; } ///< of the constructor

    MediumSample sample(const Vector3& pointInWorld, double time) const override;
    void sampleMany(const Vector3* pointsInWorld, int count, double time, MediumSample* samples) const override;
    void sampleRows(const PointRows& points, double time, MediumRows& rows) const override;
    bool isUniform() const override { return m_medium->isUniform() && m_flow->isUniform(); }
    bool hasUniformDensity() const override { return m_medium->hasUniformDensity(); }
    const LayeredMedium* layers() const override { return m_medium->layers(); }

  private:
    std::shared_ptr<const FluidMedium> m_medium;
    std::shared_ptr<const AmbientFlow> m_flow;
};

} // namespace ambient
