// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/SurfaceOfRevolution.h"

#include "AmbientFluid/Math/PortableFunctions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ambient {

namespace {

bool isPole(const Ring& ring) {
    return ring.radius == 0.0;
}

int vertexCountOf(const Ring& ring) {
    return isPole(ring) ? 1 : 8 * ring.perOctant;
}

int bandCount(const std::vector<Ring>& profile) {
    const int rings = static_cast<int>(profile.size());
    return isPole(profile.front()) ? rings - 1 : rings;
}

/// Cosine and sine of segment j of 8 p; all octants are exact mirror images of the first.
Eigen::Vector2d onUnitCircle(int j, int p) {
    const int octant = j / p, local = octant % 2 == 0 ? j % p : p - j % p;
    const double angle = 0.25 * kPi * local / p;
    const double near = portable::cos(angle), far = local == p ? near : portable::sin(angle);
    switch (octant) {
    case 0:
        return {near, far};
    case 1:
        return {far, near};
    case 2:
        return {-far, near};
    case 3:
        return {-near, far};
    case 4:
        return {-near, -far};
    case 5:
        return {-far, -near};
    case 6:
        return {far, -near};
    default:
        return {near, -far};
    }
}

/// Ratio of the circumradius of a regular polygon of n sides to the radius of the circle of equal area.
double equalAreaFactor(int n) {
    const double angle = 2.0 * kPi / n;
    return std::sqrt(angle / portable::sin(angle));
}

/// Vertex indices of one ring of a band.
struct RingVertices {
    int first;
    int perOctant;
    int at(int octant, int local) const {
        if (perOctant == 0) return first;
        const int j = octant % 2 == 0 ? octant * perOctant + local : (octant + 1) * perOctant - local;
        return first + j % (8 * perOctant);
    }
};

/// Fills the band between two rings with triangles.
/// In each octant the triangles advance on the ring that lags behind, or alternate in a draw. Odd octants are mirrored.
/// `inner` is the ring nearer the end of the profile, so that mirrored bands get mirrored triangles; `innerIsLower`
/// determines the winding.
class BandStitcher {
  public:
    BandStitcher(const RingVertices& inner, const RingVertices& outer, bool innerIsLower, TriangleMesh& mesh)
        : m_inner(inner), m_outer(outer), m_innerIsLower(innerIsLower), m_mesh(mesh) {}

    void run() {
        for (int octant = 0; octant < 8; ++octant)
            stitchOctant(octant);
    }

  private:
    void stitchOctant(int octant) {
        const std::int64_t p = m_inner.perOctant, q = m_outer.perOctant;
        int i = 0, j = 0;
        while (i < p || j < q) {
            const std::int64_t innerNext = (i + 1) * q, outerNext = (j + 1) * p;
            const bool advanceInner =
                i < p && (j == q || innerNext < outerNext || (innerNext == outerNext && i % 2 == 1));
            const int a = m_inner.at(octant, i), b = m_outer.at(octant, j);
            if (advanceInner) {
                add(octant, {a, b, m_inner.at(octant, ++i)});
            } else {
                add(octant, {a, b, m_outer.at(octant, ++j)});
            }
        }
    }

    void add(int octant, TriangleMesh::Face face) {
        if ((octant % 2 == 0) == m_innerIsLower) std::swap(face[1], face[2]);
        m_mesh.faces.push_back(face);
    }

    RingVertices m_inner, m_outer;
    bool m_innerIsLower;
    TriangleMesh& m_mesh;
};

} // namespace

Ring Ring::ofSpacing(double radius, double z, double spacing) {
    const double perOctant = 0.25 * kPi * radius / spacing;
    return {radius, z, std::max(1, static_cast<int>(std::lround(perOctant)))};
}

int revolvedFaceCount(const std::vector<Ring>& profile) {
    int count = 0;
    for (int i = 0; i < bandCount(profile); ++i) {
        for (const Ring& ring : {profile[i], profile[(i + 1) % profile.size()]})
            count += isPole(ring) ? 0 : 8 * ring.perOctant;
    }
    return count;
}

TriangleMesh revolve(const std::vector<Ring>& profile) {
    TriangleMesh mesh;
    std::vector<RingVertices> rings;
    for (const Ring& ring : profile) {
        rings.push_back({mesh.vertexCount(), isPole(ring) ? 0 : ring.perOctant});
        const double radius = isPole(ring) ? 0.0 : ring.radius * equalAreaFactor(vertexCountOf(ring));
        for (int j = 0; j < vertexCountOf(ring); ++j) {
            const Eigen::Vector2d p = isPole(ring) ? Eigen::Vector2d(0.0, 0.0) : onUnitCircle(j, ring.perOctant);
            mesh.vertices.emplace_back(radius * p.x(), radius * p.y(), ring.z);
        }
    }
    const int bands = bandCount(profile);
    for (int i = 0; i < bands; ++i) {
        const bool lowerHalf = 2 * i < bands;
        const RingVertices &here = rings[i], &next = rings[(i + 1) % rings.size()];
        const RingVertices& inner = lowerHalf ? here : next;
        const RingVertices& outer = lowerHalf ? next : here;
        BandStitcher(inner, outer, lowerHalf, mesh).run();
    }
    return mesh;
}

} // namespace ambient
