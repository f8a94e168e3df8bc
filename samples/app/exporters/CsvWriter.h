// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/RunRecord.h"

#include <string>

namespace samples {

/// The record as comma-separated values (RFC 4180, lines end in LF) with a header line, nine significant digits, one
/// row per body and time: time [s], body, position of the centre of mass [m], orientation (x, y, z, w), its velocity
/// [m/s], angular velocity [rad/s]; then, if the record has them, torque [N m] and force [N] of each term about the
/// centre of mass. World axes. \param withTerms false: leaves the terms out
std::string csvText(const RunRecord& record, bool withTerms = true);

/// The tables of all runs below each other, without terms, with the model as first column.
std::string csvText(const std::vector<RunRecord>& runs);

} // namespace samples
