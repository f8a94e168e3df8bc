// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/MultipoleLoops.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Quadrature.h"
#include "AmbientFluid/PotentialFlow/SolidHarmonics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ambient {
namespace {

/// Vector of single-precision numbers, as wide as L doubles.
template <int L>
using FloatsOf = NumbersOf<float, L>;

/// Vector of the columns of an expansion, at most as wide as the widest vector.
template <int L>
using ColumnLanes = typename Lanes<std::min(FloatsOf<L>::kCount, kExpansionColumns)>::Single;

template <class Single>
constexpr int kWidth = static_cast<int>(sizeof(Single) / sizeof(float));

/// Row 2 harmonicIndex(l, m) + part of a table with rows of `width` numbers; zero unless 0 <= m <= l.
template <class Single>
AMBIENT_ALWAYS_INLINE Single harmonicOrZero(const float* table, int width, int l, int m, int part) {
    if (l < 0 || m < 0 || m > l) return splat<Single>(0.0f);
    return load<Single>(table + (2 * harmonicIndex(l, m) + part) * width);
}

struct FindLeafCoefficients {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(int order, const LeafPanels& panels, bool means, const double* weights,
                                          const LeafCoefficients& to) {
        for (int first = 0; first < panels.padded; first += FloatsOf<L>::kCount)
            findFor<typename FloatsOf<L>::Real>(order, panels, means, weights, to, first);
    }

    template <class Single>
    AMBIENT_ALWAYS_INLINE static void findFor(int order, const LeafPanels& panels, bool means, const double* weights,
                                              const LeafCoefficients& to, int first) {
        constexpr int W = kWidth<Single>, kRows = 2 * harmonicCount(kHighestOrder);
        const int rows = 2 * harmonicCount(order), padded = panels.padded;
        float table[kRows * W], mean[kRows * W] = {};
        for (int q = 0; q < kPointsOfPanel; ++q) {
            const auto& point = panels.point[q];
            regularHarmonics(order, load<Single>(point[0].data() + first), load<Single>(point[1].data() + first),
                             load<Single>(point[2].data() + first), table, W);
            const float weight = static_cast<float>(weights[q]);
            for (int row = 0; row < rows; ++row)
                store(mean + row * W, load<Single>(mean + row * W) + weight * load<Single>(table + row * W));
        }
        storeSources<Single>(order, panels, mean, to, first);
        if (!means)
            regularHarmonics(order, load<Single>(panels.centroid[0].data() + first),
                             load<Single>(panels.centroid[1].data() + first),
                             load<Single>(panels.centroid[2].data() + first), table, W);
        const float* at = means ? mean : table;
        for (int l = 0; l <= order; ++l)
            for (int m = 0; m <= l; ++m)
                for (int part = 0; part < 2; ++part) {
                    const int row = 2 * harmonicIndex(l, m) + part;
                    const float factor = m > 0 ? 2.0f : 1.0f; // includes -m
                    store(to.evaluation + row * padded + first, factor * load<Single>(at + row * W));
                }
    }

    /// n . grad R_l^m = n_z R_(l-1)^m + (n_x - i n_y)/2 R_(l-1)^(m+1) - (n_x + i n_y)/2 R_(l-1)^(m-1), conjugate.
    template <class Single>
    AMBIENT_ALWAYS_INLINE static void storeSources(int order, const LeafPanels& panels, const float* mean,
                                                   const LeafCoefficients& to, int first) {
        constexpr int W = kWidth<Single>;
        const Single area = load<Single>(panels.area.data() + first);
        const Single nx = area * load<Single>(panels.normal[0].data() + first),
                     ny = area * load<Single>(panels.normal[1].data() + first),
                     nz = area * load<Single>(panels.normal[2].data() + first);
        const Single hx = 0.5f * nx, hy = 0.5f * ny;
        for (int l = 0; l <= order; ++l)
            for (int m = 0; m <= l; ++m) {
                const Single zr = harmonicOrZero<Single>(mean, W, l - 1, m, 0),
                             zi = harmonicOrZero<Single>(mean, W, l - 1, m, 1),
                             ur = harmonicOrZero<Single>(mean, W, l - 1, m + 1, 0),
                             ui = harmonicOrZero<Single>(mean, W, l - 1, m + 1, 1);
                Single vr = harmonicOrZero<Single>(mean, W, l - 1, m - 1, 0),
                       vi = harmonicOrZero<Single>(mean, W, l - 1, m - 1, 1);
                if (m == 0) { // R_l^-1 = -conj(R_l^1)
                    vr = -ur;
                    vi = ui;
                }
                const int row = 2 * harmonicIndex(l, m), place = row * panels.padded + first;
                store(to.doubleLayer + place, nz * zr + hx * (ur - vr) + hy * (ui + vi));
                store(to.doubleLayer + place + panels.padded, -(nz * zi + hx * (ui - vi) - hy * (ur + vr)));
                store(to.singleLayer + place, area * load<Single>(mean + row * W));
                store(to.singleLayer + place + panels.padded, -(area * load<Single>(mean + (row + 1) * W)));
            }
    }
};

struct AddMoments {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(int rows, int count, int padded, const float* coefficients,
                                          const float* density, float* moments) {
        using Single = ColumnLanes<L>;
        for (int column = 0; column < kExpansionColumns; column += kWidth<Single>)
            for (int row = 0; row < rows; row += 2) { // real and imaginary part are two independent chains of additions
                const float *c0 = coefficients + row * padded, *c1 = c0 + padded;
                Single sum0 = splat<Single>(0.0f), sum1 = sum0;
                for (int i = 0; i < count; ++i) {
                    const Single value = load<Single>(density + i * kExpansionColumns + column);
                    sum0 += c0[i] * value;
                    sum1 += c1[i] * value;
                }
                float* m = moments + row * kExpansionColumns + column;
                store(m, load<Single>(m) + sum0);
                store(m + kExpansionColumns, load<Single>(m + kExpansionColumns) + sum1);
            }
    }
};

struct EvaluateExpansion {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(int rows, int count, int padded, const float* coefficients,
                                          const float* expansion, float* result) {
        using Single = ColumnLanes<L>;
        for (int column = 0; column < kExpansionColumns; column += kWidth<Single>)
            for (int i = 0; i < count; ++i) {
                Single sum0 = splat<Single>(0.0f), sum1 = sum0;
                for (int row = 0; row < rows; row += 2) {
                    const float* e = expansion + row * kExpansionColumns + column;
                    sum0 += coefficients[row * padded + i] * load<Single>(e);
                    sum1 += coefficients[(row + 1) * padded + i] * load<Single>(e + kExpansionColumns);
                }
                store(result + i * kExpansionColumns + column, sum0 + sum1);
            }
    }
};

/// One output term in all columns: complex numbers, one per lane.
template <class Single, int Columns>
struct ComplexSums {
    Single re[Columns], im[Columns];

    AMBIENT_ALWAYS_INLINE void clear() {
        for (int c = 0; c < Columns; ++c)
            re[c] = im[c] = splat<Single>(0.0f);
    }

    /// Adds M S + conj(M) X, with X = (-1)^m S_(l+n)^(k-m) for the moment of -m.
    AMBIENT_ALWAYS_INLINE void add(const float* moments, const Single& sr, const Single& si, const Single& xr,
                                   const Single& xi) {
        const Single pr = sr + xr, pi = si + xi, qr = sr - xr, qi = si - xi;
        for (int c = 0; c < Columns; ++c) {
            const Single a = load<Single>(moments + c * kTranslationBatch);
            const Single b = load<Single>(moments + (Columns + c) * kTranslationBatch);
            re[c] += a * pr - b * qi;
            im[c] += a * pi + b * qr;
        }
    }

    /// Adds M S for m = 0: M is real, and -m has no term.
    AMBIENT_ALWAYS_INLINE void addReal(const float* moments, const Single& sr, const Single& si) {
        for (int c = 0; c < Columns; ++c) {
            const Single a = load<Single>(moments + c * kTranslationBatch);
            re[c] += a * sr;
            im[c] += a * si;
        }
    }

    /// Adds M S + conj(M) X for k = 0: X = conj(S), and the sum is real.
    AMBIENT_ALWAYS_INLINE void addToReal(const float* moments, const Single& sr, const Single& si) {
        const Single pr = sr + sr, qi = si + si;
        for (int c = 0; c < Columns; ++c)
            re[c] += load<Single>(moments + c * kTranslationBatch) * pr -
                     load<Single>(moments + (Columns + c) * kTranslationBatch) * qi;
    }
};

template <int Columns>
struct Translate {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(TranslationBatch& batch) {
        using Single = ColumnLanes<L>;
        for (int lane = 0; lane < kTranslationBatch; lane += kWidth<Single>)
            translateLanes<Single>(batch, lane);
    }

    template <class Single>
    AMBIENT_ALWAYS_INLINE static void translateLanes(TranslationBatch& batch, int lane) {
        float* harmonics = batch.harmonics.data() + lane;
        irregularHarmonics(2 * batch.order, load<Single>(batch.direction[0].data() + lane),
                           load<Single>(batch.direction[1].data() + lane),
                           load<Single>(batch.direction[2].data() + lane), harmonics, kTranslationBatch);
        const float* moments = batch.moments.data() + lane;
        for (int n = 0; n <= batch.order; ++n) {
            const Single power = load<Single>(batch.targetPower.data() + n * kTranslationBatch + lane);
            for (int k = 0; k <= n; ++k) {
                ComplexSums<Single, Columns> sums;
                sums.clear();
                for (int l = 0; l <= batch.order; ++l)
                    addDegree(harmonics, moments, n, k, l, sums);
                float* to = batch.sum.data() + 2 * harmonicIndex(n, k) * Columns * kTranslationBatch + lane;
                for (int c = 0; c < Columns; ++c, to += kTranslationBatch) {
                    float* imaginary = to + Columns * kTranslationBatch;
                    store(to, load<Single>(to) + power * sums.re[c]);
                    store(imaginary, load<Single>(imaginary) + power * sums.im[c]);
                }
            }
        }
    }

    /// Adds the source terms of degree l: S_(l+n)^(k+m) and, for -m, S_(l+n)^(k-m).
    template <class Single>
    AMBIENT_ALWAYS_INLINE static void addDegree(const float* harmonics, const float* moments, int n, int k, int l,
                                                ComplexSums<Single, Columns>& sums) {
        constexpr int kNumber = 2 * kTranslationBatch, kImaginary = kTranslationBatch;
        const float* row = harmonics + harmonicIndex(l + n, 0) * kNumber;
        const float* moment = moments + harmonicIndex(l, 0) * Columns * kNumber;
        sums.addReal(moment, load<Single>(row + k * kNumber), load<Single>(row + k * kNumber + kImaginary));
        moment += Columns * kNumber;
        int m = 1;
        if (k == 0)
            for (; m <= l; ++m, moment += Columns * kNumber) {
                const float* s = row + m * kNumber;
                sums.addToReal(moment, load<Single>(s), load<Single>(s + kImaginary));
            }
        float sign = -1.0f; // (-1)^m
        for (; m <= l && m < k; ++m, sign = -sign, moment += Columns * kNumber) {
            const float *s = row + (k + m) * kNumber, *x = row + (k - m) * kNumber;
            sums.add(moment, load<Single>(s), load<Single>(s + kImaginary), sign * load<Single>(x),
                     sign * load<Single>(x + kImaginary));
        }
        const float even = k % 2 == 0 ? 1.0f : -1.0f;
        for (; m <= l; ++m, moment += Columns * kNumber) { // S^-j = (-1)^j conj(S^j)
            const float *s = row + (k + m) * kNumber, *x = row + (m - k) * kNumber;
            sums.add(moment, load<Single>(s), load<Single>(s + kImaginary), even * load<Single>(x),
                     -even * load<Single>(x + kImaginary));
        }
    }
};

struct Shift {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const ShiftPlan::Term* terms, const int* firstTerm, const float* table,
                                          const float* inPowers, const float* outPowers, int outCount, const float* in,
                                          float* out) {
        using Single = ColumnLanes<L>;
        for (int column = 0; column < kExpansionColumns; column += kWidth<Single>)
            for (int o = 0; o < outCount; ++o) {
                Single re = splat<Single>(0.0f), im = re;
                for (int t = firstTerm[o]; t < firstTerm[o + 1]; ++t) {
                    const ShiftPlan::Term& term = terms[t];
                    const float factor = inPowers[term.degree], ur = factor * table[term.u],
                                ui = factor * table[term.u + 1], wr = factor * term.sign * table[term.w],
                                wi = factor * term.sign * table[term.w + 1];
                    const float* number = in + 2 * term.in * kExpansionColumns + column;
                    const Single a = load<Single>(number), b = load<Single>(number + kExpansionColumns);
                    re += (ur + wr) * a - (ui - wi) * b;
                    im += (ui + wi) * a + (ur - wr) * b;
                }
                float* to = out + 2 * o * kExpansionColumns + column;
                store(to, load<Single>(to) + outPowers[o] * re);
                store(to + kExpansionColumns, load<Single>(to + kExpansionColumns) + outPowers[o] * im);
            }
    }
};

} // namespace

LeafPanels::LeafPanels(int paddedCount) : padded(paddedCount) {
    for (auto& coordinates : point)
        for (auto& coordinate : coordinates)
            coordinate.assign(padded, 0.0f);
    for (int d = 0; d < 3; ++d) {
        normal[d].assign(padded, 0.0f);
        centroid[d].assign(padded, 0.0f);
    }
    area.assign(padded, 0.0f);
}

void findLeafCoefficients(int order, const LeafPanels& panels, bool means, const LeafCoefficients& coefficients) {
    static_assert(kTriangleRuleDegree4.size() == kPointsOfPanel, "of the same rule");
    double weights[kPointsOfPanel];
    for (int q = 0; q < kPointsOfPanel; ++q)
        weights[q] = kTriangleRuleDegree4[q].weight;
    runVectorised<FindLeafCoefficients>(order, panels, means, weights, coefficients);
}

void addMoments(int rows, int count, int padded, const float* coefficients, const float* density, float* moments) {
    runVectorised<AddMoments>(rows, count, padded, coefficients, density, moments);
}

void evaluateExpansion(int rows, int count, int padded, const float* coefficients, const float* expansion,
                       float* result) {
    runVectorised<EvaluateExpansion>(rows, count, padded, coefficients, expansion, result);
}

TranslationBatch::TranslationBatch(int expansionOrder, int columnCount)
    : order(expansionOrder), columns(columnCount), sourcePower((order + 1) * kTranslationBatch),
      targetPower(sourcePower.size()), moments(2 * harmonicCount(order) * columns * kTranslationBatch),
      harmonics(2 * harmonicCount(2 * order) * kTranslationBatch), sum(moments.size()) {
    for (AlignedFloats& coordinate : direction)
        coordinate.resize(kTranslationBatch);
}

void TranslationBatch::clear() {
    std::fill(sum.begin(), sum.end(), 0.0f);
}

void TranslationBatch::setMoments(int lane, const float* from) {
    int row = 0;
    for (int l = 0; l <= order; ++l) {
        const float power = sourcePower[l * kTranslationBatch + lane];
        for (const int end = row + 2 * (l + 1); row < end; ++row, from += kExpansionColumns) {
            float* to = moments.data() + row * columns * kTranslationBatch + lane;
            for (int c = 0; c < columns; ++c)
                to[c * kTranslationBatch] = power * from[c];
        }
    }
}

void TranslationBatch::translate() {
    if (columns == 1)
        runVectorised<Translate<1>>(*this);
    else
        runVectorised<Translate<6>>(*this);
}

void TranslationBatch::sumTo(float* expansion) const {
    const int rows = 2 * harmonicCount(order);
    for (int row = 0; row < rows; ++row)
        for (int c = 0; c < columns; ++c) {
            const float* lanes = sum.data() + (row * columns + c) * kTranslationBatch;
            float four[4];
            for (int i = 0; i < 4; ++i)
                four[i] = lanes[i] + lanes[i + 4];
            expansion[row * kExpansionColumns + c] += (four[0] + four[1]) + (four[2] + four[3]);
        }
}

ShiftPlan::ShiftPlan(int expansionOrder, Kind kind) : order(expansionOrder) {
    const int zero = 2 * (order + 1) * (order + 1);
    const auto place = [&](int l, int m) { return l < 0 || std::abs(m) > l ? zero : 2 * (l * l + l + m); };
    for (int n = 0; n <= order; ++n)
        for (int k = 0; k <= n; ++k) {
            first.push_back(static_cast<int>(terms.size()));
            outDegree.push_back(n);
            for (int l = 0; l <= order; ++l)
                for (int m = 0; m <= l; ++m) {
                    const bool up = kind == Kind::ParentMoments; // R_(n-l)^(k-m), otherwise R_(l-n)^(m-k)
                    const int degree = up ? n - l : l - n, u = place(degree, up ? k - m : m - k);
                    const int w = m == 0 ? zero : place(degree, up ? k + m : -m - k);
                    if (u == zero && w == zero) continue;
                    terms.push_back({harmonicIndex(l, m), l, u, w, m % 2 == 0 ? 1.0f : -1.0f});
                }
        }
    first.push_back(static_cast<int>(terms.size()));
}

void shiftTable(int order, const double (&distance)[3], std::vector<float>& table) {
    std::array<float, 2 * harmonicCount(kHighestOrder)> half;
    regularHarmonics(order, static_cast<float>(distance[0]), static_cast<float>(distance[1]),
                     static_cast<float>(distance[2]), half.data(), 1);
    table.assign(2 * (order + 1) * (order + 1) + 2, 0.0f);
    for (int l = 0; l <= order; ++l)
        for (int m = 0; m <= l; ++m) {
            const float re = half[2 * harmonicIndex(l, m)], im = half[2 * harmonicIndex(l, m) + 1];
            const float sign = m % 2 == 0 ? 1.0f : -1.0f;
            float *plus = &table[2 * (l * l + l + m)], *minus = &table[2 * (l * l + l - m)];
            minus[0] = sign * re;
            minus[1] = sign * im;
            plus[0] = re;
            plus[1] = -im;
        }
}

void shiftExpansion(const ShiftPlan& plan, const std::vector<float>& table, float inPower, float outPower,
                    const float* in, float* out) {
    std::array<float, kHighestOrder + 1> powers{};
    float power = 1.0f;
    for (int l = 0; l <= plan.order; ++l, power *= inPower)
        powers[l] = power;
    std::array<float, harmonicCount(kHighestOrder)> outPowers{};
    for (size_t o = 0; o < plan.outDegree.size(); ++o)
        outPowers[o] = static_cast<float>(portable::pow(outPower, plan.outDegree[o]));
    runVectorised<Shift>(plan.terms.data(), plan.first.data(), table.data(), powers.data(), outPowers.data(),
                         static_cast<int>(plan.outDegree.size()), in, out);
}

} // namespace ambient
