// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ShapeMasses.h"

#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshComponents.h"

#include <algorithm>

namespace ambient {

ShapeMasses::ShapeMasses(const ShapeSequence& s) {
    using Masses = ShapeSequence::Masses;
    if (s.masses == Masses::Solid) addSolid(s);
    if (s.masses == Masses::Shell) addShell(s);
    if (s.masses == Masses::PerVertex)
        for (std::size_t v = 0; v < s.vertexMasses.size(); ++v)
            add(s.vertexMasses[v], {{static_cast<int>(v), 1.0}});
    const int vertices = static_cast<int>(s.keys.front().size());
    for (std::size_t i = 0; i < s.extraMasses.size(); ++i)
        add(s.extraMasses[i].mass, {{vertices + static_cast<int>(i), 1.0}});
}

void ShapeMasses::add(double mass, std::vector<std::pair<int, double>> shares) {
    m_total += mass;
    m_masses.push_back(mass);
    m_shares.insert(m_shares.end(), shares.begin(), shares.end());
    m_first.push_back(static_cast<int>(m_shares.size()));
}

void ShapeMasses::addSolid(const ShapeSequence& s) {
    const TriangleMesh rest = s.mesh(s.restKey);
    const MeshComponents pieces = connectedComponents(rest, MeshAdjacency(rest));
    const double density = s.mass / enclosedVolume(rest);
    for (int piece = 0; piece < pieces.count(); ++piece) {
        TriangleMesh part{rest.vertices, {}};
        for (std::size_t f = 0; f < rest.faces.size(); ++f)
            if (pieces.ofFace[f] == piece) part.faces.push_back(rest.faces[f]);
        const Vector3 middle = volumeCentroid(part);
        // The centre of mass is the mean of the corners with the masses of their faces: it follows linearly.
        std::vector<double> ofVertex(rest.vertices.size(), 0.0), ofFace;
        double mass = 0.0;
        for (int f = 0; f < part.faceCount(); ++f) {
            const double m = density / 3.0 * part.areaVector(f).dot(part.corner(f, 0) - middle);
            ofFace.push_back(m);
            mass += m;
            for (int corner : part.faces[static_cast<std::size_t>(f)])
                ofVertex[static_cast<std::size_t>(corner)] += m / 3.0;
        }
        std::vector<std::pair<int, double>> center;
        for (std::size_t v = 0; v < ofVertex.size(); ++v)
            if (ofVertex[v] != 0.0) center.push_back({static_cast<int>(v), ofVertex[v] / mass});
        // With apex o and p = (a + b + c)/3, the sums over a tetrahedron are those of m/20 at each corner, and of m/20
        // times (o + 3 p)(o + 3 p)^T. The masses times p sum up to o: so all apices together are one mass at o.
        for (const auto& [vertex, share] : center)
            add(3.0 / 20.0 * ofVertex[static_cast<std::size_t>(vertex)], {{vertex, 1.0}});
        for (int f = 0; f < part.faceCount(); ++f) {
            const auto& [a, b, c] = part.faces[static_cast<std::size_t>(f)];
            add(9.0 / 20.0 * ofFace[static_cast<std::size_t>(f)], {{a, 1.0 / 3.0}, {b, 1.0 / 3.0}, {c, 1.0 / 3.0}});
        }
        add(8.0 / 20.0 * mass, center);
    }
}

void ShapeMasses::addShell(const ShapeSequence& s) {
    const TriangleMesh rest = s.mesh(s.restKey);
    const double perArea = s.mass / surfaceArea(rest);
    std::vector<double> ofVertex(rest.vertices.size(), 0.0);
    for (int f = 0; f < rest.faceCount(); ++f) {
        const double mass = perArea * rest.areaVector(f).norm();
        const auto& [a, b, c] = rest.faces[static_cast<std::size_t>(f)];
        for (int corner : {a, b, c})
            ofVertex[static_cast<std::size_t>(corner)] += mass / 12.0;
        add(0.75 * mass, {{a, 1.0 / 3.0}, {b, 1.0 / 3.0}, {c, 1.0 / 3.0}});
    }
    for (std::size_t v = 0; v < ofVertex.size(); ++v)
        if (ofVertex[v] > 0.0) add(ofVertex[v], {{static_cast<int>(v), 1.0}});
}

void ShapeMasses::places(const double* points, std::vector<Vector3>& out) const {
    out.resize(m_masses.size());
    for (std::size_t i = 0; i < m_masses.size(); ++i) {
        Vector3 place = Vector3::Zero();
        for (int k = m_first[i]; k < m_first[i + 1]; ++k) {
            const auto& [point, share] = m_shares[static_cast<std::size_t>(k)];
            place += share * Eigen::Map<const Vector3>(points + 3 * point);
        }
        out[i] = place;
    }
}

Vector3 ShapeMasses::center(const double* points) const {
    std::vector<Vector3> at;
    places(points, at);
    Vector3 sum = Vector3::Zero();
    for (std::size_t i = 0; i < at.size(); ++i)
        sum += m_masses[i] * (at[i] - at.front());
    return at.front() + sum / m_total;
}

SpatialInertia ShapeMasses::inertia(const std::vector<Vector3>& at) const {
    Matrix3 moments = Matrix3::Zero();
    for (std::size_t i = 0; i < at.size(); ++i)
        moments += m_masses[i] * at[i] * at[i].transpose();
    return SpatialInertia::ofBody(m_total, moments.trace() * Matrix3::Identity() - moments);
}

Vector3 ShapeMasses::angularMomentum(const std::vector<Vector3>& at, const std::vector<Vector3>& velocities) const {
    Vector3 sum = Vector3::Zero();
    for (std::size_t i = 0; i < at.size(); ++i)
        sum += m_masses[i] * at[i].cross(velocities[i]);
    return sum;
}

KnotRows pointsOfKeys(const ShapeSequence& s) {
    const std::size_t vertices = s.keys.front().size(), points = vertices + s.extraMasses.size();
    KnotRows rows(static_cast<Eigen::Index>(s.keys.size()), static_cast<Eigen::Index>(3 * points));
    for (std::size_t k = 0; k < s.keys.size(); ++k) {
        double* const row = rows.row(static_cast<Eigen::Index>(k)).data();
        const auto set = [row](std::size_t point, const Vector3& place) {
            std::copy(place.data(), place.data() + 3, row + 3 * point);
        };
        for (std::size_t v = 0; v < vertices; ++v)
            set(v, s.keys[k][v]);
        for (std::size_t i = 0; i < s.extraMasses.size(); ++i) {
            const std::vector<Vector3>& path = s.extraMasses[i].path;
            set(vertices + i, path[path.size() == 1 ? 0 : k]);
        }
    }
    return rows;
}

} // namespace ambient
