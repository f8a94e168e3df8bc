// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/LaneInertia.h"

namespace ambient {

/// Symmetric 3x3 of several bodies: xx, yy, zz, xy, xz, yz.
template <class Real>
struct LaneSymmetric3 {
    Real of[6]; ///< the entries
};

/// Lower bounds of the smallest eigenvalues, by Laguerre's method from below: it does not pass a root of a polynomial
/// whose roots are all real. Five rounds: within 2e-3 of the spread if two eigenvalues are equal.
template <class Real>
AMBIENT_ALWAYS_INLINE Real leastEigenvalue(const LaneSymmetric3<Real>& m) {
    const Real mean = (m.of[0] + m.of[1] + m.of[2]) * (1.0 / 3.0);
    const Real a = m.of[0] - mean, b = m.of[1] - mean, c = m.of[2] - mean;
    const Real d = m.of[3], e = m.of[4], f = m.of[5];
    // x^3 - q x - det = 0 for an eigenvalue mean + x
    const Real q = 0.5 * (a * a + b * b + c * c) + (d * d + e * e + f * f);
    const Real det = a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e);
    const Real zero = {}, tiny = splat<Real>(1e-280), spread = squareRoot<Real>(Real(q * (4.0 / 3.0)));
    Real x = -spread;
    for (int round = 0; round < 5; ++round) {
        const Real value = smaller(Real(x * (x * x - q) - det), zero), slope = 3.0 * x * x - q;
        const Real root = squareRoot<Real>(larger(Real(4.0 * slope * slope - 36.0 * value * x), zero));
        x -= 3.0 * value / larger(Real(slope + root), tiny);
    }
    return mean + x - 1e-7 * spread;
}

/// EffectiveMass of several bodies whose dry inertia is diagonal: computeEffectiveMass() with lower bounds of the
/// eigenvalues.
template <class Real>
struct LaneEffectiveMass {
    using Symmetric = LaneSymmetric3<Real>; ///< a half of K
    Real mass;                              ///< EffectiveMass::mass
    Real factor;                            ///< of the dry moments, for EffectiveMass::inertia

    /// \param total K \param moments diagonal of the dry inertia
    AMBIENT_ALWAYS_INLINE LaneEffectiveMass(const LaneMatrix6<Real>& total, const Real& dryMass,
                                            const LaneVector<Real>& moments, const Real& length) {
        const Real scale = total.at(3, 3) + total.at(4, 4) + total.at(5, 5), perLength = 1.0 / length;
        const Real unit = perLength * perLength, slack = 1e-9 * scale;
        const Real inertia[3] = {moments.x * unit, moments.y * unit, moments.z * unit};
        Symmetric angular = halfOf(total, 0, unit), linear = halfOf(total, 3, splat<Real>(1.0));
        Coupling coupling; // the row is linear
        AMBIENT_UNROLL
        for (int k = 0; k < 3; ++k) {
            angular.of[k] = angular.of[k] - inertia[k] + slack;
            linear.of[k] = linear.of[k] - dryMass + slack;
            AMBIENT_UNROLL
            for (int column = 0; column < 3; ++column)
                coupling.of[k][column] = total.at(3 + k, column) * perLength;
        }
        const Real added = within(leastEigenvalue(freeHalf(linear, coupling, angular)), scale);
        mass = dryMass + added;
        AMBIENT_UNROLL
        for (int k = 0; k < 3; ++k)
            linear.of[k] = linear.of[k] - added + 1e-12 * scale; // rounding of the subtraction
        Symmetric turning = freeHalf(angular, coupling.transposed(), linear);
        const Real perRoot[3] = {1.0 / squareRoot<Real>(inertia[0]), 1.0 / squareRoot<Real>(inertia[1]),
                                 1.0 / squareRoot<Real>(inertia[2])};
        AMBIENT_UNROLL
        for (int k = 0; k < 3; ++k) {
            turning.of[k] = turning.of[k] * (perRoot[k] * perRoot[k]);
            turning.of[3 + k] = turning.of[3 + k] * (perRoot[k == 2 ? 1 : 0] * perRoot[k == 0 ? 1 : 2]);
        }
        const Real least = smaller(smaller(moments.x, moments.y), moments.z);
        factor =
            1.0 + within(leastEigenvalue(turning), Real((total.at(0, 0) + total.at(1, 1) + total.at(2, 2)) / least));
    }

  private:
    struct Coupling {
        Real of[3][3]; // row, column
        AMBIENT_ALWAYS_INLINE Coupling transposed() const {
            return {{{of[0][0], of[1][0], of[2][0]}, {of[0][1], of[1][1], of[2][1]}, {of[0][2], of[1][2], of[2][2]}}};
        }
    };

    AMBIENT_ALWAYS_INLINE static Real within(const Real& x, const Real& upper) {
        return smaller(larger(x, Real{}), upper);
    }

    /// The block on the diagonal from a row on, times a factor.
    AMBIENT_ALWAYS_INLINE static Symmetric halfOf(const LaneMatrix6<Real>& m, int at, const Real& factor) {
        return {{m.at(at, at) * factor, m.at(at + 1, at + 1) * factor, m.at(at + 2, at + 2) * factor,
                 m.at(at + 1, at) * factor, m.at(at + 2, at) * factor, m.at(at + 2, at + 1) * factor}};
    }

    /// Schur complement of `other`: the response of `half` while the other half moves freely. Zero if `other` is not
    /// positive definite. \param coupling with one row for each row of `half`
    AMBIENT_ALWAYS_INLINE static Symmetric freeHalf(const Symmetric& half, const Coupling& coupling,
                                                    const Symmetric& other) {
        const Real(&o)[6] = other.of; // = L D L^T
        const Real per0 = 1.0 / o[0], l10 = o[3] * per0, l20 = o[4] * per0, d1 = o[1] - l10 * o[3], per1 = 1.0 / d1;
        const Real rest = o[5] - l20 * o[3], l21 = rest * per1, d2 = o[2] - l20 * o[4] - l21 * rest, per2 = 1.0 / d2;
        Real y[3][3]; // L^-1 times the rows of the coupling
        AMBIENT_UNROLL
        for (int row = 0; row < 3; ++row) {
            const Real(&c)[3] = coupling.of[row];
            y[row][0] = c[0];
            y[row][1] = c[1] - l10 * c[0];
            y[row][2] = c[2] - l20 * c[0] - l21 * y[row][1];
        }
        const Real zero = {}, least = smaller(smaller(o[0], d1), d2);
        Symmetric free;
        AMBIENT_UNROLL
        for (int entry = 0; entry < 6; ++entry) {
            const int a = entry < 3 ? entry : entry == 5 ? 1 : 0, b = entry < 3 ? entry : entry == 3 ? 1 : 2;
            const Real taken = y[a][0] * y[b][0] * per0 + y[a][1] * y[b][1] * per1 + y[a][2] * y[b][2] * per2;
            free.of[entry] = least > zero ? Real(half.of[entry] - taken) : zero;
        }
        return free;
    }
};

} // namespace ambient
