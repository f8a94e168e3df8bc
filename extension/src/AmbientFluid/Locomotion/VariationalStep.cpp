// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/VariationalStep.h"

#include "AmbientFluid/Locomotion/LockedSolve.h"
#include "AmbientFluid/Locomotion/PointLoops.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/RigidRegistration.h"

#include <cmath>
#include <stdexcept>

namespace ambient {
namespace {

using Vector12 = AffineForm::Vector12;
using Matrix34 = Eigen::Matrix<double, 3, 4>;
using Jacobian = Eigen::Matrix<double, 12, 6>;

constexpr int kMostIterations = 60;
constexpr double kConverged = 1e-11; // of the size; Newton's steps square the error, so that rounding remains
constexpr double kAccepted = 1e-8;   // a step that rounding does not let become smaller

Vector12 flat(const Matrix34& x) {
    return x.reshaped();
}

Matrix34 affineMatrix(const Pose& pose) {
    Matrix34 x;
    x << pose.orientation.toRotationMatrix(), pose.position;
    return x;
}

/// Derivatives of X by turning and moving on the left: T_k X with the generators T_k.
Jacobian leftJacobian(const Matrix34& x) {
    Jacobian j = Jacobian::Zero();
    for (int k = 0; k < 3; ++k) {
        j.col(k) = flat(skew(Vector3::Unit(k)) * x);
        j(9 + k, 3 + k) = 1.0;
    }
    return j;
}

/// The same on the right: Y T_k.
Jacobian rightJacobian(const Matrix34& y) {
    Jacobian j = Jacobian::Zero();
    for (int k = 0; k < 3; ++k) {
        Matrix34 turned = Matrix34::Zero();
        turned.leftCols<3>() = y.leftCols<3>() * skew(Vector3::Unit(k));
        j.col(k) = flat(turned);
        j.block<3, 1>(9, 3 + k) = y.col(k);
    }
    return j;
}

Vector12 gradientOf(const AffineForm& form, const Vector12& x) {
    return 2.0 * (form.quadratic * x - form.linear);
}

/// <slope, (T_k T_l + T_l T_k)/2 X>, or <slope, X (T_k T_l + T_l T_k)/2>: the bend of the exponential map.
Matrix6 curvature(const Matrix3& turning, const Vector3& moving) {
    Matrix6 c = Matrix6::Zero();
    c.topLeftCorner<3, 3>() = 0.5 * (turning + turning.transpose()) - turning.trace() * Matrix3::Identity();
    c.topRightCorner<3, 3>() = -0.5 * skew(moving); // moving . (e_k x e_l) / 2
    c.bottomLeftCorner<3, 3>() = c.topRightCorner<3, 3>().transpose();
    return c;
}

double valueOf(const AffineForm& form, const Vector12& x) {
    return x.dot(form.quadratic * x - 2.0 * form.linear) + form.constant;
}

} // namespace

struct VariationalPair::Derivatives {
    Vector6 gradient; // about the centre of a
    Matrix6 hessian;
};

Vector6 VariationalPair::newtonStep(const Derivatives& d, const Vector6& rest, bool isFree) {
    const LockedSolve downhill(d.hessian, isFree);
    if (isFree || downhill.isSingular()) return downhill.solve(rest);
    // Turning and then moving is not moving and then turning: with an impulse the gradient changes by that as well.
    const Vector6& g = d.gradient;
    Matrix6 change = d.hessian;
    change.topLeftCorner<3, 3>() -= 0.5 * skew(g.head<3>());
    change.topRightCorner<3, 3>() -= 0.5 * skew(g.tail<3>());
    change.bottomLeftCorner<3, 3>() -= 0.5 * skew(g.tail<3>());
    return change.partialPivLu().solve(rest);
}

Pose registrationOf(const ShapeMetric& metric, const Shape& a, const Shape& b) {
    RegistrationSums sums(placeOf(a.points), placeOf(b.points));
    metric.addRegistration(a, b.points, sums);
    return sums.solve();
}

VariationalPair::VariationalPair(const ShapeMetric& metric, const Shape& a, const Shape& b)
    : m_centreOfA(placeOf(a.points)), m_centreOfB(placeOf(b.points)) {
    m_a = metric.affineForm(a, b.points, {m_centreOfA, m_centreOfB});
    m_b = metric.affineForm(b, a.points, {m_centreOfB, m_centreOfA});
    RegistrationSums pairs;
    pairs.add(m_a.traces);
    const Pose centred = pairs.solve();
    m_registration = {centred.orientation, centred.position + m_centreOfA - centred.orientation * m_centreOfB};
    // The trace of M at the second moments is that of B times squared distances; at (0, 0, 0, 1) it is that of B.
    const double mass = m_a.quadratic.bottomRightCorner<3, 3>().trace() / 3.0;
    const double spread = m_a.quadratic.topLeftCorner<9, 9>().trace() / 3.0;
    m_length = mass > 0.0 && spread > 0.0 ? std::sqrt(spread / mass) : 1.0;
    m_scale = mass > 0.0 ? mass * m_length : 1.0;
}

VariationalPair::Derivatives VariationalPair::derivatives(const Pose& aFromB) const {
    const Matrix34 x = affineMatrix(aFromB), y = affineMatrix(aFromB.inverse());
    const Vector12 slopeA = gradientOf(m_a, flat(x)), slopeB = gradientOf(m_b, flat(y));
    const Jacobian ja = leftJacobian(x), jb = rightJacobian(y);
    const Eigen::Map<const Matrix34> da(slopeA.data()), db(slopeB.data());
    Derivatives d;
    d.gradient = 0.5 * (ja.transpose() * slopeA - jb.transpose() * slopeB);
    d.hessian = ja.transpose() * m_a.quadratic * ja + jb.transpose() * m_b.quadratic * jb;
    d.hessian += 0.5 * curvature(x * da.transpose(), da.col(3));
    const Matrix3 turning = y.leftCols<3>().transpose() * db.leftCols<3>();
    d.hessian += 0.5 * curvature(turning, y.leftCols<3>().transpose() * db.col(3));
    return d;
}

double VariationalPair::energy(const Pose& aFromB) const {
    return 0.5 * (valueOf(m_a, flat(affineMatrix(aFromB))) + valueOf(m_b, flat(affineMatrix(aFromB.inverse()))));
}

PairPlacement VariationalPair::solve(const Vector6& impulse, const Pose& start) const {
    // About the centre of a: the moment of the linear part changes.
    Vector6 target = 2.0 * impulse;
    target.head<3>() -= m_centreOfA.cross(Vector3(target.tail<3>()));
    const bool isFree = target.isZero(0.0);
    const auto left = [&](const Vector6& gradient) {
        const Vector6 rest = target - gradient;
        return portable::hypot(rest.head<3>().norm() / m_length, rest.tail<3>().norm());
    };
    Pose pose{start.orientation, start.position - m_centreOfA + start.orientation * m_centreOfB};
    PairPlacement result;
    Derivatives now = derivatives(pose);
    double size = 1.0;
    while (size > kConverged && result.iterations < kMostIterations) {
        const Vector6 step = newtonStep(now, target - now.gradient, isFree);
        const double allowed = isFree ? energy(pose) + 1e-13 * (m_a.constant + m_b.constant)
                                      : left(now.gradient) * (1.0 + 1e-9) + 1e-13 * m_scale;
        double fraction = 1.0;
        for (;; fraction *= 0.5) {
            const Pose next = expSE3(Twist(step), fraction) * pose;
            const Derivatives there = derivatives(next);
            const bool isBetter = (isFree ? energy(next) : left(there.gradient)) <= allowed;
            if (!isBetter && fraction > 1e-6) continue;
            pose = next;
            now = there;
            break;
        }
        size = portable::hypot(step.head<3>().norm(), step.tail<3>().norm() / m_length);
        ++result.iterations;
    }
    result.residual = left(now.gradient) / m_scale;
    if (!(size < kAccepted) || !(result.residual < kAccepted))
        throw std::runtime_error("the variational step has no solution: it turns or moves too far in one frame");
    result.aFromB = {pose.orientation, pose.position + m_centreOfA - pose.orientation * m_centreOfB};
    return result;
}

} // namespace ambient
