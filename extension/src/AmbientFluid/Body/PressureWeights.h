// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyDef.h"
#include "AmbientFluid/Body/WingCells.h"
#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "AmbientFluid/PotentialFlow/SurfaceShape.h"

#include <array>
#include <cstddef>
#include <vector>

namespace ambient {

/// Sums over the faces of forces g (w_t x u), w_t = P w, P = 1 - n n^T, u = v + w x c, linear in the spin w.
/// Their wrench about the mesh origin is bilinear in w and (w, v):
///     force   G w x v + tr(N) w - N^T w
///     torque  Q w x w + N v - tr(N) v
/// Rows of a column, which holds such sums for one component of w:
///     0: G w = sum g w_t     3: Q w = sum g c <c, w_t>     6: N = sum g w_t c^T, column by column     15: tr(N)
/// Columns: x, y, z of w for each of the weights g:
///     0: roundSpin (1 - lambda) mu     3: sheetSpin lambda mu     6, 9, 12: sheetLead lambda^2 h along x, y, z
using SpinColumns = Eigen::Matrix<double, 16, 15, Eigen::DontAlign>;

/// A flat base of a long body as one point: the cross flow that a smooth piece of surface in the lee sheds.
/// With B the row BASE of the faces of the piece, n their normals and c their centroids, S = Sum B n: the normal is
/// S/|S|, the area |S|, the position Sum B c / Sum B. A rim has S = 0. On a body of revolution the position lies on the
/// axis, so that the force has no torque about it.
struct BasePoint {
    Vector3 position = Vector3::Zero(); ///< [m]
    Vector3 normal = Vector3::Zero();   ///< unit vector, out of the body
    double area = 0.0;                  ///< |S| [m^2]
    int piece = 0;                      ///< SurfaceShape::piece of its faces
    int firstFace = 0, faceCount = 0;   ///< its faces: a range of PressureWeights::baseFaces
};

/// Coefficients of SurfacePressureForce for every face, and the sums of the rotation term.
/// Mesh frame; structure of arrays in face order. With the numbers of SurfaceShape (rho roundness, t thickness, mu
/// potential length, m mean-line normal, q taper, N nose share, E elongation, chi hollowness, O openness, F flatness),
/// eta the wake factor, the constants as named above, A the area of the face and
///     tau = t/(4 mu)   lambda = (1 - rho)/(1 + 4 tau^2)^2   G = 1/(1 + (tau/2)^4)   T = (E - 1)/(E + 23)
///     w = q^2/(q^2 + 1/16)   wake normal k = unit((1 - w) m + w n):
struct PressureWeights {
    /// The numbers of a face.
    enum Row {
        WakeMean,   ///< a, k = a m + b n
        WakeNormal, ///< b
        MeanX,      ///< m
        MeanY,
        MeanZ,
        ChordX, ///< direction across m in which Sheet is larger, times the square root of the difference [m]
        ChordY,
        ChordZ,
        Front,     ///< A/2 O windward (1 - rho^2) (1 - chi) [m^2], like all that follow but the last
        Hollow,    ///< A/2 O windward (1 - rho^2) chi 1.04
        LeeFlat,   ///< A/2 O <n,k> (1 - rho) flatSuction (G + (1 - G) longSuction N) (1 + flatElongation T) 1.25;
                   ///< 0 in WingCells
        LeeRound,  ///< A/2 O <n,k> eta rho roundSuction G (1 + roundElongation T)
        Sheet,     ///< A/2 <n,m> F lambda min(a, pi/2)/2 with the smaller slope a of its Planform; 0 in WingCells
        Base,      ///< B = A (1 - G) (1 - rho): share of the face in its BasePoint
        Revolving, ///< A/2 <n,m> revolvingLift lambda
        Reach,     ///< 8 mu [m]
        kRows
    };
    std::array<std::vector<double>, kRows> of; ///< row by row, one number per face

    SpinColumns spin = SpinColumns::Zero(); ///< sums of the rotation term, per density
    double spinLength = 0.0;                ///< 4 times the area mean of mu [m]; the diameter of a sphere

    WingCells wings; ///< lifting surfaces

    std::vector<BasePoint> bases;                ///< of the pieces that have one
    std::vector<int> baseFaces;                  ///< the faces of all bases, base by base
    Matrix3 feltRotations = Matrix3::Identity(); ///< SurfaceShape::feltRotations
    /// RevolvedBody::actionShares() of each face; empty: the centroids.
    std::vector<Vector3> actionShares;

    /// Gives all rows this length, filled with zeros: no force. \param faces number of faces
    void clear(int faces) {
        for (std::vector<double>& row : of)
            row.assign(static_cast<std::size_t>(faces), 0.0);
        wings = {};
        bases.clear();
        baseFaces.clear();
        actionShares.clear();
    }
    /// Three rows as a vector. \param row of x \param face index
    Vector3 vector(int row, int face) const {
        const std::size_t r = static_cast<std::size_t>(row), f = static_cast<std::size_t>(face);
        return {of[r][f], of[r + 1][f], of[r + 2][f]};
    }
    /// Sets three rows of a face. \param row of x \param face index
    void setVector(int row, int face, const Vector3& value) {
        for (int axis = 0; axis < 3; ++axis)
            of[static_cast<std::size_t>(row + axis)][static_cast<std::size_t>(face)] = value[axis];
    }
};

/// Computes the weights of all faces. \param wakeFactor FluidBodyDef::wakeFactor
PressureWeights computePressureWeights(const TriangleMesh& mesh, const SurfaceShape& shape, double wakeFactor,
                                       const SurfacePressureConstants& constants = {});

} // namespace ambient
