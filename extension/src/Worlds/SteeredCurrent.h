// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"

namespace ambient {

/// A uniform current, whose velocity changes only while no body is in its medium.
class SteeredCurrent final : public AmbientFlow {
  public:
    void set(const Vector3& velocity) { m_velocity = velocity; } ///< world axes [m/s]

    void sampleMany(const Vector3*, int count, double, FlowSample* samples) const override {
        for (int i = 0; i < count; ++i) {
            samples[i] = {};
            samples[i].velocity = m_velocity;
        }
    }
    bool isUniform() const override { return true; }

  private:
    Vector3 m_velocity = Vector3::Zero();
};

} // namespace ambient
