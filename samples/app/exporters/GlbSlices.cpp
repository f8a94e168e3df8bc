// SPDX-License-Identifier: Zlib
#include "exporters/GlbParts.h"

#include "drawing/SliceDrawing.h"

#include <algorithm>

namespace samples {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostMoments = 16; ///< each has colours of its own

int sliceMaterial(GlbParts& parts) {
    const int index = parts.material("slice", Rgb::Ones(), 1.0);
    Json& material = parts.gltf.json()["materials"][static_cast<std::size_t>(index)];
    material["extensions"]["KHR_materials_unlit"] = Json::object();
    material["doubleSided"] = true;
    parts.gltf.useExtension("KHR_materials_unlit");
    return index;
}

/// Moments of the record, evenly over the run.
std::vector<const SliceMoment*> shownMoments(const RunRecord& record) {
    const std::size_t count = record.sliceMoments.size(), shown = std::min(count, kMostMoments);
    std::vector<const SliceMoment*> moments;
    for (std::size_t i = 0; i < shown; ++i)
        moments.push_back(&record.sliceMoments[shown > 1 ? i * (count - 1) / (shown - 1) : 0]);
    return moments;
}

/// The sheet of a slice at different times, one node each, of which one at a time has a size.
class MovingSlice {
  public:
    MovingSlice(GlbParts& parts, const RecordedSlice& slice)
        : m_parts(parts), m_scale(sliceScale(parts.record, 0)), m_points(slice.values.size()) {
        const ambient::TriangleMesh sheet = sliceSheet(slice); // its first half is the front
        const std::vector<ambient::Vector3> front(sheet.vertices.begin(),
                                                  sheet.vertices.begin() + std::ptrdiff_t(m_points));
        std::vector<std::array<std::uint32_t, 3>> triangles;
        for (std::size_t i = 0; i < sheet.faces.size() / 2; ++i)
            triangles.push_back(
                {std::uint32_t(sheet.faces[i][0]), std::uint32_t(sheet.faces[i][1]), std::uint32_t(sheet.faces[i][2])});
        m_positions = parts.gltf.addVertexData(singlePrecision(front), true);
        m_indices = parts.gltf.addTriangles(triangles);
    }

    /// \param from, to the time of its display [s]
    void add(const SliceMoment& moment, double from, double to, bool isFirst) {
        const RecordedSlice& slice = moment.slices.front();
        const DrawnBody drawn = drawnSlice(slice, nullptr, m_scale);
        std::vector<Eigen::Vector3f> colours;
        for (std::size_t i = 0; i < m_points; ++i)
            colours.push_back(linearOf(drawn.vertexColours[i]));
        ambient::GltfWriter& gltf = m_parts.gltf;
        const Json primitive = {{"attributes", {{"POSITION", m_positions}, {"COLOR_0", gltf.addVertexData(colours)}}},
                                {"indices", m_indices},
                                {"material", sliceMaterial(m_parts)}};
        const int mesh = gltf.add("meshes", {{"name", slice.quantity}, {"primitives", Json::array({primitive})}});
        const double size = isFirst ? 1.0 : 0.0; // in viewers without animations
        const int node = m_parts.addNode({{"name", slice.quantity},
                                          {"mesh", mesh},
                                          {"translation", jsonOf(sliceOrigin(slice))},
                                          {"scale", {size, size, size}}},
                                         "slice");
        std::vector<float> times;
        std::vector<Eigen::Vector3f> sizes;
        const auto key = [&](double time, float scale) {
            times.push_back(static_cast<float>(time));
            sizes.push_back(Eigen::Vector3f::Constant(scale));
        };
        if (!isFirst) key(m_parts.record.at(0).time, 0.0f);
        key(from, 1.0f);
        if (to < m_parts.record.last().time) key(to, 0.0f);
        m_parts.animate(node, "scale", gltf.addKeyTimes(times), gltf.addKeys(sizes), "STEP");
    }

  private:
    GlbParts& m_parts;
    double m_scale;
    std::size_t m_points;
    int m_positions = 0, m_indices = 0;
};

} // namespace

void addSlices(GlbParts& parts) {
    const std::vector<const SliceMoment*> moments = shownMoments(parts.record);
    if (moments.empty() || moments.front()->slices.empty()) return;
    MovingSlice sheet(parts, moments.front()->slices.front());
    double from = parts.record.at(0).time;
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const bool isLast = i + 1 == moments.size();
        const double to = isLast ? parts.record.last().time : 0.5 * (moments[i]->time + moments[i + 1]->time);
        if (to > from || isLast) sheet.add(*moments[i], from, to, i == 0);
        from = to;
    }
}

} // namespace samples
