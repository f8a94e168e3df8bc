// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/FaceTermsLoop.h"

namespace ambient {

Wrench sumSingleFaces(const SingleFaceTable& table, const SurfaceMotion* flow, const FaceTerms& terms,
                      const UniformTerms<float>& k) {
    return sumFacesOf(table, flow, terms, k);
}

} // namespace ambient
