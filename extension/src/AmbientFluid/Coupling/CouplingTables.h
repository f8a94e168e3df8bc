// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/CouplingKernel.h"
#include "AmbientFluid/Coupling/CouplingShape.h"

#include <array>
#include <type_traits>

namespace ambient {

/// Points and currents of the modes of a CouplingShape, axes of the mesh, about the shape's centre.
struct CouplingTables {
    std::array<CurrentPoints<double>, CouplingShape::kTiers> points;      ///< all faces, then clusters
    std::array<CurrentPoints<float>, CouplingShape::kTiers> singlePoints; ///< the same
    HatTables<double> hats;                                               ///< of the faces
    HatTables<float> singleHats;                                          ///< the same

    /// The points of a tier in a precision.
    template <class Number>
    const CurrentPoints<Number>& of(int tier) const {
        if constexpr (std::is_same_v<Number, double>)
            return points[tier];
        else
            return singlePoints[tier];
    }
};

} // namespace ambient
