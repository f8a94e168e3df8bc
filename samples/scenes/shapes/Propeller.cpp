// SPDX-License-Identifier: Zlib
#include "scenes/shapes/Propeller.h"

#include "AmbientFluid/Mesh/MeshRepair.h"
#include "AmbientFluid/Mesh/SurfaceOfRevolution.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace samples {
namespace {

using ambient::kPi;
using ambient::Ring;
using ambient::TriangleMesh;
using ambient::Vector3;

double smoothStep(double x) {
    x = std::clamp(x, 0.0, 1.0);
    return x * x * (3.0 - 2.0 * x);
}

/// Builds the surface at one fineness p: 8 p segments around the hub and around each blade. A blade grows out of a
/// window in the hub's grid, 2 p columns wide and 2 p rows high, whose rim is its innermost section.
class PropellerBuilder {
  public:
    PropellerBuilder(const PropellerShape& shape, int p) : m_shape(shape), m_p(p) {
        layHub();
        growBlade(0);
        growBlade(4 * m_p);
    }

    PiecedMesh result() const { return {ambient::requireUsableMesh(m_mesh).mesh, m_pieces}; }

  private:
    void layHub() {
        const double radius = m_shape.hubRadius, half = 0.5 * m_shape.hubHeight;
        std::vector<Ring> dome; // from the edge of the cylinder to the pole
        for (int i = 1; i <= m_p + 1; ++i) {
            const double angle = 0.5 * kPi * i / (m_p + 2), r = radius * std::cos(angle);
            const int perOctant = std::max(1, static_cast<int>(std::lround(m_p * std::cos(angle))));
            if (r > 1.2 * m_shape.stickRadius) dome.push_back({r, half + 0.5 * radius * std::sin(angle), perOctant});
        }
        std::vector<Ring> rings = m_shape.stickRadius > 0.0 ? stick() : std::vector<Ring>{bottomPole()};
        for (auto ring = dome.rbegin(); ring != dome.rend(); ++ring)
            rings.push_back({ring->radius, -ring->z, ring->perOctant});
        m_windowStart = 0;
        for (const Ring& ring : rings)
            m_windowStart += ring.radius == 0.0 ? 1 : 8 * ring.perOctant;
        for (int row = 0; row <= 2 * m_p; ++row)
            rings.push_back({radius, half * (double(row) / m_p - 1.0), m_p});
        rings.insert(rings.end(), dome.begin(), dome.end());
        rings.push_back({0.0, half + 0.5 * radius, 1});
        m_mesh = ambient::revolve(rings);
        m_pieces.push_back(m_mesh.vertices);
        cutWindows();
    }

    Ring bottomPole() const { return {0.0, -0.5 * (m_shape.hubHeight + m_shape.hubRadius), 1}; }

    /// From the lower end of the stick up to the hub.
    std::vector<Ring> stick() const {
        const double r = m_shape.stickRadius, top = bottomPole().z, bottom = top - m_shape.stickLength;
        const int perOctant = (m_p + 1) / 2;
        const int rows = static_cast<int>(std::lround(perOctant * m_shape.stickLength / (4.0 * r)));
        std::vector<Ring> rings = {{0.0, bottom, 1}, {0.75 * r, bottom + 0.3 * r, perOctant}};
        for (int row = 0; row < rows; ++row)
            rings.push_back({r, bottom + r + (m_shape.stickLength - r) * row / rows, perOctant});
        return rings;
    }

    /// Vertex of the hub's grid; column 0 is in the middle of the first blade.
    int hubVertex(int column, int row) const { return m_windowStart + 8 * m_p * row + (column + 8 * m_p) % (8 * m_p); }

    void cutWindows() {
        const int columns = 8 * m_p, end = m_windowStart + columns * (2 * m_p + 1);
        const auto side = [&](int vertex) { // which blade's window has this vertex: 1, -1 or 0 (none)
            if (vertex < m_windowStart || vertex >= end) return 0;
            const int column = (vertex - m_windowStart) % columns;
            if (std::abs(column - 4 * m_p) <= m_p) return -1;
            return column <= m_p || column >= 7 * m_p ? 1 : 0;
        };
        const auto inWindow = [&](const TriangleMesh::Face& face) {
            return side(face[0]) != 0 && side(face[0]) == side(face[1]) && side(face[1]) == side(face[2]);
        };
        m_mesh.faces.erase(std::remove_if(m_mesh.faces.begin(), m_mesh.faces.end(), inWindow), m_mesh.faces.end());
    }

    /// The rim of the window about this column: counter-clockwise seen along the blade from its tip, from the middle of
    /// the leading side.
    std::vector<int> windowRim(int middle) const {
        std::vector<int> rim;
        for (int k = 0; k < 8 * m_p; ++k) {
            const int around = (k + m_p) % (8 * m_p), side = around / (2 * m_p), along = around % (2 * m_p) - m_p;
            const int column = side == 0 ? m_p : side == 1 ? -along : side == 2 ? -m_p : along;
            const int row = side == 0 ? along : side == 1 ? m_p : side == 2 ? -along : -m_p;
            rim.push_back(hubVertex(middle + column, m_p + row));
        }
        return rim;
    }

    void growBlade(int middle) {
        const double sign = middle == 0 ? 1.0 : -1.0; // the second blade is the first after half a turn
        const int stations = 6 * m_p;
        const std::vector<int> rim = windowRim(middle);
        std::vector<int> inner = rim;
        std::vector<Vector3> halves[2];
        for (int station = 1; station <= stations; ++station) {
            const double x = double(station) / stations;
            const double q = x * (1.35 - 0.35 * x); // shorter steps towards the tip
            std::vector<int> outer;
            for (int k = 0; k < 8 * m_p; ++k) {
                Vector3 root = m_mesh.vertices[static_cast<std::size_t>(rim[static_cast<std::size_t>(k)])];
                root.head<2>() *= sign;
                Vector3 point = bladePoint(root, q, 2.0 * kPi * k / (8 * m_p));
                point.head<2>() *= sign;
                outer.push_back(m_mesh.vertexCount());
                m_mesh.vertices.push_back(point);
                if (2 * station <= stations) halves[0].push_back(point);
                if (2 * station >= stations) halves[1].push_back(point);
            }
            joinLoops(inner, outer);
            inner = outer;
        }
        closeTip(inner);
        m_pieces.push_back(halves[0]);
        m_pieces.push_back(halves[1]);
    }

    /// A point of the blade along +x. \param root where its line starts on the hub \param q 0 at the hub, 1 at the tip
    /// \param angle around the section: 0 the leading edge, pi/2 the upper side
    Vector3 bladePoint(const Vector3& root, double q, double angle) const {
        const double span = 0.5 * m_shape.diameter - m_shape.hubRadius;
        const double neck = 0.8 * std::hypot(m_shape.hubHeight, 1.4 * m_shape.hubRadius);
        const double towardsTip = std::max(0.0, (q - 0.55) / 0.45);
        const double widening = neck + (m_shape.chord - neck) * smoothStep(q / 0.55);
        const double chord = widening * std::sqrt(1.0 - 0.94 * towardsTip * towardsTip);
        const double c = std::cos(angle), s = std::sin(angle);
        const double along = 0.5 * chord * c;
        const double above = chord * (m_shape.thickness / 2.2 * s * (1.0 + 0.5 * c) + 0.03 * s * s);
        const double pitch = m_shape.rootPitch + (m_shape.tipPitch - m_shape.rootPitch) * q;
        const Vector3 section(m_shape.hubRadius + q * span, along * std::cos(pitch) - above * std::sin(pitch),
                              along * std::sin(pitch) + above * std::cos(pitch));
        const Vector3 rim = root + Vector3(q * span, 0.0, 0.0);
        return rim + smoothStep(q / 0.3) * (section - rim);
    }

    void addQuad(int a, int b, int c, int d) {
        const auto& v = m_mesh.vertices;
        const auto distance = [&](int i, int j) {
            return (v[static_cast<std::size_t>(i)] - v[static_cast<std::size_t>(j)]).squaredNorm();
        };
        if (distance(a, c) <= distance(b, d))
            m_mesh.faces.insert(m_mesh.faces.end(), {{a, b, c}, {a, c, d}});
        else
            m_mesh.faces.insert(m_mesh.faces.end(), {{a, b, d}, {b, c, d}});
    }

    void joinLoops(const std::vector<int>& inner, const std::vector<int>& outer) {
        for (std::size_t k = 0; k < inner.size(); ++k) {
            const std::size_t next = (k + 1) % inner.size();
            addQuad(inner[k], inner[next], outer[next], outer[k]);
        }
    }

    void closeTip(const std::vector<int>& loop) {
        const std::size_t n = loop.size(), half = n / 2;
        m_mesh.faces.push_back({loop[0], loop[1], loop[n - 1]});
        for (std::size_t k = 1; k + 1 < half; ++k)
            addQuad(loop[k], loop[k + 1], loop[n - k - 1], loop[n - k]);
        m_mesh.faces.push_back({loop[half - 1], loop[half], loop[half + 1]});
    }

    PropellerShape m_shape;
    int m_p;
    int m_windowStart = 0; ///< first vertex of the hub's rows with the windows
    TriangleMesh m_mesh;
    std::vector<std::vector<Vector3>> m_pieces;
};

} // namespace

PropellerShape thickPropeller(double diameter, double pitch) {
    return {diameter, 0.27 * diameter, 0.22, pitch, 0.6 * pitch, 0.085 * diameter, 0.13 * diameter};
}

PropellerShape toyPropeller(double diameter) {
    PropellerShape toy = {diameter, 0.18 * diameter, 0.07, 0.5, 0.25, 0.035 * diameter, 0.06 * diameter};
    toy.stickRadius = 0.012 * diameter;
    // Long enough to make the stick the axis of least inertia: with a shorter stick its axis is the middle one, about
    // which no body spins steadily.
    toy.stickLength = 0.9 * diameter;
    return toy;
}

PiecedMesh makePropeller(const PropellerShape& shape, int faces) {
    PiecedMesh best = PropellerBuilder(shape, 1).result();
    for (int p = 2; p <= 8; ++p) {
        PiecedMesh finer = PropellerBuilder(shape, p).result();
        if (std::abs(finer.mesh.faceCount() - faces) > std::abs(best.mesh.faceCount() - faces)) break;
        best = std::move(finer);
    }
    alignWithPrincipalAxes(best);
    return best;
}

} // namespace samples
