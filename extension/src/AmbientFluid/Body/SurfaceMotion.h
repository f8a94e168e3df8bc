// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/SurfaceData.h"

#include <algorithm>
#include <vector>

namespace ambient {

/// Motion and wetting of the faces of a surface in one medium, beside a rigid motion in a uniform medium.
/// Mesh frame; arrays in face order, padded with zeros like FaceTable.
struct SurfaceMotion {
    bool moves = false;                                  ///< whether any velocity is not 0
    std::vector<double> velocityX, velocityY, velocityZ; ///< of the medium at the centroid, minus the part in
                                                         ///< RelativeFlow::twist and the velocity of the face in a
                                                         ///< deforming body, whose rigid part is in the twist too
                                                         ///< [m/s]
    /// Part of each face that is in the medium, in [0, 1], smoothed over a depth of kWettingDepth (WettedFaces::share).
    std::vector<double> wettedFraction;
    bool isStratified = false;        ///< whether the density differs between faces: `densityRatio` is then valid
    std::vector<double> densityRatio; ///< density at the face over RelativeFlow::density; 0 on faces out of the medium
    Vector3 spin = Vector3::Zero();   ///< rotation that best fits the medium's velocity on the wet faces
                                      ///< [rad/s]
    double meanWeight = 1.0;          ///< area mean of weight()
    double volume = 0.0;              ///< displaced volume [m^3]
    Vector3 centerOfVolume = Vector3::Zero(); ///< centre of mass of the displaced fluid [m]
    Wrench accelerationExcess;                ///< integral of density times the excess of the acceleration over
                                              ///< RelativeFlow's in the displaced volume, about the mesh origin
                                              ///< [N m, N]

    /// Factor of the forces on a face: wetted fraction times density ratio.
    double weight(int face) const {
        const std::size_t i = static_cast<std::size_t>(face);
        return isStratified ? wettedFraction[i] * densityRatio[i] : wettedFraction[i];
    }
    /// weight() of all faces, in face order, padded with zeros. \param buffer holds the result if isStratified
    const std::vector<double>& weights(std::vector<double>& buffer) const {
        if (!isStratified) return wettedFraction;
        buffer.resize(wettedFraction.size());
        std::transform(wettedFraction.begin(), wettedFraction.end(), densityRatio.begin(), buffer.begin(),
                       [](double fraction, double ratio) { return fraction * ratio; });
        return buffer;
    }

    /// Resizes to `faces` faces of one density and zeroes the padding. Allocates only to grow.
    void resize(int faces) {
        for (std::vector<double>* array : {&velocityX, &velocityY, &velocityZ, &wettedFraction, &densityRatio}) {
            array->resize(static_cast<std::size_t>(paddedSize(faces)));
            std::fill(array->begin() + faces, array->end(), 0.0);
        }
        isStratified = false;
    }

    /// Makes this the flow around a wholly wetted body in a uniform medium. \param faces number of faces
    void setUniform(int faces, double bodyVolume, const Vector3& bodyCenter) {
        resize(faces);
        std::fill_n(wettedFraction.begin(), faces, 1.0);
        moves = false;
        spin.setZero();
        meanWeight = 1.0;
        volume = bodyVolume;
        centerOfVolume = bodyCenter;
        accelerationExcess = Wrench();
    }
    /// Subtracts a velocity of each face, such as its own in a deforming body, but for a rigid part of it.
    void subtract(const VectorRows& velocity, const Twist& rigid, const Faces& onFaces) {
        std::vector<double>* const rows[] = {&velocityX, &velocityY, &velocityZ};
        const double* const centroid[] = {onFaces.centroidX, onFaces.centroidY, onFaces.centroidZ};
        for (int axis = 0; axis < 3; ++axis) {
            const int next = (axis + 1) % 3, last = (axis + 2) % 3;
            const double v = rigid.linear[axis], w = rigid.angular[next], z = rigid.angular[last];
            double* const row = rows[axis]->data();
            const double* const from = velocity.of[static_cast<std::size_t>(axis)].data();
            for (int i = 0; i < onFaces.size(); ++i)
                row[i] = (moves ? row[i] : 0.0) - (from[i] - (v + w * centroid[last][i] - z * centroid[next][i]));
        }
        moves = true;
    }
};

} // namespace ambient
