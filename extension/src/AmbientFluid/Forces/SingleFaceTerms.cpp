// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/FaceTermsLoop.h"

namespace ambient {

Wrench sumSingleFaces(const SingleFaceTable& table, const SurfaceMotion* flow, const FaceTerms& terms,
                      const UniformTerms<float>& k, Wrench* friction) {
    return sumFacesOf(table, flow, terms, k, friction);
}

} // namespace ambient
