// SPDX-License-Identifier: Zlib
#include "exporters/GlbParts.h"

#include "drawing/SliceDrawing.h"
#include "exporters/ShownMoments.h"

namespace samples {
namespace {

using Json = nlohmann::ordered_json;

int sliceMaterial(GlbParts& parts) {
    const int index = parts.material("slice", Rgb::Ones(), 1.0);
    Json& material = parts.gltf.json()["materials"][static_cast<std::size_t>(index)];
    material["extensions"]["KHR_materials_unlit"] = Json::object();
    material["doubleSided"] = true;
    parts.gltf.useExtension("KHR_materials_unlit");
    return index;
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

    void add(const ShownMoment& shown) {
        const RecordedSlice& slice = shown.moment->slices.front();
        const DrawnBody drawn = drawnSlice(slice, nullptr, m_scale);
        std::vector<Eigen::Vector3f> colours;
        for (std::size_t i = 0; i < m_points; ++i)
            colours.push_back(linearOf(drawn.vertexColours[i]));
        ambient::GltfWriter& gltf = m_parts.gltf;
        const Json primitive = {{"attributes", {{"POSITION", m_positions}, {"COLOR_0", gltf.addVertexData(colours)}}},
                                {"indices", m_indices},
                                {"material", sliceMaterial(m_parts)}};
        const int mesh = gltf.add("meshes", {{"name", slice.quantity}, {"primitives", Json::array({primitive})}});
        addShown(m_parts, {{"name", slice.quantity}, {"mesh", mesh}, {"translation", jsonOf(sliceOrigin(slice))}},
                 "slice", shown);
    }

  private:
    GlbParts& m_parts;
    double m_scale;
    std::size_t m_points;
    int m_positions = 0, m_indices = 0;
};

} // namespace

void addSlices(GlbParts& parts) {
    const std::vector<ShownMoment> moments = shownMoments(parts.record);
    if (moments.empty() || moments.front().moment->slices.empty()) return;
    MovingSlice sheet(parts, moments.front().moment->slices.front());
    for (const ShownMoment& shown : moments)
        sheet.add(shown);
}

} // namespace samples
