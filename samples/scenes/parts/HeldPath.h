// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/JointDrive.h"

#include <utility>

namespace samples {

/// A path with the joints at rest in their present held positions.
class HeldPath final : public ambient::JointPath {
  public:
    explicit HeldPath(ambient::JointVector held) : positions(std::move(held)) {}
    ambient::JointVector positions; ///< may change between steps
    void evaluate(double, ambient::JointVector& q, ambient::JointVector& rates,
                  ambient::JointVector& accelerations) const override {
        q = positions;
        rates.setZero();
        accelerations.setZero();
    }
};

} // namespace samples
