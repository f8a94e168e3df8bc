// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/Coupled.h"

#include <algorithm>

namespace samples {
namespace {

constexpr double kCubeSize = 0.1; ///< [m]

/// A cube is moved towards a second, light cube in weightless water, and stops short of contact. The water in between
/// has to leave, and the second cube sets off before any contact, by the coupling of [Gao2025]. Meanwhile the water
/// between the cubes gives the second one a momentum towards the first, which draws the second cube back after
/// the first has stopped. A third cube, the ghost of the second in pictures, does not feel the flow of the moving one
/// and stays still.
class CubePush final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"speed", "m/s", 0.4, 0.05, 2.0, "of the cube that is moved"},
                {"gap", "m", 0.15, 0.02, 0.5, "between the cubes at the start"},
                {"stop", "m", 0.01, 0.005, 0.2, "between the places of the cubes where the moved one stops"},
                {"density", "kg/m3", 100.0, 50.0, 8000.0, "density of the free cubes (water: 998.2)"}};
    }

    double defaultDuration() const override { return 0.8; }
    std::string defaultSolver() const override { return "fluid"; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.world().setGravity(btVector3(0, 0, 0));
        context.setMedium(ambient::UniformMedium::water());
        btFluidCoupling& coupling = addCoupling(context);
        const ambient::TriangleMesh mesh = ambient::makeBox({kCubeSize, kCubeSize, kCubeSize}, 300);
        const auto model = context.buildModel(mesh);
        const double from = -(kCubeSize + values["gap"]), speed = values["speed"], way = values["gap"] - values["stop"];
        for (const bool isCoupled : {true, false}) {
            BodySpec cube;
            cube.name = isCoupled ? "pushed" : "alone";
            cube.ghostOf = isCoupled ? -1 : 0;
            cube.model = model;
            cube.shape = isCoupled ? boxShape() : std::make_unique<btEmptyShape>(); // the ghost touches nothing
            cube.fill(values["density"]);
            coupling.setCoupled(context.addBody(std::move(cube)), isCoupled);
        }
        const btRigidBody* mover = context.addMoved("moved", mesh, boxShape(), [=](double time) {
            return ambient::Pose{ambient::Quaternion::Identity(), {from + std::min(speed * time, way), 0.0, 0.0}};
        });
        coupling.addObstacle(mover, mesh);
    }

    std::string summary(const RunRecord& record) const override {
        double most[2] = {0.0, 0.0};
        for (int frame = 0; frame < record.frameCount(); ++frame)
            for (const int body : {0, 1})
                most[body] = std::max(most[body], way(record, frame, body));
        char text[200];
        std::snprintf(text, sizeof text,
                      "the pushed cube moved by up to %.1f mm, and was drawn back after the other one stopped; the "
                      "lone one: %.1f mm\n",
                      1e3 * most[0], 1e3 * most[1]);
        return text;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        PlotSpec spec;
        spec.title = "A cube pushes another one without touching it";
        spec.view = PlotView::Top;
        spec.azimuth = -97.0;
        spec.elevation = 25.0;
        spec.pictureEnd = (values["gap"] - values["stop"]) / values["speed"]; // the push is over, the way back begins
        spec.shownTimes = {0.0, 1e9};
        spec.colours = PlotColours::Curves;
        spec.notes = notes;
        spec.panels = {{"way of the free cube [mm]",
                        1.0,
                        {},
                        {{"pushed", [](const RunRecord& r, int frame) { return 1e3 * way(r, frame, 0); }},
                         {"alone", [](const RunRecord& r, int frame) { return 1e3 * way(r, frame, 1); }}}}};
        return spec;
    }

  private:
    static std::unique_ptr<btCollisionShape> boxShape() {
        return std::make_unique<btBoxShape>(btVector3(1, 1, 1) * btScalar(0.5 * kCubeSize));
    }
    /// The water left between the cubes, and the way of the pushed one.
    static std::vector<PlotNote> notes(const RunRecord& record, int frame) {
        const double half = 0.5 * kCubeSize, pushed = record.at(frame, 0).worldFromBody.position.x();
        const double moved = record.at(frame, 2).worldFromBody.position.x();
        char push[40], water[40];
        std::snprintf(push, sizeof push, "pushed by %.0f mm", 1e3 * pushed);
        std::snprintf(water, sizeof water, "%.0f mm of water", 1e3 * (pushed - moved - kCubeSize));
        const ambient::Vector3 high(half, -half, 0.6 * kCubeSize), low(0.0, -half, -0.6 * kCubeSize);
        const ambient::Vector3 left(moved + half, 0.0, 0.0), right(pushed - half, 0.0, 0.0),
            middle = 0.5 * (left + right);
        return {{high, high + ambient::Vector3(pushed, 0.0, 0.0), push},
                {low + middle, low + left, ""},
                {low + middle, low + right, ""},
                {low + middle, low + middle, water}};
    }
    static double way(const RunRecord& record, int frame, int body) {
        return (record.at(frame, body).worldFromBody.position - record.at(0, body).worldFromBody.position).x();
    }
};

} // namespace

std::unique_ptr<Scene> createCubePush() {
    return std::make_unique<CubePush>();
}

} // namespace samples
