// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SlowMotion.h"

#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/ViscousConstants.h"

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

} // namespace

SlowMotion::SlowMotion(const Surface& surface, const RelativeFlow& flow) {
    const ViscousTensor& tensor = surface.viscous();
    const WetMotion wet = wetMotionOf(surface, flow.faces);
    share = wet.share;
    at = tensor.center + (wet.center - tensor.areaCenter);
    // Of a partly wet body, the mean velocity of the wet faces has the part of the change that the fit leaves there.
    const Twist shape = share * tensor.shapeMotion;
    w = flow.twist.angular + shape.angular - wet.spin;
    v = flow.velocityAt(at) + shape.linear + shape.angular.cross(at) - wet.velocity - wet.spin.cross(at - wet.center);
    creeping = resisted(tensor.resistance, w, v);
    const double perViscosity = flow.density / flow.dynamicViscosity;
    setTranslation(tensor, perViscosity);
    setRotation(tensor, perViscosity);
    ofWake = std::min(std::sqrt(ofWake * ofWake + 4.0 * ofSpin * ofSpin), kLargestReynolds);
}

void SlowMotion::setTranslation(const ViscousTensor& tensor, double perViscosity) {
    const double length = creeping.linear.norm() / (3.0 * kPi); // d |v|
    const double speed2 = v.squaredNorm(), along2 = 12.0 * v.dot(tensor.moments * v), length2 = length * length;
    ofForce = std::min(perViscosity * length, kLargestReynolds);
    const double reach = std::min(along2 / (kLongest * kLongest * std::max(length2, 1e-300)), 1e6);
    const double q = std::sqrt(std::sqrt(1.0 + reach * reach));
    translation = kLayer * ofForce / (q * std::sqrt(ofForce) + kLayer / kFirstOrder) / (1.0 + ofForce / kLayerEnd);
    const double wide2 = tensor.middleLength * tensor.middleLength * speed2;
    ofWake = ofForce * std::sqrt(2.0 * wide2 / std::max(wide2 + length2, 1e-300));
}

void SlowMotion::setRotation(const ViscousTensor& tensor, double perViscosity) {
    const double spin2 = w.squaredNorm();
    ofSpin = rotation = 0.0;
    if (!(spin2 > 0.0)) return;
    const double along = w.dot(tensor.moments * w) / spin2;
    const double radius2 = 1.5 * std::max(tensor.moments.trace() - along, 0.0);
    ofSpin = std::min(perViscosity * std::sqrt(spin2) * radius2, kLargestReynolds);
    const double shape = 2.0 * radius2 / std::max(radius2 + std::max(3.0 * along, radius2), 1e-300);
    rotation = kSpinLayer * ofSpin * std::sqrt(ofSpin) / (ofSpin + kSpinEnd) * shape;
}

bool isViscous(const Surface& surface, const RelativeFlow& flow) {
    return flow.dynamicViscosity > 0.0 && !surface.viscous().isEmpty();
}

double viscosityOf(const Surface& surface, const RelativeFlow& flow, double wettedShare) {
    return flow.dynamicViscosity * wettedShare * surface.data().frictionScale * surface.viscous().scale;
}

} // namespace ambient
