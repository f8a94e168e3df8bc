// SPDX-License-Identifier: Zlib
// Profiles and flows of a world file equal the C++ media of the same numbers.
#include "Worlds/WorldMedia.h"
#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Media/CombinedFlows.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/LayeredMedium.h"
#include "AmbientFluid/Media/MediumPresets.h"
#include "AmbientFluid/Media/ShearFlows.h"
#include "AmbientFluidGrid/GridBody.h"
#include "ScratchFolder.h"
#include "WorldTesting.h"
#include "Worlds/LiveWorld.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace world_media_test {

using namespace ambient;
using nlohmann::json;
using FlowPointer = std::shared_ptr<const AmbientFlow>;

namespace {

const char* const kBall = R"({"shape": {"type": "sphere", "radius": 0.1, "faces": 80}, "density": 900})";

json worldOf(const json& medium) {
    return {{"medium", medium}, {"bodies", {json::parse(kBall)}}};
}

std::shared_ptr<const FluidMedium> mediumOf(const json& medium, const std::string& folder = "") {
    const WorldDescription world = parseWorld(worldOf(medium).dump(), "test.json", folder);
    return makeMedium(world.medium, world.gravity, folder);
}

std::string refusal(const json& medium, const std::string& folder = "") {
    try {
        mediumOf(medium, folder);
    } catch (const WorldFileError& error) {
        return error.what();
    }
    return "taken";
}

double difference(const MediumSample& a, const MediumSample& b) {
    return std::fabs(a.density - b.density) + std::fabs(a.dynamicViscosity - b.dynamicViscosity) +
           (a.velocity - b.velocity).norm() + (a.acceleration - b.acceleration).norm();
}

/// Largest difference at random points and times.
double difference(const FluidMedium& a, const FluidMedium& b) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-4.0, 4.0);
    double largest = 0.0;
    for (int i = 0; i < 500; ++i) {
        const Vector3 point(number(random), number(random), number(random));
        const double time = 4.0 + number(random);
        largest = std::max(largest, difference(a.sample(point, time), b.sample(point, time)));
    }
    return largest;
}

json water(const json& flow) {
    return {{"fluid", "water"}, {"flow", flow}};
}

double differenceOfFlow(const json& flow, const FlowPointer& expected) {
    return difference(*mediumOf(water(json::array({flow}))), FlowingMedium(UniformMedium::water(), expected));
}

/// A flow varying along all axes and with time.
Vector3 sampled(const Vector3& p, double time) {
    return {1.0 + p.y() - 2.0 * p.z() + time, 0.5 * p.x() + p.z(), -p.x() + 3.0 * p.y() - 0.5 * time};
}

/// The nodes in a random order.
void writeCsv(const std::filesystem::path& path, bool hasTimes) {
    std::vector<std::string> lines;
    for (double t : hasTimes ? std::vector<double>{0.0, 1.0, 3.0} : std::vector<double>{0.0})
        for (int z = 0; z < 3; ++z)
            for (int y = 0; y < 4; ++y)
                for (int x = 0; x < 5; ++x) {
                    const Vector3 node(-1.0 + 0.5 * x, 0.25 * y, 2.0 + z), v = sampled(node, t);
                    std::string line = hasTimes ? std::to_string(t) + ", " : "";
                    for (const double n : {node.x(), node.y(), node.z(), v.x(), v.y(), v.z()})
                        line += std::to_string(n) + ", ";
                    lines.push_back(line.substr(0, line.size() - 2));
                }
    std::shuffle(lines.begin(), lines.end(), std::mt19937(1));
    std::ofstream file(path);
    file << (hasTimes ? "t, " : "") << "x, y, z, u, v, w\n# a comment\n";
    for (const std::string& line : lines)
        file << line << "\n";
}

/// The same in the format of numpy.save().
template <class Number>
void writeNpy(const std::filesystem::path& path, const std::vector<double>& times) {
    std::string head =
        std::string("{'descr': '<f") + (sizeof(Number) == 8 ? "8" : "4") + "', 'fortran_order': False, 'shape': (";
    if (times.size() > 1) head += std::to_string(times.size()) + ", ";
    head += "3, 4, 5, 3), }";
    head.resize(117, ' ');
    head += '\n';
    std::ofstream file(path, std::ios::binary);
    file << "\x93NUMPY" << '\1' << '\0' << static_cast<char>(head.size()) << '\0' << head;
    for (double t : times)
        for (int z = 0; z < 3; ++z)
            for (int y = 0; y < 4; ++y)
                for (int x = 0; x < 5; ++x)
                    for (int i = 0; i < 3; ++i) {
                        const auto n = static_cast<Number>(sampled({-1.0 + 0.5 * x, 0.25 * y, 2.0 + z}, t)[i]);
                        file.write(reinterpret_cast<const char*>(&n), sizeof n);
                    }
}

json gridFlow(const std::string& file, const json& more = json::object()) {
    json flow = {{"kind", "grid"}, {"file", file}};
    flow.update(more);
    return flow;
}

} // namespace

TEST(WorldMedia, AProfileIsTheLayersAndTheFlowOfItsEntries) {
    const json medium = {{"fluid", "sea_water"},
                         {"profile",
                          {{{"height", -2.0}, {"density", 1030.0}, {"velocity", {0.5, 0, 0}}},
                           {{"height", 0.5}, {"density", 1020.0}, {"viscosity", 2e-3}},
                           {{"height", 0.5}, {"fluid", "water"}, {"velocity", {0, -1, 0}}}}}};
    const UniformMedium sea = seaWaterAt(20.0), fresh = UniformMedium::water();
    const auto layers =
        std::make_shared<LayeredMedium>(LayeredMedium::table({{-2.0, {1030.0, sea.dynamicViscosity()}},
                                                              {0.5, {1020.0, 2e-3}},
                                                              {0.5, {fresh.density(), fresh.dynamicViscosity()}}}));
    const auto flow =
        std::make_shared<ProfileFlow>(std::vector<FlowLevel>{{-2.0, {0.5, 0, 0}}, {0.5, {0, 0, 0}}, {0.5, {0, -1, 0}}});
    EXPECT_LT(difference(*mediumOf(medium), FlowingMedium(layers, flow)), 1e-12); // 0
}

TEST(WorldMedia, HeightsOfAProfileAreAgainstGravity) {
    json world =
        worldOf({{"profile", {{{"height", 1.0}, {"fluid", "sea_water"}}, {{"height", 1.0}, {"fluid", "water"}}}}});
    world["gravity"] = {-9.81, 0, 0};
    const WorldDescription read = parseWorld(world.dump(), "test.json", "");
    const auto medium = makeMedium(read.medium, read.gravity, "");
    EXPECT_NEAR(medium->sample({0.9, 5, 5}, 0).density, seaWaterAt(20.0).density(), 1e-9);
    EXPECT_NEAR(medium->sample({1.1, -5, -5}, 0).density, UniformMedium::water().density(), 1e-9);
}

TEST(WorldMedia, EachKindOfFlowIsThatOfTheLibrary) {
    BoundaryLayerDef wind;
    wind.velocity = {6, 0, 0};
    wind.referenceHeight = 5.0;
    wind.groundHeight = -3.0;
    json shear = {{"kind", "shear"}, {"velocity", {6, 0, 0}}, {"height", 5}, {"ground", -3}, {"roughness", 0.03}};
    EXPECT_LT(differenceOfFlow(shear, std::make_shared<BoundaryLayerFlow>(BoundaryLayerFlow::logarithmic(wind, 0.03))),
              1e-12);
    shear.erase("roughness");
    shear["exponent"] = 0.2;
    EXPECT_LT(differenceOfFlow(shear, std::make_shared<BoundaryLayerFlow>(BoundaryLayerFlow::powerLaw(wind, 0.2))),
              1e-12);
    Matrix3 gradient = Matrix3::Zero();
    gradient(1, 2) = 0.5;
    EXPECT_LT(differenceOfFlow(
                  {{"kind", "shear"}, {"velocity", {1, 0, 0}}, {"height", 2}, {"ground", 1}, {"rate", {0, 0.5, 0}}},
                  std::make_shared<LinearFlow>(Vector3(0, 0, 3), Vector3(1, 0, 0), gradient)),
              1e-12);
    VortexDef vortex;
    vortex.circulation = -2.0;
    vortex.coreRadius = 0.3;
    vortex.center = {1, 0, 2};
    vortex.axis = Vector3(1, 2, 0).normalized();
    vortex.kinematicViscosity = 0.01;
    json swirl = {{"kind", "vortex"},    {"circulation", -2}, {"radius", 0.3},
                  {"center", {1, 0, 2}}, {"axis", {1, 2, 0}}, {"kinematic_viscosity", 0.01}};
    EXPECT_LT(differenceOfFlow(swirl, std::make_shared<VortexFlow>(vortex)), 1e-12);
    FlowPlacement later;
    later.time = 7.0;
    swirl["time"] = 7;
    EXPECT_LT(differenceOfFlow(swirl, std::make_shared<MovedFlow>(std::make_shared<VortexFlow>(vortex), later)), 1e-12);
    JetDef jet;
    jet.speed = 8.0;
    jet.diameter = 0.3;
    jet.nozzle = {0.1, 0.2, 0.3};
    jet.direction = {0, 1, 0};
    EXPECT_LT(
        differenceOfFlow(
            {{"kind", "jet"}, {"speed", 8}, {"diameter", 0.3}, {"nozzle", {0.1, 0.2, 0.3}}, {"direction", {0, 2, 0}}},
            std::make_shared<JetFlow>(jet)),
        1e-12);
    GustDef gust;
    gust.meanVelocity = {5, -2, 1};
    gust.intensity = 1.5;
    gust.lengthScale = 2.0;
    gust.evolution = 0.5;
    gust.shells = 6;
    gust.seed = 9;
    EXPECT_LT(differenceOfFlow({{"kind", "gust"},
                                {"mean", {5, -2, 1}},
                                {"intensity", 1.5},
                                {"length_scale", 2},
                                {"evolution", 0.5},
                                {"shells", 6},
                                {"seed", 9}},
                               std::make_shared<GustFlow>(gust)),
              1e-12);
}

TEST(WorldMedia, FlowsAddUpAndToTheVelocity) {
    const json flows = {{{"kind", "vortex"}, {"circulation", 1}, {"radius", 0.5}},
                        {{"kind", "shear"}, {"velocity", {0, 1, 0}}, {"rate", {0, 0.1, 0}}}};
    json medium = water(flows);
    medium["velocity"] = {0, 0, 2};
    std::vector<FlowPointer> parts = {std::make_shared<UniformStream>(Vector3(0, 0, 2))};
    VortexDef vortex;
    vortex.coreRadius = 0.5;
    parts.push_back(std::make_shared<VortexFlow>(vortex));
    Matrix3 gradient = Matrix3::Zero();
    gradient(1, 2) = 0.1;
    parts.push_back(std::make_shared<LinearFlow>(Vector3(0, 0, 0), Vector3(0, 1, 0), gradient));
    const FlowingMedium expected(UniformMedium::water(), std::make_shared<SumFlow>(parts));
    EXPECT_LT(difference(*mediumOf(medium), expected), 1e-12);
}

TEST(WorldMedia, WindFlowsAboveAStillSurface) {
    const json medium = {
        {"fluid", "water"},
        {"surface",
         {{"above",
           {{"fluid", "air"}, {"flow", {{{"kind", "shear"}, {"velocity", {6, 0, 0}}, {"roughness", 2e-4}}}}}}}}};
    const auto made = mediumOf(medium);
    ASSERT_TRUE(made->divided());
    EXPECT_EQ(made->divided()->below().sample({0, 0, -1}, 0).velocity, Vector3(Vector3::Zero()));
    EXPECT_NEAR(made->divided()->above().sample({0, 0, 10}, 0).velocity.x(), 6.0, 1e-12);
}

TEST(WorldMedia, FilesOfAFlowOnAGridGiveBackItsFieldOfThatFile) {
    const test::ScratchFolder scratch;
    const std::string folder = scratch.path().string();
    writeCsv(scratch.path() / "steady.csv", false);
    writeCsv(scratch.path() / "unsteady.csv", true);
    writeNpy<double>(scratch.path() / "steady.npy", {0.0});
    writeNpy<double>(scratch.path() / "unsteady.npy", {0.0, 1.0, 3.0});
    writeNpy<float>(scratch.path() / "single.npy", {0.0});
    const json place = {{"origin", {-1, 0, 2}}, {"spacing", {0.5, 0.25, 1}}};
    json places = place;
    places["times"] = {0, 1, 3};
    struct Case {
        json flow;
        bool isSteady;
        double tolerance;
    };
    // Texts have six decimals; the field is linear, so a grid represents it exactly.
    const Case cases[] = {{gridFlow("steady.csv"), true, 2e-6},
                          {gridFlow("unsteady.csv"), false, 2e-6},
                          {gridFlow("steady.npy", place), true, 1e-13},
                          {gridFlow("unsteady.npy", places), false, 1e-13},
                          {gridFlow("single.npy", place), true, 1e-6}};
    std::mt19937 random(2);
    std::uniform_real_distribution<double> share(0.0, 1.0);
    for (const Case& c : cases) {
        const auto medium = mediumOf(water(json::array({c.flow})), folder);
        for (int i = 0; i < 100; ++i) {
            const Vector3 point(-1.0 + 2.0 * share(random), 0.75 * share(random), 2.0 + 2.0 * share(random));
            const double time = 3.0 * share(random);
            const Vector3 expected = sampled(point, c.isSteady ? 0.0 : time);
            EXPECT_LT((medium->sample(point, time).velocity - expected).norm(), c.tolerance) << c.flow;
        }
    }
    const auto zero = mediumOf(water(json::array({gridFlow("steady.csv", {{"outside", "zero"}})})), folder);
    EXPECT_EQ(zero->sample({9, 9, 9}, 0).velocity, Vector3(Vector3::Zero()));
}

TEST(WorldMedia, ASavedWorldGoesOnInTheSameGustsAndVortices) {
    const json medium = {{"fluid", "air"},
                         {"flow",
                          {{{"kind", "gust"}, {"intensity", 3}, {"seed", 4}},
                           {{"kind", "vortex"}, {"circulation", 1}, {"radius", 0.2}, {"kinematic_viscosity", 0.1}}}}};
    LiveWorld live(worldOf(medium), "", WorldSimulationOptions());
    for (int i = 0; i < 20; ++i)
        live.simulation().step();
    const double time = live.simulation().fluid().getTime();
    ASSERT_GT(time, 0.05);
    const json saved = live.file("");
    const WorldDescription again = parseWorld(saved.dump(), "saved.json", "");
    const auto continued = makeMedium(again.medium, again.gravity, ""), original = mediumOf(medium);
    std::mt19937 random(8);
    std::uniform_real_distribution<double> number(-2.0, 2.0);
    for (int i = 0; i < 100; ++i) {
        const Vector3 point(number(random), number(random), number(random));
        const double since = 2.0 + number(random);
        EXPECT_LT(difference(continued->sample(point, since), original->sample(point, time + since)), 1e-12);
    }
}

TEST(WorldMedia, EveryFaultOfAProfileOrFlowHasItsPlace) {
    const json low = {{"height", 0.0}, {"fluid", "water"}}, high = {{"height", 1.0}, {"fluid", "water"}};
    const auto profile = [](const json& entries) { return json{{"profile", entries}}; };
    const auto flow = [](const json& one) { return water(json::array({one})); };
    struct Refused {
        json medium;
        std::string place, why;
    };
    json rising = high, nameless = {{"height", 1.0}, {"density", 1000}};
    rising["velocity"] = {0, 0, 1};
    const Refused all[] = {
        {profile(json::array()), "medium.profile", "no entry"},
        {profile({high, low}), "medium.profile[1].height", "lowest comes first"},
        {profile({low, low, low}), "medium.profile[2].height", "third"},
        {profile({low, {{"fluid", "water"}}}), "medium.profile[1]", "'height'"},
        {profile(json::array({nameless})), "medium.profile[0]", "'viscosity'"},
        {profile({low, rising}), "medium.profile", "along up"},
        {profile(json::array({{{"height", 0}, {"fluid", "vacuum"}}})), "medium.profile[0].fluid", "vacuum"},
        {json{{"fluid", "vacuum"}, {"flow", json::array({{{"kind", "gust"}}})}}, "medium.fluid", "flow"},
        {json{{"fluid", "water"},
              {"flow", json::array({{{"kind", "gust"}}})},
              {"surface", {{"waves", json::array({{{"amplitude", 0.1}, {"period", 3}}})}}}},
         "medium.surface.waves", "at rest"},
        {json{{"profile", json::array({{{"height", 0}, {"density", 1}, {"viscosity", 1e-5}}})},
              {"surface", {{"above", "water"}}}},
         "medium.surface", "denser"},
        {flow(json::object()), "medium.flow[0]", "'kind'"},
        {flow({{"kind", "vortx"}}), "medium.flow[0].kind", "did you mean 'vortex'?"},
        {flow({{"kind", "vortex"}, {"circulation", 1}, {"radius", 0}}), "medium.flow[0].radius", "above 0"},
        {flow({{"kind", "vortex"}, {"circulation", 1}, {"radius", 1}, {"core", "rankine"}, {"kinematic_viscosity", 1}}),
         "medium.flow[0].kinematic_viscosity", "spread"},
        {flow({{"kind", "shear"}, {"velocity", {1, 0, 0}}}), "medium.flow[0]", "one of the keys"},
        {flow({{"kind", "shear"}, {"velocity", {1, 0, 1}}, {"roughness", 1}}), "medium.flow[0]", "along the ground"},
        {flow({{"kind", "gust"}, {"length_scale", 1}, {"smallest", 50}}), "medium.flow[0]", "smallest"},
        {flow({{"kind", "jet"}, {"speed", 1}}), "medium.flow[0]", "'diameter'"},
        {flow({{"kind", "grid"}, {"file", "no.csv"}}), "medium.flow[0]", "cannot be read"},
        {flow({{"kind", "grid"}, {"file", "no.txt"}}), "medium.flow[0]", ".csv or .npy"},
    };
    for (const Refused& refused : all) {
        const std::string what = refusal(refused.medium);
        EXPECT_NE(what.find(refused.place), std::string::npos) << refused.medium << "\n" << what;
        EXPECT_NE(what.find(refused.why), std::string::npos) << refused.medium << "\n" << what;
        EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    }
}

TEST(WorldMedia, EveryFaultOfAFileOfAFlowNamesTheFile) {
    const test::ScratchFolder scratch;
    const auto says = [&](const std::string& name, const std::string& text, const json& more = json::object()) {
        std::ofstream(scratch.path() / name, std::ios::binary) << text;
        const std::string what = refusal(water(json::array({gridFlow(name, more)})), scratch.path().string());
        EXPECT_NE(what.find("medium.flow[0]: "), std::string::npos) << what;
        EXPECT_NE(what.find(name), std::string::npos) << what;
        return what;
    };
    const auto has = [](const std::string& text, const char* word) { return text.find(word) != std::string::npos; };
    std::string cube;
    for (int i = 0; i < 8; ++i)
        cube += std::to_string(i & 1) + "," + std::to_string(i >> 1 & 1) + "," + std::to_string(i >> 2) + ",1,0,0\n";
    EXPECT_TRUE(has(says("empty.csv", ""), "no node"));
    EXPECT_TRUE(has(says("flat.csv", "0,0,0,1,0,0\n1,0,0,1,0,0\n"), "grid needs two"));
    EXPECT_TRUE(has(says("five.csv", "0,0,0,1,0\n"), "five.csv:1"));
    EXPECT_TRUE(has(says("twice.csv", cube.substr(0, cube.size() - 12) + cube.substr(0, 12)), "twice.csv:8"));
    EXPECT_TRUE(has(says("hole.csv", cube.substr(12)), "a whole grid"));
    EXPECT_TRUE(has(says("uneven.csv", cube + "5,0,0,1,0,0\n"), "evenly spaced"));
    EXPECT_TRUE(has(says("nan.csv", cube + "0,0,nan,1,0,0\n"), "nan.csv:9"));
    EXPECT_TRUE(has(says("place.csv", cube, {{"origin", {0, 0, 0}}}), "itself"));
    EXPECT_TRUE(has(says("text.npy", "not numpy at all"), "no file of NumPy"));
    const json place = {{"origin", {0, 0, 0}}, {"spacing", {1, 1, 1}}};
    writeNpy<double>(scratch.path() / "whole.npy", {0.0, 1.0});
    const std::string whole = test::wholeFile((scratch.path() / "whole.npy").string());
    EXPECT_TRUE(has(says("short.npy", whole.substr(0, whole.size() - 1), place), "ends within its numbers"));
    EXPECT_TRUE(has(says("place.npy", whole), "'origin'"));
    EXPECT_TRUE(has(says("times.npy", whole, place), "2 snapshots"));
    std::string turned = whole;
    turned.replace(turned.find("False"), 5, "True ");
    EXPECT_TRUE(has(says("turned.npy", turned, place), "Fortran"));
    std::string integers = whole;
    integers.replace(integers.find("<f8"), 3, "<i8");
    EXPECT_TRUE(has(says("integers.npy", integers, place), "single or double"));
}

} // namespace world_media_test
