// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/CrowdPoints.h"
#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/FaceTerms.h"
#include "AmbientFluid/Math/FastPower.h"

#include <cmath>
#include <type_traits>

/// \file
/// The loop of FaceTerms, for single and for double precision, in two translation units. The unit in single precision
/// fuses multiplications with additions. Double precision must not, since its bits have to be identical.

namespace ambient {

/// The absolute value of each lane.
template <class Real>
AMBIENT_ALWAYS_INLINE Real magnitude(const Real& x) {
    if constexpr (std::is_arithmetic_v<Real>) {
        return std::abs(x);
    } else {
        constexpr bool isDouble = std::is_same_v<std::decay_t<decltype(x[0])>, double>;
        Real size;
        AMBIENT_UNROLL
        for (unsigned lane = 0; lane < sizeof(Real) / sizeof(x[0]); ++lane) {
            if constexpr (isDouble)
                size[lane] = __builtin_fabs(x[lane]);
            else
                size[lane] = __builtin_fabsf(x[lane]);
        }
        return size;
    }
}

/// Constants of the loop, common to all faces.
/// \tparam Motion numbers of the body's motion: one, or one a lane if the lanes are bodies
template <class Number, class Motion = Number>
struct UniformTerms {
    Motion v[3], w[3];      ///< twist about the origin of the centroids
    Motion turning[3];      ///< angular velocity relative to the medium
    Number surfacePressure; ///< factor of FaceTerms; 0 or 1
    Number dynamicPressure; ///< factor of FaceTerms
    Motion skinFriction;    ///< factor of FaceTerms
    Number cosSeparation;   ///< of attachment
    Number tails;           ///< 1 if attachment follows the wake normal, else 0
    Number slope, offset;   ///< of attachment
    Motion roundShare;      ///< factor of the row LEEROUND
    Number leastSpeed2;     ///< lower limit of the squared speed in divisions
    int pointRow;           ///< first row of the points on which the forces act
};

/// SIMD vectors of the components of 3-vectors.
template <class Real>
struct FaceVectors {
    Real x, y, z; ///< components

    /// Loads three consecutive rows.
    template <class Rows>
    AMBIENT_ALWAYS_INLINE static FaceVectors load(const Rows& rows, int firstRow) {
        return {rows.load(firstRow), rows.load(firstRow + 1), rows.load(firstRow + 2)};
    }
    /// Scalar product of each face.
    AMBIENT_ALWAYS_INLINE Real dot(const FaceVectors& b) const { return x * b.x + y * b.y + z * b.z; }
};

/// A row of consecutive faces, one a lane.
template <class Real, class Table>
AMBIENT_ALWAYS_INLINE Real loadRow(const Table& table, int row, int face) {
    return load<Real>(table.at(row, face));
}
/// A number of one point for the bodies of all lanes.
template <class Real>
AMBIENT_ALWAYS_INLINE Real loadRow(const CrowdPoints& points, int row, int point) {
    return splat<Real>(*points.at(row, point));
}

/// Intermediate values of one SIMD vector of faces.
/// Each stage of the formulas is a function of its own, because each is a chain of dependent operations. The loop
/// applies a stage to several SIMD vectors in turn.
/// \tparam kWake whether the mean-line and the wake normal are needed
template <class Number, int L, class Table, bool kWake, class Terms = UniformTerms<Number>>
struct FacesUnderWay {
    using Of = NumbersOf<Number, L>;  ///< the arithmetic
    using Real = typename Of::Real;   ///< one number per face
    using Vector = FaceVectors<Real>; ///< one vector per face
    using Uniform = Terms;            ///< constants of all faces

    Vector u;            ///< velocity relative to the medium
    Real un, um, uk;     ///< components of u along the normal, the mean-line normal and the wake normal
    Real speed2, slip2;  ///< squares of u and of its part across the normal
    Real perSpeed;       ///< 1 / |u|
    Real push, meanPush; ///< the force is push n + meanPush m + drag slip
    Real drag;           ///< the factor of slip

    /// \param face first of these faces
    AMBIENT_ALWAYS_INLINE void start(const Table& table, int face, const SurfaceMotion* flow, const Uniform& k) {
        m_table = &table;
        m_face = face;
        const Vector c = Vector::load(*this, k.pointRow);
        u = {k.v[0] + k.w[1] * c.z - k.w[2] * c.y, k.v[1] + k.w[2] * c.x - k.w[0] * c.z,
             k.v[2] + k.w[0] * c.y - k.w[1] * c.x};
        if (flow && flow->moves) {
            u.x -= loadDoubles(flow->velocityX);
            u.y -= loadDoubles(flow->velocityY);
            u.z -= loadDoubles(flow->velocityZ);
        }
        un = Vector::load(*this, FaceTable::NormalX).dot(u);
        const Real zero = {};
        speed2 = u.dot(u);
        slip2 = larger(Real(speed2 - un * un), zero);
        perSpeed = Number(1) / squareRoot(larger(speed2, splat<Real>(k.leastSpeed2)));
        push = meanPush = drag = zero;
        if constexpr (!kWake) return;
        um = weightVector(PressureWeights::MeanX).dot(u);
        uk = weight(PressureWeights::WakeMean) * um + weight(PressureWeights::WakeNormal) * un;
    }

    /// Adds FaceTerms::surfacePressure. Both quotients share a division: 1/(x y) y = 1/x.
    /// \tparam kAlways whether the factor is 1 in all calls, which saves three multiplications
    template <bool kAlways>
    AMBIENT_ALWAYS_INLINE void addSurfacePressure(const Uniform& k) {
        using W = PressureWeights;
        const Real zero = {};
        const Real slope = un * perSpeed, wakeSlope = uk * perSpeed;
        const Real hollow = slope * slope + Number(0.04), lee = wakeSlope * wakeSlope + Number(0.25);
        const Real perBoth = Number(1) / (hollow * lee);
        const Real ahead = larger(un, zero), wake = smaller(uk, zero);
        const Real pressure = ahead * ahead * (weight(W::Front) + weight(W::Hollow) * (lee * perBoth));
        const Real suction =
            wake * wake * (weight(W::LeeFlat) * (hollow * perBoth) + k.roundShare * weight(W::LeeRound));
        const Real chord = weightVector(W::ChordX).dot(u), across = larger(Real(speed2 - um * um), zero);
        const Vector m = weightVector(W::MeanX);
        const Real turn = k.turning[0] * m.x + k.turning[1] * m.y + k.turning[2] * m.z;
        const Real swept = weight(W::Reach) * magnitude(turn);
        const Real revolving = weight(W::Revolving) * smaller(swept, Real(speed2 * perSpeed));
        const Real lift = um * ((weight(W::Sheet) * across + chord * chord) * perSpeed + revolving);
        const Number factor = kAlways ? Number(1) : k.surfacePressure;
        push += factor * (weight(W::WakeNormal) * suction - pressure);
        meanPush += factor * (weight(W::WakeMean) * suction - lift);
    }

    /// Adds the terms of attached faces: dynamic pressure if kDynamic, skin friction if kFriction.
    /// \tparam kTailed whether attachment follows the wake normal in all calls
    template <bool kDynamic, bool kFriction, bool kTailed>
    AMBIENT_ALWAYS_INLINE void addAttached(const Uniform& k) {
        if constexpr (!kDynamic && !kFriction) return;
        const Real zero = {}, one = splat<Real>(Number(1));
        // 1 attached .. 0 separated, as in faceSlip except for a face at rest, which has no slip anyway.
        Real facing = un;
        if constexpr (kTailed)
            facing = larger(un, uk);
        else if constexpr (kWake)
            facing += k.tails * larger(Real(uk - un), zero);
        const Real t = smaller(larger(Real((facing * perSpeed - k.cosSeparation) * k.slope + k.offset), zero), one);
        const Real attached = t * t * (Number(3) - Number(2) * t) * load(FaceTable::Area);
        if constexpr (kDynamic) push -= k.dynamicPressure * attached * slip2;
        if constexpr (kFriction) drag -= k.skinFriction * attached * twoFifths(slip2);
    }

    /// Adds the cross flow of a base, the row BASE being a coefficient [m^2] (CrowdPoints).
    AMBIENT_ALWAYS_INLINE void addBase() { drag += weight(PressureWeights::Base) * smaller(un, Real{}); }

    /// Adds force and torque to the sums. \param part of SumOf
    template <bool kDrag, bool kMean, class Sums>
    AMBIENT_ALWAYS_INLINE void addTo(Sums& sums, int part, const SurfaceMotion* flow, const Uniform& k) const {
        const Vector n = Vector::load(*this, FaceTable::NormalX), c = Vector::load(*this, k.pointRow);
        const Real normal = kDrag ? push - drag * un : push; // slip = u - un n
        Vector f = {normal * n.x, normal * n.y, normal * n.z};
        if constexpr (kDrag) f = {f.x + drag * u.x, f.y + drag * u.y, f.z + drag * u.z};
        if constexpr (kMean) {
            const Vector m = weightVector(PressureWeights::MeanX);
            f = {f.x + meanPush * m.x, f.y + meanPush * m.y, f.z + meanPush * m.z};
        }
        if (flow) {
            const Real weight = flow->isStratified ? loadProducts(flow->wettedFraction, flow->densityRatio)
                                                   : loadDoubles(flow->wettedFraction);
            f = {weight * f.x, weight * f.y, weight * f.z};
        }
        sums.force[0].parts[part] += f.x;
        sums.force[1].parts[part] += f.y;
        sums.force[2].parts[part] += f.z;
        sums.torque[0].parts[part] += c.y * f.z - c.z * f.y;
        sums.torque[1].parts[part] += c.z * f.x - c.x * f.z;
        sums.torque[2].parts[part] += c.x * f.y - c.y * f.x;
    }

    /// Loads a row of the table.
    AMBIENT_ALWAYS_INLINE Real load(int row) const { return loadRow<Real>(*m_table, row, m_face); }
    /// Loads a row of PressureWeights.
    AMBIENT_ALWAYS_INLINE Real weight(int row) const { return load(FaceTable::Pressure + row); }
    /// Loads three rows of PressureWeights.
    AMBIENT_ALWAYS_INLINE Vector weightVector(int row) const { return Vector::load(*this, FaceTable::Pressure + row); }

  private:
    AMBIENT_ALWAYS_INLINE Real loadDoubles(const std::vector<double>& row) const {
        return convertLanes<Real>(ambient::load<typename Of::Doubles>(row.data() + m_face));
    }
    AMBIENT_ALWAYS_INLINE Real loadProducts(const std::vector<double>& a, const std::vector<double>& b) const {
        using Doubles = typename Of::Doubles;
        return convertLanes<Real>(
            Doubles(ambient::load<Doubles>(a.data() + m_face) * ambient::load<Doubles>(b.data() + m_face)));
    }
    AMBIENT_ALWAYS_INLINE static Real twoFifths(const Real& x) {
        if constexpr (std::is_same_v<Number, float>)
            return singlePowerTwoFifths<L>(x);
        else
            return powerTwoFifths<L>(x);
    }

    const Table* m_table;
    int m_face;
};

/// Sums of force and torque over all faces.
template <class Number, int L>
struct FaceSums {
    SumOf<Number, L> force[3], torque[3]; ///< x, y, z [N, N m]
};

/// Terms of a loop: sums of those that are compiled together. kUniform: no SurfaceMotion, so no branches for it.
enum LoopTerms { kSurface = 1, kDynamic = 2, kFriction = 4, kTails = 8, kUniform = 16 };

/// Sums the selected terms over the faces of a table. \tparam kTerms sum of LoopTerms
template <class Number, int kTerms>
struct SumFaces {
    /// The loop without a SurfaceMotion, for the default law: measured 7 % less time at 2880 faces.
    using Uniform = SumFaces<Number, (kTerms & kSurface) != 0 ? kTerms | kUniform : kTerms>;

    /// The loop for runVectorised(). \param wrench receives the sum, about the origin of the centroids
    template <int L, class Table>
    AMBIENT_ALWAYS_INLINE static void run(const Table& table, const SurfaceMotion* ofFaces,
                                          const UniformTerms<Number>& k, Wrench& wrench) {
        using Of = NumbersOf<Number, L>;
        const SurfaceMotion* const flow = (kTerms & kUniform) != 0 ? nullptr : ofFaces;
        // Measured: fewer vectors leave the processor waiting, more do not fit into its registers.
        constexpr int kWays = L == 1 ? 1 : 4;
        constexpr int kAtOnce = kWays * Of::kCount > Of::kSumParts ? kWays * Of::kCount : Of::kSumParts;
        FaceSums<Number, L> sums;
        int face = 0;
        for (; face + kAtOnce <= table.paddedSize(); face += kAtOnce)
            addSome<L, kWays, kAtOnce>(table, face, flow, k, sums);
        if constexpr (kAtOnce > kSingleParts)
            for (; face < table.paddedSize(); face += Of::kSumParts)
                addSome<L, 1, Of::kSumParts>(table, face, flow, k, sums);
        wrench = {{sums.torque[0].total(), sums.torque[1].total(), sums.torque[2].total()},
                  {sums.force[0].total(), sums.force[1].total(), sums.force[2].total()}};
    }

  private:
    template <int L, int kWays, int kFaces, class Table>
    AMBIENT_ALWAYS_INLINE static void addSome(const Table& table, int first, const SurfaceMotion* flow,
                                              const UniformTerms<Number>& k, FaceSums<Number, L>& sums) {
        using Of = NumbersOf<Number, L>;
        constexpr int kParts = Of::kSumParts / Of::kCount;
        if (flow && isOut(*flow, first, kFaces)) return;
        AMBIENT_UNROLL
        for (int group = 0; group < kFaces; group += kWays * Of::kCount) {
            constexpr bool kWake = (kTerms & (kSurface | kTails)) != 0;
            constexpr bool kDrag = (kTerms & kFriction) != 0;
            FacesUnderWay<Number, L, Table, kWake> faces[kWays];
            AMBIENT_UNROLL
            for (int way = 0; way < kWays; ++way)
                faces[way].start(table, first + group + way * Of::kCount, flow, k);
            AMBIENT_UNROLL
            for (int way = 0; way < kWays; ++way)
                faces[way]
                    .template addAttached<(kTerms & kDynamic) != 0, (kTerms & kFriction) != 0, (kTerms & kTails) != 0>(
                        k);
            if constexpr ((kTerms & kSurface) != 0) {
                AMBIENT_UNROLL
                for (int way = 0; way < kWays; ++way)
                    faces[way].template addSurfacePressure<(kTerms & kDynamic) == 0>(k);
            }
            AMBIENT_UNROLL
            for (int way = 0; way < kWays; ++way)
                faces[way].template addTo<kDrag, (kTerms & kSurface) != 0>(sums, (group / Of::kCount + way) % kParts,
                                                                           flow, k);
        }
    }

    /// Whether all of these faces are outside the medium.
    AMBIENT_ALWAYS_INLINE static bool isOut(const SurfaceMotion& flow, int face, int count) {
        for (int lane = 0; lane < count; ++lane)
            if (flow.wettedFraction[static_cast<std::size_t>(face + lane)] != 0.0) return false;
        return true;
    }
};

/// Runs the loop specialised for the requested terms, with the vector width of instructionSet().
/// \returns the sum about the origin of the table's centroids
template <class Number, class Table>
Wrench sumFacesOf(const Table& table, const SurfaceMotion* flow, const FaceTerms& terms,
                  const UniformTerms<Number>& k) {
    Wrench sum;
    const auto run = [&](auto loop) {
        using Loop = decltype(loop);
        flow ? runVectorised<Loop>(table, flow, k, sum) : runVectorised<typename Loop::Uniform>(table, flow, k, sum);
    };
    const bool surface = terms.surfacePressure != 0.0;
    const bool dynamic = terms.dynamicPressure != 0.0, friction = terms.skinFriction != 0.0;
    const bool tails = terms.keepsTails && (dynamic || friction);
    // Every loop is compiled for each instruction set and both precisions. A term alone takes the loop of the set that
    // it usually is in, with a factor of 0 for the other terms.
    if (surface && !dynamic && (tails || !friction))
        run(SumFaces<Number, kSurface | kFriction | kTails>());
    else if (!surface && !tails)
        run(SumFaces<Number, kDynamic | kFriction>());
    else
        run(SumFaces<Number, kSurface | kDynamic | kFriction>());
    return sum;
}

/// sumFacesOf() in single precision, in a translation unit of its own.
Wrench sumSingleFaces(const SingleFaceTable& table, const SurfaceMotion* flow, const FaceTerms& terms,
                      const UniformTerms<float>& k);

} // namespace ambient
