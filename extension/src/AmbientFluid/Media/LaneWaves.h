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

    /// Constants of a wave's phase and decay.
    struct Rates {
        float kx, ky; ///< wave vector in the water's axes [half turns per m]
        float twos;   ///< k / ln 2 [1/m]
    };

    const WaveTerms<float>* terms = nullptr; ///< of WaveSet
    int count = 0;                           ///< of waves
    float bed = 0.0F, crest = 0.0F;          ///< heights of the bed and of the highest possible crest [m]
    std::vector<Rates> rates;                ///< of each wave
    std::vector<float> angles;               ///< of each wave, kBodies numbers: at the origins [half turns]

    /// Takes a set of waves. Allocates only for more waves than before.
    void assign(const WaveSet& waves) {
        terms = waves.terms<float>().data();
        count = static_cast<int>(waves.waves().size());
        bed = static_cast<float>(larger(-waves.water().depth, -1e30));
        crest = static_cast<float>(waves.largestCrest());
        rates.clear();
        for (const WaveSet::Prepared& wave : waves.waves())
            rates.push_back({static_cast<float>(wave.kx / kPi), static_cast<float>(wave.ky / kPi),
                             static_cast<float>(wave.k * 1.44269504088896338700)});
        angles.assign(static_cast<std::size_t>(count * kBodies), 0.0F);
    }
    /// Sets the origin of a body. \param x, y in the water's axes [m]
    void setOrigin(const WaveSet& waves, int body, double x, double y, double time) {
        for (int i = 0; i < count; ++i) {
            const WaveSet::Prepared& wave = waves.waves()[static_cast<std::size_t>(i)];
            std::uint64_t turns;
            const double angle = wave.kx * x + wave.ky * y + (wave.phase - wave.frequency * time);
            const double reduced = angle - 2.0 * kPi * roundToInteger<1>(angle * (0.5 / kPi), turns);
            angles[static_cast<std::size_t>(i * kBodies + body)] = static_cast<float>(reduced / kPi);
        }
    }
};

/// BodyWaves of the bodies of one vector, in the place of LocalPoints in the loops over waves.
template <int L>
struct LaneWaves {
    using Real = typename NumbersOf<float, L>::Real; ///< one number a body
    const WaveTerms<float>* waves;                   ///< all of the set
    const BodyWaves::Rates* rates;                   ///< of each wave
    int waveCount;                                   ///< number of waves
    const float* angles;                             ///< of the first of the bodies

    /// \param first of the bodies
    AMBIENT_ALWAYS_INLINE LaneWaves(const BodyWaves& of, int first)
        : waves(of.terms), rates(of.rates.data()), waveCount(of.count), angles(of.angles.data() + first) {}

    /// Sine and cosine of the phase of wave i at (X, Y) from the origins.
    template <int>
    AMBIENT_ALWAYS_INLINE void wave(int i, const Real& X, const Real& Y, Real& s, Real& c) const {
        const Real angle = load<Real>(angles + BodyWaves::kBodies * i);
        sineCosineOfHalfTurns<L>(Real((rates[i].kx * X + rates[i].ky * Y) + angle), s, c);
    }

    /// exp(k z) of wave i at heights z, none above the level.
    template <int>
    AMBIENT_ALWAYS_INLINE Real decay(int i, const Real& z) const {
        return powerOfTwo<L>(larger(Real(rates[i].twos * z), splat<Real>(-115.0F)));
    }
};

/// The inverse of Gerstner's map around the origins of the bodies: from places to still places, to second order.
template <int L>
struct LaneStillPlaces {
    using Real = typename NumbersOf<float, L>::Real;                    ///< one number a body
    using Displacement = typename SurfaceLanes<float, L>::Displacement; ///< with the derivatives of the map
    Real X = {}, Y = {}; ///< still place of the water over the origin [m]
    Displacement there;  ///< at that place
    Real perDet;         ///< 1 / determinant of the map's first derivatives

    /// Rounds of Newton's method from the origins.
    static constexpr int kRounds = 4;

    AMBIENT_ALWAYS_INLINE explicit LaneStillPlaces(const LaneWaves<L>& waves) : there(waves, X, Y) {
        for (int round = 0; round < kRounds; ++round) {
            perDet = 1.0F / (there.jxx * there.jyy - there.jxy * there.jxy);
            const Real rx = -X - there.dx, ry = -Y - there.dy;
            X += (there.jyy * rx - there.jxy * ry) * perDet;
            Y += (there.jxx * ry - there.jxy * rx) * perDet;
            there = Displacement(waves, X, Y);
        }
        perDet = 1.0F / (there.jxx * there.jyy - there.jxy * there.jxy);
    }

    /// Of a place. \param x, y from the origins \param stillX, stillY receive the result [m]
    AMBIENT_ALWAYS_INLINE void predict(const Real& x, const Real& y, Real& stillX, Real& stillY) const {
        const Real nx = (there.jyy * x - there.jxy * y) * perDet, ny = (there.jxx * y - there.jxy * x) * perDet;
        const Real nxx = nx * nx, nxy = 2.0F * nx * ny, nyy = ny * ny;
        const Real bx = 0.5F * (there.txxx * nxx + there.txxy * nxy + there.txyy * nyy),
                   by = 0.5F * (there.txxy * nxx + there.txyy * nxy + there.tyyy * nyy);
        stillX = X + (nx - (there.jyy * bx - there.jxy * by) * perDet);
        stillY = Y + (ny - (there.jxx * by - there.jxy * bx) * perDet);
    }
};

/// The surface of Gerstner waves over a point of each body.
template <int L>
struct LaneSurface {
    using Real = typename NumbersOf<float, L>::Real; ///< one number a body
    Real height = {};                                ///< above the level [m]
    LaneVector<Real> normal;                         ///< not of unit length, its z is 1
    LaneVector<Real> velocity{};                     ///< of the water at the surface [m/s]

    /// The sums are those at a predicted still place. The height is corrected to first order for the way to that of the
    /// point, which is of third order in the distance from the origin.
    /// \param x, y the point from the origins, in the water's axes [m] \param X, Y predicted still place
    AMBIENT_ALWAYS_INLINE LaneSurface(const LaneWaves<L>& waves, const Real& x, const Real& y, const Real& X,
                                      const Real& Y) {
        Real rx = x - X, ry = y - Y;
        Real hx = {}, hy = {}, xx = splat<Real>(1.0F), xy = {}, yy = splat<Real>(1.0F);
        for (int i = 0; i < waves.waveCount; ++i) {
            const WaveOrbit<float>& orbit = waves.waves[i].orbit;
            Real s, c;
            waves.template wave<L>(i, X, Y, s, c);
            rx += orbit.qx * s;
            ry += orbit.qy * s;
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
        const Real slopeX = (yy * hx - xy * hy) * perDet, slopeY = (xx * hy - xy * hx) * perDet;
        height += slopeX * rx + slopeY * ry;
        normal = {-slopeX, -slopeY, splat<Real>(1.0F)};
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
