// SPDX-License-Identifier: Zlib
#pragma once

#include "exporters/GlbParts.h"

namespace samples {

/// A moment of the water on a grid, and the time of its display in a .glb [s].
struct ShownMoment {
    const SliceMoment* moment;
    double from, to;
    bool isFirst;
};

/// Up to 16 moments of the record, evenly over the run: each has a mesh or colours of its own.
std::vector<ShownMoment> shownMoments(const RunRecord& record);

/// Adds a node below "world" that has a size at the time of a moment only. \param kind as of GlbParts::addNode
void addShown(GlbParts& parts, nlohmann::ordered_json node, const std::string& kind, const ShownMoment& shown);

} // namespace samples
