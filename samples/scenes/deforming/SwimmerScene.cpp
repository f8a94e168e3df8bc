// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/SE3.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/ShapeSequences.h"
#include "scenes/parts/Swimmers.h"

#include <cmath>

namespace samples {
namespace {

/// A body that moves only by changing its shape: resistance, or momentum 0, determines its path (ambient::solveMotion).
/// There is no other force and no push. [Gross2023]
class SwimmerScene final : public Scene {
  public:
    explicit SwimmerScene(const std::string& name)
        : m_name(name), m_swimmer(swimmerNamed(name, ParameterValues(swimmerParameters(name)))) {}

    std::vector<Parameter> parameters() const override {
        std::vector<Parameter> all = swimmerParameters(m_name);
        all.push_back({"frames", "1", 96.0, 8.0, 512.0, "shapes a cycle that the motion is found from", true});
        return all;
    }

    double defaultDuration() const override { return 3.0; }
    double defaultTimeStep() const override { return 1.0 / 96.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const SwimmerMotion found =
            motionOf(swimmerNamed(m_name, values), static_cast<int>(values["frames"]), kCyclesWithInertia);
        context.world().setGravity(btVector3(0, 0, 0));
        context.addMoved(m_name, found.motion, found.shape);
    }

    std::string summary(const RunRecord& record) const override {
        const int cycle = static_cast<int>(std::lround(1.0 / record.timeStep));
        if (record.frameCount() <= cycle) return "shorter than a cycle\n";
        const ambient::Pose advance = record.at(0).worldFromBody.inverse() * record.at(cycle).worldFromBody;
        // About the origin of the formula, as in the tables: the points of a turning body have different paths.
        const ambient::Vector3 origin = m_swimmer.shape(0.0).rowwise().mean();
        const ambient::Vector3 way = advance.position + origin - advance.orientation * origin;
        const double turn = ambient::logSO3(advance.orientation).norm() / kRadiansPerDegree;
        char text[120];
        std::snprintf(text, sizeof text, "a cycle: way (%.5f, %.5f, %.5f) m, turn %.3f deg\n", way.x(), way.y(),
                      way.z(), turn);
        return std::string(text) + "by another program or a closed form, with the default parameters: " + expected() +
               "\n";
    }

    PlotSpec plot(const ParameterValues& values) const override {
        PlotSpec spec;
        spec.title = m_swimmer.title;
        if (isDefault(values)) spec.title += ": expected " + expected();
        const bool isUpright = m_name == "jellyfish" || m_name == "astronaut" || m_name == "clam" || m_name == "cat";
        spec.view = isUpright ? PlotView::Side : PlotView::Top;
        spec.exposure = m_swimmer.look == SwimmerLook::Line ? 0.5 : 1.0;
        spec.notes = noteOfWay;
        const bool isUp = std::fabs(m_swimmer.tabledWay.z()) > std::fabs(m_swimmer.tabledWay.x());
        spec.panels = {{isUp ? "way up [m]" : "way along x [m]", 0.01,
                        [isUp](const BodySample& s) {
                            return isUp ? s.worldFromBody.position.z() : s.worldFromBody.position.x();
                        }},
                       {"turn [deg]", 1.0, [](const BodySample& s) {
                            return ambient::logSO3(s.worldFromBody.orientation).norm() / kRadiansPerDegree;
                        }}};
        return spec;
    }

  private:
    static constexpr int kCyclesWithInertia = 3; ///< a body with inertia does not repeat its motion

    /// Result of another program or a closed form for a cycle; parts equal to 0 only if all are 0.
    std::string expected() const {
        std::string text;
        const auto add = [&](const char* name, double value, int digits, const char* unit) {
            if (!std::isfinite(value) || value == 0.0) return;
            char part[60];
            std::snprintf(part, sizeof part, "%s%s %.*f %s", text.empty() ? "" : ", ", name, digits, value, unit);
            text += part;
        };
        add("x", m_swimmer.tabledWay.x(), 5, "m");
        add("y", m_swimmer.tabledWay.y(), 5, "m");
        add("z", m_swimmer.tabledWay.z(), 5, "m");
        add("turn", std::fabs(m_swimmer.tabledTurn), 2, "deg");
        return (text.empty() ? "0 m" : text) + " a cycle";
    }

    bool isDefault(const ParameterValues& values) const {
        for (const Parameter& p : swimmerParameters(m_name))
            if (values[p.key] != p.value) return false;
        return true;
    }

    std::string m_name;
    Swimmer m_swimmer; ///< at the default parameters
};

} // namespace

std::unique_ptr<Scene> createSwimmer(const std::string& name) {
    return std::make_unique<SwimmerScene>(name);
}

} // namespace samples
