// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Crowds/CrowdFloats.h"

#include "AmbientFluid/Forces/CrowdForces.h"
#include "AmbientFluid/Math/SpatialPair.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/WaveFlow.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Largest density of the medium above over that of the water.
constexpr double kLightAir = 0.01;
bool isSame(const WaveSet& a, const WaveSet& b) {
    if (&a == &b) return true;
    if (a.waves().size() != b.waves().size() || a.water().level != b.water().level ||
        a.water().depth != b.water().depth || a.worldFromWater() != b.worldFromWater())
        return false;
    for (std::size_t i = 0; i < a.waves().size(); ++i) {
        const WaveSet::Prepared &x = a.waves()[i], &y = b.waves()[i];
        if (x.amplitude != y.amplitude || x.frequency != y.frequency || x.phase != y.phase || x.kx != y.kx ||
            x.ky != y.ky)
            return false;
    }
    return true;
}

/// The waves of a medium whose flow is that below its surface; null: none.
const WaveSet* wavesOf(const DividedMedium& medium) {
    const auto* const surface = dynamic_cast<const GerstnerWaves*>(&medium.surface());
    const auto* const water = dynamic_cast<const FlowingMedium*>(&medium.below());
    const auto* const flow = water ? dynamic_cast<const WaveFlow*>(&water->flow()) : nullptr;
    return surface && flow && isSame(surface->waves(), flow->waves()) ? &surface->waves() : nullptr;
}

/// Mean of 1 / wavelength by amplitude [1/m].
double meanInverseLength(const WaveSet& waves) {
    double sum = 0.0, amplitudes = 0.0;
    for (const WaveSet::Prepared& wave : waves.waves()) {
        sum += wave.amplitude * wave.k / (2.0 * kPi);
        amplitudes += wave.amplitude;
    }
    return amplitudes > 0.0 ? sum / amplitudes : 0.0;
}

bool isLevel(const DividedMedium& medium) {
    return dynamic_cast<const FlatSurface*>(&medium.surface()) && medium.below().isUniform() &&
           medium.below().isSteady();
}

/// The matrix whose columns are two level axes and `up`.
Matrix3 axesWith(const Vector3& up) {
    return Quaternion::FromTwoVectors(Vector3::UnitZ(), up).toRotationMatrix();
}

} // namespace

bool CrowdFloats::suits(const FluidMedium& medium, double radius) {
    const DividedMedium* const divided = medium.divided();
    if (!divided || !divided->below().hasUniformDensity()) return false;
    const FluidMedium& above = divided->above();
    const MediumSample air = above.sample(Vector3::Zero(), 0.0), water = divided->below().sample(Vector3::Zero(), 0.0);
    const bool isVacuum = air.density == 0.0;
    const bool isStill = above.isUniform() && (isVacuum || (above.isSteady() && air.velocity.isZero(0.0)));
    if (!isStill || !(water.dynamicViscosity > 0.0) || !(air.density <= kLightAir * water.density)) return false;
    if (isLevel(*divided)) return true;
    const WaveSet* const waves = wavesOf(*divided);
    return waves && 2.0 * radius * meanInverseLength(*waves) <= kShortestWaves;
}

void CrowdFloats::clear(const CrowdHull* hull, const FluidMedium* medium, double duration) {
    m_hull = hull;
    m_count = 0;
    m_duration = duration;
    m_medium = medium;
    if (!hull || !medium) return;
    takeWaves(*medium->divided());
    m_water.friction = static_cast<float>(
        crowdFriction(hull->points, m_waterOfMotion.density, static_cast<double>(m_water.viscosity)));
    m_water.band = static_cast<float>(kWettingDepth * hull->points.length);
    m_waterOfMotion.band = double(m_water.band);
    m_waterOfMotion.duration = duration;
}

void CrowdFloats::takeWaves(const DividedMedium& medium) {
    const MediumSample sample = medium.below().sample(Vector3::Zero(), 0.0);
    m_waterOfMotion.density = sample.density;
    m_waterOfMotion.air = medium.above().sample(Vector3::Zero(), 0.0).density;
    m_water.density = static_cast<float>(sample.density);
    m_water.viscosity = static_cast<float>(sample.dynamicViscosity);
    m_waves = wavesOf(medium);
    m_worldFromWater = m_waves ? m_waves->worldFromWater() : axesWith(medium.surface().up());
    m_waterOfMotion.up = m_worldFromWater.col(2);
    m_level = m_waves ? m_waves->water().level : medium.surface().sample(Vector3::Zero(), 0.0).height;
    m_water.waves.count = 0;
    const Vector3 stream = m_worldFromWater.transpose() * (m_waves ? Vector3(Vector3::Zero()) : sample.velocity);
    for (int axis = 0; axis < 3; ++axis)
        m_water.velocity[axis] = static_cast<float>(stream[axis]);
    if (m_waves) m_water.waves.assign(*m_waves);
}

bool CrowdFloats::add(const KirchhoffMotion& motion, const FloatPast& past, const Wrench& userWrench,
                      const FluidBodyState& state, const HeaveWaves* waves, double lastPush) {
    if (m_count == kBodies || past.time != state.time) return false;
    const FluidBody& body = motion.body();
    Start& start = m_starts[m_count];
    const double half = 0.5 * m_duration;
    const Quaternion& q = state.worldFromBody.orientation;
    start.motion = &motion;
    start.twist = past.twist;
    start.change = past.change;
    start.user = userWrench;
    start.endTime = state.time + m_duration;
    start.waves = waves;
    start.lastPush = lastPush;
    start.middle = {(q * expSO3(half * past.twist.angular)).normalized(),
                    state.worldFromBody.position + half * (q * past.twist.linear)};
    start.bodyFromHull = {body.bodyFromMesh.orientation, body.bodyFromMesh * body.model->centerOfVolume()};
    putFlow(start, m_count, state.time + half);
    putMotion(start, m_count);
    Step& step = m_steps[m_count];
    step.now = rotated(q, SpatialPair::of(past.twist)).as<Twist>();
    ++m_count;
    return true;
}

void CrowdFloats::putFlow(const Start& start, int body, double time) {
    const auto put = [&](int row, const double* numbers, int count) {
        for (int k = 0; k < count; ++k)
            m_flows.of[row + k][body] = static_cast<float>(numbers[k]);
    };
    const Twist mean = start.twist + 0.5 * start.change;
    const Quaternion hullFromBody = start.bodyFromHull.orientation.conjugate();
    const Vector3 velocity = mean.linear + mean.angular.cross(start.bodyFromHull.position);
    const Vector3 v = hullFromBody * velocity, w = hullFromBody * mean.angular;
    const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> turn =
        m_worldFromWater.transpose() * (start.middle.orientation * start.bodyFromHull.orientation).toRotationMatrix();
    const Vector3 place = m_worldFromWater.transpose() * (start.middle * start.bodyFromHull.position);
    const double depth = m_level - place.z();
    put(FloatFlows::Velocity, v.data(), 3);
    put(FloatFlows::Spin, w.data(), 3);
    put(FloatFlows::WaterFromMesh, turn.data(), 9);
    put(FloatFlows::Depth, &depth, 1);
    if (m_waves) m_water.waves.setOrigin(*m_waves, body, place.x(), place.y(), time);
}

void CrowdFloats::putMotion(const Start& start, int body) {
    FloatMotion& motion = motionOf(body);
    const int lane = laneOf(body);
    const FluidBody& of = start.motion->body();
    const FluidBodyModel& model = *of.model;
    const auto put = [&](int row, const Vector3& numbers) { motion.put(row, lane, numbers.data(), 3); };
    put(FloatMotion::Twist, start.twist.angular);
    put(FloatMotion::Twist + 3, start.twist.linear);
    put(FloatMotion::Change, start.change.angular);
    put(FloatMotion::Change + 3, start.change.linear);
    put(FloatMotion::User, start.user.angular);
    put(FloatMotion::User + 3, start.user.linear);
    put(FloatMotion::Gravity, start.motion->gravity());
    motion.put(FloatMotion::Middle, lane, start.middle.orientation.coeffs().data(), 4);
    put(FloatMotion::Place, start.middle.position);
    const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> turn = start.bodyFromHull.orientation.toRotationMatrix();
    motion.put(FloatMotion::FromHull, lane, turn.data(), 9);
    put(FloatMotion::Center, start.bodyFromHull.position);
    const Matrix6& dry = of.bodyInertia.matrix();
    const double numbers[10] = {dry(0, 0), dry(1, 1), dry(2, 2),      dry(1, 0),      dry(2, 0),
                                dry(2, 1), of.mass(), model.volume(), model.length(), model.radius()};
    motion.put(FloatMotion::DryInertia, lane, numbers, 10);
}

void CrowdFloats::run() {
    if (m_count == 0) return;
    findFloatForces(*m_hull, m_water, m_flows, m_count, m_scratch);
    for (int first = 0; first < m_count; first += kLanes)
        motionOf(first).findLoads(m_waterOfMotion, m_flows, first, std::min(kLanes, m_count - first));
    for (int body = 0; body < m_count; ++body)
        takeInertia(body);
    for (int first = 0; first < m_count; first += kLanes)
        motionOf(first).move(m_waterOfMotion, m_flows, first, std::min(kLanes, m_count - first));
    for (int body = 0; body < m_count; ++body)
        finish(body);
}

HeaveStep CrowdFloats::heaveOf(int body) const {
    const Start& start = m_starts[body];
    const Step& step = m_steps[body];
    const FluidBodyModel& model = *start.motion->body().model;
    HeaveStep heave;
    if (!start.waves) return heave;
    const Vector3 areaVector = -vectorAt(FloatFlows::AreaVector, body);
    const Vector3& up = m_waterOfMotion.up;
    const Vector3 upInBody = start.middle.orientation.conjugate() * up;
    const double cut = upInBody.dot(start.bodyFromHull.orientation * areaVector), least = m_waterOfMotion.band * cut;
    if (!(least > 1e-9 * model.volume())) return heave;
    const double below = double(m_flows.of[FloatFlows::Volume][body]), above = model.volume() - below;
    Waterplane& plane = heave.plane;
    plane.area = cut * std::clamp(below / least, 0.0, 1.0) * std::clamp(above / least, 0.0, 1.0);
    plane.density = m_waterOfMotion.density;
    plane.gravity = -start.motion->gravity().dot(up);
    const Matrix3 moving = step.inertia.inertia.matrix().bottomRightCorner<3, 3>();
    plane.mass = plane.density * below + upInBody.dot(moving * upInBody) - start.motion->body().mass();
    const Wrench unit = changeFrame(start.bodyFromHull,
                                    Wrench((-1.0 / cut) * vectorAt(FloatFlows::AreaMoment, body), areaVector / cut));
    plane.unitForce = rotated(start.middle.orientation, SpatialPair::of(unit)).as<Wrench>();
    plane.water = m_worldFromWater * vectorAt(FloatFlows::Surface, body);
    if (!plane.makesWaves()) return heave;
    heave.law = HeaveWaveLaw(plane);
    heave.response = unit.vector().dot(step.inertia.inverse * unit.vector());
    const Twist predicted = start.twist + 0.5 * start.change;
    const double ofWater = plane.unitForce.linear.dot(plane.water);
    const double speed = unit.vector().dot(predicted.vector()) - ofWater - 0.5 * m_duration * start.lastPush;
    heave.force = start.waves->force(heave.law, speed, heave.response, m_duration);
    return heave;
}

void CrowdFloats::takeInertia(int body) {
    const int lane = laneOf(body);
    FloatMotion& motion = motionOf(body);
    const Quaternion& middle = m_starts[body].middle.orientation;
    Step& step = m_steps[body];
    step.inertia.inertia = SpatialInertia(motion.matrixAt(FloatMotion::Inertia, lane));
    step.inertia.inverse = motion.matrixAt(FloatMotion::Inverse, lane);
    step.effectiveMass = motion.at(FloatMotion::EffectiveMass, lane);
    step.effectiveTurn = motion.at(FloatMotion::EffectiveMass + 1, lane);
    step.stream = middle * motion.vectorAt(FloatMotion::Stream, lane);
    step.heave = heaveOf(body);
    if (step.heave.force == 0.0) return;
    const SpatialPair unit = rotated(middle.conjugate(), SpatialPair::of(step.heave.plane.unitForce));
    motion.add(FloatMotion::Load, lane, step.heave.force * unit.as<Wrench>().vector());
}

void CrowdFloats::finish(int body) {
    const int lane = laneOf(body);
    const FloatMotion& motion = motionOf(body);
    const Start& start = m_starts[body];
    Step& step = m_steps[body];
    step.change = motion.spatialAt<Twist>(FloatMotion::NewChange, lane);
    step.twist = motion.spatialAt<Twist>(FloatMotion::NewTwist, lane);
    step.velocity = motion.spatialAt<Twist>(FloatMotion::NewVelocity, lane);
    step.impulse = motion.spatialAt<Momentum>(FloatMotion::Impulse, lane);
    step.worldFromBody = {motion.quaternionAt(FloatMotion::Orientation, lane),
                          motion.vectorAt(FloatMotion::Position, lane)};
    const Twist mean = start.twist + 0.5 * step.change;
    step.heave.speed =
        step.heave.plane.heaveSpeed(rotated(start.middle.orientation, SpatialPair::of(mean)).as<Twist>());
    step.isAccepted =
        motion.at(FloatMotion::Room, lane) > 0.0 && step.worldFromBody.isFinite() && step.twist.isFinite();
}

FloatPast CrowdFloats::pastOf(int body) const {
    return {m_starts[body].endTime, m_steps[body].twist, m_steps[body].change};
}

} // namespace ambient
