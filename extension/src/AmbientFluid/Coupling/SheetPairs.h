// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/CurrentSheet.h"
#include "AmbientFluid/Coupling/MirrorPlanes.h"
#include "AmbientFluid/Math/SE3.h"

#include <vector>

namespace ambient {

/// Currents of the faces of a sheet in world axes, 3 x faces [m^2 per unit of the double layer].
using FaceCurrents = Eigen::Matrix<double, 3, Eigen::Dynamic>;

/// A sheet, or an image of it behind walls, at its place in the world.
struct PlacedSheet {
    /// \param worldFromSheet of the axes and the centre of `sheet`
    /// \param squaredEpsilon per area of a face, CouplingShape.h
    PlacedSheet(const CurrentSheet& sheet, const Pose& worldFromSheet, const Reflection& image, double squaredEpsilon);

    /// Points of a quadrature rule on all faces and their weights, which sum to 1 on each face.
    struct Points {
        int perFace = 0;               ///< points of each face
        std::vector<Vector3> position; ///< world [m]
        std::vector<double> weight;    ///< for the points of one face
    };

    std::vector<Panel> panels;           ///< world [m]
    Points coarse, medium, fine;         ///< degrees 2, 4 and 6
    std::vector<double> epsilon2;        ///< squared length of the regularisation of each face [m^2]
    Matrix3 turn = Matrix3::Zero();      ///< of currents: from the axes of the sheet to the world
    const CurrentSheet* sheet = nullptr; ///< outlives this object
};

/// How the mean of 1/(4 pi r) over two faces is computed.
enum class PairKernel {
    Points, ///< 1/(4 pi sqrt(d^2 + eps_f^2 + eps_h^2)) of the centroids: positive definite for all placements
    Panels  ///< integrals over both faces, in closed form where they are near: the accurate one, without overlap only
};

/// Means of 1/(4 pi r) [1/m], faces of a x faces of b. Parallel over the faces of a.
Matrix meanPotentials(const PlacedSheet& a, const PlacedSheet& b, PairKernel kernel);

/// Sum over the axes of C_a^T V C_b, C the currents of the hats: vertices of a x vertices of b [m].
/// \param means meanPotentials() of a and b
Matrix energyOf(const PlacedSheet& a, const PlacedSheet& b, const Matrix& means);

/// Force on a and torque on a about `point` that the currents of b cause, per unit density; b takes the opposite of
/// both: parallel currents repel. The derivative of -Sum_fh J_f . J_h (mean of 1/(4 pi r)) as a moves with its
/// currents. \param ofA, ofB currents in world axes
Wrench pairWrench(const PlacedSheet& a, const PlacedSheet& b, const FaceCurrents& ofA, const FaceCurrents& ofB,
                  const Vector3& point, PairKernel kernel);

} // namespace ambient
