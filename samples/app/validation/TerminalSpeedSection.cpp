// SPDX-License-Identifier: Zlib
#include "validation/ValidationSections.h"

#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "interface/SceneRunner.h"

#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// Drag of a smooth sphere at any Reynolds number up to 1e6 [Morrison 2013].
double standardDrag(double re) {
    const double a = re / 5.0, b = re / 2.63e5, c = re / 1e6;
    return 24.0 / re + 2.6 * a / (1.0 + std::pow(a, 1.52)) + 0.411 * std::pow(b, -7.94) / (1.0 + std::pow(b, -8.0)) +
           0.25 * c / (1.0 + c);
}

/// Speed at which a drag coefficient carries the weight of a body in the fluid, by turns until neither changes.
template <class DragAt>
double balance(double weightPerArea, double fluidDensity, DragAt&& dragAt) {
    double speed = 1.0;
    for (int i = 0; i < 200; ++i)
        speed = std::sqrt(speed * std::sqrt(2.0 * weightPerArea / (fluidDensity * dragAt(speed))));
    return speed;
}

struct FallCase {
    std::string name;
    ambient::TriangleMesh mesh;
    SteadyFall fall;
    double reference;   ///< [m/s]
    std::string whence; ///< source of the reference
};

SteadyFall in(const ambient::UniformMedium& medium, double density) {
    return {density, medium.density(), medium.dynamicViscosity()};
}

FallCase sphereCase(const std::string& name, double diameter, double density, double measured) {
    const ambient::UniformMedium water = ambient::UniformMedium::water();
    const double perArea = (density - water.density()) * 9.81 * diameter * 2.0 / 3.0;
    const double reference = measured > 0.0 ? measured : balance(perArea, water.density(), [&](double speed) {
        return standardDrag(speed * diameter * water.density() / water.dynamicViscosity());
    });
    return {name + " in water", ambient::makeSphere(0.5 * diameter), in(water, density), reference,
            measured > 0.0 ? "measured [Mordant and Pinton 2000, as quoted by others]"
                           : "standard drag curve [Morrison 2013]"};
}

FallCase flatCase(const std::string& name, ambient::TriangleMesh mesh, double thickness,
                  const ambient::UniformMedium& medium, double density, double drag) {
    const double perArea = (density - medium.density()) * 9.81 * thickness;
    const double reference = balance(perArea, medium.density(), [&](double) { return drag; });
    return {name, std::move(mesh), in(medium, density), reference, "measured CD " + shortNumber(drag)};
}

std::vector<FallCase> fallCases() {
    const ambient::UniformMedium air = ambient::UniformMedium::air(), water = ambient::UniformMedium::water();
    return {sphereCase("glass sphere 0.5 mm (Re 41)", 0.0005, 2555.0, 0.0741),
            sphereCase("glass sphere 1.5 mm (Re 360)", 0.0015, 2555.0, 0.218),
            sphereCase("steel sphere 5 mm", 0.005, 7850.0, 0.0),
            sphereCase("steel sphere 20 mm", 0.02, 7850.0, 0.0),
            flatCase("box 10 cm, 500 kg/m3, in air", ambient::makeBox({0.1, 0.1, 0.1}), 0.1, air, 500.0, 1.05),
            flatCase("box 10 cm, 1500 kg/m3, in water", ambient::makeBox({0.1, 0.1, 0.1}), 0.1, water, 1500.0, 1.05),
            flatCase("disc 20 x 2 mm, aluminium, in water", ambient::makeDisc(0.01, 0.002), 0.002, water, 2700.0, 1.17),
            flatCase("square card 10 cm x 1 mm, 800 kg/m3, in air", ambient::makePlate({0.1, 0.1, 0.001}), 0.001, air,
                     800.0, 1.17)};
}

} // namespace

ReportSection terminalSpeedSection(const Progress& progress) {
    ReportTable table{"speeds",
                      "Terminal speed, as released: flat things fall broadside [m/s]",
                      {{"body"}, {"reference"}, {"speed", "%.3g"}},
                      {}};
    std::vector<std::string> models;
    for (const std::string& model : knownModels())
        if (model != "rbd") models.push_back(model); // without a fluid nothing stops
    for (const std::string& model : models)
        table.columns.push_back({model, "%.3g"});
    const std::vector<FallCase> cases = fallCases();
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto body = ambient::FluidBodyModel::build(cases[i].mesh);
        std::vector<nlohmann::ordered_json> row = {cases[i].name, cases[i].whence, cases[i].reference};
        for (const std::string& model : models)
            row.push_back(terminalSpeed(*body, ambient::ForceSet::named(model), cases[i].fall, -Vector3::UnitZ()));
        table.rows.push_back(row);
        progress(double(i + 1) / double(cases.size()));
    }
    ReportSection section("terminal-speeds", "Terminal speeds");
    section.text("The speed at which drag and skin friction carry what a body weighs in the fluid, with the body "
                 "held as it is turned. Real discs and cards at these sizes do not keep to it: they flutter or "
                 "tumble, which the map of plates below is about.");
    section.table(table);
    section.text("Paper 001's flat faces "
                 "feel nothing but friction. The damping of uwrbd is a rate for all bodies: its speeds are wrong "
                 "by up to two powers of ten, either way.");
    return section;
}

} // namespace samples
