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
    const Vector3 frame = m_meshFromWorld * (m_at.frameVelocity - m_at.parts[0].medium.velocity);
    return m_at.wetted.areaMoment.dot(m_relativeInMesh.angular) +
           m_at.wetted.areaVector.dot(m_relativeInMesh.linear + frame);
}

Wrench ImmersionLoads::leavingLighter(const ImmersedPart& part, double densityRate) const {
    if (!(densityRate < 0.0)) return {};
    return asWrench(part.addedMass.scaled(densityRate / part.medium.density) * m_relativeInMesh);
}

Wrench ImmersionLoads::leavingThroughSurface() const {
    const FluidBodyModel& model = *m_body.model;
    thread_local CornerValues sinking;
    if (m_at.surface.size() == 1) {
        const SurfaceSample& surface = m_at.surface[0];
        const Vector3 perHeight = surface.normal / surface.normal.dot(m_at.up);
        const Vector3 inMesh = m_meshFromWorld * perHeight;
        const double atCenter = perHeight.dot(surface.velocity - velocityAt(model.centerOfVolume()));
        fillLinearly(model.faceTable(), atCenter, inMesh.cross(m_relativeInMesh.angular), sinking);
    } else {
        thread_local std::vector<double> atVertices;
        atVertices.resize(m_at.surface.size());
        const Matrix3 worldFromMesh = m_worldFromMesh.orientation.toRotationMatrix();
        const Vector3 atOrigin = velocityAt(Vector3::Zero());
        const Vector3 spin = worldFromMesh * m_relativeInMesh.angular;
        for (std::size_t v = 0; v < atVertices.size(); ++v) {
            const SurfaceSample& surface = m_at.surface[v];
            const Vector3 velocity = atOrigin + spin.cross(worldFromMesh * model.mesh().vertices[v]);
            atVertices[v] = (surface.velocity - velocity).dot(surface.normal) / surface.normal.dot(m_at.up);
        }
        fillFromVertices(model.faceTable(), atVertices.data(), sinking);
    }
    const double density = m_at.parts[0].medium.density - m_at.parts[1].medium.density;
    return Wrench(Vector6(density * sumDrying(model.faceTable(), m_at.wetted, sinking, m_relativeInMesh.vector())));
}

} // namespace ambient
