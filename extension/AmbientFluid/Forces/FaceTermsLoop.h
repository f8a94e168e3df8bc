// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FaceTable.h"
#include "AmbientFluid/Forces/FaceTerms.h"
#include "AmbientFluid/Math/FastPower.h"

#include <type_traits>

/// \file
/// The loop of FaceTerms, for single and for double precision, in two translation units. The unit in single precision
/// fuses multiplications with additions. Double precision must not, since its bits have to be identical.

namespace ambient {

/// Constants of the loop, common to all faces.
template <class Number>
struct UniformTerms {
    Number v[3], w[3];                                     ///< twist about the origin of the centroids
    Number surfacePressure, dynamicPressure, skinFriction; ///< factors of FaceTerms
    Number cosSeparation, slope, offset;                   ///< of attachment
    Number leastSpeed2;                                    ///< lower limit of the squared speed in divisions
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

/// Intermediate values of one SIMD vector of faces.
/// Each stage of the formulas is a function of its own, because each is a chain of dependent operations. The loop
/// applies a stage to several SIMD vectors in turn.
template <class Number, int L, class Table>
struct FacesUnderWay {
    using Of = NumbersOf<Number, L>;      ///< the arithmetic
    using Real = typename Of::Real;       ///< one number per face
    using Vector = FaceVectors<Real>;     ///< one vector per face
    using Uniform = UniformTerms<Number>; ///< constants of all faces

    Vector u;        ///< velocity relative to the medium
    Real un, slip2;  ///< component of u along the normal, and squared component across the normal
    Real perSpeed;   ///< 1 / |u|
    Real push, drag; ///< the force is push n + drag slip

    /// \param face first of these faces
    AMBIENT_ALWAYS_INLINE void start(const Table& table, int face, const FaceFlow* flow, const Uniform& k) {
        m_table = &table;
        m_face = face;
        const Vector c = Vector::load(*this, FaceTable::CentroidX);
        u = {k.v[0] + k.w[1] * c.z - k.w[2] * c.y, k.v[1] + k.w[2] * c.x - k.w[0] * c.z,
             k.v[2] + k.w[0] * c.y - k.w[1] * c.x};
        if (flow && flow->moves) {
            u.x -= loadDoubles(flow->velocityX);
            u.y -= loadDoubles(flow->velocityY);
            u.z -= loadDoubles(flow->velocityZ);
        }
        un = Vector::load(*this, FaceTable::NormalX).dot(u);
        const Real speed2 = u.dot(u), zero = {};
        slip2 = larger(Real(speed2 - un * un), zero);
        perSpeed = Number(1) / squareRoot(larger(speed2, splat<Real>(k.leastSpeed2)));
        push = drag = zero;
    }

    /// Adds FaceTerms::surfacePressure if kSurface.
    template <bool kSurface>
    AMBIENT_ALWAYS_INLINE void addSurfacePressure(const Uniform& k) {
        if constexpr (!kSurface) return;
        const Real chord = Vector::load(*this, FaceTable::ChordX).dot(u);
        const Real windwardNormal = load(FaceTable::WindwardNormal), leewardNormal = load(FaceTable::LeewardNormal),
                   windwardAlong = load(FaceTable::WindwardAlong), leewardAlong = load(FaceTable::LeewardAlong);
        const Real normalPart = un > Number(0) ? windwardNormal : leewardNormal;
        const Real alongPart = un > Number(0) ? windwardAlong : leewardAlong;
        const Real size = larger(un, Real(-un));
        push -= k.surfacePressure * un * (normalPart * size + (alongPart * slip2 + chord * chord) * perSpeed);
    }

    /// Adds the terms of attached faces: dynamic pressure if kDynamic, skin friction if kFriction.
    template <bool kDynamic, bool kFriction>
    AMBIENT_ALWAYS_INLINE void addAttached(const Uniform& k) {
        if constexpr (!kDynamic && !kFriction) return;
        const Real zero = {}, one = splat<Real>(Number(1));
        // 1 attached .. 0 separated, as in faceSlip except for a face at rest, which has no slip anyway.
        const Real t = smaller(larger(Real((un * perSpeed - k.cosSeparation) * k.slope + k.offset), zero), one);
        const Real attached = t * t * (Number(3) - Number(2) * t) * load(FaceTable::Area);
        if constexpr (kDynamic) push -= k.dynamicPressure * attached * slip2;
        if constexpr (kFriction) drag = -k.skinFriction * attached * twoFifths(slip2);
    }

    /// Adds force and torque to the sums. \param part of SumOf
    template <bool kFriction, class Sums>
    AMBIENT_ALWAYS_INLINE void addTo(Sums& sums, int part, const FaceFlow* flow) const {
        const Vector n = Vector::load(*this, FaceTable::NormalX), c = Vector::load(*this, FaceTable::CentroidX);
        const Real normal = kFriction ? push - drag * un : push; // slip = u - un n
        Vector f = {normal * n.x, normal * n.y, normal * n.z};
        if constexpr (kFriction) f = {f.x + drag * u.x, f.y + drag * u.y, f.z + drag * u.z};
        if (flow) {
            const Real share = loadDoubles(flow->share);
            f = {share * f.x, share * f.y, share * f.z};
        }
        sums.force[0].parts[part] += f.x;
        sums.force[1].parts[part] += f.y;
        sums.force[2].parts[part] += f.z;
        sums.torque[0].parts[part] += c.y * f.z - c.z * f.y;
        sums.torque[1].parts[part] += c.z * f.x - c.x * f.z;
        sums.torque[2].parts[part] += c.x * f.y - c.y * f.x;
    }

    /// Loads a row of the table.
    AMBIENT_ALWAYS_INLINE Real load(int row) const { return ambient::load<Real>(m_table->at(row, m_face)); }

  private:
    AMBIENT_ALWAYS_INLINE Real loadDoubles(const std::vector<double>& row) const {
        return convertLanes<Real>(ambient::load<typename Of::Doubles>(row.data() + m_face));
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

/// Sums the selected terms over the faces of a table.
template <class Number, bool kSurface, bool kDynamic, bool kFriction>
struct SumFaces {
    /// The loop for runVectorised(). \param wrench receives the sum, about the origin of the centroids
    template <int L, class Table>
    AMBIENT_ALWAYS_INLINE static void run(const Table& table, const FaceFlow* flow, const UniformTerms<Number>& k,
                                          Wrench& wrench) {
        using Of = NumbersOf<Number, L>;
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
    AMBIENT_ALWAYS_INLINE static void addSome(const Table& table, int first, const FaceFlow* flow,
                                              const UniformTerms<Number>& k, FaceSums<Number, L>& sums) {
        using Of = NumbersOf<Number, L>;
        constexpr int kParts = Of::kSumParts / Of::kCount;
        if (flow && isOut(*flow, first, kFaces)) return;
        AMBIENT_UNROLL
        for (int group = 0; group < kFaces; group += kWays * Of::kCount) {
            FacesUnderWay<Number, L, Table> faces[kWays];
            AMBIENT_UNROLL
            for (int way = 0; way < kWays; ++way)
                faces[way].start(table, first + group + way * Of::kCount, flow, k);
            AMBIENT_UNROLL
            for (int way = 0; way < kWays; ++way)
                faces[way].template addAttached<kDynamic, kFriction>(k);
            AMBIENT_UNROLL
            for (int way = 0; way < kWays; ++way)
                faces[way].template addSurfacePressure<kSurface>(k);
            AMBIENT_UNROLL
            for (int way = 0; way < kWays; ++way)
                faces[way].template addTo<kFriction>(sums, (group / Of::kCount + way) % kParts, flow);
        }
    }

    /// Whether all of these faces are outside the medium.
    AMBIENT_ALWAYS_INLINE static bool isOut(const FaceFlow& flow, int face, int count) {
        for (int lane = 0; lane < count; ++lane)
            if (flow.share[static_cast<std::size_t>(face + lane)] != 0.0) return false;
        return true;
    }
};

/// Runs the loop specialised for the requested terms, with the vector width of instructionSet().
/// \returns the sum about the origin of the table's centroids
template <class Number, class Table>
Wrench sumFacesOf(const Table& table, const FaceFlow* flow, const FaceTerms& terms, const UniformTerms<Number>& k) {
    Wrench sum;
    const auto run = [&](auto loop) { runVectorised<decltype(loop)>(table, flow, k, sum); };
    const bool surface = terms.surfacePressure != 0.0, dynamic = terms.dynamicPressure != 0.0;
    if (dynamic)
        surface ? run(SumFaces<Number, true, true, true>()) : run(SumFaces<Number, false, true, true>());
    else if (terms.skinFriction != 0.0)
        surface ? run(SumFaces<Number, true, false, true>()) : run(SumFaces<Number, false, false, true>());
    else
        run(SumFaces<Number, true, false, false>());
    return sum;
}

/// sumFacesOf() in single precision, in a translation unit of its own.
Wrench sumSingleFaces(const SingleFaceTable& table, const FaceFlow* flow, const FaceTerms& terms,
                      const UniformTerms<float>& k);

} // namespace ambient
