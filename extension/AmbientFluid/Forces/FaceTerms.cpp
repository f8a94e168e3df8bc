// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/FaceTerms.h"

#include "AmbientFluid/Forces/SlipVelocity.h"
#include "AmbientFluid/Math/FastPower.h"

#include <cmath>
#include <type_traits>

namespace ambient {
namespace {

/// Numbers that are the same for all faces.
template <class Number>
struct Uniform {
    Number v[3], w[3]; ///< the twist about the origin of the centroids
    Number surfacePressure, dynamicPressure, skinFriction;
    Number cosSeparation, slope, offset; ///< of attachment
    Number leastSpeed2;                  ///< smaller ones count as this
};

/// Vectors of several faces each.
template <class Real>
struct Vectors {
    Real x, y, z;

    /// Three rows one after the other.
    template <class Some>
    AMBIENT_ALWAYS_INLINE static Vectors load(const Some& faces, int firstRow) {
        return {faces.template load<Real>(firstRow), faces.template load<Real>(firstRow + 1),
                faces.template load<Real>(firstRow + 2)};
    }
    AMBIENT_ALWAYS_INLINE Real dot(const Vectors& b) const { return x * b.x + y * b.y + z * b.z; }
};

/// The rows of a table at the faces from `block + within` on.
template <class Table>
struct RowsAt {
    const Table& table;
    int block, within;

    template <class Real>
    AMBIENT_ALWAYS_INLINE Real load(int row) const {
        return ambient::load<Real>(table.at(row, block, within));
    }
};

const FaceTable& tableOf(const FluidBodyModel& model, double) {
    return model.faceTable();
}
const SingleFaceTable& tableOf(const FluidBodyModel& model, float) {
    return model.singleFaceTable();
}

/// What the loop does with several faces at once, in this arithmetic.
template <class Number, int L>
struct Faces {
    using Of = NumbersOf<Number, L>;
    using Real = typename Of::Real;
    using Vector = Vectors<Real>;

    /// Of arrays that are always in double precision.
    AMBIENT_ALWAYS_INLINE static Real loadDoubles(const double* from) {
        return convertLanes<Real>(load<typename Of::Doubles>(from));
    }

    AMBIENT_ALWAYS_INLINE static Real twoFifths(const Real& x) {
        if constexpr (std::is_same_v<Number, float>)
            return singlePowerTwoFifths<L>(x);
        else
            return powerTwoFifths<L>(x);
    }

    /// Velocity relative to the medium.
    AMBIENT_ALWAYS_INLINE static Vector velocity(const Uniform<Number>& k, const Vector& c, const FaceFlow* flow,
                                                 int face) {
        Vector u = {k.v[0] + k.w[1] * c.z - k.w[2] * c.y, k.v[1] + k.w[2] * c.x - k.w[0] * c.z,
                    k.v[2] + k.w[0] * c.y - k.w[1] * c.x};
        if (flow && flow->moves) {
            u.x -= loadDoubles(flow->velocityX.data() + face);
            u.y -= loadDoubles(flow->velocityY.data() + face);
            u.z -= loadDoubles(flow->velocityZ.data() + face);
        }
        return u;
    }

    /// 1 attached .. 0 separated, as faceSlip has it but for a face at rest, which has no slip anyway.
    AMBIENT_ALWAYS_INLINE static Real attachment(const Uniform<Number>& k, const Real& cosine) {
        const Real zero = {}, one = splat<Real>(Number(1));
        const Real ramp = (cosine - k.cosSeparation) * k.slope + k.offset;
        const Real t = smaller(larger(ramp, zero), one);
        return t * t * (Number(3) - Number(2) * t);
    }

    /// Surface pressure along the normal, per factor.
    template <class Rows>
    AMBIENT_ALWAYS_INLINE static Real surfacePush(const Rows& rows, const Vector& u, const Real& un, const Real& slip2,
                                                  const Real& perSpeed) {
        const Real along = slip2 * perSpeed;
        const Real chord = Vector::load(rows, FaceTable::ChordX).dot(u);
        const Real windwardNormal = rows.template load<Real>(FaceTable::WindwardNormal),
                   leewardNormal = rows.template load<Real>(FaceTable::LeewardNormal),
                   windwardAlong = rows.template load<Real>(FaceTable::WindwardAlong),
                   leewardAlong = rows.template load<Real>(FaceTable::LeewardAlong);
        const Real normalPart = un > Number(0) ? windwardNormal : leewardNormal;
        const Real alongPart = un > Number(0) ? windwardAlong : leewardAlong;
        const Real size = larger(un, Real(-un));
        return -un * (normalPart * size + alongPart * along + chord * chord * perSpeed);
    }

    template <bool kSurface, bool kDynamic, bool kFriction, class Rows>
    AMBIENT_ALWAYS_INLINE static Vector force(const Rows& rows, const Uniform<Number>& k, const Vector& u,
                                              const Vector& n) {
        const Real un = n.dot(u), speed2 = u.dot(u), zero = {};
        const Real slip2 = larger(Real(speed2 - un * un), zero);
        const Real perSpeed = Number(1) / squareRoot(larger(speed2, splat<Real>(k.leastSpeed2)));
        Real push = {};
        if constexpr (kSurface) push = k.surfacePressure * surfacePush(rows, u, un, slip2, perSpeed);
        if constexpr (!kDynamic && !kFriction) return {push * n.x, push * n.y, push * n.z};
        const Vector slip = {u.x - un * n.x, u.y - un * n.y, u.z - un * n.z};
        const Real attached = attachment(k, un * perSpeed) * rows.template load<Real>(FaceTable::Area);
        if constexpr (kDynamic) push -= k.dynamicPressure * attached * slip2;
        if constexpr (!kFriction) return {push * n.x, push * n.y, push * n.z};
        const Real drag = -k.skinFriction * attached * twoFifths(slip2);
        return {push * n.x + drag * slip.x, push * n.y + drag * slip.y, push * n.z + drag * slip.z};
    }
};

/// Whether all faces of a block are out of the medium.
AMBIENT_ALWAYS_INLINE bool isOut(const FaceFlow& flow, int face, int count) {
    for (int lane = 0; lane < count; ++lane)
        if (flow.share[static_cast<std::size_t>(face + lane)] != 0.0) return false;
    return true;
}

template <class Number, bool kSurface, bool kDynamic, bool kFriction>
struct SumFaces {
    template <int L, class Table>
    AMBIENT_ALWAYS_INLINE static void run(const Table& table, const FaceFlow* flow, const Uniform<Number>& k,
                                          Wrench& wrench) {
        using Some = Faces<Number, L>;
        using Vector = typename Some::Vector;
        constexpr int kBlock = Some::Of::kSumParts, kCount = Some::Of::kCount;
        SumOf<Number, L> fx, fy, fz, tx, ty, tz;
        for (int block = 0; block < table.paddedSize(); block += kBlock) {
            if (flow && isOut(*flow, block, kBlock)) continue;
            for (int part = 0; part < kBlock / kCount; ++part) {
                const int face = block + part * kCount;
                const RowsAt<Table> rows = {table, block, part * kCount};
                const Vector c = Vector::load(rows, FaceTable::CentroidX);
                const Vector n = Vector::load(rows, FaceTable::NormalX);
                const Vector u = Some::velocity(k, c, flow, face);
                Vector f = Some::template force<kSurface, kDynamic, kFriction>(rows, k, u, n);
                if (flow) {
                    const typename Some::Real share = Some::loadDoubles(flow->share.data() + face);
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
};

/// \param at that the twist is about, mesh frame
template <class Number>
Uniform<Number> uniformOf(const FluidBodyModel& model, const RelativeFlow& flow, const FaceTerms& terms,
                          const Vector3& at) {
    const AttachmentRamp ramp(terms.band);
    const Vector3 v = flow.velocityAt(at), &w = flow.twist.angular;
    const auto number = [](double value) { return static_cast<Number>(value); };
    return {{number(v.x()), number(v.y()), number(v.z())},
            {number(w.x()), number(w.y()), number(w.z())},
            number(terms.surfacePressure),
            number(terms.dynamicPressure),
            number(terms.skinFriction),
            number(terms.needsAttachment() ? model.separationCosine() : 0.0),
            number(ramp.slope),
            number(ramp.offset),
            number(std::is_same_v<Number, float> ? 1e-30 : 1e-300)};
}

/// About `at`, to which the centroids of the table are relative.
template <class Number>
Wrench sumFaces(const FluidBodyModel& model, const RelativeFlow& flow, const FaceTerms& terms, const Vector3& at) {
    Wrench sum;
    const Uniform<Number> k = uniformOf<Number>(model, flow, terms, at);
    const auto run = [&](auto loop) { runVectorised<decltype(loop)>(tableOf(model, Number()), flow.faces, k, sum); };
    const bool surface = terms.surfacePressure != 0.0, dynamic = terms.dynamicPressure != 0.0;
    if (dynamic)
        surface ? run(SumFaces<Number, true, true, true>()) : run(SumFaces<Number, false, true, true>());
    else if (terms.skinFriction != 0.0)
        surface ? run(SumFaces<Number, true, false, true>()) : run(SumFaces<Number, false, false, true>());
    else
        run(SumFaces<Number, true, false, false>());
    return sum;
}

} // namespace

Wrench sumFaceTerms(const FluidBodyModel& model, const RelativeFlow& flow, const FaceTerms& terms) {
    if (!terms.any()) return {};
    if (!terms.isSingle) return sumFaces<double>(model, flow, terms, Vector3::Zero());
    const Vector3& center = model.centerOfVolume();
    Wrench sum = sumFaces<float>(model, flow, terms, center);
    sum.angular += center.cross(sum.linear);
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
        const FaceSlip slip = faceSlip(n, u, model.separationCosine(), terms.band);
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
