// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/WaterGrid.h"

namespace samples {
namespace {

/// Three equal balls sink: one ahead, one in its wake, one beside. The one in the wake has less drag and catches up.
class Drafting final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {
            {"gap", "1", 2.5, 1.5, 6.0, "distance of the rear ball's centre behind the front one, over the diameter"},
            {"aside", "1", 3.0, 1.2, 6.0, "distance of the third ball beside the front one, over the diameter"},
            {"density", "kg/m3", 1500.0, 1050.0, 8000.0, "density of the balls (water: 998.2)"},
            {"cell", "m", 0.075, 0.04, 0.2, "edge of a cell of the grid"}};
    }

    double defaultDuration() const override { return 4.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium::water());
        const double diameter = 2.0 * kRadius;
        const auto model = context.buildModel(ambient::makeSphere(kRadius, 320));
        const auto add = [&](const char* name, const ambient::Vector3& at) {
            BodySpec ball;
            ball.name = name;
            ball.model = model;
            ball.shape = std::make_unique<btSphereShape>(btScalar(kRadius));
            ball.fill(values["density"]);
            ball.worldFromBody.position = at;
            return context.addBody(std::move(ball));
        };
        const btRigidBody* front = add("front", ambient::Vector3::Zero());
        add("in the wake", {0.0, 0.0, values["gap"] * diameter});
        add("beside", {values["aside"] * diameter, 0.0, 0.0});
        if (context.isVacuum()) return;
        ambient::FluidGridDef box;
        box.spacing = values["cell"];
        const auto count = [&](double size) { return std::max(8, int(std::lround(size / box.spacing))); };
        box.cells = {count(2.4), count(1.2), count(2.7)};
        box.setSides(ambient::GridSideKind::Open);
        const ambient::Vector3 size = box.size();
        box.lowCorner = {-0.5 * size.x(), -0.5 * size.y(), -0.35 * size.z()};
        btFluidGrid& grid = addWaterGrid(context, box);
        grid.setFollowed(front);
        context.addSlice([&grid, front] {
            const btVector3& at = front->getWorldTransform().getOrigin();
            return partOf(middleSlice(grid.getGrid(), PlotView::Side, SliceQuantity::Speed),
                          {at.x() - 0.5, at.z() - 0.35}, {at.x() + 1.0, at.z() + 1.2});
        });
    }

    std::string summary(const RunRecord& record) const override {
        const auto speed = [&](int body) { return -record.last(body).velocity.linear.z(); };
        char text[256];
        std::snprintf(text, sizeof text,
                      "sinking at %.2f m/s ahead, %.2f m/s in its wake, %.2f m/s beside\n"
                      "gap %.2f m at first, %.2f m at the end\n",
                      speed(0), speed(1), speed(2), gapOf(record, 0), gapOf(record, record.frameCount() - 1));
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A ball in the wake of another has less drag and catches up";
        spec.framed = {3.9, 4.0};
        spec.shownTimes = {1e9};
        spec.colours = PlotColours::Curves;
        spec.notes = [](const RunRecord& record, int frame) {
            const ambient::Vector3 front = record.at(frame, 0).worldFromBody.position;
            const double rear = record.at(frame, 1).worldFromBody.position.z(),
                         gained = front.z() + gapOf(record, 0) - rear;
            const ambient::Vector3 left(front.x() - 0.6, 0.0, 0.0), up = ambient::Vector3::UnitZ(); // of the slice
            char text[60];
            std::snprintf(text, sizeof text, "%.0f cm nearer than at first", 1e2 * gained);
            const ambient::Vector3 words = left + (rear + 0.5 * gained) * up - ambient::Vector3(0.5, 0.0, 0.0);
            return std::vector<PlotNote>{{left + (rear + gained) * up, left + rear * up, ""}, {words, words, text}};
        };
        spec.panels = {{"sinking speed [m/s]", 0.5, [](const BodySample& s) { return -s.velocity.linear.z(); }},
                       {"gap of the centres [m]", 0.2, {}, {{"gap", [](const RunRecord& r, int frame) {
                                                                 return gapOf(r, frame);
                                                             }}}}};
        return spec;
    }

  private:
    static constexpr double kRadius = 0.1; ///< [m]

    static double gapOf(const RunRecord& record, int frame) {
        return (record.at(frame, 1).worldFromBody.position - record.at(frame, 0).worldFromBody.position).norm();
    }
};

} // namespace

std::unique_ptr<Scene> createDrafting() {
    return std::make_unique<Drafting>();
}

} // namespace samples
