// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/Coupled.h"

namespace samples {
namespace {

constexpr double kLongestAxis = 0.1; ///< longest semi-axis [m]
constexpr double kPairsApart = 1.5;  ///< between the pairs, beyond the reach of the coupling [m]

/// Two tumbling ellipsoids pass close by each other in water without friction, weightless. They turn and deflect each
/// other without touching. A second pair, which does not feel each other's flow, shows the same start.
class ClosePass final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"aside", "m", 0.09, 0.03, 0.5, "between the paths at the start"},
                {"speed", "m/s", 0.1, 0.01, 1.0, "of each body at the start"},
                {"faces", "1", 320.0, 80.0, 1280.0, "approximate number of triangles of a body", true}};
    }

    double defaultDuration() const override { return 3.0; }
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
        const auto add = [&](const char* name, const ambient::Pose& pose, const ambient::Twist& velocity,
                             bool coupled) {
            BodySpec body;
            body.name = name;
            body.model = model;
            body.shape = std::make_unique<btEmptyShape>();
            body.fill(1000.0);
            body.worldFromBody = pose;
            body.velocity = velocity;
            coupling.setCoupled(context.addBody(std::move(body)), coupled);
        };
        for (const double z : {0.0, kPairsApart}) { // the start of coupling_pass, but for the distance of the paths
            const bool coupled = z == 0.0;
            add(coupled ? "from the left" : "from the left, alone", {ambient::Quaternion::Identity(), {0.0, 0.0, z}},
                {perTime * ambient::Vector3(0.3, -0.2, 0.5), u * ambient::Vector3(1.0, 0.1, 0.0)}, coupled);
            add(coupled ? "from the right" : "from the right, alone",
                {ambient::expSO3({0.4, 0.2, 0.9}), {3.0 * kLongestAxis, values["aside"], z}},
                {perTime * ambient::Vector3(0.1, 0.4, -0.3), u * ambient::Vector3(-1.0, 0.0, 0.0)}, coupled);
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
                      least / kLongestAxis, leastAlone / kLongestAxis, 1e3 * fromTwin(record, last));
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Two ellipsoids that pass deflect each other";
        spec.exposure = 0.6;
        spec.colours = PlotColours::Bodies;
        spec.panels = {
            {"distance of the centres over the semi-axis",
             1.0,
             {},
             {{"coupled", [](const RunRecord& r, int frame) { return distance(r, frame, 0) / kLongestAxis; }},
              {"alone", [](const RunRecord& r, int frame) { return distance(r, frame, 2) / kLongestAxis; }}}},
            {"from the twin that feels nothing [mm]", 1.0, {}, {{"left", [](const RunRecord& r, int frame) {
                                                                     return 1e3 * fromTwin(r, frame);
                                                                 }}}}};
        return spec;
    }

  private:
    static double distance(const RunRecord& record, int frame, int first) {
        return (record.at(frame, first + 1).worldFromBody.position - record.at(frame, first).worldFromBody.position)
            .norm();
    }
    static double fromTwin(const RunRecord& record, int frame) {
        return (record.at(frame, 2).worldFromBody.position - record.at(frame, 0).worldFromBody.position -
                ambient::Vector3(0.0, 0.0, kPairsApart))
            .norm();
    }
};

} // namespace

std::unique_ptr<Scene> createClosePass() {
    return std::make_unique<ClosePass>();
}

} // namespace samples
