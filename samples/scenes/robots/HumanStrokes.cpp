// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/WorldScene.h"
#include "scenes/parts/Floating.h"
#include "scenes/parts/Human.h"
#include "scenes/parts/HumanServos.h"

#include <cmath>

namespace samples {
namespace {

/// A swimmer at the surface. Servos of the joints follow a stroke, or the motion of a file.
class HumanStrokes final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"stroke", "1", 0.0, 0.0, 3.0, "0: crawl, 1: backstroke, 2: breaststroke, 3: butterfly", true},
                fileParameter("motion", "a .bvh or .glb with joints of the names of the human's parts, in a loop"),
                {"period", "s", kStrokePeriod, 0.2, 20.0, "of one cycle of the stroke"},
                {"density", "kg/m3", 985.0, 500.0, 2000.0, "of the body"},
                {"torque", "N m", 150.0, 1.0, 10000.0, "of each servo and axis, at most"},
                {"faces", "1", 120.0, 80.0, 2000.0, "approximate number of triangles of each part", true}};
    }

    double defaultDuration() const override { return 7.0; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }
    std::string defaultSolver() const override { return "fluid"; }
    bool hasMultiBodies() const override { return true; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(waterUnderAir());
        const std::string& stroke = strokeNames()[static_cast<std::size_t>(values["stroke"])];
        const std::string& file = values.file("motion");
        const ambient::SkeletonMotion motion = file.empty() ? makeStroke(stroke, values["period"]) : imported(file);
        const auto world = std::make_shared<ambient::WorldDescription>();
        world->articulatedBodies.push_back(makeHuman(values["density"], static_cast<int>(values["faces"])));
        ambient::WorldArticulatedBody& human = world->articulatedBodies.back();
        // Ahead is +x; on the back for backstroke, else face down.
        ambient::Matrix3 worldFromHuman;
        const double down = file.empty() && stroke == "backstroke" ? 1.0 : -1.0;
        worldFromHuman << 0.0, 1.0, 0.0, -down, 0.0, 0.0, 0.0, 0.0, down;
        human.worldFromBase = {ambient::Quaternion(worldFromHuman), ambient::Vector3(0.0, 0.0, -0.1)};
        startWith(human, motion);
        const auto content = addWorldContent(world, context);
        try {
            addHumanServos(*content, motion, values["torque"], context, m_log);
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument("--set motion: " + file + ": " + error.what());
        }
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample &half = record.at(record.frameCount() / 2), &end = record.last();
        const ambient::Vector3& p = end.worldFromBody.position;
        char text[300];
        std::snprintf(text, sizeof text,
                      "the swimmer is at %.2f, %.2f, %.2f m after %.1f s, in the second half at %.2f m/s on average\n"
                      "joints followed to %.2g rad with at most %.3g N m\n",
                      p.x(), p.y(), p.z(), end.time, (p - half.worldFromBody.position).norm() / (end.time - half.time),
                      m_log->error, m_log->torque);
        return text;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        PlotSpec spec;
        spec.title = "A swimmer at the surface: " + (values.file("motion").empty()
                                                         ? strokeNames()[static_cast<std::size_t>(values["stroke"])]
                                                         : std::string("a recorded motion"));
        spec.exposure = 3.5;
        spec.elevation = 30.0; // through the surface
        spec.paths = {{0}};
        spec.panels = {{"way of the trunk [m]", 0.1, {}, {{"", way}}}, {"speed ahead [m/s]", 0.1, {}, {{"", speed}}}};
        return spec;
    }

  private:
    static double way(const RunRecord& record, int frame) { return record.at(frame).worldFromBody.position.x(); }
    static double speed(const RunRecord& record, int frame) { return record.at(frame).velocity.linear.x(); }

    static ambient::SkeletonMotion imported(const std::string& file) {
        try {
            return ambient::importSkeleton(file);
        } catch (const ambient::SkeletonImportError& error) {
            throw std::invalid_argument(std::string("--set motion: ") + error.what());
        }
    }

    std::shared_ptr<MotorLog> m_log = std::make_shared<MotorLog>();
};

} // namespace

std::unique_ptr<Scene> createHumanStrokes() {
    return std::make_unique<HumanStrokes>();
}

} // namespace samples
