// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/FaceClusters.h"

#include "AmbientFluid/Coupling/RegularHarmonics.h"
#include "AmbientFluid/Math/SymmetricEigen.h"

#include <algorithm>
#include <limits>

namespace ambient {
namespace {

/// Six coordinates of a face: its centroid and, by the quarter of the radius, its normal, which keeps the two sides of
/// a plate apart.
Eigen::Matrix<double, 6, Eigen::Dynamic> features(const CurrentSheet& sheet) {
    Eigen::Matrix<double, 6, Eigen::Dynamic> result(6, sheet.x.cols());
    for (int f = 0; f < sheet.x.cols(); ++f)
        result.col(f) << sheet.x.col(f), 0.25 * sheet.radius * sheet.panels[f].normal;
    return result;
}

/// The cluster of each face: seeds far from each other, then eight rounds of means.
std::vector<int> clusterOfFaces(const CurrentSheet& sheet, int count) {
    const auto points = features(sheet);
    const int faces = static_cast<int>(points.cols());
    Eigen::Matrix<double, 6, Eigen::Dynamic> centres(6, count);
    Eigen::VectorXd distance = Eigen::VectorXd::Constant(faces, std::numeric_limits<double>::infinity());
    int next = 0;
    for (int c = 0; c < count; ++c) {
        centres.col(c) = points.col(next);
        distance = distance.cwiseMin((points.colwise() - centres.col(c)).colwise().squaredNorm().transpose());
        distance.maxCoeff(&next);
    }
    std::vector<int> cluster(static_cast<std::size_t>(faces));
    for (int round = 0; round < 8; ++round) {
        for (int f = 0; f < faces; ++f)
            (centres.colwise() - points.col(f)).colwise().squaredNorm().minCoeff(&cluster[f]);
        Eigen::Matrix<double, 6, Eigen::Dynamic> sum = Eigen::Matrix<double, 6, Eigen::Dynamic>::Zero(6, count);
        Eigen::VectorXd area = Eigen::VectorXd::Zero(count);
        for (int f = 0; f < faces; ++f) {
            sum.col(cluster[f]) += sheet.area[f] * points.col(f);
            area[cluster[f]] += sheet.area[f];
        }
        for (int c = 0; c < count; ++c)
            if (area[c] > 0.0) centres.col(c) = sum.col(c) / area[c];
    }
    return cluster;
}

/// The harmonic polynomials of degree 0 to `degree` at points, lengths divided by `radius`: points x polynomials.
/// Others have no part in the far field.
Matrix momentsOf(const Eigen::Matrix<double, 3, Eigen::Dynamic>& points, double radius, int degree) {
    Matrix moments(points.cols(), (degree + 1) * (degree + 1));
    for (int i = 0; i < points.cols(); ++i) {
        const RegularHarmonics table(degree, points.col(i) / radius);
        int column = 0;
        double scale = 1.0; // brings all to the size of a power
        for (int l = 0; l <= degree; ++l) {
            scale *= std::max(l, 1);
            for (int m = 0; m <= l; ++m) {
                moments(i, column++) = scale * table(l, m).real();
                if (m > 0) moments(i, column++) = scale * table(l, m).imag();
            }
        }
    }
    return moments;
}

} // namespace

FaceClusters clustersOf(const CurrentSheet& sheet, const CurrentColumns& currents, int wanted, int degree) {
    const int faces = static_cast<int>(sheet.x.cols()), count = std::min(wanted, faces);
    const std::vector<int> cluster = clusterOfFaces(sheet, count);
    FaceClusters result;
    result.x.setZero(3, count);
    Eigen::VectorXd area = Eigen::VectorXd::Zero(count);
    for (Matrix& axis : result.currents.axis)
        axis.setZero(count, currents.axis[0].cols());
    for (int f = 0; f < faces; ++f) {
        result.x.col(cluster[f]) += sheet.area[f] * sheet.x.col(f);
        area[cluster[f]] += sheet.area[f];
        for (int k = 0; k < 3; ++k)
            result.currents.axis[k].row(cluster[f]) += currents.axis[k].row(f);
    }
    for (int c = 0; c < count; ++c)
        if (area[c] > 0.0) result.x.col(c) /= area[c];
    const Matrix ofClusters = momentsOf(result.x, sheet.radius, degree),
                 ofFaces = momentsOf(sheet.x, sheet.radius, degree);
    const Eigen::Index columns = currents.axis[0].cols();
    Matrix lack(ofFaces.cols(), 3 * columns);
    for (int k = 0; k < 3; ++k)
        lack.middleCols(k * columns, columns) =
            ofFaces.transpose() * currents.axis[k] - ofClusters.transpose() * result.currents.axis[k];
    const Matrix leastChange = leastSquares(ofClusters.transpose(), lack);
    for (int k = 0; k < 3; ++k)
        result.currents.axis[k] += leastChange.middleCols(k * columns, columns);
    return result;
}

} // namespace ambient
