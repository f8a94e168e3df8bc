// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Hydrostatics/Hydrostatics.h"

#include <nlohmann/json.hpp>

namespace ambient {

/// The report of `ambient hydrostatics --json` and of Python's hydrostatics(): angles in degrees, otherwise SI units.
/// docs/sea.md has the keys.
nlohmann::ordered_json hydrostaticsJson(const Hydrostatics& found);

} // namespace ambient
