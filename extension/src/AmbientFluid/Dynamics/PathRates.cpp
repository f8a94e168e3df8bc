// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/PathRates.h"

namespace ambient {
namespace {

/// Converts a rate of momentum to a wrench.
Wrench asWrench(const Momentum& rate) {
    return {rate.angular, rate.linear};
}

/// The medium of one part along the path.
struct Along {
    Vector3 acceleration; ///< of the medium along the body's path [m/s^2], world axes
    double density;       ///< rate of the medium's density along this path [kg/(m^3 s)]
};

/// The body on its path.
class Path {
  public:
    Path(const Pose& bodyFromMesh, const Immersion& at, const Twist& relative)
        : m_at(at), m_worldFromMesh(at.worldFromBody * bodyFromMesh),
          m_relativeInMesh(changeFrame(relative, bodyFromMesh)) {}

    Along of(const ImmersedPart& part) const {
        Along along{part.medium.acceleration, 0.0};
        const Vector3& inMesh = m_at.surface->centerOfVolume();
        const Vector3 velocity =
            m_at.medium.velocity +
            m_worldFromMesh.orientation * (m_relativeInMesh.linear + m_relativeInMesh.angular.cross(inMesh));
        const Vector3 across = velocity - part.medium.velocity;
        const double speed = across.norm();
        if (part.source->isUniform() || !(speed > 0.0)) return along;
        const double step = 1e-3 * m_at.surface->length();
        const Vector3 center = m_worldFromMesh * inMesh, ahead = step / speed * across;
        const Vector3 points[] = {center + ahead, center - ahead};
        MediumSample at[2];
        part.source->sampleMany(points, 2, m_at.time, at);
        const double perTime = speed / (2.0 * step);
        along.acceleration += perTime * (at[0].velocity - at[1].velocity);
        if (part.medium.density > 0.0) along.density = perTime * (at[0].density - at[1].density);
        return along;
    }

    Vector3 acceleration(const std::array<Along, 2>& along) const {
        if (m_at.partCount == 1) return along[0].acceleration;
        const ImmersedPart &below = m_at.parts[0], &above = m_at.parts[1];
        const double massBelow = below.displacedMass(), massAbove = above.displacedMass(), mass = massBelow + massAbove;
        if (!(mass > 0.0)) return Vector3::Zero();
        const Vector3 difference = above.medium.velocity - below.medium.velocity;
        Vector3 sum = (massBelow * along[0].acceleration + massAbove * along[1].acceleration) / mass;
        if (!difference.isZero(0.0)) {
            const double rate = immersionRate(); // of the volume below; that above has the opposite rate
            const double shareRate = -below.medium.density * above.medium.density * m_at.surface->volume() * rate;
            sum += shareRate / (mass * mass) * difference;
        }
        return sum;
    }

    Wrench leavingLighter(const ImmersedPart& part, double densityRate) const {
        if (!(densityRate < 0.0)) return {};
        return asWrench(part.addedMass.scaled(densityRate / part.medium.density) * m_relativeInMesh);
    }

  private:
    double immersionRate() const {
        const ImmersedPart& below = m_at.parts[0];
        const Vector3 frame = m_worldFromMesh.orientation.conjugate() * (m_at.medium.velocity - below.medium.velocity);
        const double rate = m_at.wetted.areaMoment.dot(m_relativeInMesh.angular) +
                            m_at.wetted.areaVector.dot(m_relativeInMesh.linear + frame);
        if (!below.faces.moves) return rate;
        return rate - sumOutflow(m_at.surface->faceTable(), m_at.wetted, below.faces);
    }

    const Immersion& m_at;
    Pose m_worldFromMesh;
    Twist m_relativeInMesh; ///< about the mesh origin
};

} // namespace

PathRates findPathRates(const Pose& bodyFromMesh, const Immersion& at, const Twist& relative) {
    const Path path(bodyFromMesh, at, relative);
    std::array<Along, 2> along;
    Wrench leaving;
    for (int i = 0; i < at.partCount; ++i) {
        along[static_cast<std::size_t>(i)] = path.of(at.part(i));
        leaving += path.leavingLighter(at.part(i), along[static_cast<std::size_t>(i)].density);
    }
    const Quaternion& worldFromBody = at.worldFromBody.orientation;
    PathRates rates;
    rates.frameAcceleration = path.acceleration(along);
    const Twist ofFrame(Vector3::Zero(), worldFromBody.conjugate() * rates.frameAcceleration);
    rates.wrench = rotated(worldFromBody, Wrench() - asWrench(at.addedMass * ofFrame));
    rates.leaving = rotated(worldFromBody, changeFrame(bodyFromMesh, leaving));
    return rates;
}

} // namespace ambient
