// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/Floating.h"

#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Media/SeededRandom.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

constexpr double kBerth = 1.6;                         ///< room of a float at release [m]
constexpr double kQuayWidth = 6.0, kQuayHeight = 3.0;  ///< [m]
constexpr double kPierLength = 0.35, kPierWidth = 2.5; ///< of the basin's side; [m]

/// A kind of float.
struct FloatKind {
    const char* name;
    ambient::TriangleMesh mesh;
    double density; ///< [kg/m^3]
    bool isUpright; ///< else its axis lies in the water
    Vector3 size;   ///< of the box, or diameter and length
};

/// Barrels, crates, buoys and planks drift by the hundred in the waves of a harbour, beside a quay and a pier. They
/// step in crowds.
class Harbour final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        std::vector<Parameter> all = {
            {"floats", "1", 2000.0, 4.0, 10000.0, "number of barrels, crates, buoys and planks, a quarter each", true},
            {"seed", "1", 1.0, 1.0, 1e6, "seed of their random headings", true},
            {"crowds", "1", 1.0, 0.0, 1.0, "1: floats of a kind step sixteen at a time; 0: one by one, faces for games",
             true}};
        for (const Parameter& parameter : waveParameters(0.25, 9.0))
            all.push_back(parameter);
        return all;
    }

    double defaultDuration() const override { return 8.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const auto medium = wavesUnderAir(values);
        context.setMedium(medium);
        const int count = static_cast<int>(values["floats"]), row = static_cast<int>(std::ceil(std::sqrt(count)));
        const double side = row * kBerth;
        addQuay(side, context);
        const std::array<FloatKind, 4> kinds = {
            FloatKind{"barrel", ambient::makeCylinder(0.29, 0.88, 300), 400.0, false, {0.58, 0.88, 0.0}},
            FloatKind{"crate", ambient::makeBox({0.7, 0.6, 0.5}, 300), 350.0, true, {0.7, 0.6, 0.5}},
            FloatKind{"buoy", ambient::makeSphere(0.3, 320), 250.0, true, {0.6, 0.6, 0.6}},
            FloatKind{"plank", ambient::makeBox({1.3, 0.25, 0.12}, 300), 550.0, true, {1.3, 0.25, 0.12}}};
        std::array<std::shared_ptr<const ambient::FluidBodyModel>, 4> models;
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
            const auto full = context.buildModel(kinds[kind].mesh);
            models[kind] = values["crowds"] != 0.0 ? ambient::crowdModel(full).model : ambient::gameModel(full).model;
        }
        ambient::SeededRandom random(static_cast<std::uint64_t>(values["seed"]));
        std::array<double, 4> heights = {};
        for (int i = 0; i < count; ++i) {
            const std::size_t kind = std::min<std::size_t>(3, std::size_t(4.0 * random.angle() / (2.0 * ambient::kPi)));
            BodySpec body = bodyOf(kinds[kind], models[kind]);
            body.name = std::string(kinds[kind].name) + "-" + paddedNumber(i + 1, count);
            const ambient::Quaternion lying = body.worldFromBody.orientation;
            if (heights[kind] == 0.0) heights[kind] = floatingHeight(body, *waterUnderAir());
            body.worldFromBody.orientation = ambient::expSO3({0.0, 0.0, random.angle()}) * lying;
            const Vector3 place((i % row + 0.5) * kBerth - 0.5 * side, (i / row + 0.5) * kBerth - 0.5 * side, 0.0);
            const auto surface = medium->divided()->surface().sample(place, 0.0);
            body.worldFromBody.position = place + Vector3(0.0, 0.0, surface.height + heights[kind]);
            body.velocity.linear = surface.velocity;
            context.addBody(std::move(body));
        }
    }

    std::string summary(const RunRecord& record) const override {
        const int end = record.frameCount() - 1, count = record.bodyCount();
        double draft = 0.0, drift = 0.0;
        for (int body = 0; body < count; ++body) {
            if (record.medium) draft += relativeDraft(record, end, body) / count;
            drift += (record.at(end, body).worldFromBody.position - record.at(0, body).worldFromBody.position).x();
        }
        char text[200];
        std::snprintf(
            text, sizeof text,
            "%d floats: at the end %.3f of Archimedes' volume is under water; mean drift %.2f m along the waves\n",
            count, draft, drift / count);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Floats in a harbour: at the end";
        spec.view = PlotView::Top;
        spec.shownTimes = {1e9};
        spec.colours = PlotColours::Bodies;
        spec.paths = std::vector<int>();
        spec.elevation = 25.0;
        spec.panels = {{"mean speed of the floats [m/s]", 0.1, {}, {{"", meanSpeed}}}};
        return spec;
    }

  private:
    static double meanSpeed(const RunRecord& record, int frame) {
        double sum = 0.0;
        for (int body = 0; body < record.bodyCount(); ++body)
            sum += record.at(frame, body).velocity.linear.norm();
        return sum / record.bodyCount();
    }

    static BodySpec bodyOf(const FloatKind& kind, const std::shared_ptr<const ambient::FluidBodyModel>& model) {
        BodySpec body;
        body.model = model;
        const std::string name = kind.name;
        if (name == "barrel")
            body.shape = cylinderOf(0.5 * kind.size.x(), kind.size.y());
        else if (name == "buoy")
            body.shape = std::make_unique<btSphereShape>(btScalar(0.5 * kind.size.x()));
        else
            body.shape = std::make_unique<btBoxShape>(btFluidVector(Vector3(0.5 * kind.size)));
        body.fill(kind.density);
        if (!kind.isUpright) body.worldFromBody.orientation = ambient::expSO3({0.0, 0.5 * ambient::kPi, 0.0});
        return body;
    }

    /// A quay along the basin, where the waves leave it, and a pier into the basin.
    static void addQuay(double side, SceneContext& context) {
        ambient::Pose quay;
        quay.position = {0.5 * (side + kQuayWidth) + 1.0, 0.0, 0.0};
        context.addStaticBox("quay", {kQuayWidth, side + 2.0 * kQuayWidth, kQuayHeight}, quay);
        ambient::Pose pier;
        pier.position = {0.5 * side + 1.0 - 0.5 * kPierLength * side, 0.5 * (side + kPierWidth) + 1.0, 0.0};
        context.addStaticBox("pier", {kPierLength * side, kPierWidth, kQuayHeight}, pier);
    }
};

} // namespace

std::unique_ptr<Scene> createHarbour() {
    return std::make_unique<Harbour>();
}

} // namespace samples
