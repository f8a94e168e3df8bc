// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Cables/Catenary.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <cmath>

namespace catenary_test {

using namespace ambient;

namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

struct Case {
    CatenaryDef def;
    Vector3 first = Vector3::Zero(), second = Vector3::Zero();
    double bed = kNone;

    Catenary hung() const { return {def, first, second, Vector3::UnitZ(), bed}; }
};

/// Lines of all sizes, weights and stretches: hanging freely, above a bed, and from an anchor on a bed by turns.
Case randomCase(test::Random& random, int kind) {
    Case c;
    const double size = std::pow(10.0, random.uniform(0.0, 3.0));
    c.def.length = size;
    c.def.weight = std::pow(10.0, random.uniform(-1.0, 3.0));
    c.def.stiffness = c.def.weight * size * std::pow(10.0, random.uniform(0.0, 5.0));
    c.first = random.vector(size);
    c.second = c.first + random.vector(size).cwiseProduct(Vector3(1.0, 1.0, 0.7));
    if (kind == 1) c.bed = std::min(c.first.z(), c.second.z()) - random.uniform(0.0, 0.5) * size;
    if (kind == 2) {
        c.second.z() = c.first.z() + std::fabs(c.second.z() - c.first.z());
        c.bed = c.first.z();
        c.def.seabedFriction = random.uniform(0.0, 1.0);
    }
    return c;
}

/// Places along the line from the tensions alone: dx = (1 + T/EA) cos ds, by Gauss's rule in many pieces.
Vector3 byQuadrature(const Case& c, const Catenary& line) {
    const double w = c.def.weight, length = c.def.length, lift = -line.forceOn(0).z(), pull = line.horizontalTension();
    const double from = std::max(0.0, lift / w), to = from + line.restingLength();
    Vector3 along = c.second - c.first;
    along.z() = 0.0;
    along.normalize();
    double x = 0.0, z = 0.0;
    const auto add = [&](double begin, double end) {
        constexpr int kPieces = 4000;
        constexpr double kNode = 0.577350269189625764509;
        for (int i = 0; i < kPieces; ++i)
            for (const double side : {-kNode, kNode}) {
                // Pieces are short where the line turns: at the low ends.
                const double u = (i + 0.5 + 0.5 * side) / kPieces, s = begin + (end - begin) * u;
                const double v = line.restingLength() > 0.0 ? (s < from ? s - from
                                                               : s > to ? s - to
                                                                        : 0.0) *
                                                                  w
                                                            : w * s - lift;
                const double tension = std::hypot(pull, v), ds = 0.5 * (end - begin) / kPieces;
                const double stretched = tension > 0.0 ? ds * (1.0 + tension / c.def.stiffness) / tension : 0.0;
                x += pull * stretched;
                z += v * stretched;
            }
    };
    if (line.restingLength() > 0.0) {
        add(0.0, from);
        add(to, length);
        const double loss = (c.first.z() > c.bed) != (c.second.z() > c.bed) ? c.def.seabedFriction * w : 0.0;
        const double rest = line.restingLength(), reach = loss > 0.0 ? std::min(rest, pull / loss) : rest;
        x += rest + (pull - 0.5 * loss * reach) * reach / c.def.stiffness;
    } else {
        add(0.0, length);
    }
    return c.first + x * along + z * Vector3::UnitZ();
}

} // namespace

// L = 2 a sinh(span/2a), H = w a, sag = a (cosh(span/2a) - 1).
TEST(Catenary, AHeavyChainIsTheCatenary) {
    for (const double a : {0.3, 2.0, 40.0}) {
        CatenaryDef def;
        const double span = 3.0;
        def.length = 2.0 * a * std::sinh(0.5 * span / a);
        def.weight = 50.0;
        def.stiffness = 1e18;
        const Catenary line(def, Vector3::Zero(), Vector3(span, 0, 0));
        EXPECT_NEAR(line.horizontalTension(), def.weight * a, 1e-9 * def.weight * a); // 1e-10 at a = 40: near taut
        EXPECT_NEAR(line.forceOn(1).z(), -0.5 * def.weight * def.length, 1e-12 * def.weight * def.length);
        const double sag = a * (std::cosh(0.5 * span / a) - 1.0);
        EXPECT_NEAR(line.pointAt(0.5 * def.length).z(), -sag, 1e-9 * span);
        EXPECT_NEAR(line.tension(1), def.weight * (a + sag), 1e-9 * def.weight * a);
    }
}

TEST(Catenary, EndsMeetInTheIntegralOfTheTensions) {
    test::Random random(7);
    int hanging = 0, resting = 0, slack = 0;
    double worst = 0.0, worstExact = 0.0;
    for (int i = 0; i < 300; ++i) {
        const Case c = randomCase(random, i % 3);
        const Catenary line = c.hung();
        worstExact = std::max(worstExact, (line.pointAt(c.def.length) - c.second).norm() / c.def.length);
        if (line.restingLength() > 0.0) ++(line.horizontalTension() > 0.0 ? resting : slack);
        if (line.restingLength() == 0.0) ++hanging;
        // A line that hangs almost straight down and up turns within a piece.
        if (line.horizontalTension() < 0.02 * c.def.weight * c.def.length) continue;
        worst = std::max(worst, (byQuadrature(c, line) - c.second).norm() / c.def.length);
    }
    EXPECT_LT(worstExact, 1e-12); // 4e-15
    EXPECT_LT(worst, 1e-9);
    EXPECT_GT(hanging, 50);
    EXPECT_GT(resting, 20);
    EXPECT_GT(slack, 20);
}

TEST(Catenary, ForcesBalanceTheLiftedWeight) {
    test::Random random(8);
    for (int i = 0; i < 600; ++i) {
        const Case c = randomCase(random, i % 3);
        const Catenary line = c.hung();
        const Vector3 sum = line.forceOn(0) + line.forceOn(1);
        const double scale = line.tension(0) + line.tension(1) + c.def.weight * c.def.length;
        EXPECT_NEAR(sum.z(), -c.def.weight * (c.def.length - line.restingLength()), 1e-12 * scale);
        if (c.def.seabedFriction == 0.0) {
            EXPECT_LT(sum.head<2>().norm(), 1e-12 * scale);
        }
        EXPECT_NEAR(line.tensionAt(0.0), line.tension(0), 1e-12 * scale);
        EXPECT_NEAR(line.tensionAt(c.def.length), line.tension(1), 1e-12 * scale);
    }
}

// The part on the bed is level, carries no vertical force, and loses its tension to friction alone.
TEST(Catenary, ThePartOnTheBedLiesAndRubs) {
    for (const double friction : {0.0, 0.4, 3.0}) {
        const CatenaryDef def{100.0, 200.0, 5e6, friction};
        const Catenary line(def, Vector3(5, 0, -20), Vector3(90, 0, 0), Vector3::UnitZ(), -20.0);
        const double rest = line.restingLength(), pull = line.horizontalTension();
        ASSERT_GT(rest, 20.0);
        EXPECT_EQ(line.forceOn(0).z(), 0.0);
        EXPECT_NEAR(line.forceOn(0).x(), std::max(0.0, pull - friction * def.weight * rest), 1e-9 * pull);
        for (const double s : {0.1, 0.5, 0.9}) {
            EXPECT_NEAR(line.pointAt(s * rest).z(), -20.0, 1e-12);
            EXPECT_NEAR(line.tensionAt(s * rest), std::max(0.0, pull - friction * def.weight * (1.0 - s) * rest),
                        1e-9 * pull);
        }
        EXPECT_NEAR((line.pointAt(def.length) - Vector3(90, 0, 0)).norm(), 0.0, 1e-10);
        // At the touch-down the line is as straight as its tension makes it: z = w s^2 / 2H.
        EXPECT_NEAR(line.pointAt(rest + 0.01).z() + 20.0, def.weight * 1e-4 / (2.0 * pull), 1e-6 * 0.01);
    }
}

// "x + z <= L over a bed: H = 0": the line hangs straight down, and the rest lies.
TEST(Catenary, ALineLongerThanBothWaysIsSlack) {
    const CatenaryDef def{100.0, 200.0, 1e12, 0.5};
    const Catenary line(def, Vector3(0, 0, -20), Vector3(70, 0, 0), Vector3::UnitZ(), -20.0);
    EXPECT_EQ(line.horizontalTension(), 0.0);
    EXPECT_NEAR(line.tension(1), 200.0 * 20.0, 1e-3);
    EXPECT_EQ(line.tension(0), 0.0);
    EXPECT_NEAR((line.pointAt(80.0) - Vector3(70, 0, -20)).norm(), 0.0, 1e-6);
}

// As an end moves away, the line is slack, touches the bed, hangs, and is taut; no force jumps or falls.
TEST(Catenary, TensionGrowsSteadilyFromSlackToTaut) {
    const CatenaryDef def{100.0, 200.0, 5e6, 0.3};
    double last = 0.0, lastLift = 0.0;
    for (int i = 0; i <= 6000; ++i) {
        const double x = 60.0 + 0.0075 * i;
        const Catenary line(def, Vector3(0, 0, -20), Vector3(x, 0, 0), Vector3::UnitZ(), -20.0);
        EXPECT_GE(line.horizontalTension(), last - 1e-9);
        EXPECT_GE(-line.forceOn(1).z(), lastLift - 1e-9);
        EXPECT_LT(line.horizontalTension() - last, 2.0 * 0.0075 * def.stiffness / def.length + 0.05 * last + 5.0) << x;
        last = line.horizontalTension();
        lastLift = -line.forceOn(1).z();
    }
    EXPECT_GT(last, 1e5);
}

TEST(Catenary, ALightLineIsASpring) {
    const CatenaryDef def{2.0, 0.0, 1e4, 0.0};
    const Catenary taut(def, Vector3::Zero(), Vector3(1.2, 0, 1.8)), slack(def, Vector3::Zero(), Vector3(1, 0, 1));
    const double distance = std::hypot(1.2, 1.8);
    EXPECT_NEAR(taut.tension(1), 1e4 * (distance / 2.0 - 1.0), 1e-9);
    EXPECT_LT((taut.forceOn(0) + taut.forceOn(1)).norm(), 1e-9);
    EXPECT_EQ(slack.tension(0), 0.0);
    // Almost no weight is almost the same.
    const Catenary almost({2.0, 1e-9, 1e4, 0.0}, Vector3::Zero(), Vector3(1.2, 0, 1.8));
    EXPECT_NEAR(almost.tension(1), taut.tension(1), 1e-8);
}

// The ends may be exchanged, and forces turn, move and scale with the line.
TEST(Catenary, FramesSizesAndTheOrderOfTheEndsDoNotMatter) {
    test::Random random(9);
    double worst = 0.0;
    for (int i = 0; i < 300; ++i) {
        const Case c = randomCase(random, i % 3);
        const Catenary line = c.hung(), back(c.def, c.second, c.first, Vector3::UnitZ(), c.bed);
        const double scale = line.tension(0) + line.tension(1) + 1e-3 * c.def.weight * c.def.length;
        for (int end = 0; end < 2; ++end)
            worst = std::max(worst, (line.forceOn(end) - back.forceOn(1 - end)).norm() / scale);
        const Quaternion turn = random.rotation();
        const Vector3 shift = random.vector(10.0), up = turn * Vector3::UnitZ();
        const double size = random.uniform(0.1, 10.0), force = random.uniform(0.1, 10.0);
        CatenaryDef scaled = c.def;
        scaled.length *= size;
        scaled.weight *= force / size;
        scaled.stiffness *= force;
        const auto moved = [&](const Vector3& p) -> Vector3 { return turn * (size * p + shift); };
        const Catenary other(scaled, moved(c.first), moved(c.second), up, size * c.bed + shift.z());
        for (int end = 0; end < 2; ++end)
            worst = std::max(worst, (turn * line.forceOn(end) * force - other.forceOn(end)).norm() / (force * scale));
    }
    EXPECT_LT(worst, 1e-6); // the height of an anchor on the bed is known to rounding only: sqrt(1e-15) of the tension
}

TEST(Catenary, GradientsAreThoseOfTheForces) {
    test::Random random(10);
    double worst = 0.0;
    for (int i = 0; i < 200; ++i) {
        const Case c = randomCase(random, i % 2);
        const Catenary line = c.hung();
        const double step = 1e-6 * c.def.length;
        // Just above the bed, and where the line begins to lie, the slope changes within the step.
        if (c.bed > kNone && (c.first.z() - c.bed < 0.01 * c.def.length || c.second.z() - c.bed < 0.01 * c.def.length))
            continue;
        for (int by = 0; by < 2; ++by)
            for (int axis = 0; axis < 3; ++axis) {
                Case more = c, less = c;
                (by == 0 ? more.first : more.second)[axis] += step;
                (by == 0 ? less.first : less.second)[axis] -= step;
                const Catenary above = more.hung(), below = less.hung();
                if ((above.restingLength() > 0.0) != (below.restingLength() > 0.0)) continue;
                if ((above.horizontalTension() > 0.0) != (below.horizontalTension() > 0.0)) continue;
                for (int of = 0; of < 2; ++of) {
                    const Vector3 slope = (above.forceOn(of) - below.forceOn(of)) / (2.0 * step);
                    const Matrix3 gradient = line.forceGradient(of, by);
                    worst = std::max(worst, (slope - gradient.col(axis)).norm() / (gradient.norm() + c.def.weight));
                }
            }
    }
    EXPECT_LT(worst, 1e-3); // 1e-6 but for slack lines, whose slope changes within the step
}

TEST(Catenary, WrongNumbersAreNamed) {
    const Vector3 a = Vector3::Zero(), b = Vector3::UnitX();
    const auto refused = [&](CatenaryDef def) { return test::refusal([&] { Catenary(def, a, b); }); };
    EXPECT_NE(refused({-1.0, 1.0, 1.0, 0.0}).find("length must be positive and finite, got -1"), std::string::npos);
    EXPECT_NE(refused({1.0, -2.0, 1.0, 0.0}).find("weight"), std::string::npos);
    EXPECT_NE(refused({1.0, 1.0, 0.0, 0.0}).find("stiffness"), std::string::npos);
    EXPECT_NE(refused({1.0, 1.0, 1.0, -0.1}).find("seabedFriction"), std::string::npos);
    EXPECT_NE(test::refusal([&] { Catenary({}, a, b, Vector3::Zero()); }).find("up"), std::string::npos);
    EXPECT_NE(test::refusal([&] { Catenary({}, a, Vector3(0, NAN, 0)); }).find("second end"), std::string::npos);
    EXPECT_NE(test::refusal([&] { Catenary({}, a, b, Vector3::UnitZ(), NAN); }).find("seabed"), std::string::npos);
}

} // namespace catenary_test
