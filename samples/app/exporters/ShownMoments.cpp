// SPDX-License-Identifier: Zlib
#include "exporters/ShownMoments.h"

#include <algorithm>

namespace samples {

std::vector<ShownMoment> shownMoments(const RunRecord& record) {
    constexpr std::size_t most = 16;
    const std::size_t count = record.sliceMoments.size(), shown = std::min(count, most);
    std::vector<const SliceMoment*> chosen;
    for (std::size_t i = 0; i < shown; ++i)
        chosen.push_back(&record.sliceMoments[shown > 1 ? i * (count - 1) / (shown - 1) : 0]);
    std::vector<ShownMoment> moments;
    double from = record.at(0).time;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const bool isLast = i + 1 == chosen.size();
        const double to = isLast ? record.last().time : 0.5 * (chosen[i]->time + chosen[i + 1]->time);
        if (to > from || isLast) moments.push_back({chosen[i], from, to, i == 0});
        from = to;
    }
    return moments;
}

void addShown(GlbParts& parts, nlohmann::ordered_json node, const std::string& kind, const ShownMoment& shown) {
    const double size = shown.isFirst ? 1.0 : 0.0; // in viewers without animations
    node["scale"] = {size, size, size};
    const int index = parts.addNode(std::move(node), kind);
    std::vector<float> times;
    std::vector<Eigen::Vector3f> sizes;
    const auto key = [&](double time, float scale) {
        times.push_back(static_cast<float>(time));
        sizes.push_back(Eigen::Vector3f::Constant(scale));
    };
    if (!shown.isFirst) key(parts.record.at(0).time, 0.0f);
    key(shown.from, 1.0f);
    if (shown.to < parts.record.last().time) key(shown.to, 0.0f);
    parts.animate(index, "scale", parts.gltf.addKeyTimes(times), parts.gltf.addKeys(sizes), "STEP");
}

} // namespace samples
