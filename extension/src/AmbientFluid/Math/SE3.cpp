// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/SE3.h"

#include "AmbientFluid/Math/PortableFunctions.h"

#include <cmath>

namespace ambient {

Pose Pose::operator*(const Pose& bFromC) const {
    return {(orientation * bFromC.orientation).normalized(), orientation * bFromC.position + position};
}

Pose Pose::inverse() const {
    return {orientation.conjugate(), -(orientation.conjugate() * position)};
}

bool Pose::isFinite() const {
    return orientation.coeffs().allFinite() && position.allFinite();
}

bool operator==(const Pose& a, const Pose& b) {
    return a.position == b.position && a.orientation.coeffs() == b.orientation.coeffs();
}

Twist changeFrame(const Twist& twistInA, const Pose& aFromB) {
    const Quaternion bFromA = aFromB.orientation.conjugate();
    return {bFromA * twistInA.angular, bFromA * (twistInA.linear + twistInA.angular.cross(aFromB.position))};
}

Wrench changeFrame(const Pose& aFromB, const Wrench& wrenchInB) {
    const Vector3 force = aFromB.orientation * wrenchInB.linear;
    return {aFromB.orientation * wrenchInB.angular + aFromB.position.cross(force), force};
}

Momentum changeFrame(const Pose& aFromB, const Momentum& momentumInB) {
    const Vector3 p = aFromB.orientation * momentumInB.linear;
    return {aFromB.orientation * momentumInB.angular + aFromB.position.cross(p), p};
}

HalfTurn HalfTurn::ofLargeTurn(double x2) {
    const double x = std::sqrt(x2);
    return {portable::cos(x), 0.5 * portable::sin(x) / x};
}

TurnFactors TurnFactors::ofLargeTurn(double a2) {
    const double angle = std::sqrt(a2), half = 0.5 * angle;
    return {portable::sin(angle) / angle, (1.0 - portable::cos(angle)) / a2, (1.0 - half / portable::tan(half)) / a2};
}

Vector3 logSO3(const Quaternion& q) {
    const double sign = q.w() < 0.0 ? -1.0 : 1.0; // q and -q are the same rotation; take the shorter way
    const double sine = q.vec().norm();
    const double cosine = sign * q.w();
    const double scale = sine < 1e-8 ? 2.0 / cosine : 2.0 * portable::atan2(sine, cosine) / sine;
    return sign * scale * q.vec();
}

Pose expSE3(const Twist& twistInBody, double duration) {
    const Vector3 theta = duration * twistInBody.angular;
    const Vector3 shift = duration * twistInBody.linear;
    const double angle = theta.norm();
    const double a2 = angle * angle;
    const double b = angle < 1e-3 ? 0.5 - a2 / 24.0 : (1.0 - portable::cos(angle)) / a2;
    const double c = angle < 1e-3 ? 1.0 / 6.0 - a2 / 120.0 : (angle - portable::sin(angle)) / (a2 * angle);
    const Vector3 cross = theta.cross(shift);
    return {expSO3(theta), shift + b * cross + c * theta.cross(cross)};
}

Pose cayleySE3(const Twist& twistInBody, double duration) {
    const Vector3 half = 0.5 * duration * twistInBody.angular;
    const Vector3 shift = duration * twistInBody.linear;
    const double d = 1.0 + half.squaredNorm();
    const Quaternion rotation = Quaternion(1.0, half.x(), half.y(), half.z()).normalized();
    return {rotation, (shift + half.cross(shift)) / d};
}

} // namespace ambient
