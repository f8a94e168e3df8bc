// SPDX-License-Identifier: Zlib
#pragma once

#include "validation/Report.h"
#include "validation/StaticForces.h"

namespace samples {

/// \name Sections of the validation page
/// Each call computes all its numbers. Measurements of others stand in the source, with their origin.
/// @{

/// Drag coefficients of bluff and streamlined bodies beside measured ones.
ReportSection dragSection(const Progress& progress);

/// Coefficients of the larger table, tests/reference/force_coefficients.csv, if the program runs in the repository's
/// root.
ReportSection measuredSection(const Progress& progress);

/// Drag coefficients of six shapes from creeping flow to 1e5 beside published formulas.
ReportSection reynoldsSection(const Progress& progress);

/// Drag coefficients of spheres of several roughnesses through their crisis.
ReportSection dragCrisisSection(const Progress& progress);

/// Normal force of a square plate against incidence.
ReportSection plateIncidenceSection(const Progress& progress);

/// Wings: slopes against the aspect ratio, deltas, sections with and without camber.
ReportSection wingsSection(const Progress& progress);

/// Flat plates from low Reynolds numbers on, and discs.
ReportSection thinBodiesSection(const Progress& progress);

/// Lift and drag of a sphere against its spin.
ReportSection spinSection(const Progress& progress);

/// How fast spheres, boxes, discs and plates fall.
ReportSection terminalSpeedSection(const Progress& progress);

/// Flight distance of a golf ball at the speed of paper 001 and at the speed of a real drive.
ReportSection golfSection(const Progress& progress);

/// How plates and coins fall: maps over their inertia and their tilt at release.
ReportSection plateRegimeSection(const Progress& progress);

/// How a maple seed and a paper helicopter spin down.
ReportSection autorotationSection(const Progress& progress);
/// @}

} // namespace samples
