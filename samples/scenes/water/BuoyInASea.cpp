// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/Floating.h"
#include "scenes/parts/Seaway.h"

#include "AmbientFluid/Media/WaveSpectrum.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// A spherical buoy on a chain, part of which lies on the bed, in a sea of the JONSWAP spectrum. It makes waves in all
/// motions.
class BuoyInASea final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"height", "m", 0.6, 0.01, 3.0, "significant height of the sea"},
                {"period", "s", 4.0, 2.0, 12.0, "of the peak of its spectrum"},
                {"peakedness", "1", 3.3, 1.0, 7.0, "of the spectrum: 3.3 the mean of JONSWAP, 1 fully grown"},
                {"seed", "1", 1.0, 1.0, 1e6, "number of the sea among those of this spectrum", true},
                {"chain", "m", 21.0, 16.0, 60.0, "length of the chain"},
                {"faces", "1", 320.0, 80.0, 4000.0, "approximate number of triangles of the buoy", true}};
    }

    double defaultDuration() const override { return 40.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        ambient::SeaDef sea;
        sea.significantHeight = values["height"];
        sea.peakPeriod = values["period"];
        sea.peakedness = values["peakedness"];
        sea.seed = static_cast<std::uint64_t>(values["seed"]);
        sea.waveCount = 20;
        const auto medium = sineSea(ambient::makeSea(sea));
        context.setMedium(medium);
        BodySpec buoy;
        buoy.name = "buoy";
        buoy.model = context.buildModel(ambient::makeSphere(kRadius, static_cast<int>(values["faces"])));
        buoy.shape = std::make_unique<btSphereShape>(btScalar(kRadius));
        buoy.fill(330.0);
        buoy.worldFromBody.position.z() = floatingHeight(buoy, *waterUnderAir());
        btRigidBody* body = context.addBody(std::move(buoy));
        body->setActivationState(DISABLE_DEACTIVATION);
        makeAllWaves(context, body);
        ambient::CableDef chain;
        chain.length = values["chain"];
        chain.mass = 9.0;
        chain.diameter = 0.04;
        chain.stiffness = 1e7;
        chain.segments = 24;
        const auto line = addCable(context, "chain", {body, {0.0, 0.0, -kRadius}},
                                   {nullptr, {-0.55 * values["chain"], 0.0, -kDepth}}, chain, -kDepth);
        context.setBeforeStep([line](double timeStep) { line->apply(btScalar(timeStep)); });
    }

    std::string summary(const RunRecord& record) const override {
        double mean = 0.0, square = 0.0, sea = 0.0, largest = 0.0;
        const int frames = record.frameCount();
        for (int frame = 0; frame < frames; ++frame) {
            const double z = record.at(frame).worldFromBody.position.z();
            mean += z / frames;
            square += z * z / frames;
            sea += std::pow(surfaceAt(record, frame), 2) / frames;
            largest = std::max(largest, tensionAt(record, frame));
        }
        char text[300];
        std::snprintf(text, sizeof text,
                      "heights of %.0f s, 4 times the deviation: sea %.3f m, buoy %.3f m\n"
                      "the buoy is %.2f m from its start in the end; the chain pulls at it with up to %.0f N\n",
                      record.last().time, 4.0 * std::sqrt(sea), 4.0 * std::sqrt(std::max(0.0, square - mean * mean)),
                      (record.last().worldFromBody.position - record.at(0).worldFromBody.position).head<2>().norm(),
                      largest);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A moored buoy in a sea";
        spec.shownTimes = {0.0, 1e9};
        spec.ground = -kDepth;
        spec.paths = std::vector<int>();
        const auto height = [](const RunRecord& r, int frame) { return r.at(frame).worldFromBody.position.z(); };
        spec.panels = {{"height [m]", 0.1, {}, {{"buoy", height}, {"sea", surfaceAt}}},
                       {"pull of the chain [N]", 10.0, {}, {{"", tensionAt}}}};
        return spec;
    }

  private:
    static constexpr double kRadius = 0.75, kDepth = 12.0; ///< [m]

    /// Height of the sea at the buoy [m].
    static double surfaceAt(const RunRecord& record, int frame) {
        const BodySample& s = record.at(frame);
        const ambient::DividedMedium* divided = record.medium ? record.medium->divided() : nullptr;
        return divided ? divided->surface().sample(s.worldFromBody.position, s.time).height : 0.0;
    }

    static double tensionAt(const RunRecord& record, int frame) {
        return record.gauges.empty() ? 0.0 : record.gauges[0].values[static_cast<std::size_t>(frame)];
    }
};

} // namespace

std::unique_ptr<Scene> createBuoyInASea() {
    return std::make_unique<BuoyInASea>();
}

} // namespace samples
