// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/KirchhoffEquations.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace ambient {
namespace {

void requireValid(const FluidBody& body, const ForceSet& forces) {
    if (!body.model) throw std::invalid_argument("KirchhoffEquations: the body has no model");
    if (!body.bodyInertia.matrix().allFinite() || !body.bodyFromMesh.isFinite())
        throw std::invalid_argument("KirchhoffEquations: the body's inertia or placement is not finite");
    if (!(body.bodyInertia.smallestEigenvalue(body.model->length()) > 0.0))
        throw std::invalid_argument("KirchhoffEquations: the body's mass and inertia must be positive definite");
    if (forces.size() > KirchhoffEquations::kMaxTerms)
        throw std::invalid_argument("KirchhoffEquations: at most " + std::to_string(KirchhoffEquations::kMaxTerms) +
                                    " forces in a set, got " + std::to_string(forces.size()));
}

} // namespace

KirchhoffEquations::KirchhoffEquations(FluidBody body, std::shared_ptr<const FluidMedium> medium, ForceSet forces,
                                       Vector3 gravity)
    : m_body(std::move(body)), m_medium(std::move(medium)), m_forces(std::move(forces)), m_gravity(std::move(gravity)) {
    requireValid(m_body, m_forces);
    m_meshFromBody = m_body.bodyFromMesh.inverse();
    const MediumSample atOrigin = mediumAt(Pose(), 0.0);
    requireValid(atOrigin);
    setFluidDensity(atOrigin.density);
}

void KirchhoffEquations::setFluidDensity(double density) {
    m_totalInertia = m_body.bodyInertia + m_body.addedMass(density);
    m_inverseInertia = m_totalInertia.matrix().llt().solve(Matrix6::Identity());
}

MediumSample KirchhoffEquations::mediumAt(const Pose& worldFromBody, double time) const {
    if (!m_medium) return {};
    return m_medium->sample(worldFromBody * (m_body.bodyFromMesh * m_body.model->centerOfVolume()), time);
}

Twist KirchhoffEquations::relativeTwistInBody(const FluidBodyState& state) const {
    if (m_lockedAxes.any())
        return rotated(state.worldFromBody.orientation.conjugate(), constrainedRelativeTwist(state));
    const Momentum inBody = rotated(state.worldFromBody.orientation.conjugate(), state.momentum);
    return Twist(Vector6(m_inverseInertia * inBody.vector()));
}

Twist KirchhoffEquations::constrainedRelativeTwist(const FluidBodyState& state) const {
    const Pose bodyFromWorld{state.worldFromBody.orientation.conjugate(), Vector3::Zero()};
    const Matrix6 inertia = m_totalInertia.changeFrame(bodyFromWorld).matrix();
    Vector6 medium = Vector6::Zero();
    medium.tail<3>() = mediumAt(state.worldFromBody, state.time).velocity;
    Matrix6 free = inertia;
    Vector6 momentum = state.momentum.vector() + inertia * medium;
    for (int k = 0; k < 6; ++k) {
        if (!(k < 3 ? m_lockedAxes.angular[k] : m_lockedAxes.linear[k - 3])) continue;
        isolate(free, k);
        momentum(k) = 0.0;
    }
    return Twist(Vector6(free.llt().solve(momentum) - medium));
}

Momentum KirchhoffEquations::admissibleMomentum(const FluidBodyState& state) const {
    if (!m_lockedAxes.any()) return state.momentum;
    return rotated(state.worldFromBody.orientation, m_totalInertia * relativeTwistInBody(state));
}

Twist KirchhoffEquations::twistInWorld(const FluidBodyState& state) const {
    Twist twist = rotated(state.worldFromBody.orientation, relativeTwistInBody(state));
    twist.linear += mediumAt(state.worldFromBody, state.time).velocity;
    return twist;
}

Momentum KirchhoffEquations::momentumOf(const Pose& worldFromBody, const Twist& twistInWorld, double time) const {
    Twist relative = twistInWorld;
    relative.linear -= mediumAt(worldFromBody, time).velocity;
    const Quaternion& q = worldFromBody.orientation;
    return rotated(q, m_totalInertia * rotated(q.conjugate(), relative));
}

FluidBodyState KirchhoffEquations::makeState(const Pose& worldFromBody, const Twist& twistInWorld, double time) const {
    FluidBodyState state;
    state.worldFromBody = worldFromBody;
    state.momentum = momentumOf(worldFromBody, twistInWorld, time);
    state.time = time;
    return state;
}

double KirchhoffEquations::kineticEnergy(const FluidBodyState& state) const {
    return m_totalInertia.energy(relativeTwistInBody(state));
}

RelativeFlow KirchhoffEquations::relativeFlow(const FluidBodyState& state, const MediumSample& medium,
                                              const Twist& relative) const {
    RelativeFlow flow;
    flow.twist = changeFrame(relative, m_body.bodyFromMesh);
    flow.density = medium.density;
    flow.dynamicViscosity = medium.dynamicViscosity;
    const Quaternion meshFromWorld = m_meshFromBody.orientation * state.worldFromBody.orientation.conjugate();
    flow.effectiveGravity = meshFromWorld * (m_gravity - medium.acceleration);
    return flow;
}

Loads KirchhoffEquations::loads(const FluidBodyState& state, const Wrench& userWrench) const {
    const MediumSample medium = mediumAt(state.worldFromBody, state.time);
    const Vector3 weight = m_body.mass() * (m_gravity - medium.acceleration);
    Loads sum;
    sum.other = userWrench + Wrench(Vector3::Zero(), weight);
    if (medium.density > 0.0) {
        const RelativeFlow flow = relativeFlow(state, medium, relativeTwistInBody(state));
        const ForceSum forces = m_forces.evaluate(*m_body.model, flow);
        sum.other += wrenchInWorld(state, forces.other);
        sum.dissipative = wrenchInWorld(state, forces.dissipative);
    }
    return sum;
}

Wrench KirchhoffEquations::wrenchInWorld(const FluidBodyState& state, const Wrench& inMesh) const {
    return rotated(state.worldFromBody.orientation, changeFrame(m_body.bodyFromMesh, inMesh));
}

void KirchhoffEquations::termWrenches(const FluidBodyState& state, Wrench* terms) const {
    const MediumSample medium = mediumAt(state.worldFromBody, state.time);
    const RelativeFlow flow = relativeFlow(state, medium, relativeTwistInBody(state));
    m_forces.evaluate(*m_body.model, flow, terms);
    for (int i = 0; i < m_forces.size(); ++i)
        terms[i] = wrenchInWorld(state, terms[i]);
}

} // namespace ambient
