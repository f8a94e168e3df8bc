// SPDX-License-Identifier: Zlib
#include "interface/SampleEntries.h"
#include "interface/SceneRunner.h"
#include "scenes/parts/Autorotation.h"
#include "validation/ComparedModels.h"
#include "validation/ValidationSections.h"

#include "AmbientFluid/Media/UniformMedium.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace samples {
namespace {

constexpr std::array<const char*, 2> kScenes = {"maple-seed", "paper-copter"};

/// The falling body of the scene, as by default.
RunRecord fall(const std::string& name, const std::string& model) {
    const std::unique_ptr<Scene> scene = findSample(name).create();
    RunOptions options;
    options.duration = scene->defaultDuration();
    options.timeStep = 1.0 / 120.0;
    options.model = model;
    return runScene(name, *scene, ParameterValues(scene->parameters()), options);
}

/// The least speed at which a rotor carries the body by momentum theory, with the disc swept at the end: its thrust 2
/// rho A (V - v) v is at most rho A V^2 / 2 [m/s].
double leastDescent(const RunRecord& record) {
    const ambient::Quaternion& orientation = record.last().worldFromBody.orientation;
    double radius = 0.0;
    for (const ambient::Vector3& vertex : record.bodies.front().mesh->vertices)
        radius = std::max(radius, (orientation * vertex).head<2>().norm());
    const double disc = ambient::kPi * radius * radius;
    return std::sqrt(2.0 * record.bodies.front().mass * 9.81 / (ambient::UniformMedium::air().density() * disc));
}

} // namespace

ReportSection autorotationSection(const Progress& progress) {
    ReportTable table{"falls",
                      "The second half of a fall of 3 s, released as by default",
                      {{"body"},
                       {"model"},
                       {"autorotates"},
                       {"spin [rad/s]", "%.0f"},
                       {"wing up [deg]", "%.0f"},
                       {"descent [m/s]", "%.2f"},
                       {"least by momentum theory [m/s]", "%.2f"}},
                      {}};
    table.rows.push_back({kScenes[0], "measured [Lee2014]", "yes", 131.0, 22.0, 1.2, nullptr});
    double done = 0.0;
    for (const char* name : kScenes)
        for (const ComparedModel& model : quadraticModels()) {
            const RunRecord record = fall(name, model.name);
            const Autorotation rotation = autorotation(record, secondHalf(record), 0, ambient::Vector3::UnitX());
            const auto ifItDoes = [&](double value) {
                return rotation.happens ? nlohmann::ordered_json(value) : nullptr;
            };
            table.rows.push_back({name, model.name, rotation.happens ? "yes" : "no", ifItDoes(std::fabs(rotation.spin)),
                                  ifItDoes(rotation.coning), rotation.descent, ifItDoes(leastDescent(record))});
            progress(++done / double(kScenes.size() * quadraticModels().size()));
        }
    ReportSection section("autorotation", "A maple seed and a paper helicopter");
    section.text("Nobody tells them to spin. The seed has the size and the mass of a measured one; its shape is drawn "
                 "by eye. The "
                 "paper helicopter was not measured; the line between its bent blades is level.");
    section.table(table);
    section.text("By default the seed spins slower and sinks twice as fast as a real one. No model here has an induced "
                 "flow: a face meets fluid at rest, not what the blade before it has pushed down, and no vortex stays "
                 "on the leading edge. So a rotor that spins fast carries more than it can: the paper helicopter "
                 "settles slower than momentum theory allows for the disc that it sweeps.");
    return section;
}

} // namespace samples
