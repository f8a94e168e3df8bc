// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/WorldScene.h"
#include "scenes/parts/Human.h"
#include "scenes/parts/HumanServos.h"

#include <cstdio>
#include <functional>

namespace samples {
namespace {

/// A human walks through water. The trunk is carried, as on a crane over a tank, and the scene moves with the trunk:
/// water and air pass by. So the servos feel the legs' weight, inertia and drag, not the weight of the body. If the
/// water is too deep for the servos, the legs stay behind their gait.
class Wading final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"depth", "m", 0.5, 0.0, 1.2, "of the water; .5: to the knees"},
                {"speed", "m/s", 1.2, 0.0, 2.5, "of the walk"},
                {"period", "s", 1.1, 0.4, 5.0, "of two steps"},
                {"torque", "N m", 40.0, 1.0, 10000.0, "of each servo and axis, at most"},
                {"faces", "1", 200.0, 80.0, 2000.0, "approximate number of triangles of each part", true}};
    }

    double defaultDuration() const override { return 3.3; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }
    std::string defaultSolver() const override { return "fluid"; }
    bool hasMultiBodies() const override { return true; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const ambient::Vector3 stream(-values["speed"], 0.0, 0.0);
        const auto passing = [&stream](const ambient::UniformMedium& fluid) {
            return std::make_shared<ambient::UniformMedium>(fluid.movingAt(stream));
        };
        context.setMedium(std::make_shared<ambient::DividedMedium>(passing(ambient::UniformMedium::water()),
                                                                   passing(ambient::UniformMedium::air()),
                                                                   std::make_shared<ambient::FlatSurface>(0.0)));
        const ambient::SkeletonMotion motion = makeStroke(kWalk, values["period"]);
        const auto world = std::make_shared<ambient::WorldDescription>();
        world->articulatedBodies.push_back(makeHuman(985.0, static_cast<int>(values["faces"])));
        ambient::WorldArticulatedBody& human = world->articulatedBodies.back();
        human.hasFixedBase = true;
        ambient::Matrix3 worldFromHuman; // its front ahead, along x, and its head up
        worldFromHuman << 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0;
        human.worldFromBase = {ambient::Quaternion(worldFromHuman),
                               ambient::Vector3(0.0, 0.0, kSoleToTrunk - values["depth"])};
        startWith(human, motion);
        addHumanServos(*addWorldContent(world, context), motion, values["torque"], context, m_log);
    }

    std::string summary(const RunRecord&) const override {
        char text[200];
        std::snprintf(text, sizeof text, "the joints followed the walk to %.2f rad, with at most %.3g N m\n",
                      m_log->error, m_log->torque);
        return text;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        PlotSpec spec;
        char title[80];
        std::snprintf(title, sizeof title, "Walking in water of %.2g m", values["depth"]);
        spec.title = title;
        spec.elevation = 8.0;
        const auto error = [log = m_log](const RunRecord&, int frame) { return MotorLog::at(log->errors, frame); };
        spec.panels = {{"place of a foot ahead [m]", 0.1, {}, {{"left", footOf("left")}, {"right", footOf("right")}}},
                       {"joint farthest from the walk [rad]", 0.01, {}, {{"", error}}}};
        return spec;
    }

  private:
    static std::function<double(const RunRecord&, int)> footOf(const std::string& side) {
        return [name = "human/" + side + "_foot"](const RunRecord& record, int frame) {
            int body = 0;
            while (body + 1 < record.bodyCount() && record.bodies[std::size_t(body)].name != name)
                ++body;
            return record.at(frame, body).worldFromBody.position.x();
        };
    }

    static constexpr double kSoleToTrunk = 1.15; ///< from the soles to the trunk's centre, standing [m]
    std::shared_ptr<MotorLog> m_log = std::make_shared<MotorLog>();
};

} // namespace

std::unique_ptr<Scene> createWading() {
    return std::make_unique<Wading>();
}

} // namespace samples
