// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/ComplexLu.h"

#include "AmbientFluid/Math/Lanes.h"

#include <algorithm>
#include <cmath>
#include <complex>

namespace ambient {
namespace {

constexpr int kLuBlock = 32;  ///< columns that are factored before the rest is updated
constexpr int kLuColumns = 4; ///< columns that are updated at once

/// Subtracts from `columns` columns, from a row on, the product of a block of columns of L with rows of U.
struct LuUpdate {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const double* lowerReal, const double* lowerImag, const double* factors,
                                          int depth, double* outReal, double* outImag, std::size_t stride,
                                          std::size_t begin, std::size_t end) {
        using Real = typename Lanes<L>::Real;
        for (std::size_t r = begin; r < end; r += L) {
            Real real[kLuColumns] = {}, imag[kLuColumns] = {};
            const double *a = lowerReal + r, *b = lowerImag + r, *factor = factors;
            for (int k = 0; k < depth; ++k, a += stride, b += stride, factor += 2 * kLuColumns) {
                const Real x = load<Real>(a), y = load<Real>(b);
                AMBIENT_UNROLL
                for (int c = 0; c < kLuColumns; ++c) {
                    real[c] += x * factor[c] - y * factor[kLuColumns + c];
                    imag[c] += x * factor[kLuColumns + c] + y * factor[c];
                }
            }
            double *toReal = outReal + r, *toImag = outImag + r;
            for (int c = 0; c < kLuColumns; ++c, toReal += stride, toImag += stride) {
                store<Real>(toReal, load<Real>(toReal) - real[c]);
                store<Real>(toImag, load<Real>(toImag) - imag[c]);
            }
        }
    }
};

/// Subtracts from a column, from a row on, earlier columns times complex factors.
struct LuColumn {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const double* lowerReal, const double* lowerImag, const double* factors,
                                          int count, double* outReal, double* outImag, std::size_t stride,
                                          std::size_t begin, std::size_t end) {
        using Real = typename Lanes<L>::Real;
        for (std::size_t r = begin; r < end; r += L) {
            Real real = load<Real>(outReal + r), imag = load<Real>(outImag + r);
            const double *a = lowerReal + r, *b = lowerImag + r;
            for (int k = 0; k < count; ++k, a += stride, b += stride) {
                const Real x = load<Real>(a), y = load<Real>(b);
                real -= x * factors[2 * k] - y * factors[2 * k + 1];
                imag -= x * factors[2 * k + 1] + y * factors[2 * k];
            }
            store<Real>(outReal + r, real);
            store<Real>(outImag + r, imag);
        }
    }
};

} // namespace

ComplexLu::ComplexLu(int size)
    : m_size(size), m_stride(static_cast<std::size_t>((size + kLanes - 1) / kLanes * kLanes)),
      m_real(m_stride * static_cast<std::size_t>(size + kLuColumns)), m_imag(m_real.size()),
      m_pivots(static_cast<std::size_t>(size)) {}

bool ComplexLu::factor() {
    for (int first = 0; first < m_size; first += kLuBlock) {
        const int end = std::min(first + kLuBlock, m_size);
        if (!factorPanel(first, end)) return false;
        for (int j = first; j < end; ++j) {
            exchange(j, m_pivots[static_cast<std::size_t>(j)], 0, first);
            exchange(j, m_pivots[static_cast<std::size_t>(j)], end, m_size);
        }
        if (end == m_size) break;
        solveRows(first, end);
        updateRest(first, end);
    }
    return true;
}

/// Exchanges two rows in columns [first, end).
void ComplexLu::exchange(int row, int other, int first, int end) {
    if (row == other) return;
    for (int j = first; j < end; ++j) {
        std::swap(real(j)[row], real(j)[other]);
        std::swap(imag(j)[row], imag(j)[other]);
    }
}

/// Factors all rows of a block of columns, below the row of its first one.
bool ComplexLu::factorPanel(int first, int end) {
    double factors[2 * kLuBlock];
    for (int j = first; j < end; ++j) {
        double *re = real(j), *im = imag(j);
        // The part of U above the diagonal row by row, then the column below it at once.
        for (int k = first; k < j; ++k) {
            factors[2 * (k - first)] = re[k];
            factors[2 * (k - first) + 1] = im[k];
            for (int i = k + 1; i < j; ++i) {
                const double x = real(k)[i], y = imag(k)[i];
                const double fromReal = x * re[k] - y * im[k], fromImag = x * im[k] + y * re[k];
                re[i] -= fromReal;
                im[i] -= fromImag;
            }
        }
        const auto begin = static_cast<std::size_t>(j / kLanes * kLanes);
        // Whole vectors from before the diagonal on: the rows above it, which are final, are kept.
        double keptReal[kLanes], keptImag[kLanes];
        std::copy_n(re + begin, kLanes, keptReal);
        std::copy_n(im + begin, kLanes, keptImag);
        runVectorised<LuColumn>(real(first), imag(first), factors, j - first, re, im, m_stride, begin, m_stride);
        const std::size_t kept = static_cast<std::size_t>(j) - begin;
        std::copy_n(keptReal, kept, re + begin);
        std::copy_n(keptImag, kept, im + begin);
        int pivot = j;
        double largest = 0.0;
        for (int i = j; i < m_size; ++i) {
            const double size = re[i] * re[i] + im[i] * im[i];
            if (size > largest) {
                largest = size;
                pivot = i;
            }
        }
        if (!(largest > 0.0) || !std::isfinite(largest)) return false;
        m_pivots[static_cast<std::size_t>(j)] = pivot;
        exchange(j, pivot, first, end);
        const double perReal = re[j] / largest, perImag = -im[j] / largest;
        for (int i = j + 1; i < m_size; ++i) {
            const double x = re[i], y = im[i];
            re[i] = x * perReal - y * perImag;
            im[i] = x * perImag + y * perReal;
        }
    }
    return true;
}

/// The rows of U beside a block: a triangular solve in each later column.
void ComplexLu::solveRows(int first, int end) {
    for (int j = end; j < m_size; ++j) {
        double *re = real(j), *im = imag(j);
        for (int k = first; k < end; ++k) {
            const double *x = real(k), *y = imag(k);
            const double uReal = re[k], uImag = im[k];
            for (int i = k + 1; i < end; ++i) {
                re[i] -= x[i] * uReal - y[i] * uImag;
                im[i] -= x[i] * uImag + y[i] * uReal;
            }
        }
    }
}

/// Subtracts the block's part from all columns behind it. A block that is not the last one is full, so that its end is
/// the start of a vector. Behind the last column is room for a whole group of columns.
void ComplexLu::updateRest(int first, int end) {
    static_assert(kLuBlock % kLanes == 0, "blocks end with whole vectors");
    // The rows of a slab of the block stay in the cache while all columns are updated.
    constexpr std::size_t kSlab = 256;
    double factors[2 * kLuColumns * kLuBlock];
    for (std::size_t slab = static_cast<std::size_t>(end); slab < m_stride; slab += kSlab)
        for (int j = end; j < m_size; j += kLuColumns) {
            for (int k = first; k < end; ++k)
                for (int c = 0; c < kLuColumns; ++c) {
                    factors[2 * kLuColumns * (k - first) + c] = real(j + c)[k];
                    factors[2 * kLuColumns * (k - first) + kLuColumns + c] = imag(j + c)[k];
                }
            runVectorised<LuUpdate>(real(first), imag(first), factors, end - first, real(j), imag(j), m_stride, slab,
                                    std::min(slab + kSlab, m_stride));
        }
}

Eigen::MatrixXcd ComplexLu::solve(const Eigen::MatrixXcd& right) const {
    Eigen::MatrixXcd x = right;
    for (int j = 0; j < m_size; ++j)
        if (m_pivots[static_cast<std::size_t>(j)] != j) x.row(j).swap(x.row(m_pivots[static_cast<std::size_t>(j)]));
    for (Eigen::Index c = 0; c < x.cols(); ++c) {
        for (int j = 0; j < m_size; ++j) {
            const double *re = m_real.data() + start(j), *im = m_imag.data() + start(j);
            const double u = x(j, c).real(), v = x(j, c).imag();
            for (int i = j + 1; i < m_size; ++i)
                x(i, c) -= std::complex<double>(re[i] * u - im[i] * v, re[i] * v + im[i] * u);
        }
        for (int j = m_size - 1; j >= 0; --j) {
            const double *re = m_real.data() + start(j), *im = m_imag.data() + start(j);
            const double size = re[j] * re[j] + im[j] * im[j], a = x(j, c).real(), b = x(j, c).imag();
            const double u = (a * re[j] + b * im[j]) / size, v = (b * re[j] - a * im[j]) / size;
            x(j, c) = {u, v};
            for (int i = 0; i < j; ++i)
                x(i, c) -= std::complex<double>(re[i] * u - im[i] * v, re[i] * v + im[i] * u);
        }
    }
    return x;
}

} // namespace ambient
