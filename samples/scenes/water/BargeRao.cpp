// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/Units.h"
#include "scenes/parts/Floating.h"
#include "scenes/parts/Seaway.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "Output/RadiationOutput.h"

#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// A box barge among many small waves at once. Its answer to each wave, told from the record by its frequency, stands
/// beside linear theory.
class BargeRao final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"heading", "deg", 90.0, -180.0, 180.0, "of the waves, from the bow; 90: from starboard"},
                {"slope", "1", 0.002, 0.0005, 0.02, "of each of the 21 waves"},
                {"faces", "1", 432.0, 108.0, 4000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 60.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        WaveComb comb;
        comb.slope = values["slope"];
        const double heading = values["heading"] * kRadiansPerDegree;
        context.setMedium(sineSea(comb.waves({std::cos(heading), std::sin(heading), 0.0})));
        BodySpec barge;
        barge.name = "barge";
        barge.model = context.buildModel(ambient::makeBox(Vector3(kLength, kBeam, kHeight), int(values["faces"])));
        barge.shape = convexHullOf(barge.model->mesh().vertices, 1e-3);
        barge.fill(kDraft / kHeight * ambient::UniformMedium::water().density());
        barge.worldFromBody.position.z() = floatingHeight(barge, *waterUnderAir());
        btRigidBody* body = context.addBody(std::move(barge));
        body->setActivationState(DISABLE_DEACTIVATION);
        makeAllWaves(context, body);
    }

    std::string summary(const RunRecord& record) const override {
        const Responses all = responsesOf(record);
        std::string text = "w [rad/s]  heave over height: run, theory   roll over slope: run, theory\n";
        for (std::size_t i = 0; i < all.heave.size(); i += 4) { // theory has twice as many points
            char line[120];
            std::snprintf(line, sizeof line, "%9.3f  %21.3f %8.3f  %20.3f %8.3f\n", all.heave[i][0], all.heave[i][1],
                          all.heaveTheory[2 * i][1], all.roll[i][1], all.rollTheory[2 * i][1]);
            text += line;
        }
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Heave and roll of a barge, over the waves";
        spec.wide = true;
        spec.shownTimes = {18.87, 20.13}; // rolled farthest to each side
        spec.notes = [](const RunRecord& record, int frame) {
            const RollAndHeave most = rollAndHeaveOf(record, 0, 0);
            const Vector3 above = record.at(frame).worldFromBody.position + Vector3(0.0, 0.0, kHeight);
            char text[80];
            std::snprintf(text, sizeof text, "rolls to %.1f deg, heaves by %.0f mm", most.roll, 1e3 * most.heave);
            return std::vector<PlotNote>{{above, above, text}};
        };
        spec.colours = PlotColours::Curves;
        spec.paths = std::vector<int>();
        const auto kept = std::make_shared<Responses>();
        const auto responses = [kept](const RunRecord& record) -> const Responses& {
            if (kept->heave.empty()) *kept = responsesOf(record);
            return *kept;
        };
        const auto heave = [responses](const RunRecord& record) {
            const Responses& all = responses(record);
            return std::vector<PlotTrace>{{"run", all.heave, true}, {"linear theory", all.heaveTheory}};
        };
        const auto roll = [responses](const RunRecord& record) {
            const Responses& all = responses(record);
            return std::vector<PlotTrace>{{"run", all.roll, true}, {"linear theory", all.rollTheory}};
        };
        const std::string abscissa = "frequency [rad/s]";
        spec.panels = {{"heave over height of the wave", 0.1, {}, {}, false, abscissa, heave},
                       {"roll over slope of the wave", 0.1, {}, {}, false, abscissa, roll}};
        return spec;
    }

  private:
    static constexpr double kLength = 6.0, kBeam = 2.4, kHeight = 1.2, kDraft = 0.5; ///< [m]
    using Points = std::vector<std::array<double, 2>>;

    /// Answers over frequency [rad/s]: heave over the height of a wave, roll over its slope.
    struct Responses {
        Points heave, roll, heaveTheory, rollTheory;
    };

    static Responses responsesOf(const RunRecord& record) {
        Responses all;
        const auto waves = wavesOf(record);
        const auto heave = [&](int frame) { return record.at(frame).worldFromBody.position.z(); };
        const auto roll = [&](int frame) { return ambient::logSO3(record.at(frame).worldFromBody.orientation).x(); };
        const double period = WaveComb().period;
        const std::vector<double> heaves = answersTo(record, waves, period, 0, heave),
                                  rolls = answersTo(record, waves, period, 0, roll);
        for (std::size_t i = 0; i < waves.size(); ++i) {
            const auto& wave = waves[i];
            all.heave.push_back({wave.frequency, heaves[i] / wave.amplitude});
            all.roll.push_back({wave.frequency, rolls[i] / (wave.amplitude * wave.k)});
        }
        if (!waves.empty()) addTheory(record.bodies[0], waves, all);
        return all;
    }

    /// Linear theory of the barge at rest, also between the waves.
    static void addTheory(const RecordedBody& barge, const std::vector<ambient::WaveSet::Prepared>& waves,
                          Responses& all) {
        ambient::WaveRadiationDef def;
        def.gravity = 9.81;
        def.waterFromMesh.position.z() = 0.5 * kHeight - kDraft;
        def.headings = {std::atan2(waves[0].ey, waves[0].ex)};
        def.estimatesError = false;
        for (std::size_t i = 0; i < waves.size(); ++i) {
            def.waveNumbers.push_back(waves[i].k);
            if (i + 1 < waves.size()) def.waveNumbers.push_back(0.5 * (waves[i].k + waves[i + 1].k));
        }
        const ambient::WaveRadiation found = ambient::computeWaveRadiation(barge.model->mesh(), def);
        const ambient::FloatingLoad load = ambient::floatingLoad(barge.model->mesh(), ambient::Quaternion::Identity(),
                                                                 found, barge.mass, Vector3::Zero(), std::nullopt);
        const auto responses = ambient::responsesOf(found, load);
        for (std::size_t i = 0; i < found.rows.size(); ++i) {
            const double w = found.rows[i].frequency;
            all.heaveTheory.push_back({w, std::abs(responses[i][0][2])});
            all.rollTheory.push_back({w, std::abs(responses[i][0][3]) / found.rows[i].waveNumber});
        }
    }
};

} // namespace

std::unique_ptr<Scene> createBargeRao() {
    return std::make_unique<BargeRao>();
}

} // namespace samples
