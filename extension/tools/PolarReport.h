// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/Gnuplot.h"
#include "Polar.h"
#include "ToolCommands.h"

namespace ambient {

/// Everything the outputs of `ambient polar` tell.
struct PolarReport {
    PolarOptions options;
    PolarSetup setup;
    double frontArea = 0.0;         ///< projected at incidence 0 [m^2]
    double sideArea = 0.0;          ///< projected at incidence 90 [m^2]
    std::string areaIs;             ///< which the reference area is: front, side, given
    std::vector<std::string> terms; ///< polarTerms
    std::vector<double> incidences; ///< [deg]
    std::vector<double> spins;      ///< S
    std::vector<PolarPoint> points; ///< evaluatePolar

    /// rho U l / mu; 0 without friction.
    double reynoldsNumber() const {
        return setup.dynamicViscosity > 0.0 ? setup.density * setup.speed * setup.length / setup.dynamicViscosity : 0.0;
    }
};

/// For people.
std::string polarTable(const PolarReport& report);

/// One line per point: incidence_deg, spin, the coefficients, then CD, CL and CS of each term.
std::string polarCsv(const PolarReport& report);

/// The setting, what the coefficients mean, and all points.
std::string polarJson(const PolarReport& report);

/// A gnuplot script that draws the polar into `outputPath`: against incidence, or against spin where there is but one
/// incidence; a curve per spin where there are several of both.
std::string polarScript(const PolarReport& report, PlotFormat fileFormat, const std::string& outputPath);

} // namespace ambient
