// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/Floating.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// A table-tennis ball is released at rest under water. At first the added mass of the water is six times the mass of
/// the ball, then drag limits the speed, then the ball jumps out of the water. Real balls shed vortices on a long rise,
/// swerve, and therefore jump less [Truscott2016]; this ball rises straight up.
class PingPongRelease final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"depth", "m", 0.3, 0.0, 10.0, "depth of the ball's centre at release"},
                {"diameter", "m", 0.04, 0.005, 1.0, "diameter of the ball"},
                {"mass", "kg", 0.0027, 1e-5, 100.0, "mass of the ball, a thin shell"},
                {"faces", "1", 720.0, 80.0, 8000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 1.2; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const double radius = 0.5 * values["diameter"];
        context.setMedium(waterUnderAir());
        BodySpec ball;
        ball.name = "ball";
        ball.model = context.buildModel(ambient::makeSphere(radius, static_cast<int>(values["faces"])));
        ball.shape = std::make_unique<btSphereShape>(btScalar(radius));
        ball.mass = values["mass"];
        ball.inertia.setConstant(2.0 / 3.0 * ball.mass * radius * radius);
        ball.worldFromBody.position.z() = -values["depth"];
        context.addBody(std::move(ball));
    }

    std::string summary(const RunRecord& record) const override {
        const RecordedBody& ball = record.bodies[0];
        const double radius = ball.model ? ball.model->radius() : 0.0;
        const int breach = firstAbove(record, -radius), exit = firstAbove(record, radius);
        double highest = -1e30;
        for (const BodySample& s : record.samples)
            highest = std::max(highest, s.worldFromBody.position.z());
        const double displaced = 998.2 * ball.model->volume();
        const double first = (displaced - ball.mass) / (displaced / 2.0 + ball.mass);
        char text[400];
        std::snprintf(
            text, sizeof text,
            "starts with %.3f g (%.3f g by (rho V - m) / (m + rho V / 2))\n"
            "its top breaks the surface after %.3f s with %.3f m/s: drag coefficient of its rise at least %.2f\n",
            record.at(1).velocity.linear.z() / record.timeStep / 9.81, first, record.at(breach).time,
            record.at(breach).velocity.linear.z(), dragCoefficient(record, breach));
        const std::string rise = text;
        std::snprintf(text, sizeof text, "leaves the water with %.3f m/s; its lowest point jumps %.1f mm above it\n",
                      record.at(exit).velocity.linear.z(), 1e3 * (highest - radius));
        return rise + (highest > radius ? text : "does not leave the water\n");
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A table-tennis ball let go under water";
        spec.exposure = 0.05;
        spec.panels = {
            {"height above the water [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.z(); }},
            {"upward speed [m/s]", 0.01, [](const BodySample& s) { return s.velocity.linear.z(); }}};
        return spec;
    }

  private:
    /// First frame with the ball's centre above a height; the last frame if there is none.
    static int firstAbove(const RunRecord& record, double height) {
        int frame = 0;
        while (frame + 1 < record.frameCount() && record.at(frame).worldFromBody.position.z() < height)
            ++frame;
        return frame;
    }

    /// Drag coefficient for which the speed in this frame would be the terminal speed.
    static double dragCoefficient(const RunRecord& record, int frame) {
        const RecordedBody& ball = record.bodies[0];
        const double speed = record.at(frame).velocity.linear.z();
        const double lift = 9.81 * (998.2 * ball.model->volume() - ball.mass);
        const double area = ambient::kPi * std::pow(ball.model->radius(), 2);
        return lift / (0.5 * 998.2 * area * speed * speed);
    }
};

} // namespace

std::unique_ptr<Scene> createPingPongRelease() {
    return std::make_unique<PingPongRelease>();
}

} // namespace samples
