// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidFmu/UnitVariables.h"

#include <string>

namespace ambient {

/// The name of a unit's library without `.so`: the world's name as an identifier of C.
std::string unitIdentifier(const WorldDescription& world);

/// Versions of FMI. The library in a unit has the functions of both.
enum class FmiVersion { Two, Three };

/// The text of modelDescription.xml [FMI 2.0.4, sec. 2.2 and 4.3; FMI 3.0.2, sec. 2.4 and 4.3]. The same inputs give
/// the same bytes: there is no date. In version 3 the value reference after the last variable is the time.
std::string unitDescription(const WorldDescription& world, const std::vector<UnitVariable>& variables,
                            const std::string& guid, FmiVersion version);

/// The folder of the library in a unit, without a slash at its end.
const char* unitBinaries(FmiVersion version);

/// A GUID, the instantiation token of FMI 3, of these bytes: equal units have equal ones.
std::string guidOf(const std::string& bytes);

} // namespace ambient
