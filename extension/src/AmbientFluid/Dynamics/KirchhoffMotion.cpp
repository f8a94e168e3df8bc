// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"

#include "AmbientFluid/Math/SpatialPair.h"

#include <stdexcept>
#include <utility>

namespace ambient {

KirchhoffMotion::KirchhoffMotion(FluidBody body, std::shared_ptr<const FluidMedium> medium, ForceSet forces,
                                 Vector3 gravity)
    : m_body(std::move(body)), m_fluid(m_body, std::move(medium), std::move(forces)), m_gravity(std::move(gravity)) {
    const SpatialInertia& inertia = m_body.bodyInertia;
    if (!inertia.matrix().allFinite()) throw std::invalid_argument("KirchhoffMotion: the body's inertia is not finite");
    if (!(inertia.smallestEigenvalue(m_body.model->length()) > 0.0))
        throw std::invalid_argument("KirchhoffMotion: the body's mass and inertia must be positive definite");
    if (m_fluid.isConstant()) m_constant = MomentumMap(inertia + m_fluid.constantAddedMass());
}

void KirchhoffMotion::setModel(std::shared_ptr<const FluidBodyModel> model) {
    m_body.model = model;
    m_fluid.setModel(std::move(model));
}

void KirchhoffMotion::evaluate(const Pose& worldFromBody, double time, Evaluation& at) const {
    evaluate(worldFromBody, time, at, true);
}

void KirchhoffMotion::evaluateInertia(const Pose& worldFromBody, double time, Evaluation& at) const {
    evaluate(worldFromBody, time, at, false);
}

void KirchhoffMotion::evaluate(const Pose& worldFromBody, double time, Evaluation& at, bool needsForces) const {
    at.clear(); // stays so if a user's medium throws
    m_fluid.evaluate(worldFromBody, time, at.m_fluid, needsForces);
    const Immersion& fluid = at.m_fluid;
    if (m_fluid.isConstant()) {
        at.m_inertia = &m_constant;
        return;
    }
    if (m_body.deformation)
        at.m_varying =
            MomentumMap(fluid.shape->bodyInertia + fluid.addedMass, fluid.shape->bodyMomentum + fluid.shapeMomentum);
    else
        at.m_varying = MomentumMap(m_body.bodyInertia + fluid.addedMass);
    at.m_inertia = &at.m_varying;
}

Twist KirchhoffMotion::relativeTwist(const Evaluation& at, const Momentum& momentum) const {
    const Quaternion bodyFromWorld = at.worldFromBody().orientation.conjugate();
    if (m_lockedAxes.any()) return rotated(bodyFromWorld, constrainedTwist(at, momentum));
    return at.inertia().twistOf(rotated(bodyFromWorld, momentum));
}

Twist KirchhoffMotion::constrainedTwist(const Evaluation& at, const Momentum& momentum) const {
    const Pose bodyFromWorld{at.worldFromBody().orientation.conjugate(), Vector3::Zero()};
    const Matrix6 inertia = at.inertia().inertia.changeFrame(bodyFromWorld).matrix();
    Vector6 medium = Vector6::Zero();
    medium.tail<3>() = at.medium().velocity;
    Matrix6 free = inertia;
    const Momentum shape = rotated(at.worldFromBody().orientation, at.inertia().shapeMomentum).as<Momentum>();
    Vector6 absolute = (momentum - shape).vector() + inertia * medium;
    for (int k = 0; k < 6; ++k) {
        if (!(k < 3 ? m_lockedAxes.angular[k] : m_lockedAxes.linear[k - 3])) continue;
        isolate(free, k);
        absolute(k) = 0.0;
    }
    return Twist(Vector6(free.llt().solve(absolute) - medium));
}

Loads KirchhoffMotion::loads(Evaluation& at, const Momentum& momentum, const Wrench& userWrench,
                             const Twist* ofForces) const {
    Loads sum;
    const Quaternion& worldFromBody = at.worldFromBody().orientation;
    const SpatialPair inBody = rotated(worldFromBody.conjugate(), SpatialPair::of(momentum));
    sum.momentum = inBody.as<Momentum>();
    sum.twist = m_lockedAxes.any() ? relativeTwist(at, momentum) : at.inertia().twistOf(inBody).as<Twist>();
    sum.mediumVelocity = at.medium().velocity;
    sum.other = userWrench;
    m_fluid.addLoads(at.fluid(), sum.twist, ofForces ? *ofForces : sum.twist, m_gravity, sum);
    sum.other.linear += m_body.mass() * (m_gravity - sum.frameAcceleration);
    return sum;
}

} // namespace ambient
