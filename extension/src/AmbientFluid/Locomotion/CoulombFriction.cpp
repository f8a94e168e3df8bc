// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/CoulombFriction.h"

#include "AmbientFluid/Locomotion/LockedSolve.h"
#include "AmbientFluid/Math/RigidRegistration.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr int kMostSteps = 200;
constexpr double kSmallStep = 1e-11; ///< of Newton's method, relative to the scale of the speed

/// A piece of a curve that slides.
struct Slider {
    Vector3 place, velocity, along; ///< `along` is unit, from head to tail
    double length;
};

std::vector<Slider> slidersOf(const Shape& shape, const PointColumns& velocity) {
    std::vector<Slider> sliders;
    const double offset = 0.5 / std::sqrt(3.0);
    for (const auto& [a, b] : shape.topology.edges) {
        const Vector3 xa = shape.points.col(a), edge = shape.points.col(b) - xa;
        const Vector3 ua = velocity.col(a), change = velocity.col(b) - ua;
        const double length = edge.norm();
        for (const double s : {0.5 - offset, 0.5 + offset}) {
            const double weight = shape.weight ? (1.0 - s) * (*shape.weight)[a] + s * (*shape.weight)[b] : 1.0;
            sliders.push_back({xa + s * edge, ua + s * change, edge / length, 0.5 * length * weight});
        }
    }
    return sliders;
}

Vector3 velocityOf(const Slider& slider, const Vector6& twist) {
    return slider.velocity + Vector3(twist.head<3>()).cross(slider.place) + twist.tail<3>();
}

/// The potential of friction at a twist, and its derivatives for Newton's method.
class Potential {
  public:
    Potential(const std::vector<Slider>& sliders, const CoulombCoefficients& coefficients, double smallSpeed)
        : m_sliders(sliders), m_mu(coefficients), m_smallSpeed(smallSpeed) {}

    double valueAt(const Vector6& twist) const {
        double sum = 0.0;
        for (const Slider& slider : m_sliders) {
            const Vector3 u = velocityOf(slider, twist);
            sum += slider.length * rootOf(u, frictionOf(slider, u));
        }
        return sum;
    }

    /// \param derivative receives the first derivative, `curvature` the second
    void differentiate(const Vector6& twist, Vector6& derivative, Matrix6& curvature) const {
        derivative.setZero();
        curvature.setZero();
        for (const Slider& slider : m_sliders) {
            const Vector3 u = velocityOf(slider, twist);
            const Matrix3 friction = frictionOf(slider, u);
            const Vector3 force = friction * u;
            const double root = rootOf(u, friction);
            const Eigen::Matrix<double, 3, 6> jacobian = jacobianOf(slider);
            derivative += slider.length / root * jacobian.transpose() * force;
            curvature += slider.length / root * jacobian.transpose() *
                         (friction - force * force.transpose() / (root * root)) * jacobian;
        }
    }

    /// Tensors of the viscous friction that has the same forces at a twist.
    ShapeReduction secantAt(const Vector6& twist) const {
        ShapeReduction r;
        for (const Slider& slider : m_sliders) {
            const Vector3 u = velocityOf(slider, twist);
            const Matrix3 friction = slider.length * frictionOf(slider, u);
            const double root = rootOf(u, frictionOf(slider, u));
            const Eigen::Matrix<double, 3, 6> jacobian = jacobianOf(slider);
            r.locked += jacobian.transpose() * (friction / root) * jacobian;
            r.momentum += jacobian.transpose() * (friction / root) * slider.velocity;
        }
        r.locked = 0.5 * (r.locked + r.locked.transpose()).eval();
        return r;
    }

  private:
    static Eigen::Matrix<double, 3, 6> jacobianOf(const Slider& slider) {
        Eigen::Matrix<double, 3, 6> jacobian;
        jacobian << -skew(slider.place), Matrix3::Identity();
        return jacobian;
    }
    /// Squares of the coefficients at a velocity.
    Matrix3 frictionOf(const Slider& slider, const Vector3& u) const {
        const double along = slider.along.dot(u) > 0.0 ? m_mu.backward : m_mu.forward;
        return m_mu.across * m_mu.across * Matrix3::Identity() +
               (along * along - m_mu.across * m_mu.across) * slider.along * slider.along.transpose();
    }
    double rootOf(const Vector3& u, const Matrix3& friction) const {
        return std::sqrt(u.dot(friction * u) + m_smallSpeed * m_smallSpeed);
    }

    const std::vector<Slider>& m_sliders;
    CoulombCoefficients m_mu;
    double m_smallSpeed;
};

bool isCoefficient(double mu) {
    return mu >= 0.0 && std::isfinite(mu);
}

} // namespace

CoulombFriction::CoulombFriction(const CoulombCoefficients& coefficients, double smoothing)
    : m_coefficients(coefficients), m_smoothing(smoothing), m_viscous(1.0) {
    const auto& [forward, backward, across] = coefficients;
    if (!isCoefficient(forward) || !isCoefficient(backward) || !isCoefficient(across) ||
        int(forward > 0.0) + int(backward > 0.0) + int(across > 0.0) < 2)
        throw std::invalid_argument("Coulomb friction: the coefficients " + std::to_string(forward) + ", " +
                                    std::to_string(backward) + ", " + std::to_string(across) +
                                    " must not be negative, and at most one may be zero");
    if (!(smoothing >= 1e-6 && smoothing <= 1.0))
        throw std::invalid_argument("Coulomb friction: the smoothing " + std::to_string(smoothing) +
                                    " is not in [1e-6, 1]");
}

ShapeReduction CoulombFriction::reduce(const Shape& shape, const PointColumns& velocity) const {
    const ShapeReduction viscous = m_viscous.reduce(shape, velocity);
    Vector6 twist = LockedSolve(viscous.locked).solve(-viscous.momentum);
    const std::vector<Slider> sliders = slidersOf(shape, velocity);
    double squares = 0.0, length = 0.0;
    for (const Slider& slider : sliders) {
        squares += slider.length * velocityOf(slider, twist).squaredNorm();
        length += slider.length;
    }
    const double speed = std::sqrt(squares / length);
    if (!(speed > 0.0)) { // at rest: nothing slides
        const Potential atRest(sliders, m_coefficients, 1.0);
        return atRest.secantAt(twist);
    }
    const double most = std::max({m_coefficients.forward, m_coefficients.backward, m_coefficients.across});
    const Potential potential(sliders, m_coefficients, m_smoothing * most * speed);
    double value = potential.valueAt(twist);
    Vector6 derivative;
    Matrix6 curvature;
    for (int i = 0; i < kMostSteps; ++i) {
        potential.differentiate(twist, derivative, curvature);
        const Vector6 step = LockedSolve(curvature).solve(-derivative);
        const double slope = derivative.dot(step);
        double share = 1.0, next = potential.valueAt(twist + step);
        // The potential is convex: a short enough step goes down, until rounding hides it.
        while (next > value + 1e-4 * share * slope && share > 1e-12) {
            share *= 0.5;
            next = potential.valueAt(twist + share * step);
        }
        if (next > value) break;
        twist += share * step;
        value = next;
        if (share == 1.0 && std::sqrt(-slope / (most * length * speed)) < kSmallStep) break;
    }
    return potential.secantAt(twist);
}

AffineForm CoulombFriction::affineForm(const Shape&, const PointColumns&, const FormOrigins&) const {
    throw std::logic_error("Coulomb friction is no quadratic form");
}

void CoulombFriction::addRegistration(const Shape& shape, const PointColumns& other, RegistrationSums& sums) const {
    m_viscous.addRegistration(shape, other, sums);
}

} // namespace ambient
