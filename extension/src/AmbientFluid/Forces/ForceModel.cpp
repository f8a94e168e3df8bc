// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/ForceModel.h"

#include "AmbientFluid/Body/SurfaceMotion.h"

namespace ambient {

Vector3 RelativeFlow::velocityOnFace(int face, const Vector3& point) const {
    const Vector3 u = velocityAt(point);
    const std::size_t i = static_cast<std::size_t>(face);
    return faces && faces->moves ? u - Vector3(faces->velocityX[i], faces->velocityY[i], faces->velocityZ[i]) : u;
}

double RelativeFlow::weightOfFace(int face) const {
    return faces ? faces->weight(face) : 1.0;
}

} // namespace ambient
