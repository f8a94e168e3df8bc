// SPDX-License-Identifier: Zlib
#include "AmbientFluid/StokesFlow/ShapeResistance.h"

#include "AmbientFluid/Math/MatrixMap.h"
#include "AmbientFluid/Mesh/MeshComponents.h"
#include "AmbientFluid/PotentialFlow/LaplaceKernel.h"
#include "AmbientFluid/StokesFlow/MeshSymmetry.h"
#include "AmbientFluid/StokesFlow/SolvedSurface.h"
#include "AmbientFluid/StokesFlow/StokesSystem.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

using Fields = StokesSystem::Fields;

/// The rigid motion that best fits velocities of vertices over the faces, about the origin.
Twist fitOf(const TriangleMesh& mesh, const std::vector<Vector3>& velocity) {
    double area = 0.0;
    Vector3 place = Vector3::Zero(), mean = Vector3::Zero();
    const auto ofFace = [&](int f) -> Vector3 {
        const TriangleMesh::Face& face = mesh.faces[static_cast<std::size_t>(f)];
        Vector3 sum = Vector3::Zero();
        for (int corner : face)
            sum += velocity[static_cast<std::size_t>(corner)];
        return sum / 3.0;
    };
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const double part = mesh.areaVector(f).norm();
        area += part;
        place += part * mesh.faceCentroid(f);
        mean += part * ofFace(f);
    }
    place /= area;
    mean /= area;
    Matrix3 moments = Matrix3::Zero();
    Vector3 turn = Vector3::Zero();
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const double part = mesh.areaVector(f).norm();
        const Vector3 arm = mesh.faceCentroid(f) - place;
        moments += part * (arm.squaredNorm() * Matrix3::Identity() - arm * arm.transpose());
        turn += part * arm.cross(ofFace(f) - mean);
    }
    const Vector3 spin = moments.inverse() * turn;
    return {spin, mean - spin.cross(place)};
}

/// The point of a triangle that is nearest to p, by the shares of its corners. [Ericson2005, 5.1.5]
Vector3 nearestShares(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& p) {
    const Vector3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
    const double d1 = ab.dot(ap), d2 = ac.dot(ap), d3 = ab.dot(bp), d4 = ac.dot(bp), d5 = ab.dot(cp), d6 = ac.dot(cp);
    if (d1 <= 0.0 && d2 <= 0.0) return {1.0, 0.0, 0.0};
    if (d3 >= 0.0 && d4 <= d3) return {0.0, 1.0, 0.0};
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return {1.0 - d1 / (d1 - d3), d1 / (d1 - d3), 0.0};
    if (d6 >= 0.0 && d5 <= d6) return {0.0, 0.0, 1.0};
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return {1.0 - d2 / (d2 - d6), 0.0, d2 / (d2 - d6)};
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 >= d3 && d5 >= d6) {
        const double w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return {0.0, 1.0 - w, w};
    }
    const double sum = va + vb + vc;
    return {va / sum, vb / sum, vc / sum};
}

/// Of each vertex, the sum of the area vectors around it.
std::vector<Vector3> vertexNormals(const TriangleMesh& mesh) {
    std::vector<Vector3> normals(mesh.vertices.size(), Vector3::Zero());
    for (int f = 0; f < mesh.faceCount(); ++f)
        for (int corner : mesh.faces[static_cast<std::size_t>(f)])
            normals[static_cast<std::size_t>(corner)] += mesh.areaVector(f);
    return normals;
}

/// At the centroids of all panels, velocities of sources of flux 1, even in the piece that some panels enclose:
/// 1/(4 pi V) Int n/r dA. They are a potential flow without force or torque, whose flux the single layer lacks.
Eigen::VectorXd sourceFlow(const std::vector<Panel>& panels, const std::vector<int>& pieces, int piece) {
    Eigen::VectorXd flow = Eigen::VectorXd::Zero(3 * static_cast<Eigen::Index>(panels.size()));
    PanelPoints points;
    for (const Panel& panel : panels)
        points.add(panel.centroid);
    for (std::size_t j = 0; j < panels.size(); ++j) {
        if (pieces[j] != piece) continue;
        points.integrate(panels[j]);
        for (int i = 0; i < points.size(); ++i)
            flow.segment<3>(3 * i) += points.at(i).singleLayer * panels[j].normal;
    }
    double flux = 0.0;
    for (std::size_t j = 0; j < panels.size(); ++j)
        if (pieces[j] == piece)
            flux += panels[j].area * panels[j].normal.dot(flow.segment<3>(3 * static_cast<Eigen::Index>(j)));
    return flow / flux;
}

/// Removes the net flux of fields through each closed piece. \returns fluxes, a row per piece [m^3/s]
Eigen::MatrixXd removeFluxes(const std::vector<Panel>& panels, const std::vector<int>& pieces, int count,
                             Fields& fields) {
    Eigen::MatrixXd fluxes = Eigen::MatrixXd::Zero(count, fields.cols());
    double area = 0.0;
    for (std::size_t j = 0; j < panels.size(); ++j) {
        const Eigen::Index row = 3 * static_cast<Eigen::Index>(j);
        fluxes.row(pieces[j]) += panels[j].area * (panels[j].normal.transpose() * fields.middleRows<3>(row));
        area += panels[j].area;
    }
    const double fastest = fields.cwiseAbs().maxCoeff();
    for (int piece = 0; piece < count; ++piece)
        if (fluxes.row(piece).cwiseAbs().maxCoeff() > 1e-12 * area * fastest)
            fields -= sourceFlow(panels, pieces, piece) * fluxes.row(piece);
    return fluxes;
}

/// Volume that the panels of a piece enclose [m^3].
double volumeOf(const std::vector<Panel>& panels, const std::vector<int>& pieces, int piece) {
    double volume = 0.0;
    for (std::size_t j = 0; j < panels.size(); ++j)
        if (pieces[j] == piece) volume += panels[j].area * panels[j].normal.dot(panels[j].centroid) / 3.0;
    return volume;
}

/// A motion with the mirror symmetries of a shape and its velocity.
Twist symmetrised(const Twist& motion, const TriangleMesh& shape, const std::vector<Vector3>& velocity) {
    const Vector3 at = areaCentroid(shape);
    const std::vector<Vector3> planes = mirrorPlanes(shape, at);
    if (planes.empty()) return motion;
    double fastest = 0.0;
    for (const Vector3& v : velocity)
        fastest = std::max(fastest, v.norm());
    if (!(fastest > 0.0)) return motion;
    const double size = farthestDistance(shape, at);
    TriangleMesh later = shape;
    for (std::size_t v = 0; v < velocity.size(); ++v)
        later.vertices[v] += 0.1 * size / fastest * velocity[v];
    const std::vector<Vector3> kept = planesOfSymmetry(later, planes, areaCentroid(later));
    Vector6 about = motion.vector();
    about.tail<3>() += motion.angular.cross(at);
    about.head<3>() *= size;
    about = meanOfImages(about, kept, [](const Matrix6& image, const Vector6& v) -> Vector6 { return image * v; });
    const Vector3 spin = about.head<3>() / size;
    return {spin, about.tail<3>() - spin.cross(at)};
}

} // namespace

ShapeResistance::ShapeResistance(const TriangleMesh& rest, const ViscousTensor& ofRest, int faces)
    : m_coarse(solvableMesh(rest, faces)) {
    constexpr double kSameDistance = 1e-12;
    const std::vector<Vector3> normals = vertexNormals(m_coarse);
    for (std::size_t v = 0; v < m_coarse.vertices.size(); ++v) {
        const Vector3& p = m_coarse.vertices[v];
        double best = -1.0;
        Carried carried{0, Vector3::Zero(), 0.0};
        for (int f = 0; f < rest.faceCount(); ++f) {
            const Vector3 a = rest.corner(f, 0), b = rest.corner(f, 1), c = rest.corner(f, 2);
            const Vector3 shares = nearestShares(a, b, c, p), areaVector = rest.areaVector(f);
            const Vector3 away = p - (shares[0] * a + shares[1] * b + shares[2] * c);
            // Sides that face each other, as those of a thin sheet, are far apart.
            const double turned = areaVector.dot(normals[v]) < 0.0 ? ofRest.area : 0.0;
            const double distance = away.squaredNorm() + turned;
            // Of a point beside an edge, both faces are as near: the first one, whatever the rounding.
            if (best >= 0.0 && !(distance < best - kSameDistance * ofRest.area)) continue;
            best = distance;
            const double area = areaVector.norm();
            carried = {f, shares, away.dot(areaVector) / (area * std::sqrt(area))};
        }
        m_vertices.push_back(carried);
    }
    const MeshComponents pieces = connectedComponents(m_coarse, MeshAdjacency(m_coarse));
    m_pieceOfFace = pieces.ofFace;
    m_pieces = pieces.count();
    m_toExact.setIdentity();
    const ViscousTensor coarse = solve(rest, {}).tensor;
    const Matrix6 found = resistanceAbout(coarse.resistance, -coarse.center);
    const Matrix6 exact = resistanceAbout(ofRest.resistance, -ofRest.center);
    const double length = std::sqrt(ofRest.area); // a root of torques and forces together would be that of the forces
    const Matrix6 a = inUnits(found, 1.0 / length), b = inUnits(exact, 1.0 / length);
    m_restError = (a - b).norm() / b.norm();
    m_toExact = mapBetween(a, b);
    m_toExact.topRightCorner<3, 3>() *= length;
    m_toExact.bottomLeftCorner<3, 3>() /= length;
}

TriangleMesh ShapeResistance::coarseMesh(const TriangleMesh& shape) const {
    TriangleMesh mesh = m_coarse;
    for (std::size_t v = 0; v < m_vertices.size(); ++v) {
        const Carried& on = m_vertices[v];
        const Vector3 areaVector = shape.areaVector(on.face);
        mesh.vertices[v] = on.height * areaVector / std::sqrt(areaVector.norm());
        for (int k = 0; k < 3; ++k)
            mesh.vertices[v] += on.shares[k] * shape.corner(on.face, k);
    }
    return mesh;
}

Eigen::VectorXd ShapeResistance::coarseRest(const TriangleMesh& shape, const std::vector<Vector3>& velocity) const {
    const Twist fit = fitOf(shape, velocity);
    const auto atVertex = [&](int v) -> Vector3 {
        const Carried& on = m_vertices[static_cast<std::size_t>(v)];
        Vector3 sum = Vector3::Zero();
        for (int k = 0; k < 3; ++k) {
            const int corner = shape.faces[static_cast<std::size_t>(on.face)][static_cast<std::size_t>(k)];
            const std::size_t c = static_cast<std::size_t>(corner);
            sum += on.shares[k] * (velocity[c] - fit.linear - fit.angular.cross(shape.vertices[c]));
        }
        return sum;
    };
    Eigen::VectorXd rest(3 * m_coarse.faceCount());
    for (int f = 0; f < m_coarse.faceCount(); ++f) {
        const TriangleMesh::Face& face = m_coarse.faces[static_cast<std::size_t>(f)];
        rest.segment<3>(3 * f) = (atVertex(face[0]) + atVertex(face[1]) + atVertex(face[2])) / 3.0;
    }
    return rest;
}

ShapeResistance::Flow ShapeResistance::solve(const TriangleMesh& shape,
                                             const std::vector<std::vector<Vector3>>& velocities) const {
    const StokesSystem system(coarseMesh(shape), 1.0);
    const Fields motions = system.rigidMotions(), loads = system.forces(motions);
    const Matrix6 found = StokesSystem::resistanceOf(motions, loads);
    const Matrix6 exact = m_toExact * found * m_toExact.transpose();
    Flow flow;
    flow.tensor = makeViscousTensor(ambient::symmetrised(0.5 * (exact + exact.transpose()), shape), shape);
    const Eigen::Index count = static_cast<Eigen::Index>(velocities.size());
    flow.dissipation = Eigen::MatrixXd::Zero(count, count);
    if (count == 0) return flow;
    Fields rest(motions.rows(), count);
    for (Eigen::Index k = 0; k < count; ++k)
        rest.col(k) = coarseRest(shape, velocities[static_cast<std::size_t>(k)]);
    const Eigen::MatrixXd fluxes = removeFluxes(system.panels(), m_pieceOfFace, m_pieces, rest);
    const Eigen::MatrixXd drag = loads.transpose() * rest, twists = found.llt().solve(drag);
    for (Eigen::Index k = 0; k < count; ++k)
        flow.motions.push_back(
            symmetrised(Twist(Vector6(twists.col(k))), shape, velocities[static_cast<std::size_t>(k)]));
    const Eigen::MatrixXd power = rest.transpose() * system.forces(rest) - drag.transpose() * twists;
    flow.dissipation = 0.5 * (power + power.transpose());
    for (int piece = 0; piece < m_pieces; ++piece) // of a sphere that grows: 16 pi a a'^2
        flow.dissipation += 4.0 / (3.0 * volumeOf(system.panels(), m_pieceOfFace, piece)) *
                            fluxes.row(piece).transpose() * fluxes.row(piece);
    return flow;
}

} // namespace ambient
