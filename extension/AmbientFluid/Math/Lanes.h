// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/InstructionSet.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

/// \file
/// One source for every width of vectors. A hot loop is a struct with a static function template
///
///     template <int L> AMBIENT_ALWAYS_INLINE static void run(...)
///
/// that works on Lanes<L>::Real, L numbers at once, and is called by runVectorised<Loop>(...), which has it compiled
/// for each instruction set. Everything it calls is AMBIENT_ALWAYS_INLINE too, so that no code compiled for one
/// processor can be linked into what another one runs. Arrays that it reads are padded to a multiple of kLanes.

#if defined(__GNUC__) || defined(__clang__)
#define AMBIENT_ALWAYS_INLINE inline __attribute__((always_inline))
#define AMBIENT_FLUID_VECTOR_TYPES
#else
/// Inlined in loops that are compiled for several instruction sets.
#define AMBIENT_ALWAYS_INLINE inline
#endif
#if defined(__clang__)
#define AMBIENT_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define AMBIENT_UNROLL _Pragma("GCC unroll 8")
#else
/// Before a loop of up to 8 rounds that is to be written out, so that what it works on stays in registers.
#define AMBIENT_UNROLL
#endif
#if defined(AMBIENT_FLUID_VECTOR_TYPES) && defined(__x86_64__)
#define AMBIENT_FLUID_X86_LANES
#endif

namespace ambient {

/// Sums over faces are kept in this many parts, one for every kLanes-th face, whatever the width of the machine's
/// vectors: that is why all of them give the same bits.
constexpr int kLanes = 8;

/// The same for loops in single precision.
constexpr int kSingleParts = 16;

/// `count` rounded up to a multiple of both.
constexpr int paddedSize(int count) {
    return (count + kSingleParts - 1) / kSingleParts * kSingleParts;
}

/// L numbers of each type that are worked on at once: + - * / and comparisons act on each, `mask ? a : b` chooses.
template <int L>
struct Lanes {
#ifdef AMBIENT_FLUID_VECTOR_TYPES
    typedef double Real __attribute__((vector_size(8 * L)));
    typedef std::uint64_t Bits __attribute__((vector_size(8 * L)));
    typedef float Single __attribute__((vector_size(4 * L)));
    typedef std::int32_t Int32 __attribute__((vector_size(4 * L)));
#endif
};

/// As many numbers, float or double, as a vector of L doubles has room for.
template <class Number, int L>
struct NumbersOf {
#ifdef AMBIENT_FLUID_VECTOR_TYPES
    static constexpr int kCount = static_cast<int>(L * sizeof(double) / sizeof(Number));
    typedef Number Real __attribute__((vector_size(8 * L)));
    typedef double Doubles __attribute__((vector_size(8 * kCount)));
    typedef std::int32_t Int32 __attribute__((vector_size(4 * kCount)));
#else
    /// Numbers in the vector: without vector types one.
    static constexpr int kCount = 1;
    /// kCount numbers.
    using Real = Number;
    /// kCount doubles, for sums and conversions; wider than Real where Number is float.
    using Doubles = double;
    /// kCount 32-bit integers.
    using Int32 = std::int32_t;
#endif
    /// Parts that sums over faces are kept in, whatever L: that is why all L give the same bits.
    static constexpr int kSumParts = sizeof(Number) == sizeof(double) ? kLanes : kSingleParts;
};

/// One lane: plain numbers.
template <>
struct Lanes<1> {
    /// In place of L doubles.
    using Real = double;
    /// The bits of a Real.
    using Bits = std::uint64_t;
    /// In place of L floats.
    using Single = float;
    /// The bits of a Single, signed.
    using Int32 = std::int32_t;
};

/// The same bytes as another type of that size.
template <class To, class From>
AMBIENT_ALWAYS_INLINE To bitCast(const From& from) {
    static_assert(sizeof(To) == sizeof(From), "both have as many bytes");
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

/// As many numbers from memory as Real holds, of any alignment.
template <class Real, class Number>
AMBIENT_ALWAYS_INLINE Real load(const Number* from) {
    Real value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// Lanes to memory, the inverse of load(); any alignment.
template <class Real, class Number>
AMBIENT_ALWAYS_INLINE void store(Number* to, const Real& value) {
    std::memcpy(to, &value, sizeof value);
}

/// to += value
template <class Real>
AMBIENT_ALWAYS_INLINE void add(double* to, const Real& value) {
    store<Real>(to, load<Real>(to) + value);
}

/// The same number in every lane.
template <class Real, class Number>
AMBIENT_ALWAYS_INLINE Real splat(Number value) {
    return Real{} + value;
}

/// Square root of each lane, correctly rounded.
template <class Real>
AMBIENT_ALWAYS_INLINE Real squareRoot(const Real& x) {
    if constexpr (std::is_arithmetic_v<Real>) {
        return std::sqrt(x);
    } else {
        constexpr bool isDouble = std::is_same_v<std::decay_t<decltype(x[0])>, double>;
        Real root;
        for (unsigned lane = 0; lane < sizeof(Real) / sizeof(x[0]); ++lane) {
            if constexpr (isDouble)
                root[lane] = __builtin_sqrt(x[lane]);
            else
                root[lane] = __builtin_sqrtf(x[lane]);
        }
        return root;
    }
}

/// Of each lane the larger one; b where a is not a number.
template <class Real>
AMBIENT_ALWAYS_INLINE Real larger(const Real& a, const Real& b) {
    return a > b ? a : b;
}
/// Of each lane the smaller one; b where a is not a number.
template <class Real>
AMBIENT_ALWAYS_INLINE Real smaller(const Real& a, const Real& b) {
    return a < b ? a : b;
}

/// Each number in another arithmetic type.
template <class To, class From>
AMBIENT_ALWAYS_INLINE To convertLanes(const From& from) {
    if constexpr (std::is_arithmetic_v<From>)
        return static_cast<To>(from);
    else
        return __builtin_convertvector(from, To);
}

/// Of N doubles side by side, the upper half onto the lower one until one is left.
template <int N, class Doubles>
AMBIENT_ALWAYS_INLINE double sumOfLanes(const Doubles& lanes) {
    if constexpr (N == 1) {
        return lanes;
    } else if constexpr (N == 2) {
        return lanes[0] + lanes[1];
    } else {
        typename Lanes<N / 2>::Real halves[2];
        std::memcpy(halves, &lanes, sizeof lanes);
        return sumOfLanes<N / 2>(halves[0] + halves[1]);
    }
}

/// A sum over many faces: part p of lane group l holds every kSumParts-th term.
template <class Number, int L>
struct SumOf {
    /// The lanes that it is made of.
    using Of = NumbersOf<Number, L>;
    /// kSumParts sums, in vectors.
    typename Of::Real parts[Of::kSumParts / Of::kCount] = {};

    /// Of all parts, halves onto halves: the same bits for every L.
    AMBIENT_ALWAYS_INLINE double total() const {
        constexpr int kVectors = Of::kSumParts / Of::kCount;
        typename Of::Doubles sums[kVectors];
        for (int part = 0; part < kVectors; ++part)
            sums[part] = convertLanes<typename Of::Doubles>(parts[part]);
        for (int half = kVectors / 2; half > 0; half /= 2)
            for (int part = 0; part < half; ++part)
                sums[part] += sums[part + half];
        return sumOfLanes<Of::kCount>(sums[0]);
    }
};

/// A SumOf doubles.
template <int L>
using LaneSum = SumOf<double, L>;

#ifdef AMBIENT_FLUID_X86_LANES
template <class Loop, class... Arguments>
__attribute__((target("avx2,fma"))) void runInAvx2(Arguments&&... arguments) {
    Loop::template run<4>(std::forward<Arguments>(arguments)...);
}
template <class Loop, class... Arguments>
__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,fma"))) void runInAvx512(Arguments&&... arguments) {
    Loop::template run<8>(std::forward<Arguments>(arguments)...);
}
#endif

/// Loop::run<L>(arguments...) with the vectors of instructionSet().
template <class Loop, class... Arguments>
void runVectorised(Arguments&&... arguments) {
#ifdef AMBIENT_FLUID_X86_LANES
    switch (instructionSet()) {
    case InstructionSet::Avx512:
        return runInAvx512<Loop>(std::forward<Arguments>(arguments)...);
    case InstructionSet::Avx2:
        return runInAvx2<Loop>(std::forward<Arguments>(arguments)...);
    case InstructionSet::Baseline:
        break;
    }
#endif
#ifdef AMBIENT_FLUID_VECTOR_TYPES
    Loop::template run<2>(std::forward<Arguments>(arguments)...);
#else
    Loop::template run<1>(std::forward<Arguments>(arguments)...);
#endif
}

} // namespace ambient
