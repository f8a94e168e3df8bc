// SPDX-License-Identifier: Zlib
#include "interface/SampleEntries.h"
#include "interface/Units.h"
#include "validation/ComparedModels.h"
#include "validation/ValidationSections.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// Lift and drag of dimpled golf balls [Bearman and Harvey 1976], as digitised by others.
struct MeasuredSpin {
    double spin; ///< S = w a / U
    double lift;
};
constexpr MeasuredSpin kLift[] = {{0.02, 0.081}, {0.06, 0.120}, {0.10, 0.146}, {0.15, 0.180},
                                  {0.20, 0.209}, {0.25, 0.241}, {0.30, 0.279}};
constexpr double kLeastSpin = 0.06; // below this value a smooth quadratic law cannot follow

/// A ball with the forces of one model.
struct SpunBall {
    std::string name, colour;
    ambient::ForceSet forces;
    std::shared_ptr<const ambient::FluidBodyModel> model;
};

ForceCoefficients spun(const SpunBall& ball, double spin) {
    SteadyMotion motion; // backspin: along z with lift to +x, the sense of w x v
    motion.spin = Vector3(0.0, spin, 0.0);
    motion.area = ambient::kPi;
    return coefficientsOf(*ball.model, ball.forces, motion);
}

std::vector<SpunBall> balls(const Progress& progress) {
    const auto build = [](double wake, double separationDegrees) {
        ambient::FluidBodyDef def;
        def.wakeFactor = wake;
        def.separationAngle = separationDegrees * kRadiansPerDegree;
        return ambient::FluidBodyModel::build(ambient::makeSphere(1.0), def);
    };
    const auto smooth = build(1.0, 90.0);
    progress(0.5);
    const ParameterValues golf(findSample("golf-drive").create()->parameters());
    const auto dimpled = build(golf["wake"], golf["separation"]);
    const std::vector<ComparedModel> models = quadraticModels();
    return {{"default, smooth", "#0072b2", models[0].forces, smooth},
            {"default, dimpled (wake " + shortNumber(golf["wake"]) + ")", "#56b4e9", models[0].forces, dimpled},
            {"paper001, smooth", "#d55e00", models[1].forces, smooth},
            {"paper001, dimpled (" + shortNumber(golf["separation"]) + " deg)", "#e69f00", models[1].forces, dimpled},
            {"gwtf", "#009e73", models[2].forces, smooth}};
}

} // namespace

ReportSection spinSection(const Progress& progress) {
    ReportTable table{
        "lift", "Lift coefficient on the projected area", {{"S = w a / U", "%.2f"}, {"measured, dimpled", "%.3f"}}, {}};
    ReportFigure figure{
        "spin", "A sphere that spins about an axis square to its motion", "spin S = w a / U", "lift CL", {}};
    figure.series.push_back({"measured, dimpled", kMeasuredColour, true, {}});
    for (const MeasuredSpin& m : kLift) {
        table.rows.push_back({m.spin, m.lift});
        figure.series[0].points.emplace_back(m.spin, m.lift);
    }
    ReportTable errors{
        "errors",
        "Against the measured lift for S of 0.06 and more, and the drag without spin",
        {{"ball"}, {"RMS of CL / measured - 1", "%.2f"}, {"CD at S = 0", "%.3f"}, {"CD at S = 0.2", "%.3f"}},
        {}};
    for (const SpunBall& ball : balls(progress)) {
        table.columns.push_back({ball.name, "%.3f"});
        double sum = 0.0;
        int count = 0;
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            const double lift = spun(ball, kLift[i].spin).lift;
            table.rows[i].push_back(lift);
            if (kLift[i].spin < kLeastSpin) continue;
            sum += std::pow(lift / kLift[i].lift - 1.0, 2);
            ++count;
        }
        figure.series.push_back({ball.name, ball.colour, false, {}});
        for (int i = 0; i <= 40; ++i)
            figure.series.back().points.emplace_back(0.01 * i, spun(ball, 0.01 * i).lift);
        errors.rows.push_back({ball.name, std::sqrt(sum / count), spun(ball, 0.0).drag, spun(ball, 0.2).drag});
    }
    progress(1.0);
    ReportSection section("spin", "Lift of a spinning sphere");
    section.text("Measured: dimpled golf balls in a wind tunnel [Bearman and Harvey 1976], as others read them "
                 "from the paper's plots; their drag is 0.26 to 0.32. The constant of this lift in the default "
                 "model was set on these values.");
    section.figure(figure);
    section.table(table);
    section.table(errors);
    section.text("At S = 0.02 the measured lift does not go to zero with the spin as any smooth law of degree two "
                 "must. Paper 001's lift is 4 S / 3 for a smooth sphere, and with the separation angle of 135 "
                 "degrees that it gives a dimpled one more than twice what is measured. gwtf gives front and back "
                 "of a sphere the same weight and so no lift at any spin.");
    return section;
}

} // namespace samples
