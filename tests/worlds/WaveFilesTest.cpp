// SPDX-License-Identifier: Zlib
// Waves of bodies by the coefficients of another program.
#include "LiveWorldTesting.h"

#include "../ScratchFolder.h"
#include "AmbientFluid/Hydrostatics/Hydrostatics.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/SurfaceWaves/WaveScattering.h"
#include "Output/RadiationOutput.h"
#include "Worlds/WamitText.h"

#include <gtest/gtest.h>

#include <fstream>

namespace wave_files_test {
namespace {

using namespace ambient;
using nlohmann::json;

constexpr double kRho = 998.2, kG = 9.81;

/// A ball in small waves, let go above its rest. Its motions are not coupled: fits of coupled ones have several minima,
/// and the last digit may choose another.
json worldOf(const json& waves) {
    json body = {{"shape", {{"type", "sphere"}, {"radius", 0.4}, {"faces", 320}}},
                 {"density", 500.0},
                 {"position", {0.0, 0.0, 0.02}},
                 {"can_sleep", false},
                 {"waves_made", waves}};
    const json wave = {{"amplitude", 0.01}, {"wavelength", 3.0}, {"direction", {0.6, 0.8, 0.0}}};
    return {{"medium", {{"fluid", "water"}, {"surface", {{"waves", json::array({wave})}}}}},
            {"gravity", {0.0, 0.0, -kG}},
            {"dt", 1.0 / 60.0},
            {"bodies", json::array({body})}};
}

/// The panels' coefficients of that ball at rest, as FloatingModel::build has them.
const WaveRadiation& panels() {
    static const WaveRadiation found = [] {
        const TriangleMesh mesh = makeSphere(0.4, 320);
        HydrostaticsDef load;
        load.mass = 500.0 * enclosedVolume(mesh);
        load.fluidDensity = kRho;
        const Hydrostatics rest = computeHydrostatics(mesh, load);
        WaveRadiationDef def;
        def.waterFromMesh = {rest.orientation, rest.position};
        def.fluidDensity = kRho;
        def.gravity = kG;
        def.headings = WaveScattering::headings();
        def.estimatesError = false;
        return computeWaveRadiation(mesh, def);
    }();
    return found;
}

WamitText textOfPanels() {
    WamitText text;
    text.coefficients = wamitCoefficients(panels());
    text.forces = wamitForces(panels());
    text.coefficientsName = "ball.1";
    text.forcesName = "ball.3";
    return text;
}

std::string written(const test::ScratchFolder& folder, const std::string& name, const std::string& text) {
    const std::string path = (folder.path() / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

Pose poseAfter(const json& world, double seconds) {
    test::RunWorld run(world.dump());
    run.run(seconds);
    return run.motion(0).worldFromShown;
}

std::string refusalOf(const json& world) {
    try {
        test::RunWorld run(world.dump());
    } catch (const WorldFileError& error) {
        return error.what();
    }
    return "";
}

std::string refusalOf(const WamitText& text) {
    try {
        readWamit(text, kRho, kG);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST(WaveFiles, HaveTheCoefficientsThatWereWritten) {
    const WaveRadiation read = readWamit(textOfPanels(), kRho, kG);
    ASSERT_EQ(read.rows.size(), panels().rows.size());
    // Seven digits.
    EXPECT_LT((read.addedMassAtInfinity - panels().addedMassAtInfinity).norm(), 1e-6 * read.addedMassAtInfinity.norm());
    EXPECT_LT((read.addedMassAtZero - panels().addedMassAtZero).norm(), 1e-6 * read.addedMassAtZero.norm());
    for (std::size_t i = 0; i < read.rows.size(); ++i) {
        const WaveRow &a = read.rows[i], &b = panels().rows[i];
        EXPECT_NEAR(a.frequency, b.frequency, 1e-6 * b.frequency);
        EXPECT_LT((a.addedMass - b.addedMass).norm(), 1e-6 * b.addedMass.norm());
        EXPECT_LT((a.damping - b.damping).norm(), 2e-6 * b.damping.norm());
        ASSERT_EQ(a.excitation.size(), b.excitation.size());
        for (std::size_t h = 0; h < a.excitation.size(); ++h)
            EXPECT_LT((a.excitation[h].total() - b.excitation[h].total()).norm(),
                      1e-6 * b.excitation[h].total().norm());
    }
}

TEST(WaveFiles, UndoTheUnitOfLength) {
    // The same body in another unit of length: numbers over powers of L.
    const double length = 2.5;
    const auto scaled = [length](double value, int power) { return std::to_string(value / std::pow(length, power)); };
    WamitText text;
    text.length = length;
    text.coefficients = "PER I J A B\n 0.0 3 3 " + scaled(7.0, 3) + "\n 2.0 3 3 " + scaled(6.0, 3) + " " +
                        scaled(2.0, 3) + "\n 2.0 3 5 " + scaled(3.0, 4) + " 0.0\n 2.0D+00 4 4 " + scaled(5.0, 5) + " " +
                        scaled(1.0, 5) + "\n";
    text.forces =
        " 2.0 0.0 3 0 0 " + scaled(4.0, 2) + " " + scaled(-1.0, 2) + "\n 2.0 0.0 5 0 0 " + scaled(9.0, 3) + " 0.0\n";
    const WaveRadiation read = readWamit(text, kRho, kG);
    ASSERT_EQ(read.rows.size(), 1U);
    const WaveRow& row = read.rows[0];
    EXPECT_NEAR(row.addedMass(5, 5), 6.0 * kRho, 1e-2);
    EXPECT_NEAR(row.addedMass(5, 1), 3.0 * kRho, 1e-2);
    EXPECT_NEAR(row.addedMass(1, 5), 3.0 * kRho, 1e-2); // given for i, j only
    EXPECT_NEAR(row.addedMass(0, 0), 5.0 * kRho, 1e-2);
    EXPECT_NEAR(row.damping(5, 5), 2.0 * kRho * kPi, 1e-2);
    EXPECT_NEAR(std::abs(row.excitation[0].total()[5] - kRho * kG * std::complex<double>(4.0, 1.0)), 0.0, 0.1);
    EXPECT_NEAR(row.excitation[0].total()[1].real(), 9.0 * kRho * kG, 0.1);
}

TEST(WaveFiles, MoveABodyAsItsPanelsDo) {
    const test::ScratchFolder folder;
    const WamitText text = textOfPanels();
    const std::string coefficients = written(folder, "ball.1", text.coefficients);
    const std::string forces = written(folder, "ball.3", text.forces);
    const Pose direct = poseAfter(worldOf("radiation"), 3.0);
    const Pose given = poseAfter(worldOf({{"wamit", coefficients}, {"wamit_forces", forces}}), 3.0);
    EXPECT_LT((direct.position - given.position).norm(), 1e-6) << (direct.position - given.position).norm();
    // Without forces the waves are scattered by relative motion.
    const Pose without = poseAfter(worldOf({{"wamit", coefficients}}), 3.0);
    EXPECT_GT((direct.position - without.position).norm(), 1e-5);
    EXPECT_LT((direct.position - without.position).norm(), 2e-2);
}

TEST(WaveFiles, ErrorsNameFileAndLine) {
    WamitText text = textOfPanels();
    text.coefficients = " 0 1 1 1.0\n 2.0 1 1 x 1.0\n";
    EXPECT_EQ(refusalOf(text), "ball.1:2: 'x' is no number");
    text.coefficients = " 0 1 1 1.0\n\n 2.0 1 9 1.0 1.0\n";
    EXPECT_EQ(refusalOf(text), "ball.1:3: mode 9 is not one of the six motions of one body");
    text.coefficients = " 0 1 1 1.0\n 2.0 1 1.5 1.0 1.0\n";
    EXPECT_EQ(refusalOf(text), "ball.1:2: column 3 is no mode, 1 to 6");
    text.coefficients = " 0 1 1 1.0\n 2.0 1 1 1.0\n";
    EXPECT_EQ(refusalOf(text), "ball.1:2: has no damping");
    text.coefficients = " 0 1 1 1.0\n 2.0 1 1 1.0 1.0\n 2.0 1 1 1.0 1.0\n";
    EXPECT_EQ(refusalOf(text), "ball.1:3: the entry stands twice");
    text.coefficients = " 2.0 1 1 1.0 1.0\n";
    EXPECT_EQ(refusalOf(text), "ball.1: has no lines of period 0, the added mass at infinite frequency");
    text.coefficients = " 0 1 1 1.0\n 2.0 1 1 1.0 1.0\n";
    text.forces = " 2.0 0 1 1 0 1 0\n 3.0 0 1 1 0 1 0\n";
    EXPECT_EQ(refusalOf(text), "ball.3:2: its period is not one of ball.1");
    text.forces = " 2.0 0 1 1 0\n";
    EXPECT_NE(refusalOf(text).find("ball.3:1: has fewer than 7 numbers"), std::string::npos);
    text.coefficients = "\n";
    EXPECT_EQ(refusalOf(text), "ball.1: has no numbers");
}

TEST(WaveFiles, AreRefusedByAWorldWithTheirPlace) {
    const test::ScratchFolder folder;
    const std::string few = written(folder, "few.1", " 0 3 3 1.0\n 2.0 3 3 1.0 1.0\n");
    EXPECT_NE(refusalOf(worldOf({{"wamit", few}})).find("bodies[0].waves_made: a filter of waves needs 8 frequencies"),
              std::string::npos);
    EXPECT_NE(refusalOf(worldOf({{"wamit", "no.1"}})).find("bodies[0].waves_made.wamit: "), std::string::npos);
    EXPECT_NE(refusalOf(worldOf(json::object())).find("wamit"), std::string::npos);
    EXPECT_NE(refusalOf(worldOf({{"wamit", few}, {"length", 0.0}})).find("waves_made.length"), std::string::npos);
    WaveRadiation oneHeading = panels();
    for (WaveRow& row : oneHeading.rows)
        row.excitation.resize(1);
    const std::string all = written(folder, "all.1", wamitCoefficients(panels()));
    const std::string one = written(folder, "one.3", wamitForces(oneHeading));
    const std::string refused = refusalOf(worldOf({{"wamit", all}, {"wamit_forces", one}}));
    EXPECT_NE(refused.find("leave a gap of 360 degrees"), std::string::npos) << refused;
}

TEST(WaveFiles, ANameFollowsASavedWorld) {
    const test::ScratchFolder folder;
    written(folder, "ball.1", wamitCoefficients(panels()));
    json world = worldOf({{"wamit", "ball.1"}});
    const LiveWorld live(world, folder.path().string(), {});
    const json saved = live.file(folder.path().parent_path().string())["bodies"][0]["waves_made"];
    EXPECT_EQ(saved["wamit"], (folder.path().filename() / "ball.1").generic_string());
}

} // namespace wave_files_test
