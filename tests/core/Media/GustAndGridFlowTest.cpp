// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/GridFlow.h"
#include "AmbientFluid/Media/SeededRandom.h"

#include "TestSupport.h"
#include "core/Media/FlowTesting.h"

#include <gtest/gtest.h>

#include <limits>

namespace gust_and_grid_flow_test {

using namespace ambient;

namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();

bool contains(const std::string& text, const char* word) {
    return text.find(word) != std::string::npos;
}

FlowGrid grid(int size, int snapshots) {
    FlowGrid g;
    g.origin = {-1, 2, 0.5};
    g.spacing = {0.5, 0.25, 2.0};
    g.sizeX = size;
    g.sizeY = size + 1;
    g.sizeZ = size + 2;
    for (int s = 0; s < snapshots; ++s)
        g.times.push_back(3.0 + 0.5 * s);
    g.velocities.assign(static_cast<std::size_t>(size) * (size + 1) * (size + 2) * std::max(snapshots, 1),
                        Vector3::Zero());
    return g;
}

} // namespace

TEST(GustFlow, HasTheIntensityAskedForInEveryDirectionAndTheLengthScaleOfVonKarman) {
    test::Random random(5);
    Matrix3 covariance = Matrix3::Zero();
    Vector3 mean = Vector3::Zero();
    double along = 0.0;
    const int seeds = 200, places = 40;
    for (int seed = 0; seed < seeds; ++seed) {
        GustDef def = test::gust(seed);
        def.shells = 24;
        def.smallestWavelength = def.lengthScale / 200; // 1 % of the energy is in smaller ones
        const GustFlow flow(def);
        for (int i = 0; i < places; ++i) {
            const Vector3 p = random.vector(1e3), e = random.direction();
            const Vector3 u = flow.sample(p, 0.0).velocity - test::gust().meanVelocity;
            const Vector3 v = flow.sample(p + e, 0.0).velocity - test::gust().meanVelocity; // half a length scale away
            mean += u / (seeds * places);
            covariance += u * u.transpose() / (seeds * places);
            along += u.dot(e) * v.dot(e) / (seeds * places);
        }
    }
    const double variance = 1.5 * 1.5;
    EXPECT_LT(mean.norm(), 0.03 * 1.5);                                                              // 0.008
    EXPECT_LT((covariance - variance * Matrix3::Identity()).cwiseAbs().maxCoeff(), 0.04 * variance); // 0.025
    // f(r) = 2^(2/3) / Gamma(1/3) s^(1/3) K_1/3(s), s = r / (1.339 L) [VonKarman1948]
    const double s = 0.5 / 1.339;
    const double f = std::pow(2.0, 2.0 / 3.0) / std::tgamma(1.0 / 3.0) * std::cbrt(s) * std::cyl_bessel_k(1.0 / 3.0, s);
    EXPECT_NEAR(along / variance, f, 0.05); // 0.03
}

TEST(GustFlow, EverySeedHasTheSameEnergyInTheLongRun) {
    for (std::uint64_t seed : {1u, 2u, 3u}) {
        GustDef def = test::gust(seed);
        def.shells = 3;
        const GustFlow flow(def);
        test::Random random(6);
        std::vector<Vector3> points(20000);
        for (Vector3& p : points)
            p = random.vector(1e5);
        std::vector<FlowSample> samples(points.size());
        flow.sampleMany(points.data(), static_cast<int>(points.size()), 0.0, samples.data());
        Vector3 square = Vector3::Zero();
        for (const FlowSample& s : samples)
            square += (s.velocity - def.meanVelocity).cwiseAbs2() / static_cast<double>(samples.size());
        EXPECT_LT((square / (1.5 * 1.5) - Vector3::Ones()).cwiseAbs().maxCoeff(), 0.03) << square.transpose(); // 0.017
    }
}

TEST(GustFlow, IsTheSameBytesForTheSameSeedAndAnotherForAnother) {
    SeededRandom random(1234567); // the generator's published values
    EXPECT_EQ(random.next(), 6457827717110365317ull);
    EXPECT_EQ(random.next(), 3203168211198807973ull);
    // On any platform, but for the last digits of its exp, log and pow.
    const Vector3 known(-0.83852828638081767, -0.84995221331215864, 0.11376966205019703);
    EXPECT_LT((GustFlow(GustDef()).sample({1, 2, 3}, 4.0).velocity - known).norm(), 1e-12);
    const Vector3 p(1, 2, 3);
    const FlowSample first = GustFlow(test::gust(7)).sample(p, 4.0);
    EXPECT_TRUE(test::sameBytes(first, GustFlow(test::gust(7)).sample(p, 4.0)));
    EXPECT_FALSE(test::sameBytes(first, GustFlow(test::gust(8)).sample(p, 4.0)));
}

TEST(GustFlow, FrozenGustsAreCarriedByTheMeanWindUnchanged) {
    GustDef def = test::gust();
    def.evolution = 0.0;
    const GustFlow frozen(def), evolving(test::gust());
    const Vector3 p(1, 2, 3);
    const Vector3 later = p + 2.5 * def.meanVelocity;
    EXPECT_LT((frozen.sample(later, 2.5).velocity - frozen.sample(p, 0.0).velocity).norm(), 1e-13);
    EXPECT_GT((evolving.sample(later, 2.5).velocity - evolving.sample(p, 0.0).velocity).norm(), 0.1);
}

TEST(GridFlow, GivesBackFieldsLinearInPlaceAndTime) {
    const Matrix3 gradient = (Matrix3() << 1, 2, 3, -1, 0.5, 0, 0, 1, -2).finished();
    const Vector3 start(1, -1, 2), rate(0.3, 0, -0.2);
    FlowGrid g = grid(3, 3);
    std::size_t node = 0;
    for (double t : g.times)
        for (int z = 0; z < g.sizeZ; ++z)
            for (int y = 0; y < g.sizeY; ++y)
                for (int x = 0; x < g.sizeX; ++x)
                    g.velocities[node++] =
                        start + gradient * (g.origin + g.spacing.cwiseProduct(Vector3(x, y, z))) + t * rate;
    const GridFlow flow(g);
    test::Random random(7);
    for (int i = 0; i < 50; ++i) {
        const Vector3 inside = g.origin + g.spacing.cwiseProduct(Vector3(random.uniform(0, 2), random.uniform(0, 3),
                                                                         random.uniform(0, 4)));
        const double t = random.uniform(3.0, 4.0);
        const FlowSample s = flow.sample(inside, t);
        EXPECT_LT((s.velocity - (start + gradient * inside + t * rate)).norm(), 1e-13);
        EXPECT_LT((s.gradient - gradient).norm(), 1e-13);
        EXPECT_LT((s.rate - rate).norm(), 1e-13);
    }
    const FlowSample late = flow.sample(g.origin, 9.0);
    EXPECT_LT((late.velocity - (start + gradient * g.origin + 4.0 * rate)).norm(), 1e-13);
    EXPECT_EQ(late.rate, Vector3::Zero().eval());
}

TEST(GridFlow, OutsideItIsAtRestOrAsAtTheBorderAsChosen) {
    FlowGrid g = grid(2, 0);
    g.velocities.assign(g.velocities.size(), {1, 2, 3});
    const Vector3 outside = g.origin - Vector3(5, 0, 0);
    EXPECT_EQ(GridFlow(g).sample(outside, 0.0).velocity, Vector3(1, 2, 3));
    g.outside = OutsideGrid::Zero;
    EXPECT_EQ(GridFlow(g).sample(outside, 0.0).velocity, Vector3::Zero().eval());
    EXPECT_EQ(GridFlow(g).sample(g.origin, 0.0).velocity, Vector3(1, 2, 3));
}

TEST(GridFlow, AccelerationIsContinuousFromCellToCell) {
    FlowGrid g = grid(4, 0);
    test::Random random(8);
    for (Vector3& v : g.velocities)
        v = random.vector();
    const GridFlow flow(g);
    const Vector3 node = g.origin + g.spacing.cwiseProduct(Vector3(1, 2.3, 1.7)), hair(1e-9, 0, 0);
    EXPECT_LT((flow.sample(node - hair, 0.0).acceleration() - flow.sample(node + hair, 0.0).acceleration()).norm(),
              1e-7);
}

TEST(GridFlow, ManyPointsGetTheBytesThatEachAloneGets) {
    FlowGrid g = grid(4, 2);
    test::Random random(4);
    for (Vector3& v : g.velocities)
        v = random.vector();
    const GridFlow flow(g);
    Vector3 points[50];
    FlowSample samples[50];
    for (Vector3& p : points)
        p = random.vector(3.0);
    flow.sampleMany(points, 50, 3.2, samples);
    for (int i = 0; i < 50; ++i)
        EXPECT_TRUE(test::sameBytes(samples[i], flow.sample(points[i], 3.2)));
}

TEST(GustAndGridFlow, RefuseWhatIsOutOfRangeByName) {
    const auto gustWith = [](auto change) {
        return test::refusal([&] {
            GustDef def;
            change(def);
            GustFlow{def};
        });
    };
    EXPECT_TRUE(contains(gustWith([](GustDef& d) { d.intensity = -1.0; }), "intensity"));
    EXPECT_TRUE(contains(gustWith([](GustDef& d) { d.lengthScale = 0.0; }), "lengthScale"));
    EXPECT_TRUE(contains(gustWith([](GustDef& d) { d.smallestWavelength = 1e3; }), "smallestWavelength"));
    EXPECT_TRUE(contains(gustWith([](GustDef& d) { d.shells = 0; }), "shells"));
    const auto gridWith = [](auto change) {
        return test::refusal([&] {
            FlowGrid g = grid(3, 2);
            change(g);
            GridFlow{g};
        });
    };
    EXPECT_TRUE(contains(gridWith([](FlowGrid& g) { g.sizeY = 1; }), "too small"));
    EXPECT_TRUE(contains(gridWith([](FlowGrid& g) { g.velocities.pop_back(); }), "119 velocities"));
    EXPECT_TRUE(contains(gridWith([](FlowGrid& g) { g.velocities[17].y() = kNan; }), "velocity 17"));
    EXPECT_TRUE(contains(gridWith([](FlowGrid& g) { g.times[1] = g.times[0]; }), "times"));
    EXPECT_TRUE(contains(gridWith([](FlowGrid& g) { g.spacing.z() = 0.0; }), "spacing"));
    EXPECT_EQ(gridWith([](FlowGrid&) {}), "");
}

} // namespace gust_and_grid_flow_test
