// SPDX-License-Identifier: Zlib
// Scenes of bodies moving by changes of their shape alone.
#include "AmbientFluid/Math/SE3.h"
#include "RunScene.h"
#include "scenes/parts/Swimmers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace swimmer_scenes_test {

using namespace samples;
using ambient::Vector3;

class SwimmerScenes : public testing::TestWithParam<const char*> {};

/// Motion in a cycle, in the frame of its start about the mean of the points.
ambient::Pose advanceOf(const std::string& name, const std::map<std::string, double>& changes = {}) {
    const RunRecord record = runScene(name, changes, 1.0);
    return record.at(0).worldFromBody.inverse() * record.last().worldFromBody;
}

/// Way of the mean of the first shape's vertices in a cycle, in the frame at its start.
ambient::Vector3 wayOf(const std::string& name, const ambient::Pose& advance) {
    const Swimmer swimmer = swimmerNamed(name, ParameterValues(swimmerParameters(name)));
    const ambient::Vector3 origin = swimmer.shape(0.0).rowwise().mean();
    return advance.position + origin - advance.orientation * origin;
}

// The world is in single precision, tables have six digits, turns three or two. Measured 6e-7 m and 3e-3 deg at worst.
TEST_P(SwimmerScenes, GoTheWayOfAnotherProgramOrAClosedForm) {
    const Swimmer swimmer = swimmerNamed(GetParam(), ParameterValues(swimmerParameters(GetParam())));
    const ambient::Pose advance = advanceOf(GetParam());
    const ambient::Vector3 way = wayOf(GetParam(), advance);
    for (int k = 0; k < 3; ++k) {
        if (std::isfinite(swimmer.tabledWay[k])) {
            EXPECT_NEAR(way[k], swimmer.tabledWay[k], 2e-6) << "component " << k;
        }
    }
    if (swimmer.tabledTurn != 0.0) {
        EXPECT_NEAR(ambient::logSO3(advance.orientation).norm() * 180.0 / ambient::kPi, std::fabs(swimmer.tabledTurn),
                    5e-3);
    }
}

// The recorded surface changes with the cycle, and returns at its end.
TEST_P(SwimmerScenes, ShowAShapeThatChangesAndComesBack) {
    const RunRecord record = runScene(GetParam(), {}, 1.0);
    const auto shapeAt = [&](int frame) { return *shapedAs(record.bodies.front(), record.at(frame)).mesh; };
    const ambient::TriangleMesh first = shapeAt(0), middle = shapeAt(record.frameCount() / 3),
                                last = shapeAt(record.frameCount() - 1);
    ASSERT_EQ(first.faces, middle.faces);
    double change = 0.0, rest = 0.0;
    for (std::size_t i = 0; i < first.vertices.size(); ++i) {
        change = std::max(change, (middle.vertices[i] - first.vertices[i]).norm());
        rest = std::max(rest, (last.vertices[i] - first.vertices[i]).norm());
    }
    EXPECT_GT(change, 0.02);
    EXPECT_LT(rest, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Each, SwimmerScenes,
                         testing::Values("snake", "turning-snake", "sperm", "stingray", "turning-ray", "jellyfish",
                                         "clam", "astronaut", "worm", "cat"));

// [Gross2023, fig. 16]: the same beat leads on as soon as there is inertia, the less of it the less far. Equal to six
// digits with half of the frames.
TEST(SwimmerScenes, AClamWithInertiaSwims) {
    EXPECT_NEAR(wayOf("clam", advanceOf("clam", {{"inertia", 0.1}})).x(), -0.044384, 2e-6);
    EXPECT_NEAR(wayOf("clam", advanceOf("clam", {{"inertia", 1e-3}})).x(), -0.000607, 2e-6);
}

// [Gross2023, fig. 7]: without anisotropy nothing moves ahead, and the more of it the farther. Measured with equal
// resistances: 4e-9 m.
TEST(SwimmerScenes, ASnakeMovesAheadByTheRatioOfItsResistances) {
    double before = 0.0;
    for (const double eps : {1.0, 0.5, 0.2, 0.05}) {
        const double way = -advanceOf("snake", {{"eps", eps}}).position.x();
        if (eps == 1.0)
            EXPECT_NEAR(way, 0.0, 1e-6);
        else
            EXPECT_GT(way, before + 0.05) << eps;
        before = way;
    }
}

// The bend to the other side is the mirror image. [Gross2023, fig. 15]: a ray steers by unequal fins, and up and down
// by a bend out of its plane; the diagonals of its net, which all run one way, are not mirrored.
TEST(SwimmerScenes, AreSteered) {
    const ambient::Pose left = advanceOf("snake", {{"bend", 30.0}}), right = advanceOf("snake", {{"bend", -30.0}});
    EXPECT_NEAR(ambient::logSO3(left.orientation).norm() * 180.0 / ambient::kPi, 17.1713, 5e-3);
    EXPECT_LT((ambient::logSO3(left.orientation) + ambient::logSO3(right.orientation)).norm(), 0.02);
    const Vector3 weakLeft = ambient::logSO3(advanceOf("stingray", {{"left", 0.5}}).orientation),
                  weakRight = ambient::logSO3(advanceOf("stingray", {{"left", 2.0}}).orientation);
    EXPECT_LT(weakLeft.z() * weakRight.z(), 0.0);
    EXPECT_GT(std::min(std::fabs(weakLeft.z()), std::fabs(weakRight.z())), 0.02);
    const Vector3 up = ambient::logSO3(advanceOf("stingray", {{"bend", 30.0}}).orientation),
                  down = ambient::logSO3(advanceOf("stingray", {{"bend", -30.0}}).orientation);
    EXPECT_LT(up.y() * down.y(), 0.0);
    EXPECT_GT(std::min(std::fabs(up.y()), std::fabs(down.y())), 0.02);
}

namespace {

/// A cycle of the swimmer of three links: way and turn, as printed by the scene.
struct LinkWay {
    double x = 0.0, y = 0.0, turn = 0.0;
};

LinkWay wayOfGait(const std::string& gait, double ratio = 2.0) {
    const SampleEntry& entry = findSample("three-link-swimmer");
    const auto scene = entry.create();
    ParameterValues values(scene->parameters());
    if (!gait.empty()) values.assign("gait=" + gait);
    values.set("ratio", ratio);
    RunOptions options;
    options.duration = 1.0;
    options.timeStep = scene->defaultTimeStep();
    const std::string text = scene->summary(samples::runScene(entry.name, *scene, values, options));
    LinkWay way;
    EXPECT_EQ(std::sscanf(text.c_str(), "a cycle: way (%lf, %lf) m, turn %lf", &way.x, &way.y, &way.turn), 3) << text;
    return way;
}

/// Points of a circle about (0, 0), from (radius, 0) with the first angle before the second.
std::string circle(double radius, int points) {
    std::vector<Eigen::Vector2d> loop;
    for (int i = 0; i < points; ++i)
        loop.emplace_back(radius * std::cos(2.0 * ambient::kPi * i / points),
                          radius * std::sin(2.0 * ambient::kPi * i / points));
    return loopText(loop);
}

} // namespace

// Purcell's square by another program, to the five digits of the summary.
TEST(ThreeLinkSwimmer, GoesAroundSquaresAsAnotherProgramSays) {
    EXPECT_NEAR(wayOfGait("").x, 0.191247, 1e-5);
    const LinkWay small = wayOfGait("30,30,30,-30,-30,-30,-30,30");
    EXPECT_NEAR(small.x, 0.062494, 1e-5);
    EXPECT_NEAR(small.y, 0.0, 1e-5);
    EXPECT_NEAR(small.turn, 0.0, 1e-3);
}

// With equal resistances the centre stays where it is, and this gait turns nothing.
TEST(ThreeLinkSwimmer, SwimsByTheRatioOfItsResistances) {
    EXPECT_NEAR(wayOfGait("", 1.0).x, 0.0, 1e-5);
    EXPECT_GT(wayOfGait("", 1.5).x, 0.05);
    EXPECT_GT(wayOfGait("", 20.0).x, 0.25);
}

// A gait without corners, another program's circles (rft_swimmers.json). Points are given to .1 deg.
TEST(ThreeLinkSwimmer, GoesAroundCirclesAsAnotherProgramSays) {
    const LinkWay mild = wayOfGait(circle(30.0, 24)), wide = wayOfGait(circle(60.0, 24));
    EXPECT_NEAR(mild.x, -0.049600, 1e-4);
    EXPECT_NEAR(mild.y, 0.006807, 1e-4);
    EXPECT_NEAR(wide.x, -0.158325, 1e-4);
    EXPECT_NEAR(wide.y, 0.045095, 1e-4);
}

// A way forth and back through the same shapes, and one joint alone, go nowhere [Purcell1977]; a gait the other way
// round goes back.
TEST(ThreeLinkSwimmer, KnowsTheScallop) {
    for (const char* gait : {"60,60,-60,-60", "60,0,-60,0", "60,20,10,-50,60,20,-30,-40"}) {
        const LinkWay way = wayOfGait(gait);
        EXPECT_LT(std::hypot(way.x, way.y), 2e-5) << gait;
    }
    EXPECT_NEAR(wayOfGait("60,60,-60,60,-60,-60,60,-60").x, -0.191247, 1e-5);
}

TEST(ThreeLinkSwimmer, RefusesWhatIsNoLoop) {
    ParameterValues values(findSample("three-link-swimmer").create()->parameters());
    const auto messageOf = [&](const std::string& text) {
        try {
            values.assign("gait=" + text);
        } catch (const std::invalid_argument& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(messageOf("10,20"), "--set gait: takes points X,Y,X,Y,..., at least two, not 2 numbers");
    EXPECT_EQ(messageOf("10,20,30,40,50"), "--set gait: takes points X,Y,X,Y,..., at least two, not 5 numbers");
    EXPECT_EQ(messageOf("10,20,x,40"), "--set gait: 'x' is not a finite number");
    EXPECT_EQ(messageOf("10,20,30,"), "--set gait: '' is not a finite number");
    EXPECT_EQ(messageOf("10,20,300,40"), "--set gait: 300 deg is outside -150 to 150 deg");
    EXPECT_EQ(messageOf("10,20,30,40,10,20"), "--set gait: point 3 is the same as the next one");
    EXPECT_THROW(values.set("gait", 3.0), std::invalid_argument);
    EXPECT_THROW(values.setFile("gait", "a.csv"), std::invalid_argument);
    EXPECT_THROW(values.setLoop("frames", "1,2,3,4"), std::invalid_argument);
    EXPECT_EQ(values.loop("gait").size(), 4U); // unchanged
}

namespace {

/// Numbers after each `=`, `(`, `,` or blank in a scene's first line about a run of its default length.
std::vector<double> numbersOf(const std::string& name, const std::map<std::string, double>& changes, double timeStep) {
    const RunRecord record = runScene(name, changes, 0.0, timeStep);
    const std::string text = findSample(name).create()->summary(record);
    std::vector<double> numbers;
    for (const char* at = text.c_str(); *at && *at != '\n';) {
        char* end = nullptr;
        const double number = std::strtod(at, &end);
        if (end != at) numbers.push_back(number);
        at = end == at ? at + 1 : end;
    }
    return numbers;
}

} // namespace

// locomotion_scenes.json, another program, 960 frames a second; the centre of mass falls. The dive is unstable: half
// as many frames a second are some tenths of a degree off.
TEST(TimedSwimmers, ADiverTwists) {
    const RunRecord record = runScene("diver", {}, 1.6);
    const Vector3 expected(2.6763162798560773, -1.44665539568796, -0.0741780824841165);
    const ambient::Quaternion turn = displacementOf(record, 0, record.frameCount() - 1).orientation;
    EXPECT_LT(ambient::logSO3(turn.conjugate() * ambient::expSO3(expected)).norm(), 5e-6);
    EXPECT_LT((record.last().worldFromBody.position - Vector3(1.2 * 1.6, 0.0, 4.0 * 1.6 - 0.5 * 9.81 * 2.56)).norm(),
              1e-5);
    const std::string text = findSample("diver").create()->summary(record);
    EXPECT_NE(text.find("turned by (153.34"), std::string::npos) << text;
}

// locomotion_scenes.json, another program, to the digits of the summary. A hundredfold drag prevents gliding.
TEST(TimedSwimmers, AnEelGlides) {
    const std::vector<double> found = numbersOf("gliding-eel", {}, 1.0 / 200.0);
    ASSERT_EQ(found.size(), 5U);
    EXPECT_NEAR(found[1], -0.572966, 1e-5);
    EXPECT_NEAR(found[2], 0.036781, 1e-5);
    EXPECT_NEAR(found[3], -8.525, 1e-3);
    EXPECT_NEAR(found[4], -0.10175, 6e-5);
    EXPECT_LT(std::fabs(numbersOf("gliding-eel", {{"drag", 100.0}}, 1.0 / 200.0)[4]), 0.004);
}

// locomotion_momentum.json: a method of eighth order at a tolerance of 1e-13.
TEST(TimedSwimmers, ASpinAboutTheMiddleAxisTurnsOver) {
    const std::vector<double> found = numbersOf("dzhanibekov", {}, 1.0 / 60.0);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_NEAR(found[0], 14.815511623469, 2e-5);
    EXPECT_NEAR(found[1], 39.172807108995, 2e-5);
}

// 2/3 B1 for a ball, the closed form for spheroids (locomotion_stokes.json). Measured 3.5e-4, 3.4e-4 and -5.2e-4 at 320
// faces.
TEST(TimedSwimmers, ASquirmerSwimsByItsClosedForm) {
    EXPECT_NEAR(numbersOf("squirmer", {}, 0.05)[0] * 1.5, 1.0, 4e-4);
    EXPECT_NEAR(numbersOf("squirmer", {{"aspect", 2.0}, {"speed", 0.5}}, 0.05)[0] / (0.5 * 0.8264360024659283), 1.0,
                4e-4);
    EXPECT_NEAR(numbersOf("squirmer", {{"aspect", 5.0}}, 0.05)[0] / 0.9441790301974224, 1.0, 6e-4);
}

// The drawn flow is the same again after its period.
TEST(TimedSwimmers, TheFlowOfASquirmerComesBackToItself) {
    const RunRecord record = runScene("squirmer", {{"aspect", 2.0}}, 0.1, 0.05);
    const ChangingShape& shape = *record.bodies.front().changes;
    const ambient::TriangleMesh start = shape.meshAt(0.0), half = shape.meshAt(0.5 * shape.period()),
                                end = shape.meshAt(shape.period());
    ASSERT_EQ(start.faces, half.faces);
    double change = 0.0, rest = 0.0;
    for (std::size_t i = 0; i < start.vertices.size(); ++i) {
        change = std::max(change, (half.vertices[i] - start.vertices[i]).norm());
        rest = std::max(rest, (end.vertices[i] - start.vertices[i]).norm());
    }
    EXPECT_GT(change, 0.1);
    EXPECT_LT(rest, 1e-9);
}

} // namespace swimmer_scenes_test
