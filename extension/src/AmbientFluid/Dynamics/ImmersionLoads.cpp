// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/ImmersionLoads.h"

#include "AmbientFluid/Dynamics/VertexLoops.h"

namespace ambient {
namespace {

/// Converts a rate of momentum to a wrench.
Wrench asWrench(const Momentum& rate) {
    return {rate.angular, rate.linear};
}

} // namespace

ImmersionLoads::ImmersionLoads(const Pose& bodyFromMesh, Immersion& at, const Twist& relative)
    : m_surface(*at.surface), m_at(at), m_worldFromMesh(at.worldFromBody * bodyFromMesh),
      m_meshFromWorld(m_worldFromMesh.orientation.conjugate()), m_relativeInMesh(changeFrame(relative, bodyFromMesh)) {
    std::array<PathRates, 2> rates;
    Wrench inMesh, shed;
    for (int i = 0; i < at.partCount; ++i) {
        const ImmersedPart& part = at.part(i);
        rates[static_cast<std::size_t>(i)] = pathRates(part);
        inMesh += part.carried;
        shed += leavingLighter(part, rates[static_cast<std::size_t>(i)].density);
    }
    if (at.partCount == 2) {
        const MomentumThroughSurface through = throughSurface(at.buffers);
        shed += Wrench(through.leaving);
        inMesh += Wrench(through.entering);
    }
    inMesh += shed;
    const Quaternion& worldFromBody = at.worldFromBody.orientation;
    m_frameAcceleration = accelerationAlongPath(rates);
    const Twist ofFrame(Vector3::Zero(), worldFromBody.conjugate() * m_frameAcceleration);
    m_wrench = rotated(worldFromBody, changeFrame(bodyFromMesh, inMesh) - asWrench(at.addedMass * ofFrame));
    m_shed = rotated(worldFromBody, changeFrame(bodyFromMesh, shed));
}

Vector3 ImmersionLoads::velocityAt(const Vector3& meshPoint) const {
    return m_at.medium.velocity +
           m_worldFromMesh.orientation * (m_relativeInMesh.linear + m_relativeInMesh.angular.cross(meshPoint));
}

ImmersionLoads::PathRates ImmersionLoads::pathRates(const ImmersedPart& part) const {
    PathRates rates{part.medium.acceleration, 0.0};
    const Vector3& inMesh = m_surface.centerOfVolume();
    const Vector3 across = velocityAt(inMesh) - part.medium.velocity;
    const double speed = across.norm();
    if (part.source->isUniform() || !(speed > 0.0)) return rates;
    const double step = 1e-3 * m_surface.length();
    const Vector3 center = m_worldFromMesh * inMesh, ahead = step / speed * across;
    const Vector3 points[] = {center + ahead, center - ahead};
    MediumSample at[2];
    part.source->sampleMany(points, 2, m_at.time, at);
    const double perTime = speed / (2.0 * step);
    rates.acceleration += perTime * (at[0].velocity - at[1].velocity);
    if (part.medium.density > 0.0) rates.density = perTime * (at[0].density - at[1].density);
    return rates;
}

Vector3 ImmersionLoads::accelerationAlongPath(const std::array<PathRates, 2>& rates) const {
    if (m_at.partCount == 1) return rates[0].acceleration;
    const ImmersedPart &below = m_at.parts[0], &above = m_at.parts[1];
    const double massBelow = below.displacedMass(), massAbove = above.displacedMass(), mass = massBelow + massAbove;
    if (!(mass > 0.0)) return Vector3::Zero();
    const Vector3 difference = above.medium.velocity - below.medium.velocity;
    Vector3 sum = (massBelow * rates[0].acceleration + massAbove * rates[1].acceleration) / mass;
    if (!difference.isZero(0.0)) {
        const double rate = immersionRate(); // of the volume below; that above has the opposite rate
        const double shareRate = -below.medium.density * above.medium.density * m_surface.volume() * rate;
        sum += shareRate / (mass * mass) * difference;
    }
    return sum;
}

double ImmersionLoads::immersionRate() const {
    const ImmersedPart& below = m_at.parts[0];
    const Vector3 frame = m_meshFromWorld * (m_at.medium.velocity - below.medium.velocity);
    const double rate = m_at.wetted.areaMoment.dot(m_relativeInMesh.angular) +
                        m_at.wetted.areaVector.dot(m_relativeInMesh.linear + frame);
    if (!below.faces.moves) return rate;
    return rate - sumOutflow(m_surface.faceTable(), m_at.wetted, below.faces);
}

Wrench ImmersionLoads::leavingLighter(const ImmersedPart& part, double densityRate) const {
    if (!(densityRate < 0.0)) return {};
    return asWrench(part.addedMass.scaled(densityRate / part.medium.density) * m_relativeInMesh);
}

MomentumThroughSurface ImmersionLoads::throughSurface(ImmersionBuffers& buffers) const {
    const FaceTable& table = m_surface.faceTable();
    CornerValues& sinking = buffers.sinking;
    if (m_at.isFlat) {
        const Vector3 normal = m_at.waterSurface.normal[0], perHeight = normal / normal.dot(m_at.up);
        const Vector3 inMesh = m_meshFromWorld * perHeight;
        const double atCenter = perHeight.dot(m_at.waterSurface.velocity[0] - velocityAt(m_surface.centerOfVolume()));
        fillBlocksLinearly(table, atCenter, inMesh.cross(m_relativeInMesh.angular), m_at.wetted.cutBlocks, sinking);
    } else {
        const Matrix3 worldFromMesh = m_worldFromMesh.orientation.toRotationMatrix();
        const Vector3 spin = worldFromMesh * m_relativeInMesh.angular;
        findSinking(table, m_at.waterSurface, m_at.up, {worldFromMesh, velocityAt(m_surface.centerOfVolume()), spin},
                    buffers.atVertices);
        fillBlocksFromVertices(table, buffers.atVertices.data(), m_at.wetted.cutBlocks, sinking);
    }
    const double density = m_at.parts[0].medium.density - m_at.parts[1].medium.density;
    const WaterlineMotion motion = {density, m_relativeInMesh.vector(), motionOfDenser(), &denserPart().faces};
    return sumThroughSurface(table, m_at.wetted, sinking, motion);
}

const ImmersedPart& ImmersionLoads::denserPart() const {
    return m_at.parts[m_at.parts[0].medium.density >= m_at.parts[1].medium.density ? 0 : 1];
}

Vector3 ImmersionLoads::motionOfDenser() const {
    return m_meshFromWorld * (denserPart().medium.velocity - m_at.medium.velocity);
}

} // namespace ambient
