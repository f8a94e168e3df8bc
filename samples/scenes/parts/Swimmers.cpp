// SPDX-License-Identifier: Zlib
#include "scenes/parts/Swimmers.h"

#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Locomotion/LocalMetrics.h"
#include "AmbientFluid/Locomotion/SecondOrderMotion.h"
#include "interface/Units.h"

#include <cmath>
#include <map>
#include <stdexcept>

namespace samples {
namespace {

using ambient::FrameElements;
using ambient::kPi;
using ambient::PointColumns;
using ambient::ShapeTopology;
using ambient::Vector3;

const double kNotTabled = std::nan("");

/// A chain of 35 equal segments, length 1, about the mean of its points; angles at the middles of the segments are
/// amplitude (1 - growth + growth s) cos 2 pi (waves s - t) + bend (s - 1/2) [deg].
PointColumns chainAt(double t, double amplitude, double growth, double waves, double bend) {
    const PointColumns points = chainOf(35, [=](double s) {
        return kRadiansPerDegree *
               (amplitude * (1.0 - growth + growth * s) * std::cos(2.0 * kPi * (waves * s - t)) + bend * (s - 0.5));
    });
    return points.colwise() - Vector3(points.rowwise().mean());
}

Swimmer chainSwimmer(const ParameterValues& values, double amplitude, double growth, double waves) {
    const double bend = values["bend"];
    Swimmer swimmer;
    swimmer.topology = chainEdges(35);
    swimmer.shape = [=](double t) { return chainAt(t, amplitude, growth, waves, bend); };
    swimmer.metric = std::make_shared<ambient::AnisotropicMetric>(values["eps"], FrameElements::Edges);
    return swimmer;
}

Swimmer snake(const ParameterValues& values) {
    return chainSwimmer(values, 50.0, 0.0, 1.5);
}

Swimmer sperm(const ParameterValues& values) {
    Swimmer swimmer = chainSwimmer(values, 60.0, 0.7, 1.2);
    const double head = values["head"];
    swimmer.weight = [head](int point, double) { return point == 0 ? head : 1.0; };
    return swimmer;
}

/// Faces of a net of rows and columns of points. \param closes whether the last column meets the first
ShapeTopology netFaces(int rows, int columns, bool closes) {
    ShapeTopology topology;
    for (int i = 0; i + 1 < rows; ++i)
        for (int j = 0; j + (closes ? 0 : 1) < columns; ++j) {
            const int a = i * columns + j, b = i * columns + (j + 1) % columns;
            topology.faces.push_back({a, a + columns, b + columns});
            topology.faces.push_back({a, b + columns, b});
        }
    return topology;
}

/// \param leftScale of the amplitude of the fin at y <= 0 \param bend of the body from nose to tail [rad]
PointColumns rayAt(double t, double leftScale, double bend) {
    constexpr int rows = 27, columns = 33;
    constexpr double meanSquare = (rows + 1.0) / (12.0 * (rows - 1)); // of x
    PointColumns points(3, rows * columns);
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) {
            const double x = -0.5 + static_cast<double>(i) / (rows - 1), e = -1.0 + 2.0 * j / (columns - 1);
            const double half = 0.05 + 0.45 * std::pow(std::max(std::cos(kPi * x), 0.0), 0.75);
            const double height = 0.12 * (e <= 0.0 ? leftScale : 1.0) * std::pow(std::fabs(e), 1.5);
            points.col(i * columns + j) << x, e * half,
                height * std::sin(2.0 * kPi * (1.2 * (x + 0.5) - t)) + 0.5 * bend * (x * x - meanSquare);
        }
    return points;
}

Swimmer sheetSwimmer(const ParameterValues& values, ShapeTopology topology, std::function<PointColumns(double)> shape) {
    Swimmer swimmer;
    swimmer.topology = std::move(topology);
    swimmer.shape = std::move(shape);
    swimmer.metric = std::make_shared<ambient::AnisotropicMetric>(values["eps"], FrameElements::Faces);
    swimmer.look = SwimmerLook::Sheet;
    swimmer.thickness = 0.004;
    return swimmer;
}

Swimmer ray(const ParameterValues& values) {
    const double left = values["left"], bend = kRadiansPerDegree * values["bend"];
    return sheetSwimmer(values, netFaces(27, 33, false), [=](double t) { return rayAt(t, left, bend); });
}

PointColumns jellyfishAt(double t) {
    constexpr int around = 34, steps = 18;
    PointColumns points(3, (steps + 1) * around);
    double r = 0.02, z = 0.0;
    for (int i = 0; i <= steps; ++i) {
        for (int j = 0; j < around; ++j) {
            const double angle = 2.0 * kPi * j / around;
            points.col(i * around + j) << r * std::cos(angle), r * std::sin(angle), z;
        }
        const double s = (i + 0.5) / steps;
        const double slope =
            kRadiansPerDegree * (25.0 + 45.0 * s + 22.0 * (0.4 + 0.6 * s) * std::cos(2.0 * kPi * t - 1.1 * s));
        r += std::cos(slope) / steps;
        z -= std::sin(slope) / steps;
    }
    return points;
}

Swimmer jellyfish(const ParameterValues& values) {
    return sheetSwimmer(values, netFaces(19, 34, true), jellyfishAt);
}

Swimmer clam(const ParameterValues& values) {
    ShapeTopology topology = netFaces(10, 10, false);
    for (const std::array<int, 3>& face : netFaces(10, 10, false).faces)
        topology.faces.push_back({face[0] + 100, face[1] + 100, face[2] + 100});
    const auto shape = [](double t) {
        const double angle = kRadiansPerDegree * (35.0 + 30.0 * std::cos(2.0 * kPi * t));
        PointColumns points(3, 200);
        for (int plate = 0; plate < 2; ++plate)
            for (int i = 0; i < 10; ++i)
                for (int j = 0; j < 10; ++j)
                    points.col(100 * plate + 10 * i + j) << i / 9.0 * std::cos(angle), j / 9.0,
                        (plate == 0 ? 1.0 : -1.0) * i / 9.0 * std::sin(angle);
        return points;
    };
    Swimmer swimmer = sheetSwimmer(values, std::move(topology), shape);
    swimmer.inertia = values["inertia"];
    return swimmer;
}

PointColumns astronautAt(double t) {
    const double c = 55.0 * kRadiansPerDegree;
    const auto arm = [&](double side) {
        return Vector3(std::sin(c) * std::cos(2.0 * kPi * t), side * std::cos(c),
                       std::sin(c) * std::sin(2.0 * kPi * t));
    };
    return person(arm(-1.0), arm(1.0));
}

Swimmer pointSwimmer(double radius, std::function<PointColumns(double)> shape) {
    Swimmer swimmer;
    swimmer.shape = std::move(shape);
    swimmer.metric = std::make_shared<ambient::PointMassMetric>();
    swimmer.look = SwimmerLook::Balls;
    swimmer.thickness = radius;
    return swimmer;
}

Swimmer astronaut(const ParameterValues&) {
    return pointSwimmer(0.06, astronautAt);
}

constexpr double kWormStroke = 0.05, kWormWeights = 0.5; // [m], share

/// Points shifting along a line, heavier if close together: the distance is pi a c, exactly in the limit.
Swimmer worm(const ParameterValues&) {
    constexpr int count = 64;
    constexpr double a = kWormStroke, c = kWormWeights;
    const auto shape = [](double t) {
        PointColumns points = PointColumns::Zero(3, count);
        for (int i = 0; i < count; ++i) {
            const double s = (i + 0.5) / count;
            points(0, i) = s + a * std::sin(2.0 * kPi * (s - t));
        }
        return points;
    };
    Swimmer swimmer = pointSwimmer(0.02, shape);
    swimmer.weight = [](int point, double t) { return 1.0 + c * std::cos(2.0 * kPi * ((point + 0.5) / count - t)); };
    return swimmer;
}

/// One half of a cat: six points of central moments of inertia `ratio` across and 1 along `axis` (unit), whose centre
/// is 1 from the waist; rolled by `roll` about the axis.
void addHalf(PointColumns& points, int first, const Vector3& axis, double ratio, double roll) {
    const Vector3 across = axis.unitOrthogonal(), up = axis.cross(across);
    const double along = std::sqrt(0.5 * (ratio - 0.5)), around = 0.5;
    const Vector3 arms[] = {along * axis, around * (std::cos(roll) * across + std::sin(roll) * up),
                            around * (std::cos(roll) * up - std::sin(roll) * across)};
    for (int k = 0; k < 3; ++k) {
        points.col(first + 2 * k) = axis + arms[k];
        points.col(first + 2 * k + 1) = axis - arms[k];
    }
}

/// Two halves, bent at the waist, roll against each other without twist: -360 cos b/(cos^2 b + k sin^2 b) deg a cycle,
/// b half the bend and k the ratio of moments of inertia; half a turn at the bend chosen here.
Swimmer cat(const ParameterValues&) {
    constexpr double ratio = 1.5;
    const double cosine = (std::sqrt(1.0 + ratio * (ratio - 1.0)) - 1.0) / (ratio - 1.0);
    const double sine = std::sqrt(1.0 - cosine * cosine);
    const auto shape = [=](double t) {
        PointColumns points(3, 12);
        addHalf(points, 0, Vector3(cosine, 0.0, -sine), ratio, 2.0 * kPi * t);
        addHalf(points, 6, Vector3(-cosine, 0.0, -sine), ratio, -2.0 * kPi * t);
        points.row(2).array() += sine; // about the common centre, which is fixed
        return points;
    };
    return pointSwimmer(0.28, shape);
}

/// A swimmer with the title of its plot, its parameters beside their number of frames, and its tabled numbers.
struct Entry {
    Swimmer (*make)(const ParameterValues&);
    const char* title;
    std::vector<Parameter> parameters;
    Vector3 way;
    double turn = 0.0;
};

std::vector<Parameter> epsAnd(double eps, std::vector<Parameter> others = {}) {
    others.insert(others.begin(),
                  Parameter{"eps", "1", eps, 0.0, 1.0, "resistance along the body over that across it"});
    return others;
}

Parameter chainBend(double degrees) {
    return {"bend", "deg", degrees, -90.0, 90.0, "bend of the body to one side, which steers it"};
}

std::vector<Parameter> rayParameters(double eps, double left) {
    return epsAnd(eps, {{"left", "1", left, 0.0, 2.0, "stroke of one fin over that of the other: steers aside"},
                        {"bend", "deg", 0.0, -60.0, 60.0, "bend of the body out of its plane: steers up or down"}});
}

const Entry& entryOf(const std::string& name) {
    static const Vector3 none = Vector3::Constant(kNotTabled);
    static const std::map<std::string, Entry> all = {
        {"snake", {snake, "A snake sends waves along its body", epsAnd(0.05, {chainBend(0.0)}), {-0.469666, 0.0, 0.0}}},
        {"turning-snake",
         {snake,
          "A snake that bends to one side turns",
          epsAnd(0.05, {chainBend(30.0)}),
          {-0.453931, 0.068534, 0.0},
          -17.1713}},
        {"sperm",
         {sperm,
          "A sperm beats its tail behind a heavy head",
          epsAnd(0.5,
                 {chainBend(0.0), {"head", "1", 3.0, 0.1, 100.0, "weight of the head over that of another point"}}),
          {-0.111149, 0.004284, 0.0}}},
        // y is 0 for a net with mirrored diagonals, and .0006 for these parallel ones.
        {"stingray",
         {ray, "A stingray sends waves along its fins", rayParameters(0.25, 1.0), {-0.109234, kNotTabled, 0.006454}}},
        {"turning-ray",
         {ray,
          "A stingray with one weak fin turns",
          rayParameters(0.0, 0.5),
          {-0.543198, -0.148255, kNotTabled},
          31.76}},
        {"jellyfish", {jellyfish, "A jellyfish opens and closes its bell", epsAnd(0.1), {0.0, 0.0, 0.038859}}},
        {"clam",
         {clam, "A clam comes back by the way that it went",
          epsAnd(0.5, {{"inertia", "s", 0.0, 0.0, 10.0, "time in which the water takes its momentum; 0: at once"}}),
          Vector3::Zero()}},
        {"astronaut", {astronaut, "An astronaut turns by swinging both arms", {}, none, 26.379}},
        {"worm",
         {worm, "A worm shifts its weight as waves run along it", {}, {kPi * kWormStroke * kWormWeights, 0.0, 0.0}}},
        {"cat", {cat, "A cat turns over without pushing against anything", {}, none, 180.0}}};
    const auto found = all.find(name);
    if (found == all.end()) throw std::invalid_argument("there is no swimmer '" + name + "'");
    return found->second;
}

} // namespace

std::vector<Parameter> swimmerParameters(const std::string& name) {
    return entryOf(name).parameters;
}

Swimmer swimmerNamed(const std::string& name, const ParameterValues& values) {
    const Entry& entry = entryOf(name);
    Swimmer swimmer = entry.make(values);
    swimmer.title = entry.title;
    swimmer.tabledWay = entry.way;
    swimmer.tabledTurn = entry.turn;
    return swimmer;
}

Swimmer threeLinkSwimmer(const Gait& gait, double ratio) {
    static constexpr int perLink = 12; // for the drawing: the resistance of straight links is exact with one
    Swimmer swimmer;
    swimmer.title = "Three links bend their two joints in turn";
    swimmer.topology = chainEdges(3 * perLink);
    swimmer.shape = [gait](double t) {
        const Eigen::Vector2d bend = kRadiansPerDegree * gait.at(t);
        const Vector3 ends[] = {{-0.5 - std::cos(bend[0]), std::sin(bend[0]), 0.0},
                                {-0.5, 0.0, 0.0},
                                {0.5, 0.0, 0.0},
                                {0.5 + std::cos(bend[1]), std::sin(bend[1]), 0.0}};
        PointColumns points(3, 3 * perLink + 1);
        for (int link = 0; link < 3; ++link)
            for (int i = 0; i <= perLink; ++i)
                points.col(link * perLink + i) = ends[link] + (ends[link + 1] - ends[link]) * i / perLink;
        return points;
    };
    swimmer.metric = std::make_shared<ambient::SegmentResistance>(ratio);
    swimmer.thickness = 0.04;
    swimmer.tabledWay = Vector3::Constant(kNotTabled);
    return swimmer;
}

namespace {

double areaOf(const PointColumns& points, const ShapeTopology& topology) {
    double sum = 0.0;
    for (const std::array<int, 3>& face : topology.faces) {
        const Vector3 a = points.col(face[0]), b = points.col(face[1]), c = points.col(face[2]);
        sum += 0.5 * (b - a).cross(c - a).norm();
    }
    return sum;
}

/// A sheet with inertia, from rest.
SwimmerMotion motionWithInertia(const Swimmer& swimmer, int frames, int cycles) {
    std::vector<PointColumns> shapes;
    for (int k = 0; k <= cycles * frames; ++k)
        shapes.push_back(swimmer.shape(static_cast<double>(k % frames) / frames));
    const PointColumns first = shapes.front();
    const Vector3 origin = first.rowwise().mean();
    // The resistance is that of a unit per area.
    const ambient::PointMassMetric inertia(swimmer.inertia * areaOf(first, swimmer.topology) /
                                           static_cast<double>(first.cols()));
    ambient::RecordedFrames recorded(std::move(shapes), swimmer.topology);
    recorded.setTimeStep(1.0 / frames);
    const ambient::ReducedSequence reduced = ambient::reduceSequence(recorded, {&inertia, swimmer.metric.get()});
    ambient::SecondOrderOptions options;
    options.start.position = -origin;
    const ambient::SecondOrderMotion found = ambient::solveSecondOrder(reduced, 0, 1, options);
    const ambient::Pose& end = found.motion.poses[static_cast<std::size_t>(frames)];
    return {std::make_shared<ambient::InterpolatedMotion>(found.motion, reduced),
            drawnShape(recorded, reduced, swimmer.look, swimmer.thickness, cycles), origin,
            found.motion.poses.front().inverse() * end};
}

} // namespace

SwimmerMotion motionOf(const Swimmer& swimmer, int frames, int cycles) {
    if (swimmer.inertia > 0.0) return motionWithInertia(swimmer, frames, cycles);
    std::vector<PointColumns> shapes;
    for (int k = 0; k <= frames; ++k)
        shapes.push_back(swimmer.shape(static_cast<double>(k % frames) / frames));
    const Vector3 origin = shapes.front().rowwise().mean();
    const Eigen::Index points = shapes.front().cols();
    ambient::RecordedFrames recorded(std::move(shapes), swimmer.topology);
    if (swimmer.weight) {
        Eigen::MatrixXd weights(points, frames + 1);
        for (int k = 0; k <= frames; ++k)
            for (Eigen::Index i = 0; i < points; ++i)
                weights(i, k) = swimmer.weight(static_cast<int>(i), static_cast<double>(k % frames) / frames);
        recorded.setWeights(std::move(weights));
    }
    recorded.close();
    const ambient::ReducedSequence reduced = ambient::reduceSequence(recorded, {swimmer.metric.get()});
    ambient::MotionOptions options;
    options.start.position = -origin;
    const ambient::Motion motion = ambient::solveMotion(reduced, options, 0, swimmer.metric->isInertia());
    return {std::make_shared<ambient::InterpolatedMotion>(motion, reduced),
            drawnShape(recorded, reduced, swimmer.look, swimmer.thickness, 1.0), origin, motion.advance};
}

} // namespace samples
