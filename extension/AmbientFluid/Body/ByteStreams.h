// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace ambient {

using Bytes = std::vector<unsigned char>;

/// 64-bit hash of bytes, made for speed, not against malice: any change within eight neighbouring bytes changes it, all
/// other changes but one in 2^64 do.
std::uint64_t hashOf(const unsigned char* bytes, std::size_t count, std::uint64_t seed = 0);

static_assert(sizeof(int) == 4 && sizeof(double) == 8 && std::numeric_limits<double>::is_iec559, "of files");
static_assert(sizeof(Vector3) == 24 && sizeof(std::array<int, 3>) == 12, "vectors of these are written as blocks");

/// Whether a vector of them is one block of doubles or ints.
template <class T>
constexpr bool kIsBlock =
    std::is_same_v<T, double> || std::is_same_v<T, Vector3> || std::is_same_v<T, std::array<int, 3>>;

/// Appends values as this machine represents them; counts before what has no fixed size.
class ByteWriter {
  public:
    /// A number or an enumerator, as many bytes as its type has.
    template <class T>
    std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>> operator()(const T& value) {
        append(&value, sizeof value);
    }
    /// A 64-bit count of bytes, then they.
    void operator()(const std::string& text) {
        count(text.size());
        append(text.data(), text.size());
    }
    /// Its entries column by column; before them, where the rows are Eigen::Dynamic, their count.
    template <int Rows, int Columns, int Options>
    void operator()(const Eigen::Matrix<double, Rows, Columns, Options>& matrix) {
        if (Rows == Eigen::Dynamic) count(static_cast<std::size_t>(matrix.rows()));
        append(matrix.data(), sizeof(double) * static_cast<std::size_t>(matrix.size()));
    }
    /// All 36 numbers, though it is symmetric.
    void operator()(const SpatialInertia& inertia) { (*this)(inertia.matrix()); }
    /// One after the other, without a count: the reader knows N.
    template <class T, std::size_t N>
    void operator()(const std::array<T, N>& values) {
        for (const T& value : values)
            (*this)(value);
    }
    /// A 64-bit count, then one after the other; kIsBlock ones in one piece.
    template <class T>
    void operator()(const std::vector<T>& values) {
        count(values.size());
        if constexpr (kIsBlock<T>)
            append(values.data(), sizeof(T) * values.size());
        else
            for (const T& value : values)
                (*this)(value);
    }

    /// All that was written; to be moved out at the end.
    Bytes bytes;

  private:
    void count(std::size_t n) { (*this)(static_cast<std::uint64_t>(n)); }
    void append(const void* from, std::size_t size);
};

/// Reads what a ByteWriter wrote, in the same order. Memory is taken only for what is there.
/// \throws std::runtime_error when there are too few bytes, or a number is not finite
class ByteReader {
  public:
    /// \param bytes read in place: they must outlive the reader
    ByteReader(const unsigned char* bytes, std::size_t count) : m_next(bytes), m_left(count) {}

    /// A double must be finite.
    template <class T>
    std::enable_if_t<std::is_arithmetic_v<T>> operator()(T& value) {
        copy(&value, 1);
    }
    /// Any byte but 0 is true: copied bytes other than 0 and 1 would be no bool.
    void operator()(bool& value) { value = *take(1) != 0; }
    /// Takes memory only after the bytes are known to be there.
    void operator()(std::string& text) {
        const std::size_t size = count(1);
        text.assign(reinterpret_cast<const char*>(take(size)), size);
    }
    /// Resizes the rows where they are Eigen::Dynamic.
    template <int Rows, int Columns, int Options>
    void operator()(Eigen::Matrix<double, Rows, Columns, Options>& matrix) {
        if constexpr (Rows == Eigen::Dynamic)
            matrix.resize(static_cast<Eigen::Index>(count(sizeof(double) * Columns)), Columns);
        copy(matrix.data(), static_cast<std::size_t>(matrix.size()));
    }
    /// Made symmetric, which what a writer wrote is already.
    void operator()(SpatialInertia& inertia) {
        Matrix6 matrix;
        (*this)(matrix);
        inertia = SpatialInertia(matrix);
    }
    /// N elements, without a count.
    template <class T, std::size_t N>
    void operator()(std::array<T, N>& values) {
        for (T& value : values)
            (*this)(value);
    }
    /// Resizes; each element counts as eight bytes at least before memory is taken for it.
    template <class T>
    void operator()(std::vector<T>& values) {
        constexpr bool isBlock = kIsBlock<T>;
        values.resize(count(isBlock ? sizeof(T) : sizeof(std::uint64_t)));
        if constexpr (isBlock)
            copy(values.data(), values.size());
        else
            for (T& value : values)
                (*this)(value);
    }

    /// False where bytes are left over: then they are not what the reader took them for.
    bool atEnd() const { return m_left == 0; }

  private:
    /// How many things follow, each of at least `size` bytes.
    std::size_t count(std::size_t size) {
        std::uint64_t n = 0;
        (*this)(n);
        if (n > m_left / size) throw std::runtime_error("a count is larger than the file");
        return static_cast<std::size_t>(n);
    }
    const unsigned char* take(std::size_t size) {
        if (size > m_left) throw std::runtime_error("it ends too early");
        m_next += size;
        m_left -= size;
        return m_next - size;
    }
    template <class T>
    void copy(T* to, std::size_t n) {
        const unsigned char* from = take(n * sizeof(T));
        if constexpr (std::is_same_v<T, double> || std::is_same_v<T, Vector3>)
            requireFinite(from, n * sizeof(T) / sizeof(double));
        if (n > 0) std::memcpy(static_cast<void*>(to), from, n * sizeof(T));
    }
    static void requireFinite(const unsigned char* doubles, std::size_t n);

    const unsigned char* m_next;
    std::size_t m_left;
};

} // namespace ambient
