// SPDX-License-Identifier: Zlib
#include "Worlds/FileWorld.h"
#include "Worlds/RobotBody.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/WorldScene.h"
#include "scenes/parts/ArmRobot.h"
#include "scenes/parts/MotorWatch.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// A robot of a URDF or SDF file in water. Each joint swings about its start, or to one side within its limits.
class Robot final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {fileParameter("file", "your own robot: URDF or SDF, in metres; without it an arm on a post"),
                {"fixed", "1", 0.0, 0.0, 1.0, "1: the base does not move", true},
                {"payload", "kg", 6.0, 0.1, 100.0, "mass of the block in the hand of the arm"},
                {"swing", "rad", 0.6, 0.0, 3.0, "of hinges, at most"},
                {"slide", "m", 0.02, 0.0, 10.0, "of sliders, at most"},
                {"frequency", "Hz", 0.25, 0.01, 10.0, "of both"},
                {"stiffness", "N m/rad", 500.0, 0.0, 1e8, "of the servos; 0: the joints are free"}};
    }

    double defaultDuration() const override { return 8.0; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }
    std::string defaultSolver() const override { return "fluid"; }
    bool hasMultiBodies() const override { return true; }

    std::vector<std::pair<std::string, std::string>> files(const ParameterValues& values) const override {
        std::vector<std::pair<std::string, std::string>> all;
        if (values.file("file").empty()) return all;
        for (const ambient::RobotTreeLink& link : ambient::readRobotTree(values.file("file")).links)
            for (const ambient::RobotGeometry& shape : link.shapes)
                if (!shape.file.empty()) all.emplace_back(shape.place, shape.file);
        return all;
    }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const ambient::UniformMedium water = ambient::UniformMedium::water();
        context.setMedium(water);
        const std::string& file = values.file("file");
        const ambient::RobotTree robot =
            file.empty() ? ambient::parseRobotTree(armRobot(values["payload"]), "arm-under-water", "")
                         : ambient::readRobotTree(file);
        const auto world = std::make_shared<ambient::WorldDescription>();
        world->articulatedBodies.push_back(ambient::articulatedBodyOf(robot, water.density()));
        ambient::WorldArticulatedBody& body = world->articulatedBodies.back();
        body.worldFromBase = robot.rootFromBase;
        if (values["fixed"] != 0.0) body.hasFixedBase = true;
        for (std::size_t i = 1; i < body.links.size(); ++i)
            addMotor(values, body.links[i]);
        const auto content = addWorldContent(world, context);
        *m_log = {};
        if (!content->moving().empty())
            context.addAction(
                std::make_unique<MotorWatch>(context.fluid(), content->moving().front().multiBody, m_log));
    }

    std::string summary(const RunRecord& record) const override {
        std::string lines;
        char text[200];
        for (int body = 0; body < record.bodyCount(); ++body) {
            const ambient::Vector3& p = record.last(body).worldFromBody.position;
            std::snprintf(text, sizeof text, " is at %.3f, %.3f, %.3f m after %.2f s\n", p.x(), p.y(), p.z(),
                          record.last(body).time);
            lines += record.bodies[static_cast<std::size_t>(body)].name + text;
        }
        std::snprintf(text, sizeof text,
                      "the joints followed their paths to %.2g rad or m with at most %.3g N m or N\n", m_log->error,
                      m_log->torque);
        return m_log->hasMotors ? lines + text : lines;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        PlotSpec spec;
        spec.title = values.file("file").empty() ? "An arm under water lifts a payload" : "A robot in water";
        spec.exposure = 1.0;
        spec.colours = PlotColours::Curves;
        spec.panels = {{"height [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.z(); }},
                       {"tracking error [rad, m]",
                        1e-4,
                        {},
                        {{"", [log = m_log](const RunRecord&, int i) { return MotorLog::at(log->errors, i); }}}},
                       {"torque [N m, N]", 0.1, {}, {{"", [log = m_log](const RunRecord&, int i) {
                                                          return MotorLog::at(log->torques, i);
                                                      }}}}};
        return spec;
    }

  private:
    static void addMotor(const ParameterValues& values, ambient::WorldLink& link) {
        const bool isHinge = link.joint == ambient::WorldJointType::Hinge;
        if ((!isHinge && link.joint != ambient::WorldJointType::Slider) || values["stiffness"] == 0.0) return;
        ambient::WorldMotor motor;
        ambient::WorldJointTarget& target = motor.target;
        const double start = target.offset = link.initialPosition;
        target.frequency = values["frequency"];
        target.amplitude = values[isHinge ? "swing" : "slide"];
        const double up = link.limits ? (*link.limits)[1] - start : 1e300,
                     down = link.limits ? start - (*link.limits)[0] : 1e300;
        if (std::min(up, down) >= target.amplitude) { // to both sides, in motion from the start
            link.initialVelocity = 2.0 * ambient::kPi * target.frequency * target.amplitude;
        } else { // towards the farther limit, and back
            target.amplitude = std::copysign(0.5 * std::min(target.amplitude, 0.95 * std::max(up, down)), up - down);
            target.offset += target.amplitude;
            target.phase = -0.5 * ambient::kPi;
        }
        motor.stiffness = values["stiffness"];
        motor.damping = 0.05 * motor.stiffness;
        link.motor = motor;
    }

    std::shared_ptr<MotorLog> m_log = std::make_shared<MotorLog>();
};

} // namespace

std::unique_ptr<Scene> createRobot() {
    return std::make_unique<Robot>();
}

} // namespace samples
