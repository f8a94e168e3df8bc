// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "interface/Units.h"
#include "scenes/shapes/FlyingDisc.h"
#include "validation/ComparedModels.h"
#include "validation/ValidationSections.h"
#include "validation/WingForces.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <cmath>

namespace samples {
namespace {

using ambient::kPi;

constexpr double kPlateIncidence = 5.0, kPlateAspect = 6.0;

/// Laminar friction of both sides, and a force square to the plate: no suction at the leading edge. [Blasius1908]
double plateDrag(double re) {
    const double angle = kPlateIncidence * kRadiansPerDegree;
    return 2.0 * 1.328 / std::sqrt(re) + kSlopeOfSix * angle * std::tan(angle);
}

void addPlates(ReportSection& section) {
    TunnelWing plate = flatWing(kPlateAspect);
    ReportFigure figure{"plate-reynolds",
                        "A thin plate of aspect ratio 6 at 5 degrees",
                        "Reynolds number of the chord",
                        "coefficient",
                        {}};
    figure.logarithmicX = figure.logarithmicY = true;
    figure.series = {{"CL, default", kBlue, false, {}},
                     {"CL, vortex lattice", kBlue, true, {}},
                     {"CD, default", kOrange, false, {}},
                     {"CD, laminar friction and CL tan a", kOrange, true, {}, 8}};
    ReportTable table{"plates",
                      "The plate at 5 degrees against its Reynolds number",
                      {{"Re", "%.0f"},
                       {"CL", "%.3f"},
                       {"CD", "%.4f"},
                       {"CD formula", "%.4f"},
                       {"L/D", "%.2f"},
                       {"L/D formula", "%.2f"}},
                      {}};
    const double lattice = kSlopeOfSix * kPlateIncidence * kRadiansPerDegree;
    for (int step = 8; step <= 24; ++step) {
        const double re = std::pow(10.0, 0.25 * step);
        plate.viscosity = 1.0 / re;
        const WingCoefficients k = wingCoefficients(plate, kPlateIncidence);
        figure.series[0].points.emplace_back(re, k.lift);
        figure.series[2].points.emplace_back(re, k.drag);
        if (step < 12 || step > 22 || step % 2 != 0) continue; // the formula has neither creeping nor turbulent flow
        figure.series[1].points.emplace_back(re, lattice);
        figure.series[3].points.emplace_back(re, plateDrag(re));
        table.rows.push_back({re, k.lift, k.drag, plateDrag(re), k.lift / k.drag, lattice / plateDrag(re)});
    }
    section.text(
        "Plates at low Reynolds numbers. The points are formulas: lifting-surface theory for the lift; for the "
        "drag Blasius' laminar friction on both sides and a force square to the plate. The default model has "
        "turbulent friction from a Reynolds number of about 15 000 on, as behind a trip wire, and the blunt "
        "edges of this plate, 1 % thick, have a drag of .0075 besides.");
    section.figure(figure);
    section.table(table);
}

void addDiscs(ReportSection& section) {
    constexpr double kSlope = 1.79, kFitSlope = 2.96, kFitLift = 0.2, kDrag = 0.08, kViscosity = 1.0 / 4e5;
    const double area = 0.25 * kPi;
    const auto discOf = [&](const ambient::TriangleMesh& mesh) {
        return TunnelWing{ambient::FluidBodyModel::build(mesh), area, kViscosity};
    };
    const TunnelWing discs[] = {discOf(ambient::makeDisc(0.5, 0.005, 1200)), discOf(makeFlyingDisc(0.5, 0.12, 1600)),
                                discOf(makeFlyingDisc(0.5, 0.2, 1600))};
    const char* names[] = {"thin disc", "flying disc, shallow", "flying disc, deep"};
    const char* colours[] = {kBlue, kGreen, kOrange};
    ReportFigure lift{
        "discs-lift", "Lift of discs that do not spin, on the area of their circle", "incidence [deg]", "lift CL", {}};
    ReportFigure drag{"discs-drag", "Their drag", "incidence [deg]", "drag CD", {}};
    ReportTable table{"discs",
                      "Discs on the area of their circle, Reynolds number of the diameter 4e5",
                      {{"incidence [deg]", "%.0f"}},
                      {}};
    for (int incidence = -10; incidence <= 30; incidence += 5)
        table.rows.push_back({incidence});
    for (std::size_t i = 0; i < std::size(discs); ++i) {
        table.columns.push_back({std::string(names[i]) + " CL", "%.3f"});
        table.columns.push_back({std::string(names[i]) + " CD", "%.3f"});
        lift.series.push_back({names[i], colours[i], false, {}});
        drag.series.push_back({names[i], colours[i], false, {}});
        for (int incidence = -10; incidence <= 30; ++incidence) {
            const WingCoefficients k = wingCoefficients(discs[i], incidence);
            lift.series.back().points.emplace_back(incidence, k.lift);
            drag.series.back().points.emplace_back(incidence, k.drag);
            if (incidence % 5 != 0) continue;
            auto& row = table.rows[static_cast<std::size_t>((incidence + 10) / 5)];
            row.push_back(k.lift);
            row.push_back(k.drag);
        }
    }
    lift.series.push_back({"thin disc, lifting-surface theory", kBlue, true, {}});
    for (int incidence = -4; incidence <= 4; incidence += 2)
        lift.series.back().points.emplace_back(incidence, kSlope * incidence * kRadiansPerDegree);
    lift.series.push_back({"flying disc, fit of measured lift", kMeasuredColour, true, {}});
    for (int incidence = -5; incidence <= 15; incidence += 5)
        lift.series.back().points.emplace_back(incidence, kFitLift + kFitSlope * incidence * kRadiansPerDegree);
    drag.series.push_back({"flying disc, measured", kMeasuredColour, true, {{0.0, kDrag}}, 8});
    section.text(
        "Discs. The slope of a thin disc is 1.79 per radian by lifting-surface theory. Measured: a flying disc "
        "has a drag coefficient of about .08 edge on and a lift of .2 + 2.96 a [Potts and Crowther 2002]; the discs "
        "here, .12 and .2 of their radius deep inside, are like theirs, not theirs. In the default model the flow "
        "spans the hollow.");
    section.figure(lift);
    section.figure(drag);
    section.table(table);
}

} // namespace

ReportSection thinBodiesSection(const Progress& progress) {
    ReportSection section("thin-bodies", "Thin plates at low Reynolds numbers, and discs");
    addPlates(section);
    progress(0.5);
    addDiscs(section);
    progress(1.0);
    return section;
}

} // namespace samples
