// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/DenseCholesky.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "AmbientFluid/PotentialFlow/LaplaceKernel.h"

#include <optional>
#include <vector>

namespace ambient {

/// Single layer of Stokes flow around a surface: tractions, constant on each face, that move the centroids with wanted
/// velocities. [Pozrikidis1992, ch. 4]
///
/// With the areas A of the faces, the symmetric part of A S is solved, S the mean velocities of unit tractions. Two
/// layers closer than a face is wide can make it indefinite. The blocks of each face with itself are then multiplied by
/// 1 + selfExcess(), the first of 0, .01, .02, .05, .1, .2, .5 and 1 that makes it positive: mostly .01, with an error
/// below .3 % of the resistance. A constant pressure on a closed piece moves no fluid; it is removed from the
/// tractions.
class StokesSystem {
  public:
    using Fields = Eigen::MatrixXd; ///< three rows per face, a column per field

    /// Factors the system. \param mesh of faces with an area, open or closed, of any number of pieces
    /// \param viscosity [Pa s] \throws std::runtime_error if the system is singular
    StokesSystem(const TriangleMesh& mesh, double viscosity);

    /// Tractions times areas of velocities at the faces [N].
    Fields forces(const Fields& velocities) const;
    /// Velocities of the six rigid motions at the centroids, about the origin of the mesh.
    Fields rigidMotions() const;
    /// The 6x6 resistance about the origin of the mesh, symmetric and positive.
    /// \param motions of rigidMotions() \param loads their forces()
    static Matrix6 resistanceOf(const Fields& motions, const Fields& loads);

    const std::vector<Panel>& panels() const { return m_panels; } ///< the faces
    double selfExcess() const { return m_selfExcess; }            ///< 0 unless two layers are close to each other

  private:
    void fill(double viscosity);
    void addPressures(const TriangleMesh& mesh, double viscosity);
    void factor();

    std::vector<Panel> m_panels;
    Eigen::MatrixXd m_matrix; // lower triangle; emptied by factor()
    Eigen::VectorXd m_area;   // of the face of each row
    std::optional<DenseCholesky> m_solver;
    double m_selfExcess = 0.0;
};

} // namespace ambient
