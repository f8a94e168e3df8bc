// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidFmu/UnitVariables.h"

#include <string>

namespace ambient {

/// The name of a unit's library without `.so`: the world's name as an identifier of C.
std::string unitIdentifier(const WorldDescription& world);

/// The text of modelDescription.xml [FMI 2.0.4, sec. 2.2 and 4.3]. The same inputs give the same bytes: there is no
/// date.
std::string unitDescription(const WorldDescription& world, const std::vector<UnitVariable>& variables,
                            const std::string& guid);

/// A GUID of these bytes: equal units have equal ones.
std::string guidOf(const std::string& bytes);

} // namespace ambient
