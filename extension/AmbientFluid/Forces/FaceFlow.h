// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Math/Lanes.h"

#include <algorithm>
#include <vector>

namespace ambient {

/// Flow data per face for a non-uniform medium. Mesh frame; arrays in face order, padded with zeros like FaceTable.
struct FaceFlow {
    bool moves = false;                                  ///< whether any velocity is not 0
    std::vector<double> velocityX, velocityY, velocityZ; ///< of the medium at the centroid, minus the part in
                                                         ///< RelativeFlow::twist [m/s]
    std::vector<double> share;      ///< density at the face over RelativeFlow::density, times the wetted share: >= 0
    Vector3 spin = Vector3::Zero(); ///< rotation that best fits the medium's velocity on the wet faces
                                    ///< [rad/s]
    double meanShare = 1.0;         ///< area mean of `share`
    double volume = 0.0;            ///< displaced volume [m^3]
    Vector3 centerOfVolume = Vector3::Zero(); ///< of the displaced volume [m]
    Wrench accelerationExcess;                ///< integral of density times acceleration over the displaced volume,
                                              ///< minus its uniform part (RelativeFlow's density and acceleration),
                                              ///< about the mesh origin [N m, N]
                                              ///< mesh origin [N m, N]

    /// Resizes to `faces` faces and zeroes the padding. Allocates only to grow.
    void resize(int faces) {
        for (std::vector<double>* array : {&velocityX, &velocityY, &velocityZ, &share}) {
            array->resize(static_cast<std::size_t>(paddedSize(faces)));
            std::fill(array->begin() + faces, array->end(), 0.0);
        }
    }
};

} // namespace ambient
