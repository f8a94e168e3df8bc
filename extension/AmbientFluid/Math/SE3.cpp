// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/SE3.h"

#include <cmath>

namespace ambient {

Quaternion expSO3(const Vector3& theta) {
    const double halfAngle = 0.5 * theta.norm();
    // sin(x)/x by its series where the quotient would lose digits.
    const double s =
        halfAngle < 1e-4 ? 0.5 * (1.0 - halfAngle * halfAngle / 6.0) : 0.5 * std::sin(halfAngle) / halfAngle;
    return Quaternion(std::cos(halfAngle), s * theta.x(), s * theta.y(), s * theta.z());
}

Vector3 logSO3(const Quaternion& q) {
    const double sign = q.w() < 0.0 ? -1.0 : 1.0; // q and -q are one rotation; take the short way
    const double sine = q.vec().norm();
    const double cosine = sign * q.w();
    const double scale = sine < 1e-8 ? 2.0 / cosine : 2.0 * std::atan2(sine, cosine) / sine;
    return sign * scale * q.vec();
}

Vector3 inverseRightJacobian(const Vector3& theta, const Vector3& w) {
    const double angle = theta.norm();
    const double half = 0.5 * angle;
    // (1 - x cot x)/(4 x^2) with x = angle/2; its series below 1e-2 is exact to rounding.
    const double c =
        angle < 1e-2 ? (1.0 + angle * angle / 60.0) / 12.0 : (1.0 - half / std::tan(half)) / (angle * angle);
    const Vector3 thetaCrossW = theta.cross(w);
    return w + 0.5 * thetaCrossW + c * theta.cross(thetaCrossW);
}

Pose expSE3(const Twist& twistInBody, double duration) {
    const Vector3 theta = duration * twistInBody.angular;
    const Vector3 shift = duration * twistInBody.linear;
    const double angle = theta.norm();
    const double a2 = angle * angle;
    const double b = angle < 1e-3 ? 0.5 - a2 / 24.0 : (1.0 - std::cos(angle)) / a2;
    const double c = angle < 1e-3 ? 1.0 / 6.0 - a2 / 120.0 : (angle - std::sin(angle)) / (a2 * angle);
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

} // namespace ambient
