// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Math/Lanes.h"

#include <algorithm>
#include <vector>

namespace ambient {

/// What differs from face to face where the medium is not the same everywhere. Mesh frame, arrays in face order, filled
/// up with zeros as the rows of FaceTable.
struct FaceFlow {
    bool moves = false;                                  ///< whether any of the velocities is not 0
    std::vector<double> velocityX, velocityY, velocityZ; ///< the medium's at the centroid, less that in the twist [m/s]
    std::vector<double> share; ///< density there over RelativeFlow::density, times the wetted share of the face: >= 0
    Vector3 spin = Vector3::Zero();           ///< angular velocity of the medium as the surface sees it [rad/s]
    double meanShare = 1.0;                   ///< area mean of `share`
    double volume = 0.0;                      ///< that the medium is displaced from [m^3]
    Vector3 centerOfVolume = Vector3::Zero(); ///< of that volume [m]

    /// For a body of this many faces; what is behind them is 0. Allocates only when it grows.
    void resize(int faces) {
        for (std::vector<double>* array : {&velocityX, &velocityY, &velocityZ, &share}) {
            array->resize(static_cast<std::size_t>(paddedSize(faces)));
            std::fill(array->begin() + faces, array->end(), 0.0);
        }
    }
};

} // namespace ambient
