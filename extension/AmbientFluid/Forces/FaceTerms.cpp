// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/FaceTerms.h"

#include "AmbientFluid/Forces/SlipVelocity.h"
#include "AmbientFluid/Math/FastPower.h"

#include <cmath>

namespace ambient {
namespace {

/// Numbers that are the same for all faces.
struct Uniform {
    double v[3], w[3]; ///< the twist about the mesh origin
    double surfacePressure, dynamicPressure, skinFriction;
    double cosSeparation, slope, offset; ///< of attachment
};

/// A vector of L faces each.
template <int L>
struct Vectors {
    using Real = typename Lanes<L>::Real;
    Real x, y, z;

    AMBIENT_ALWAYS_INLINE static Vectors load(const FaceTable& table, int firstRow, int face) {
        return {ambient::load<Real>(table.row(firstRow) + face), ambient::load<Real>(table.row(firstRow + 1) + face),
                ambient::load<Real>(table.row(firstRow + 2) + face)};
    }
    AMBIENT_ALWAYS_INLINE Real dot(const Vectors& b) const { return x * b.x + y * b.y + z * b.z; }
};

/// Velocity of L faces relative to the medium.
template <int L>
AMBIENT_ALWAYS_INLINE Vectors<L> faceVelocity(const Uniform& k, const Vectors<L>& c, const FaceFlow* flow, int face) {
    using Real = typename Lanes<L>::Real;
    Vectors<L> u = {k.v[0] + k.w[1] * c.z - k.w[2] * c.y, k.v[1] + k.w[2] * c.x - k.w[0] * c.z,
                    k.v[2] + k.w[0] * c.y - k.w[1] * c.x};
    if (flow && flow->moves) {
        u.x -= load<Real>(flow->velocityX.data() + face);
        u.y -= load<Real>(flow->velocityY.data() + face);
        u.z -= load<Real>(flow->velocityZ.data() + face);
    }
    return u;
}

/// 1 attached .. 0 separated, as faceSlip has it.
template <int L>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real attachment(const Uniform& k, const typename Lanes<L>::Real& cosine,
                                                         const typename Lanes<L>::Real& speed2) {
    using Real = typename Lanes<L>::Real;
    const Real half = splat<Real>(0.5), zero = {}, one = splat<Real>(1.0);
    const Real inBand = (cosine - k.cosSeparation) * k.slope + k.offset;
    const Real ramp = speed2 > 0.0 ? inBand : half;
    const Real t = smaller(larger(ramp, zero), one);
    return t * t * (3.0 - 2.0 * t);
}

/// Surface pressure along the normal, per factor.
template <int L>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real
surfacePush(const FaceTable& table, int face, const Vectors<L>& u, const typename Lanes<L>::Real& un,
            const typename Lanes<L>::Real& speed2, const typename Lanes<L>::Real& perSpeed) {
    using Real = typename Lanes<L>::Real;
    const Real zero = {};
    const Real along = larger(Real(speed2 - un * un), zero) * perSpeed;
    const Real chord = Vectors<L>::load(table, FaceTable::ChordX, face).dot(u);
    const Real windwardNormal = load<Real>(table.row(FaceTable::WindwardNormal) + face),
               leewardNormal = load<Real>(table.row(FaceTable::LeewardNormal) + face),
               windwardAlong = load<Real>(table.row(FaceTable::WindwardAlong) + face),
               leewardAlong = load<Real>(table.row(FaceTable::LeewardAlong) + face);
    const Real normalPart = un > 0.0 ? windwardNormal : leewardNormal;
    const Real alongPart = un > 0.0 ? windwardAlong : leewardAlong;
    const Real size = un > 0.0 ? un : Real(-un);
    return -un * (normalPart * size + alongPart * along + chord * chord * perSpeed);
}

/// Whether all faces of a block are out of the medium.
AMBIENT_ALWAYS_INLINE bool isOut(const FaceFlow& flow, int face) {
    for (int lane = 0; lane < kLanes; ++lane)
        if (flow.share[static_cast<std::size_t>(face + lane)] != 0.0) return false;
    return true;
}

template <bool kSurface, bool kDynamic, bool kFriction>
struct SumFaces {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const FaceFlow* flow, const Uniform& k,
                                          Wrench& wrench) {
        using Real = typename Lanes<L>::Real;
        LaneSum<L> fx, fy, fz, tx, ty, tz;
        for (int block = 0; block < table.paddedSize(); block += kLanes) {
            if (flow && isOut(*flow, block)) continue;
            for (int part = 0; part < kLanes / L; ++part) {
                const int face = block + part * L;
                const Vectors<L> c = Vectors<L>::load(table, FaceTable::CentroidX, face);
                const Vectors<L> n = Vectors<L>::load(table, FaceTable::NormalX, face);
                Vectors<L> f = force<L>(table, k, faceVelocity<L>(k, c, flow, face), n, face);
                if (flow) {
                    const Real share = load<Real>(flow->share.data() + face);
                    f = {share * f.x, share * f.y, share * f.z};
                }
                fx.parts[part] += f.x;
                fy.parts[part] += f.y;
                fz.parts[part] += f.z;
                tx.parts[part] += c.y * f.z - c.z * f.y;
                ty.parts[part] += c.z * f.x - c.x * f.z;
                tz.parts[part] += c.x * f.y - c.y * f.x;
            }
        }
        wrench = {{tx.total(), ty.total(), tz.total()}, {fx.total(), fy.total(), fz.total()}};
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static Vectors<L> force(const FaceTable& table, const Uniform& k, const Vectors<L>& u,
                                                  const Vectors<L>& n, int face) {
        using Real = typename Lanes<L>::Real;
        const Real un = n.dot(u), speed2 = u.dot(u);
        const Real perSpeed = 1.0 / squareRoot(larger(speed2, splat<Real>(1e-300)));
        Real push = {};
        if constexpr (kSurface) push = k.surfacePressure * surfacePush<L>(table, face, u, un, speed2, perSpeed);
        if constexpr (!kDynamic && !kFriction) return {push * n.x, push * n.y, push * n.z};
        const Vectors<L> slip = {u.x - un * n.x, u.y - un * n.y, u.z - un * n.z};
        const Real slip2 = slip.dot(slip);
        const Real attached = attachment<L>(k, un * perSpeed, speed2) * load<Real>(table.row(FaceTable::Area) + face);
        if constexpr (kDynamic) push -= k.dynamicPressure * attached * slip2;
        if constexpr (!kFriction) return {push * n.x, push * n.y, push * n.z};
        const Real drag = -k.skinFriction * attached * powerTwoFifths<L>(slip2);
        return {push * n.x + drag * slip.x, push * n.y + drag * slip.y, push * n.z + drag * slip.z};
    }
};

Uniform uniformOf(const FluidBodyModel& model, const RelativeFlow& flow, const FaceTerms& terms) {
    const AttachmentRamp ramp(terms.band);
    const Vector3 &v = flow.twist.linear, &w = flow.twist.angular;
    return {{v.x(), v.y(), v.z()},
            {w.x(), w.y(), w.z()},
            terms.surfacePressure,
            terms.dynamicPressure,
            terms.skinFriction,
            terms.needsAttachment() ? separationCosine(model.def()) : 0.0,
            ramp.slope,
            ramp.offset};
}

} // namespace

Wrench sumFaceTerms(const FluidBodyModel& model, const RelativeFlow& flow, const FaceTerms& terms) {
    Wrench sum;
    const Uniform k = uniformOf(model, flow, terms);
    const auto run = [&](auto loop) { runVectorised<decltype(loop)>(model.faceTable(), flow.faces, k, sum); };
    const bool surface = terms.surfacePressure != 0.0, dynamic = terms.dynamicPressure != 0.0;
    if (!terms.any()) return sum;
    if (dynamic)
        surface ? run(SumFaces<true, true, true>()) : run(SumFaces<false, true, true>());
    else if (terms.skinFriction != 0.0)
        surface ? run(SumFaces<true, false, true>()) : run(SumFaces<false, false, true>());
    else
        run(SumFaces<true, false, false>());
    return sum;
}

Wrench sumFaceTermsPlainly(const FluidBodyModel& model, const RelativeFlow& flow, const FaceTerms& terms) {
    const FaceArrays& faces = model.faces();
    const PressureWeights& weights = model.pressureWeights();
    Wrench sum;
    for (int f = 0; f < faces.size(); ++f) {
        const std::size_t i = static_cast<std::size_t>(f);
        const Vector3 n = faces.normal(f), c = faces.centroid(f);
        const Vector3 u = flow.velocityOfFace(faces, f);
        const FaceSlip slip = faceSlip(n, u, separationCosine(model.def()), terms.band);
        const double un = n.dot(u), speed = u.norm();
        const double chord = Vector3(weights.chordX[i], weights.chordY[i], weights.chordZ[i]).dot(u);
        const double along = speed > 0.0 ? (speed * speed - un * un) / speed : 0.0;
        const double normalPart = un > 0.0 ? weights.windwardNormal[i] : weights.leewardNormal[i];
        const double alongPart = un > 0.0 ? weights.windwardAlong[i] : weights.leewardAlong[i];
        const double pressure =
            normalPart * std::abs(un) + alongPart * along + (speed > 0.0 ? chord * chord / speed : 0.0);
        Vector3 force = -terms.surfacePressure * un * pressure * n;
        const double attached = slip.attachment * faces.area[i], slip2 = slip.velocity.squaredNorm();
        force -= terms.dynamicPressure * attached * slip2 * n;
        force -= terms.skinFriction * attached * std::pow(slip2, 0.4) * slip.velocity;
        force *= flow.shareOfFace(f);
        sum += Wrench(c.cross(force), force);
    }
    return sum;
}

} // namespace ambient
