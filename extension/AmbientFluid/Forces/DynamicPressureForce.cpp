// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/DynamicPressureForce.h"

#include "AmbientFluid/Forces/FaceTerms.h"

namespace ambient {
namespace {

double factor(const FluidBodyModel& model, const RelativeFlow& flow) {
    return 0.5 * flow.density * model.def().pressureScale;
}

/// Whether the polynomial replaces the sum over the faces.
bool isPolynomial(const FluidBodyModel& model, const RelativeFlow& flow) {
    return model.slipPressure() && !flow.faces;
}

} // namespace

const std::string& DynamicPressureForce::name() const {
    static const std::string kName = "dynamic_pressure";
    return kName;
}

bool DynamicPressureForce::joinFaceTerms(const FluidBodyModel& model, const RelativeFlow& flow,
                                         FaceTerms& terms) const {
    if (isPolynomial(model, flow)) return true;
    if (terms.needsAttachment() && terms.band != m_band) return false;
    terms.band = m_band;
    terms.dynamicPressure += factor(model, flow);
    return true;
}

Wrench DynamicPressureForce::besidesFaceTerms(const FluidBodyModel& model, const RelativeFlow& flow) const {
    if (!isPolynomial(model, flow)) return {};
    return factor(model, flow) * model.slipPressure()->wrench(flow.twist);
}

Wrench DynamicPressureForce::evaluate(const FluidBodyModel& model, const RelativeFlow& flow,
                                      SurfaceField* field) const {
    if (field) fillSurfaceField(model, flow, *field, m_band);
    FaceTerms terms;
    joinFaceTerms(model, flow, terms);
    return sumFaceTerms(model, flow, terms) + besidesFaceTerms(model, flow);
}

} // namespace ambient
