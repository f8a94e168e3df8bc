// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ViscousRow.h"

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
const double* readLower(const double* from, bool isSymmetric, Matrix& matrix) {
    for (Eigen::Index r = 0; r < matrix.rows(); ++r)
        for (Eigen::Index c = 0; c <= r; ++c) {
            matrix(r, c) = *from++;
            if (c < r) matrix(c, r) = isSymmetric ? matrix(r, c) : 0.0;
        }
    return from;
}

} // namespace

double* ViscousRow::write(const ViscousTensor& tensor, double* to) {
    if (tensor.isEmpty()) return std::fill_n(to, kWidth, 0.0);
    const Matrix6 root = resistanceAbout(tensor.resistance, -tensor.center).llt().matrixL();
    to = writeLower(root, to);
    to = std::copy_n(tensor.areaCenter.data(), 3, to);
    to = writeLower(tensor.moments, to);
    to = writeLower(resistanceAbout(tensor.slip, -tensor.center), to);
    *to++ = tensor.area;
    *to++ = tensor.middleLength;
    return to;
}

const double* ViscousRow::read(const double* from, ViscousTensor& tensor) {
    Matrix6 root, slip;
    from = readLower(from, false, root);
    setResistance(tensor, root * root.transpose());
    tensor.areaCenter = Eigen::Map<const Vector3>(from);
    from = readLower(from + 3, true, tensor.moments);
    from = readLower(from, true, slip);
    tensor.slip = resistanceAbout(slip, tensor.center);
    tensor.area = *from++;
    tensor.middleLength = std::max(*from++, 0.0);
    return from;
}

} // namespace ambient
