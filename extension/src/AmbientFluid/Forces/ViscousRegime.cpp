// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/ViscousRegime.h"

#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Forces/SkinFrictionForce.h"
#include "AmbientFluid/Forces/SlowMotion.h"
#include "AmbientFluid/Forces/ViscousConstants.h"
#include "AmbientFluid/Math/FastPower.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

using namespace viscous;

/// Part of the pressure at a Reynolds number.
double wakeShare(double reynolds, double end) {
    const double x = reynolds / end;
    return 1.0 - kWeakWake / (1.0 + x * std::sqrt(x));
}

/// Power of the turbulent friction on a surface along which the flow is attached everywhere.
double turbulentPower(const Surface& surface, const RelativeFlow& flow, const Vector3& w, const Vector3& v) {
    const ViscousTensor& tensor = surface.viscous();
    const Matrix6& m = tensor.slip;
    const double squares = w.dot(m.topLeftCorner<3, 3>() * w) + 2.0 * w.dot(m.topRightCorner<3, 3>() * v) +
                           v.dot(m.bottomRightCorner<3, 3>() * v);
    const double mean = squares / tensor.area;
    if (!(mean > 0.0) || !(flow.density > 0.0)) return 0.0;
    return wholePlateFriction(surface, flow) * squares * powerTwoFifths(mean);
}

} // namespace

ViscousRegime ViscousRegime::of(const Surface& surface, const RelativeFlow& flow) {
    ViscousRegime regime;
    if (!isViscous(surface, flow)) return regime;
    regime.isActive = true;
    const SlowMotion motion(surface, flow);
    const double eta = viscosityOf(surface, flow, motion.share);
    const auto aboutOrigin = [&motion](const Vector3& torque, const Vector3& force) {
        return Wrench(torque + motion.at.cross(force), force);
    };
    regime.creeping = aboutOrigin(-eta * motion.creeping.angular, -eta * motion.creeping.linear);
    // R of B Y, part by part: B has one factor for the rotation and one for the translation.
    const double ofSpin = motion.rootOfRotation(), ofSpeed = motion.rootOfTranslation();
    const Wrench layer = resisted(surface.viscous().resistance, ofSpin * motion.w, ofSpeed * motion.v);
    const Vector3 torque = eta * ofSpin * layer.angular, force = eta * ofSpeed * layer.linear;
    regime.laminar = aboutOrigin(-torque, -force);
    regime.laminarPower = torque.dot(motion.w) + force.dot(motion.v);
    regime.blendFriction(motion.share * turbulentPower(surface, flow, motion.w, motion.v));
    regime.translation = motion.ofForce;
    regime.rotation = motion.ofSpin;
    regime.sharpShare = wakeShare(motion.ofWake, kSharpEnd);
    regime.roundShare = wakeShare(motion.ofWake, kRoundEnd) *
                        surface.data().crisis.wakeShare(flow.density * motion.v.norm() / flow.dynamicViscosity);
    return regime;
}

void ViscousRegime::blendFriction(double turbulentPower) {
    const double larger = std::max(laminarPower, turbulentPower);
    if (!(larger > 0.0)) return;
    const auto eighth = [](double x) {
        const double x2 = x * x, x4 = x2 * x2;
        return x4 * x4;
    };
    const double ofLaminar = std::max(laminarPower, 0.0) / larger, ofTurbulent = std::max(turbulentPower, 0.0) / larger;
    const double whole = std::sqrt(std::sqrt(std::sqrt(eighth(ofLaminar) + eighth(ofTurbulent))));
    const auto seventh = [](double x) {
        const double x2 = x * x;
        return x2 * x2 * x2 * x;
    };
    laminarFriction = seventh(ofLaminar / whole);
    turbulentFriction = seventh(ofTurbulent / whole);
}

Matrix6 viscousDamping(const Surface& surface, const RelativeFlow& flow) {
    if (!isViscous(surface, flow)) return Matrix6::Zero();
    const SlowMotion motion(surface, flow);
    Vector6 excess;
    excess << Vector3::Constant(motion.rootOfRotation()), Vector3::Constant(motion.rootOfTranslation());
    const Matrix6& r = surface.viscous().resistance;
    const Matrix6 laminar = 1.5 * (excess.asDiagonal() * r * excess.asDiagonal());
    const Matrix6 damping = viscosityOf(surface, flow, motion.share) * (r + laminar);
    return resistanceAbout(damping, -motion.at);
}

} // namespace ambient
