// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/Floating.h"
#include "scenes/parts/WeightedSolid.h"
#include "scenes/shapes/Hull.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// A boat of 4 m rides waves, or rolls in still water after a release with heel. The waves made by the boat damp its
/// heave, not its pitch and roll.
class Boat final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        std::vector<Parameter> all = {
            {"heel", "deg", 0.0, -90.0, 90.0, "heel to starboard at release"},
            {"heading", "deg", 150.0, -180.0, 180.0,
             "angle of the bow to the left of the wave direction; 180: head sea"},
            {"hull", "kg", 180.0, 1.0, 5000.0, "mass of hull and deck"},
            {"ballast", "kg", 120.0, 0.0, 5000.0, "mass of the ballast, 0.07 m above the keel"},
            {"crew", "kg", 150.0, 0.0, 5000.0, "mass of the crew, 0.63 m above the keel"},
            {"faces", "1", 1000.0, 200.0, 8000.0, "approximate number of triangles", true}};
        for (const Parameter& parameter : waveParameters(0.4, 10.0))
            all.push_back(parameter);
        return all;
    }

    double defaultDuration() const override { return 20.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(wavesUnderAir(values));
        const HullShape shape;
        const ambient::TriangleMesh hull = makeHull(shape, static_cast<int>(values["faces"]));
        const WeightedSolid solid =
            weightedSolid(hull, hullParts(hull, shape, values["hull"], values["ballast"], values["crew"]));
        BodySpec boat = bodyOf("boat", solid, context);
        boat.worldFromBody.orientation = ambient::expSO3({0.0, 0.0, values["heading"] * kRadiansPerDegree}) *
                                         ambient::expSO3({values["heel"] * kRadiansPerDegree, 0.0, 0.0}) *
                                         solid.solid.modelFromBody;
        // Afloat on the water at the start, and moving with the water.
        const auto medium = wavesUnderAir(values);
        boat.worldFromBody.position.z() = floatingHeight(boat, *medium);
        boat.velocity.linear = medium->divided()->below().sample(boat.worldFromBody.position, 0.0).velocity;
        context.addBody(std::move(boat))->setActivationState(DISABLE_DEACTIVATION);
    }

    std::string summary(const RunRecord& record) const override {
        const ambient::FluidBody boat = fluidBodyOf(record.bodies[0]);
        const auto medium = waterUnderAir();
        const RollStability roll = rollStability(boat, *medium, ambient::Quaternion::Identity(), {1.0, 0.0, 0.0});
        const RollStability pitch = rollStability(boat, *medium, ambient::Quaternion::Identity(), {0.0, 1.0, 0.0});
        double largestRoll = 0.0, largestPitch = 0.0, lowest = 1e30, highest = -1e30;
        for (const BodySample& s : record.samples) {
            largestRoll = std::max(largestRoll, std::abs(rollDegrees(s)));
            largestPitch = std::max(largestPitch, std::abs(pitchDegrees(s)));
            lowest = std::min(lowest, s.worldFromBody.position.z());
            highest = std::max(highest, s.worldFromBody.position.z());
        }
        const std::vector<double> periods = periodsOf(record, 0, rollDegrees);
        double mean = 0.0;
        for (const double period : periods)
            mean += period / double(periods.size());
        char text[600];
        std::snprintf(
            text, sizeof text,
            "%.0f kg; rolling: metacentric height %.3f m, inertia %.1f + %.1f kg m2 of the water, period %.3f s"
            "; pitching: %.2f m, %.3f s\n"
            "the record's roll goes up through 0 every %.3f s, mean of %d times\n"
            "largest roll %.1f deg, pitch %.1f deg, heave %.3f m from top to bottom\n"
            "the bow turned by %.1f deg; drift (%.2f, %.2f) m\n",
            boat.mass(), roll.metacentricHeight, roll.inertia, roll.addedInertia, roll.period, pitch.metacentricHeight,
            pitch.period, mean, static_cast<int>(periods.size()), largestRoll, largestPitch, highest - lowest,
            std::remainder(headingDegrees(record.last()) - headingDegrees(record.at(0)), 360.0),
            record.last().worldFromBody.position.x(), record.last().worldFromBody.position.y());
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A boat of 4 m in the water";
        spec.wide = true;
        spec.exposure = 4.0;
        spec.shownTimes = {defaultDuration()}; // one boat, on the waves of its own time
        spec.colours = PlotColours::Curves;
        spec.azimuth = -135.0;
        spec.elevation = 16.0;
        spec.panels = {{"roll [deg]", 1.0, rollDegrees},
                       {"pitch, bow down [deg]", 1.0, pitchDegrees},
                       {"height of the centre of mass [m]", 0.05,
                        [](const BodySample& s) { return s.worldFromBody.position.z(); }}};
        return spec;
    }

  private:
    static ambient::Vector3 axis(const BodySample& s, int k) {
        return s.worldFromBody.orientation * ambient::Vector3::Unit(k);
    }
    /// Roll to starboard.
    static double rollDegrees(const BodySample& s) {
        return std::atan2(axis(s, 1).z(), axis(s, 2).z()) / kRadiansPerDegree;
    }
    static double pitchDegrees(const BodySample& s) {
        return -std::asin(std::clamp(axis(s, 0).z(), -1.0, 1.0)) / kRadiansPerDegree;
    }
    static double headingDegrees(const BodySample& s) {
        return std::atan2(axis(s, 0).y(), axis(s, 0).x()) / kRadiansPerDegree;
    }
};

} // namespace

std::unique_ptr<Scene> createBoat() {
    return std::make_unique<Boat>();
}

} // namespace samples
