// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ViscousRow.h"

#include "AmbientFluid/Math/SymmetricEigen.h"
#include "AmbientFluid/StokesFlow/SolvedSurface.h"

#include <algorithm>
#include <cmath>

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

} // namespace

double* ViscousRow::write(const ViscousTensor& tensor, double* to) {
    if (tensor.isEmpty()) return std::fill_n(to, kWidth, 0.0);
    const double length = std::sqrt(tensor.area);
    const Matrix6 aboutOrigin = resistanceAbout(tensor.resistance, -tensor.center);
    *to++ = tensor.area;
    to = writeLower(Matrix6(symmetricSquareRoot(inUnits(aboutOrigin, 1.0 / length) / length)), to);
    to = std::copy_n(tensor.areaCenter.data(), 3, to);
    to = writeLower(tensor.moments, to);
    to = writeLower(resistanceAbout(tensor.slip, -tensor.center), to);
    *to++ = tensor.middleLength;
    return to;
}

const double* ViscousRow::read(const double* from, ViscousTensor& tensor) {
    tensor.area = std::max(*from++, 0.0);
    const double length = std::sqrt(tensor.area);
    Matrix6 root, slip;
    from = readLower(from, root);
    setResistance(tensor, length * inUnits(root * root, length));
    tensor.areaCenter = Eigen::Map<const Vector3>(from);
    from = readLower(from + 3, tensor.moments);
    from = readLower(from, slip);
    tensor.slip = resistanceAbout(slip, tensor.center);
    tensor.middleLength = std::max(*from++, 0.0);
    return from;
}

} // namespace ambient
