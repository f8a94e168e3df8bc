// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/Coupled.h"

namespace samples {
namespace {

constexpr double kLongestAxis = 0.1; ///< longest semi-axis [m]

/// Two tumbling ellipsoids pass close by each other in water without friction, weightless. They turn and deflect each
/// other without touching. A second pair, the ghosts in pictures, starts in the same way at the same place and does not
/// feel each other's flow.
class ClosePass final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"aside", "m", 0.09, 0.03, 0.5, "between the paths at the start"},
                {"speed", "m/s", 0.1, 0.01, 1.0, "of each body at the start"},
                {"faces", "1", 320.0, 80.0, 1280.0, "approximate number of triangles of a body", true}};
    }

    double defaultDuration() const override { return 4.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.world().setGravity(btVector3(0, 0, 0));
        context.setMedium(ambient::UniformMedium(1000.0, 0.0));
        ambient::FluidBodyDef ideal;
        ideal.pressureScale = ideal.frictionScale = 0.0;
        const auto model =
            context.buildModel(ambient::makeEllipsoid({kLongestAxis, 0.6 * kLongestAxis, 0.3 * kLongestAxis},
                                                      static_cast<int>(values["faces"])),
                               ideal);
        btFluidCoupling& coupling = addCoupling(context);
        const double u = values["speed"], perTime = u / kLongestAxis;
        const auto add = [&](const char* name, const ambient::Pose& pose, const ambient::Twist& velocity, int ghostOf) {
            BodySpec body;
            body.name = name;
            body.ghostOf = ghostOf;
            body.model = model;
            body.shape = std::make_unique<btEmptyShape>();
            body.fill(1000.0);
            body.worldFromBody = pose;
            body.velocity = velocity;
            coupling.setCoupled(context.addBody(std::move(body)), ghostOf < 0);
        };
        for (const bool coupled : {true, false}) { // the start of coupling_pass, but for the distance of the paths
            add(coupled ? "from the left" : "from the left, alone", {},
                {perTime * ambient::Vector3(0.3, -0.2, 0.5), u * ambient::Vector3(1.0, 0.1, 0.0)}, coupled ? -1 : 0);
            add(coupled ? "from the right" : "from the right, alone",
                {ambient::expSO3({0.4, 0.2, 0.9}), {3.0 * kLongestAxis, values["aside"], 0.0}},
                {perTime * ambient::Vector3(0.1, 0.4, -0.3), u * ambient::Vector3(-1.0, 0.0, 0.0)}, coupled ? -1 : 1);
        }
    }

    std::string summary(const RunRecord& record) const override {
        const int last = record.frameCount() - 1;
        double least = 1e30, leastAlone = 1e30;
        for (int frame = 0; frame <= last; ++frame) {
            least = std::min(least, distance(record, frame, 0));
            leastAlone = std::min(leastAlone, distance(record, frame, 2));
        }
        char text[300];
        std::snprintf(text, sizeof text,
                      "least distance of the centres over the longest semi-axis: %.3f with coupling, %.3f without\n"
                      "the coupled left one ends %.1f mm from its twin\n",
                      least / kLongestAxis, leastAlone / kLongestAxis, 1e3 * wayFromTwin(record, last, 0).norm());
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Two ellipsoids that pass deflect each other";
        spec.view = PlotView::Top;
        spec.elevation = 70.0;
        spec.azimuth = -90.0;
        spec.shownTimes = {1e9};
        spec.colours = PlotColours::Curves;
        spec.notes = [](const RunRecord& record, int frame) {
            std::vector<PlotNote> notes;
            for (const int body : {0, 1}) {
                const ambient::Vector3 to = record.at(frame, body).worldFromBody.position,
                                       way = wayFromTwin(record, frame, body);
                char text[40];
                std::snprintf(text, sizeof text, "deflected by %.0f mm", 1e3 * way.norm());
                if (way.norm() > 0.2 * kLongestAxis) notes.push_back({to - way, to, text});
            }
            return notes;
        };
        spec.panels = {
            {"distance of the centres over the semi-axis",
             1.0,
             {},
             {{"coupled", [](const RunRecord& r, int frame) { return distance(r, frame, 0) / kLongestAxis; }},
              {"alone", [](const RunRecord& r, int frame) { return distance(r, frame, 2) / kLongestAxis; }}}},
            {"from the twin that feels nothing [mm]", 1.0, {}, {{"left", [](const RunRecord& r, int frame) {
                                                                     return 1e3 * wayFromTwin(r, frame, 0).norm();
                                                                 }}}}};
        return spec;
    }

  private:
    static double distance(const RunRecord& record, int frame, int first) {
        return (record.at(frame, first + 1).worldFromBody.position - record.at(frame, first).worldFromBody.position)
            .norm();
    }
    /// To a coupled body, from the place of its twin.
    static ambient::Vector3 wayFromTwin(const RunRecord& record, int frame, int body) {
        return record.at(frame, body).worldFromBody.position - record.at(frame, body + 2).worldFromBody.position;
    }
};

} // namespace

std::unique_ptr<Scene> createClosePass() {
    return std::make_unique<ClosePass>();
}

} // namespace samples
