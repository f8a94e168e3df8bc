// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Media/CombinedFlows.h"
#include "AmbientFluid/Media/JetFlow.h"
#include "AmbientFluid/Media/ShearFlows.h"
#include "AmbientFluid/Media/VortexFlow.h"
#include "AmbientFluid/Media/WaveFlow.h"

#include "TestSupport.h"
#include "core/Media/FlowTesting.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <memory>

namespace ambient_flow_test {

using namespace ambient;

namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
using FlowPointer = std::shared_ptr<const AmbientFlow>;

/// A flow and its sample points, around `center`.
struct Case {
    const char* name;
    FlowPointer flow;
    Vector3 center;
    double halfRange;
    bool incompressible;
};

VortexDef vortex(VortexCore core, double viscosity = 0.0) {
    VortexDef def;
    def.core = core;
    def.center = {0.3, -0.2, 0.1};
    def.axis = {1, 2, 3};
    def.circulation = -2.0;
    def.coreRadius = 0.4;
    def.kinematicViscosity = viscosity;
    return def;
}

JetDef jet() {
    JetDef def;
    def.nozzle = {0.1, 0.2, 0.3};
    def.direction = {1, 1, -1};
    def.speed = 8.0;
    def.diameter = 0.3;
    return def;
}

WaveSet waves(double depth) {
    StillWater water;
    water.up = {0.1, 0.9, -0.2};
    water.level = 0.4;
    water.depth = depth;
    return WaveSet({makeWave(0.2, 7.0, {1, 0, 0.5}, 0.3, water), makeWave(0.1, 3.0, {-1, 0, 2}, 1.3, water)}, water);
}

Vector3 userVelocity(const Vector3& p, double t) {
    return {std::sin(p.y() + t), p.z() * p.x(), std::cos(p.x() - 2.0 * t)};
}

FlowPointer userFlow(double step) {
    return std::make_shared<CallbackFlow>(
        [](const Vector3* points, int count, double time, Vector3* velocities) {
            for (int i = 0; i < count; ++i)
                velocities[i] = userVelocity(points[i], time);
        },
        step, step);
}

FlowPointer moved(FlowPointer flow) {
    FlowPlacement placement;
    placement.worldFromFlow = {expSO3({0.3, -1.0, 0.7}), {0.2, 0.1, -0.3}};
    placement.drift = {0.5, -1.0, 0.25};
    placement.factor = -1.7;
    return std::make_shared<MovedFlow>(std::move(flow), placement);
}

std::vector<Case> everyFlow() {
    BoundaryLayerDef wind;
    wind.velocity = {6, 2, 0};
    wind.groundHeight = -1.0;
    const FlowPointer lamb = std::make_shared<VortexFlow>(vortex(VortexCore::LambOseen, 0.02));
    const FlowPointer gusts = std::make_shared<GustFlow>(test::gust());
    const auto wave = [](double t) { return UniformFlow{{std::sin(t), 2, 0}, {std::cos(t), 0, 0}}; };
    Matrix3 shear;
    shear << 0.1, 2, 3, -1, 0.4, 0, 0, 1, -0.5;
    return {
        {"uniform", std::make_shared<UniformStream>(wave), {0, 0, 0}, 1.0, true},
        {"linear", std::make_shared<LinearFlow>(Vector3(1, 2, 3), Vector3(1, 0, 0), shear), {0, 0, 0}, 1.0, true},
        {"logarithmic",
         std::make_shared<BoundaryLayerFlow>(BoundaryLayerFlow::logarithmic(wind, 0.03)),
         {0, 0, 1},
         1.9,
         true},
        {"power", std::make_shared<BoundaryLayerFlow>(BoundaryLayerFlow::powerLaw(wind, 0.14)), {0, 0, 1}, 1.8, true},
        {"rankine inside", std::make_shared<VortexFlow>(vortex(VortexCore::Rankine)), {0.3, -0.2, 0.1}, 0.2, true},
        {"rankine outside", std::make_shared<VortexFlow>(vortex(VortexCore::Rankine)), {2.3, -0.2, 0.1}, 0.9, true},
        {"lamb", lamb, {0.3, -0.2, 0.1}, 1.0, true},
        {"lamb axis", lamb, {0.3, -0.2, 0.1}, 0.02, true},
        {"jet", std::make_shared<JetFlow>(jet()), {1.6, 1.7, -1.2}, 0.8, true},
        {"jet behind", std::make_shared<JetFlow>(jet()), {0.02, 0.12, 0.38}, 0.04, false},
        {"gust", gusts, {0, 0, 0}, 5.0, true},
        {"waves deep", std::make_shared<WaveFlow>(waves(INFINITY)), {0, -1.5, 0}, 1.0, true},
        {"waves shallow", std::make_shared<WaveFlow>(waves(2.5)), {0, -1.0, 0}, 0.7, true},
        {"waves above", std::make_shared<WaveFlow>(waves(2.5)), {0, 0.6, 0}, 0.05, false},
        {"user", userFlow(1e-4), {0, 0, 0}, 1.0, true},
        {"moved", moved(lamb), {0, 0, 0}, 1.0, true},
        {"sum", std::make_shared<SumFlow>(std::vector<FlowPointer>{lamb, gusts, moved(lamb)}), {0, 0, 0}, 1.0, true}};
}

/// d f(s) / ds at 0 by central differences of fourth order.
template <class Function>
Vector3 derivative(Function f, double step) {
    return (8.0 * (f(step) - f(-step)) - (f(2.0 * step) - f(-2.0 * step))) / (12.0 * step);
}

} // namespace

TEST(AmbientFlow, DerivativesAreThoseOfTheVelocity) {
    test::Random random(1);
    for (const Case& c : everyFlow())
        for (int i = 0; i < 10; ++i) {
            const Vector3 p = c.center + random.vector(c.halfRange);
            const double t = random.uniform(0.5, 3.0), scale = c.flow->sample(p, t).gradient.norm() + 1.0;
            const FlowSample s = c.flow->sample(p, t);
            for (int axis = 0; axis < 3; ++axis) {
                const Vector3 e = Vector3::Unit(axis);
                const Vector3 column =
                    derivative([&](double d) { return c.flow->sample(p + d * e, t).velocity; }, 2e-4);
                EXPECT_LT((s.gradient.col(axis) - column).norm(), 2e-9 * scale) << c.name; // 8e-10
            }
            const Vector3 rate = derivative([&](double d) { return c.flow->sample(p, t + d).velocity; }, 2e-4);
            EXPECT_LT((s.rate - rate).norm(), 8e-9 * (scale + s.rate.norm())) << c.name; // 3e-9
        }
}

TEST(AmbientFlow, AccelerationIsWhatAParticleThatIsCarriedFeels) {
    test::Random random(2);
    for (const Case& c : everyFlow()) {
        const Vector3 p = c.center + 0.5 * random.vector(c.halfRange);
        const double t = 1.3, h = 1e-5;
        const FlowSample s = c.flow->sample(p, t);
        const Vector3 a = s.acceleration();
        const auto carried = [&](double d) {
            return c.flow->sample(p + d * s.velocity + 0.5 * d * d * a, t + d).velocity;
        };
        EXPECT_LT((derivative(carried, h) - a).norm(), 1e-8 * (1.0 + a.norm())) << c.name; // 5e-9
    }
}

TEST(AmbientFlow, NoVolumeIsMade) {
    test::Random random(3);
    for (const Case& c : everyFlow())
        for (int i = 0; i < 20 && c.incompressible; ++i) {
            const Matrix3 gradient = c.flow->sample(c.center + random.vector(c.halfRange), 0.7).gradient;
            const double rounding = std::string(c.name) == "user" ? 1e-11 : 1e-14; // 4e-12, 4e-15
            EXPECT_LT(std::abs(gradient.trace()), rounding * (1.0 + gradient.norm())) << c.name;
        }
}

TEST(AmbientFlow, ManyPointsGetTheBytesThatEachAloneGets) {
    test::Random random(4);
    for (const Case& c : everyFlow()) {
        std::vector<Vector3> points(131);
        for (Vector3& p : points)
            p = c.center + random.vector(c.halfRange);
        std::vector<FlowSample> samples(points.size());
        c.flow->sampleMany(points.data(), static_cast<int>(points.size()), 3.2, samples.data());
        for (std::size_t i = 0; i < points.size(); ++i)
            ASSERT_TRUE(test::sameBytes(samples[i], c.flow->sample(points[i], 3.2))) << c.name << " " << i;
    }
}

TEST(AmbientFlow, WavesStayContinuousAcrossTheMeanLevel) {
    const WaveSet set = waves(INFINITY);
    const WaveFlow flow(set);
    const Vector3 up = set.water().up, at = 0.4 * up + Vector3(0.3, 0, 0) - up.x() * 0.3 * up;
    const FlowSample below = flow.sample(at - 1e-9 * up, 0.4), above = flow.sample(at + 1e-9 * up, 0.4);
    EXPECT_LT((below.velocity - above.velocity).norm(), 1e-8);
    EXPECT_LT((below.acceleration() - above.acceleration()).norm(), 1e-8);
    const Vector3 high = flow.sample(at + 5.0 * up, 0.4).velocity, higher = flow.sample(at + 9.0 * up, 0.4).velocity;
    EXPECT_LT((high - higher).norm(), 1e-13) << "bounded in the air";
}

TEST(ShearFlows, TheWindIsWhatWasMeasuredAtItsHeightAndStillAtTheGround) {
    BoundaryLayerDef def;
    def.velocity = {0, 8, 0};
    def.referenceHeight = 12.0;
    def.groundHeight = 3.0;
    for (const auto& flow : {BoundaryLayerFlow::logarithmic(def, 0.1), BoundaryLayerFlow::powerLaw(def, 0.2)}) {
        EXPECT_LT((flow.sample({1, 2, 15}, 0.0).velocity - def.velocity).norm(), 1e-14);
        EXPECT_LT(flow.sample({1, 2, 3.0 + 1e-9}, 0.0).velocity.norm(), 1e-7);
        EXPECT_EQ(flow.sample({1, 2, 2}, 0.0).velocity, Vector3::Zero().eval());
    }
    // Log law: equal ratios of (z + z0) add equal speeds.
    const auto speed = [flow = BoundaryLayerFlow::logarithmic(def, 0.1)](double z) {
        return flow.sample({0, 0, 3.0 + z - 0.1}, 0.0).velocity.y();
    };
    EXPECT_NEAR(speed(4.0) - speed(2.0), speed(2.0) - speed(1.0), 1e-14);
}

TEST(VortexFlow, CirculationIsTheDefinedOneAndTheCoreIsWhereItShouldBe) {
    for (VortexCore core : {VortexCore::Rankine, VortexCore::LambOseen}) {
        VortexDef def;
        def.core = core;
        def.circulation = 3.0;
        def.coreRadius = 0.5;
        const VortexFlow flow(def);
        const auto speed = [&](double r) { return flow.sample({r, 0, 7}, 0.0).velocity.y(); };
        EXPECT_NEAR(2.0 * kPi * 4.0 * speed(4.0), 3.0, 1e-14);
        const double peak = core == VortexCore::Rankine ? 0.5 : 0.5 * 1.1209064; // solves exp(q) = 1 + 2q
        EXPECT_GT(speed(peak), speed(0.99 * peak));
        EXPECT_GT(speed(peak), speed(1.01 * peak));
        EXPECT_EQ(flow.sample({0, 0, 1}, 0.0).velocity, Vector3::Zero().eval());
    }
}

TEST(JetFlow, CarriesTheMomentumOfTheMouthThroughEverySectionAndDrawsFluidIn) {
    JetDef def;
    def.speed = 3.0;
    def.diameter = 0.2;
    const JetFlow flow(def);
    EXPECT_NEAR(flow.sample({0, 0, 0}, 0.0).velocity.x(), 3.0, 1e-14);
    double lastFlux = 0.0;
    for (double x : {0.0, 1.0, 5.0}) {
        double momentum = 0.0, flux = 0.0;
        const double outer = 4.0 * (x + 1.2), dr = outer / 20000;
        for (int i = 0; i < 20000; ++i) {
            const double r = (i + 0.5) * dr, u = flow.sample({x, r, 0}, 0.0).velocity.x();
            momentum += 2.0 * kPi * r * dr * u * u;
            flux += 2.0 * kPi * r * dr * u;
        }
        EXPECT_NEAR(momentum / (9.0 * kPi * 0.01), 1.0, 1e-6) << x; // 5e-7, the part beyond `outer`
        EXPECT_GT(flux, lastFlux);
        lastFlux = flux;
    }
    EXPECT_LT(flow.sample({2, 2, 0}, 0.0).velocity.y(), 0.0);
    EXPECT_EQ(flow.sample({-0.3, 0.1, 0}, 0.0).velocity, Vector3::Zero().eval());
}

TEST(CombinedFlows, AMovedFlowIsTheFlowInItsFrameTimesTheFactor) {
    const FlowPointer flow = std::make_shared<VortexFlow>(vortex(VortexCore::LambOseen, 0.02));
    const FlowPointer elsewhere = moved(flow);
    const Quaternion turn = expSO3({0.3, -1.0, 0.7});
    const Vector3 p(0.4, -0.1, 0.2), drift(0.5, -1.0, 0.25);
    const FlowSample there = elsewhere->sample(turn * p + Vector3(0.2, 0.1, -0.3) + 2.0 * drift, 2.0);
    const FlowSample here = flow->sample(p, 2.0);
    EXPECT_LT((there.velocity + 1.7 * (turn * here.velocity)).norm(), 1e-14);
    EXPECT_LT(
        (there.gradient + 1.7 * (turn.toRotationMatrix() * here.gradient * turn.toRotationMatrix().transpose())).norm(),
        1e-14);
}

TEST(CombinedFlows, AVortexInACurrentAcceleratesAsSeenFromTheCurrent) {
    const FlowPointer still = std::make_shared<VortexFlow>(vortex(VortexCore::LambOseen));
    FlowPlacement placement;
    placement.drift = {2, 1, 0};
    const SumFlow carried(
        {std::make_shared<MovedFlow>(still, placement), std::make_shared<UniformStream>(placement.drift)});
    const Vector3 p(0.5, 0.3, 0.2);
    const FlowSample a = still->sample(p, 0.0), b = carried.sample(p + 3.0 * placement.drift, 3.0);
    EXPECT_LT((b.velocity - a.velocity - placement.drift).norm(), 1e-14);
    EXPECT_LT((b.acceleration() - a.acceleration()).norm(), 1e-13);
}

// Forces of a uniform medium are computed once and not face by face: a flow declared uniform must be uniform.
TEST(AmbientFlow, IsTheSameEverywhereIfItSaysSo) {
    const FlowPointer stream = std::make_shared<UniformStream>(Vector3(1, -2, 0.5));
    const FlowPointer whirl = std::make_shared<VortexFlow>(vortex(VortexCore::LambOseen));
    FlowPlacement placement;
    placement.worldFromFlow = {expSO3({0.3, 0.2, -0.4}), {1, 2, 3}};
    placement.factor = 2.0;
    const auto moved = [&](const FlowPointer& flow) { return std::make_shared<MovedFlow>(flow, placement); };
    const auto sum = [](FlowPointer a, FlowPointer b) {
        return std::make_shared<SumFlow>(std::vector<FlowPointer>{std::move(a), std::move(b)});
    };
    test::Random random(9);
    for (const FlowPointer& flow : {stream, FlowPointer(moved(stream)), FlowPointer(sum(stream, moved(stream))),
                                    FlowPointer(std::make_shared<WaveFlow>(WaveSet({})))}) {
        EXPECT_TRUE(flow->isUniform());
        const FlowSample first = flow->sample(Vector3::Zero(), 0.3);
        for (int i = 0; i < 20; ++i)
            EXPECT_TRUE(test::sameBytes(flow->sample(random.vector(5.0), 0.3), first));
    }
    for (const FlowPointer& flow : {whirl, FlowPointer(moved(whirl)), FlowPointer(sum(stream, whirl))})
        EXPECT_FALSE(flow->isUniform());
}

TEST(CallbackFlow, GivesTheSamplesThatItsFunctionGives) {
    const FlowPointer whirl = std::make_shared<VortexFlow>(vortex(VortexCore::Rankine));
    const CallbackFlow asked(CallbackFlow::Samples([&](const Vector3* points, int count, double time, FlowSample* out) {
        whirl->sampleMany(points, count, time, out);
    }));
    const Vector3 point(0.5, 0.4, -0.2);
    EXPECT_TRUE(test::sameBytes(asked.sample(point, 1.0), whirl->sample(point, 1.0)));
}

TEST(AmbientFlow, RefusesWhatIsOutOfRangeByName) {
    const auto contains = [](const std::string& text, const char* word) {
        return text.find(word) != std::string::npos;
    };
    const auto vortexWith = [](auto change) {
        return test::refusal([&] {
            VortexDef def;
            change(def);
            VortexFlow{def};
        });
    };
    EXPECT_TRUE(contains(vortexWith([](VortexDef& d) { d.coreRadius = 0.0; }), "coreRadius"));
    EXPECT_TRUE(contains(vortexWith([](VortexDef& d) { d.axis.setZero(); }), "axis"));
    EXPECT_TRUE(contains(vortexWith([](VortexDef& d) { d.circulation = kNan; }), "circulation"));
    EXPECT_TRUE(contains(test::refusal([] { BoundaryLayerFlow::logarithmic({}, 0.0); }), "roughness"));
    EXPECT_TRUE(contains(test::refusal([] { BoundaryLayerFlow::powerLaw({{0, 0, 1}}, 0.1); }), "along the ground"));
    EXPECT_TRUE(contains(test::refusal([] { CallbackFlow{CallbackFlow::Velocities()}; }), "empty"));
    EXPECT_TRUE(contains(test::refusal([] { CallbackFlow{CallbackFlow::Samples()}; }), "empty"));
    EXPECT_TRUE(contains(test::refusal([] { SumFlow{{nullptr}}; }), "null"));
    EXPECT_TRUE(contains(test::refusal([] { MovedFlow(nullptr, {}); }), "null"));
    const auto still = std::make_shared<UniformStream>(Vector3::Zero());
    FlowPlacement noPose;
    noPose.worldFromFlow.orientation.coeffs().setZero();
    EXPECT_TRUE(contains(test::refusal([&] { MovedFlow(still, noPose); }), "worldFromFlow"));
}

} // namespace ambient_flow_test
