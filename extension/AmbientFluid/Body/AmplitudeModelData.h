// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/AmplitudeModel.h"
#include "AmbientFluid/Body/NormalFit.h"
#include "AmbientFluid/Body/ShapeFamily.h"
#include "AmbientFluid/Body/ShapeGrid.h"
#include "AmbientFluid/Body/SurfaceUpdate.h"
#include "AmbientFluid/Math/CubicSplines.h"

#include <mutex>

namespace ambient {

/// Contents of an AmplitudeModel.
struct AmplitudeModel::Data {
    AmplitudeReport report;
    std::unique_ptr<const ShapeFamily> family;
    std::shared_ptr<const FluidBodyModel> rest;
    ShapeGrid grid;
    CarriedFaces carried;
    /// Floors of the normal matrix and of the scaled added mass: motions that no face feels.
    double floorOfFit = 0.0, floorOfMass = 0.0;
    /// A row per node: G (lower triangle), R (6 per coordinate), then PressureWeights::spin and spinLength.
    KnotRows rows;
    std::once_flag energyOnce;
    KnotRows
        energyRows; ///< a row per node: the energy of the rest of the normal velocities, coordinates by coordinates

    Data(std::unique_ptr<const ShapeFamily> of, std::shared_ptr<const FluidBodyModel> model)
        : family(std::move(of)), rest(std::move(model)), grid(family->coordinates(), family->together()),
          carried(*rest) {}

    int width() const { return kMap + 6 * family->size() + kSpin + 1; } ///< of `rows`
    static constexpr int kMap = 21;
    static constexpr int kSpin = SpinColumns::RowsAtCompileTime * SpinColumns::ColsAtCompileTime;

    /// Moves a surface to a shape. Allocates nothing once `shape` has been used. \param shape with the faces of the
    /// rest
    void move(const double* q, const double* rates, DeformedShape& shape,
              FaceWeights weights = FaceWeights::None) const;
    /// Fills energyRows.
    void fillEnergies();
    /// Prepares a shape of another owner.
    void adopt(DeformedShape& shape) const;
};

} // namespace ambient
