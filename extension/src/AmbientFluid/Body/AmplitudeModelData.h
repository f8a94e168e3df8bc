// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/AmplitudeModel.h"
#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Body/NormalFit.h"
#include "AmbientFluid/Body/ShapeFamily.h"
#include "AmbientFluid/Body/ShapeGrid.h"
#include "AmbientFluid/Body/SurfaceUpdate.h"
#include "AmbientFluid/Body/ViscousRow.h"
#include "AmbientFluid/Math/CubicSplines.h"

#include <mutex>

namespace ambient {

/// Contents of an AmplitudeModel.
struct AmplitudeModel::Data {
    AmplitudeReport report;                     ///< of the build
    std::unique_ptr<const ShapeFamily> family;  ///< shapes of the amplitudes
    std::shared_ptr<const FluidBodyModel> rest; ///< model of the rest shape
    ShapeGrid grid;                             ///< nodes of the amplitudes
    CarriedFaces carried;                       ///< coefficients per area of the rest
    /// Floors of the normal matrix and of the scaled added mass: motions that no face feels.
    double floorOfFit = 0.0, floorOfMass = 0.0;
    /// A row per node: G (lower triangle), R (6 per coordinate), then PressureWeights::spin, spinLength and
    /// feltRotations, then ViscousRow and the change of shape in creeping flow.
    KnotRows rows;
    std::once_flag energyOnce; ///< of `energyRows`, which are computed at the first request
    KnotRows
        energyRows; ///< a row per node: the energy of the rest of the normal velocities, coordinates by coordinates

    /// \param of family of shapes \param model of the rest shape
    Data(std::unique_ptr<const ShapeFamily> of, std::shared_ptr<const FluidBodyModel> model)
        : family(std::move(of)), rest(std::move(model)), grid(family->coordinates(), family->together()),
          carried(*rest) {}

    /// Of `rows`.
    int width() const { return kMap + 6 * family->size() + kSpin + 1 + 9 + ViscousRow::kWidth + slowWidth(); }
    /// Numbers of the change of shape in creeping flow: 6 per coordinate, and those of each pair.
    int slowWidth() const { return 6 * family->size() + family->size() * family->size(); }
    /// Reads the tensor of a shape and of its change. \param from end of a row
    void readViscous(const double* from, const double* rates, ViscousTensor& tensor) const;
    static constexpr int kMap = 21; ///< numbers of a lower triangle of 6x6
    static constexpr int kSpin =
        SpinColumns::RowsAtCompileTime * SpinColumns::ColsAtCompileTime; ///< numbers of PressureWeights::spin

    /// Moves a surface to a shape. Allocates nothing once `shape` has been used. \param shape with the faces of the
    /// rest
    void move(const double* q, const double* rates, DeformedShape& shape, bool needsWeights = false) const;
    /// Fills energyRows.
    void fillEnergies();
    /// Prepares a shape of another owner.
    void adopt(DeformedShape& shape) const;
};

} // namespace ambient
