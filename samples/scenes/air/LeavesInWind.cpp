// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/FlightAnalysis.h"
#include "scenes/parts/Wind.h"
#include "scenes/shapes/Leaf.h"

#include "AmbientFluid/Media/SeededRandom.h"

#include <algorithm>

namespace samples {
namespace {

constexpr double kGrass = 0.03; // roughness [m]

/// Leaves fall off a branch; gusts and a drifting whirl carry them away [Soliman2024, fig. 5].
class LeavesInWind final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        std::vector<Parameter> all = {
            {"leaves", "1", 10.0, 1.0, 100.0, "number of leaves", true},
            {"height", "m", 3.0, 0.5, 50.0, "height of the branch above the ground"},
            {"mass", "kg", 0.00015, 1e-6, 0.1, "mass of a leaf: a blade of 6 cm x 3.6 cm and a stalk of 2.5 cm"},
            {"whirl", "m2/s", 3.0, -100.0, 100.0,
             "circulation of the vertical whirl; negative: clockwise seen from above"},
            {"core", "m", 0.4, 0.02, 10.0, "core radius of the whirl"},
            {"faces", "1", 300.0, 200.0, 8000.0, "approximate number of triangles of a leaf", true}};
        for (const Parameter& parameter : windParameters(2.0, 0.25, 2.0))
            all.push_back(parameter);
        return all;
    }

    double defaultDuration() const override { return 5.0; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const auto wind = windOf(values, kGrass, 0.5 * values["height"]);
        context.setMedium(
            std::make_shared<ambient::FlowingMedium>(ambient::UniformMedium::air(), withWhirl(wind, values)));
        context.addFloor(0.0)->setFriction(1);
        const PiecedMesh solid = makeLeaf({}, static_cast<int>(values["faces"]));
        const auto model = context.buildModel(solid.mesh);
        ambient::SeededRandom random(static_cast<std::uint64_t>(values["seed"]));
        const int count = static_cast<int>(values["leaves"]);
        for (int i = 0; i < count; ++i) {
            BodySpec leaf;
            leaf.name = "leaf-" + paddedNumber(i + 1, count);
            leaf.model = model;
            leaf.shape = compoundOf(solid.pieces, 1e-4);
            leaf.convex = false;
            leaf.fill(values["mass"] / model->volume());
            leaf.worldFromBody.position = {0.3 * (random.uniform() - 0.5), 0.12 * (i - 0.5 * (count - 1)),
                                           values["height"] + 0.3 * random.uniform()};
            const ambient::Vector3 hung{random.uniform() - 0.5, 1.0 + random.uniform(), 3.0 * random.uniform()};
            leaf.worldFromBody.orientation = ambient::expSO3(hung) * solid.modelFromBody;
            context.addBody(std::move(leaf));
        }
    }

    bool finished(const RunRecord& record) const override { return allLanded(record, kLanded); }

    std::string summary(const RunRecord& record) const override {
        const int end = record.frameCount() - 1, count = record.bodyCount();
        double fall = 0.0, carried = 0.0, wind = 0.0, near = 1e30, far = -1e30;
        int landed = 0;
        for (int leaf = 0; leaf < count; ++leaf) {
            int frame = 0;
            ambient::Vector3 met = ambient::Vector3::Zero();
            do
                met += mediumVelocityAt(record, frame, leaf);
            while (++frame < end && record.at(frame, leaf).worldFromBody.position.z() > kLanded);
            const BodySample &start = record.at(0, leaf), &s = record.at(frame, leaf);
            const ambient::Vector3 way = s.worldFromBody.position - start.worldFromBody.position;
            landed += s.worldFromBody.position.z() <= kLanded;
            fall -= way.z() / s.time / count;
            carried += way.x() / s.time / count;
            wind += met.x() / frame / count;
            near = std::min(near, way.x());
            far = std::max(far, way.x());
        }
        char text[300];
        std::snprintf(text, sizeof text,
                      "%d of %d leaves have landed; until then they fell at %.2f m/s and were carried at %.2f m/s\n"
                      "by air that moved at %.2f m/s where they were, %.2f to %.2f m far\n",
                      landed, count, fall, carried, wind, near, far);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Leaves in the wind";
        spec.wide = true;
        spec.exposure = 0.25;
        spec.enlargement = 2.0;
        spec.colours = PlotColours::Bodies;
        spec.ground = 0.0;
        spec.panels = {{"mean height [m]", 0.1, {}, {{"", meanHeight}}},
                       {"mean speed along the wind [m/s]",
                        0.1,
                        {},
                        {{"leaves", meanSpeedAlongWind}, {"air around them", meanWindAtBodies}}}};
        return spec;
    }

  private:
    static constexpr double kLanded = 0.05; // height of the centre of mass [m]
};

} // namespace

std::unique_ptr<Scene> createLeavesInWind() {
    return std::make_unique<LeavesInWind>();
}

} // namespace samples
