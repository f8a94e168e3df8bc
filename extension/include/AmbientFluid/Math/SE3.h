// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"

namespace ambient {

/// A rigid transform x_A = orientation * x_B + position. Name variables `aFromB`.
struct Pose {
    Quaternion orientation = Quaternion::Identity(); ///< unit quaternion, rotates B vectors into A
    Vector3 position = Vector3::Zero();              ///< origin of B in A [m]

    /// Maps x_B to x_A. The arithmetic of Eigen's orientation * point + position, number by number: its templates cost
    /// each source that includes this header .1 s.
    Vector3 operator*(const Vector3& point) const {
        const double x = orientation.x(), y = orientation.y(), z = orientation.z(), w = orientation.w();
        const double px = point.x(), py = point.y(), pz = point.z();
        const double ux = 2.0 * (y * pz - z * py), uy = 2.0 * (z * px - x * pz), uz = 2.0 * (x * py - y * px);
        return {px + w * ux + (y * uz - z * uy) + position.x(), py + w * uy + (z * ux - x * uz) + position.y(),
                pz + w * uz + (x * uy - y * ux) + position.z()};
    }
    /// aFromC = aFromB * bFromC. The orientation is normalised again.
    Pose operator*(const Pose& bFromC) const;
    Pose inverse() const; ///< bFromA
    /// Whether all seven numbers are finite. The norm of the orientation is not checked.
    bool isFinite() const;
    /// Whether all seven numbers are equal.
    friend bool operator==(const Pose& a, const Pose& b);
};

/// Half of a rotation by an angle.
struct HalfTurn {
    double cosine; ///< cos(angle/2)
    double half;   ///< sin(angle/2)/angle

    /// \param x2 square of half the angle [rad^2]
    static HalfTurn of(double x2) {
        if (!(x2 < 1.0 / 64.0)) return ofLargeTurn(x2);
        // Rotation of one step: these series are exact to rounding.
        return {1.0 - x2 * (1.0 / 2 - x2 * (1.0 / 24 - x2 * (1.0 / 720 - x2 * (1.0 / 40320 - x2 * (1.0 / 3628800))))),
                0.5 - x2 * (1.0 / 12 - x2 * (1.0 / 240 - x2 * (1.0 / 10080 - x2 * (1.0 / 725760))))};
    }

  private:
    static HalfTurn ofLargeTurn(double x2);
};

/// Rotation about the axis of `theta` by its length [rad].
inline Quaternion expSO3(const Vector3& theta) {
    const HalfTurn turn = HalfTurn::of(0.25 * theta.squaredNorm());
    return Quaternion(turn.cosine, turn.half * theta.x(), turn.half * theta.y(), turn.half * theta.z());
}

/// Factors of a rotation by theta: x becomes x + sine theta x x + cosine theta x (theta x x).
struct TurnFactors {
    double sine;     ///< sin(angle)/angle
    double cosine;   ///< (1 - cos(angle))/angle^2
    double jacobian; ///< for inverseRightJacobian(): (1 - x cot(x))/(4 x^2), x half the angle

    /// \param a2 square of the angle [rad^2]
    static TurnFactors of(double a2) {
        if (!(a2 < 1.0 / 16.0)) return ofLargeTurn(a2);
        // Rotation of one step: these series are exact to rounding. Separate odd and even powers halve the chain of
        // dependent operations.
        const double a4 = a2 * a2;
        return {(1.0 + a4 * (1.0 / 120 + a4 * (1.0 / 362880))) -
                    a2 * (1.0 / 6 + a4 * (1.0 / 5040 + a4 * (1.0 / 39916800))),
                (0.5 + a4 * (1.0 / 720 + a4 * (1.0 / 3628800))) -
                    a2 * (1.0 / 24 + a4 * (1.0 / 40320 + a4 * (1.0 / 479001600))),
                (1.0 / 12 + a4 * (1.0 / 30240 + a4 * (1.0 / 47900160))) + a2 * (1.0 / 720 + a4 * (1.0 / 1209600))};
    }

  private:
    static TurnFactors ofLargeTurn(double a2);
};

/// The rotation vector of `q`, with an angle in [0, pi] [rad].
Vector3 logSO3(const Quaternion& q);

/// Inverse of the right-trivialised differential of exp.
/// If R(t) = R0 exp(theta(t)) and w is the body's angular velocity, theta' = inverseRightJacobian(theta, w). Regular
/// for |theta| < 2 pi. [Iserles2000, sec. 2]
inline Vector3 inverseRightJacobian(const Vector3& theta, const Vector3& w) {
    const Vector3 thetaCrossW = theta.cross(w);
    return w + 0.5 * thetaCrossW + TurnFactors::of(theta.squaredNorm()).jacobian * theta.cross(thetaCrossW);
}

/// The exact finite motion of a constant body twist over `duration` [s] (screw motion).
Pose expSE3(const Twist& twistInBody, double duration);

/// Cayley motion of a body twist: the pose update of the implicit midpoint rule.
/// Second order in `duration`. With this update the rule conserves spatial momentum exactly (see Integrators.h).
/// [Kobilarov2009, eq. 16]
Pose cayleySE3(const Twist& twistInBody, double duration);

/// Transforms a twist from A (about A's origin, A's axes) to B (about B's origin, B's axes).
Twist changeFrame(const Twist& twistInA, const Pose& aFromB);

/// Transforms a wrench from B (about B's origin, B's axes) to A (about A's origin, A's axes).
Wrench changeFrame(const Pose& aFromB, const Wrench& wrenchInB);

/// Transforms a momentum from B (about B's origin, B's axes) to A (about A's origin, A's axes).
Momentum changeFrame(const Pose& aFromB, const Momentum& momentumInB);

} // namespace ambient
