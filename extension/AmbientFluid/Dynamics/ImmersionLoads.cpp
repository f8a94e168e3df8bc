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

ImmersionLoads::ImmersionLoads(const FluidBody& body, const Immersion& at, const FluidBodyState& state,
                               const Twist& relative)
    : m_body(body), m_at(at), m_worldFromMesh(state.worldFromBody * body.bodyFromMesh),
      m_meshFromWorld(m_worldFromMesh.orientation.conjugate()), m_time(state.time),
      m_relativeInMesh(changeFrame(relative, body.bodyFromMesh)) {
    std::array<PathRates, 2> rates;
    Wrench inMesh, leaving;
    for (int i = 0; i < at.partCount; ++i) {
        const ImmersedPart& part = at.part(i);
        rates[static_cast<std::size_t>(i)] = pathRates(part);
        inMesh += part.carried;
        leaving += leavingLighter(part, rates[static_cast<std::size_t>(i)].density);
    }
    if (at.partCount == 2) {
        const MomentumThroughSurface through = throughSurface();
        leaving += Wrench(through.leaving);
        inMesh += Wrench(through.entering);
    }
    inMesh += leaving;
    const Quaternion& worldFromBody = state.worldFromBody.orientation;
    const Twist ofFrame(Vector3::Zero(), worldFromBody.conjugate() * frameAcceleration(rates));
    m_wrench = rotated(worldFromBody, changeFrame(body.bodyFromMesh, inMesh) - asWrench(at.total.inertia * ofFrame));
    m_leaving = rotated(worldFromBody, changeFrame(body.bodyFromMesh, leaving));
}

Vector3 ImmersionLoads::velocityAt(const Vector3& meshPoint) const {
    return m_at.frameVelocity +
           m_worldFromMesh.orientation * (m_relativeInMesh.linear + m_relativeInMesh.angular.cross(meshPoint));
}

ImmersionLoads::PathRates ImmersionLoads::pathRates(const ImmersedPart& part) const {
    PathRates rates{part.medium.acceleration, 0.0};
    const Vector3& inMesh = m_body.model->centerOfVolume();
    const Vector3 across = velocityAt(inMesh) - part.medium.velocity;
    const double speed = across.norm();
    if (part.source->isUniform() || !(speed > 0.0)) return rates;
    const double step = 1e-3 * m_body.model->length();
    const Vector3 center = m_worldFromMesh * inMesh, ahead = step / speed * across;
    const Vector3 points[] = {center + ahead, center - ahead};
    MediumSample at[2];
    part.source->sampleMany(points, 2, m_time, at);
    const double perTime = speed / (2.0 * step);
    rates.acceleration += perTime * (at[0].velocity - at[1].velocity);
    if (part.medium.density > 0.0) rates.density = perTime * (at[0].density - at[1].density);
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
        const double rate = immersionRate(); // of the volume below; that above has the opposite rate
        const double shareRate = -below.medium.density * above.medium.density * m_body.model->volume() * rate;
        sum += shareRate / (mass * mass) * difference;
    }
    return sum;
}

double ImmersionLoads::immersionRate() const {
    const ImmersedPart& below = m_at.parts[0];
    const Vector3 frame = m_meshFromWorld * (m_at.frameVelocity - below.medium.velocity);
    const double rate = m_at.wetted.areaMoment.dot(m_relativeInMesh.angular) +
                        m_at.wetted.areaVector.dot(m_relativeInMesh.linear + frame);
    if (!below.faces.moves) return rate;
    return rate - sumOutflow(m_body.model->faceTable(), m_at.wetted, below.faces);
}

Wrench ImmersionLoads::leavingLighter(const ImmersedPart& part, double densityRate) const {
    if (!(densityRate < 0.0)) return {};
    return asWrench(part.addedMass.scaled(densityRate / part.medium.density) * m_relativeInMesh);
}

MomentumThroughSurface ImmersionLoads::throughSurface() const {
    const FluidBodyModel& model = *m_body.model;
    thread_local CornerValues sinking;
    if (m_at.isFlat) {
        const Vector3 normal = m_at.surface.normal[0], perHeight = normal / normal.dot(m_at.up);
        const Vector3 inMesh = m_meshFromWorld * perHeight;
        const double atCenter = perHeight.dot(m_at.surface.velocity[0] - velocityAt(model.centerOfVolume()));
        fillBlocksLinearly(model.faceTable(), atCenter, inMesh.cross(m_relativeInMesh.angular), m_at.wetted.cutBlocks,
                           sinking);
    } else {
        thread_local std::vector<double> atVertices;
        const Matrix3 worldFromMesh = m_worldFromMesh.orientation.toRotationMatrix();
        const Vector3 spin = worldFromMesh * m_relativeInMesh.angular;
        findSinking(model.faceTable(), m_at.surface, m_at.up, {worldFromMesh, velocityAt(model.centerOfVolume()), spin},
                    atVertices);
        fillBlocksFromVertices(model.faceTable(), atVertices.data(), m_at.wetted.cutBlocks, sinking);
    }
    const double density = m_at.parts[0].medium.density - m_at.parts[1].medium.density;
    const SurfaceMotion motion = {density, m_relativeInMesh.vector(), motionOfDenser(), &denserPart().faces};
    return sumThroughSurface(model.faceTable(), m_at.wetted, sinking, motion);
}

const ImmersedPart& ImmersionLoads::denserPart() const {
    return m_at.parts[m_at.parts[0].medium.density >= m_at.parts[1].medium.density ? 0 : 1];
}

Vector3 ImmersionLoads::motionOfDenser() const {
    return m_meshFromWorld * (denserPart().medium.velocity - m_at.frameVelocity);
}

Momentum momentumOfLeaving(const FluidBodyModel& model, const std::vector<double>& before,
                           const std::vector<double>& after, const Twist& relative) {
    return Momentum(sumLoss(model.faceTable(), before, after, relative.vector()));
}

void addedMassWeights(const FluidBodyModel& model, const Immersion& at, std::vector<double>& weights) {
    weights.assign(static_cast<std::size_t>(model.faceTable().paddedSize()), 0.0);
    for (int i = 0; i < at.partCount; ++i) {
        const ImmersedPart& part = at.part(i);
        const double density = part.medium.density;
        for (std::size_t f = 0; f < static_cast<std::size_t>(model.faces().size()); ++f)
            weights[f] += part.varies ? density * part.faces.share[f] : density;
    }
}

} // namespace ambient
