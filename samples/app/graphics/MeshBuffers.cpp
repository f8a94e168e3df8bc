// SPDX-License-Identifier: Zlib
#include "graphics/MeshBuffers.h"
#include "drawing/SplitNormals.h"

#include <algorithm>

namespace samples {

using ambient::TriangleMesh;
using ambient::Vector3;

MeshBuffers::MeshBuffers(const TriangleMesh& mesh) {
    const bool finite =
        std::all_of(mesh.vertices.begin(), mesh.vertices.end(), [](const Vector3& v) { return v.allFinite(); });
    if (mesh.faces.empty() || !finite) return;
    Vector3 low = mesh.vertices.front(), high = low;
    for (const Vector3& v : mesh.vertices) {
        low = low.cwiseMin(v);
        high = high.cwiseMax(v);
    }
    m_centre = 0.5 * (low + high);
    for (const Vector3& v : mesh.vertices)
        m_radius = std::max(m_radius, (v - m_centre).norm());

    const RenderMesh split = renderMeshOf(mesh);
    std::vector<Eigen::Vector3f> data; // position, normal, position, ...
    for (std::size_t i = 0; i < split.positions.size(); ++i) {
        data.push_back(split.positions[i].cast<float>());
        data.push_back(split.normals[i].cast<float>());
    }
    m_sources = split.sourceVertex;
    m_vertexCount = mesh.vertexCount();
    m_indexCount = static_cast<GLsizei>(3 * split.triangles.size());
    glBindVertexArray(m_array.id());
    glBindBuffer(GL_ARRAY_BUFFER, m_vertices.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(data.size() * sizeof(data[0])), data.data(), GL_STATIC_DRAW);
    setFloatAttribute(0, 3, 6, 0);
    setFloatAttribute(1, 3, 6, 3);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m_indices.id());
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(split.triangles.size() * sizeof(split.triangles[0])),
                 split.triangles.data(), GL_STATIC_DRAW);
}

void MeshBuffers::uploadColours(const std::vector<Rgb>& vertexColours) {
    std::vector<Rgb> linear(vertexColours.size()), data;
    std::transform(vertexColours.begin(), vertexColours.end(), linear.begin(), linearOf);
    data.reserve(m_sources.size());
    for (const int source : m_sources)
        data.push_back(linear[static_cast<std::size_t>(source)]);
    glBindBuffer(GL_ARRAY_BUFFER, m_colours.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(data.size() * sizeof(Rgb)), data.data(), GL_STREAM_DRAW);
    setFloatAttribute(2, 3, 3, 0);
}

void MeshBuffers::draw(const Rgb& colour, const std::vector<Rgb>& vertexColours) {
    glBindVertexArray(m_array.id());
    if (static_cast<int>(vertexColours.size()) == m_vertexCount) {
        uploadColours(vertexColours);
    } else {
        const Rgb linear = linearOf(colour);
        glDisableVertexAttribArray(2);
        glVertexAttrib3fv(2, linear.data());
    }
    glDrawElements(GL_TRIANGLES, m_indexCount, GL_UNSIGNED_INT, nullptr);
}

void MeshBuffers::drawPlain() const {
    glBindVertexArray(m_array.id());
    glDrawElements(GL_TRIANGLES, m_indexCount, GL_UNSIGNED_INT, nullptr);
}

MeshBuffers& MeshCache::of(const std::shared_ptr<const TriangleMesh>& mesh) {
    Entry& entry = m_entries[mesh.get()];
    if (entry.mesh.expired()) entry = {mesh, std::make_unique<MeshBuffers>(*mesh)};
    return *entry.buffers;
}

void MeshCache::dropDead() {
    for (auto entry = m_entries.begin(); entry != m_entries.end();)
        entry = entry->second.mesh.expired() ? m_entries.erase(entry) : std::next(entry);
}

} // namespace samples
