// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/DynamicPressureForce.h"

#include "AmbientFluid/Forces/FaceTerms.h"

namespace ambient {
namespace {

double factor(const FluidBodyModel& model, const RelativeFlow& flow) {
    return 0.5 * flow.density * model.def().pressureScale;
}

} // namespace

const std::string& DynamicPressureForce::name() const {
    static const std::string kName = "dynamic_pressure";
    return kName;
}

bool DynamicPressureForce::joinFaceTerms(const FluidBodyModel& model, const RelativeFlow& flow,
                                         FaceTerms& terms) const {
    if (terms.needsAttachment() && terms.band != m_band) return false;
    terms.band = m_band;
    terms.dynamicPressure += factor(model, flow);
    return true;
}

Wrench DynamicPressureForce::evaluate(const FluidBodyModel& model, const RelativeFlow& flow,
                                      SurfaceField* field) const {
    if (field) fillSurfaceField(model, flow, *field, m_band);
    FaceTerms terms;
    joinFaceTerms(model, flow, terms);
    return sumFaceTerms(model, flow, terms);
}

} // namespace ambient
