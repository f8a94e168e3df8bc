// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedMotion.h"

namespace test {

/// A path on which all joints rest at zero.
class RestingJoints final : public ambient::JointPath {
  public:
    void evaluate(double, ambient::JointVector& positions, ambient::JointVector& rates,
                  ambient::JointVector& accelerations) const override {
        positions.setZero();
        rates.setZero();
        accelerations.setZero();
    }
};

} // namespace test
