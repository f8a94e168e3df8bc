// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/Gnuplot.h"
#include "Polar.h"
#include "ToolCommands.h"

namespace ambient {

/// Data of all outputs of `ambient polar`.
struct PolarReport {
    PolarOptions options;
    PolarSetup setup;
    double frontArea = 0.0;         ///< projected at incidence 0 [m^2]
    double sideArea = 0.0;          ///< projected at incidence 90 [m^2]
    std::string areaIs;             ///< source of the reference area: front, side, given
    std::vector<std::string> terms; ///< polarTerms
    std::vector<double> incidences; ///< [deg]
    std::vector<double> spins;      ///< S
    std::vector<PolarPoint> points; ///< evaluatePolar

    /// Reynolds number rho U l / mu; 0 without friction.
    double reynoldsNumber() const {
        return setup.dynamicViscosity > 0.0 ? setup.density * setup.speed * setup.length / setup.dynamicViscosity : 0.0;
    }
};

/// Text table for the terminal.
std::string polarTable(const PolarReport& report);

/// CSV with one line per point: incidence_deg, spin, the coefficients, then CD, CL and CS of each term, then
/// Munk's moments, L_over_D and the centre of pressure, empty where there is none.
std::string polarCsv(const PolarReport& report);

/// JSON with the setup, the definitions of the coefficients, and all points.
std::string polarJson(const PolarReport& report);

/// Gnuplot script for drawing the polar into `outputPath`. The abscissa is the incidence, or the spin if there is only
/// one incidence; a curve per spin if there are several of both.
std::string polarScript(const PolarReport& report, PlotFormat fileFormat, const std::string& outputPath);

} // namespace ambient
