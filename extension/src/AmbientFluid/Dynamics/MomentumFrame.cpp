// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/MomentumFrame.h"

#include "AmbientFluid/Dynamics/LeftFluid.h"

namespace ambient {
namespace {

/// K (0, velocity), world axes.
Momentum carried(const Evaluation& at, const Vector3& velocity) {
    const Quaternion& q = at.worldFromBody().orientation;
    return rotated(q, at.inertia().inertia * Twist(Vector3::Zero(), q.conjugate() * velocity));
}

/// Added mass of the whole surface per density, about the centre of mass, body axes.
Matrix6 wholePerDensity(const KirchhoffMotion& motion, const Evaluation& at) {
    const Pose meshFromBody = motion.body().bodyFromMesh.inverse();
    return at.fluid().surface->addedMassPerDensity().changeFrame(meshFromBody).matrix();
}

} // namespace

Momentum toFrame(const Evaluation& at, const Momentum& inMedium, const Vector3& frameVelocity) {
    const Vector3 wind = at.medium().velocity - frameVelocity;
    return wind.isZero(0.0) ? inMedium : inMedium + carried(at, wind);
}

Momentum fromFrame(const Evaluation& at, const Momentum& inFrame, const Vector3& frameVelocity) {
    const Vector3 wind = at.medium().velocity - frameVelocity;
    return wind.isZero(0.0) ? inFrame : inFrame - carried(at, wind);
}

Momentum momentumInMedium(const KirchhoffMotion& motion, const Evaluation& at, const FluidBodyState& state) {
    return motion.fluid().isUniform() ? state.momentum : fromFrame(at, state.momentum, state.frameVelocity);
}

void settle(const KirchhoffMotion& motion, const Evaluation& at, FluidBodyState& state) {
    if (motion.fluid().isUniform()) return;
    state.momentum = fromFrame(at, state.momentum, state.frameVelocity);
    state.frameVelocity = at.medium().velocity;
}

Vector6 rateInFrame(const CarriedColumns& carried, const Vector6& ofChange, const Twist& twist, const Vector3& linear,
                    const Vector3& wind) {
    const Vector3 &w = twist.angular, &v = twist.linear;
    const Vector6 moved = carried * wind;
    const Vector3 ofAngular = moved.head<3>(), ofLinear = moved.tail<3>();
    Vector6 rate;
    rate << w.cross(ofAngular), w.cross(ofLinear);
    rate += ofChange - carried * w.cross(wind);
    rate.head<3>() += linear.cross(v) - (linear + ofLinear).cross(v + wind);
    return rate;
}

bool sumDensityExchange(const FaceDensities& before, Immersion& at, const Quaternion& bodyFromMesh,
                        const Vector3& frameVelocity, FaceExchange& sum) {
    sum = FaceExchange();
    if (before.empty()) return false;
    const Quaternion meshFromWorld = (at.worldFromBody.orientation * bodyFromMesh).conjugate();
    bool isAny = false;
    for (int i = 0; i < at.partCount; ++i) {
        if (!findDensityChange(before, at, i, at.buffers.weights)) continue;
        const ImmersedPart& part = at.part(i);
        const ExchangeMotion flow{meshFromWorld * (part.medium.velocity - frameVelocity),
                                  part.varies ? &part.faces : nullptr, at.shapeRates()};
        sum.add(sumExchange(at.surface->faceTable(), at.buffers.weights, flow));
        isAny = true;
    }
    return isAny;
}

SubstepFrame::SubstepFrame(const KirchhoffMotion& motion, const Evaluation& at, FaceDensities& densities)
    : m_motion(motion), m_densities(densities) {
    restart(at);
}

void SubstepFrame::restart(const Evaluation& at) {
    if (m_motion.fluid().isUniform()) return;
    m_velocity = at.medium().velocity;
    m_time = at.time();
    m_densities.clear();
    if (m_motion.fluid().hasVaryingDensity()) m_densities.take(at.fluid());
    if (m_motion.body().deformation) m_wholePerDensity = wholePerDensity(m_motion, at);
}

Momentum SubstepFrame::exchanged(Evaluation& at, const Momentum& inFrame) const {
    FaceExchange sum;
    const Quaternion& bodyFromMesh = m_motion.body().bodyFromMesh.orientation;
    return sumDensityExchange(m_densities, at.fluid(), bodyFromMesh, m_velocity, sum)
               ? afterExchange(m_motion, at, sum, inFrame)
               : inFrame;
}

Wrench SubstepFrame::load(Evaluation& at, const Loads& loads) const {
    const Vector3 inWorld = loads.mediumVelocity - m_velocity;
    if (m_motion.fluid().isUniform() || inWorld.isZero(0.0)) return {};
    const Quaternion& q = at.worldFromBody().orientation;
    const Vector3 wind = q.conjugate() * inWorld;
    const Matrix6& inertia = at.inertia().inertia.matrix();
    const double elapsed = at.time() - m_time;
    Vector6 ofChange = m_motion.fluid().surfaceRate(at.fluid(), loads.twist, wind).vector();
    if (m_motion.body().deformation && elapsed > 0.0) // the mean rate since the start, which is second order
        ofChange +=
            at.medium().density / elapsed * ((wholePerDensity(m_motion, at) - m_wholePerDensity).rightCols<3>() * wind);
    Vector6 rate = rateInFrame(inertia.rightCols<3>(), ofChange, loads.twist, loads.momentum.linear, wind);
    if (m_motion.lockedAxes().any()) // their equations are about the centre of mass
        rate.head<3>() -=
            loads.momentum.linear.cross(loads.twist.linear) -
            (loads.momentum.linear + inertia.bottomRightCorner<3, 3>() * wind).cross(loads.twist.linear + wind);
    return rotated(q, Wrench(rate));
}

} // namespace ambient
