// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/LocalMetrics.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/SwimmerShapes.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

constexpr double kDiveSeconds = 1.6;
const Vector3 kDiveTurn(2.6763162798560773, -1.44665539568796, -0.0741780824841165); // another program, 960 Hz [rad]
const Vector3 kTakeOff(1.2, 0.0, 4.0);                                               // [m/s]

double smoothStep(double x) {
    const double s = std::clamp(x, 0.0, 1.0);
    return s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
}

/// The diver about the centre of mass: the right arm up, the left one down from .25 s to 1.05 s.
ambient::PointColumns diverAt(double t) {
    const double angle = ambient::kPi * (smoothStep((t - 0.25) / 0.2) - smoothStep((t - 1.05) / 0.2));
    const ambient::PointColumns points = person(Vector3::UnitZ(), Vector3(0.0, std::sin(angle), std::cos(angle)));
    return points.colwise() - Vector3(points.rowwise().mean());
}

/// 30 equal masses leave a tower with a momentum about y. An arm sweeping down tilts the body against the momentum, and
/// the body twists; the arm coming up again removes the tilt. [Gross2023]
class Diver final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"frames", "1/s", 960.0, 60.0, 4000.0, "shapes a second that the motion is found from", true}};
    }

    double defaultDuration() const override { return kDiveSeconds; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const int steps = static_cast<int>(std::lround(kDiveSeconds * values["frames"]));
        std::vector<ambient::PointColumns> shapes;
        for (int k = 0; k <= steps; ++k)
            shapes.push_back(diverAt(kDiveSeconds * k / steps));
        const double mass = static_cast<double>(shapes.front().cols()); // unit masses
        ambient::RecordedFrames recorded(std::move(shapes));
        recorded.setTimeStep(kDiveSeconds / steps);
        const ambient::PointMassMetric metric;
        const ambient::ReducedSequence reduced = ambient::reduceSequence(recorded, {&metric});
        ambient::MotionOptions options; // at first the body keeps its shape, and spins with .9 somersaults a second
        options.momentum = ambient::Momentum(reduced.metrics[0].at[0].locked.topLeftCorner<3, 3>() *
                                                 Vector3(0.0, 0.9 * kRadiansPerTurn, 0.0),
                                             mass * kTakeOff);
        options.gravity = btFluidVector(context.world().getGravity());
        const ambient::Motion motion = ambient::solveMotion(reduced, options, 0, true);
        context.addMoved("diver", std::make_shared<ambient::InterpolatedMotion>(motion, reduced),
                         drawnShape(recorded, reduced, SwimmerLook::Balls, 0.06, kDiveSeconds));
    }

    std::string summary(const RunRecord& record) const override {
        if (record.last().time < kDiveSeconds - 0.5 * record.timeStep) return "shorter than the dive\n";
        const int end = static_cast<int>(std::lround(kDiveSeconds / record.timeStep));
        const ambient::Quaternion turn = displacementOf(record, 0, end).orientation;
        const Vector3 found = ambient::logSO3(turn) / kRadiansPerDegree, expected = kDiveTurn / kRadiansPerDegree;
        const double off = ambient::logSO3(turn.conjugate() * ambient::expSO3(kDiveTurn)).norm() / kRadiansPerDegree;
        char text[300];
        std::snprintf(text, sizeof text,
                      "turned by (%.4f, %.4f, %.4f) deg in %.1f s\nby another program: (%.4f, %.4f, %.4f) deg; %.4f "
                      "deg apart\n",
                      found.x(), found.y(), found.z(), kDiveSeconds, expected.x(), expected.y(), expected.z(), off);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A diver twists in a somersault by one arm: expected turn 174.36 deg in 1.6 s";
        spec.exposure = 0.2;
        const auto rate = [](int axis) {
            return [axis](const BodySample& s) {
                return (s.worldFromBody.orientation.conjugate() * s.velocity.angular)[axis] / kRadiansPerTurn;
            };
        };
        spec.panels = {{"somersaults [1/s]", 0.1, rate(1)}, {"twists [1/s]", 0.1, rate(2)}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createDiver() {
    return std::make_unique<Diver>();
}

} // namespace samples
