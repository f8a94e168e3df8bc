// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "AmbientFluid/PotentialFlow/BoundaryOperator.h"

#include <vector>

namespace ambient {

/// Components of vectors of many faces: faces x columns, one matrix per axis.
struct CurrentColumns {
    Matrix axis[3]; ///< x, y, z [m^2 per unit of the double layer]
};

/// A closed surface as a sheet of currents.
///
/// The flow round a body is that of a double layer mu on its vertices, which is the flow of the currents gamma = n x
/// grad mu, constant on each face. The energy of the currents is the hypersingular operator W of the Galerkin solver:
/// W mu = B Y gives the double layer of the twist Y. All vectors are along the axes of the mesh, about `centre`.
struct CurrentSheet {
    /// \param mesh usable (requireUsableMesh); several pieces are one body
    /// \throws std::invalid_argument if W is not positive definite: the faces are too slender
    explicit CurrentSheet(const TriangleMesh& mesh);

    /// A_f gamma_f of each face for several double layers. \param layers vertices x columns
    CurrentColumns currents(const Matrix& layers) const;
    /// W^-1 times columns at the vertices.
    Matrix solve(const Matrix& loads) const;
    /// Subtracts from each column at the vertices the multiple of hatArea, piece by piece, that makes its sum zero.
    void removeNetFlux(Matrix& loads) const;

    TriangleMesh mesh;                          ///< about `centre`
    std::vector<Panel> panels;                  ///< of `mesh`
    Vector3 centre;                             ///< centroid of the volume, in the given mesh's frame [m]
    double radius = 0.0;                        ///< of the ball about `centre` that encloses the surface [m]
    Eigen::Matrix<double, 3, Eigen::Dynamic> x; ///< centroids of the faces [m]
    Eigen::VectorXd area;                       ///< of the faces [m^2]
    Matrix self;                                ///< W with the null space removed [m]
    SixColumns load;                            ///< B, without net flux [m^3, m^2]

  private:
    struct Piece {
        Eigen::VectorXd hatArea; ///< zero at the vertices of other pieces
    };
    std::vector<Piece> m_pieces;
    Eigen::LLT<Matrix> m_cholesky;
};

} // namespace ambient
