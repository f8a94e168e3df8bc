// SPDX-License-Identifier: Zlib
#include "validation/ComparedModels.h"

namespace samples {

std::vector<ComparedModel> quadraticModels() {
    return {{"default", ambient::ForceSet::named("default"), "#0072b2"},
            {"paper001", ambient::ForceSet::named("paper001"), "#d55e00"},
            {"gwtf", ambient::ForceSet::named("gwtf"), "#009e73"}};
}

} // namespace samples
