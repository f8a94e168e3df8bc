// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/CrowdPoints.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Math/LaneVectors.h"

namespace ambient {

/// Flows around the bodies of a crowd, one body a lane, and the default forces on them. Mesh axes, about the centre of
/// volume. Single precision without fused multiplications, so that all instruction sets give the same bytes.
struct CrowdFlows {
    static constexpr int kBodies = 16; ///< lanes

    /// Numbers of a body.
    enum Row {
        Velocity = 0, ///< of the centre of volume relative to the medium [m/s]
        Spin = 3,     ///< [rad/s]
        Density = 6,
        Viscosity = 7, ///< dynamic, above 0 [Pa s]
        Friction = 8,  ///< wholePlateFriction()
        Torque = 9,    ///< result [N m]
        Force = 12,    ///< result [N]
        RowCount = 15
    };
    alignas(64) float of[RowCount][kBodies] = {}; ///< one lane a body
};

/// Computes the forces of CrowdFlows of one model. \param count bodies; the other lanes hold finite numbers
void addCrowdForces(const CrowdPoints& points, CrowdFlows& flows, int count);

/// CrowdFlows::Friction in a medium.
double crowdFriction(const CrowdPoints& points, double density, double viscosity);

/// The same forces for one twist, about the mesh origin as ForceSet::evaluate(). \param centerOfVolume mesh frame
Wrench crowdForces(const CrowdPoints& points, const Vector3& centerOfVolume, const RelativeFlow& flow);

/// Whether these are the default forces, which CrowdPoints stand for.
bool areCrowdForces(const ForceSet& forces);

/// A torque and a force of several bodies.
template <class Real>
struct LaneWrench {
    LaneVector<Real> torque, force;
};

/// s a, lane by lane.
template <class Real>
AMBIENT_ALWAYS_INLINE LaneVector<Real> times(const Real& s, const LaneVector<Real>& a) {
    return {s * a.x, s * a.y, s * a.z};
}
/// A row of a matrix common to all lanes times a vector.
template <class Real>
AMBIENT_ALWAYS_INLINE Real timesRow(const float* row, const LaneVector<Real>& a) {
    return a.x * row[0] + (a.y * row[1] + a.z * row[2]);
}
/// A 3x3 matrix common to all lanes times a vector. \param m first entry \param stride from row to row
template <class Real>
AMBIENT_ALWAYS_INLINE LaneVector<Real> times(const float* m, int stride, const LaneVector<Real>& a) {
    return {timesRow(m, a), timesRow(m + stride, a), timesRow(m + 2 * stride, a)};
}

/// The rotation term of SurfacePressureForce, per density and scale, about the centre of volume.
/// \param velocity of the centre of volume
template <class Real>
AMBIENT_ALWAYS_INLINE LaneWrench<Real> crowdSpinTerm(const CrowdPoints& points, const LaneVector<Real>& velocity,
                                                     const LaneVector<Real>& w) {
    const Real speed = normOf(velocity), spinSpeed = points.spinLength * normOf(w);
    const Real least = splat<Real>(1e-30F); // without speed, all numerators are zero
    const Real lead = splat<Real>(1.0F) / maximum<Real>(speed + 0.5F * spinSpeed, least);
    const Real shares[5] = {speed / maximum<Real>(speed + spinSpeed, least), splat<Real>(1.0F), lead * velocity.x,
                            lead * velocity.y, lead * velocity.z};
    const Real axes[3] = {w.x, w.y, w.z};
    Real sums[16] = {};
    for (int column = 0; column < 15; ++column) {
        const Real factor = shares[column / 3] * axes[column % 3];
        AMBIENT_UNROLL
        for (int row = 0; row < 8; ++row)
            sums[row] += factor * points.spin[column][row];
        AMBIENT_UNROLL
        for (int row = 8; row < 16; ++row)
            sums[row] += factor * points.spin[column][row];
    }
    const LaneVector<Real> gw{sums[0], sums[1], sums[2]}, qw{sums[3], sums[4], sums[5]};
    const Real* const n = sums + 6; // column by column
    const Real trace = sums[15];
    const LaneVector<Real> turn = times(points.felt, 3, w);
    const LaneVector<Real> nTurn{n[0] * turn.x + n[1] * turn.y + n[2] * turn.z,
                                 n[3] * turn.x + n[4] * turn.y + n[5] * turn.z,
                                 n[6] * turn.x + n[7] * turn.y + n[8] * turn.z}; // N^T w
    const LaneVector<Real> nv{n[0] * velocity.x + n[3] * velocity.y + n[6] * velocity.z,
                              n[1] * velocity.x + n[4] * velocity.y + n[7] * velocity.z,
                              n[2] * velocity.x + n[5] * velocity.y + n[8] * velocity.z};
    return {times(points.felt, 3, crossOf(qw, turn) + nv - times(trace, velocity)),
            crossOf(gw, velocity) + times(trace, turn) - nTurn};
}

} // namespace ambient
