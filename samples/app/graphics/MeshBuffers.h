// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "drawing/ColourMap.h"
#include "graphics/GlObjects.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace samples {

/// A mesh on the graphics card. Vertex attributes: 0 position, 1 normal, 2 colour (linear).
class MeshBuffers {
  public:
    explicit MeshBuffers(const ambient::TriangleMesh& mesh);

    /// Nothing to draw: no face, or a non-finite vertex.
    bool isEmpty() const { return m_indexCount == 0; }
    /// A ball around the mesh, body frame [m].
    const ambient::Vector3& centre() const { return m_centre; }
    double radius() const { return m_radius; }

    /// Draws with one colour, or with one per vertex of the mesh. Colours are screen colours.
    void draw(const Rgb& colour, const std::vector<Rgb>& vertexColours);
    /// Draws in any colour, for depth alone.
    void drawPlain() const;

  private:
    void uploadColours(const std::vector<Rgb>& vertexColours);

    GlVertexArray m_array;
    GlBuffer m_vertices, m_colours, m_indices;
    std::vector<int> m_sources;
    GLsizei m_indexCount = 0;
    int m_vertexCount = 0;
    ambient::Vector3 m_centre = ambient::Vector3::Zero();
    double m_radius = 0.0;
};

/// The buffers of all live meshes, by their address.
class MeshCache {
  public:
    MeshBuffers& of(const std::shared_ptr<const ambient::TriangleMesh>& mesh);
    /// Frees the buffers of deleted meshes.
    void dropDead();

  private:
    struct Entry {
        std::weak_ptr<const ambient::TriangleMesh> mesh;
        std::unique_ptr<MeshBuffers> buffers;
    };
    std::unordered_map<const ambient::TriangleMesh*, Entry> m_entries;
};

} // namespace samples
