// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/SlipVelocity.h"

namespace ambient {

/// Sum over the faces [first, first + count) of forces at their centroids, about the mesh origin. forceAt(i, x, y, z)
/// writes the force of face first + i; it must be free of branches, so that the loop runs at vector speed.
template <class ForceAt>
Wrench sumFaceForces(const FaceArrays& faces, int first, int count, ForceAt&& forceAt) {
    const double* cx = faces.centroidX.data() + first;
    const double* cy = faces.centroidY.data() + first;
    const double* cz = faces.centroidZ.data() + first;
    double fx = 0.0, fy = 0.0, fz = 0.0, tx = 0.0, ty = 0.0, tz = 0.0;
#pragma omp simd reduction(+ : fx, fy, fz, tx, ty, tz)
    for (int i = 0; i < count; ++i) {
        double x, y, z;
        forceAt(i, x, y, z);
        fx += x;
        fy += y;
        fz += z;
        tx += cy[i] * z - cz[i] * y;
        ty += cz[i] * x - cx[i] * z;
        tz += cx[i] * y - cy[i] * x;
    }
    return {{tx, ty, tz}, {fx, fy, fz}};
}

/// The same over the faces of one block; forceAt(i, ...) writes the force of entry i.
template <class ForceAt>
Wrench sumFaceForces(const FaceArrays& faces, const SlipBlock& block, ForceAt&& forceAt) {
    return sumFaceForces(faces, block.first, block.count, forceAt);
}

} // namespace ambient
