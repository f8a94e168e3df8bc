// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Media/AmbientFlow.h"

#include <memory>
#include <vector>

namespace ambient {

/// The sum of several flows. Velocities and derivatives add up, so the acceleration includes the cross terms.
class SumFlow final : public AmbientFlow {
  public:
    /// \throws std::invalid_argument if `flows` is empty or one of them is null
    explicit SumFlow(std::vector<std::shared_ptr<const AmbientFlow>> flows);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;
    bool isUniform() const override;

  private:
    std::vector<std::shared_ptr<const AmbientFlow>> m_flows;
};

/// Placement of a flow in the world, for MovedFlow.
struct FlowPlacement {
    Pose worldFromFlow;              ///< pose of the flow's own frame at time 0
    Vector3 drift = Vector3::Zero(); ///< velocity of the frame, world [m/s]; not added to the velocities
    double factor = 1.0;             ///< multiplies the velocities
    double time = 0.0;               ///< the flow's own time at the world's time 0 [s]
};

/// A flow that is rotated, moved, drifting and scaled: U(x) = factor R U_flow(R^T (x - p - drift t)).
/// Example: a vortex carried by a current is the sum of the current and a moved vortex that drifts with it.
class MovedFlow final : public AmbientFlow {
  public:
    /// \throws std::invalid_argument if `flow` is null or `placement` has a non-finite number
    MovedFlow(std::shared_ptr<const AmbientFlow> flow, const FlowPlacement& placement);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;
    bool isUniform() const override { return m_flow->isUniform(); }

  private:
    std::shared_ptr<const AmbientFlow> m_flow;
    FlowPlacement m_placement;
    Matrix3 m_rotation;
};

} // namespace ambient
