// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Crowds/CrowdFloats.h"

#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Math/EffectiveMass.h"
#include "AmbientFluid/Math/InstructionSet.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace crowd_floats_test {

using namespace ambient;

namespace {

const Vector3 kGravity(0.0, 0.0, -9.81);
constexpr double kWater = 1000.0, kDensity = 500.0;

/// A barrel of .9 m that lies in the water.
const Quaternion kLying = expSO3(Vector3(0.0, 0.5 * kPi, 0.0));

const std::shared_ptr<const FluidBodyModel>& full() {
    static const auto model = FluidBodyModel::build(makeCylinder(0.25, 0.9, 500));
    return model;
}
const std::shared_ptr<const FluidBodyModel>& crowdModelOfIt() {
    static const auto model = crowdModel(full()).model;
    return model;
}
const std::shared_ptr<const FluidBodyModel>& gameModelOfIt() {
    static const auto model = gameModel(full()).model;
    return model;
}

/// Water under a vacuum. \param waves of about one length [m], with a steepness of some 2 % in all
std::shared_ptr<const DividedMedium> sea(int waves = 0, double length = 6.0) {
    const UniformMedium water(kWater, 1e-3);
    if (waves == 0)
        return std::make_shared<DividedMedium>(std::make_shared<UniformMedium>(water), nullptr,
                                               std::make_shared<FlatSurface>(0.0));
    test::Random random(3);
    std::vector<Wave> list;
    for (int i = 0; i < waves; ++i) {
        const double heading = random.uniform(-1.0, 1.0), ratio = waves == 1 ? 1.0 : random.uniform(0.7, 1.4);
        list.push_back(makeWave(0.02 * length / std::sqrt(double(waves)), ratio * length,
                                Vector3(std::cos(heading), std::sin(heading), 0.0), random.uniform(0.0, 6.0)));
    }
    const WaveSet set(list);
    return std::make_shared<DividedMedium>(std::make_shared<FlowingMedium>(water, std::make_shared<WaveFlow>(set)),
                                           nullptr, std::make_shared<GerstnerWaves>(set));
}

/// A body and its past among floats.
struct Float {
    std::shared_ptr<const KirchhoffMotion> motion;
    FluidBodyState state;
    FloatPast past;

    Float(const std::shared_ptr<const FluidBodyModel>& model, const std::shared_ptr<const FluidMedium>& medium,
          const Pose& pose, const Twist& twist)
        : motion(std::make_shared<KirchhoffMotion>(makeSolidBody(model, kDensity), medium, ForceSet::surfacePressure(),
                                                   kGravity)),
          state(makeState(*motion, pose, twist, 0.0)) {
        const Quaternion bodyFromWorld = pose.orientation.conjugate();
        past = {0.0, {bodyFromWorld * twist.angular, bodyFromWorld * twist.linear}, {}};
    }
    const Pose& pose() const { return state.worldFromBody; }
};

/// One step of floats of one model in one medium. \returns the number of accepted ones; the others do not move
int stepAll(const std::vector<Float*>& floats, double h, CrowdFloats& crowd,
            const std::shared_ptr<const CrowdHull>& hull = crowdModelOfIt()->crowdPoints()->hull) {
    int accepted = 0;
    for (std::size_t first = 0; first < floats.size(); first += CrowdFloats::kBodies) {
        const std::size_t end = std::min(floats.size(), first + CrowdFloats::kBodies);
        crowd.clear(hull.get(), floats[first]->motion->fluid().medium(), h);
        for (std::size_t i = first; i < end; ++i)
            EXPECT_TRUE(crowd.add(*floats[i]->motion, floats[i]->past, {}, floats[i]->state));
        crowd.run();
        for (std::size_t i = first; i < end; ++i) {
            const int body = static_cast<int>(i - first);
            if (!crowd.isAccepted(body)) continue;
            ++accepted;
            floats[i]->state.worldFromBody = crowd.step(body).worldFromBody;
            floats[i]->past = crowd.pastOf(body);
            floats[i]->state.time = floats[i]->past.time;
        }
    }
    return accepted;
}

/// Differences from the full way, with the faces for games or all, over two seconds.
struct Difference {
    double heave, ofHeave; ///< root mean square over starts and time [m]
    double largest = 0.0;  ///< of the height [m]
    double tilt = 0.0;     ///< of the axis [rad]

    Difference(const std::shared_ptr<const DividedMedium>& medium, int starts,
               const std::shared_ptr<const FluidBodyModel>& reference) {
        constexpr double h = 1.0 / 60;
        constexpr int kSteps = 120, kParts = 2;
        test::Random random(5);
        CrowdFloats crowd;
        double errors = 0.0, squares = 0.0;
        for (int start = 0; start < starts; ++start) {
            Pose pose{kLying, random.vector(10.0)};
            const SurfaceSample surface = medium->surface().sample(pose.position, 0.0);
            pose.position.z() = surface.height + (medium->surface().isFlat() ? 0.01 : 0.0);
            const Twist twist(Vector3::Zero(), surface.velocity);
            Float is(crowdModelOfIt(), medium, pose, twist), wanted(reference, medium, pose, twist);
            for (int step = 0; step < kSteps; ++step) {
                for (int part = 0; part < kParts; ++part)
                    integrate(*wanted.motion, wanted.state, h / kParts, {});
                EXPECT_EQ(stepAll({&is}, h, crowd), 1) << "start " << start << ", step " << step;
                const Vector3 &a = is.pose().position, &b = wanted.pose().position;
                errors += (a - b).z() * (a - b).z();
                squares += b.z() * b.z();
                largest = std::max(largest, std::abs((a - b).z()));
                const Vector3 axis = is.pose().orientation * Vector3::UnitZ();
                tilt = std::max(tilt, axis.cross(wanted.pose().orientation * Vector3::UnitZ()).norm());
            }
        }
        heave = std::sqrt(errors / (starts * kSteps));
        ofHeave = std::sqrt(squares / (starts * kSteps));
    }
};

/// A copy of the hull without drag and, if asked for, without added mass.
std::shared_ptr<const CrowdHull> withoutDrag(bool hasAddedMass) {
    auto hull = std::make_shared<CrowdHull>(*crowdModelOfIt()->crowdPoints()->hull);
    hull->points.pressureScale = hull->points.frictionScale = hull->points.viscousScale = 1e-30;
    for (CrowdHull::Face& face : hull->faces)
        for (float& g : face.g)
            g = hasAddedMass ? g : 0.0F;
    return hull;
}

/// Kinetic energy of the dry body, and potential energy of body and water: rho g times the integral of the depth over
/// the displaced volume, which is minus that of depth^2 / 2 over the flux of the wet faces.
double energyOf(const Float& body) {
    const FluidBodyModel& model = *crowdModelOfIt();
    const FaceTable& table = model.faceTable();
    const Pose worldFromMesh = body.pose() * body.motion->body().bodyFromMesh;
    double integral = 0.0;
    for (int f = 0; f < table.size(); ++f) {
        double d[3];
        for (int k = 0; k < 3; ++k) {
            const auto at = [&](int axis) { return *table.at(FaceTable::CornerX + 3 * k + axis, f); };
            d[k] = -(worldFromMesh * (Vector3(at(0), at(1), at(2)) + model.centerOfVolume())).z();
        }
        const auto ofWhole = [&] {
            return (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + d[0] * d[1] + d[1] * d[2] + d[2] * d[0]) / 12.0;
        };
        const int wet = int(d[0] > 0.0) + int(d[1] > 0.0) + int(d[2] > 0.0);
        double square = wet >= 2 ? ofWhole() : 0.0;
        for (int k = 0; k < 3 && wet % 3 != 0; ++k) {
            if ((d[k] > 0.0) != (wet == 1)) continue;
            const double a = d[(k + 1) % 3], b = d[(k + 2) % 3];
            const double lone = d[k] / (d[k] - a) * d[k] / (d[k] - b) * d[k] * d[k] / 12.0;
            square += wet == 1 ? lone : -lone;
        }
        integral -= square * *table.at(FaceTable::Area, f) * (worldFromMesh.orientation * model.faces().normal(f)).z();
    }
    return body.motion->body().bodyInertia.energy(body.past.twist) -
           body.motion->body().mass() * kGravity.z() * body.pose().position.z() - kWater * kGravity.z() * integral;
}

} // namespace

// Of the same faces. Measured: 4e-7 of the volume, 1e-12 of the weight across, 2e-7 of the inertia; the
// effective mass within 3e-7, its moments 0 to 1e-4 below.
TEST(CrowdFloats, TheCutIsThatOfTheFullWay) {
    const auto water = sea();
    test::Random random(1);
    CrowdFloats crowd;
    double volume = 0.0, across = 0.0, inertia = 0.0, leastMass = 1.0, mostMass = 0.0, leastTurn = 1.0, mostTurn = 0.0;
    for (int i = 0; i < 200; ++i) {
        const Pose pose{random.rotation(), Vector3(0.0, 0.0, random.uniform(-0.2, 0.2))};
        const Float body(crowdModelOfIt(), water, pose, Twist());
        const double h = 1e-6, weight = body.motion->body().mass() * 9.81;
        crowd.clear(crowdModelOfIt()->crowdPoints()->hull.get(), water.get(), h);
        ASSERT_TRUE(crowd.add(*body.motion, body.past, {}, body.state));
        crowd.run();
        const CrowdFloats::Step& step = crowd.step(0);
        const EvaluationAt at(*body.motion, pose, 0.0);
        const Vector3 force = step.impulse.linear / h;
        volume = std::max(volume, std::abs((force.z() + weight) / (kWater * 9.81) - at.fluid().submergedVolume));
        across = std::max(across, std::hypot(force.x(), force.y()) / weight);
        const Matrix6 full = at.inertia().inertia.matrix();
        inertia = std::max(inertia, (step.inertia.inertia.matrix() - full).norm() / full.norm());
        const FluidBody& of = body.motion->body();
        const Matrix3 dry = of.bodyInertia.matrix().topLeftCorner<3, 3>();
        const EffectiveMass effective = computeEffectiveMass(at.inertia().inertia, of.mass(), dry, of.model->length());
        const double mass = step.effectiveMass / effective.mass;
        const double turn = step.effectiveTurn * dry.trace() / effective.inertia.trace();
        leastMass = std::min(leastMass, mass);
        mostMass = std::max(mostMass, mass);
        leastTurn = std::min(leastTurn, turn);
        mostTurn = std::max(mostTurn, turn);
    }
    EXPECT_LT(volume, 1e-5 * crowdModelOfIt()->volume());
    EXPECT_LT(across, 1e-5);
    EXPECT_LT(inertia, 1e-5);
    EXPECT_GT(leastMass, 0.999);
    EXPECT_LT(mostMass, 1.0 + 1e-6);
    EXPECT_GT(leastTurn, 0.999);
    EXPECT_LT(mostTurn, 1.0 + 1e-6);
}

// Measured: .04 mm of 10 mm and 1e-6 rad with the faces for games, .03 mm and 2e-4 rad with all faces.
TEST(CrowdFloats, ABarrelBobsInStillWaterAsOnTheFullWay) {
    for (const auto& reference : {gameModelOfIt(), full()}) {
        const Difference difference(sea(), 1, reference);
        EXPECT_LT(difference.largest, 0.001);
        EXPECT_LT(difference.tilt, 0.02);
    }
}

// The waves are 6.7 times as long as the barrel. Measured: .5 % in two, 1.1 % in eight.
TEST(CrowdFloats, ABarrelFollowsLongWavesAsOnTheFullWay) {
    const Difference two(sea(2), 3, gameModelOfIt()), eight(sea(8), 3, gameModelOfIt());
    EXPECT_LT(two.heave, 0.02 * two.ofHeave);
    EXPECT_LT(eight.heave, 0.02 * eight.ofHeave);
}

// In units of the energy of a bob by a tenth of the barrel's length. Measured: within 3.5e-4 of the start at all times,
// also in 100 000 steps.
TEST(CrowdFloats, WithoutDragTheEnergyDoesNotGrow) {
    Float body(crowdModelOfIt(), sea(), {expSO3(Vector3(0.3, 1.2, 0.1)), Vector3(0.0, 0.0, 0.05)}, Twist());
    const auto hull = withoutDrag(false);
    const double start = energyOf(body), unit = body.motion->body().mass() * 9.81 * crowdModelOfIt()->length() / 10;
    CrowdFloats crowd;
    constexpr int kSteps = 30000;
    double most = 0.0;
    for (int step = 0; step < kSteps; ++step) {
        ASSERT_EQ(stepAll({&body}, 1.0 / 60, crowd, hull), 1) << step;
        if (step % 97 == 0) most = std::max(most, (energyOf(body) - start) / unit);
    }
    EXPECT_LT(most, 1e-3);
}

// Places, in units of the way of the current in a second. Measured: 1.4e-5 (single precision).
TEST(CrowdFloats, AFloatInACurrentMovesAsInStillWater) {
    const auto water = [](const Vector3& velocity) {
        const UniformMedium moving = UniformMedium(kWater, 1e-3).movingAt(velocity);
        return std::make_shared<DividedMedium>(std::make_shared<UniformMedium>(moving), nullptr,
                                               std::make_shared<FlatSurface>(0.0));
    };
    constexpr double h = 1.0 / 60;
    test::Random random(11);
    CrowdFloats crowd;
    double largest = 0.0;
    for (int start = 0; start < 4; ++start) {
        const Vector3 current(random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0), 0.0);
        const Pose pose{kLying * expSO3(random.vector(0.2)), Vector3(0.0, 0.0, random.uniform(-0.03, 0.03))};
        const Twist twist = random.twist(0.3, 0.2);
        Float still(crowdModelOfIt(), water(Vector3::Zero()), pose, twist);
        Float carried(crowdModelOfIt(), water(current), pose, {twist.angular, twist.linear + current});
        for (int i = 0; i < 60; ++i) {
            ASSERT_EQ(stepAll({&still}, h, crowd) + stepAll({&carried}, h, crowd), 2);
            const Vector3 apart = carried.pose().position - still.pose().position - (i + 1) * h * current;
            largest = std::max(largest, apart.norm() / current.norm());
        }
    }
    EXPECT_LT(largest, 1e-4);
    std::printf("  %.1e\n", largest);
}

// Measured: errors of 1.6e-4, 4.5e-5 and 1.2e-5 m.
TEST(CrowdFloats, TheStepIsOfSecondOrder) {
    const auto water = sea(2, 8.0);
    CrowdFloats crowd;
    const auto endAt = [&](int perSecond) {
        Float body(crowdModelOfIt(), water, {kLying, Vector3(0.0, 0.0, 0.02)},
                   {Vector3(0.1, 0.2, 0.0), Vector3::Zero()});
        for (int step = 0; step < perSecond; ++step)
            EXPECT_EQ(stepAll({&body}, 1.0 / perSecond, crowd), 1);
        return body.pose().position;
    };
    const Vector3 exact = endAt(1920);
    const double coarse = (endAt(60) - exact).norm(), middle = (endAt(120) - exact).norm(),
                 fine = (endAt(240) - exact).norm();
    EXPECT_GT(coarse, 2.5 * middle) << coarse << " " << middle << " " << fine;
    EXPECT_GT(middle, 2.5 * fine) << coarse << " " << middle << " " << fine;
}

TEST(CrowdFloats, AFloatMovesAmongAnyOthersAsItDoesAlone) {
    const InstructionSet before = instructionSet();
    const auto water = sea(3);
    std::vector<Vector3> expected;
    for (const InstructionSet set : {InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512}) {
        if (!hasInstructionSet(set)) continue;
        setInstructionSet(set);
        test::Random random(7);
        std::vector<Float> alone;
        for (int i = 0; i < 21; ++i) {
            Pose pose{kLying * expSO3(random.vector(0.1)), random.vector(20.0)};
            pose.position.z() = water->surface().sample(pose.position, 0.0).height;
            alone.emplace_back(crowdModelOfIt(), water, pose, random.twist(0.1, 0.1));
        }
        std::vector<Float> together = alone;
        CrowdFloats crowd;
        for (int step = 0; step < 10; ++step) {
            for (Float& body : alone)
                EXPECT_EQ(stepAll({&body}, 1.0 / 120, crowd), 1);
            std::vector<Float*> all;
            for (std::size_t i = 0; i < together.size(); ++i) // in another order at every step
                all.push_back(&together[(i * 5 + static_cast<std::size_t>(step)) % together.size()]);
            EXPECT_EQ(stepAll(all, 1.0 / 120, crowd), 21) << instructionSetName(set);
        }
        for (std::size_t i = 0; i < alone.size(); ++i) {
            EXPECT_EQ(together[i].pose().position, alone[i].pose().position);
            EXPECT_EQ(together[i].past.twist.vector(), alone[i].past.twist.vector());
            if (expected.size() < alone.size()) expected.push_back(alone[i].pose().position);
            EXPECT_EQ(alone[i].pose().position, expected[i]) << instructionSetName(set);
        }
    }
    setInstructionSet(before);
}

TEST(CrowdFloats, RefusesFloatsInTheAirAndThoseThatTheSurfacePassesQuickly) {
    const auto water = sea();
    CrowdFloats crowd;
    Float above(crowdModelOfIt(), water, {kLying, Vector3(0.0, 0.0, 1.0)}, Twist());
    Float plunging(crowdModelOfIt(), water, {kLying, Vector3(0.0, 0.0, 0.2)}, {Vector3::Zero(), Vector3(0, 0, -4)});
    EXPECT_EQ(stepAll({&above, &plunging}, 1.0 / 60, crowd), 0);
}

TEST(CrowdFloats, SuitsStillWaterAndLongGerstnerWavesUnderStillAirAlone) {
    const auto water = std::make_shared<UniformMedium>(UniformMedium::water());
    const auto flat = std::make_shared<FlatSurface>(0.0);
    const auto wind = std::make_shared<UniformMedium>(UniformMedium::air().movingAt(Vector3(5.0, 0.0, 0.0)));
    const auto air = std::make_shared<UniformMedium>(UniformMedium::air());
    EXPECT_TRUE(CrowdFloats::suits(*sea(), 0.5));
    EXPECT_TRUE(CrowdFloats::suits(*sea(2), 0.5));
    EXPECT_TRUE(CrowdFloats::suits(DividedMedium(water, air, flat), 0.5));
    EXPECT_FALSE(CrowdFloats::suits(*sea(2, 2.0), 0.5)) << "short waves";
    EXPECT_FALSE(CrowdFloats::suits(DividedMedium(water, wind, flat), 0.5));
    EXPECT_FALSE(CrowdFloats::suits(DividedMedium(water, water, flat), 0.5));
    EXPECT_FALSE(CrowdFloats::suits(*water, 0.5));
    const auto inviscid = std::make_shared<UniformMedium>(1000.0, 0.0);
    EXPECT_FALSE(CrowdFloats::suits(DividedMedium(inviscid, nullptr, flat), 0.5));
}

} // namespace crowd_floats_test
