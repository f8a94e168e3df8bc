// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/NormalFit.h"

#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Math/Cholesky6.h"
#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Math/PortableFunctions.h"

namespace ambient {
namespace {

/// Lower triangle of the matrix by rows, then the right side.
struct SumNormals {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const VectorRows& velocity, const double* center,
                                          double perLength, double* to) {
        using Real = typename Lanes<L>::Real;
        LaneSum<L> sums[27];
        for (int block = 0; block < table.paddedSize(); block += kLanes)
            for (int part = 0; part < kLanes / L; ++part) {
                const int f = block + part * L;
                const Real area = load<Real>(table.at(FaceTable::Area, f));
                Real r[3], g[6];
                Real speed = splat<Real>(0.0);
                for (int k = 0; k < 3; ++k) {
                    r[k] = (load<Real>(table.at(FaceTable::CentroidX + k, f)) - center[k]) * perLength;
                    g[3 + k] = load<Real>(table.at(FaceTable::NormalX + k, f));
                    speed += g[3 + k] * load<Real>(velocity.of[static_cast<std::size_t>(k)].data() + f);
                }
                for (int k = 0; k < 3; ++k)
                    g[k] = r[(k + 1) % 3] * g[3 + (k + 2) % 3] - r[(k + 2) % 3] * g[3 + (k + 1) % 3];
                int entry = 0;
                for (int row = 0; row < 6; ++row) {
                    const Real weighted = area * g[row];
                    for (int column = 0; column <= row; ++column)
                        sums[entry++].parts[part] += weighted * g[column];
                    sums[21 + row].parts[part] += weighted * speed;
                }
            }
        for (int k = 0; k < 27; ++k)
            to[k] = sums[k].total();
    }
};

} // namespace

NormalFit::NormalFit(const Surface& surface, const VectorRows& velocity)
    : center(surface.centerOfVolume()), length(portable::cbrt(surface.volume())) {
    double sums[27];
    runVectorised<SumNormals>(surface.faceTable(), velocity, center.data(), 1.0 / length, sums);
    const double* from = sums;
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column <= row; ++column)
            matrix(row, column) = matrix(column, row) = *from++;
    right = Eigen::Map<const Vector6>(from);
}

Vector6 NormalFit::twist(double floor) const {
    return Cholesky6(matrix + floor * Matrix6::Identity()).inverse() * right;
}

Eigen::VectorXd NormalFit::restOf(const Surface& surface, const VectorRows& velocity, double floor) const {
    const Vector6 fit = twist(floor);
    const Faces& faces = surface.faces();
    Eigen::VectorXd rest(faces.size());
    for (int f = 0; f < faces.size(); ++f) {
        const Vector3 n = faces.normal(f);
        const Vector3 rigid = fit.tail<3>() + fit.head<3>().cross(faces.centroid(f) - center) / length;
        rest[f] = n.dot(velocity[f] - rigid);
    }
    return rest;
}

Matrix6 NormalFit::scaledFromMesh() const {
    Matrix6 scaled = Matrix6::Zero();
    scaled.topLeftCorner<3, 3>() = length * Matrix3::Identity();
    scaled.bottomRightCorner<3, 3>().setIdentity();
    scaled.bottomLeftCorner<3, 3>() = -skew(center);
    return scaled;
}

double fluidEnergy(const DeformedShape& shape, double floor, double ofRest) {
    const NormalFit fit(shape.surface, shape.faceVelocity);
    const Twist rigid(Vector6(fit.scaledFromMesh().inverse() * fit.twist(floor)));
    return dot(rigid, shape.fluidMomentum) - shape.surface.addedMassPerDensity().energy(rigid) + ofRest;
}

} // namespace ambient
