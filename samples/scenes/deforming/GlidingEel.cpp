// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/LocalMetrics.h"
#include "AmbientFluid/Locomotion/SecondOrderMotion.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/SwimmerShapes.h"

#include <cmath>

namespace samples {
namespace {

constexpr int kEelSegments = 40;
constexpr double kEelSeconds = 2.0;

/// Two beats of half a second, each followed by half a second of rest; about the mean of the points.
ambient::PointColumns glidingEelAt(double t) {
    const double whole = std::min(std::floor(t), 1.0), y = std::min(2.0 * (t - whole), 1.0);
    const double phase = whole + y * y * (3.0 - 2.0 * y);
    const ambient::PointColumns points = chainOf(kEelSegments, [phase](double s) {
        return 40.0 * kRadiansPerDegree * (0.2 + 0.8 * s) * std::cos(kRadiansPerTurn * (1.1 * s - phase));
    });
    return points.colwise() - ambient::Vector3(points.rowwise().mean());
}

/// An eel of 1 kg/m along and 2 kg/m across, with the water carried along, and a drag of .2 along and 6 across [N
/// s/m^2]: its momentum carries the eel on while its shape rests. [Gross2023]
class GlidingEel final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"frames", "1/s", 200.0, 20.0, 2000.0, "shapes a second that the motion is found from", true},
                {"drag", "1", 1.0, 1e-3, 1e3, "factor on the drag: where it is large nothing glides"}};
    }

    double defaultDuration() const override { return kEelSeconds; }
    double defaultTimeStep() const override { return 1.0 / 200.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const int steps = static_cast<int>(kEelSeconds * values["frames"]);
        std::vector<ambient::PointColumns> shapes;
        for (int k = 0; k <= steps; ++k)
            shapes.push_back(glidingEelAt(kEelSeconds * k / steps));
        ambient::RecordedFrames recorded(std::move(shapes), chainEdges(kEelSegments));
        recorded.setTimeStep(kEelSeconds / steps);
        const ambient::SegmentInertia inertia(1.0, 2.0);
        const ambient::SegmentResistance drag(30.0, 0.2 * values["drag"]);
        const ambient::ReducedSequence reduced = ambient::reduceSequence(recorded, {&inertia, &drag});
        const ambient::SecondOrderMotion found = ambient::solveSecondOrder(reduced, 0, 1);
        context.world().setGravity(btVector3(0, 0, 0));
        context.addMoved("eel", std::make_shared<ambient::InterpolatedMotion>(found.motion, reduced),
                         drawnShape(recorded, reduced, SwimmerLook::Line, 0.02, kEelSeconds));
    }

    std::string summary(const RunRecord& record) const override {
        const int second = static_cast<int>(std::lround(1.0 / record.timeStep));
        if (record.frameCount() <= 2 * second) return "shorter than two beats\n";
        const ambient::Pose end = displacementOf(record, 0, 2 * second); // beats begin and end with one shape
        const double glide =
            displacementOf(record, 0, second).position.x() - displacementOf(record, 0, second / 2).position.x();
        char text[300];
        std::snprintf(text, sizeof text,
                      "in 2 s: way (%.5f, %.5f) m, turn %.3f deg; glided %.4f m in the first rest\n"
                      "by another program, with the default drag: way (-0.57297, 0.03678) m, turn -8.525 deg; -0.1018 "
                      "m\n",
                      end.position.x(), end.position.y(), ambient::logSO3(end.orientation).z() / kRadiansPerDegree,
                      glide);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "An eel beats twice and glides on: expected -0.573 m in 2 s";
        spec.view = PlotView::Top;
        spec.wide = true;
        spec.exposure = 0.5;
        spec.panels = {{"way along x [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.x(); }},
                       {"speed ahead [m/s]", 0.01, [](const BodySample& s) { return -s.velocity.linear.x(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createGlidingEel() {
    return std::make_unique<GlidingEel>();
}

} // namespace samples
