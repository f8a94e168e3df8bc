// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/StokesFlow/ViscousTensor.h"

#include <Eigen/Core>

#include <vector>

namespace ambient {

class StokesSystem;

/// Creeping flow around the shapes of a body that changes its shape, solved on one coarse mesh that is carried along
/// with the surface: tables of the results over the shapes are smooth.
///
/// Coarse resistances R have the factor C on both sides, C R C^T, that makes them exact at rest: a shape that stays
/// that of the rest has the tensor of the rigid body.
///
/// The velocity of a changing shape is split into the rigid motion that fits the faces best, and a rest. Faces and
/// vertices of the shapes are those of the rest.
class ShapeResistance {
  public:
    /// \param rest mesh at rest \param ofRest its tensor, not empty \param faces of the coarse mesh, about
    /// \throws std::runtime_error if the flow around the coarse mesh is singular
    ShapeResistance(const TriangleMesh& rest, const ViscousTensor& ofRest, int faces);

    /// Error of the coarse mesh at rest, relative, which C takes away there: large for slender and thin bodies.
    double restError() const { return m_restError; }

    /// Creeping flow around a shape.
    struct Flow {
        ViscousTensor tensor;        ///< without the change of shape
        std::vector<Twist> motions;  ///< ViscousTensor::shapeMotion of each velocity
        Eigen::MatrixXd dissipation; ///< ViscousTensor::shapePower: a quadratic form of the factors of the velocities
    };
    /// \param velocities of the vertices, one or several fields [m/s]
    /// \throws std::runtime_error if the flow is singular
    Flow solve(const TriangleMesh& shape, const std::vector<std::vector<Vector3>>& velocities) const;

  private:
    /// A vertex of the coarse mesh on a face of the shape.
    struct Carried {
        int face;
        Vector3 shares; ///< of the corners
        double height;  ///< above the face, over the root of its area
    };
    TriangleMesh coarseMesh(const TriangleMesh& shape) const;
    /// Velocities of the coarse faces, less the rigid motion that fits best.
    Eigen::VectorXd coarseRest(const TriangleMesh& shape, const std::vector<Vector3>& velocity) const;

    TriangleMesh m_coarse;           ///< at rest
    std::vector<Carried> m_vertices; ///< of m_coarse
    std::vector<int> m_pieceOfFace;  ///< of m_coarse
    int m_pieces = 0;
    Matrix6 m_toExact; ///< C, about the mesh origin
    double m_restError = 0.0;
};

} // namespace ambient
