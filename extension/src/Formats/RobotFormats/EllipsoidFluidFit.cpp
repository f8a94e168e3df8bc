// SPDX-License-Identifier: Zlib
#include "RobotFormats/EllipsoidFluidFit.h"

#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/ForceModel.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/PotentialFlow/AnalyticAddedMass.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ambient {
namespace {

constexpr int kDirections = 200;

/// Evenly spread unit vectors: a spiral on the sphere by the golden angle.
Vector3 direction(int index) {
    const double z = 1.0 - (2.0 * index + 1.0) / kDirections;
    const double turn = kPi * (3.0 - std::sqrt(5.0)) * index;
    const double r = std::sqrt(1.0 - z * z);
    return {r * std::cos(turn), r * std::sin(turn), z};
}

/// Areas of the ellipsoid and lift for a direction of motion.
struct Projection {
    double area = 0.0;               ///< projected area perpendicular to the motion [m^2]
    double largest = 0.0;            ///< pi times the two larger semi-axes [m^2]
    Vector3 kutta = Vector3::Zero(); ///< force of unit Kutta coefficient, density 1 [N]
};

Projection projectionOf(const Vector3& axes, const Vector3& velocity) {
    const Vector3 sections(axes.y() * axes.z(), axes.z() * axes.x(), axes.x() * axes.y());
    Projection result;
    result.largest = kPi * sections.maxCoeff();
    const Vector3 normal = sections.cwiseAbs2().cwiseProduct(velocity);
    const double numerator = normal.dot(velocity), denominator = normal.squaredNorm();
    if (!(numerator > 0.0)) return result;
    result.area = kPi * std::sqrt(denominator / numerator);
    const double cosine =
        numerator / (velocity.norm() * denominator); // divided by |normal| twice, since normal is not unit
    result.kutta = cosine * result.area * normal.cross(velocity).cross(velocity);
    return result;
}

/// Largest moment of area against spin about each axis, and the largest of all [m^5].
Vector3 angularAreas(const Vector3& axes) {
    Vector3 areas;
    for (int k = 0; k < 3; ++k)
        areas[k] = 8.0 / 15.0 * kPi * axes[k] * std::pow(std::max(axes[(k + 1) % 3], axes[(k + 2) % 3]), 4);
    return areas;
}

double largestAngularArea(const Vector3& axes) {
    Vector3 sorted = axes;
    std::sort(sorted.data(), sorted.data() + 3);
    return 8.0 / 15.0 * kPi * sorted[1] * std::pow(sorted[2], 4);
}

/// Default forces in the frame of the ellipsoid: about its centre, density 1, without friction.
class BodyForces {
  public:
    BodyForces(const FluidBodyModel& model, const Pose& meshFromCenter)
        : m_model(model), m_meshFromCenter(meshFromCenter), m_forces(ForceSet::surfacePressure()) {}

    Wrench at(const Twist& twist) const {
        RelativeFlow flow;
        flow.density = 1.0;
        flow.twist = changeFrame(twist, m_meshFromCenter.inverse());
        return changeFrame(m_meshFromCenter.inverse(), m_forces.evaluate(m_model, flow).dissipative);
    }

  private:
    const FluidBodyModel& m_model;
    Pose m_meshFromCenter;
    ForceSet m_forces;
};

/// Least-squares problem in three unknowns, |A c - b|^2 = c . N c - 2 c . r + s.
struct LeastSquares {
    Matrix3 normal = Matrix3::Zero(); ///< N = A^T A
    Vector3 right = Vector3::Zero();  ///< r = A^T b
    double square = 0.0;              ///< s = b^T b

    /// Adds three rows.
    void add(const Matrix3& rows, const Vector3& values) {
        normal += rows.transpose() * rows;
        right += rows.transpose() * values;
        square += values.squaredNorm();
    }
    double rest(const Vector3& c) const { return std::max(0.0, c.dot(normal * c) - 2.0 * c.dot(right) + square); }
};

/// Non-negative solution: the best of the 2^3 subsets of unknowns whose solution is non-negative.
/// Dependent columns (a sphere has no slender side) give the solution of minimum norm.
Vector3 nonNegative(const LeastSquares& problem) {
    Vector3 best = Vector3::Zero();
    double least = problem.square;
    for (int used = 1; used < 8; ++used) {
        const Vector3 mask(used & 1, (used >> 1) & 1, (used >> 2) & 1);
        const Eigen::SelfAdjointEigenSolver<Matrix3> part(mask.asDiagonal() * problem.normal * mask.asDiagonal());
        const Vector3& values = part.eigenvalues();
        Vector3 modes = part.eigenvectors().transpose() * mask.cwiseProduct(problem.right);
        for (int k = 0; k < 3; ++k)
            modes[k] = values[k] > 1e-12 * values[2] ? modes[k] / values[k] : 0.0;
        const Vector3 solution = part.eigenvectors() * modes;
        const double rest = problem.rest(solution);
        if (solution.minCoeff() >= -1e-12 && rest < least * (1.0 - 1e-9)) {
            best = solution.cwiseMax(0.0);
            least = rest;
        }
    }
    return best;
}

double relativeRoot(double squares, double ofSquares) {
    return ofSquares > 0.0 ? std::sqrt(squares / ofSquares) : 0.0;
}

void fitTranslation(const BodyForces& body, EllipsoidFluidFit& fit) {
    LeastSquares problem;
    for (int i = 0; i < kDirections; ++i) {
        const Vector3 v = direction(i);
        const Projection p = projectionOf(fit.semiAxes, v);
        Matrix3 rows;
        rows << -p.area * v, -(p.largest - p.area) * v, p.kutta;
        problem.add(rows, body.at({Vector3::Zero(), v}).linear);
    }
    const Vector3 c = nonNegative(problem);
    fit.coefficients.bluntDrag = c[0];
    fit.coefficients.slenderDrag = c[1];
    fit.coefficients.kuttaLift = c[2];
    fit.dragMisfit = relativeRoot(problem.rest(c), problem.square);
}

void fitRotation(const BodyForces& body, EllipsoidFluidFit& fit) {
    const Vector3 areas = angularAreas(fit.semiAxes);
    const double largest = largestAngularArea(fit.semiAxes);
    Vector3 right;
    for (int k = 0; k < 3; ++k)
        right[k] = -body.at({Vector3::Unit(k), Vector3::Zero()}).angular[k];
    const Vector3 slender = fit.coefficients.slenderDrag * (Vector3::Constant(largest) - areas);
    fit.coefficients.angularDrag = std::max(0.0, areas.dot(right - slender) / areas.squaredNorm());
    const Vector3 rest = fit.coefficients.angularDrag * areas + slender - right;
    fit.angularMisfit = relativeRoot(rest.squaredNorm(), right.squaredNorm());
}

/// Spins about and motions along the axes of the ellipsoid, at a spin parameter of 1/2.
void fitMagnus(const BodyForces& body, EllipsoidFluidFit& fit) {
    const double volume = 4.0 / 3.0 * kPi * fit.semiAxes.prod(), spin = 0.5 / std::cbrt(fit.semiAxes.prod());
    double product = 0.0, square = 0.0, target = 0.0;
    for (int k = 0; k < 3; ++k)
        for (int j = 1; j < 3; ++j) {
            const Vector3 w = spin * Vector3::Unit(k), v = Vector3::Unit((k + j) % 3);
            const Vector3 across = w.cross(v).normalized();
            const double extra = across.dot(body.at({w, v}).linear - body.at({Vector3::Zero(), v}).linear);
            const double column = volume * across.dot(w.cross(v));
            product += extra * column;
            square += column * column;
            target += extra * extra;
        }
    fit.coefficients.magnusLift = std::max(0.0, product / square);
    const double c = fit.coefficients.magnusLift;
    fit.magnusMisfit = target > 0.0 ? relativeRoot(target - 2.0 * c * product + c * c * square, target) : 0.0;
}

/// Residuals: the six diagonal entries, angular entries over length^2; all entries for the misfit.
Vector6 scaledDiagonal(const SpatialInertia& inertia, double length) {
    Vector6 diagonal = inertia.matrix().diagonal();
    diagonal.head<3>() /= length * length;
    return diagonal;
}

/// Fits the logarithms of the semi-axes by the Levenberg-Marquardt method.
Vector3 fitSemiAxes(const SpatialInertia& target, const Vector3& start, double length) {
    const Vector6 wanted = scaledDiagonal(target, length);
    const auto rest = [&](const Vector3& logs) -> Vector6 {
        const Vector3 axes = logs.array().exp();
        return (scaledDiagonal(analyticEllipsoidAddedMass(axes), length) - wanted) / wanted.norm();
    };
    Vector3 logs = start.array().log();
    Vector6 now = rest(logs);
    double damping = 1e-3;
    for (int iteration = 0; iteration < 100 && damping < 1e12; ++iteration) {
        Eigen::Matrix<double, 6, 3> slope;
        for (int k = 0; k < 3; ++k)
            slope.col(k) = (rest(logs + 1e-5 * Vector3::Unit(k)) - rest(logs - 1e-5 * Vector3::Unit(k))) / 2e-5;
        Matrix3 normal = slope.transpose() * slope;
        normal.diagonal().array() += damping * (normal.trace() + 1e-12);
        const Vector3 step = (-normal.ldlt().solve(slope.transpose() * now)).cwiseMax(-1.0).cwiseMin(1.0);
        const Vector6 next = rest(logs + step);
        const bool better = next.squaredNorm() < now.squaredNorm();
        damping *= better ? 0.2 : 10.0;
        if (!better) continue;
        logs += step;
        now = next;
        if (step.norm() < 1e-10) break;
    }
    return logs.array().exp();
}

/// Principal axes of the translational added mass, right-handed; the mesh axes if equally good.
Quaternion principalAxes(const Matrix3& translational) {
    const Matrix3 diagonal = translational.diagonal().asDiagonal();
    if ((translational - diagonal).norm() < 1e-3 * translational.norm()) return Quaternion::Identity();
    Matrix3 axes = Eigen::SelfAdjointEigenSolver<Matrix3>(translational).eigenvectors();
    if (axes.determinant() < 0.0) axes.col(0) *= -1.0;
    return Quaternion(axes).normalized();
}

} // namespace

Wrench ellipsoidFluidWrench(const Vector3& semiAxes, const EllipsoidFluidCoefficients& c, const Twist& twist) {
    const double speed = twist.linear.norm();
    const Projection p = projectionOf(semiAxes, twist.linear);
    const double volume = 4.0 / 3.0 * kPi * semiAxes.prod();
    const Vector3 areas = angularAreas(semiAxes);
    const Vector3 resisting =
        c.angularDrag * areas + c.slenderDrag * (Vector3::Constant(largestAngularArea(semiAxes)) - areas);
    Wrench wrench;
    wrench.angular = -resisting.cwiseProduct(twist.angular).norm() * twist.angular;
    wrench.linear = c.magnusLift * volume * twist.angular.cross(twist.linear) + c.kuttaLift * p.kutta -
                    speed * (c.bluntDrag * p.area + c.slenderDrag * (p.largest - p.area)) * twist.linear;
    return wrench;
}

EllipsoidFluidFit fitEllipsoidFluid(const FluidBodyModel& model) {
    EllipsoidFluidFit fit;
    fit.meshFromEllipsoid.position = model.centerOfVolume();
    const SpatialInertia atCenter = model.addedMassPerDensity().changeFrame(fit.meshFromEllipsoid);
    fit.meshFromEllipsoid.orientation = principalAxes(atCenter.matrix().bottomRightCorner<3, 3>());
    const SpatialInertia target = model.addedMassPerDensity().changeFrame(fit.meshFromEllipsoid);

    const MassProperties solid = solidMassProperties(model.mesh(), 1.0);
    const Matrix3 axes = fit.meshFromEllipsoid.orientation.toRotationMatrix();
    const Vector3 inertia = (axes.transpose() * solid.inertia * axes).diagonal();
    const Vector3 seconds = Vector3::Constant(0.5 * inertia.sum()) - inertia;
    const Vector3 start = (5.0 / solid.mass * seconds).cwiseSqrt();
    const double length = 0.5 * model.length();
    fit.semiAxes = fitSemiAxes(target, start, length);

    Vector6 scale;
    scale << Vector3::Constant(1.0 / length), Vector3::Ones();
    const auto scaled = [&](const SpatialInertia& k) -> Matrix6 {
        return scale.asDiagonal() * k.matrix() * scale.asDiagonal();
    };
    fit.addedMassMisfit =
        (scaled(analyticEllipsoidAddedMass(fit.semiAxes)) - scaled(target)).norm() / scaled(target).norm();
    const BodyForces body(model, fit.meshFromEllipsoid);
    fitTranslation(body, fit);
    fitRotation(body, fit);
    fitMagnus(body, fit);
    return fit;
}

} // namespace ambient
