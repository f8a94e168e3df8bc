// SPDX-License-Identifier: Zlib
#include "drawing/ShowOptions.h"

#include <sstream>
#include <stdexcept>
#include <utility>

namespace samples {

ShowOptions showOptionsOf(const std::string& list) {
    ShowOptions show;
    const std::pair<const char*, bool*> known[] = {{"slip", &show.slip},         {"separation", &show.separation},
                                                   {"forces", &show.forces},     {"added-mass", &show.addedMass},
                                                   {"velocity", &show.velocity}, {"wings", &show.wings},
                                                   {"trails", &show.trails},     {"labels", &show.labels},
                                                   {"slices", &show.slices},     {"particles", &show.particles}};
    std::string names;
    for (const auto& [name, flag] : known) {
        *flag = false;
        names += (names.empty() ? "" : ", ") + std::string(name);
    }
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) {
        bool found = false;
        for (const auto& [name, flag] : known)
            if (word == name) *flag = found = true;
        if (!found) throw std::invalid_argument("--show: unknown '" + word + "'; there are " + names);
    }
    return show;
}

} // namespace samples
