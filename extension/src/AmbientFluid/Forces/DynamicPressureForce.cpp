// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/DynamicPressureForce.h"

#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Forces/FaceTerms.h"

namespace ambient {
namespace {

double factor(const Surface& surface, const RelativeFlow& flow) {
    return 0.5 * flow.density * surface.data().pressureScale;
}

} // namespace

const std::string& DynamicPressureForce::name() const {
    static const std::string kName = "dynamic_pressure";
    return kName;
}

bool DynamicPressureForce::joinFaceTerms(const Surface& surface, const RelativeFlow& flow, FaceTerms& terms) const {
    if (terms.needsAttachment() && (terms.band != m_band || terms.keepsTails)) return false;
    terms.band = m_band;
    terms.dynamicPressure += factor(surface, flow);
    return true;
}

Wrench DynamicPressureForce::evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField* field) const {
    if (field) fillSurfaceField(surface, flow, *field, m_band);
    FaceTerms terms;
    joinFaceTerms(surface, flow, terms);
    return sumFaceTerms(surface, flow, terms);
}

} // namespace ambient
