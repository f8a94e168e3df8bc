// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/CurrentSheet.h"

#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshComponents.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ambient {
namespace {

TriangleMesh about(const Vector3& centre, TriangleMesh mesh) {
    for (Vector3& v : mesh.vertices)
        v -= centre;
    return mesh;
}

} // namespace

CurrentSheet::CurrentSheet(const TriangleMesh& given)
    : mesh(about(volumeCentroid(given), given)), panels(makePanels(mesh)), centre(volumeCentroid(given)) {
    for (const Vector3& v : mesh.vertices)
        radius = std::max(radius, v.norm());
    x.resize(3, mesh.faceCount());
    area.resize(mesh.faceCount());
    for (int f = 0; f < mesh.faceCount(); ++f) {
        x.col(f) = panels[f].centroid;
        area[f] = panels[f].area;
    }
    GalerkinOperators operators = assembleGalerkin(mesh, {});
    const MeshComponents components = connectedComponents(mesh, MeshAdjacency(mesh));
    m_pieces.assign(components.count(), {Eigen::VectorXd::Zero(mesh.vertexCount())});
    for (int f = 0; f < mesh.faceCount(); ++f)
        for (const int v : mesh.faces[f])
            m_pieces[components.ofFace[f]].hatArea[v] = operators.hatArea[v];
    // As in solveGalerkin(): the constants on each piece are the null space of W, and orthogonal to all loads.
    self = std::move(operators.hypersingular);
    const double weight = self.diagonal().maxCoeff() / operators.hatArea.cwiseAbs2().mean();
    for (const Piece& piece : m_pieces)
        self += weight * piece.hatArea * piece.hatArea.transpose();
    m_cholesky.compute(self);
    if (m_cholesky.info() != Eigen::Success || !self.allFinite())
        throw std::invalid_argument("coupling: the self energy of the surface is not positive: the body is too thin, "
                                    "or its faces too slender");
    Matrix columns = operators.hatFlux;
    removeNetFlux(columns);
    load = columns;
}

CurrentColumns CurrentSheet::currents(const Matrix& layers) const {
    CurrentColumns result;
    for (Matrix& axis : result.axis)
        axis.setZero(mesh.faceCount(), layers.cols());
    for (int f = 0; f < mesh.faceCount(); ++f)
        for (int k = 0; k < 3; ++k) {
            const Vector3 curl = panels[f].area * panels[f].normal.cross(panels[f].hatGradient[k]);
            for (int d = 0; d < 3; ++d)
                result.axis[d].row(f) += curl[d] * layers.row(mesh.faces[f][k]);
        }
    return result;
}

Matrix CurrentSheet::solve(const Matrix& loads) const {
    return m_cholesky.solve(loads);
}

void CurrentSheet::removeNetFlux(Matrix& loads) const {
    for (const Piece& piece : m_pieces) {
        Eigen::RowVectorXd flux = Eigen::RowVectorXd::Zero(loads.cols());
        for (int v = 0; v < loads.rows(); ++v)
            if (piece.hatArea[v] != 0.0) flux += loads.row(v);
        loads -= piece.hatArea * (flux / piece.hatArea.sum());
    }
}

} // namespace ambient
