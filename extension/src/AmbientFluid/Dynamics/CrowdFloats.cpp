// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/CrowdFloats.h"

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

/// Depth in units of kWettingDepth by which the surface may pass the body in a step.
constexpr double kFastestPassage = 1.0;
/// Largest share of its momentum that a body loses to drag in a step.
constexpr double kMostDrag = 0.5;
/// Largest square of the angle, in radian, by which a bob of the float moves on in a step.
constexpr double kFastestBob = 0.5;
/// Largest turn in a step [rad].
constexpr double kMostTurn = 0.25;
/// Largest density of the medium above over that of the water.
constexpr double kLightAir = 0.01;
/// Rounds of the search for D. The error falls by half the turn of a step with each.
constexpr int kRounds = 4;

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

/// The matrix of a lower triangle, row by row.
Matrix6 symmetric(const float (&rows)[FloatFlows::RowCount][FloatFlows::kBodies], int body, double factor) {
    Matrix6 matrix;
    int entry = FloatFlows::Inertia;
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column <= row; ++column)
            matrix(row, column) = matrix(column, row) = factor * double(rows[entry++][body]);
    return matrix;
}

} // namespace

Twist CrowdFloats::Step::velocity() const {
    return rotated(worldFromBody.orientation, SpatialPair::of(twist)).as<Twist>();
}

Momentum CrowdFloats::Step::impulse() const {
    return rotated(middle, SpatialPair::of(inertia.inertia * change)).as<Momentum>();
}

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
    m_water.friction =
        static_cast<float>(crowdFriction(hull->points, m_density, static_cast<double>(m_water.viscosity)));
    m_water.band = static_cast<float>(kWettingDepth * hull->points.length);
}

void CrowdFloats::takeWaves(const DividedMedium& medium) {
    const MediumSample sample = medium.below().sample(Vector3::Zero(), 0.0);
    m_density = sample.density;
    m_water.density = static_cast<float>(sample.density);
    m_water.viscosity = static_cast<float>(sample.dynamicViscosity);
    m_waves = wavesOf(medium);
    m_worldFromWater = m_waves ? m_waves->worldFromWater() : axesWith(medium.surface().up());
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

void CrowdFloats::run() {
    if (m_count == 0) return;
    findFloatForces(*m_hull, m_water, m_flows, m_count, m_scratch);
    for (int body = 0; body < m_count; ++body)
        finish(body);
}

HeaveStep CrowdFloats::heaveOf(int body, const Twist& predicted) const {
    const Start& start = m_starts[body];
    const Step& step = m_steps[body];
    const FluidBodyModel& model = *start.motion->body().model;
    HeaveStep heave;
    const Vector3 areaVector = -vectorAt(FloatFlows::AreaVector, body);
    const Quaternion worldFromHull = start.middle.orientation * start.bodyFromHull.orientation;
    const Vector3 up = m_worldFromWater.col(2), upInBody = start.middle.orientation.conjugate() * up;
    const double cut = up.dot(worldFromHull * areaVector), least = double(m_water.band) * cut;
    if (!start.waves || !(least > 1e-9 * model.volume())) return heave;
    const double below = double(m_flows.of[FloatFlows::Volume][body]), above = model.volume() - below;
    Waterplane& plane = heave.plane;
    plane.area = cut * std::clamp(below / least, 0.0, 1.0) * std::clamp(above / least, 0.0, 1.0);
    plane.density = m_density;
    plane.gravity = -start.motion->gravity().dot(up);
    const Matrix6 fluid = step.inertia.inertia.matrix() - start.motion->body().bodyInertia.matrix();
    plane.mass = m_density * below + upInBody.dot(fluid.bottomRightCorner<3, 3>() * upInBody);
    const Wrench unit = changeFrame(start.bodyFromHull,
                                    Wrench((-1.0 / cut) * vectorAt(FloatFlows::AreaMoment, body), areaVector / cut));
    plane.unitForce = rotated(start.middle.orientation, SpatialPair::of(unit)).as<Wrench>();
    plane.water = m_worldFromWater * vectorAt(FloatFlows::Surface, body);
    if (!plane.makesWaves()) return heave;
    heave.response = unit.vector().dot(step.inertia.inverse * unit.vector());
    const double ofWater = plane.unitForce.linear.dot(plane.water);
    const double speed = unit.vector().dot(predicted.vector()) - ofWater - 0.5 * m_duration * start.lastPush;
    heave.force = start.waves->force(HeaveWaveLaw(plane), speed, heave.response, m_duration);
    return heave;
}

void CrowdFloats::finish(int body) {
    const auto at = [&](int row) { return double(m_flows.of[row][body]); };
    const auto vector = [&](int row) { return vectorAt(row, body); };
    const Start& start = m_starts[body];
    Step& step = m_steps[body];
    const FluidBody& of = start.motion->body();
    const double h = m_duration, mass = of.mass();
    const Quaternion bodyFromWorld = start.middle.orientation.conjugate();
    const Vector3 gravity = bodyFromWorld * start.motion->gravity();
    const Vector3 lift = start.bodyFromHull.orientation.conjugate() * -gravity;
    const double volume = at(FloatFlows::Volume);
    const double air = m_medium->divided()->above().sample(Vector3::Zero(), 0.0).density;
    const double lighter = m_density - air, ofAir = air * of.model->volume();
    // Drag and water, about the centre of volume, then about that of mass. Of the air only the buoyancy counts.
    const Wrench drag = changeFrame(start.bodyFromHull, Wrench(vector(FloatFlows::Torque), vector(FloatFlows::Force)));
    const Wrench water = changeFrame(
        start.bodyFromHull,
        Wrench(m_density * vector(FloatFlows::CarriedTorque) + lighter * vector(FloatFlows::Moment).cross(lift),
               m_density * vector(FloatFlows::CarriedForce) + (lighter * volume + ofAir) * lift));
    Wrench load = drag + water + rotated(bodyFromWorld, SpatialPair::of(start.user)).as<Wrench>();
    load.linear += mass * gravity;
    const Twist predicted = start.twist + 0.5 * start.change;
    const SpatialInertia fluid =
        SpatialInertia(symmetric(m_flows.of, body, m_density)).changeFrame(start.bodyFromHull.inverse());
    step.inertia = MomentumMap(of.bodyInertia + fluid);
    step.middle = start.middle.orientation;
    step.heave = heaveOf(body, predicted);
    load += step.heave.force * rotated(bodyFromWorld, SpatialPair::of(step.heave.plane.unitForce)).as<Wrench>();
    const Vector3 stream = start.bodyFromHull.orientation * vector(FloatFlows::Stream);
    step.stream = start.middle.orientation * stream;

    const Twist relative{predicted.angular, predicted.linear - stream};
    const double energy = std::max(2.0 * step.inertia.inertia.energy(relative), 1e-300);
    const double k = std::max(-h * drag.vector().dot(relative.vector()) / energy, 0.0);
    Vector6 change = start.change.vector();
    const Vector6 pushed = h * (step.inertia.inverse * load.vector()) + k * start.change.vector();
    for (int round = 0; round < kRounds; ++round) {
        const Twist mean = start.twist + 0.5 * Twist(change);
        const Vector3& w = mean.angular;
        const Vector3 v = mean.linear - stream;
        const Momentum m = step.inertia.inertia * Twist(w, v);
        Vector6 turning;
        turning << m.angular.cross(w) + m.linear.cross(v), m.linear.cross(w);
        turning = step.inertia.inverse * turning;
        turning.tail<3>() -= w.cross(stream);
        change = (pushed + h * turning) / (1.0 + k);
    }
    step.change = Twist(change);
    step.twist = start.twist + step.change;
    const Quaternion q = (start.middle.orientation * expSO3(0.5 * h * step.twist.angular)).normalized();
    step.worldFromBody = {q, start.middle.position + 0.5 * h * (q * step.twist.linear)};

    const Vector3 up = bodyFromWorld * m_worldFromWater.col(2);
    const double passage =
        h * (std::abs(up.dot(relative.linear)) + up.cross(relative.angular).norm() * of.model->radius());
    const double cut = vector(FloatFlows::AreaVector).norm();
    const double bob = h * h * m_density * gravity.norm() * cut /
                       (up.dot(step.inertia.inertia.matrix().bottomRightCorner<3, 3>() * up));
    step.isAccepted = volume > 1e-3 * of.model->volume() && k <= kMostDrag && bob <= kFastestBob &&
                      h * step.twist.angular.norm() <= kMostTurn && passage <= kFastestPassage * double(m_water.band) &&
                      step.worldFromBody.isFinite() && step.twist.isFinite();
}

FloatPast CrowdFloats::pastOf(int body) const {
    return {m_starts[body].endTime, m_steps[body].twist, m_steps[body].change};
}

} // namespace ambient
