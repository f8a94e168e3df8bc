// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/LaneVectors.h"
#include "AmbientFluid/Media/GerstnerLoop.h"
#include "AmbientFluid/Media/WaveFlowLoop.h"

namespace ambient {

/// \file
/// Waves around several bodies, one body a lane, in single precision without fused multiplications.

/// Phases of the waves at the bodies' origins, and what all bodies have in common.
struct BodyWaves {
    static constexpr int kBodies = 16; ///< lanes

    const WaveTerms<float>* terms = nullptr; ///< of WaveSet
    int count = 0;                           ///< of waves
    float bed = 0.0F, crest = 0.0F;          ///< heights of the bed and of the highest possible crest [m]
    std::vector<float> angles;               ///< of each wave, kBodies numbers: at the origins [rad]

    /// Takes a set of waves. Allocates only for more waves than before.
    void assign(const WaveSet& waves) {
        terms = waves.terms<float>().data();
        count = static_cast<int>(waves.waves().size());
        bed = static_cast<float>(larger(-waves.water().depth, -1e30));
        crest = static_cast<float>(waves.largestCrest());
        angles.assign(static_cast<std::size_t>(count * kBodies), 0.0F);
    }
    /// Sets the origin of a body. \param x, y in the water's axes [m]
    void setOrigin(const WaveSet& waves, int body, double x, double y, double time) {
        for (int i = 0; i < count; ++i) {
            const WaveSet::Prepared& wave = waves.waves()[static_cast<std::size_t>(i)];
            std::uint64_t turns;
            const double angle = wave.kx * x + wave.ky * y + (wave.phase - wave.frequency * time);
            angles[static_cast<std::size_t>(i * kBodies + body)] =
                static_cast<float>(angle - 2.0 * kPi * roundToInteger<1>(angle * (0.5 / kPi), turns));
        }
    }
};

/// BodyWaves of the bodies of one vector, in the place of LocalPoints in the loops over waves.
template <int L>
struct LaneWaves {
    using Real = typename NumbersOf<float, L>::Real; ///< one number a body
    const WaveTerms<float>* waves;                   ///< all of the set
    int waveCount;                                   ///< number of waves
    const float* angles;                             ///< of the first of the bodies

    /// \param first of the bodies
    AMBIENT_ALWAYS_INLINE LaneWaves(const BodyWaves& of, int first)
        : waves(of.terms), waveCount(of.count), angles(of.angles.data() + first) {}

    /// Sine and cosine of the phase of wave i at (X, Y) from the origins.
    template <int>
    AMBIENT_ALWAYS_INLINE void wave(int i, const Real& X, const Real& Y, Real& s, Real& c) const {
        sineCosineOf<float, L>(Real(waves[i].kx * X + waves[i].ky * Y + load<Real>(angles + BodyWaves::kBodies * i)), s,
                               c);
    }
};

/// The surface of Gerstner waves over a point of each body.
template <int L>
struct LaneSurface {
    using Real = typename NumbersOf<float, L>::Real; ///< one number a body
    Real X, Y;                                       ///< still place of the water at the surface [m]
    Real height = {};                                ///< above the level [m]
    LaneVector<Real> normal;                         ///< not of unit length, its z is 1
    LaneVector<Real> velocity{};                     ///< of the water at the surface [m/s]
    LaneVector<Real> stillX;                         ///< derivatives of the still place by the place: xx, xy, yy

    /// \param x, y the point from the origins, in the water's axes [m]
    /// \param startX, startY where the search for the still place starts \param rounds of Newton's method
    AMBIENT_ALWAYS_INLINE LaneSurface(const LaneWaves<L>& waves, const Real& x, const Real& y, const Real& startX,
                                      const Real& startY, int rounds)
        : X(startX), Y(startY) {
        using Displacement = typename SurfaceLanes<float, L>::Displacement;
        for (int round = 0; round < rounds; ++round) {
            const Displacement d(waves, X, Y);
            const Real rx = (x - X) - d.dx, ry = (y - Y) - d.dy;
            const Real perDet = 1.0F / (d.jxx * d.jyy - d.jxy * d.jxy);
            X += (d.jyy * rx - d.jxy * ry) * perDet;
            Y += (d.jxx * ry - d.jxy * rx) * perDet;
        }
        Real hx = {}, hy = {}, xx = splat<Real>(1.0F), xy = {}, yy = splat<Real>(1.0F);
        for (int i = 0; i < waves.waveCount; ++i) {
            const WaveOrbit<float>& orbit = waves.waves[i].orbit;
            Real s, c;
            waves.template wave<L>(i, X, Y, s, c);
            height += orbit.a * c;
            hx -= orbit.akx * s;
            hy -= orbit.aky * s;
            xx -= orbit.qkxx * c;
            xy -= orbit.qkxy * c;
            yy -= orbit.qkyy * c;
            velocity.x += orbit.vx * c;
            velocity.y += orbit.vy * c;
            velocity.z += orbit.vz * s;
        }
        const Real perDet = 1.0F / (xx * yy - xy * xy);
        stillX = {yy * perDet, -xy * perDet, xx * perDet};
        normal = {(xy * hy - yy * hx) * perDet, (xy * hx - xx * hy) * perDet, splat<Real>(1.0F)};
    }
};

/// The water below waves at a point of each body.
template <int L>
struct LaneFlow {
    using Real = typename NumbersOf<float, L>::Real; ///< one number a body
    LaneVector<Real> velocity, acceleration;         ///< DU/Dt; in the water's axes [m/s, m/s^2]
    LaneVector<Real> perHeight;                      ///< change of dU/dt with the height [1/s^2]

    /// \param x, y from the origins, in the water's axes [m] \param height above the level [m]
    AMBIENT_ALWAYS_INLINE LaneFlow(const LaneWaves<L>& waves, const BodyWaves& of, const Real& x, const Real& y,
                                   const Real& height) {
        const FlowLanes<float, L> at(waves, x, y, height, splat<Real>(of.bed), splat<Real>(of.crest));
        velocity = {at.u, at.v, at.w};
        acceleration = {at.ut + (at.ux * at.u + at.uy * at.v + at.uz * at.w),
                        at.vt + (at.uy * at.u + at.vy * at.v + at.vz * at.w),
                        at.wt + (at.wx * at.u + at.wy * at.v + at.wz * at.w)};
        perHeight = {at.utz, at.vtz, at.wtz};
    }
};

} // namespace ambient
