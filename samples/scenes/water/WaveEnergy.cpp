// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/Floating.h"
#include "scenes/parts/Seaway.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// A float pulls by a line with a spring and a damper at a plate that hangs deep in the water and hardly moves. The
/// line ends in a bridle over the plate, which keeps the plate level. The damper absorbs power from waves of many
/// periods at once.
class WaveEnergy final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"damping", "N s/m", 8000.0, 0.0, 1e5, "of the damper"},
                {"spring", "N/m", 6000.0, 500.0, 1e5, "of the spring beside it"},
                {"slope", "1", 0.006, 0.001, 0.05, "of each of the 18 waves"},
                {"faces", "1", 400.0, 100.0, 4000.0, "approximate number of triangles of a body", true}};
    }

    double defaultDuration() const override { return 70.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        WaveComb comb;
        comb.first = 7;
        comb.last = 24;
        comb.slope = values["slope"];
        context.setMedium(sineSea(comb.waves(Vector3::UnitX())));
        const auto still = waterUnderAir();
        const double water = ambient::UniformMedium::water().density();
        const int faces = static_cast<int>(values["faces"]);
        BodySpec buoy, plate;
        plate.name = "plate";
        plate.model = context.buildModel(ambient::makeDisc(kPlateRadius, 0.4, faces));
        plate.shape = cylinderOf(kPlateRadius, 0.4);
        plate.fill(1.05 * water);
        const double pull = kGravity * (plate.mass - water * plate.model->volume());
        plate.worldFromBody.position.z() = -kDepth;
        buoy.name = "float";
        buoy.model = context.buildModel(ambient::makeCylinder(kRadius, kHeight, faces));
        buoy.shape = cylinderOf(kRadius, kHeight);
        buoy.fill(0.5 * water);
        buoy.mass += pull / kGravity; // where the float with the pull of the plate floats
        buoy.worldFromBody.position.z() = floatingHeight(buoy, *still);
        buoy.mass -= pull / kGravity;
        const double rest = buoy.worldFromBody.position.z() + kDepth - kBridle;
        btRigidBody* const upper = context.addBody(std::move(buoy));
        btRigidBody* const lower = context.addBody(std::move(plate));
        for (btRigidBody* body : {upper, lower})
            body->setActivationState(DISABLE_DEACTIVATION);
        makeAllWaves(context, upper);
        context.addLine("line", [upper, lower] {
            const Vector3 top = bridleOf(*lower);
            std::vector<Vector3> points = {btFluidVector(upper->getCenterOfMassPosition()), top};
            for (const double angle : {0.0, 2.0 * ambient::kPi / 3.0, 4.0 * ambient::kPi / 3.0}) {
                const Vector3 rim = kPlateRadius * Vector3(std::cos(angle), std::sin(angle), 0.0);
                points.push_back(btFluidPose(lower->getWorldTransform()) * rim);
                points.push_back(top);
            }
            return points;
        });
        const auto rate = std::make_shared<double>(0.0);
        context.setBeforeStep([&fluid = context.fluid(), upper, lower, rest, pull, rate, spring = values["spring"],
                               damping = values["damping"]](double) {
            const Vector3 top = bridleOf(*lower), arm = top - btFluidVector(lower->getCenterOfMassPosition());
            const Vector3 way = btFluidVector(upper->getCenterOfMassPosition()) - top;
            const Vector3 along = way.normalized();
            const Vector3 speed = btFluidVector(fluid.getLinearVelocity(lower)) +
                                  btFluidVector(fluid.getAngularVelocity(lower)).cross(arm);
            *rate = along.dot(btFluidVector(fluid.getLinearVelocity(upper)) - speed);
            const double tension = std::max(0.0, pull + spring * (way.norm() - rest) + damping * *rate);
            lower->applyForce(btFluidVector(Vector3(tension * along)), btFluidVector(arm));
            upper->applyCentralForce(btFluidVector(Vector3(-tension * along)));
        });
        context.addGauge("speed of the damper [m/s]", [rate] { return *rate; });
        context.addGauge("force of the damper [N]", [rate, c = values["damping"]] { return c * *rate; });
    }

    std::string summary(const RunRecord& record) const override {
        const Powers all = powersOf(record);
        if (all.absorbed.empty()) return "there is no water\n";
        const std::size_t best = all.best();
        char text[300];
        std::snprintf(
            text, sizeof text,
            "the damper absorbs most at a period of %.2f s: %.0f W of waves of %.1f m height; the most that a "
            "float that heaves can absorb there is %.0f W\n",
            all.absorbed[best][0], all.absorbed[best][1], kShownHeight, all.limit[best][1]);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A float, a plate and a damper take power from waves";
        spec.shownTimes = {46.2, 48.2}; // the float is high, and low
        spec.notes = [](const RunRecord& record, int frame) {
            const Powers all = powersOf(record);
            if (all.absorbed.empty()) return std::vector<PlotNote>();
            const auto [period, power] = all.absorbed[all.best()];
            const Vector3 below = record.at(frame, 0).worldFromBody.position - Vector3(0.0, 0.0, 3.0);
            char text[80];
            std::snprintf(text, sizeof text, "absorbs %.0f W from waves of %.1f m and %.1f s", power, kShownHeight,
                          period);
            return std::vector<PlotNote>{{below, below, text}};
        };
        spec.colours = PlotColours::Curves;
        spec.paths = std::vector<int>();
        const auto power = [](const RunRecord& record) {
            const Powers all = powersOf(record);
            std::vector<PlotTrace> traces = {{"run", all.absorbed, true}, {"limit of heave", {}}};
            for (const auto& point : all.limit)
                if (point[1] < 2.0 * all.largest) traces[1].points.push_back(point);
            return traces;
        };
        const auto heave = [](const BodySample& s) { return s.worldFromBody.position.z(); };
        const auto of = [heave](int body, double shift) {
            return [heave, body, shift](const RunRecord& r, int frame) { return heave(r.at(frame, body)) + shift; };
        };
        spec.panels = {{"power in waves of 0.5 m [W]", 1.0, {}, {}, false, "period [s]", power},
                       {"height [m]", 0.1, {}, {{"float", of(0, 0.0)}, {"plate + 10 m", of(1, kDepth)}}}};
        return spec;
    }

  private:
    static constexpr double kRadius = 1.6, kHeight = 1.6, kPlateRadius = 2.5, kDepth = 10.0;
    static constexpr double kBridle = 2.0; ///< height of the bridle over the middle of the plate [m]
    static constexpr double kGravity = 9.81, kShownHeight = 0.5; ///< height of the waves in the plot [m]

    /// Power over period [W, s].
    struct Powers {
        std::vector<std::array<double, 2>> absorbed, limit;
        double largest = 0.0; ///< absorbed

        /// Index of the period in which most is absorbed.
        std::size_t best() const {
            return static_cast<std::size_t>(std::max_element(absorbed.begin(), absorbed.end(),
                                                             [](const auto& a, const auto& b) { return a[1] < b[1]; }) -
                                            absorbed.begin());
        }
    };

    /// The point over the plate where its bridle meets the line.
    static Vector3 bridleOf(const btRigidBody& plate) {
        return btFluidPose(plate.getWorldTransform()) * Vector3(0.0, 0.0, kBridle);
    }

    /// Powers of different periods do not disturb each other in the mean. A float that heaves absorbs at most the power
    /// of 1/k of the crest [Evans1976].
    static Powers powersOf(const RunRecord& record) {
        Powers all;
        const auto waves = wavesOf(record);
        const auto answers = [&](std::size_t gauge) {
            return answersTo(record, waves, WaveComb().period, 0, [&record, gauge](int frame) {
                return record.gauges[gauge].values[static_cast<std::size_t>(frame)];
            });
        };
        const std::vector<double> first = answers(0), second = answers(1);
        for (std::size_t i = 0; i < waves.size(); ++i) {
            const auto& wave = waves[i];
            const double scale = 0.5 * kShownHeight / wave.amplitude;
            const double period = 2.0 * ambient::kPi / wave.frequency;
            const double crest = 0.25 * ambient::UniformMedium::water().density() * kGravity * kGravity /
                                 wave.frequency * (0.25 * kShownHeight * kShownHeight); // of a metre
            all.absorbed.push_back({period, 0.5 * scale * scale * first[i] * second[i]});
            all.limit.push_back({period, crest / wave.k});
            all.largest = std::max(all.largest, all.absorbed.back()[1]);
        }
        return all;
    }
};

} // namespace

std::unique_ptr<Scene> createWaveEnergy() {
    return std::make_unique<WaveEnergy>();
}

} // namespace samples
