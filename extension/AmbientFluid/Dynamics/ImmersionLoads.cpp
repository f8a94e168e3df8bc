// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/ImmersionLoads.h"

namespace ambient {
namespace {

/// The rate of momentum `mu'`, taken as a wrench.
Wrench asWrench(const Momentum& rate) {
    return {rate.angular, rate.linear};
}

} // namespace

ImmersionLoads::ImmersionLoads(const FluidBody& body, const Immersion& at, const FluidBodyState& state,
                               const Twist& relative)
    : m_body(body), m_at(at), m_worldFromMesh(state.worldFromBody * body.bodyFromMesh),
      m_meshFromWorld(m_worldFromMesh.orientation.conjugate()), m_time(state.time),
      m_relativeInMesh(changeFrame(relative, body.bodyFromMesh)) {
    std::array<PathRates, 2> rates;
    Wrench inMesh;
    for (int i = 0; i < at.partCount; ++i) {
        const ImmersedPart& part = at.part(i);
        rates[static_cast<std::size_t>(i)] = pathRates(part);
        inMesh += asWrench(part.addedMass * Twist(Vector3::Zero(), m_meshFromWorld * part.medium.acceleration));
        inMesh += leavingLighter(part, rates[static_cast<std::size_t>(i)].density);
    }
    if (at.partCount == 2) inMesh += leavingThroughSurface();
    const Quaternion& worldFromBody = state.worldFromBody.orientation;
    const Twist ofFrame(Vector3::Zero(), worldFromBody.conjugate() * frameAcceleration(rates));
    m_wrench = rotated(worldFromBody, changeFrame(body.bodyFromMesh, inMesh) - asWrench(at.total.inertia * ofFrame));
}

Vector3 ImmersionLoads::velocityAt(const Vector3& meshPoint) const {
    return m_at.frameVelocity +
           m_worldFromMesh.orientation * (m_relativeInMesh.linear + m_relativeInMesh.angular.cross(meshPoint));
}

ImmersionLoads::PathRates ImmersionLoads::pathRates(const ImmersedPart& part) const {
    PathRates rates{part.medium.acceleration, 0.0};
    const Vector3 across = velocityAt(part.center) - part.medium.velocity;
    const double speed = across.norm();
    if (part.source->isUniform() || !(speed > 0.0)) return rates;
    const double step = 1e-3 * m_body.model->length();
    const Vector3 center = m_worldFromMesh * part.center, ahead = step / speed * across;
    const MediumSample next = part.source->sample(center + ahead, m_time);
    const MediumSample previous = part.source->sample(center - ahead, m_time);
    const double perTime = speed / (2.0 * step);
    rates.acceleration += perTime * (next.velocity - previous.velocity);
    rates.density = perTime * (next.density - previous.density);
    return rates;
}

Vector3 ImmersionLoads::frameAcceleration(const std::array<PathRates, 2>& rates) const {
    if (m_at.partCount == 1) return rates[0].acceleration;
    const ImmersedPart &below = m_at.parts[0], &above = m_at.parts[1];
    const double massBelow = below.displacedMass(), massAbove = above.displacedMass(), mass = massBelow + massAbove;
    if (!(mass > 0.0)) return Vector3::Zero();
    const Vector3 difference = above.medium.velocity - below.medium.velocity;
    Vector3 sum = (massBelow * rates[0].acceleration + massAbove * rates[1].acceleration) / mass;
    if (!difference.isZero(0.0)) {
        const double rate = immersionRate(); // of the volume below; the volume above loses as much
        const double shareRate = -below.medium.density * above.medium.density * m_body.model->volume() * rate;
        sum += shareRate / (mass * mass) * difference;
    }
    return sum;
}

double ImmersionLoads::immersionRate() const {
    const FaceArrays& faces = m_body.model->faces();
    const Vector3 below = m_at.parts[0].medium.velocity;
    double rate = 0.0;
    for (int f = 0; f < faces.size(); ++f) {
        const Vector3 velocity = m_meshFromWorld * (velocityAt(faces.centroid(f)) - below);
        rate += m_at.wettedFractions[static_cast<std::size_t>(f)] * faces.area[static_cast<std::size_t>(f)] *
                velocity.dot(faces.normal(f));
    }
    return rate;
}

Wrench ImmersionLoads::leavingLighter(const ImmersedPart& part, double densityRate) const {
    if (!(densityRate < 0.0)) return {};
    return asWrench(part.addedMass.scaled(densityRate / part.medium.density) * m_relativeInMesh);
}

Wrench ImmersionLoads::leavingThroughSurface() const {
    const FluidBodyModel& model = *m_body.model;
    const AddedMassShares& shares = model.addedMassShares();
    const double density = m_at.parts[0].medium.density - m_at.parts[1].medium.density;
    const Vector6 twist = m_relativeInMesh.vector();
    Vector6 sum = Vector6::Zero();
    for (const Immersion::CutFace& cut : m_at.cutFaces) {
        const TriangleMesh::Face& corners = model.mesh().faces[static_cast<std::size_t>(cut.face)];
        double rate = 0.0;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t vertex = static_cast<std::size_t>(corners[k]);
            const SurfaceSample& surface = m_at.surfaceAt(corners[k]);
            const Vector3 sinking = surface.velocity - velocityAt(model.mesh().vertices[vertex]);
            rate += cut.shareSlope[k] * sinking.dot(surface.normal) / surface.normal.dot(m_at.up);
        }
        if (!(rate < 0.0)) continue;
        const Vector6 g = shares.of(cut.face);
        sum += density * rate * g.dot(twist) * g;
    }
    return Wrench(sum);
}

} // namespace ambient
