// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/DeformingModel.h"
#include "AmbientFluid/Body/ShapeMasses.h"
#include "AmbientFluid/Body/ShapeTable.h"
#include "AmbientFluid/Body/SurfaceUpdate.h"

#include <mutex>

namespace ambient {

/// Contents of a DeformingModel.
struct DeformingModel::Data {
    DeformingReport report;                     ///< of build()
    std::shared_ptr<const FluidBodyModel> rest; ///< model of the first key
    double mass = 0.0;                          ///< [kg]
    ShapeIntervals intervals;                   ///< between the keys
    int vertexCount = 0;                        ///< of each key
    KnotRows points, slopes;                    ///< vertices and moving masses of each key, body frame, x y z each
    KnotRows authorRows, authorSlopes;          ///< pose of the author's frame: position, quaternion (x y z w)
    SplineEnds authorEnds = SplineEnds::AtRest; ///< of the quaternion, whose sign may change over a loop
    ShapeTable table;                           ///< K and sigma over the phase
    CarriedFaces carried;                       ///< coefficients per area of the rest
    std::unique_ptr<const ShapeMasses> masses;  ///< whose places are linear in the points
    std::once_flag energyOnce;                  ///< of `energyTable`, which is computed at the first request
    ShapeTable energyTable; ///< over the phase, at unit speed: the energy of the rest of the normal velocities

    /// \param between intervals of the keys \param model of the first key
    Data(ShapeIntervals between, std::shared_ptr<const FluidBodyModel> model)
        : rest(std::move(model)), intervals(std::move(between)), carried(*rest) {}

    /// Points and their velocities at a place, x y z each. \param speed factor of the velocities
    void blend(const ShapeIntervals::Place& place, double speed, std::vector<double>& at,
               std::vector<double>& velocities) const;
    /// The place of a row of the tables: a key, or the start, middle or end of a straight interval.
    ShapeIntervals::Place placeOfRow(int row) const;
    /// Rows of the tables.
    int rowCount() const;
    /// Fills energyTable.
    void fillEnergies();
};

} // namespace ambient
