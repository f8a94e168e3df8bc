// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/CrowdForces.h"
#include "AmbientFluid/Forces/ViscousConstants.h"
#include "AmbientFluid/Math/FastPower.h"

namespace ambient {

/// ViscousRegime of several bodies of one model in uniform media, in single precision.
template <int L>
struct CrowdRegime {
    using Real = typename NumbersOf<float, L>::Real; ///< one number a body
    using Vector = LaneVector<Real>;                 ///< three of them

    LaneWrench<Real> wrench; ///< -S - g_L L about the centre of volume
    Real sharpShare;         ///< s_f
    Real roundShare;         ///< s_r
    Real turbulentFriction;  ///< g_T

    /// Of wholly wet bodies. \param velocity of the centre of volume, relative to the medium \param viscosity above 0
    /// \param friction wholePlateFriction()
    AMBIENT_ALWAYS_INLINE CrowdRegime(const CrowdPoints& p, const Vector& velocity, const Vector& w,
                                      const Real& density, const Real& viscosity, const Real& friction)
        : CrowdRegime(p, velocity, w, density, viscosity, friction, centerOf(p), splat<Real>(1.0F)) {}

    /// Of partly wet bodies. \param at centre of resistance, moved along with the wet area
    /// \param share of the area that is wet
    AMBIENT_ALWAYS_INLINE CrowdRegime(const CrowdPoints& p, const Vector& velocity, const Vector& w,
                                      const Real& density, const Real& viscosity, const Real& friction,
                                      const Vector& at, const Real& share) {
        const Real perViscosity = density / viscosity;
        const Vector v = velocity + crossOf(w, at);
        const LaneWrench<Real> creeping = resisted(p.resistance, w, v);
        setTranslation(p, v, creeping.force, perViscosity);
        setRotation(p, w, perViscosity);
        const Real most = splat<Real>(kLargestReynolds);
        const Real ofWake = smaller(Real(squareRoot(Real(m_ofWake * m_ofWake + 4.0F * m_ofSpin * m_ofSpin))), most);
        sharpShare = wakeShare(ofWake, 1.0F / static_cast<float>(viscous::kSharpEnd));
        roundShare = wakeShare(ofWake, 1.0F / static_cast<float>(viscous::kRoundEnd));
        const Real rootOfSpin = squareRoot(m_rotation), rootOfSpeed = squareRoot(m_translation);
        const Real eta = viscosity * share * static_cast<float>(p.viscousScale);
        const LaneWrench<Real> layer = resisted(p.resistance, times(rootOfSpin, w), times(rootOfSpeed, v));
        const Vector torque = times(Real(eta * rootOfSpin), layer.torque);
        const Vector force = times(Real(eta * rootOfSpeed), layer.force);
        const Real laminar = dotOf(torque, w) + dotOf(force, v);
        const Real laminarFriction = blend(laminar, Real(share * turbulentPower(p, w, v, friction)));
        wrench.force = times(Real(-eta), creeping.force) - times(laminarFriction, force);
        wrench.torque = times(Real(-eta), creeping.torque) - times(laminarFriction, torque) + crossOf(at, wrench.force);
    }

    /// Centre of resistance of wholly wet bodies.
    AMBIENT_ALWAYS_INLINE static Vector centerOf(const CrowdPoints& p) {
        return {splat<Real>(p.resistanceCenter[0]), splat<Real>(p.resistanceCenter[1]),
                splat<Real>(p.resistanceCenter[2])};
    }

  private:
    static constexpr float kLargestReynolds = static_cast<float>(viscous::kLargestReynolds);

    AMBIENT_ALWAYS_INLINE static LaneWrench<Real> resisted(const float* r, const Vector& w, const Vector& v) {
        return {times(r, 6, w) + times(r + 3, 6, v), times(r + 18, 6, w) + times(r + 21, 6, v)};
    }

    AMBIENT_ALWAYS_INLINE void setTranslation(const CrowdPoints& p, const Vector& v, const Vector& creepingForce,
                                              const Real& perViscosity) {
        constexpr float kLayer = static_cast<float>(viscous::kLayer), kLongest = static_cast<float>(viscous::kLongest);
        constexpr float kFirstOrder = static_cast<float>(viscous::kFirstOrder);
        constexpr float kPerLongest2 = 1.0F / (kLongest * kLongest);
        constexpr float kPerEnd = 1.0F / static_cast<float>(viscous::kLayerEnd);
        const Real one = splat<Real>(1.0F), tiny = splat<Real>(1e-30F);
        const Real length = normOf(creepingForce) * (1.0F / (3.0F * 3.14159265F)), length2 = length * length;
        const Real speed2 = dotOf(v, v), along2 = 12.0F * dotOf(v, times(p.moments, 3, v));
        const Real ofForce = smaller(Real(perViscosity * length), splat<Real>(kLargestReynolds));
        const Real reach = smaller(Real(along2 * kPerLongest2 / larger(length2, tiny)), splat<Real>(1e6F));
        const Real q = squareRoot(Real(squareRoot(Real(one + reach * reach))));
        m_translation = kLayer * ofForce / (q * squareRoot(ofForce) + kLayer / kFirstOrder) / (one + ofForce * kPerEnd);
        const Real wide2 = p.middleLength * p.middleLength * speed2;
        m_ofWake = ofForce * squareRoot(Real(2.0F * wide2 / larger(Real(wide2 + length2), tiny)));
    }

    AMBIENT_ALWAYS_INLINE void setRotation(const CrowdPoints& p, const Vector& w, const Real& perViscosity) {
        const Real zero = {}, tiny = splat<Real>(1e-30F);
        const Real spin2 = dotOf(w, w), along = dotOf(w, times(p.moments, 3, w)) / larger(spin2, tiny);
        const Real radius2 = 1.5F * larger(Real(p.momentTrace - along), zero);
        m_ofSpin = smaller(Real(perViscosity * squareRoot(spin2) * radius2), splat<Real>(kLargestReynolds));
        const Real shape = 2.0F * radius2 / larger(Real(radius2 + larger(Real(3.0F * along), radius2)), tiny);
        constexpr float kLayer = static_cast<float>(viscous::kSpinLayer), kEnd = static_cast<float>(viscous::kSpinEnd);
        m_rotation = kLayer * m_ofSpin * squareRoot(m_ofSpin) / (m_ofSpin + kEnd) * shape;
    }

    /// Part of the pressure at a Reynolds number.
    AMBIENT_ALWAYS_INLINE static Real wakeShare(const Real& reynolds, float perEnd) {
        const Real x = reynolds * perEnd;
        return 1.0F - static_cast<float>(viscous::kWeakWake) / (1.0F + x * squareRoot(x));
    }

    AMBIENT_ALWAYS_INLINE static Real turbulentPower(const CrowdPoints& p, const Vector& w, const Vector& v,
                                                     const Real& friction) {
        const Real squares = dotOf(w, times(p.slip, 6, w)) + 2.0F * dotOf(w, times(p.slip + 3, 6, v)) +
                             dotOf(v, times(p.slip + 21, 6, v));
        const Real positive = larger(squares, Real{});
        return friction * positive * singlePowerTwoFifths<L>(Real(positive * (1.0F / p.slipArea)));
    }

    /// Sets g_T. \returns g_L
    AMBIENT_ALWAYS_INLINE Real blend(const Real& laminarPower, const Real& turbulentPower) {
        const Real zero = {}, perLarger = 1.0F / larger(larger(laminarPower, turbulentPower), splat<Real>(1e-30F));
        const Real a = larger(laminarPower, zero) * perLarger, b = larger(turbulentPower, zero) * perLarger;
        const Real a2 = a * a, b2 = b * b, a4 = a2 * a2, b4 = b2 * b2, sum = a4 * a4 + b4 * b4;
        const Real whole = squareRoot(Real(squareRoot(Real(squareRoot(sum)))));
        const Real perWhole = 1.0F / larger(whole, splat<Real>(1e-6F)), x = a * perWhole, y = b * perWhole;
        const Real x2 = x * x, y2 = y * y;
        turbulentFriction = y2 * y2 * y2 * y;
        return x2 * x2 * x2 * x;
    }

    Real m_translation, m_rotation; ///< b_t, b_r
    Real m_ofSpin, m_ofWake;        ///< Re_r, n
};

} // namespace ambient
