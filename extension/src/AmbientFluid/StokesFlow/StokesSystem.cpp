// SPDX-License-Identifier: Zlib
#include "AmbientFluid/StokesFlow/StokesSystem.h"

#include "AmbientFluid/Mesh/DisjointSets.h"
#include "AmbientFluid/StokesFlow/StokesletPanel.h"

#include <cmath>
#include <map>
#include <stdexcept>

namespace ambient {
namespace {

/// The piece that each face belongs to, by its first face; -1 for pieces with an edge that is not between two faces of
/// the same sense: open ones.
std::vector<int> closedPieces(const TriangleMesh& mesh) {
    DisjointSets sets(mesh.vertexCount());
    std::map<std::pair<int, int>, int> balance;
    for (const auto& face : mesh.faces)
        for (int k = 0; k < 3; ++k) {
            const int a = face[k], b = face[(k + 1) % 3];
            sets.join(a, b);
            balance[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
        }
    std::vector<bool> isOpen(mesh.vertices.size(), false);
    for (const auto& [edge, sum] : balance)
        if (sum != 0) isOpen[sets.root(edge.first)] = true;
    std::vector<int> pieces;
    for (const auto& face : mesh.faces) {
        const int root = sets.root(face[0]);
        pieces.push_back(isOpen[root] ? -1 : root);
    }
    return pieces;
}

/// A block of StokesletPoints.
Matrix3 blockOf(const std::array<std::vector<double>, 6>& rows, int i) {
    const auto at = [&](int e) { return rows[static_cast<std::size_t>(e)][static_cast<std::size_t>(i)]; };
    Matrix3 block;
    block << at(0), at(5), at(4), at(5), at(1), at(3), at(4), at(3), at(2);
    return block;
}

} // namespace

StokesSystem::StokesSystem(const TriangleMesh& mesh, double viscosity) {
    m_panels.reserve(mesh.faces.size());
    m_area.resize(3 * mesh.faceCount());
    for (int f = 0; f < mesh.faceCount(); ++f) {
        m_panels.emplace_back(mesh.corner(f, 0), mesh.corner(f, 1), mesh.corner(f, 2));
        m_area.segment<3>(3 * f).setConstant(m_panels.back().area);
    }
    fill(viscosity);
    addPressures(mesh, viscosity);
    factor();
}

void StokesSystem::fill(double viscosity) {
    const int count = static_cast<int>(m_panels.size());
    m_matrix.resize(3 * count, 3 * count);
    const StokesletPoints points(m_panels);
    const double scale = 0.5 / (8.0 * kPi * viscosity);
    // Half the sum of both orders of a pair, in the lower triangle: one pass for each order, since a thread then writes
    // to blocks of its own.
    for (const bool isFirst : {true, false}) {
#pragma omp parallel
        {
            std::array<std::vector<double>, 6> rows;
#pragma omp for schedule(dynamic, 8)
            for (int j = 0; j < count; ++j) {
                const Panel& panel = m_panels[static_cast<std::size_t>(j)];
                const int first = isFirst ? j : 0, end = isFirst ? count : j;
                if (first == end) continue;
                points.integrate(panel, first, end, rows);
                for (int i = first; i < end; ++i) {
                    const Matrix3 pair = scale * m_area[3 * i] * blockOf(rows, i);
                    if (i == j)
                        m_matrix.block<3, 3>(3 * j, 3 * j) = 2.0 * pair;
                    else if (isFirst)
                        m_matrix.block<3, 3>(3 * i, 3 * j) = pair;
                    else
                        m_matrix.block<3, 3>(3 * j, 3 * i) += pair;
                }
            }
        }
    }
}

/// A constant pressure on a closed piece moves no fluid: without this its amount would be rounding. Rigid motions
/// have no net flux, so that it does not enter them.
void StokesSystem::addPressures(const TriangleMesh& mesh, double viscosity) {
    const std::vector<int> pieces = closedPieces(mesh);
    std::map<int, Eigen::VectorXd> normals;
    for (std::size_t f = 0; f < pieces.size(); ++f) {
        if (pieces[f] < 0) continue;
        Eigen::VectorXd& normal = normals[pieces[f]];
        if (normal.size() == 0) normal.setZero(m_area.size());
        normal.segment<3>(3 * static_cast<Eigen::Index>(f)) = m_panels[f].area * m_panels[f].normal;
    }
    const double meanArea = m_area.mean();
    for (const auto& [piece, normal] : normals) {
        const double size = std::sqrt(normal.squaredNorm() / meanArea);
        m_matrix.selfadjointView<Eigen::Lower>().rankUpdate(normal, 1.0 / (viscosity * size));
    }
}

void StokesSystem::factor() {
    double present = 1.0;
    for (const double excess : {0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0}) {
        if (excess > 0.0) {
            for (Eigen::Index k = 0; k < m_matrix.rows(); k += 3)
                m_matrix.block<3, 3>(k, k) *= (1.0 + excess) / present;
            present = 1.0 + excess;
        }
        m_selfExcess = excess;
        m_solver.emplace(m_matrix);
        if (!m_solver->isPositive()) continue;
        m_matrix.resize(0, 0);
        return;
    }
    throw std::runtime_error("stokes: the system is singular; are there faces on top of each other?");
}

StokesSystem::Fields StokesSystem::forces(const Fields& velocities) const {
    const Fields weighted = m_area.asDiagonal() * velocities;
    return m_area.asDiagonal() * m_solver->solve(weighted);
}

StokesSystem::Fields StokesSystem::rigidMotions() const {
    Fields motions(m_area.size(), 6);
    for (std::size_t f = 0; f < m_panels.size(); ++f) {
        const Eigen::Index row = 3 * static_cast<Eigen::Index>(f);
        motions.block<3, 3>(row, 0) = -skew(m_panels[f].centroid);
        motions.block<3, 3>(row, 3).setIdentity();
    }
    return motions;
}

Matrix6 StokesSystem::resistanceOf(const Fields& motions, const Fields& loads) {
    const Matrix6 resistance = motions.transpose() * loads;
    return 0.5 * (resistance + resistance.transpose());
}

} // namespace ambient
