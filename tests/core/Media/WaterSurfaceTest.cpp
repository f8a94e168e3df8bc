// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Media/FastSine.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/SampleRows.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "AmbientFluid/Media/WaveSpectrum.h"

#include "TestSupport.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <memory>

namespace water_surface_test {

using namespace ambient;

namespace {

StillWater tilted(double depth = INFINITY) {
    StillWater water;
    water.up = {0.2, -0.1, 0.9};
    water.level = 0.7;
    water.depth = depth;
    return water;
}

/// Waves of total steepness `steepness`.
WaveSet someWaves(double steepness, const StillWater& water) {
    const double lengths[] = {9.0, 5.0, 3.1, 2.0};
    std::vector<Wave> waves;
    for (int i = 0; i < 4; ++i)
        waves.push_back(makeWave(lengths[i], lengths[i], {1.0, 0.5 * i, 0.0}, 1.7 * i, water));
    const double scale = steepness / WaveSet(waves, water).steepness();
    for (Wave& wave : waves)
        wave.amplitude *= scale;
    return WaveSet(waves, water);
}

std::vector<std::pair<const char*, std::shared_ptr<const WaterSurface>>> everyWavySurface() {
    return {{"sine", std::make_shared<SineWaves>(someWaves(0.6, tilted()))},
            {"sine shallow", std::make_shared<SineWaves>(someWaves(0.4, tilted(1.0)))},
            {"gerstner", std::make_shared<GerstnerWaves>(someWaves(0.6, tilted()))},
            {"gerstner shallow", std::make_shared<GerstnerWaves>(someWaves(0.4, tilted(1.0)))}};
}

/// df/ds at 0 by central differences of fourth order.
template <class Function>
auto derivative(Function f, double h) -> decltype(f(h)) {
    return (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h);
}

bool contains(const std::string& text, const char* word) {
    return text.find(word) != std::string::npos;
}

} // namespace

TEST(FastSine, IsSineCosineAndExponential) {
    test::Random random(1);
    for (int i = 0; i < 20000; ++i) {
        const double x = random.uniform(-1, 1) * std::pow(10.0, random.uniform(-3, 6)), e = random.uniform(-700, 700);
        double s, c;
        sineCosine(x, s, c);
        ASSERT_NEAR(s, portable::sin(x), 5e-16) << x; // 3.4e-16
        ASSERT_NEAR(c, portable::cos(x), 5e-16) << x; // 4.5e-16
        ASSERT_NEAR(exponential(e) / portable::exp(e), 1.0, 5e-16) << e;
    }
    EXPECT_EQ(exponential(0.0), 1.0);
}

TEST(FastSine, InSinglePrecisionTheyAreRightToItsRounding) {
    test::Random random(2);
    using Real = NumbersOf<float, 1>::Real;
    const auto lane = [](const Real& value) { return static_cast<double>(bitCast<std::array<float, 2>>(value)[0]); };
    double sine = 0.0, power = 0.0;
    for (int i = 0; i < 20000; ++i) {
        const float x = static_cast<float>(random.uniform(-1, 1) * std::pow(10.0, random.uniform(-3, 3))),
                    e = static_cast<float>(random.uniform(-80, 80));
        Real s, c;
        sineCosineOf<float, 1>(splat<Real>(x), s, c);
        sine = std::max({sine, std::abs(lane(s) - std::sin(double(x))), std::abs(lane(c) - std::cos(double(x)))});
        power = std::max(power, std::abs(lane(exponentialOf<float, 1>(splat<Real>(e))) / std::exp(double(e)) - 1.0));
    }
    EXPECT_LT(sine, 2e-7);    // 1.8e-7
    EXPECT_LT(power, 1.5e-7); // 8e-8
}

TEST(WaveSet, FrequencyAndWavenumberAreEachOthersInverseFromShallowToDeep) {
    for (double depth : {0.01, 0.3, 1.0, 4.0, 100.0, static_cast<double>(INFINITY)}) {
        StillWater water;
        water.depth = depth;
        for (double k : {0.01, 0.1, 1.0, 10.0, 100.0}) {
            const double w = waveFrequency(k, water);
            EXPECT_NEAR(waveNumber(w, water) / k, 1.0, 4e-15) << depth << " " << k;
            const double slope = derivative([&](double d) { return waveFrequency(k + d, water); }, 1e-3 * k);
            EXPECT_NEAR(groupSpeed(k, water) / slope, 1.0, 1e-10);
        }
    }
    EXPECT_NEAR(waveFrequency(2.0), std::sqrt(2.0 * 9.81), 1e-15);
    StillWater shallow;
    shallow.depth = 0.01;
    EXPECT_NEAR(groupSpeed(0.1, shallow), std::sqrt(9.81 * 0.01), 1e-6) << "all waves run at sqrt(g d)";
}

TEST(WaterSurface, AFlatOneIsAPlaneOfAnyHeightAndNormal) {
    const Vector3 normal = Vector3(1, -2, 3).normalized();
    const FlatSurface surface(1.5, {1, -2, 3});
    test::Random random(2);
    for (int i = 0; i < 10; ++i) {
        const Vector3 p = random.vector(10.0);
        EXPECT_NEAR(surface.depth(p, 0.0), 1.5 - normal.dot(p), 1e-14);
        EXPECT_EQ(surface.sample(p, 0.0).normal, surface.up());
    }
    EXPECT_TRUE(surface.isFlat());
    EXPECT_EQ(surface.heightRange(0.0), (std::array<double, 2>{1.5, 1.5}));
}

TEST(WaterSurface, TheNormalIsAcrossTheSurface) {
    test::Random random(3);
    for (const auto& [name, surface] : everyWavySurface())
        for (int i = 0; i < 10; ++i) {
            const Vector3 p = random.vector(20.0), up = surface->up();
            const Vector3 normal = surface->sample(p, 1.1).normal;
            EXPECT_NEAR(normal.norm(), 1.0, 1e-15);
            for (const Vector3& e : {up.unitOrthogonal().eval(), up.cross(up.unitOrthogonal()).eval()}) {
                const double slope =
                    derivative([&, &waves = surface](double d) { return waves->sample(p + d * e, 1.1).height; }, 1e-3);
                EXPECT_NEAR(normal.dot(e + slope * up), 0.0, 5e-11) << name; // 6e-12
            }
        }
}

TEST(WaterSurface, ItsWaterStaysAtTheSurfaceAndAcceleratesAsItsVelocityChanges) {
    test::Random random(4);
    for (const auto& entry : everyWavySurface())
        for (int i = 0; i < 10; ++i) {
            const WaterSurface& surface = *entry.second;
            const Vector3 p = random.vector(20.0), up = surface.up();
            const SurfaceSample s = surface.sample(p, 2.0);
            const auto later = [&](double d) {
                return surface.sample(p + d * s.velocity + 0.5 * d * d * s.acceleration, 2.0 + d);
            };
            const double h = 1e-4;
            EXPECT_NEAR(derivative([&](double d) { return later(d).height; }, h), s.velocity.dot(up), 5e-11)
                << entry.first;
            const Vector3 a = derivative([&](double d) { return later(d).velocity; }, h);
            EXPECT_LT((a - s.acceleration).norm(), 1e-10 * (1.0 + a.norm())) << entry.first; // 2e-11
        }
}

TEST(WaterSurface, ManyPointsGetTheBytesThatEachAloneGets) {
    test::Random random(5);
    for (const auto& [name, surface] : everyWavySurface()) {
        std::vector<Vector3> points(131);
        for (Vector3& p : points)
            p = random.vector(50.0);
        std::vector<SurfaceSample> samples(points.size());
        surface->sampleMany(points.data(), static_cast<int>(points.size()), 3.2, samples.data());
        for (std::size_t i = 0; i < points.size(); ++i) {
            const SurfaceSample s = surface->sample(points[i], 3.2);
            ASSERT_EQ(s.height, samples[i].height) << name;
            ASSERT_EQ(s.normal, samples[i].normal) << name;
            ASSERT_EQ(s.velocity, samples[i].velocity) << name;
            ASSERT_EQ(s.acceleration, samples[i].acceleration) << name;
        }
        EXPECT_EQ(findInvalid(samples.data(), 131), -1);
        const std::array<double, 2> range = surface->heightRange(3.2);
        for (const SurfaceSample& s : samples)
            EXPECT_TRUE(s.height >= range[0] && s.height <= range[1]) << name;
    }
}

TEST(GerstnerWaves, TheHeightAtAPlaceIsThatOfTheSurfaceThroughIt) {
    test::Random random(6);
    for (double steepness : {0.1, 0.6, 0.95, 0.999})
        for (double depth : {static_cast<double>(INFINITY), 0.8}) {
            const GerstnerWaves surface(someWaves(steepness, tilted(depth)));
            for (int i = 0; i < 300; ++i) {
                const Vector3 at = surface.surfacePoint(random.vector(30.0), 0.3 * i);
                EXPECT_NEAR(surface.depth(at, 0.3 * i), 0.0, 5e-12) << steepness; // 7e-13
            }
        }
}

TEST(GerstnerWaves, BecomesTheSumOfSinesWhenFlatAndItsCrestsAreSharperWhenSteep) {
    const WaveSet flat = someWaves(1e-5, tilted());
    const GerstnerWaves gerstner(flat);
    const SineWaves sine(flat);
    const Vector3 p(3, 4, 5);
    EXPECT_NEAR(gerstner.sample(p, 1.0).height, sine.sample(p, 1.0).height, 1e-11); // 4e-12: of second order
    EXPECT_LT((gerstner.sample(p, 1.0).velocity - sine.sample(p, 1.0).velocity).norm(), 1e-10);
    const GerstnerWaves steep(WaveSet({makeWave(0.5, 2.0 * kPi, {1, 0, 0})}));
    const double low = steep.sample({kPi, 0, 0}, 0.0).height;
    EXPECT_NEAR(steep.sample({0, 0, 0}, 0.0).height, 0.5, 1e-12);
    EXPECT_NEAR(low, -0.5, 1e-12);
    EXPECT_LT(steep.sample({0.5 * kPi, 0, 0}, 0.0).height, -0.1);
}

TEST(WaterSurface, WavesAreTheSameWhicheverWayIsUpAndRunAtTheirSpeed) {
    const StillWater zUp;
    StillWater yUp;
    yUp.up = {0, 1, 0};
    const auto turned = [](const Vector3& v) { return Vector3(v.y(), v.z(), v.x()); };
    const Vector3 along(0.6, 0.8, 0), place(1, 2, 0);
    const Wave wave = makeWave(0.3, 5.0, along);
    const GerstnerWaves first(WaveSet({wave}, zUp)),
        second(WaveSet({makeWave(0.3, 5.0, turned(along), 0.0, yUp)}, yUp));
    EXPECT_NEAR(first.sample(place, 1.5).height, second.sample(turned(place), 1.5).height, 1e-14);
    EXPECT_LT((turned(first.sample(place, 1.5).velocity) - second.sample(turned(place), 1.5).velocity).norm(), 1e-14);
    const double speed = wave.angularFrequency / wave.waveVector.norm();
    EXPECT_NEAR(first.sample(place, 0.0).height, first.sample(place + 3.0 * speed * along, 3.0).height, 1e-13);
}

TEST(GerstnerWaves, RefusesCrestsThatFoldOver) {
    const auto make = [](double steepness) {
        return test::refusal([&] { GerstnerWaves{someWaves(steepness, tilted())}; });
    };
    EXPECT_TRUE(contains(make(1.0 + 1e-9), "steepness"));
    EXPECT_EQ(make(0.999), "");
}

TEST(WaveFlow, HasAsMuchEnergyOfMotionAsTheSurfaceHasOfHeightAndItTravelsAtGroupSpeed) {
    for (double depth : {static_cast<double>(INFINITY), 1.0}) {
        StillWater water;
        water.depth = depth;
        const double length = 4.0, k = 2.0 * kPi / length, a = 1e-3;
        const WaveFlow flow(WaveSet({makeWave(a, length, {1, 0, 0}, 0.0, water)}, water));
        const double c = waveFrequency(k, water) / k, bottom = std::isinf(depth) ? 12.0 : depth;
        double kinetic = 0.0, flux = 0.0;
        const int columns = 16, rows = 2000;
        for (int i = 0; i < columns; ++i)
            for (int j = 0; j < rows; ++j) {
                const Vector3 p(length * i / columns, 0.0, -bottom * (j + 0.5) / rows);
                const Vector3 u = flow.sample(p, 0.0).velocity;
                const double weight = bottom / (rows * columns);
                kinetic += 0.5 * u.squaredNorm() * weight;
                flux += c * u.x() * u.x() * weight; // pressure -d(phi)/dt = c u, times u
            }
        const double potential = 0.25 * water.gravity * a * a;
        EXPECT_NEAR(kinetic / potential, 1.0, 2e-5);                                 // the midpoint rule
        EXPECT_NEAR(flux / (kinetic + potential) / groupSpeed(k, water), 1.0, 2e-5); // the midpoint rule
    }
}

TEST(WaveFlow, MovesWithTheSurfaceToFirstOrderOfTheSteepness) {
    for (double depth : {static_cast<double>(INFINITY), 1.0}) {
        const WaveSet set = someWaves(1e-4, tilted(depth));
        const GerstnerWaves surface(set);
        const WaveFlow flow(set);
        const Vector3 at = surface.surfacePoint({1, 2, 3}, 0.7);
        const SurfaceSample s = surface.sample(at, 0.7);
        EXPECT_LT((flow.sample(at, 0.7).velocity - s.velocity).norm(), 1e-4 * s.velocity.norm());               // 4e-5
        EXPECT_LT((flow.sample(at, 0.7).acceleration() - s.acceleration).norm(), 1e-4 * s.acceleration.norm()); // 6e-5
    }
}

TEST(WaveSpectrum, TheWavesHaveTheEnergyOfTheSeaWhateverTheirNumber) {
    for (int count : {1, 7, 64}) {
        SeaDef sea;
        sea.significantHeight = 2.0;
        sea.peakedness = 3.3;
        sea.waveCount = count;
        EXPECT_NEAR(WaveSet(makeSea(sea)).variance(), 4.0 / 16.0, 1e-15);
    }
    for (double peakedness : {1.0, 3.3}) {
        SeaDef sea;
        sea.peakedness = peakedness;
        double energy = 0.0;
        for (double w = 0.0; w < 60.0; w += 1e-3)
            energy += 1e-3 * seaSpectrum(sea, w);
        EXPECT_NEAR(energy * 16.0, 1.0, peakedness == 1.0 ? 1e-6 : 0.01); // 7e-9 and 0.003
    }
    EXPECT_NEAR(fullyGrownSea(15.0).significantHeight, 4.8, 0.05);
    EXPECT_NEAR(fullyGrownSea(15.0).peakPeriod, 10.95, 0.05);
}

TEST(WaveSpectrum, OverManySeedsTheEnergyLiesWhereTheSpectrumAndTheSpreadPutIt) {
    SeaDef sea;
    sea.peakPeriod = 2.0 * kPi;
    sea.peakedness = 3.3;
    sea.spread = 2.0;
    sea.direction = {0, 1, 0};
    int below = 0, within = 0, total = 0;
    for (sea.seed = 0; sea.seed < 200; ++sea.seed)
        for (const Wave& wave : makeSea(sea)) {
            ++total;
            if (wave.angularFrequency < 1.1) ++below;
            if (wave.waveVector.normalized().y() > std::cos(kPi / 6.0)) ++within;
            EXPECT_NEAR(wave.angularFrequency, waveFrequency(wave.waveVector.norm()), 1e-12);
        }
    double low = 0.0, all = 0.0;
    for (double w = 0.5; w < 4.0; w += 1e-3) {
        all += seaSpectrum(sea, w);
        if (w < 1.1) low += seaSpectrum(sea, w);
    }
    EXPECT_NEAR(static_cast<double>(below) / total, low / all, 0.005); // 0.001
    // The share of cos^2 within 30 degrees: (2 x + sin 2 x) / pi.
    EXPECT_NEAR(static_cast<double>(within) / total, (kPi / 3.0 + std::sin(kPi / 3.0)) / kPi, 0.01); // 0.002
}

TEST(WaveSpectrum, ASeaIsTheSameForTheSameSeedAndItsSurfaceHasItsVariance) {
    SeaDef sea;
    sea.spread = 4.0;
    const std::vector<Wave> first = makeSea(sea), second = makeSea(sea);
    sea.seed = 2;
    const std::vector<Wave> other = makeSea(sea);
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i].waveVector, second[i].waveVector);
        EXPECT_EQ(first[i].phase, second[i].phase);
        EXPECT_NE(first[i].phase, other[i].phase);
    }
    const SineWaves surface{WaveSet(first)};
    test::Random random(8);
    double square = 0.0;
    for (int i = 0; i < 20000; ++i)
        square += std::pow(surface.sample(random.vector(1e5), 0.0).height, 2) / 20000;
    EXPECT_NEAR(square * 16.0, 1.0, 0.04);
}

TEST(WaterSurface, AUsersHeightsMakeANormalAVelocityAndAnAcceleration) {
    int calls = 0;
    const auto height = [](const Vector3& p, double t) { return std::sin(p.x() + 2.0 * p.y() - 3.0 * t); };
    const CallbackSurface surface([&](const Vector3* points, int count, double time, double* heights) {
        ++calls;
        for (int i = 0; i < count; ++i)
            heights[i] = height(points[i], time);
    });
    const Vector3 points[2] = {{0.3, 0.1, 9.0}, {1.0, -2.0, 0.0}};
    SurfaceSample samples[2];
    surface.sampleMany(points, 2, 0.5, samples);
    EXPECT_EQ(calls, 3);
    for (int i = 0; i < 2; ++i) {
        const double angle = points[i].x() + 2.0 * points[i].y() - 1.5, c = std::cos(angle);
        EXPECT_EQ(samples[i].height, std::sin(angle));
        EXPECT_LT((samples[i].normal - Vector3(-c, -2.0 * c, 1.0).normalized()).norm(), 1e-5);
        EXPECT_LT((samples[i].velocity - Vector3(0, 0, -3.0 * c)).norm(), 1e-5);
        EXPECT_LT((samples[i].acceleration - Vector3(0, 0, -9.0 * std::sin(angle))).norm(), 1e-4);
    }
}

TEST(WaterSurface, AUsersNonsenseCanBeFound) {
    const CallbackSurface surface([](const Vector3* points, int count, double, SurfaceSample* samples) {
        for (int i = 0; i < count; ++i)
            if (points[i].x() > 1.0) samples[i].height = std::numeric_limits<double>::quiet_NaN();
    });
    const Vector3 points[3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    SurfaceSample samples[3];
    surface.sampleMany(points, 3, 0.0, samples);
    EXPECT_EQ(findInvalid(samples, 3), 2);
    EXPECT_EQ(findInvalid(samples, 2), -1);
    samples[1].normal *= 2.0;
    EXPECT_EQ(findInvalid(samples, 3), 1);
}

TEST(WaveSet, RefusesWhatIsOutOfRangeByName) {
    const auto setWith = [](auto change) {
        return test::refusal([&] {
            std::vector<Wave> waves = {makeWave(0.1, 5.0, {1, 0, 0}), makeWave(0.1, 5.0, {1, 0, 0})};
            StillWater water;
            change(waves[1], water);
            WaveSet(waves, water);
        });
    };
    EXPECT_TRUE(contains(setWith([](Wave& w, StillWater&) { w.amplitude = -1.0; }), "wave 1: the amplitude"));
    EXPECT_TRUE(contains(setWith([](Wave& w, StillWater&) { w.waveVector = {0, 0, 1}; }), "not perpendicular to up"));
    EXPECT_TRUE(contains(setWith([](Wave& w, StillWater&) { w.waveVector.setZero(); }), "wave vector"));
    EXPECT_TRUE(contains(setWith([](Wave& w, StillWater&) { w.angularFrequency = 0.0; }), "frequency"));
    EXPECT_TRUE(contains(setWith([](Wave&, StillWater& s) { s.depth = 0.0; }), "depth"));
    EXPECT_TRUE(contains(setWith([](Wave&, StillWater& s) { s.up.setZero(); }), "up"));
    EXPECT_TRUE(contains(test::refusal([] { makeWave(0.1, 0.0, {1, 0, 0}); }), "wavelength"));
    EXPECT_TRUE(contains(test::refusal([] { makeWave(0.1, 1.0, {0, 0, 1}); }), "direction"));
    const auto seaWith = [](auto change) {
        return test::refusal([&] {
            SeaDef sea;
            change(sea);
            makeSea(sea);
        });
    };
    EXPECT_TRUE(contains(seaWith([](SeaDef& s) { s.significantHeight = 0.0; }), "significantHeight"));
    EXPECT_TRUE(contains(seaWith([](SeaDef& s) { s.peakedness = 0.5; }), "peakedness"));
    EXPECT_TRUE(contains(seaWith([](SeaDef& s) { s.waveCount = 0; }), "waveCount"));
    EXPECT_TRUE(contains(test::refusal([] { FlatSurface(0.0, Vector3::Zero()); }), "up"));
}

} // namespace water_surface_test
