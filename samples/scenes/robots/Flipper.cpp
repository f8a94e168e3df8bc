// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/Units.h"
#include "scenes/parts/FlipperBody.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// A neutral body with a tail plate on a hinge, beaten up and down by a servo, swims body first. After the flipper of
/// paper 004, which prints no sizes.
class Flipper final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"amplitude", "rad", 0.6, 0.0, 1.5, "swing of the tail to each side"},
                {"frequency", "Hz", 1.5, 0.05, 10.0, "beats of the tail per second"},
                {"torque", "N m", 4.0, 0.01, 1000.0, "largest torque of the servo"},
                {"faces", "1", 600.0, 80.0, 8000.0, "approximate number of triangles of each part", true}};
    }

    double defaultDuration() const override { return 8.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }
    bool hasMultiBodies() const override { return true; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const ambient::UniformMedium water = ambient::UniformMedium::water();
        context.setMedium(water);
        addFlipper(context, {values["amplitude"], values["frequency"], values["torque"], int(values["faces"])});
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample& end = record.last();
        double widest = 0.0;
        for (int frame = 0; frame < record.frameCount(); ++frame)
            widest = std::max(widest, std::abs(tailDegrees(record, frame)));
        char text[200];
        std::snprintf(
            text, sizeof text,
            "the flipper swam %.3f m body first in %.1f s, at the end at %.3f m/s; its tail swung %.1f deg to "
            "each side\n",
            end.worldFromBody.position.x(), end.time, end.velocity.linear.x(), widest);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A flipper swims by the beat of its tail";
        spec.exposure = 1.5;
        spec.pictureEnd = 6.0;
        spec.paths = {{0}};
        spec.panels = {{"speed ahead [m/s]", 0.01, [](const BodySample& s) { return s.velocity.linear.x(); }},
                       {"angle of the tail [deg]", 1.0, {}, {{"", tailDegrees}}}};
        return spec;
    }

  private:
    static double tailDegrees(const RunRecord& record, int frame) {
        const ambient::Quaternion turn =
            record.at(frame, 0).worldFromBody.orientation.conjugate() * record.at(frame, 1).worldFromBody.orientation;
        return 2.0 * std::atan2(turn.y(), turn.w()) / kRadiansPerDegree;
    }
};

} // namespace

std::unique_ptr<Scene> createFlipper() {
    return std::make_unique<Flipper>();
}

} // namespace samples
