// SPDX-License-Identifier: Zlib
#include "HydrostaticsReport.h"

#include "FilePath.h"
#include "Output/FormattedText.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ambient {
namespace {

double degrees(double angle) {
    return angle * (180.0 / kPi);
}

/// Meshes are read in single precision: smaller numbers are rounding errors.
double tidy(double value, double size) {
    return std::fabs(value) < 1e-6 * size ? 0.0 : value;
}

double sizeOf(const HydrostaticsReport& report) {
    return (report.mesh.boundsMax - report.mesh.boundsMin).norm();
}

std::string shown(const Vector3& v, double size) {
    return format("(%.6g, %.6g, %.6g) m", tidy(v.x(), size), tidy(v.y(), size), tidy(v.z(), size));
}

std::string angle(double value, const char* positive, const char* negative) {
    const double degree = tidy(degrees(value), 10.0);
    std::string text = format("%.6g deg", degree);
    if (degree != 0.0) text += std::string(", ") + (degree > 0.0 ? positive : negative) + " down";
    return text;
}

std::string fluidOf(const HydrostaticsReport& report) {
    const std::string density = format("%.6g kg/m^3", report.def.fluidDensity);
    return report.fluid.empty() ? "a fluid of " + density : report.fluid + " (" + density + ")";
}

/// What became of the upright hull.
std::string verdict(const HydrostaticsReport& report) {
    const Hydrostatics& found = report.found;
    const double gm = found.upright.metacentres.transverseHeight;
    std::string text;
    if (found.lolls())
        text = format("unstable upright (GM_T %.6g m): it lolls to this equilibrium", gm);
    else if (!found.upright.isStable)
        text = format("unstable upright (GM_T %.6g m), and its centre of mass lies aside", gm);
    else if (!found.upright.isEquilibrium)
        text = "upright it is not in balance: its centre of mass lies aside";
    else
        text = "stable upright";
    if (!found.isStable) text += "; no stable equilibrium was found";
    return text;
}

const RightingArm* largestArm(const Hydrostatics& found) {
    const auto& arms = found.rightingArms;
    const auto largest = std::max_element(arms.begin(), arms.end(),
                                          [](const RightingArm& a, const RightingArm& b) { return a.arm < b.arm; });
    return largest == arms.end() ? nullptr : &*largest;
}

std::string armsTable(const HydrostaticsReport& report) {
    const double size = sizeOf(report);
    std::string text = "\n    heel [deg]      GZ [m]  trim [deg]   draft [m]\n";
    for (const RightingArm& row : report.found.rightingArms)
        text += format("  %12.6g%12.5g%12.4g%12.5g\n", tidy(degrees(row.heel), 1.0), tidy(row.arm, size),
                       tidy(degrees(row.trim), 10.0), row.draft);
    const RightingArm* const largest = largestArm(report.found);
    if (report.found.rightingArms.size() > 1 && largest->arm > 0.0)
        text += format("  largest GZ of these   %.5g m at %.6g deg\n", largest->arm, degrees(largest->heel));
    return text;
}

std::string sideOf(const std::optional<double>& heel) {
    return heel ? format("%.6g deg", degrees(*heel)) : "never";
}

std::string openingsTable(const HydrostaticsReport& report) {
    if (report.found.downflooding.empty()) return "";
    std::string text = "\n  opening: heel at which it comes to the surface, to starboard; to port\n";
    for (const Downflooding& one : report.found.downflooding)
        text += "  " + shown(one.opening, sizeOf(report)) + "   " + sideOf(one.toStarboard) + "; " +
                sideOf(one.toPort) + "\n";
    const std::optional<double>& first = report.found.downfloodingAngle;
    return text + "  downflooding angle    " + (first ? format("%.6g deg", degrees(*first)) : "none") + "\n";
}

/// Heel of the first flooding on the side of the drawn heels; nothing if outside of them.
std::optional<double> drawnFlooding(const HydrostaticsReport& report, double low, double high) {
    std::optional<double> first;
    for (const Downflooding& one : report.found.downflooding)
        for (const std::optional<double>& heel : {one.toStarboard, one.toPort})
            if (heel && degrees(*heel) >= low && degrees(*heel) <= high &&
                (!first || std::fabs(*heel) < std::fabs(*first)))
                first = heel;
    return first;
}

} // namespace

std::string hydrostaticsTable(const HydrostaticsReport& report) {
    const Hydrostatics& found = report.found;
    const Metacentres& centres = found.metacentres;
    const double size = sizeOf(report);
    std::string text = report.options.path + format(": %d faces, in ", report.mesh.faceCount) + fluidOf(report) + "\n";
    text += "  equilibrium           " + verdict(report) + "\n";
    text += format("  displacement          %.6g kg, %.6g m^3 of %.6g m^3\n", found.displacement, found.volume,
                   report.mesh.volume);
    text += format("  draft                 %.6g m, to the lowest point\n", found.draft);
    text += "  heel                  " + angle(found.heel, "starboard", "port") + "\n";
    text += "  trim                  " + angle(found.trim, "bow", "stern") + "\n";
    text += "  centre of buoyancy    " + shown(found.centerOfBuoyancy, size) + ", mesh axes\n";
    text += format("  waterplane            %.6g m^2, centroid ", found.waterplaneArea) +
            shown(found.waterplaneCentroid, size) + "\n";
    text += format("  KB, KG                %.6g m, %.6g m, over the lowest point\n", found.buoyancyHeight,
                   found.massHeight);
    text += format("  BM_T, BM_L            %.6g m, %.6g m: about the long axis of the waterplane, and across\n",
                   centres.transverseRadius, centres.longitudinalRadius);
    text += format("  GM_T, GM_L            %.6g m, %.6g m\n", tidy(centres.transverseHeight, size),
                   tidy(centres.longitudinalHeight, size));
    return text + armsTable(report) + openingsTable(report);
}

std::string hydrostaticsScript(const HydrostaticsReport& report, PlotFormat fileFormat, const std::string& outputPath) {
    const bool png = fileFormat == PlotFormat::Png;
    const Hydrostatics& found = report.found;
    const std::string title = "Righting arms of " + utf8Of(pathFromUtf8(report.options.path).filename());
    const std::string subtitle = format("%.5g kg, centre of mass ", found.displacement) +
                                 shown(report.def.centerOfMass, sizeOf(report)) + ",  " + fluidOf(report) +
                                 format(",  GM_T %.4g m", found.metacentres.transverseHeight);
    std::ostringstream out;
    out << "# A picture by ambient hydrostatics. Draw it again, or differently, with: gnuplot THIS_FILE\n"
        << (png ? "set terminal pngcairo" : "set terminal svg") << " size 1200,760 noenhanced font 'Sans,"
        << (png ? 14 : 19) << "' background 'white'\n"
        << "set output " << quoted(outputPath) << "\nset encoding utf8\n"
        << "set label 1 " << quoted(title) << " at graph 0,1.12 left font '," << (png ? 21 : 28) << "'\n"
        << "set label 2 " << quoted(subtitle) << " at graph 0,1.05 left textcolor '#555555'\n"
        << "set tmargin 6\nset rmargin 4\nset border linecolor rgb '#606060'\n"
        << "set grid linecolor rgb '#dddddd' linetype 1 linewidth 0.8\n"
        << "set xzeroaxis linecolor rgb '#606060' linetype 1 linewidth 1\nset tics out nomirror\n"
        << "unset key\nset xlabel 'heel [deg]'\nset ylabel 'righting arm GZ [m], trim free'\n"
        << "set offsets 0,0,graph 0.04,graph 0.04\n$arms << EOD\n";
    double low = 0.0, high = 0.0;
    for (const RightingArm& row : found.rightingArms) {
        low = std::min(low, degrees(row.heel));
        high = std::max(high, degrees(row.heel));
        out << format("%.9g %.9g\n", degrees(row.heel), row.arm);
    }
    out << "EOD\n";
    if (const auto flooding = drawnFlooding(report, low, high)) {
        const double at = degrees(*flooding);
        const bool isRight = at > 0.5 * (low + high); // the words stay inside of the picture
        out << format("set arrow from first %.9g,graph 0 to first %.9g,graph 1 nohead linewidth 2 dashtype 2 linecolor "
                      "rgb '#d55e00'\n",
                      at, at)
            << format("set label 3 'opening under water at %.3g deg' at first %.9g,graph 0.06 %s offset %s,0 textcolor "
                      "rgb '#d55e00'\n",
                      at, at, isRight ? "right" : "left", isRight ? "-0.7" : "0.7");
    }
    out << "plot $arms using 1:2 with linespoints pointtype 7 pointsize 0.6 linewidth 2.5 linecolor rgb '#0072b2'\n"
           "unset output\n";
    return out.str();
}

} // namespace ambient
