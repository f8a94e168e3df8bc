// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "interface/Units.h"
#include "validation/ComparedModels.h"
#include "validation/ValidationSections.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// Lift and drag of a near-square plate [Hoerner, Fluid-Dynamic Lift (1975)], read from a digitised plot.
struct MeasuredPlate {
    double incidence; ///< [deg]
    double lift, drag;
};
constexpr MeasuredPlate kMeasured[] = {{5, 0.185, 0.015}, {10, 0.39, 0.07}, {15, 0.61, 0.17},
                                       {20, 0.83, 0.31},  {30, 1.23, 0.71}, {37, 1.38, 1.01},
                                       {45, 0.71, 0.71},  {60, 0.56, 0.96}, {90, 0.0, 1.20}};

double radians(double degrees) {
    return degrees * kRadiansPerDegree;
}

double normalForce(const MeasuredPlate& m) {
    return m.lift * std::cos(radians(m.incidence)) + m.drag * std::sin(radians(m.incidence));
}

double normalForce(const ambient::FluidBodyModel& plate, const ambient::ForceSet& forces, double incidence) {
    SteadyMotion motion;
    motion.direction = {std::cos(radians(incidence)), 0.0, std::sin(radians(incidence))};
    return coefficientsOf(plate, forces, motion).normal;
}

} // namespace

ReportSection plateIncidenceSection(const Progress& progress) {
    const auto plate = ambient::FluidBodyModel::build(ambient::makePlate({1.0, 1.0, 0.02}));
    progress(0.9);
    const std::vector<ComparedModel> models = quadraticModels();
    ReportTable table{"normal_force",
                      "Coefficient of the normal force on the plate's area",
                      {{"incidence [deg]", "%.0f"}, {"measured", "%.2f"}},
                      {}};
    ReportFigure figure{"plate-incidence",
                        "A square plate, 2 % thick, against its incidence",
                        "incidence [deg]",
                        "normal force CN",
                        {}};
    figure.series.push_back({"measured", kMeasuredColour, true, {}});
    std::vector<double> measured;
    for (const MeasuredPlate& m : kMeasured) {
        table.rows.push_back({m.incidence, normalForce(m)});
        measured.push_back(normalForce(m));
        figure.series[0].points.emplace_back(m.incidence, measured.back());
    }
    ReportTable errors{"errors",
                       "Over all incidences",
                       {{"model"}, {"RMS of log(computed / measured)", "%.2f"}, {"worst factor", "%.2f"}},
                       {}};
    for (const ComparedModel& model : models) {
        table.columns.push_back({model.name, "%.2f"});
        std::vector<double> computed;
        for (std::size_t i = 0; i < measured.size(); ++i) {
            computed.push_back(normalForce(*plate, model.forces, kMeasured[i].incidence));
            table.rows[i].push_back(computed.back());
        }
        figure.series.push_back({model.name, model.colour, false, {}});
        for (int incidence = 0; incidence <= 90; ++incidence)
            figure.series.back().points.emplace_back(incidence, normalForce(*plate, model.forces, incidence));
        const LogError error = logError(computed, measured);
        errors.rows.push_back({model.name, error.rms, error.worst});
    }
    ReportSection section("plate-incidence", "Normal force of a plate against incidence");
    section.text("Measured: Hoerner's near-square plate, from the lift and drag of a digitised plot, so good to a "
                 "few percent. Its stall at 37 to 45 degrees is sudden and has hysteresis; a force that depends on"
                 " the present velocity alone passes between the two branches.");
    section.figure(figure);
    section.table(table);
    section.table(errors);
    section.text("The default model knows the aspect ratio of each smooth piece of surface; the other two do not. The "
                 "section on wings has other aspect ratios.");
    return section;
}

} // namespace samples
