// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"

#include <array>

namespace ambient {

/// The upper triangle of a symmetric 6x6 in LINEAR-FIRST order: 21 numbers, row by row from the diagonal.
/// This is the order of SDFormat's <fluid_added_mass> (about the link's origin, link axes [kg, kg m, kg m^2]) and of
/// marine papers.
using LinearFirst = std::array<double, 21>;

/// SDFormat's names of the 21 numbers: x, y, z are translations, p, q, r rotations.
constexpr std::array<const char*, 21> kLinearFirstNames = {"xx", "xy", "xz", "xp", "xq", "xr", "yy",
                                                           "yz", "yp", "yq", "yr", "zz", "zp", "zq",
                                                           "zr", "pp", "pq", "pr", "qq", "qr", "rr"};

inline LinearFirst toLinearFirst(const SpatialInertia& inertia) {
    LinearFirst numbers{};
    int next = 0;
    for (int row = 0; row < 6; ++row)
        for (int column = row; column < 6; ++column)
            numbers[next++] = inertia.matrix()((row + 3) % 6, (column + 3) % 6);
    return numbers;
}

/// The exact inverse of toLinearFirst(). FluidBodyDef::addedMass takes its matrix().
inline SpatialInertia fromLinearFirst(const LinearFirst& numbers) {
    Matrix6 matrix;
    int next = 0;
    for (int row = 0; row < 6; ++row)
        for (int column = row; column < 6; ++column) {
            const int i = (row + 3) % 6, j = (column + 3) % 6;
            matrix(i, j) = matrix(j, i) = numbers[next++];
        }
    return SpatialInertia(matrix);
}

} // namespace ambient
