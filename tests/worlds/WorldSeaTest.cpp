// SPDX-License-Identifier: Zlib
// The sea of a world file equals that of the library.
#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "WorldTesting.h"
#include "Worlds/LiveWorld.h"
#include "Worlds/WorldMedia.h"

#include <gtest/gtest.h>

#include <random>

namespace world_sea_test {

using namespace ambient;
using nlohmann::json;

namespace {

json worldOf(const json& surface) {
    return {{"medium", {{"fluid", "water"}, {"surface", surface}}},
            {"bodies", {{{"shape", {{"type", "sphere"}, {"radius", 0.2}, {"faces", 80}}}, {"density", 500}}}}};
}

std::shared_ptr<const FluidMedium> mediumOf(const json& world) {
    const WorldDescription read = parseWorld(world.dump(), "test.json", "");
    return makeMedium(read.medium, read.gravity, "");
}

/// Largest difference of heights, normals and motions. \param later time of `b` at time 0 of `a` [s]
double difference(const FluidMedium& a, const FluidMedium& b, double later = 0.0) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-9.0, 9.0);
    double largest = 0.0;
    for (int i = 0; i < 200; ++i) {
        const Vector3 point(number(random), number(random), number(random));
        const double time = 9.0 + number(random);
        const SurfaceSample p = a.divided()->surface().sample(point, time),
                            q = b.divided()->surface().sample(point, time + later);
        const MediumSample inA = a.divided()->below().sample(point, time),
                           inB = b.divided()->below().sample(point, time + later);
        largest = std::max({largest, std::fabs(p.height - q.height), (p.normal - q.normal).norm(),
                            (inA.velocity - inB.velocity).norm(), (inA.acceleration - inB.acceleration).norm()});
    }
    return largest;
}

const json kSea = {{"height", 0.6}, {"period", 4}, {"peakedness", 3.3}, {"direction", {1, 2, 0}},
                   {"spread", 6},   {"count", 12}, {"seed", 5}};

SeaDef seaDef() {
    SeaDef def;
    def.significantHeight = 0.6;
    def.peakPeriod = 4.0;
    def.peakedness = 3.3;
    def.direction = Vector3(1, 2, 0).normalized();
    def.spread = 6.0;
    def.waveCount = 12;
    def.seed = 5;
    return def;
}

StillWater stillWater() {
    StillWater water;
    water.level = 0.5;
    water.depth = 7.0;
    return water;
}

/// \param waves of the expected surface
template <class Surface>
double differenceFrom(const json& surface, const std::vector<Wave>& waves) {
    const auto medium = mediumOf(worldOf(surface));
    const Surface expected{WaveSet(waves, stillWater())};
    std::mt19937 random(4);
    std::uniform_real_distribution<double> number(-9.0, 9.0);
    double largest = 0.0;
    for (int i = 0; i < 200; ++i) {
        const Vector3 point(number(random), number(random), 0.0);
        const double time = 9.0 + number(random);
        const SurfaceSample p = medium->divided()->surface().sample(point, time), q = expected.sample(point, time);
        largest = std::max({largest, std::fabs(p.height - q.height), (p.normal - q.normal).norm()});
    }
    return largest;
}

} // namespace

TEST(WorldSea, ItIsTheSeaOfTheLibraryOfEitherType) {
    json surface = {{"height", 0.5}, {"depth", 7}, {"sea", kSea}};
    const std::vector<Wave> waves = makeSea(seaDef(), stillWater());
    EXPECT_EQ(differenceFrom<GerstnerWaves>(surface, waves), 0.0);
    surface["wave_type"] = "sine";
    EXPECT_EQ(differenceFrom<SineWaves>(surface, waves), 0.0);
}

TEST(WorldSea, ItsWavesAreAddedToThoseGivenOneByOne) {
    const json surface = {
        {"height", 0.5},
        {"depth", 7},
        {"wave_type", "sine"},
        {"sea", kSea},
        {"waves", {{{"amplitude", 0.3}, {"wavelength", 15}, {"direction", {0, 1, 0}}, {"phase", 1}}}}};
    std::vector<Wave> waves = {makeWave(0.3, 15.0, {0, 1, 0}, 1.0, stillWater())};
    for (const Wave& wave : makeSea(seaDef(), stillWater()))
        waves.push_back(wave);
    EXPECT_EQ(differenceFrom<SineWaves>(surface, waves), 0.0);
}

TEST(WorldSea, OmittedKeysHaveTheDefaultsOfTheLibrary) {
    SeaDef def;
    def.significantHeight = 0.6;
    def.peakPeriod = 4.0;
    const json surface = {{"height", 0.5}, {"depth", 7}, {"sea", {{"height", 0.6}, {"period", 4}}}};
    EXPECT_EQ(differenceFrom<GerstnerWaves>(surface, makeSea(def, stillWater())), 0.0);
}

TEST(WorldSea, ASavedWorldGoesOnInTheSameSea) {
    const json world = worldOf({{"sea", kSea}, {"waves", {{{"amplitude", 0.1}, {"period", 3}}}}});
    LiveWorld live(world, "", WorldSimulationOptions());
    for (int save = 0; save < 2; ++save) { // and a saved one again
        for (int i = 0; i < 30; ++i)
            live.simulation().step();
        const json saved = live.file("");
        const double time = live.simulation().fluid().getTime();
        EXPECT_LT(difference(*mediumOf(saved), *mediumOf(world), time), 1e-12); // 2e-14
        LiveWorld again(saved, "", WorldSimulationOptions());
        for (int i = 0; i < 30; ++i)
            again.simulation().step();
        EXPECT_LT(difference(*mediumOf(again.file("")), *mediumOf(world), time + again.simulation().fluid().getTime()),
                  1e-12); // 2e-14
    }
}

TEST(WorldSea, TheRowsOfARunAreThoseOfItsSeed) {
    json surface = {{"sea", kSea}};
    test::RunWorld run(worldOf(surface).dump());
    run.run(1.0);
    EXPECT_TRUE(run.log.empty());
    surface["sea"]["seed"] = 6;
    test::RunWorld other(worldOf(surface).dump());
    other.run(1.0);
    EXPECT_NE(run.rows, other.rows);
    test::RunWorld same(worldOf({{"sea", kSea}}).dump());
    same.run(1.0);
    EXPECT_EQ(run.rows, same.rows);
}

TEST(WorldSea, EveryFaultHasItsPlace) {
    const auto refusal = [](const json& world) -> std::string {
        try {
            mediumOf(world);
        } catch (const WorldFileError& error) {
            return error.what();
        }
        return "taken";
    };
    const auto with = [&](const char* key, const json& value) {
        json sea = kSea;
        sea[key] = value;
        return worldOf({{"sea", sea}});
    };
    json still = worldOf({{"sea", kSea}}), weightless = still, moving = still, unfinished = still;
    weightless["gravity"] = {0, 0, 0};
    moving["medium"]["velocity"] = {1, 0, 0};
    unfinished["medium"]["surface"]["sea"].erase("period");
    const struct {
        json world;
        std::string place, why;
    } all[] = {{with("height", 0), "medium.surface.sea.height", "above 0"},
               {with("period", -1), "medium.surface.sea.period", "0"},
               {with("peakedness", 8), "medium.surface.sea.peakedness", "between 1 and 7"},
               {with("spread", -1), "medium.surface.sea.spread", "below 0"},
               {with("count", 0), "medium.surface.sea.count", "1"},
               {with("count", 2.5), "medium.surface.sea.count", "whole"},
               {with("seed", -1), "medium.surface.sea.seed", "0"},
               {with("direction", {0, 0, 1}), "medium.surface.sea", "perpendicular to up"},
               {with("hight", 1), "medium.surface.sea.hight", "'height'"},
               {with("height", 9), "medium.surface", "steep"},
               {unfinished, "medium.surface.sea", "'period'"},
               {moving, "medium.surface.sea", "at rest"},
               {weightless, "medium.surface.sea", "gravity"}};
    EXPECT_EQ(refusal(still), "taken");
    for (const auto& [world, place, why] : all) {
        const std::string what = refusal(world);
        EXPECT_NE(what.find(place), std::string::npos) << what;
        EXPECT_NE(what.find(why), std::string::npos) << what;
        EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    }
}

} // namespace world_sea_test
