// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/ChainAnalysis.h"

#include <algorithm>

namespace samples {
namespace {

constexpr double kGap = 0.1; // gap between two links, in lengths of a link

/// A chain of slender ellipsoids on hinges, hung from a fixed point at the origin. The chain hangs straight down until
/// the current starts. At rest weight, drag and the turning moment of the current balance in each hinge.
class ChainInCurrent final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"links", "1", 10.0, 1.0, 40.0, "number of links", true},
                {"length", "m", 0.12, 0.01, 2.0, "length of a link"},
                {"width", "m", 0.04, 0.005, 2.0, "width of a link (equal to the length: a sphere)"},
                {"density", "kg/m3", 1500.0, 1001.0, 20000.0, "density of the links (water: 998.2)"},
                {"current", "m/s", 0.6, 0.0, 5.0, "speed of the water towards +x"},
                // Bullet's joints have no warm start: a chain needs more than the usual 10 iterations.
                {"iterations", "1", 100.0, 1.0, 10000.0, "iterations of the constraint solver per step", true},
                {"faces", "1", 500.0, 80.0, 8000.0, "approximate number of triangles of a link", true}};
    }

    double defaultDuration() const override { return 14.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const double length = values["length"], width = values["width"], pitch = (1.0 + kGap) * length;
        context.world().getSolverInfo().m_numIterations = static_cast<int>(values["iterations"]);
        context.setMedium(ambient::UniformMedium::water().movingAt({values["current"], 0.0, 0.0}));
        const auto model = context.buildModel(
            ambient::makeEllipsoid({0.5 * width, 0.5 * width, 0.5 * length}, static_cast<int>(values["faces"])));
        const btVector3 pivot(0, 0, btScalar(0.5 * pitch)), axis(0, 1, 0);
        btRigidBody* above = nullptr;
        const int links = static_cast<int>(values["links"]);
        for (int i = 0; i < links; ++i) {
            BodySpec link;
            link.name = "link-" + paddedNumber(i + 1, links);
            link.model = model;
            link.shape = convexHullOf(model->mesh().vertices, 0.01 * width);
            link.fill(values["density"]);
            link.worldFromBody.position.z() = -(i + 0.5) * pitch;
            btRigidBody* body = context.addBody(std::move(link));
            body->setActivationState(DISABLE_DEACTIVATION); // the chain must come to rest by itself
            context.addJoint(above ? std::make_unique<btHingeConstraint>(*above, *body, -pivot, pivot, axis, axis, true)
                                   : std::make_unique<btHingeConstraint>(*body, pivot, axis, true));
            above = body;
        }
    }

    std::string summary(const RunRecord& record) const override {
        const int end = record.frameCount() - 1;
        double low = 1e30, high = -1e30, widest = 0.0;
        for (int frame = 0; frame <= end; ++frame) {
            widest = std::max(widest, widestJoint(record, frame));
            if (frame < end - end / 10) continue;
            low = std::min(low, chainAngleDegrees(record, frame));
            high = std::max(high, chainAngleDegrees(record, frame));
        }
        char text[300];
        std::snprintf(text, sizeof text,
                      "the chain hangs %.2f deg downstream (%.2f to %.2f in the last tenth of the run)\n"
                      "its top link %.2f deg, its lowest link %.2f deg, fastest link at the end %.2g m/s\n"
                      "joints open by %.2g mm at most, %.2g mm at the end\n",
                      chainAngleDegrees(record, end), low, high, linkAngleDegrees(record, end, 0),
                      linkAngleDegrees(record, end, record.bodyCount() - 1), largestSpeed(record, end), 1e3 * widest,
                      1e3 * widestJoint(record, end));
        return text;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        PlotSpec spec;
        spec.title = "A chain hangs in a current";
        spec.marks = {ambient::Vector3::Zero()};
        spec.shownTimes = {0.0, 0.5, 1.0, 2.0, 3.0, 1e9};
        spec.paths = {{static_cast<int>(values["links"]) - 1}};
        spec.pictureEnd = 5.0;
        const int last = static_cast<int>(values["links"]) - 1;
        spec.panels = {
            {"angle from the vertical [deg]",
             1.0,
             {},
             {{"whole chain", chainAngleDegrees},
              {"top link", [](const RunRecord& r, int frame) { return linkAngleDegrees(r, frame, 0); }},
              {"lowest link", [last](const RunRecord& r, int frame) { return linkAngleDegrees(r, frame, last); }}}},
            {"widest joint opening [mm]", 0.01, {}, {{"", [](const RunRecord& r, int frame) {
                                                          return 1e3 * widestJoint(r, frame);
                                                      }}}}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createChainInCurrent() {
    return std::make_unique<ChainInCurrent>();
}

} // namespace samples
