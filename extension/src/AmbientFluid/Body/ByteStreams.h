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

/// 64-bit hash of bytes, made for speed, not against malice.
/// Any change within eight neighbouring bytes changes the hash. Other changes leave it equal in one of 2^64 cases.
std::uint64_t hashOf(const unsigned char* bytes, std::size_t count, std::uint64_t seed = 0);
/// 16 hexadecimal digits.
std::string hexOf(std::uint64_t number);

static_assert(sizeof(int) == 4 && sizeof(double) == 8 && std::numeric_limits<double>::is_iec559, "the file format");
static_assert(sizeof(Vector3) == 24 && sizeof(std::array<int, 3>) == 12, "vectors of these are written as blocks");

/// Whether a vector of T is one block of doubles or ints.
template <class T>
constexpr bool kIsBlock = std::is_same_v<T, double> || std::is_same_v<T, Vector3> || std::is_same_v<T, int> ||
                          std::is_same_v<T, std::array<int, 3>>;

/// Appends values in this machine's representation, with counts before values of variable size.
class ByteWriter {
  public:
    /// A number or an enumerator, in the size of its type.
    template <class T>
    std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>> operator()(const T& value) {
        append(&value, sizeof value);
    }
    /// A 64-bit count of bytes, then the bytes.
    void operator()(const std::string& text) {
        count(text.size());
        append(text.data(), text.size());
    }
    /// The entries column by column; if the rows are Eigen::Dynamic, their count first.
    template <int Rows, int Columns, int Options>
    void operator()(const Eigen::Matrix<double, Rows, Columns, Options>& matrix) {
        if (Rows == Eigen::Dynamic) count(static_cast<std::size_t>(matrix.rows()));
        append(matrix.data(), sizeof(double) * static_cast<std::size_t>(matrix.size()));
    }
    /// All 36 numbers of the symmetric matrix.
    void operator()(const SpatialInertia& inertia) { (*this)(inertia.matrix()); }
    /// The elements in order, without a count: the reader knows N.
    template <class T, std::size_t N>
    void operator()(const std::array<T, N>& values) {
        for (const T& value : values)
            (*this)(value);
    }
    /// A 64-bit count, then the elements in order; kIsBlock elements are copied in one piece.
    template <class T>
    void operator()(const std::vector<T>& values) {
        count(values.size());
        if constexpr (kIsBlock<T>)
            append(values.data(), sizeof(T) * values.size());
        else
            for (const T& value : values)
                (*this)(value);
    }

    /// All bytes written so far; the caller moves them out at the end.
    Bytes bytes;

  private:
    void count(std::size_t n) { (*this)(static_cast<std::uint64_t>(n)); }
    void append(const void* from, std::size_t size);
};

/// Reads the values of a ByteWriter in the order of writing. Allocates only for bytes that are present.
/// \throws std::runtime_error if bytes are missing or a number is not finite
class ByteReader {
  public:
    /// \param bytes read in place: they must outlive the reader
    ByteReader(const unsigned char* bytes, std::size_t count) : m_next(bytes), m_left(count) {}

    /// A number; a double must be finite.
    template <class T>
    std::enable_if_t<std::is_arithmetic_v<T>> operator()(T& value) {
        copy(&value, 1);
    }
    /// True for any byte but 0: other bytes than 0 and 1 must not be copied into a bool.
    void operator()(bool& value) { value = *take(1) != 0; }
    /// Checks that the bytes are present before it allocates.
    void operator()(std::string& text) {
        const std::size_t size = count(1);
        text.assign(reinterpret_cast<const char*>(take(size)), size);
    }
    /// Resizes the rows if they are Eigen::Dynamic.
    template <int Rows, int Columns, int Options>
    void operator()(Eigen::Matrix<double, Rows, Columns, Options>& matrix) {
        if constexpr (Rows == Eigen::Dynamic)
            matrix.resize(static_cast<Eigen::Index>(count(sizeof(double) * Columns)), Columns);
        copy(matrix.data(), static_cast<std::size_t>(matrix.size()));
    }
    /// Symmetric in any case; the constructor changes no bit of a matrix from a ByteWriter.
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
    /// Resizes after a check that at least eight bytes per element (or its size, for kIsBlock) are present.
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

    /// Whether all bytes are read. Left-over bytes mean that the format is a different one.
    bool atEnd() const { return m_left == 0; }

  private:
    /// The number of elements that follow, of at least `size` bytes each.
    std::size_t count(std::size_t size) {
        std::uint64_t n = 0;
        (*this)(n);
        if (n > m_left / size) throw std::runtime_error("a count is larger than the file");
        return static_cast<std::size_t>(n);
    }
    const unsigned char* take(std::size_t size) {
        if (size > m_left) throw std::runtime_error("the file ends too early");
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
