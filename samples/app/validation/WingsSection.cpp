// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "scenes/shapes/Sections.h"
#include "scenes/shapes/ThinWing.h"
#include "validation/ComparedModels.h"
#include "validation/ValidationSections.h"
#include "validation/WingForces.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::kPi;
using ambient::Vector3;

/// Slopes of flat rectangular wings [1/rad] by converged vortex lattices, which are linear lifting-surface theory.
struct ExactSlope {
    double aspectRatio, slope;
};
constexpr ExactSlope kRectangles[] = {{1.0, 1.460}, {2.0, 2.474}, {3.0, 3.145}, {4.0, 3.612}, {6.0, kSlopeOfSix}};
/// The same of flat deltas; their vortex lift is close to pi sin^2 a cos a.
constexpr ExactSlope kDeltas[] = {{1.0, 1.29}, {2.0, 2.20}};

/// A flat triangle with sharp edges, its apex towards +x, root chord 1 m.
TunnelWing deltaOf(double aspectRatio) {
    const double span = 0.5 * aspectRatio; // A = span^2 / (span / 2)
    ThinWing wing;
    wing.length = span;
    wing.leading = [=](double x) { return 0.5 - std::abs(2.0 * x / span - 1.0); };
    wing.trailing = [](double) { return -0.5; };
    wing.halfThickness = [=](double x, double) { return 0.005 * (1.0 - std::abs(2.0 * x / span - 1.0)); };
    // The outline lies along x: turned so that the chord is along x, the span along -y.
    ambient::TriangleMesh mesh = makeThinWing(wing, 1600);
    for (Vector3& p : mesh.vertices)
        p = {p.y(), 0.5 * span - p.x(), p.z()};
    return {ambient::FluidBodyModel::build(mesh), 0.5 * span};
}

/// A rectangular wing of chord 1 m and aspect ratio 6 at the Reynolds number 3e6.
TunnelWing nacaWing(double camber) {
    const StripSection section = camberedNacaSection(camber, 0.4, 0.12, 24);
    return {ambient::FluidBodyModel::build(makeSectionPrism(section, 6.0, 26, 4)), 6.0, 1.0 / 3e6};
}

void addSlopes(ReportSection& section, const Progress& progress) {
    ReportTable table{"slopes",
                      "Slope dCL/da of flat plates at incidence 0, per radian",
                      {{"aspect ratio A", "%.1f"},
                       {"vortex lattice", "%.3f"},
                       {"default", "%.3f"},
                       {"Helmbold", "%.3f"},
                       {"2 pi A/(A + 2)", "%.3f"}},
                      {}};
    ReportFigure figure{"wing-slopes",
                        "Slope of the lift of flat plates against their aspect ratio",
                        "aspect ratio A",
                        "dCL/da per radian",
                        {}};
    figure.series = {{"vortex lattice", kMeasuredColour, true, {}},
                     {"default", kBlue, false, {}},
                     {"Helmbold's formula", kOrange, false, {}},
                     {"lifting line", kGreen, false, {}}};
    for (const ExactSlope& exact : kRectangles)
        figure.series[0].points.emplace_back(exact.aspectRatio, exact.slope);
    for (const double aspectRatio : {1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0}) {
        const double slope = liftSlope(flatWing(aspectRatio));
        const auto* exact = std::find_if(std::begin(kRectangles), std::end(kRectangles),
                                         [&](const ExactSlope& e) { return e.aspectRatio == aspectRatio; });
        const nlohmann::ordered_json lattice =
            exact == std::end(kRectangles) ? nlohmann::ordered_json() : nlohmann::ordered_json(exact->slope);
        table.rows.push_back({aspectRatio, lattice, slope, helmboldSlope(aspectRatio), liftingLineSlope(aspectRatio)});
        figure.series[1].points.emplace_back(aspectRatio, slope);
        progress(0.04 * aspectRatio);
    }
    for (int i = 10; i <= 100; ++i) {
        figure.series[2].points.emplace_back(0.1 * i, helmboldSlope(0.1 * i));
        figure.series[3].points.emplace_back(0.1 * i, liftingLineSlope(0.1 * i));
    }
    section.figure(figure);
    section.table(table);
}

void addDeltas(ReportSection& section) {
    ReportTable table{
        "deltas",
        "Flat deltas with sharp edges, K_v = pi",
        {{"aspect ratio A", "%.0f"}, {"incidence [deg]", "%.0f"}, {"CL default", "%.3f"}, {"CL Polhamus", "%.3f"}},
        {}};
    ReportFigure figure{"wing-deltas", "Lift of flat deltas with sharp edges", "incidence [deg]", "lift CL", {}};
    const char* colours[] = {kBlue, kOrange};
    for (std::size_t i = 0; i < std::size(kDeltas); ++i) {
        const ExactSlope& delta = kDeltas[i];
        const TunnelWing wing = deltaOf(delta.aspectRatio);
        const std::string name = i == 0 ? "A = 1" : "A = 2";
        ReportSeries computed{name + ", default", colours[i], false, {}};
        ReportSeries formula{name + ", Polhamus", colours[i], true, {}, i == 0 ? 6 : 8};
        for (int incidence = 0; incidence <= 60; ++incidence) {
            const double lift = wingCoefficients(wing, incidence).lift;
            computed.points.emplace_back(incidence, lift);
            if (incidence % 5 != 0 || incidence > 30) continue;
            formula.points.emplace_back(incidence, polhamusLift(incidence, delta.slope, kPi));
            if (incidence > 0) table.rows.push_back({delta.aspectRatio, incidence, lift, formula.points.back().y()});
        }
        figure.series.push_back(computed);
        figure.series.push_back(formula);
    }
    section.text("Polhamus' formula (points) has no burst: the vortices of the deltas of the default model burst at 30 "
                 "to 40 degrees, as those of real ones do.");
    section.figure(figure);
    section.table(table);
}

struct SectionReference {
    double incidence, lift;
};

/// One wing of addSections().
struct SectionCase {
    std::string name;
    const char* colour;
    int pointType;
    double camber;
    std::vector<SectionReference> references;
};

void addSections(ReportSection& section) {
    const SectionCase cases[] = {{"NACA 0012", kBlue, 6, 0.0, {{4.0, 0.294}, {4.0, 0.305}, {8.0, 0.62}}},
                                 {"NACA 4412", kOrange, 8, 0.04, {{-4.0, 0.01}, {0.0, 0.294}, {0.0, 0.305}}}};
    ReportFigure figure{"wing-sections",
                        "Rectangular wings of aspect ratio 6 at the Reynolds number 3e6",
                        "incidence [deg]",
                        "lift CL",
                        {}};
    ReportTable table{"sections",
                      "Lift and drag beside CD(0) + CL^2/(pi A), the least induced drag of lifting-line theory",
                      {{"wing"},
                       {"incidence [deg]", "%.0f"},
                       {"CL", "%.3f"},
                       {"CL reference", "%.3f"},
                       {"CD", "%.4f"},
                       {"CD lifting line", "%.4f"},
                       {"L/D", "%.1f"},
                       {"L/D lifting line", "%.1f"},
                       {"axial", "%.4f"}},
                      {}};
    for (const SectionCase& c : cases) {
        const TunnelWing wing = nacaWing(c.camber);
        ReportSeries computed{c.name + ", default", c.colour, false, {}};
        ReportSeries reference{c.name + ", references", c.colour, true, {}, c.pointType};
        double least = 1e9; // drag without lift, at the incidence of least lift
        for (int tenths = -80; tenths <= 80; ++tenths)
            least = std::min(least, wingCoefficients(wing, 0.1 * tenths).drag);
        for (int incidence = -8; incidence <= 24; ++incidence)
            computed.points.emplace_back(incidence, wingCoefficients(wing, incidence).lift);
        for (const SectionReference& r : c.references)
            reference.points.emplace_back(r.incidence, r.lift);
        for (const int incidence : {-4, 0, 4, 8, 12, 16}) {
            const WingCoefficients k = wingCoefficients(wing, incidence);
            const double line = least + k.lift * k.lift / (6.0 * kPi);
            nlohmann::ordered_json lift;
            for (const SectionReference& r : c.references)
                if (r.incidence == incidence && lift.is_null()) lift = r.lift;
            table.rows.push_back(
                {c.name, incidence, k.lift, lift, k.drag, line, k.lift / k.drag, k.lift / line, k.axial});
        }
        figure.series.push_back(computed);
        figure.series.push_back(reference);
    }
    section.text("References: at 4 degrees .294 is lifting-surface theory and .305 the larger of the measured values "
                 "of the NACA 0012; .62 at 8 degrees is measured, quoted from memory (NACA TR 460 and 586). Those of "
                 "the NACA 4412 are lifting-surface theory with the zero-lift angles of -4.0 and -4.15 degrees. Real "
                 "wings of these sections stall near 16 degrees; the angle at which suction is lost here, 14.5 "
                 "degrees, was chosen once for all bodies. A negative axial force pulls the wing ahead.");
    section.figure(figure);
    section.table(table);
}

} // namespace

ReportSection wingsSection(const Progress& progress) {
    ReportSection section("wings", "Wings");
    section.text("Lifting surfaces of the default model. Vortex lattice: linear lifting-surface theory, converged. "
                 "Helmbold, lifting line and Polhamus are formulas. None of these lines is a measurement.");
    addSlopes(section, progress);
    progress(0.5);
    addDeltas(section);
    progress(0.7);
    addSections(section);
    progress(1.0);
    return section;
}

} // namespace samples
