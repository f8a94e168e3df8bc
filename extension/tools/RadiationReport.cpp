// SPDX-License-Identifier: Zlib
#include "RadiationReport.h"

#include "FilePath.h"
#include "Output/FormattedText.h"

#include <cmath>
#include <sstream>

namespace ambient {
namespace {

constexpr const char* kMotionNames[6] = {"surge", "sway", "heave", "roll", "pitch", "yaw"};

std::string headOf(const char* first) {
    std::string text = format("  %10s", first);
    for (const char* name : kMotionNames)
        text += format("%12s", name);
    return text + "\n";
}

/// Numbers far below the largest one are rounding errors.
std::string diagonalOf(const Matrix6& matrix) {
    std::string text;
    const double largest = matrix.diagonal().cwiseAbs().maxCoeff();
    for (const int i : kShipOrder)
        text += format("%12.5g", std::fabs(matrix(i, i)) < 1e-12 * largest ? 0.0 : matrix(i, i));
    return text + "\n";
}

std::string coefficientTable(const RadiationReport& report) {
    const WaveRadiation& found = report.found;
    std::string text = "\nAdded mass A [kg, kg m^2], diagonal\n" + headOf("w [rad/s]");
    if (found.addedMassAtZero.allFinite()) text += format("  %10s", "0") + diagonalOf(found.addedMassAtZero);
    for (const WaveRow& row : found.rows)
        text += format("  %10.4g", row.frequency) + diagonalOf(row.addedMass);
    text += format("  %10s", "inf") + diagonalOf(found.addedMassAtInfinity);
    text += "\nDamping B [kg/s, kg m^2/s], diagonal\n" + headOf("w [rad/s]");
    for (const WaveRow& row : found.rows)
        text += format("  %10.4g", row.frequency) + diagonalOf(row.damping);
    return text;
}

/// Amplitudes in the order of ships.
template <class AmplitudeOf>
std::string amplitudeTable(const WaveRadiation& found, const std::string& title, const AmplitudeOf& amplitudeOf) {
    std::string text;
    const std::size_t headings = found.rows.empty() ? 0 : found.rows.front().excitation.size();
    for (std::size_t h = 0; h < headings; ++h) {
        text += "\n" + title + format(", waves to %.4g deg\n", found.rows[0].excitation[h].heading * 180.0 / kPi) +
                headOf("w [rad/s]");
        double largest = 0.0;
        for (std::size_t i = 0; i < found.rows.size(); ++i)
            for (int j = 0; j < 6; ++j)
                largest = std::max(largest, amplitudeOf(i, h, j));
        for (std::size_t i = 0; i < found.rows.size(); ++i) {
            text += format("  %10.4g", found.rows[i].frequency);
            for (int j = 0; j < 6; ++j) {
                const double value = amplitudeOf(i, h, j);
                text += format("%12.5g", value < 1e-10 * largest ? 0.0 : value);
            }
            text += "\n";
        }
    }
    return text;
}

/// A panel of the picture: a curve for each of three motions.
class PlotPanel {
  public:
    PlotPanel(int number, std::string title) : m_number(number), m_title(std::move(title)) {}

    void addRow(double x, double a, double b, double c) { m_rows += format("%.9g %.9g %.9g %.9g\n", x, a, b, c); }
    std::string text(const char* const* names) const {
        const double left = m_number % 2 == 0 ? 0.07 : 0.56, bottom = m_number < 2 ? 0.56 : 0.08;
        std::string plot;
        for (int i = 0; i < 3; ++i)
            plot += format("%s $panel%d using 1:%d with lines linewidth 2.5 linecolor rgb '%s' title '%s'",
                           i == 0 ? "plot" : ",", m_number, i + 2, kColours[i], names[i]);
        return format("$panel%d << EOD\n", m_number) + m_rows + "EOD\n" +
               format("set lmargin at screen %.3g\nset rmargin at screen %.3g\nset bmargin at screen %.3g\n"
                      "set tmargin at screen %.3g\n",
                      left, left + 0.41, bottom, bottom + 0.31) +
               "set title " + quoted(m_title) + "\n" + plot + "\n";
    }

  private:
    static constexpr const char* kColours[3] = {"#0072b2", "#d55e00", "#009e73"};
    int m_number;
    std::string m_title, m_rows;
};

PlotPanel forcePanel(const WaveRadiation& found) {
    PlotPanel forces(2, "force of waves of 1 m / (rho g waterplane)");
    for (const WaveRow& row : found.rows) {
        const Complex6 x = row.excitation[0].total() / (found.fluidDensity * found.gravity * found.waterplaneArea);
        forces.addRow(row.frequency, std::abs(x[3]), std::abs(x[4]), std::abs(x[5]));
    }
    return forces;
}

PlotPanel responsePanel(const RadiationReport& report) {
    const WaveRadiation& found = report.found;
    if (!report.load) {
        PlotPanel added(3, "added inertia / (displaced mass x area)");
        const double unit = found.fluidDensity * found.volume * found.waterplaneArea;
        for (const WaveRow& row : found.rows)
            added.addRow(row.frequency, row.addedMass(0, 0) / unit, row.addedMass(1, 1) / unit,
                         row.addedMass(2, 2) / unit);
        return added;
    }
    PlotPanel motion(3, "response: heave [m/m], roll and pitch / slope of the wave");
    const auto responses = responsesOf(found, *report.load);
    for (std::size_t i = 0; i < found.rows.size(); ++i) {
        const Complex6& x = responses[i][0];
        const double k = found.rows[i].waveNumber;
        motion.addRow(found.rows[i].frequency, std::abs(x[2]), std::abs(x[3]) / k, std::abs(x[4]) / k);
    }
    return motion;
}

} // namespace

std::string radiationTable(const RadiationReport& report) {
    const WaveRadiation& found = report.found;
    const Vector3 &o = found.waterplaneInMesh, &b = found.centerOfBuoyancy;
    constexpr const char* kPlanes[3] = {"no plane of symmetry", "one plane of symmetry", "two planes of symmetry"};
    std::string text = report.options.path +
                       format(": %d panels of the hull and %d of the waterplane, ", found.hullFaces, found.lidFaces) +
                       kPlanes[found.planesOfSymmetry] + "\n";
    text += "  water                 " + (report.fluid.empty() ? std::string("of ") : report.fluid + ", ") +
            format("%.6g kg/m^3, ", found.fluidDensity) +
            (std::isinf(found.depth) ? std::string("deep\n") : format("%.6g m deep\n", found.depth));
    text += format("  displacement          %.6g kg, %.6g m^3, its centre %.6g m below the surface\n",
                   found.fluidDensity * found.volume, found.volume, -b.z());
    text += format("  waterplane            %.6g m^2; its centroid, (%.6g, %.6g, %.6g) m of the mesh, is the origin\n",
                   found.waterplaneArea, o.x(), o.y(), o.z());
    text += format("  accuracy              within about %.2g %%, from a second solution with half the panels\n",
                   100.0 * found.errorEstimate);
    text += format("  energy                damping by pressure and by waves far away differ by %.2g %%; %.3g s\n",
                   100.0 * found.energyDefect, found.seconds);
    text += coefficientTable(report);
    text += amplitudeTable(found, "Force of waves of 1 m [N/m, N m/m], amplitude",
                           [&](std::size_t i, std::size_t h, int j) {
                               return std::abs(found.rows[i].excitation[h].total()[kShipOrder[j]]);
                           });
    if (!report.load) return text;
    const auto responses = responsesOf(found, *report.load);
    return text + amplitudeTable(found, "Response to waves of 1 m [m/m, rad/m], amplitude",
                                 [&](std::size_t i, std::size_t h, int j) { return std::abs(responses[i][h][j]); });
}

std::string radiationScript(const RadiationReport& report, PlotFormat fileFormat, const std::string& outputPath) {
    const bool png = fileFormat == PlotFormat::Png;
    const WaveRadiation& found = report.found;
    const std::string title = "Waves and " + utf8Of(pathFromUtf8(report.options.path).filename());
    const std::string subtitle =
        format("displaced mass %.5g kg,  waves to %.4g deg,  accuracy about %.2g %%", found.fluidDensity * found.volume,
               report.def.headings[0] * 180.0 / kPi, 100.0 * found.errorEstimate);
    PlotPanel added(0, "added mass / displaced mass"), damping(1, "damping / (displaced mass w)");
    const double mass = found.fluidDensity * found.volume;
    for (const WaveRow& row : found.rows) {
        const Matrix6 &a = row.addedMass, &b = row.damping;
        const double unit = mass * row.frequency;
        added.addRow(row.frequency, a(3, 3) / mass, a(4, 4) / mass, a(5, 5) / mass);
        damping.addRow(row.frequency, b(3, 3) / unit, b(4, 4) / unit, b(5, 5) / unit);
    }
    constexpr const char* kResponses[3] = {"heave", "roll", "pitch"};
    std::ostringstream out;
    out << "# A picture by ambient radiation. Draw it again, or differently, with: gnuplot THIS_FILE\n"
        << (png ? "set terminal pngcairo" : "set terminal svg") << " size 1200,900 noenhanced font 'Sans,"
        << (png ? 13 : 17) << "' background 'white'\n"
        << "set output " << quoted(outputPath) << "\nset encoding utf8\nset multiplot\n"
        << "set label 1 " << quoted(title) << " at screen 0.03,0.97 left font '," << (png ? 21 : 28) << "'\n"
        << "set label 2 " << quoted(subtitle) << " at screen 0.03,0.935 left textcolor '#555555'\n"
        << "set border linecolor rgb '#606060'\nset grid linecolor rgb '#dddddd' linetype 1 linewidth 0.8\n"
        << "set tics out nomirror\nset key top right\nset xlabel 'w [rad/s]'\nset yrange [0:*]\n"
        << added.text(kMotionNames) << "unset label 1\nunset label 2\n"
        << damping.text(kMotionNames) << forcePanel(found).text(kMotionNames)
        << responsePanel(report).text(report.load ? kResponses : kMotionNames + 3) << "unset multiplot\nunset output\n";
    return out.str();
}

} // namespace ambient
