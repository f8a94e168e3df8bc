// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "MotionSupport.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

namespace waves_test {

using namespace ambient;

namespace {

const Vector3 kGravity(0, 0, -9.81);
constexpr double kWavelength = 5.0, kWaveNumber = 2.0 * kPi / kWavelength;
const double kFrequency = std::sqrt(9.81 * kWaveNumber), kPeriod = 2.0 * kPi / kFrequency;

/// One wave along x, its crest at the origin at time 0.
WaveSet waveOf(double amplitude) {
    return WaveSet({makeWave(amplitude, kWavelength, Vector3::UnitX())});
}

std::shared_ptr<const FluidMedium> waterBelow(double amplitude) {
    return std::make_shared<FlowingMedium>(UniformMedium(1000.0, 1e-3), std::make_shared<WaveFlow>(waveOf(amplitude)));
}

std::shared_ptr<const DividedMedium> sea(double amplitude) {
    return std::make_shared<DividedMedium>(waterBelow(amplitude), nullptr,
                                           std::make_shared<GerstnerWaves>(waveOf(amplitude)));
}

/// How fast the water at the surface is carried along on average, by Stokes [m/s].
double stokesDrift(double amplitude) {
    return amplitude * amplitude * kWaveNumber * kFrequency;
}

/// A box four times as long as wide and ten times as long as high, half as dense as water, floating on a crest.
struct Raft {
    KirchhoffMotion equations;
    FluidBodyState state;

    Raft(double length, double amplitude, const Vector3& velocity)
        : equations(makeSolidBody(FluidBodyModel::build(makeBox({length, 0.25 * length, 0.1 * length}, 192)), 500.0),
                    sea(amplitude), ForceSet::surfacePressure(), kGravity) {
        state = makeState(equations, {Quaternion::Identity(), {0, 0, heightAfloat(length, amplitude)}},
                          {Vector3::Zero(), velocity}, 0.0);
    }

    double heightAfloat(double length, double amplitude) const {
        double low = -amplitude - length, high = amplitude + length;
        for (int halving = 0; halving < 50; ++halving) {
            const double middle = 0.5 * (low + high);
            const Immersion at = test::immersionAt(equations, {Quaternion::Identity(), {0, 0, middle}}, 0.0);
            (at.submergedVolume > 0.5 * equations.body().model->volume() ? low : high) = middle;
        }
        return 0.5 * (low + high);
    }

    /// Mean velocity along the waves over so many periods [m/s].
    double drift(int periods) {
        const double start = state.worldFromBody.position.x();
        for (int i = 0; i < 4 * periods; ++i)
            integrate(equations, state, 0.25 * kPeriod);
        return (state.worldFromBody.position.x() - start) / (periods * kPeriod);
    }
};

void advance(const KirchhoffMotion& equations, FluidBodyState& state, double duration) {
    for (const double end = state.time + duration - 1e-9; state.time < end;)
        integrate(equations, state, 0.05);
}

/// The view from a frame moving backwards with `velocity`.
class CarriedMedium final : public FluidMedium {
  public:
    CarriedMedium(std::shared_ptr<const FluidMedium> medium, const Vector3& velocity)
        : m_medium(std::move(medium)), m_velocity(velocity) {}
    MediumSample sample(const Vector3& point, double time) const override {
        MediumSample s = m_medium->sample(point - time * m_velocity, time);
        s.velocity += m_velocity;
        return s;
    }

  private:
    std::shared_ptr<const FluidMedium> m_medium;
    Vector3 m_velocity;
};

class CarriedSurface final : public WaterSurface {
  public:
    CarriedSurface(std::shared_ptr<const WaterSurface> surface, const Vector3& velocity)
        : WaterSurface(surface->up()), m_surface(std::move(surface)), m_velocity(velocity) {}
    void sampleMany(const Vector3* points, int count, double time, SurfaceSample* samples) const override {
        for (int i = 0; i < count; ++i) {
            const Vector3 still = points[i] - time * m_velocity;
            m_surface->sampleMany(&still, 1, time, samples + i);
            samples[i].velocity += m_velocity;
        }
    }

  private:
    std::shared_ptr<const WaterSurface> m_surface;
    Vector3 m_velocity;
};

} // namespace

TEST(Waves, LoadsInSinglePrecisionAreThoseInDoublePrecisionToAMillionthOfTheWeight) {
    const auto model = FluidBodyModel::build(makeCylinder(0.29, 0.88, 300));
    const FluidBody body = makeSolidBody(model, 450.0);
    ForceSet single = ForceSet::surfacePressure();
    single.setSingle(true);
    const KirchhoffMotion inDouble(body, sea(0.3), ForceSet::surfacePressure(), kGravity),
        inSingle(body, sea(0.3), single, kGravity);
    test::Random random(21);
    double largest = 0.0;
    for (int i = 0; i < 40; ++i) {
        const Vector3 position = random.vector(0.4) + Vector3(100.0 * i, 50.0, 0.0);
        const FluidBodyState state =
            makeState(inDouble, {random.rotation(), position}, {random.vector(), random.vector()}, 0.3 * i);
        const Wrench a = loads(inDouble, state, {}).total(), b = loads(inSingle, state, {}).total();
        largest = std::max(largest, (a.vector() - b.vector()).norm() / (body.mass() * 9.81));
    }
    EXPECT_LT(largest, 4e-7); // 1.5e-7
    EXPECT_GT(largest, 1e-12) << "both are the same: nothing was tested";
}

TEST(Waves, ASmallNeutralBallUnderThemGoesWhereTheWaterGoes) {
    constexpr double amplitude = 0.2, duration = 6.0;
    const auto water = waterBelow(amplitude);
    const auto ball = FluidBodyModel::build(makeSphere(0.025, 320));
    const Vector3 start(0.0, 0.0, -0.4);
    Vector3 particle = start;
    constexpr int steps = 2000;
    for (int i = 0; i < steps; ++i) {
        const double t = i * duration / steps, h = duration / steps;
        const Vector3 middle = particle + 0.5 * h * water->sample(particle, t).velocity;
        particle += h * water->sample(middle, t + 0.5 * h).velocity;
    }
    const KirchhoffMotion equations(makeSolidBody(ball, 1000.0), sea(amplitude), ForceSet::surfacePressure(), kGravity);
    FluidBodyState state = makeState(equations, {Quaternion::Identity(), start},
                                     {Vector3::Zero(), water->sample(start, 0.0).velocity}, 0.0);
    advance(equations, state, duration);
    // 2.8 mm after three orbits of 0.24 m; the drift falls with the square of the radius.
    EXPECT_LT((state.worldFromBody.position - particle).norm(), 3.5e-3);
}

TEST(Waves, ASmallFloatIsCarriedByStokesDrift) {
    constexpr double amplitude = 0.1;
    Raft raft(0.5, amplitude, waterBelow(amplitude)->sample({0, 0, amplitude}, 0.0).velocity);
    EXPECT_NEAR(raft.drift(12), stokesDrift(amplitude), 0.1 * stokesDrift(amplitude)); // 0.97 of the drift
}

TEST(Waves, ALongBodyDriftsTheWayTheyRun) {
    // Hulls of 0.8 and 2 wavelengths. With the acceleration of the water at one point for the whole body, and momentum
    // relative to the water at the centre of the wet part, the hulls ran against the waves at five times this drift.
    for (const double length : {4.0, 10.0}) {
        constexpr double amplitude = 0.1;
        Raft raft(length, amplitude, {0.5 * stokesDrift(amplitude), 0.0, 0.0});
        raft.drift(6);
        const double drift = raft.drift(6);
        EXPECT_GT(drift, 0.1 * stokesDrift(amplitude)) << length; // 1.17, 0.18
        EXPECT_LT(drift, 1.5 * stokesDrift(amplitude)) << length;
    }
}

TEST(Waves, ABodyThatIsThrownOutOfACurrentIntoNothingKeepsItsVelocity) {
    const auto current = std::make_shared<UniformMedium>(UniformMedium(1000.0, 0.0).movingAt({2.0, 0.0, 0.0}));
    const auto medium = std::make_shared<DividedMedium>(current, nullptr, std::make_shared<FlatSurface>(0.0));
    const KirchhoffMotion equations(makeSolidBody(FluidBodyModel::build(makeSphere(0.5, 320)), 500.0), medium,
                                    ForceSet(), Vector3::Zero());
    const auto after = [&](double height, const Vector3& velocity) {
        FluidBodyState state =
            makeState(equations, {Quaternion::Identity(), {0, 0, height}}, {Vector3::Zero(), velocity}, 0.0);
        advance(equations, state, 1.0);
        return twistInWorld(equations, state).linear;
    };
    EXPECT_LT((after(-1.0, {2.5, 0.0, 3.0}) - Vector3(2.5, 0.0, 3.0)).norm(), 0.01);
    // Thrown in, the body shares its momentum with the moved water.
    const double own = equations.body().mass(),
                 added = 1000.0 * equations.body().model->addedMassPerDensity().matrix()(3, 3);
    const Vector3 slowed = own / (own + added) * Vector3(0.5, 0.0, -3.0) + Vector3(2.0, 0.0, 0.0);
    EXPECT_LT((after(1.0, {2.5, 0.0, -3.0}) - slowed).norm(), 0.01);
}

TEST(Waves, MotionIsTheSameInAFrameThatTheWaterRunsThrough) {
    constexpr double amplitude = 0.2, duration = 3.0;
    const Vector3 current(1.5, -0.7, 0.0);
    const FluidBody body = makeSolidBody(FluidBodyModel::build(makeBox({2.0, 0.5, 0.3}, 192)), 500.0);
    const auto still = sea(amplitude);
    const auto carried = std::make_shared<DividedMedium>(
        std::make_shared<CarriedMedium>(waterBelow(amplitude), current), nullptr,
        std::make_shared<CarriedSurface>(std::make_shared<GerstnerWaves>(waveOf(amplitude)), current));
    Pose end[2];
    for (int i = 0; i < 2; ++i) {
        const std::shared_ptr<const FluidMedium> medium = i ? carried : still;
        const KirchhoffMotion equations(body, medium, ForceSet::surfacePressure(), kGravity);
        const Vector3 velocity = Vector3(0.3, 0.2, 0.0) + double(i) * current;
        FluidBodyState state =
            makeState(equations, {expSO3({0.2, 0.1, 0.3}), {0.0, 0.0, 0.2}}, {{0.1, 0.2, 0.3}, velocity}, 0.0);
        advance(equations, state, duration);
        end[i] = state.worldFromBody;
        end[i].position -= i * duration * current;
    }
    EXPECT_LT((end[0].position - end[1].position).norm(), 1e-12);
    EXPECT_LT(end[0].orientation.angularDistance(end[1].orientation), 1e-12);
}

} // namespace waves_test
