// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/LaneVectors.h"

/// \file
/// Symmetric 6x6 of several bodies in registers, angular first: the lower triangle row by row, as of LaneSymmetric6.

namespace ambient {

/// A symmetric 6x6 of several bodies.
template <class Real>
struct LaneMatrix6 {
    Real of[LaneSymmetric6<Real>::kEntries]; ///< the lower triangle, row by row

    AMBIENT_ALWAYS_INLINE Real& at(int row, int column) { return of[LaneSymmetric6<Real>::entry(row, column)]; }
    AMBIENT_ALWAYS_INLINE const Real& at(int row, int column) const {
        return of[LaneSymmetric6<Real>::entry(row, column)];
    }
};

/// A 3x3 of several bodies.
template <class Real>
struct LaneMatrix3 {
    LaneVector<Real> rows[3]; ///< x, y, z

    AMBIENT_ALWAYS_INLINE LaneMatrix3 transposed() const {
        return {
            {{rows[0].x, rows[1].x, rows[2].x}, {rows[0].y, rows[1].y, rows[2].y}, {rows[0].z, rows[1].z, rows[2].z}}};
    }
};

/// R m R^T.
template <class Real>
AMBIENT_ALWAYS_INLINE LaneMatrix3<Real> inNewAxes(const LaneRotation<Real>& r, const LaneMatrix3<Real>& m) {
    const LaneMatrix3<Real> half{{r * m.rows[0], r * m.rows[1], r * m.rows[2]}}; // m R^T
    const LaneMatrix3<Real> across = half.transposed();
    return LaneMatrix3<Real>{{r * across.rows[0], r * across.rows[1], r * across.rows[2]}}.transposed();
}

/// SpatialInertia::changeFrame() of the inverse pose: an inertia about one point, in the axes of another frame, about
/// the frame's origin. \param r to the new axes \param c the old point, new axes
template <class Real>
AMBIENT_ALWAYS_INLINE LaneMatrix6<Real> inertiaInFrame(const LaneMatrix6<Real>& m, const LaneRotation<Real>& r,
                                                       const LaneVector<Real>& c) {
    LaneMatrix3<Real> blocks[3]; // angular, linear by angular, linear
    AMBIENT_UNROLL
    for (int block = 0; block < 3; ++block) {
        const int row = block == 0 ? 0 : 3, column = block == 2 ? 3 : 0;
        LaneMatrix3<Real> old;
        AMBIENT_UNROLL
        for (int k = 0; k < 3; ++k)
            old.rows[k] = {m.at(row + k, column), m.at(row + k, column + 1), m.at(row + k, column + 2)};
        blocks[block] = inNewAxes(r, old);
    }
    // P = B w + C (v + w x c), L = A w + B^T (v + w x c) + c x P
    const LaneMatrix3<Real>&b = blocks[1], bColumns = b.transposed();
    LaneMatrix3<Real> moved;
    AMBIENT_UNROLL
    for (int k = 0; k < 3; ++k)
        moved.rows[k] = b.rows[k] + crossOf(c, blocks[2].rows[k]);
    const LaneMatrix3<Real> movedColumns = moved.transposed();
    LaneMatrix3<Real> across; // its columns: c x moved
    AMBIENT_UNROLL
    for (int k = 0; k < 3; ++k)
        across.rows[k] = crossOf(c, movedColumns.rows[k]);
    across = across.transposed();
    LaneMatrix6<Real> result;
    AMBIENT_UNROLL
    for (int k = 0; k < 3; ++k) {
        const LaneVector<Real> angular = blocks[0].rows[k] + crossOf(c, bColumns.rows[k]) + across.rows[k];
        const Real ofRow[3] = {angular.x, angular.y, angular.z};
        const Real ofCoupling[3] = {moved.rows[k].x, moved.rows[k].y, moved.rows[k].z};
        const Real ofLinear[3] = {blocks[2].rows[k].x, blocks[2].rows[k].y, blocks[2].rows[k].z};
        AMBIENT_UNROLL
        for (int column = 0; column < 3; ++column) {
            result.at(3 + k, column) = ofCoupling[column];
            if (column > k) continue;
            result.at(k, column) = ofRow[column];
            result.at(3 + k, 3 + column) = ofLinear[column];
        }
    }
    return result;
}

/// The inverse of positive definite matrices, as Cholesky6.
template <class Real>
AMBIENT_ALWAYS_INLINE LaneMatrix6<Real> inverseOf(LaneMatrix6<Real> lower) {
    Real perDiagonal[6];
    AMBIENT_UNROLL
    for (int column = 0; column < 6; ++column) {
        Real pivot = lower.at(column, column);
        for (int k = 0; k < column; ++k)
            pivot -= lower.at(column, k) * lower.at(column, k);
        perDiagonal[column] = 1.0 / squareRoot<Real>(pivot);
        for (int row = column + 1; row < 6; ++row) {
            Real entry = lower.at(row, column);
            for (int k = 0; k < column; ++k)
                entry -= lower.at(row, k) * lower.at(column, k);
            lower.at(row, column) = entry * perDiagonal[column];
        }
    }
    LaneMatrix6<Real> below; // L^-1
    AMBIENT_UNROLL
    for (int column = 0; column < 6; ++column) {
        below.at(column, column) = perDiagonal[column];
        for (int row = column + 1; row < 6; ++row) {
            Real sum = {};
            for (int k = column; k < row; ++k)
                sum -= lower.at(row, k) * below.at(k, column);
            below.at(row, column) = sum * perDiagonal[row];
        }
    }
    LaneMatrix6<Real> result;
    AMBIENT_UNROLL
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column <= row; ++column) {
            Real sum = {};
            for (int k = row; k < 6; ++k)
                sum += below.at(k, row) * below.at(k, column);
            result.at(row, column) = sum;
        }
    return result;
}

} // namespace ambient
