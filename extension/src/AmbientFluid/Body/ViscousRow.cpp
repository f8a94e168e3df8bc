// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ViscousRow.h"

#include "AmbientFluid/Math/SymmetricEigen.h"
#include "AmbientFluid/StokesFlow/SolvedSurface.h"

#include <Eigen/Cholesky>

#include <algorithm>

namespace ambient {
namespace {

template <class Matrix>
double* writeLower(const Matrix& matrix, double* to) {
    for (Eigen::Index r = 0; r < matrix.rows(); ++r)
        for (Eigen::Index c = 0; c <= r; ++c)
            *to++ = matrix(r, c);
    return to;
}

template <class Matrix>
const double* readLower(const double* from, Matrix& matrix) {
    for (Eigen::Index r = 0; r < matrix.rows(); ++r)
        for (Eigen::Index c = 0; c <= r; ++c)
            matrix(r, c) = matrix(c, r) = *from++;
    return from;
}

/// The matrix without its negative modes, which an interpolation may have.
Matrix6 positivePart(const Matrix6& matrix) {
    if (matrix.llt().info() == Eigen::Success) return matrix;
    const SymmetricEigen<6> modes = symmetricEigen(matrix);
    const Matrix6 part = modes.vectors * modes.values.cwiseMax(0.0).asDiagonal() * modes.vectors.transpose();
    return 0.5 * (part + part.transpose());
}

} // namespace

double* ViscousRow::write(const ViscousTensor& tensor, double* to) {
    if (tensor.isEmpty()) return std::fill_n(to, kWidth, 0.0);
    to = writeLower(resistanceAbout(tensor.resistance, -tensor.center), to);
    to = std::copy_n(tensor.areaCenter.data(), 3, to);
    to = writeLower(tensor.moments, to);
    to = writeLower(resistanceAbout(tensor.slip, -tensor.center), to);
    *to++ = tensor.area;
    *to++ = tensor.middleLength;
    return to;
}

const double* ViscousRow::read(const double* from, ViscousTensor& tensor) {
    Matrix6 aboutOrigin, slip;
    from = readLower(from, aboutOrigin);
    setResistance(tensor, positivePart(aboutOrigin));
    tensor.areaCenter = Eigen::Map<const Vector3>(from);
    from = readLower(from + 3, tensor.moments);
    from = readLower(from, slip);
    tensor.slip = resistanceAbout(slip, tensor.center);
    tensor.area = *from++;
    tensor.middleLength = std::max(*from++, 0.0);
    return from;
}

} // namespace ambient
