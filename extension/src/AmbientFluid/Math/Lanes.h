// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/InstructionSet.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

/// \file
/// One loop source for all vector widths. A hot loop is a struct with a static function template
///
///     template <int L> AMBIENT_ALWAYS_INLINE static void run(...)
///
/// that works on Lanes<L>::Real, L numbers at once. runVectorised<Loop>(...) calls it, compiled for each instruction
/// set. All functions that the loop calls are AMBIENT_ALWAYS_INLINE too, so that the linker cannot mix code of
/// different processors. All arrays that the loop reads are padded to a multiple of kLanes.

#if defined(__GNUC__) || defined(__clang__)
#define AMBIENT_ALWAYS_INLINE inline __attribute__((always_inline))
#define AMBIENT_FLUID_VECTOR_TYPES
#else
/// Marks functions inlined in loops that are compiled for several instruction sets.
#define AMBIENT_ALWAYS_INLINE inline
#endif
#if defined(__clang__)
#define AMBIENT_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define AMBIENT_UNROLL _Pragma("GCC unroll 8")
#else
/// Unrolls the following loop of at most 8 rounds, so that intermediate values stay in registers.
#define AMBIENT_UNROLL
#endif
#if defined(AMBIENT_FLUID_VECTOR_TYPES) && defined(__x86_64__)
#define AMBIENT_FLUID_X86_LANES
#endif

namespace ambient {

/// Parts of a sum over faces, one for every kLanes-th face.
/// Their number does not depend on the width of the machine's vectors, so all widths give identical bits.
constexpr int kLanes = 8;

/// Parts of a sum over faces in single precision.
constexpr int kSingleParts = 16;

/// `count` rounded up to a multiple of kLanes and kSingleParts.
constexpr int paddedSize(int count) {
    return (count + kSingleParts - 1) / kSingleParts * kSingleParts;
}

/// Vectors of L numbers of each type.
/// The operators + - * / and comparisons act on each lane; `mask ? a : b` selects lane by lane.
template <int L>
struct Lanes {
#ifdef AMBIENT_FLUID_VECTOR_TYPES
    typedef double Real __attribute__((vector_size(8 * L)));
    typedef std::uint64_t Bits __attribute__((vector_size(8 * L)));
    typedef float Single __attribute__((vector_size(4 * L)));
    typedef std::int32_t Int32 __attribute__((vector_size(4 * L)));
#endif
};

/// Vectors of numbers, float or double, as wide as L doubles.
template <class Number, int L>
struct NumbersOf {
#ifdef AMBIENT_FLUID_VECTOR_TYPES
    static constexpr int kCount = static_cast<int>(L * sizeof(double) / sizeof(Number));
    typedef Number Real __attribute__((vector_size(8 * L)));
    typedef double Doubles __attribute__((vector_size(8 * kCount)));
    typedef std::int32_t Int32 __attribute__((vector_size(4 * kCount)));
#else
    /// Numbers in the vector: 1 without vector types.
    static constexpr int kCount = 1;
    /// kCount numbers.
    using Real = Number;
    /// kCount doubles, for sums and conversions; wider than Real if Number is float.
    using Doubles = double;
    /// kCount 32-bit integers.
    using Int32 = std::int32_t;
#endif
    /// Parts of a sum over faces. Independent of L, so that all L give identical bits.
    static constexpr int kSumParts = sizeof(Number) == sizeof(double) ? kLanes : kSingleParts;
};

/// A single lane: plain numbers.
template <>
struct Lanes<1> {
    /// Replaces L doubles.
    using Real = double;
    /// The bits of a Real.
    using Bits = std::uint64_t;
    /// Replaces L floats.
    using Single = float;
    /// The bits of a Single, signed.
    using Int32 = std::int32_t;
};

/// The bytes of `from` as another type of equal size.
template <class To, class From>
AMBIENT_ALWAYS_INLINE To bitCast(const From& from) {
    static_assert(sizeof(To) == sizeof(From), "types of equal size");
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

/// Loads a vector of numbers from memory of any alignment.
template <class Real, class Number>
AMBIENT_ALWAYS_INLINE Real load(const Number* from) {
    Real value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// Stores a vector of numbers to memory of any alignment.
template <class Real, class Number>
AMBIENT_ALWAYS_INLINE void store(Number* to, const Real& value) {
    std::memcpy(to, &value, sizeof value);
}

/// Adds a vector to numbers in memory: to += value.
template <class Real>
AMBIENT_ALWAYS_INLINE void add(double* to, const Real& value) {
    store<Real>(to, load<Real>(to) + value);
}

/// A vector with one number in every lane.
template <class Real, class Number>
AMBIENT_ALWAYS_INLINE Real splat(Number value) {
    return Real{} + value;
}

/// The square root of each lane, correctly rounded.
template <class Real>
AMBIENT_ALWAYS_INLINE Real squareRoot(const Real& x) {
    if constexpr (std::is_arithmetic_v<Real>) {
        return std::sqrt(x);
    } else {
#ifdef AMBIENT_FLUID_VECTOR_TYPES
        constexpr bool isDouble = std::is_same_v<std::decay_t<decltype(x[0])>, double>;
        Real root;
#ifdef __clang__ // one instruction of WebAssembly; GCC 12 makes wrong code of this loop unrolled, for AVX-512
        AMBIENT_UNROLL
#endif
        for (unsigned lane = 0; lane < sizeof(Real) / sizeof(x[0]); ++lane) {
            if constexpr (isDouble)
                root[lane] = __builtin_sqrt(x[lane]);
            else
                root[lane] = __builtin_sqrtf(x[lane]);
        }
        return root;
#endif
    }
}

/// The larger number of each lane; b if a is not a number.
template <class Real>
AMBIENT_ALWAYS_INLINE Real larger(const Real& a, const Real& b) {
    return b < a ? a : b;
}
/// The smaller number of each lane; b if a is not a number.
template <class Real>
AMBIENT_ALWAYS_INLINE Real smaller(const Real& a, const Real& b) {
    return a < b ? a : b;
}

/// Converts each number to another arithmetic type.
template <class To, class From>
AMBIENT_ALWAYS_INLINE To convertLanes(const From& from) {
#ifdef AMBIENT_FLUID_VECTOR_TYPES
    if constexpr (!std::is_arithmetic_v<From>) return __builtin_convertvector(from, To);
#endif
    if constexpr (std::is_arithmetic_v<From>) return static_cast<To>(from);
}

/// The sum of N doubles: the upper half is added to the lower half until one number is left.
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

/// A sum over many faces in kSumParts parts; each part holds every kSumParts-th term.
template <class Number, int L>
struct SumOf {
    /// The vectors of the parts.
    using Of = NumbersOf<Number, L>;
    /// kSumParts sums, in vectors.
    typename Of::Real parts[Of::kSumParts / Of::kCount] = {};

    /// The sum of all parts, halves added to halves: identical bits for every L.
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

/// A sum over many faces in double precision.
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

/// Runs Loop::run<L>(arguments...) with the vector width of instructionSet().
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
