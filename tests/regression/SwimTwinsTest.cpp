// SPDX-License-Identifier: Zlib
// `ambient swim` beside independent programs without common code, on shapes not used for any tuning.
#include "AmbientFluid/Math/SE3.h"
#include "RunProgram.h"
#include "TestPaths.h"

#include <nlohmann/json.hpp>

#include <Eigen/Cholesky>

#include <array>
#include <cmath>
#include <functional>
#include <random>

namespace swim_twins_test {

using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Json = nlohmann::json;
using Points = std::vector<Vector3d>;
using Edges = std::vector<std::array<int, 2>>;
using Faces = std::vector<std::array<int, 3>>;
using Matrix6d = Eigen::Matrix<double, 6, 6>;
using Vector6d = Eigen::Matrix<double, 6, 1>;

namespace {

constexpr double kPi = 3.14159265358979323846;

/// A body of three links, forking into two tails, in space; links of unequal lengths.
Points forked(double t) {
    Points points = {Vector3d(0.0, 0.0, 0.0)};
    const auto add = [&](std::size_t from, double length, double yaw, double pitch) {
        points.push_back(points[from] + length * Vector3d(std::cos(pitch) * std::cos(yaw),
                                                          std::cos(pitch) * std::sin(yaw), std::sin(pitch)));
    };
    for (int i = 0; i < 3; ++i)
        add(points.size() - 1, 0.1 + 0.05 * i, 0.3 * std::sin(2.0 * kPi * (t - 0.1 * i)), 0.1 * i);
    for (const double side : {1.0, -1.0})
        for (int i = 0; i < 4; ++i)
            add(i == 0 ? 3 : points.size() - 1, 0.12 + 0.01 * i,
                side * (0.6 + 0.7 * std::cos(2.0 * kPi * (t - 0.2 * i - 0.1 * side))),
                0.5 * std::sin(2.0 * kPi * (t - 0.25 * i)) - 0.2 * side);
    return points;
}
const Edges kForkedEdges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {3, 8}, {8, 9}, {9, 10}, {10, 11}};

/// A sheet of 5 x 4 points whose waves run askew.
Points sheet(double t) {
    Points points;
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 4; ++j) {
            const double x = 0.2 * i, y = 0.15 * j * (1.0 + 0.1 * i);
            points.emplace_back(x + 0.02 * std::sin(2.0 * kPi * (t - y)), y,
                                0.08 * std::sin(2.0 * kPi * (t - 1.1 * x - 0.6 * y)) +
                                    0.1 * y * std::cos(2.0 * kPi * t));
        }
    return points;
}
Faces sheetFaces() {
    Faces faces;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 3; ++j) {
            const int a = 4 * i + j;
            faces.push_back({a, a + 4, a + 5});
            faces.push_back({a, a + 5, a + 1});
        }
    return faces;
}

/// Resistance of a piece: places and velocities of three points with Simpson's weights, or of one.
class Resistance {
  public:
    void add(const Vector3d& place, const Vector3d& velocity, const Matrix3d& b) {
        Eigen::Matrix<double, 3, 6> motion;
        motion << 0.0, place.z(), -place.y(), 1.0, 0.0, 0.0, //
            -place.z(), 0.0, place.x(), 0.0, 1.0, 0.0,       //
            place.y(), -place.x(), 0.0, 0.0, 0.0, 1.0;
        m_locked += motion.transpose() * b * motion;
        m_momentum += motion.transpose() * b * velocity;
    }
    Vector6d twist() const { return m_locked.ldlt().solve(-m_momentum); }

  private:
    Matrix6d m_locked = Matrix6d::Zero();
    Vector6d m_momentum = Vector6d::Zero();
};

/// A shape by a formula, with resistance `ratio` across edges, or across faces, against 1 along them.
struct Twin {
    std::function<Points(double)> shape;
    Edges edges;
    Faces faces;
    double ratio;

    Vector6d twistAt(double t) const {
        const double h = 1e-5;
        const Points x = shape(t), after = shape(t + h), before = shape(t - h);
        const auto velocity = [&](int i) {
            return Vector3d((after[static_cast<std::size_t>(i)] - before[static_cast<std::size_t>(i)]) / (2.0 * h));
        };
        const auto at = [&](int i) { return x[static_cast<std::size_t>(i)]; };
        Resistance sum;
        for (const auto& [a, b] : edges) {
            const Vector3d along = (at(b) - at(a)).normalized();
            const double length = (at(b) - at(a)).norm();
            const Matrix3d tensor = ratio * Matrix3d::Identity() + (1.0 - ratio) * along * along.transpose();
            for (const double s : {0.0, 0.5, 1.0})
                sum.add(at(a) + s * (at(b) - at(a)), velocity(a) + s * (velocity(b) - velocity(a)),
                        length * (s == 0.5 ? 4.0 : 1.0) / 6.0 * tensor);
        }
        for (const auto& [a, b, c] : faces) {
            const Vector3d cross = (at(b) - at(a)).cross(at(c) - at(a)), n = cross.normalized();
            const Matrix3d tensor = Matrix3d::Identity() + (ratio - 1.0) * n * n.transpose();
            sum.add((at(a) + at(b) + at(c)) / 3.0, (velocity(a) + velocity(b) + velocity(c)) / 3.0,
                    0.5 * cross.norm() * tensor);
        }
        return sum.twist();
    }

    /// Points in the world at even times of a period, by Runge and Kutta's method on the rotation matrix. Frame 0 is
    /// given by the formula; the last one is frame 0 after the period.
    std::vector<Points> motion(int frames) const {
        const int perFrame = 2000 / frames + 1;
        const double dt = 1.0 / (frames * perFrame);
        using State = Eigen::Matrix<double, 3, 4>; // rotation, place
        const auto rate = [&](double t, const State& s) {
            const Vector6d twist = twistAt(t);
            State change;
            for (int k = 0; k < 3; ++k)
                change.col(k) = s.leftCols<3>() * Vector3d(twist.head<3>()).cross(Vector3d(Vector3d::Unit(k)));
            change.col(3) = s.leftCols<3>() * twist.tail<3>();
            return change;
        };
        State state = State::Identity();
        std::vector<Points> placed;
        for (int k = 0; k <= frames; ++k) {
            placed.push_back(shape(static_cast<double>(k) / frames));
            for (Vector3d& point : placed.back())
                point = state.leftCols<3>() * point + state.col(3);
            for (int i = 0; i < perFrame && k < frames; ++i) {
                const double t = (k * perFrame + i) * dt;
                const State a = rate(t, state), b = rate(t + 0.5 * dt, state + 0.5 * dt * a),
                            c = rate(t + 0.5 * dt, state + 0.5 * dt * b), d = rate(t + dt, state + dt * c);
                state += dt / 6.0 * (a + 2.0 * b + 2.0 * c + d);
            }
        }
        return placed;
    }
};

/// The frames of a formula as CSV, each but the first somewhere else. \param placed is given the points written
std::string scattered(const std::function<Points(double)>& shape, int frames, std::vector<Points>& placed) {
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    std::ostringstream text;
    text.precision(17);
    for (int k = 0; k < frames; ++k) {
        const Vector3d turn(normal(random), normal(random), normal(random)),
            shift(normal(random), normal(random), normal(random));
        placed.push_back(shape(static_cast<double>(k) / frames));
        const Matrix3d rotation = k == 0 ? Matrix3d(Matrix3d::Identity()) : ambient::expSO3(turn).toRotationMatrix();
        for (std::size_t j = 0; j < placed.back().size(); ++j) {
            Vector3d& p = placed.back()[j];
            p = rotation * p + (k == 0 ? Vector3d(Vector3d::Zero()) : shift);
            text << k << "," << j << "," << p.x() << "," << p.y() << "," << p.z() << "\n";
        }
    }
    return text.str();
}

Json swimJson(const ScratchFolder& folder, const std::string& arguments) {
    const std::string json = folder.path("out.json");
    const ProgramResult result = runProgram(test::toolWord() + " swim --quiet " + arguments + " --json " + json);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return Json::parse(readWholeFile(json), nullptr, false);
}

Vector3d moved(const Json& pose, const Vector3d& point) {
    const auto number = [&](std::size_t i) { return pose[i].get<double>(); };
    return Eigen::Quaterniond(number(6), number(3), number(4), number(5)) * point +
           Vector3d(number(0), number(1), number(2));
}

template <class Parts>
std::string csvOf(const Parts& parts) {
    std::string text;
    for (const auto& part : parts)
        for (std::size_t i = 0; i < part.size(); ++i)
            text += std::to_string(part[i]) + (i + 1 < part.size() ? "," : "\n");
    return text;
}

/// Greatest distance of a point of any frame from its place in the twin.
double worstOf(const Twin& twin, int frames) {
    const ScratchFolder folder;
    std::vector<Points> given;
    const std::string csv = folder.write("frames.csv", scattered(twin.shape, frames, given));
    const std::string parts = twin.edges.empty() ? " --faces " + folder.write("f.csv", csvOf(twin.faces))
                                                 : " --edges " + folder.write("e.csv", csvOf(twin.edges));
    const Json json =
        swimJson(folder, csv + parts + " --periodic --metric " + (twin.edges.empty() ? "surface" : "curve") +
                             " --ratio " + std::to_string(twin.ratio));
    const std::vector<Points> exact = twin.motion(frames);
    double worst = 0.0, way = 0.0;
    for (int k = 0; k < frames; ++k)
        for (std::size_t j = 0; j < given[0].size(); ++j) {
            const auto at = static_cast<std::size_t>(k);
            worst = std::max(worst, (moved(json["poses"][at], given[at][j]) - exact[at][j]).norm());
        }
    for (std::size_t j = 0; j < given[0].size(); ++j)
        way = std::max(way, (exact.back()[j] - exact[0][j]).norm());
    EXPECT_GT(way, 20.0 * worst) << "it hardly moves";
    return worst;
}

} // namespace

// Both are about 1 m long, and go 7 and 9 cm a cycle. Measured 8.5e-7 and 3.6e-7 m.
TEST(SwimTwins, AForkedSwimmerOfLinksAndAWavingSheetGoTheirWay) {
    EXPECT_LT(worstOf({forked, kForkedEdges, {}, 1.8}, 64), 1e-6);
    EXPECT_LT(worstOf({sheet, {}, sheetFaces(), 3.5}, 64), 5e-7);
}

namespace {

/// An uneven chain in a plane.
std::vector<Vector2d> plane(double t) {
    std::vector<Vector2d> points = {Vector2d(0.0, 0.0)};
    for (int i = 0; i < 9; ++i) {
        const double angle = 0.9 * std::cos(2.0 * kPi * (0.13 * i - t)) + 0.15 * i;
        points.push_back(points.back() + (0.08 + 0.01 * (i % 3)) * Vector2d(std::cos(angle), std::sin(angle)));
    }
    return points;
}

/// Paper 002's metric at the vertices of a chain.
std::vector<Matrix2d> tensorsOf(const std::vector<Vector2d>& x, double eps) {
    std::vector<Matrix2d> tensors;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Vector2d& before = x[i > 0 ? i - 1 : i];
        const Vector2d& after = x[i + 1 < x.size() ? i + 1 : i];
        const Vector2d along = (after - before).normalized();
        const double mass = 0.5 * ((x[i] - before).norm() + (after - x[i]).norm());
        tensors.push_back(mass * (Matrix2d::Identity() - (1.0 - eps) * along * along.transpose()));
    }
    return tensors;
}

/// The energy of a displacement from one shape to the next [Gross2023, eq. 4] by its angle, at the best shift.
struct PairEnergy {
    std::vector<Vector2d> a, b;
    std::vector<Matrix2d> ofA, ofB;

    double operator()(double angle, Vector2d* shift = nullptr) const {
        const Matrix2d turn = Eigen::Rotation2Dd(angle).toRotationMatrix();
        Matrix2d sum = Matrix2d::Zero();
        Vector2d right = Vector2d::Zero();
        for (std::size_t i = 0; i < a.size(); ++i) {
            const Matrix2d both = 0.5 * (ofA[i] + turn * ofB[i] * turn.transpose());
            sum += both;
            right += both * (a[i] - turn * b[i]);
        }
        const Vector2d best = sum.inverse() * right;
        if (shift) *shift = best;
        double energy = 0.0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const Vector2d delta = turn * b[i] + best - a[i];
            energy += 0.5 * delta.dot((ofA[i] + turn * ofB[i] * turn.transpose()) * delta);
        }
        return energy;
    }
    double slope(double angle) const {
        const double h = 0.01;
        const auto odd = [&](int k) { return (*this)(angle + k * h) - (*this)(angle - k * h); };
        return (45.0 * odd(1) - 9.0 * odd(2) + odd(3)) / (60.0 * h);
    }
    double leastAngle() const {
        double angle = 0.0, before = 0.05, slopeBefore = slope(before);
        for (int i = 0; i < 30 && angle != before; ++i) { // secants
            const double here = slope(angle), next = angle - here * (angle - before) / (here - slopeBefore);
            before = angle;
            slopeBefore = here;
            if (!std::isfinite(next) || std::fabs(next - angle) < 1e-14) break;
            angle = next;
        }
        return angle;
    }
};

} // namespace

// The variational step is one algebra: the energy of each pair, minimised without its derivatives. Measured 9e-13.
TEST(SwimTwins, TheVariationalStepMinimisesTheEnergyOfEachPair) {
    const int frames = 20;
    const double eps = 0.15;
    const ScratchFolder folder;
    std::vector<Points> given;
    const auto inSpace = [](double t) {
        Points points;
        for (const Vector2d& p : plane(t))
            points.emplace_back(p.x(), p.y(), 0.0);
        return points;
    };
    const std::string csv = folder.write("frames.csv", scattered(inSpace, frames, given));
    Edges edges;
    for (int i = 0; i < 9; ++i)
        edges.push_back({i, i + 1});
    const Json json = swimJson(folder, csv + " --edges " + folder.write("e.csv", csvOf(edges)) +
                                           " --periodic --metric vertex --eps 0.15 --scheme variational");
    Matrix2d turn = Matrix2d::Identity();
    Vector2d place = Vector2d::Zero();
    double worst = 0.0;
    for (int k = 0; k < frames; ++k) {
        const auto at = static_cast<std::size_t>(k);
        const std::vector<Vector2d> here = plane(static_cast<double>(k) / frames), next = plane((k + 1.0) / frames);
        for (std::size_t j = 0; j < here.size(); ++j) {
            const Vector2d expected = turn * here[j] + place;
            worst = std::max(
                worst, (moved(json["poses"][at], given[at][j]) - Vector3d(expected.x(), expected.y(), 0.0)).norm());
        }
        const PairEnergy energy{here, next, tensorsOf(here, eps), tensorsOf(next, eps)};
        const double angle = energy.leastAngle();
        Vector2d shift;
        energy(angle, &shift);
        place += turn * shift;
        turn = turn * Eigen::Rotation2Dd(angle).toRotationMatrix();
    }
    EXPECT_LT(worst, 5e-12);
    EXPECT_GT((place - Vector2d::Zero()).norm(), 0.01);
    EXPECT_NEAR(json["advance_per_cycle"][0].get<double>(), place.x(), 5e-12);
    EXPECT_NEAR(json["advance_per_cycle"][1].get<double>(), place.y(), 5e-12);
}

} // namespace swim_twins_test
