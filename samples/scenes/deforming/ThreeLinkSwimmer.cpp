// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/Swimmers.h"

#include <cmath>

namespace samples {
namespace {

constexpr double kSquareWay = 0.19124723764; // of the default gait, by a Runge-Kutta method of another program [m]

/// Purcell's swimmer: links of length 1, with two joints going around a gait in a second. The user may draw the gait in
/// the window; a line back along itself gives no advance. [Purcell1977]
class ThreeLinkSwimmer final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {loopParameter("gait", "deg", -150.0, 150.0, "60,60,60,-60,-60,-60,-60,60",
                              "angles of the left and the right joint, by which the outer links are raised"),
                {"ratio", "1", 2.0, 1.0, 100.0, "resistance across a link over that along it"},
                {"frames", "1", 192.0, 16.0, 1024.0, "shapes a cycle that the motion is found from", true}};
    }

    double defaultDuration() const override { return 3.0; }
    double defaultTimeStep() const override { return 1.0 / 96.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const SwimmerMotion found = motionFor(values);
        context.world().setGravity(btVector3(0, 0, 0));
        context.addMoved("three-link-swimmer", found.motion, found.shape);
    }

    std::string summary(const RunRecord& record) const override {
        const int cycle = static_cast<int>(std::lround(1.0 / record.timeStep));
        if (record.frameCount() <= cycle) return "shorter than a cycle\n";
        const ambient::Pose moved = displacementOf(record, 0, cycle);
        // Path of the middle of the middle link, as in the tables: the points of a turning body have different paths.
        const ambient::Vector3 start = middleOf(record, 0), way = moved * start - start;
        char text[200];
        std::snprintf(
            text, sizeof text,
            "a cycle: way (%.5f, %.5f) m, turn %.3f deg\nby another program, with the default parameters: x %.5f m\n",
            way.x(), way.y(), ambient::logSO3(moved.orientation).z() / kRadiansPerDegree, kSquareWay);
        return text;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        const ambient::Pose advance = motionFor(values).advance;
        char title[120];
        std::snprintf(title, sizeof title, "Three links go (%.4f, %.4f) m and turn by %.2f deg a cycle",
                      hundredths(100.0 * advance.position.x()) / 100.0,
                      hundredths(100.0 * advance.position.y()) / 100.0,
                      hundredths(ambient::logSO3(advance.orientation).z() / kRadiansPerDegree));
        PlotSpec spec;
        spec.title = title;
        spec.view = PlotView::Top;
        spec.exposure = 0.5;
        spec.panels = {{"way along x [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.x(); }},
                       {"way along y [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.y(); }}};
        return spec;
    }

  private:
    static SwimmerMotion motionFor(const ParameterValues& values) {
        return motionOf(threeLinkSwimmer(Gait(values.loop("gait")), values["ratio"]),
                        static_cast<int>(values["frames"]));
    }

    /// The middle of the middle link: the centre of the ring of six vertices in the middle of the drawn tube.
    static ambient::Vector3 middleOf(const RunRecord& record, int frame) {
        const RecordedBody body = shapedAs(record.bodies.front(), record.at(frame));
        const std::size_t first = (body.mesh->vertices.size() - 2) / 12 * 6; // beside the middles of the two caps
        ambient::Vector3 sum = ambient::Vector3::Zero();
        for (std::size_t i = first; i < first + 6; ++i)
            sum += body.mesh->vertices[i];
        return record.at(frame).worldFromBody * ambient::Vector3(sum / 6.0);
    }
};

} // namespace

std::unique_ptr<Scene> createThreeLinkSwimmer() {
    return std::make_unique<ThreeLinkSwimmer>();
}

} // namespace samples
