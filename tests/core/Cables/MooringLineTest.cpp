// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Cables/MooringLine.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mooring_line_test {

using namespace ambient;

namespace {

constexpr double kDt = 1.0 / 60.0;
using Ends = std::array<MooringEnd, 2>;

const UniformMedium& water() {
    static const UniformMedium medium = UniformMedium::water();
    return medium;
}

MooringPlace inWater() {
    MooringPlace place;
    place.medium = &water();
    return place;
}

double area(const CableDef& def) {
    return 0.25 * kPi * def.diameter * def.diameter;
}

double wetWeight(const CableDef& def) {
    return (def.mass - water().density() * area(def)) * 9.81;
}

CableDef rope(double length, int segments) {
    CableDef def;
    def.length = length;
    def.mass = 1.5;
    def.diameter = 0.02;
    def.segments = segments;
    return def;
}

/// A point mass on the second end, stepped as Bullet steps a body, with other forces and more inertia than it admits.
struct Load {
    double dryMass = 100.0, inertia = 100.0;
    Vector3 position, velocity = Vector3::Zero();

    void step(MooringLine& line, Ends& ends, const MooringPlace& place, const Vector3& force, double h = kDt) {
        ends[1].position = position;
        ends[1].velocity = velocity;
        ends[1].inverseMass = Matrix3::Identity() / dryMass;
        velocity += h / inertia * (line.advance(h, ends, place)[1] + force);
        position += h * velocity;
    }
};

/// Kinetic, elastic and potential energy of a cable in vacuum, from its points before and after a substep.
double energyOf(const CableDef& def, const std::vector<Vector3>& before, const std::vector<Vector3>& after, double h,
                const Vector3& gravity) {
    const double rest = def.length / def.segments;
    double sum = 0.0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const double mass = def.mass * rest * (i == 0 || i + 1 == after.size() ? 0.5 : 1.0);
        sum += 0.5 * mass * ((after[i] - before[i]) / h).squaredNorm() - mass * gravity.dot(after[i]);
        if (i == 0) continue;
        const double stretch = std::max(0.0, (after[i] - after[i - 1]).norm() - rest);
        sum += 0.5 * def.stiffness / rest * stretch * stretch;
    }
    return sum;
}

/// Points of a cable with random kinks and velocities.
void stir(MooringLine& line, int segments, test::Random& random, const Vector3& first, const Vector3& second) {
    std::vector<Vector3> points, velocities;
    for (int i = 0; i <= segments; ++i) {
        const double share = static_cast<double>(i) / segments;
        const bool isEnd = i == 0 || i == segments;
        points.push_back((1.0 - share) * first + share * second +
                         (isEnd ? Vector3(Vector3::Zero()) : random.vector(0.3)));
        velocities.push_back(isEnd ? Vector3(Vector3::Zero()) : random.vector(3.0));
    }
    line.place(points, velocities, {});
}

} // namespace

// The error falls as the square of the segment.
TEST(MooringLine, ACableAtRestTendsToTheCatenary) {
    double last = 0.0;
    for (const int n : {10, 20, 40}) {
        CableDef def = rope(12.0, n);
        def.longestStep = kDt;
        const auto line = MooringLine::make(def);
        Ends ends;
        ends[1].position = Vector3(10, 0, 3);
        const Catenary exact({def.length, wetWeight(def), def.stiffness, 0.0}, Vector3::Zero(), ends[1].position);
        std::array<Vector3, 2> forces;
        for (int i = 0; i < 900; ++i)
            forces = line->advance(kDt, ends, inWater());
        const std::vector<Vector3> points = line->points();
        double worst = 0.0;
        for (int i = 0; i <= n; ++i)
            worst = std::max(worst, (points[static_cast<std::size_t>(i)] - exact.pointAt(def.length * i / n)).norm());
        EXPECT_LT(worst, 1.5 / (n * n)); // 1.4e-2, 3.5e-3, 8.7e-4 m
        EXPECT_LT((forces[1] - exact.forceOn(1)).norm(), 0.25 / (n * n) * exact.tension(1));
        if (last > 0.0) {
            EXPECT_NEAR(last / worst, 4.0, 0.3);
        }
        last = worst;
    }
}

// w = 1/2 rho C d v^2 across, and 1/2 rho C pi d v^2 along: ends led at that speed feel no force.
TEST(MooringLine, ACableFallsAtTheSpeedOfItsDrag) {
    CableDef def = rope(10.0, 20);
    const double rho = water().density(), w = wetWeight(def);
    const double across = std::sqrt(w / (0.5 * rho * def.normalDrag * def.diameter));
    const double along = std::sqrt(w / (0.5 * rho * def.tangentialDrag * kPi * def.diameter));
    for (const bool isAlong : {false, true}) {
        const double speed = isAlong ? along : across;
        const Vector3 way = isAlong ? Vector3(0, 0, -10) : Vector3(10, 0, 0);
        const auto line = MooringLine::make(def);
        Ends ends;
        std::vector<Vector3> points;
        for (int i = 0; i <= def.segments; ++i)
            points.push_back(way * i / def.segments);
        line->place(points, std::vector<Vector3>(points.size(), Vector3(0, 0, -speed)), {});
        ends[1].position = way;
        for (MooringEnd& end : ends)
            end.velocity = Vector3(0, 0, -speed);
        std::array<Vector3, 2> forces;
        for (int i = 0; i < 120; ++i) {
            forces = line->advance(kDt, ends, inWater());
            for (MooringEnd& end : ends)
                end.position += kDt * end.velocity;
        }
        for (const Vector3& force : forces)
            EXPECT_LT(force.norm(), 1e-8 * w * def.length) << isAlong;
        for (const Vector3& v : line->velocities())
            EXPECT_NEAR(v.z(), -speed, 1e-8 * speed) << isAlong;
    }
}

// Implicit Euler of a convex energy: nothing gains energy, however stiff, kinked or long the step.
TEST(MooringLine, EnergyNeverRisesWithoutDragAndDrive) {
    test::Random random(3);
    for (int trial = 0; trial < 24; ++trial) {
        CableDef def = rope(random.uniform(1.0, 6.0), random.integer(1, 24));
        def.stiffness = std::pow(10.0, random.uniform(2.0, 9.0));
        def.longestStep = 1.0;
        const double h = random.uniform(0.002, 0.05);
        const auto line = MooringLine::make(def);
        Ends ends;
        ends[1].position = random.vector(2.0);
        MooringPlace vacuum;
        stir(*line, def.segments, random, ends[0].position, ends[1].position);
        double energy = 0.0;
        for (int i = 0; i < 120; ++i) {
            const std::vector<Vector3> before = line->points();
            line->advance(h, ends, vacuum);
            const double now = energyOf(def, before, line->points(), h, vacuum.gravity);
            if (i > 0) {
                EXPECT_LE(now, energy + 1e-9 * (std::fabs(energy) + def.mass * def.length * 9.81)) << trial;
            }
            energy = now;
        }
    }
}

// The forces on the ends are the weight less the change of the cable's momentum, moving, slack and taut.
TEST(MooringLine, EndsTakeTheMomentumOfTheCable) {
    test::Random random(4);
    for (int trial = 0; trial < 12; ++trial) {
        CableDef def = rope(4.0, random.integer(2, 24));
        def.stiffness = std::pow(10.0, random.uniform(3.0, 8.0));
        def.longestStep = 1.0;
        const auto line = MooringLine::make(def);
        Ends ends;
        ends[1].position = random.vector(2.0);
        MooringPlace vacuum;
        stir(*line, def.segments, random, ends[0].position, ends[1].position);
        Load load;
        load.position = ends[1].position;
        const double rest = def.length / def.segments;
        for (int i = 0; i < 100; ++i) {
            const std::vector<Vector3> v0 = line->velocities();
            ends[1].position = load.position;
            ends[1].velocity = load.velocity;
            ends[1].inverseMass = Matrix3::Identity() / load.dryMass;
            const auto forces = line->advance(kDt, ends, vacuum);
            const std::vector<Vector3> v1 = line->velocities();
            Vector3 change = Vector3::Zero();
            double scale = 0.0;
            for (std::size_t k = 0; k < v1.size(); ++k) {
                const double mass = def.mass * rest * (k == 0 || k + 1 == v1.size() ? 0.5 : 1.0);
                change += mass * (v1[k] - v0[k]);
                scale += mass * (v1[k].norm() + v0[k].norm());
            }
            scale += kDt * (forces[0].norm() + forces[1].norm());
            const Vector3 defect =
                change + kDt * (forces[0] + forces[1]) - kDt * def.mass * def.length * vacuum.gravity;
            EXPECT_LT(defect.norm(), 1e-9 * scale) << trial << " " << i;
            load.velocity += kDt / load.inertia * (forces[1] + Vector3(0, 0, -981));
            load.position += kDt * load.velocity;
        }
    }
}

// At 1/60 s any stiffness holds a load, also one with more inertia in water than its own. It hangs h^2 g lower.
TEST(MooringLine, StiffLinesHoldALoad) {
    for (const double stiffness : {1e4, 1e7, 1e10})
        for (const double more : {1.0, 10.0})
            for (const bool isCable : {true, false}) {
                CableDef def = rope(5.0, 10);
                def.stiffness = stiffness;
                CatenaryLineDef still{{5.0, def.mass * 9.81, stiffness, 0.0}};
                const auto line = isCable ? MooringLine::make(def) : MooringLine::make(still);
                Ends ends;
                Load load;
                load.inertia = more * load.dryMass;
                load.position = Vector3(0, 0, -5);
                MooringPlace vacuum;
                double largest = 0.0;
                for (int i = 0; i < 1500; ++i) {
                    // A damper ends the bouncing on soft cables.
                    load.step(*line, ends, vacuum, Vector3(0, 0, -981) - 200.0 * more * load.velocity);
                    largest = std::max(largest, line->largestTension());
                }
                const double carried = 981.0, deep = 5.0 * (carried + 0.5 * def.mass * 9.81 * 5.0) / stiffness;
                EXPECT_NEAR(line->advance(kDt, ends, vacuum)[1].z(), carried, 1e-3 * carried)
                    << stiffness << " " << more;
                EXPECT_NEAR(load.position.z(), -5.0 - deep - kDt * kDt * 9.81, 1e-3 + 0.02 * deep) << stiffness;
                EXPECT_LT(largest, 4.0 * (carried + def.mass * 5.0 * 9.81)) << stiffness << " " << more << isCable;
            }
}

// The quasi-static line is that between the ends at the end of the step: y = x + h v + h^2 W F(y).
TEST(MooringLine, TheQuasiStaticLineIsImplicit) {
    test::Random random(5);
    for (int trial = 0; trial < 200; ++trial) {
        CatenaryLineDef def{
            {random.uniform(5.0, 30.0), random.uniform(1.0, 300.0), std::pow(10.0, random.uniform(3.0, 9.0)), 0.0}};
        const auto line = MooringLine::make(def);
        Ends ends;
        MooringPlace place;
        place.seabed = random.integer(0, 1) == 0 ? -12.0 : -std::numeric_limits<double>::infinity();
        for (MooringEnd& end : ends) {
            end.position = random.vector(10.0);
            end.velocity = random.vector(5.0);
            end.inverseMass =
                Matrix3::Identity() * (random.integer(0, 2) == 0 ? 0.0 : std::pow(10.0, random.uniform(-4.0, 0.0)));
        }
        const auto forces = line->advance(kDt, ends, place);
        Vector3 y[2];
        for (std::size_t k = 0; k < 2; ++k)
            y[k] = ends[k].position + kDt * ends[k].velocity + kDt * kDt * (ends[k].inverseMass * forces[k]);
        const Catenary hung(def.line, y[0], y[1], Vector3::UnitZ(), place.seabed);
        const double scale = forces[0].norm() + forces[1].norm() + def.line.weight;
        const double stiff = def.line.stiffness / def.line.length * 1e-12 * def.line.length;
        for (int k = 0; k < 2; ++k)
            EXPECT_LT((forces[static_cast<std::size_t>(k)] - hung.forceOn(k)).norm(), 1e-9 * scale + stiff) << trial;
    }
}

// On the bed the cable lies level at the depth of its weight, and friction holds it: tension falls by mu w a metre.
TEST(MooringLine, ACableLiesOnTheBed) {
    CableDef def = rope(30.0, 40);
    def.mass = 20.0;
    def.diameter = 0.05;
    def.stiffness = 5e7;
    const auto line = MooringLine::make(def);
    MooringPlace place = inWater();
    place.seabed = -10.0;
    Ends ends;
    ends[0].position = Vector3(0, 0, -10);
    ends[1].position = Vector3(24, 0, 0);
    for (int i = 0; i < 1500; ++i)
        line->advance(kDt, ends, place);
    const Catenary exact({def.length, wetWeight(def), def.stiffness, 0.0}, ends[0].position, ends[1].position,
                         Vector3::UnitZ(), -10.0);
    const std::vector<Vector3> points = line->points();
    const double sunk = 0.02 * def.diameter * wetWeight(def) / (def.mass * 9.81);
    ASSERT_GT(exact.restingLength(), 10.0);
    for (std::size_t i = 2; 0.75 * static_cast<double>(i) < exact.restingLength() - 3.0; ++i)
        EXPECT_NEAR(points[i].z(), -10.0 - sunk, 0.1 * sunk) << i;
    EXPECT_NEAR(line->tension(1), exact.tension(1), 0.01 * exact.tension(1));
    for (std::size_t i = 0; i < points.size(); ++i)
        EXPECT_LT((points[i] - exact.pointAt(0.75 * static_cast<double>(i))).norm(), 0.03) << i;
}

TEST(MooringLine, LinesPartAtTheirBreakingLoad) {
    for (const bool isCable : {true, false})
        for (const bool isStrong : {true, false}) {
            CableDef def = rope(5.0, 10);
            CatenaryLineDef still{{5.0, def.mass * 9.81, def.stiffness, 0.0}};
            def.breakingLoad = still.breakingLoad = isStrong ? 1e5 : 900.0; // the load weighs 981 N
            const auto line = isCable ? MooringLine::make(def) : MooringLine::make(still);
            Ends ends;
            Load load;
            load.position = Vector3(0, 0, -5);
            for (int i = 0; i < 120; ++i)
                load.step(*line, ends, MooringPlace(), Vector3(0, 0, -981));
            EXPECT_EQ(line->isBroken(), !isStrong);
            EXPECT_EQ(line->parted().size(), isStrong ? 0u : 1u);
            EXPECT_EQ(load.position.z() < -10.0, !isStrong);
            if (isStrong || !isCable) continue;
            const auto cut = static_cast<std::size_t>(line->parted().front());
            EXPECT_GT((line->points()[cut] - line->points()[cut + 1]).norm(), 2.0);
        }
}

TEST(MooringLine, AWinchHoistsALoad) {
    for (const bool isCable : {true, false}) {
        CableDef def = rope(8.0, 16);
        def.stiffness = 1e7;
        const auto line = isCable ? MooringLine::make(def) : MooringLine::make(CatenaryLineDef{{8.0, 10.0, 1e7, 0.0}});
        Ends ends;
        Load load;
        load.position = Vector3(0, 0, -8);
        const auto run = [&](int steps) {
            for (int i = 0; i < steps; ++i)
                load.step(*line, ends, MooringPlace(), Vector3(0, 0, -981) - 50.0 * load.velocity);
        };
        run(120);
        line->reel(3.0, 0.5);
        run(300);
        EXPECT_NEAR(line->length(), 5.5, 1e-9);
        EXPECT_NEAR(load.velocity.z(), 0.5, 0.01);
        run(600);
        EXPECT_NEAR(line->length(), 3.0, 1e-12);
        EXPECT_NEAR(load.position.z(), -3.0, 0.01);
        line->reel(4.0, 1.0);
        run(300);
        EXPECT_NEAR(load.position.z(), -4.0, 0.01);
        EXPECT_NE(test::refusal([&] { line->reel(-1.0, 1.0); }).find("length"), std::string::npos);
        EXPECT_NE(test::refusal([&] { line->reel(1.0, NAN); }).find("rate"), std::string::npos);
    }
}

// A cable in a turned world moves as in the other one, and the time of a state is forgotten.
TEST(MooringLine, StatesAndFramesComeOutEqual) {
    test::Random random(6);
    const Quaternion turn = random.rotation();
    for (const bool isCable : {true, false}) {
        CableDef def = rope(6.0, 12);
        const CatenaryLineDef still{{6.0, 20.0, 1e5, 0.0}};
        const auto make = [&] { return isCable ? MooringLine::make(def) : MooringLine::make(still); };
        const auto line = make(), turned = make(), other = make();
        MooringPlace place = inWater(), placeTurned = inWater();
        place.seabed = placeTurned.seabed = -2.5;
        placeTurned.gravity = turn * place.gravity;
        const auto endsAt = [&](double t, const Quaternion& by) {
            Ends ends;
            ends[1].position = by * Vector3(4.0 + std::sin(2.0 * t), 0.3 * std::sin(3.0 * t), 1.0 + 0.2 * std::cos(t));
            ends[1].inverseMass = Matrix3::Identity() * 0.01;
            return ends;
        };
        std::array<Vector3, 2> forces, inTurned, again;
        for (int i = 0; i < 200; ++i) {
            forces = line->advance(kDt, endsAt(kDt * i, Quaternion::Identity()), place);
            inTurned = turned->advance(kDt, endsAt(kDt * i, turn), placeTurned);
            if (i == 99) other->setState(line->state());
            if (i > 99) again = other->advance(kDt, endsAt(kDt * i, Quaternion::Identity()), place);
        }
        EXPECT_EQ(other->state(), line->state());
        EXPECT_EQ(again[1], forces[1]);
        EXPECT_LT((turn * forces[1] - inTurned[1]).norm(), 1e-6 * forces[1].norm());
        std::vector<double> cut = line->state();
        cut.pop_back();
        EXPECT_NE(test::refusal([&] { other->setState(cut); }), "");
        EXPECT_EQ(other->state(), line->state());
    }
}

TEST(MooringLine, WrongNumbersAreNamed) {
    const auto refused = [](auto change) {
        CableDef def;
        change(def);
        return test::refusal([&] { MooringLine::make(def); });
    };
    EXPECT_NE(refused([](CableDef& d) { d.mass = 0.0; }).find("mass must be positive and finite, got 0"),
              std::string::npos);
    EXPECT_NE(refused([](CableDef& d) { d.diameter = -1.0; }).find("diameter"), std::string::npos);
    EXPECT_NE(refused([](CableDef& d) { d.segments = 0; }).find("segments"), std::string::npos);
    EXPECT_NE(refused([](CableDef& d) { d.stiffness = 1e15; }).find("at most 1e12, got 1e+15"), std::string::npos);
    EXPECT_NE(refused([](CableDef& d) { d.breakingLoad = 0.0; }).find("breakingLoad"), std::string::npos);
    EXPECT_NE(refused([](CableDef& d) { d.normalDrag = NAN; }).find("normalDrag"), std::string::npos);
    CatenaryLineDef still;
    still.line.length = 0.0;
    EXPECT_NE(test::refusal([&] { MooringLine::make(still); }).find("length"), std::string::npos);
    const auto line = MooringLine::make(rope(1.0, 4));
    EXPECT_NE(test::refusal([&] { line->place({Vector3::Zero()}, {}, {}); }).find("5 belong"), std::string::npos);
    EXPECT_NE(test::refusal([&] { line->place({}, {}, {4}); }).find("no segment 4"), std::string::npos);
}

} // namespace mooring_line_test
