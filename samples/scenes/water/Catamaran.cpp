// SPDX-License-Identifier: Zlib
#include "interface/SampleMeshes.h"
#include "interface/Scene.h"
#include "interface/Units.h"
#include "scenes/parts/Floating.h"
#include "scenes/parts/Seaway.h"
#include "scenes/shapes/Hull.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// A catamaran and a single hull of its mass and length in waves from the side. The panels of the catamaran cover both
/// hulls, so that each feels the waves of the other.
class Catamaran final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"height", "m", 0.2, 0.01, 2.0, "of the waves from trough to crest"},
                {"length", "m", 15.0, 3.0, 100.0, "of the waves"},
                {"gap", "m", 2.4, 1.2, 6.0, "between the middles of the hulls of the catamaran"},
                {"heading", "deg", 90.0, -180.0, 180.0, "of the waves, from the bows; 90: from starboard"},
                {"faces", "1", 700.0, 400.0, 4000.0, "approximate number of triangles of a boat", true}};
    }

    double defaultDuration() const override { return 15.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const double heading = values["heading"] * kRadiansPerDegree;
        context.setMedium(sineSea({ambient::makeWave(0.5 * values["height"], values["length"],
                                                     Vector3(std::cos(heading), std::sin(heading), 0.0))}));
        const int faces = static_cast<int>(values["faces"]);
        const ambient::TriangleMesh slim = makeHull({kLength, 0.75, kHeight}, faces / 2);
        ambient::TriangleMesh pair;
        for (const double side : {-0.5, 0.5})
            append(pair, slim, {0.0, side * values["gap"], 0.0});
        for (const double x : {-1.2, 1.2}) // above the water
            append(pair, ambient::makeBox({0.3, values["gap"] - 0.7, 0.12}, 12), {x, 0.0, kHeight - 0.08});
        add(context, "catamaran", pair, -5.0);
        add(context, "single hull", makeHull({kLength, 1.5, kHeight}, faces), 5.0);
    }

    std::string summary(const RunRecord& record) const override {
        std::string text;
        for (int body = 0; body < record.bodyCount(); ++body) {
            const RollAndHeave extent = extentOf(record, body);
            char line[160];
            std::snprintf(line, sizeof line,
                          "%s of %.0f kg: rolls to %.1f deg and heaves by %.3f m from top to bottom\n",
                          record.bodies[static_cast<std::size_t>(body)].name.c_str(),
                          record.bodies[static_cast<std::size_t>(body)].mass, extent.roll, extent.heave);
            text += line;
        }
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A catamaran and a single hull in waves from the side";
        spec.view = PlotView::Front;
        spec.wide = true;
        spec.shownTimes = {13.25, 14.5}; // the single hull rolls farthest to each side
        spec.notes = [](const RunRecord& record, int frame) {
            std::vector<PlotNote> notes;
            for (int body = 0; body < record.bodyCount(); ++body) {
                const Vector3 above = record.at(frame, body).worldFromBody.position + Vector3(0.0, 0.0, 1.2);
                char text[40];
                std::snprintf(text, sizeof text, "rolls to %.1f deg", extentOf(record, body).roll);
                notes.push_back({above, above, text});
            }
            return notes;
        };
        spec.colours = PlotColours::Curves;
        spec.paths = std::vector<int>();
        spec.panels = {{"roll [deg]", 1.0, rollDegrees},
                       {"height [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.z(); }}};
        return spec;
    }

  private:
    static constexpr double kLength = 6.0, kHeight = 0.9; ///< of each hull [m]

    /// After the first third of a run.
    static RollAndHeave extentOf(const RunRecord& record, int body) {
        return rollAndHeaveOf(record, body, record.frameCount() / 3);
    }

    static void append(ambient::TriangleMesh& all, const ambient::TriangleMesh& part, const Vector3& shift) {
        const auto first = static_cast<int>(all.vertices.size());
        for (const Vector3& vertex : part.vertices)
            all.vertices.push_back(vertex + shift);
        for (auto face : part.faces) {
            for (auto& corner : face)
                corner += first;
            all.faces.push_back(face);
        }
    }

    static void add(SceneContext& context, const std::string& name, const ambient::TriangleMesh& mesh, double y) {
        PiecedMesh solid{mesh};
        alignWithPrincipalAxes(solid);
        BodySpec boat;
        boat.name = name;
        boat.model = context.buildModel(solid.mesh);
        boat.shape = convexHullOf(solid.mesh.vertices, 1e-3);
        boat.convex = false;
        boat.fill(300.0);
        boat.worldFromBody.orientation = solid.modelFromBody;
        boat.worldFromBody.position = {0.0, y, floatingHeight(boat, *waterUnderAir())};
        btRigidBody* body = context.addBody(std::move(boat));
        body->setActivationState(DISABLE_DEACTIVATION);
        makeAllWaves(context, body);
    }
};

} // namespace

std::unique_ptr<Scene> createCatamaran() {
    return std::make_unique<Catamaran>();
}

} // namespace samples
