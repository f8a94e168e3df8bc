// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/ViscousRegime.h"

#include "AmbientFluid/Forces/SkinFrictionForce.h"
#include "AmbientFluid/Forces/ViscousConstants.h"
#include "AmbientFluid/Math/FastPower.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

using namespace viscous;

/// Wetted share of the area, its centroid, and the rigid motion of the medium that fits its velocity best.
struct WetMotion {
    double share = 1.0;
    Vector3 center;                     ///< of the wet area [m]
    Vector3 velocity = Vector3::Zero(); ///< of the medium at `center`, beyond that of RelativeFlow [m/s]
    Vector3 spin = Vector3::Zero();     ///< of the medium [rad/s]
};

WetMotion wetMotionOf(const Surface& surface, const SurfaceMotion* motion) {
    WetMotion wet;
    wet.center = surface.viscous().areaCenter;
    if (!motion) return wet;
    const Faces& faces = surface.faces();
    double area = 0.0, whole = 0.0;
    Vector3 place = Vector3::Zero(), velocity = Vector3::Zero();
    for (int f = 0; f < faces.size(); ++f) {
        const std::size_t i = static_cast<std::size_t>(f);
        const double part = faces.area[i] * motion->wettedFraction[i];
        whole += faces.area[i];
        area += part;
        place += part * faces.centroid(f);
        if (motion->moves) velocity += part * Vector3(motion->velocityX[i], motion->velocityY[i], motion->velocityZ[i]);
    }
    wet.share = area / whole;
    if (!(area > 0.0)) return wet;
    // A wholly wet body keeps its centre to the last bit: sums over the faces of a reduced model differ.
    if (wet.share < 1.0) wet.center = place / area;
    wet.velocity = velocity / area;
    wet.spin = motion->spin;
    return wet;
}

/// R (w, v): torque and force per viscosity.
Wrench resisted(const Matrix6& r, const Vector3& w, const Vector3& v) {
    return {r.topLeftCorner<3, 3>() * w + r.topRightCorner<3, 3>() * v,
            r.bottomLeftCorner<3, 3>() * w + r.bottomRightCorner<3, 3>() * v};
}

/// The motion at the centre of resistance, and what the law needs of it.
struct SlowMotion {
    Vector3 at;                     ///< centre of resistance, moved along with the wet area, mesh frame [m]
    double share;                   ///< wetted share of the area
    Vector3 w, v;                   ///< relative to the medium, at `at`
    Wrench creeping;                ///< R Y: per viscosity
    double translation, rotation;   ///< b_t, b_r
    double ofForce, ofSpin, ofWake; ///< Re_t, Re_r, n

    SlowMotion(const Surface& surface, const RelativeFlow& flow) {
        const ViscousTensor& tensor = surface.viscous();
        const WetMotion wet = wetMotionOf(surface, flow.faces);
        share = wet.share;
        at = tensor.center + (wet.center - tensor.areaCenter);
        w = flow.twist.angular - wet.spin;
        v = flow.velocityAt(at) - wet.velocity - wet.spin.cross(at - wet.center);
        creeping = resisted(tensor.resistance, w, v);
        const double perViscosity = flow.density / flow.dynamicViscosity;
        setTranslation(tensor, perViscosity);
        setRotation(tensor, perViscosity);
        ofWake = std::min(std::sqrt(ofWake * ofWake + 4.0 * ofSpin * ofSpin), kLargestReynolds);
    }

    // The entries of B.
    double rootOfRotation() const { return std::sqrt(rotation); }
    double rootOfTranslation() const { return std::sqrt(translation); }

  private:
    void setTranslation(const ViscousTensor& tensor, double perViscosity) {
        const double length = creeping.linear.norm() / (3.0 * kPi); // d |v|
        const double speed2 = v.squaredNorm(), along2 = 12.0 * v.dot(tensor.moments * v), length2 = length * length;
        ofForce = std::min(perViscosity * length, kLargestReynolds);
        const double reach = std::min(along2 / (kLongest * kLongest * std::max(length2, 1e-300)), 1e6);
        const double q = std::sqrt(std::sqrt(1.0 + reach * reach));
        translation = kLayer * ofForce / (q * std::sqrt(ofForce) + kLayer / kFirstOrder) / (1.0 + ofForce / kLayerEnd);
        const double wide2 = tensor.middleLength * tensor.middleLength * speed2;
        ofWake = ofForce * std::sqrt(2.0 * wide2 / std::max(wide2 + length2, 1e-300));
    }

    void setRotation(const ViscousTensor& tensor, double perViscosity) {
        const double spin2 = w.squaredNorm();
        ofSpin = rotation = 0.0;
        if (!(spin2 > 0.0)) return;
        const double along = w.dot(tensor.moments * w) / spin2;
        const double radius2 = 1.5 * std::max(tensor.moments.trace() - along, 0.0);
        ofSpin = std::min(perViscosity * std::sqrt(spin2) * radius2, kLargestReynolds);
        const double shape = 2.0 * radius2 / std::max(radius2 + std::max(3.0 * along, radius2), 1e-300);
        rotation = kSpinLayer * ofSpin * std::sqrt(ofSpin) / (ofSpin + kSpinEnd) * shape;
    }
};

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

bool isViscous(const Surface& surface, const RelativeFlow& flow) {
    return flow.dynamicViscosity > 0.0 && !surface.viscous().isEmpty();
}

/// eta with the wetted share and the body's factor of viscous forces [Pa s].
double viscosityOf(const Surface& surface, const RelativeFlow& flow, double wettedShare) {
    return flow.dynamicViscosity * wettedShare * surface.data().frictionScale * surface.viscous().scale;
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
