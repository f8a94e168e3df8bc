// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/DiscretisationError.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshAdjacency.h"
#include "AmbientFluid/Mesh/MeshRefinement.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

using Gradient = Eigen::Matrix<double, 3, 6>;

constexpr double kCorrection = 0.4;  ///< share of G that is added, a little less than the 1/2 of the estimate
constexpr double kLeastShare = 0.25; ///< of the averaged error in the one that refinement shows
constexpr double kLeastGrowth = 1.3; ///< of the faces, from which two solutions can be compared

double largestEigenvalue(const Matrix3& matrix) {
    return Eigen::SelfAdjointEigenSolver<Matrix3>(matrix, Eigen::EigenvaluesOnly).eigenvalues().cwiseAbs().maxCoeff();
}

struct FaceGradients {
    FaceGradients(const TriangleMesh& mesh, const SixColumns& potentials) : gradient(mesh.faces.size()) {
        for (int f = 0; f < mesh.faceCount(); ++f) {
            const Vector3 vector = mesh.areaVector(f);
            area.push_back(vector.norm());
            normal.push_back(vector / area[f]);
            Gradient& g = gradient[f];
            g.setZero();
            for (int k = 0; k < 3; ++k) {
                const Vector3 side = mesh.corner(f, (k + 2) % 3) - mesh.corner(f, (k + 1) % 3);
                g += normal[f].cross(side) / (2.0 * area[f]) * potentials.row(mesh.faces[f][k]);
            }
        }
    }

    /// Mean less own gradient at a corner of face f, in its plane.
    Gradient defect(int f, const MeshAdjacency::FaceRange& around) const {
        Gradient sum = Gradient::Zero();
        double weight = 0.0;
        for (int other : around) {
            if (normal[other].dot(normal[f]) < kSharpEdgeCosine) continue;
            sum += area[other] * gradient[other];
            weight += area[other];
        }
        const Gradient difference = sum / weight - gradient[f];
        return difference - normal[f] * (normal[f].transpose() * difference);
    }

    std::vector<double> area;
    std::vector<Vector3> normal;
    std::vector<Gradient> gradient;
};

} // namespace

AddedMassUnit::AddedMassUnit(const TriangleMesh& mesh, const Matrix6& perDensity) {
    const MassProperties displaced = solidMassProperties(mesh, 1.0);
    m_centroid = Pose{Quaternion::Identity(), displaced.centerOfMass};
    const Matrix6 k = SpatialInertia(perDensity).changeFrame(m_centroid).matrix();
    m_translation = largestEigenvalue(k.bottomRightCorner<3, 3>());
    m_rotation = largestEigenvalue(k.topLeftCorner<3, 3>() + displaced.inertia);
}

Matrix6 AddedMassUnit::inUnits(const Matrix6& error) const {
    Vector6 scale;
    scale << Vector3::Constant(1.0 / std::sqrt(m_rotation)), Vector3::Constant(1.0 / std::sqrt(m_translation));
    return scale.asDiagonal() * SpatialInertia(error).changeFrame(m_centroid).matrix() * scale.asDiagonal();
}

double AddedMassUnit::measure(const Matrix6& error) const {
    const Matrix6 relative = inUnits(error);
    return std::max(largestEigenvalue(relative.topLeftCorner<3, 3>()),
                    largestEigenvalue(relative.bottomRightCorner<3, 3>()));
}

double AddedMassUnit::trace(const Matrix6& error) const {
    return inUnits(error).trace();
}

AveragingEstimate::AveragingEstimate(const TriangleMesh& mesh, const SixColumns& potentials)
    : shares(mesh.faces.size(), Matrix6::Zero()) {
    const FaceGradients faces(mesh, potentials);
    const MeshAdjacency adjacency(mesh);
    for (int f = 0; f < mesh.faceCount(); ++f) {
        Gradient sumOfDefects = Gradient::Zero();
        Matrix6& share = shares[f];
        for (int corner : mesh.faces[f]) {
            const Gradient defect = faces.defect(f, adjacency.facesAround(corner));
            sumOfDefects += defect;
            share += defect.transpose() * defect;
        }
        share += sumOfDefects.transpose() * sumOfDefects;
        share *= std::sqrt(faces.area[f]) * faces.area[f] / 12.0;
        sum += share;
    }
}

ErrorEstimate::ErrorEstimate(const AddedMassUnit& unit, const SolvedLevel& level, const SolvedLevel* coarser) {
    const double averaged = unit.measure(0.5 * level.averaging);
    if (!coarser || level.faces < kLeastGrowth * coarser->faces) {
        relative = averaged;
        extrapolated = level.perDensity + kCorrection * level.averaging;
        return;
    }
    const double q = portable::pow(double(coarser->faces) / level.faces, kErrorOrder);
    const Matrix6 rest = q / (1.0 - q) * (level.perDensity - coarser->perDensity);
    relative = std::sqrt(averaged * std::max(unit.measure(rest), kLeastShare * averaged));
    extrapolated = level.perDensity + 0.5 * (rest + kCorrection * level.averaging);
}

} // namespace ambient
