// SPDX-License-Identifier: Zlib
#include "validation/PublishedDrag.h"
#include "validation/StaticForces.h"
#include "validation/ValidationSections.h"

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <array>
#include <cmath>

namespace samples {
namespace {

/// A sphere of diameter 1.
struct RoughSphere {
    const char* name;
    const char* colour;
    double roughness; ///< over its diameter
};
constexpr std::array<RoughSphere, 6> kSpheres = {{{"no roughness given", "#999999", 0.0},
                                                  {"polished, k/d 1e-7", "#1f77b4", 1e-7},
                                                  {"k/d .00025", "#2ca02c", 2.5e-4},
                                                  {"k/d .0015", "#9467bd", 1.5e-3},
                                                  {"k/d .005", "#d62728", 5e-3},
                                                  {"k/d .0125", "#ff7f0e", 1.25e-2}}};

/// Drag coefficient at a Reynolds number.
double dragAt(const ambient::FluidBodyModel& body, const ambient::ForceSet& forces, double re) {
    SteadyMotion motion;
    motion.area = 0.25 * ambient::kPi;
    motion.kinematicViscosity = 1.0 / re;
    return coefficientsOf(body, forces, motion).drag;
}

} // namespace

ReportSection dragCrisisSection(const Progress& progress) {
    const ambient::ForceSet forces = ambient::ForceSet::named("default");
    ReportFigure figure{"crisis",
                        "Drag of rough spheres: lines are the default law, points the smooth sphere's",
                        "Reynolds number",
                        "drag coefficient",
                        {},
                        true};
    ReportTable table{
        "coefficients",
        "Least drag",
        {{"sphere"}, {"k/d", "%.3g"}, {"Reynolds number", "%.3g"}, {"least drag", "%.3f"}, {"drag at 5e6", "%.3f"}},
        {}};
    for (std::size_t i = 0; i < kSpheres.size(); ++i) {
        const RoughSphere& sphere = kSpheres[i];
        ambient::FluidBodyDef def;
        def.roughness = sphere.roughness;
        const auto body = ambient::FluidBodyModel::build(ambient::makeSphere(0.5, 1280), def);
        ReportSeries line{sphere.name, sphere.colour, false, {}};
        Eigen::Vector2d least(0.0, 1e300);
        for (int j = 0; j <= 120; ++j) {
            const Eigen::Vector2d point(std::pow(10.0, 4.0 + 3.0 * j / 120.0), 0.0);
            line.points.emplace_back(point.x(), dragAt(*body, forces, point.x()));
            if (line.points.back().y() < least.y()) least = line.points.back();
        }
        table.rows.push_back({sphere.name, sphere.roughness, least.x(), least.y(), dragAt(*body, forces, 5e6)});
        figure.series.push_back(std::move(line));
        progress(double(i + 1) / double(kSpheres.size()));
    }
    ReportSeries published{"smooth sphere [Clift, Grace and Weber 1978]", "#000000", true, {}, 7};
    for (int j = 0; j <= 24; ++j) {
        const double re = std::pow(10.0, 4.0 + 0.125 * j);
        published.points.emplace_back(re, dragOfSphere(re));
    }
    figure.series.push_back(std::move(published));
    ReportSection section("drag-crisis", "The drag crisis of rough spheres");
    section.text("A body has a drag crisis if it is given a roughness. The Reynolds number of the least drag and the "
                 "largest drag after it are those of Achenbach (1974), the smooth sphere is that of the points. The "
                 "least drag of rough spheres is known less well, to some .03.");
    section.figure(std::move(figure));
    section.table(table);
    return section;
}

} // namespace samples
