// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/VariationalEuler.h"

#include "AmbientFluid/Dynamics/FirstOrderSteps.h"
#include "AmbientFluid/Dynamics/MomentumFrame.h"

#include <cmath>

namespace ambient {
namespace {

constexpr int kMostHalvings = 6;
constexpr int kMaxIterations = 30;
constexpr double kSettled = 2e-15;    ///< change of the twist that ends the iteration, relative
constexpr double kAcceptable = 1e-11; ///< the same after the last iteration, which rounding of the loads may disturb

/// The equation of one step. Twists in body axes, lengths in units of the body's in all norms.
class StepEquation {
  public:
    /// All arguments are kept by reference.
    StepEquation(const KirchhoffMotion& motion, Evaluation& at, const FluidBodyState& s, double h, const Wrench& user,
                 int& evaluations)
        : m_motion(motion), m_at(at), m_h(h), m_user(user), m_evaluations(evaluations),
          m_start(rotated(s.worldFromBody.orientation.conjugate(), s.momentum)) {
        m_unit << Vector3::Constant(m_motion.body().model->length()), Vector3::Ones();
    }

    /// Solves for the twist of the step. \param load of the solution, world axes \returns false without convergence
    bool solve(Twist& twist, Wrench& load) {
        Vector6 y = m_at.inertia().twistOf(m_start).vector();
        Wrench now = loadAt(y);
        const Matrix6 ofLoad = loadDerivative(y, now);
        for (int i = 0; i < kMaxIterations; ++i) {
            const Matrix6 derivative = momentumDerivative(y) - m_h * ofLoad;
            const Vector6 change = derivative.partialPivLu().solve(residual(y, now));
            y -= change;
            now = loadAt(y);
            const double moved = sizeOf(change), size = sizeOf(y);
            if (!std::isfinite(moved)) return false;
            const bool isLast = i + 1 == kMaxIterations;
            if (moved > (isLast ? kAcceptable : kSettled) * size && moved > 0.0) continue;
            twist = Twist(y);
            load = now;
            return true;
        }
        return false;
    }

  private:
    double sizeOf(const Vector6& twist) const { return m_unit.cwiseProduct(twist).norm(); }

    Wrench loadAt(const Vector6& y) {
        ++m_evaluations;
        const Momentum inBody = m_at.inertia().momentumOf(Twist(y));
        return m_motion.loads(m_at, rotated(m_at.worldFromBody().orientation, inBody), m_user).total();
    }

    Vector6 residual(const Vector6& y, const Wrench& load) const {
        const Momentum end = cayleyTransported(Twist(Vector6(m_h * y)), m_at.inertia().momentumOf(Twist(y)));
        const Wrench inBody = rotated(m_at.worldFromBody().orientation.conjugate(), load);
        return (end - m_start).vector() - m_h * inBody.vector();
    }

    /// Derivative of the loads in body axes by differences.
    Matrix6 loadDerivative(const Vector6& y, const Wrench& now) {
        constexpr double share = 1e-6;
        const Quaternion bodyFromWorld = m_at.worldFromBody().orientation.conjugate();
        const double speed = std::max(sizeOf(y), 1e-6 * m_motion.body().model->length() / m_h);
        Matrix6 derivative;
        for (int k = 0; k < 6; ++k) {
            const double step = share * speed / m_unit[k];
            Vector6 other = y;
            other[k] += step;
            const Wrench change = loadAt(other) - now;
            derivative.col(k) = rotated(bodyFromWorld, change).vector() / step;
        }
        return derivative;
    }

    /// Derivative of the transported momentum.
    Matrix6 momentumDerivative(const Vector6& y) const {
        const Vector3 w = m_h * y.head<3>(), v = m_h * y.tail<3>();
        const Momentum mu = m_at.inertia().momentumOf(Twist(y));
        const Vector3 &l = mu.angular, &p = mu.linear;
        Matrix6 transport = Matrix6::Identity(), ofTwist = Matrix6::Zero();
        transport.topLeftCorner<3, 3>() += 0.5 * skew(w) + 0.25 * w * w.transpose();
        transport.topRightCorner<3, 3>() = 0.5 * skew(v) + 0.25 * skew(v) * skew(w);
        transport.bottomRightCorner<3, 3>() += 0.5 * skew(w);
        ofTwist.topLeftCorner<3, 3>() = -0.5 * skew(l) - 0.25 * skew(v) * skew(p) + 0.25 * w * l.transpose();
        ofTwist.topLeftCorner<3, 3>().diagonal().array() += 0.25 * w.dot(l);
        ofTwist.topRightCorner<3, 3>() = -0.5 * skew(p) - 0.25 * skew(w.cross(p));
        ofTwist.bottomLeftCorner<3, 3>() = -0.5 * skew(p);
        return transport * m_at.inertia().inertia.matrix() + m_h * ofTwist;
    }

    const KirchhoffMotion& m_motion;
    Evaluation& m_at;
    double m_h;
    const Wrench& m_user;
    int& m_evaluations;
    Momentum m_start; ///< body axes
    Vector6 m_unit;
};

/// The faces may have come into fluid of another density at the end of a step.
void exchange(const KirchhoffMotion& motion, FluidBodyState& end, double time, MotionBuffers& buffers) {
    if (!motion.fluid().hasVaryingDensity()) return;
    const SubstepFrame frame(motion, buffers.now, buffers.densities);
    motion.evaluate(end.worldFromBody, time, buffers.next);
    end.momentum = frame.exchanged(buffers.next, end.momentum);
}

} // namespace

Pose matrixCayley(const Twist& xi) {
    const Vector3 half = 0.5 * xi.angular;
    const Quaternion rotation = Quaternion(1.0, half.x(), half.y(), half.z()).normalized();
    const Vector3& v = xi.linear;
    return {rotation, (v + half.cross(v) + half * half.dot(v)) / (1.0 + half.squaredNorm())};
}

Momentum cayleyTransported(const Twist& xi, const Momentum& momentum) {
    const Vector3 &w = xi.angular, &v = xi.linear, &l = momentum.angular, &p = momentum.linear;
    const Vector3 turned = w.cross(p);
    return {l + 0.5 * (w.cross(l) + v.cross(p)) + 0.25 * (w * w.dot(l) + v.cross(turned)), p + 0.5 * turned};
}

FluidBodyState variationalEulerStep(const KirchhoffMotion& motion, const FluidBodyState& s, double h,
                                    const Wrench& user, int& evaluations, MotionBuffers& buffers) {
    if (motion.lockedAxes().any()) { // a discrete action without reactions does not admit constraints
        ++evaluations;
        return symplecticEulerStep(motion, s, h, user, buffers);
    }
    FluidBodyState now = s;
    double remaining = h, step = h;
    while (remaining > 0.0) {
        if (remaining < h) motion.evaluate(now.worldFromBody, now.time, buffers.now);
        settle(motion, buffers.now, now);
        const bool last = step >= remaining;
        const double part = last ? remaining : step;
        Twist twist;
        Wrench load;
        if (StepEquation(motion, buffers.now, now, part, user, evaluations).solve(twist, load)) {
            const Pose motionInBody = matrixCayley(part * twist);
            const Vector3 shift = now.worldFromBody.orientation * motionInBody.position;
            now.momentum += impulse(load, part);
            now.momentum.angular -= shift.cross(now.momentum.linear);
            now.worldFromBody.position += shift + part * buffers.now.medium().velocity;
            now.worldFromBody.orientation = (now.worldFromBody.orientation * motionInBody.orientation).normalized();
            exchange(motion, now, s.time + (h - remaining) + part, buffers);
        } else if (part > std::ldexp(h, -kMostHalvings)) {
            step = 0.5 * part;
            continue;
        } else {
            ++evaluations;
            now = dampedStep(motion, now, part, user, buffers);
        }
        remaining = last ? 0.0 : remaining - part;
        now.time = s.time + (h - remaining);
    }
    now.time = s.time + h;
    return now;
}

} // namespace ambient
