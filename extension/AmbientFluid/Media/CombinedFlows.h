// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Media/AmbientFlow.h"

#include <memory>
#include <vector>

namespace ambient {

/// Several flows at once: velocities and their derivatives add up, so that the acceleration has its cross terms.
class SumFlow final : public AmbientFlow {
  public:
    /// \throws std::invalid_argument when there is none or one is null
    explicit SumFlow(std::vector<std::shared_ptr<const AmbientFlow>> flows);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;
    bool isUniform() const override;

  private:
    std::vector<std::shared_ptr<const AmbientFlow>> m_flows;
};

/// How MovedFlow shows a flow.
struct FlowPlacement {
    Pose worldFromFlow;              ///< where the flow's own frame is at time 0
    Vector3 drift = Vector3::Zero(); ///< velocity of that frame, world [m/s]; not added to the flow's own
    double factor = 1.0;             ///< on the velocities
};

/// Another flow, turned, moved, drifting and made stronger or weaker: U(x) = factor R U_flow(R^T (x - p - drift t)).
/// A vortex that a current carries: the sum of that current and a moved vortex drifting with it.
class MovedFlow final : public AmbientFlow {
  public:
    /// \throws std::invalid_argument when `flow` is null or a number of `placement` is not finite
    MovedFlow(std::shared_ptr<const AmbientFlow> flow, const FlowPlacement& placement);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;
    bool isUniform() const override { return m_flow->isUniform(); }

  private:
    std::shared_ptr<const AmbientFlow> m_flow;
    FlowPlacement m_placement;
    Matrix3 m_rotation;
};

} // namespace ambient
