// SPDX-License-Identifier: Zlib
// Bodies that swim and sink in honey by the viscous law of their present shape.
#include "AmbientFluid/Body/DrivenShape.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "SlowShapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace slow_swimmers_test {

using namespace ambient;

namespace {

constexpr double kCycle = 2.0 * kPi;

using Path = std::function<void(double time, double* q, double* rates)>;

/// Places of the author's frame over one period from rest, in a fluid of density 1, without gravity.
std::vector<Vector3> placesOver(const std::shared_ptr<const AmplitudeModel>& model, const Path& path, double viscosity,
                                int steps) {
    const auto driven = std::make_shared<DrivenShape>(model);
    driven->setFunction(path, 0.0);
    FluidBody body = model->body();
    body.deformation = driven;
    const KirchhoffMotion motion(body, std::make_shared<UniformMedium>(1.0, viscosity), ForceSet::surfacePressure(),
                                 Vector3::Zero());
    FluidBodyState state;
    IntegratorOptions options;
    std::vector<Vector3> places;
    const Pose start = driven->bodyFromAuthor(0.0).inverse();
    for (int step = 1; step <= steps; ++step) {
        integrate(motion, state, kCycle / steps, options);
        places.push_back((start * (state.worldFromBody * driven->bodyFromAuthor(kCycle * step / steps))).position);
    }
    return places;
}

double reachOf(const std::vector<Vector3>& places) {
    double reach = 0.0;
    for (const Vector3& place : places)
        reach = std::max(reach, place.norm());
    return reach;
}

/// Opens and closes, opening faster than closing.
void reciprocal(double t, double* q, double* rates) {
    const double phase = t + 0.5 * std::sin(t), rate = 1.0 + 0.5 * std::cos(t);
    q[0] = -0.3 * std::cos(phase);
    rates[0] = 0.3 * std::sin(phase) * rate;
}

/// Around a circle of the two coordinates, one way or the other.
Path circle(double sense) {
    return [sense](double t, double* q, double* rates) {
        q[0] = 0.7 * std::cos(t);
        q[1] = 0.7 * std::sin(sense * t);
        rates[0] = -0.7 * std::sin(t);
        rates[1] = 0.7 * sense * std::cos(sense * t);
    };
}

} // namespace

// Its weight stays, its buoyancy and drag are those of the present radius: (m - rho V) g = 6 pi eta a v at a Reynolds
// number below 1e-3. Measured .6 %, most of it inertia, and 6e-4 of the way.
TEST(SlowSwimmers, APulsingBallSinksInHoneyAtTheSpeedOfItsRadius) {
    const auto model = test::growingSphere();
    const auto driven = std::make_shared<DrivenShape>(model);
    driven->setFunction(
        [](double t, double* q, double* rates) {
            q[0] = 0.25 * std::sin(t);
            rates[0] = 0.25 * std::cos(t);
        },
        0.0);
    FluidBody body = model->body();
    body.deformation = driven;
    const double density = 0.1, viscosity = 20.0, gravity = 3.0;
    const KirchhoffMotion motion(body, std::make_shared<UniformMedium>(density, viscosity), ForceSet::surfacePressure(),
                                 {0.0, 0.0, -gravity});
    FluidBodyState state;
    constexpr int kSteps = 240;
    const double h = kCycle / kSteps, drag = viscosity * model->rest()->viscousTensor().resistance(3, 3);
    double way = 0.0, worst = 0.0;
    for (int step = 1; step <= kSteps; ++step) {
        const double before = state.worldFromBody.position.z();
        integrate(motion, state, h, {});
        const double radius = 1.0 + 0.25 * std::sin((step - 0.5) * h);
        const double volume = std::pow(radius, 3) * model->rest()->volume();
        const double speed = (model->mass() - density * volume) * gravity / (drag * radius);
        way += h * speed;
        if (step > 5) // from rest
            worst = std::max(worst, std::abs((before - state.worldFromBody.position.z()) / (h * speed) - 1.0));
    }
    EXPECT_LT(worst, 0.01);
    EXPECT_NEAR(-state.worldFromBody.position.z() / way, 1.0, 1e-3);
    EXPECT_LT(state.worldFromBody.position.head<2>().norm(), 1e-3 * way);
}

// [Purcell1977]: a reciprocal stroke goes nowhere without inertia, at whatever speeds it opens and closes. Measured
// 1e-4 of the stroke, and 9 % of it at a Reynolds number of 30.
TEST(SlowSwimmers, AScallopGoesNowhereInHoney) {
    const std::vector<Vector3> places = placesOver(test::scallop(), reciprocal, 400.0, 100); // Re 1e-3
    const double stroke = reachOf(places);
    EXPECT_GT(stroke, 0.05);
    EXPECT_LT(places.back().norm(), 5e-4 * stroke) << places.back().transpose() / stroke;
    // With inertia it swims.
    const std::vector<Vector3> fast = placesOver(test::scallop(), reciprocal, 0.01, 100); // Re 30
    EXPECT_GT(fast.back().norm(), 0.05 * reachOf(fast)) << fast.back().transpose();
}

TEST(SlowSwimmers, ALoopOfTwoHingesSwimsInHoneyAndBackIfReversed) {
    const std::vector<Vector3> there = placesOver(test::threeLinks(), circle(1.0), 400.0, 48);
    const std::vector<Vector3> back = placesOver(test::threeLinks(), circle(-1.0), 400.0, 48);
    EXPECT_GT(there.back().norm(), 0.02) << there.back().transpose();
    EXPECT_LT((there.back() + back.back()).norm(), 0.02 * there.back().norm())
        << there.back().transpose() << ' ' << back.back().transpose();
}

// Head and tail turn against each other, and the left-handed tail drives the body. Measured .1 % off the whole surface
// without tables, and .15 % between both senses.
TEST(SlowSwimmers, ATurningHelixDrivesItsHead) {
    const auto model = test::flagellate();
    for (const double q : {0.4, 2.7}) {
        const test::Seen seen(*model, {q}, {1.0}, 1.0), back(*model, {q}, {-1.0}, 1.0);
        const Vector6 wanted = test::inStokesFlow(*model, {q}, seen.shape), found = seen.dragOfChange();
        EXPECT_NEAR(found[3] / wanted[3], 1.0, 0.003) << q; // way along the axis
        EXPECT_NEAR(found[0] / wanted[0], 1.0, 0.003) << q; // turn of the head
        EXPECT_LT((found + back.dragOfChange()).norm(), 1e-9 * found.norm());
    }
    const auto turning = [](double sense) -> Path {
        return [sense](double t, double* q, double* rates) {
            q[0] = sense * t;
            rates[0] = sense;
        };
    };
    const Vector3 there = placesOver(model, turning(1.0), 400.0, 24).back();
    const Vector3 back = placesOver(model, turning(-1.0), 400.0, 24).back();
    EXPECT_GT(std::abs(there.x()), 0.05) << there.transpose();
    EXPECT_NEAR(back.x() / there.x(), -1.0, 0.005) << there.transpose() << ' ' << back.transpose();
}

// Without viscosity the very forces of the law that has no viscous regime. Measured .4 % at Re 1e5: the creeping part
// is lost beside the pressure.
TEST(SlowSwimmers, FastShapesHaveTheForcesOfTheLawWithoutViscosity) {
    const auto model = test::scallop();
    const auto driven = std::make_shared<DrivenShape>(model);
    driven->setFunction(reciprocal, 0.0);
    FluidBody body = model->body();
    body.deformation = driven;
    for (const double viscosity : {0.0, 1e-5}) {
        const auto medium = std::make_shared<UniformMedium>(1.0, viscosity);
        const KirchhoffMotion now(body, medium, ForceSet::surfacePressure(), Vector3::Zero());
        const KirchhoffMotion before(body, medium, ForceSet::named("surface2026b"), Vector3::Zero());
        for (const double time : {0.5, 2.0, 4.0}) {
            const auto forces = [&](const KirchhoffMotion& motion) -> Vector6 {
                Evaluation at;
                FluidLoads loads;
                motion.evaluate(Pose(), time, at);
                const Twist twist({0.1, -0.2, 0.3}, {0.5, 0.8, -0.4});
                motion.fluid().addLoads(at.fluid(), twist, twist, Vector3::Zero(), loads);
                return loads.dissipative.vector() + loads.other.vector();
            };
            const Vector6 a = forces(now), b = forces(before);
            EXPECT_LE((a - b).norm(), viscosity > 0.0 ? 0.02 * b.norm() : 0.0)
                << time << ' ' << (a - b).norm() / b.norm();
        }
    }
}

} // namespace slow_swimmers_test
