// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/KirchhoffEquations.h"

#include "AmbientFluid/Dynamics/ImmersionLoads.h"
#include "AmbientFluid/Math/SpatialPair.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

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

/// An immersion with the object, pose and time that it was computed for.
struct KnownImmersion {
    long long identity = -1;
    Pose worldFromBody;
    double time = 0.0;
    Immersion immersion;
};

/// The latest immersions: an integrator's stage needs one several times, and a step returns to its start.
struct KnownImmersions {
    std::array<KnownImmersion, 4> entries;
    std::size_t next = 0;
};

bool isSame(const Pose& a, const Pose& b) {
    return a.position == b.position && a.orientation.coeffs() == b.orientation.coeffs();
}

std::atomic<long long> g_identities{0};

} // namespace

KirchhoffEquations::KirchhoffEquations(FluidBody body, std::shared_ptr<const FluidMedium> medium, ForceSet forces,
                                       Vector3 gravity)
    : m_body(std::move(body)), m_medium(std::move(medium)), m_forces(std::move(forces)), m_gravity(std::move(gravity)) {
    requireValid(m_body, m_forces);
    m_meshFromBody = m_body.bodyFromMesh.inverse();
    m_identity = ++g_identities;
    const MediumSample atOrigin = sampleAtCenter(Pose(), 0.0);
    requireValid(atOrigin);
    m_isSteady = m_medium && m_medium->isSteady();
    m_isUniform = !m_medium || (m_medium->isUniform() && !m_medium->divided());
    m_isStill = m_isUniform && (m_isSteady || !m_medium);
    m_still = atOrigin;
    m_isMeshFrame = isSame(m_body.bodyFromMesh, Pose());
    m_ownInertia = InvertibleInertia(m_body.bodyInertia + m_body.addedMass(atOrigin.density));
}

void KirchhoffEquations::setModel(std::shared_ptr<const FluidBodyModel> model) {
    m_body.model = std::move(model);
    m_identity = ++g_identities; // remembered immersions belong to the previous faces
}

const Immersion* KirchhoffEquations::immersionAt(const Pose& worldFromBody, double time) const {
    return m_medium ? &immersion(worldFromBody, time) : nullptr;
}

const Immersion& KirchhoffEquations::immersion(const Pose& worldFromBody, double time) const {
    thread_local KnownImmersions known;
    for (const KnownImmersion& entry : known.entries)
        if (entry.identity == m_identity && (m_isSteady || entry.time == time) &&
            isSame(entry.worldFromBody, worldFromBody))
            return entry.immersion;
    KnownImmersion& entry = known.entries[known.next];
    known.next = (known.next + 1) % known.entries.size();
    entry.identity = -1; // stays if a user's medium throws
    immerse(m_body, *m_medium, worldFromBody, time, entry.immersion, m_forces.isSingle());
    entry.worldFromBody = worldFromBody;
    entry.time = time;
    entry.identity = m_identity;
    return entry.immersion;
}

InvertibleInertia KirchhoffEquations::totalInertia(const Pose& worldFromBody, double time) const {
    return m_isUniform ? m_ownInertia : immersion(worldFromBody, time).total;
}

MediumSample KirchhoffEquations::sampleAtCenter(const Pose& worldFromBody, double time) const {
    if (!m_medium) return {};
    return m_medium->sample(worldFromBody * (m_body.bodyFromMesh * m_body.model->centerOfVolume()), time);
}

MediumSample KirchhoffEquations::mediumAt(const Pose& worldFromBody, double time) const {
    if (m_isUniform) return centerMedium(worldFromBody, time);
    const Immersion& at = immersion(worldFromBody, time);
    MediumSample mean = at.parts[0].medium;
    if (at.partCount == 1) return mean;
    const ImmersedPart &below = at.parts[0], &above = at.parts[1];
    const double mass = below.displacedMass() + above.displacedMass();
    mean.density = mass / m_body.model->volume();
    mean.velocity = at.frameVelocity;
    if (mass > 0.0)
        mean.acceleration += above.displacedMass() / mass * (above.medium.acceleration - below.medium.acceleration);
    return mean;
}

Twist KirchhoffEquations::relativeTwistInBody(const FluidBodyState& state) const {
    if (m_lockedAxes.any())
        return rotated(state.worldFromBody.orientation.conjugate(), constrainedRelativeTwist(state));
    const Momentum inBody = rotated(state.worldFromBody.orientation.conjugate(), state.momentum);
    return Twist(Vector6(inverseInertia(state) * inBody.vector()));
}

Twist KirchhoffEquations::constrainedRelativeTwist(const FluidBodyState& state) const {
    const Pose bodyFromWorld{state.worldFromBody.orientation.conjugate(), Vector3::Zero()};
    const Matrix6 inertia = totalInertia(state).inertia.changeFrame(bodyFromWorld).matrix();
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
    return rotated(state.worldFromBody.orientation, totalInertia(state).inertia * relativeTwistInBody(state));
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
    return rotated(q, totalInertia(worldFromBody, time).inertia * rotated(q.conjugate(), relative));
}

FluidBodyState KirchhoffEquations::makeState(const Pose& worldFromBody, const Twist& twistInWorld, double time) const {
    FluidBodyState state;
    state.worldFromBody = worldFromBody;
    state.momentum = momentumOf(worldFromBody, twistInWorld, time);
    state.time = time;
    return state;
}

double KirchhoffEquations::kineticEnergy(const FluidBodyState& state) const {
    return totalInertia(state).inertia.energy(relativeTwistInBody(state));
}

double KirchhoffEquations::largestBobbingRate(const FluidBodyState& state) const {
    const DividedMedium* divided = m_medium ? m_medium->divided() : nullptr;
    if (!divided) return 0.0;
    const Immersion& at = immersion(state.worldFromBody, state.time);
    if (at.partCount == 1 && at.submergedVolume > 0.0) return 0.0;
    const Pose worldFromMesh = state.worldFromBody * m_body.bodyFromMesh;
    const bool isCut = at.partCount == 2;
    const double density =
        isCut ? at.part(0).medium.density
              : divided->below().sample(worldFromMesh * m_body.model->centerOfVolume(), state.time).density;
    const Vector3 up = state.worldFromBody.orientation.conjugate() * divided->surface().up();
    // The trace bounds the largest eigenvalue of K^-1 C. Half of the projected area of all faces bounds the area of the
    // water plane. A face at c contributes its half area times h . K^-1 h, h = (c x up, up).
    const Matrix6& inverse = at.total.inverse;
    const Matrix3 across = skew(up);
    const double heaving = up.dot(inverse.bottomRightCorner<3, 3>() * up);
    const Vector3 coupled = 2.0 * up.cross(inverse.topRightCorner<3, 3>() * up);
    const Matrix3 turning = across.transpose() * inverse.topLeftCorner<3, 3>() * across;
    const Vector3 upInMesh = m_body.bodyFromMesh.orientation.conjugate() * up;
    const FaceArrays& faces = m_body.model->faces();
    double trace = 0.0;
    for (int f = 0; f < faces.size(); ++f) {
        const Vector3 c = m_body.bodyFromMesh * faces.centroid(f);
        const double area = 0.5 * faces.area[f] * std::abs(faces.normal(f).dot(upInMesh));
        trace += area * (heaving + coupled.dot(c) + c.dot(turning * c));
    }
    return std::sqrt(density * m_gravity.norm() * trace);
}

bool KirchhoffEquations::mayMeetSurface(const FluidBodyState& state, double duration) const {
    const DividedMedium* divided = m_medium ? m_medium->divided() : nullptr;
    if (!divided || immersion(state.worldFromBody, state.time).partCount == 2) return false;
    const FluidBodyModel& model = *m_body.model;
    const Vector3 center = state.worldFromBody * (m_body.bodyFromMesh * model.centerOfVolume());
    const double height = divided->surface().up().dot(center);
    const double reach = model.radius() + kWettingDepth * model.length() + duration * twistInWorld(state).linear.norm();
    const auto [lowest, highest] = divided->heightRange(state.time);
    return height - reach < highest && height + reach > lowest;
}

RelativeFlow KirchhoffEquations::relativeFlow(const FluidBodyState& state, const MediumSample& medium,
                                              const Twist& relative) const {
    RelativeFlow flow;
    flow.twist = m_isMeshFrame ? relative : changeFrame(relative, m_body.bodyFromMesh);
    flow.density = medium.density;
    flow.dynamicViscosity = medium.dynamicViscosity;
    const Quaternion meshFromWorld = m_meshFromBody.orientation * state.worldFromBody.orientation.conjugate();
    flow.effectiveGravity = meshFromWorld * (m_gravity - medium.acceleration);
    return flow;
}

RelativeFlow KirchhoffEquations::relativeFlow(const FluidBodyState& state, const Immersion& at,
                                              const ImmersedPart& part, const Twist& relative) const {
    Twist toPart = relative;
    toPart.linear += state.worldFromBody.orientation.conjugate() * (at.frameVelocity - part.medium.velocity);
    RelativeFlow flow = relativeFlow(state, part.medium, toPart);
    if (part.varies) flow.faces = &part.faces;
    return flow;
}

RelativeFlow KirchhoffEquations::relativeFlow(const FluidBodyState& state) const {
    const Twist relative = relativeTwistInBody(state);
    if (m_isUniform) return relativeFlow(state, centerMedium(state.worldFromBody, state.time), relative);
    const Immersion& at = immersion(state.worldFromBody, state.time);
    return relativeFlow(state, at, at.parts[0], relative);
}

Wrench KirchhoffEquations::immersionWrench(const FluidBodyState& state) const {
    if (m_isUniform) return {};
    const Immersion& at = immersion(state.worldFromBody, state.time);
    return ImmersionLoads(m_body, at, state, relativeTwistInBody(state)).wrench();
}

Loads KirchhoffEquations::motionOf(const FluidBodyState& state) const {
    Loads motion;
    const SpatialPair momentum = rotated(state.worldFromBody.orientation.conjugate(), SpatialPair::of(state.momentum));
    motion.momentum = momentum.as<Momentum>();
    motion.twist = m_lockedAxes.any() ? relativeTwistInBody(state) : (inverseInertia(state) * momentum).as<Twist>();
    return motion;
}

Loads KirchhoffEquations::loads(const FluidBodyState& state, const Wrench& userWrench) const {
    if (!m_isUniform) return loadsWhereItVaries(state, userWrench);
    Loads sum = motionOf(state);
    const MediumSample medium = centerMedium(state.worldFromBody, state.time);
    sum.mediumVelocity = medium.velocity;
    sum.other = userWrench;
    sum.other.linear += m_body.mass() * (m_gravity - medium.acceleration);
    if (medium.density > 0.0) {
        const ForceSum forces = m_forces.evaluate(*m_body.model, relativeFlow(state, medium, sum.twist));
        sum.other += wrenchInWorld(state, forces.other);
        sum.dissipative = wrenchInWorld(state, forces.dissipative);
    }
    return sum;
}

Loads KirchhoffEquations::loadsWhereItVaries(const FluidBodyState& state, const Wrench& userWrench) const {
    const Immersion& at = immersion(state.worldFromBody, state.time);
    Loads sum = motionOf(state);
    sum.mediumVelocity = mediumAt(state.worldFromBody, state.time).velocity;
    const ImmersionLoads inertial(m_body, at, state, sum.twist);
    sum.other = userWrench + Wrench(Vector3::Zero(), m_body.mass() * m_gravity) + inertial.wrench();
    sum.leaving = inertial.leaving();
    for (int i = 0; i < at.partCount; ++i) {
        if (!(at.part(i).medium.density > 0.0)) continue;
        const ForceSum forces = m_forces.evaluate(*m_body.model, relativeFlow(state, at, at.part(i), sum.twist));
        sum.other += wrenchInWorld(state, forces.other);
        sum.dissipative += wrenchInWorld(state, forces.dissipative);
    }
    return sum;
}

Wrench KirchhoffEquations::wrenchInWorld(const FluidBodyState& state, const Wrench& inMesh) const {
    const Wrench inBody = m_isMeshFrame ? inMesh : changeFrame(m_body.bodyFromMesh, inMesh);
    return rotated(state.worldFromBody.orientation, SpatialPair::of(inBody)).as<Wrench>();
}

Momentum KirchhoffEquations::momentumOfLeaving(const FluidBodyState& from, const FluidBodyState& to) const {
    if (m_isUniform) return {};
    thread_local Departure departure;
    depart(from, departure);
    return momentumOfLeaving(departure, to);
}

void KirchhoffEquations::depart(const FluidBodyState& from, Departure& departure) const {
    departure.weights.clear();
    if (m_isUniform) return;
    addedMassWeights(*m_body.model, immersion(from.worldFromBody, from.time), departure.weights);
    departure.relative = relativeTwistInBody(from);
    departure.worldFromBody = from.worldFromBody.orientation;
}

Momentum KirchhoffEquations::momentumOfLeaving(const Departure& from, const FluidBodyState& to) const {
    if (from.weights.empty()) return {};
    thread_local std::vector<double> after;
    addedMassWeights(*m_body.model, immersion(to.worldFromBody, to.time), after);
    const Twist mean = changeFrame(0.5 * (from.relative + relativeTwistInBody(to)), m_body.bodyFromMesh);
    const Momentum inMesh = ambient::momentumOfLeaving(*m_body.model, from.weights, after, mean);
    const Wrench inBody = changeFrame(m_body.bodyFromMesh, Wrench(inMesh.angular, inMesh.linear));
    const Wrench inWorld = rotated(from.worldFromBody, inBody);
    return {inWorld.angular, inWorld.linear};
}

void KirchhoffEquations::termWrenches(const FluidBodyState& state, Wrench* terms) const {
    const Twist relative = relativeTwistInBody(state);
    if (m_isUniform) {
        m_forces.evaluate(*m_body.model, relativeFlow(state, centerMedium(state.worldFromBody, state.time), relative),
                          terms);
    } else {
        std::array<Wrench, kMaxTerms> ofPart;
        const Immersion& at = immersion(state.worldFromBody, state.time);
        std::fill(terms, terms + m_forces.size(), Wrench());
        for (int i = 0; i < at.partCount; ++i) {
            m_forces.evaluate(*m_body.model, relativeFlow(state, at, at.part(i), relative), ofPart.data());
            for (int term = 0; term < m_forces.size(); ++term)
                terms[term] += ofPart[static_cast<std::size_t>(term)];
        }
    }
    for (int i = 0; i < m_forces.size(); ++i)
        terms[i] = wrenchInWorld(state, terms[i]);
}

} // namespace ambient
