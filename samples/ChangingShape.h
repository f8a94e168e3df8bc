// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/DeformingModel.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <memory>

namespace samples {

/// What a body that changes its shape looks like at any time, for pictures, plots and files.
class ChangingShape {
  public:
    virtual ~ChangingShape() = default;
    /// Its surface, body frame [m]; the same faces at all times. \param phase BodySample::phase [s]
    virtual ambient::TriangleMesh meshAt(double phase) const = 0;
    /// Of the cycle [s].
    virtual double period() const = 0;
};

/// The surface of a body whose flow is known.
std::shared_ptr<const ChangingShape> surfaceOf(std::shared_ptr<const ambient::DeformingModel> model);

} // namespace samples
