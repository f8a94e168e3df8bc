// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "validation/ComparedModels.h"
#include "validation/PublishedDrag.h"
#include "validation/StaticForces.h"
#include "validation/ValidationSections.h"

#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <cmath>

namespace samples {
namespace {

using ambient::kPi;
using ambient::Vector3;

/// A published formula and the Reynolds numbers for which it is used.
struct PublishedCurve {
    std::string whence;
    double low, high;
    std::function<double(double re)> drag;
};

/// A shape of the comparison. Its drag is the mean of its attitudes.
struct ReynoldsCase {
    std::string name, colour;
    int pointType;
    ambient::TriangleMesh mesh;
    std::vector<Vector3> directions; ///< of the motion, unit
    double diameter;                 ///< of the Reynolds number [m]
    double area;                     ///< of the coefficient [m^2]
    std::vector<PublishedCurve> published;
};

ambient::TriangleMesh octahedron() {
    ambient::TriangleMesh mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {1.0, -1.0})
            mesh.vertices.push_back(side * Vector3::Unit(axis));
    mesh.faces = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    return mesh;
}

/// A solid of cubic symmetry with its mean drag, on the sphere of its volume.
ReynoldsCase solidCase(const std::string& name, const std::string& colour, int pointType, ambient::TriangleMesh mesh,
                       double sphericity) {
    const double diameter = std::cbrt(6.0 * ambient::enclosedVolume(mesh) / kPi);
    return {name,
            colour,
            pointType,
            std::move(mesh),
            {Vector3::UnitZ(), Vector3(1, 0, 1).normalized(), Vector3(1, 1, 1).normalized()},
            diameter,
            0.25 * kPi * diameter * diameter,
            {{"free fall [Haider and Levenspiel 1989]", 0.01, 2.5e4,
              [=](double re) { return dragOfSolid(re, sphericity); }}}};
}

std::vector<ReynoldsCase> reynoldsCases() {
    constexpr double disc = 0.25 * kPi, length = 20.0, polar = 1.25, equatorial = 0.5;
    const Vector3 ahead = Vector3::UnitZ();
    std::vector<ReynoldsCase> cases;
    cases.push_back({"sphere",
                     "#000000",
                     6,
                     ambient::makeSphere(0.5),
                     {ahead},
                     1.0,
                     disc,
                     {{"[Clift et al. 1978]", 0.01, 1e5, dragOfSphere}}});
    cases.push_back(solidCase("cube", "#d55e00", 4, ambient::makeBox({1, 1, 1}), 0.806));
    cases.push_back(solidCase("octahedron", "#e69f00", 12, octahedron(), 0.846));
    cases.push_back({"disc broadside",
                     "#0072b2",
                     8,
                     ambient::makeDisc(0.5, 0.01),
                     {ahead},
                     1.0,
                     disc,
                     {{"[Clift et al. 1978]", 0.01, 133.0, dragOfDisc}, {"the same", 1000.0, 1e5, dragOfDisc}}});
    const double onVolume = std::cbrt(8.0 * polar * equatorial * equatorial), circle = disc * onVolume * onVolume;
    cases.push_back(
        {"spheroid 5:2 end on",
         "#009e73",
         10,
         ambient::makeEllipsoid({equatorial, equatorial, polar}),
         {ahead},
         onVolume,
         circle,
         {{"closed form [Kim and Karrila 1991] with its first inertia [Brenner and Cox 1963]", 0.01, 0.1,
           [=](double re) { return dragOfResistance(re, resistanceOfSpheroid(polar, equatorial), onVolume, circle); }},
          {"computed flows [Zastawny et al. 2012]", 1.0, 300.0, dragOfSpheroid}}});
    cases.push_back({"cylinder 20:1 across",
                     "#cc79a7",
                     14,
                     ambient::makeCylinder(0.5, length),
                     {Vector3::UnitX()},
                     1.0,
                     length,
                     {{"creeping flow [Tirado and Garcia de la Torre 1979] with its first inertia", 0.01, 0.03,
                       [=](double re) { return dragOfResistance(re, resistanceOfCylinder(length, 1.0), 1.0, length); }},
                      {"of infinite length [Sucker and Brauer 1975]", 1.0, 1e5, dragOfLongCylinder}}});
    return cases;
}

/// Mean drag coefficient at a Reynolds number.
double dragAt(const ReynoldsCase& c, const ambient::FluidBodyModel& body, const ambient::ForceSet& forces, double re) {
    SteadyMotion motion;
    motion.area = c.area;
    motion.kinematicViscosity = c.diameter / re;
    double sum = 0.0;
    for (const Vector3& direction : c.directions) {
        motion.direction = direction;
        sum += coefficientsOf(body, forces, motion).drag;
    }
    return sum / double(c.directions.size());
}

/// Reynolds numbers, four a decade.
std::vector<double> reynoldsNumbers() {
    std::vector<double> all;
    for (int i = -8; i <= 20; ++i)
        all.push_back(std::pow(10.0, 0.25 * i));
    return all;
}

/// Computed over published, at the Reynolds numbers of one formula.
struct Deviations {
    std::vector<double> computed, published;
    double least = 1e300, most = -1e300;

    void add(double ours, double theirs) {
        computed.push_back(ours);
        published.push_back(theirs);
        least = std::min(least, 100.0 * (ours / theirs - 1.0));
        most = std::max(most, 100.0 * (ours / theirs - 1.0));
    }
};

/// What the section shows.
struct ReynoldsResults {
    ReportFigure drag{"reynolds",
                      "Drag coefficients: lines are the default law, points are published",
                      "Reynolds number",
                      "drag coefficient",
                      {},
                      true,
                      true};
    ReportFigure ratio{"reynolds-errors",
                       "The default law over the published formulas",
                       "Reynolds number",
                       "computed / published",
                       {{"equal", "#999999", false, {{0.01, 1.0}, {1e5, 1.0}}}},
                       true};
    ReportTable coefficients{
        "coefficients", "", {{"shape"}, {"Reynolds number", "%.3g"}, {"default", "%.3g"}, {"published", "%.3g"}}, {}};
    ReportTable errors{"errors",
                       "The default law over each formula",
                       {{"shape"},
                        {"formula"},
                        {"from Re", "%.3g"},
                        {"to Re", "%.3g"},
                        {"least [%]", "%.0f"},
                        {"most [%]", "%.0f"},
                        {"RMS of log(computed / published)", "%.3f"}},
                       {}};
};

void compare(const ReynoldsCase& c, const ambient::ForceSet& forces, ReynoldsResults& results) {
    const auto body = ambient::FluidBodyModel::build(c.mesh);
    ReportSeries ours{c.name, c.colour, false, {}}, theirs{"published", c.colour, true, {}, c.pointType};
    const std::vector<double> numbers = reynoldsNumbers();
    for (const double re : numbers)
        ours.points.emplace_back(re, dragAt(c, *body, forces, re));
    for (const PublishedCurve& curve : c.published) {
        Deviations deviations;
        ReportSeries ratio{c.name, c.colour, false, {}};
        for (const Eigen::Vector2d& point : ours.points) {
            const double re = point.x();
            if (re < curve.low * 0.999 || re > curve.high * 1.001) continue;
            const double published = curve.drag(re);
            deviations.add(point.y(), published);
            theirs.points.emplace_back(re, published);
            ratio.points.emplace_back(re, point.y() / published);
            results.coefficients.rows.push_back({c.name, re, point.y(), published});
        }
        if (&curve != &c.published.front()) ratio.name = "";
        results.ratio.series.push_back(std::move(ratio));
        results.errors.rows.push_back({c.name, curve.whence, curve.low, curve.high, deviations.least, deviations.most,
                                       logError(deviations.computed, deviations.published).rms});
    }
    results.drag.series.push_back(std::move(ours));
    results.drag.series.push_back(std::move(theirs));
}

} // namespace

ReportSection reynoldsSection(const Progress& progress) {
    const ambient::ForceSet forces = ambient::ForceSet::named("default");
    const std::vector<ReynoldsCase> cases = reynoldsCases();
    ReynoldsResults results;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        compare(cases[i], forces, results);
        progress(double(i + 1) / double(cases.size()));
    }
    ReportSection section("reynolds", "Drag from creeping flow to 1e5");
    section.text("Each body moves steadily. Sphere, disc and cylinder have their diameter in the Reynolds number and "
                 "their projected area in the coefficient; the others have those of the sphere of their volume. The "
                 "drag of cube and octahedron is the mean with a side, an edge and a corner ahead. Published values "
                 "are formulas that stand in the source.");
    section.figure(std::move(results.drag));
    section.figure(std::move(results.ratio));
    section.table(results.errors);
    section.data(results.coefficients);
    section.text("Solids that fall freely wobble above 300 and have more drag than held ones, which the law has. A "
                 "cylinder of 20 diameters has less drag than one without ends. The computed flows around the "
                 "spheroid lie below the closed form, which they should meet, by a fifth at a Reynolds number of 1.");
    return section;
}

} // namespace samples
