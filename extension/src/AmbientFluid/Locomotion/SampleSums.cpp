// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/SampleSums.h"

#include "AmbientFluid/Math/Lanes.h"

namespace ambient {
namespace {

constexpr int kPairOf[6][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};

/// The symmetric matrix with the entries of kPairOf.
Matrix3 symmetricMatrix(const double* entries) {
    Matrix3 m;
    for (int k = 0; k < 6; ++k)
        m(kPairOf[k][0], kPairOf[k][1]) = m(kPairOf[k][1], kPairOf[k][0]) = entries[k];
    return m;
}

/// The rows that loops run over: whole vectors of all widths.
int paddedRows(const SampleBlock& block) {
    return (block.count + kLanes - 1) / kLanes * kLanes;
}

/// Adds to `totals` the sums of Count terms over the rows. One vector a sum is in use at a time, so that they stay in
/// registers: the parts of the sums are formed one after the other.
template <int L, int Count, class Terms>
AMBIENT_ALWAYS_INLINE void sumRows(int rows, double* totals, const Terms& terms) {
    using Real = typename Lanes<L>::Real;
    LaneSum<L> sums[Count];
    for (int part = 0; part < kLanes / L; ++part) {
        Real now[Count] = {};
        for (int row = part * L; row < rows; row += kLanes)
            terms(row, now);
        for (int k = 0; k < Count; ++k)
            sums[k].parts[part] = now[k];
    }
    for (int k = 0; k < Count; ++k)
        totals[k] += sums[k].total();
}

/// A row of three components.
template <class Real>
struct RowVector {
    Real x, y, z;

    AMBIENT_ALWAYS_INLINE RowVector(Real a, Real b, Real c) : x(a), y(b), z(c) {}
    AMBIENT_ALWAYS_INLINE RowVector(const double (*from)[SampleBlock::kRows], int row)
        : x(load<Real>(from[0] + row)), y(load<Real>(from[1] + row)), z(load<Real>(from[2] + row)) {}
};

template <class Real>
AMBIENT_ALWAYS_INLINE RowVector<Real> crossRows(const RowVector<Real>& a, const RowVector<Real>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// B v of a row.
template <class Real>
AMBIENT_ALWAYS_INLINE RowVector<Real> tensorTimes(const SampleBlock& block, int row, const RowVector<Real>& v) {
    const Real even = load<Real>(block.even + row);
    if (!block.hasAxes) return {even * v.x, even * v.y, even * v.z};
    const RowVector<Real> n(block.axis, row);
    const Real along = load<Real>(block.axial + row) * (n.x * v.x + n.y * v.y + n.z * v.z);
    return {even * v.x + along * n.x, even * v.y + along * n.y, even * v.z + along * n.z};
}

/// Adds the entries of a scaled a a^T in the order of kPairOf.
template <class Real>
AMBIENT_ALWAYS_INLINE void addSquares(Real* sums, const Real& scale, const RowVector<Real>& a) {
    const RowVector<Real> s(scale * a.x, scale * a.y, scale * a.z);
    sums[0] += s.x * a.x;
    sums[1] += s.x * a.y;
    sums[2] += s.x * a.z;
    sums[3] += s.y * a.y;
    sums[4] += s.y * a.z;
    sums[5] += s.z * a.z;
}

/// Terms of m_even: (1, v, v v^T) by the isotropic parts.
struct EvenMomentTerms {
    const SampleBlock& block;
    const double (*vectors)[SampleBlock::kRows];

    template <class Real>
    AMBIENT_ALWAYS_INLINE void operator()(int row, Real* sums) const {
        const RowVector<Real> v(vectors, row);
        const Real even = load<Real>(block.even + row);
        sums[0] += even;
        sums[1] += even * v.x;
        sums[2] += even * v.y;
        sums[3] += even * v.z;
        addSquares(sums + 4, even, v);
    }
};

struct MomentumTerms {
    const SampleBlock& block;

    template <class Real>
    AMBIENT_ALWAYS_INLINE void operator()(int row, Real* sums) const {
        const RowVector<Real> f = tensorTimes(block, row, RowVector<Real>(block.field, row));
        const RowVector<Real> turning = crossRows(RowVector<Real>(block.place, row), f);
        sums[0] += turning.x;
        sums[1] += turning.y;
        sums[2] += turning.z;
        sums[3] += f.x;
        sums[4] += f.y;
        sums[5] += f.z;
    }
};

struct AxisTerms {
    const SampleBlock& block;

    template <class Real>
    AMBIENT_ALWAYS_INLINE void operator()(int row, Real* sums) const {
        addSquares(sums, load<Real>(block.axial + row), RowVector<Real>(block.axis, row));
    }
};

/// axial m m^T with m = x cross n.
struct AxisMomentTerms {
    const SampleBlock& block;

    template <class Real>
    AMBIENT_ALWAYS_INLINE void operator()(int row, Real* sums) const {
        const RowVector<Real> n(block.axis, row);
        addSquares(sums, load<Real>(block.axial + row), crossRows(RowVector<Real>(block.place, row), n));
    }
};

/// axial m n^T, row by row.
struct MixedTerms {
    const SampleBlock& block;

    template <class Real>
    AMBIENT_ALWAYS_INLINE void operator()(int row, Real* sums) const {
        const RowVector<Real> n(block.axis, row), m = crossRows(RowVector<Real>(block.place, row), n);
        const Real axial = load<Real>(block.axial + row);
        const Real scaled[3] = {axial * m.x, axial * m.y, axial * m.z};
        for (int i = 0; i < 3; ++i) {
            sums[3 * i] += scaled[i] * n.x;
            sums[3 * i + 1] += scaled[i] * n.y;
            sums[3 * i + 2] += scaled[i] * n.z;
        }
    }
};

/// Numbers that the loops of AffineSums read several times.
struct AffineRows {
    double square[6][SampleBlock::kRows]; // axial n n^T
    double moved[3][SampleBlock::kRows];  // B x
};

/// weight y_j y_k of rows, times axial n n^T. \tparam Second whether y_k is a component rather than 1; First likewise
template <bool First, bool Second>
struct AxialPairTerms {
    const AffineRows& rows;
    const double *first, *second;

    template <class Real>
    AMBIENT_ALWAYS_INLINE void operator()(int row, Real* sums) const {
        Real weight = splat<Real>(1.0);
        if constexpr (First) weight = load<Real>(first + row);
        if constexpr (Second) weight = weight * load<Real>(second + row);
        for (int k = 0; k < 6; ++k)
            sums[k] += weight * load<Real>(rows.square[k] + row);
    }
};

/// y B x column by column, 1 B x, and x . B x.
struct LinearTerms {
    const SampleBlock& block;
    const AffineRows& rows;

    template <class Real>
    AMBIENT_ALWAYS_INLINE void operator()(int row, Real* sums) const {
        const RowVector<Real> bx(rows.moved, row), x(block.place, row);
        for (int k = 0; k < 3; ++k) {
            const Real y = load<Real>(block.field[k] + row);
            sums[3 * k] += y * bx.x;
            sums[3 * k + 1] += y * bx.y;
            sums[3 * k + 2] += y * bx.z;
        }
        sums[9] += bx.x;
        sums[10] += bx.y;
        sums[11] += bx.z;
        sums[12] += x.x * bx.x + x.y * bx.y + x.z * bx.z;
    }
};

/// The trace of B times (x; 1) (y; 1)^T, row by row.
struct TraceTerms {
    const SampleBlock& block;

    template <class Real>
    AMBIENT_ALWAYS_INLINE void operator()(int row, Real* sums) const {
        const RowVector<Real> x(block.place, row), y(block.field, row);
        const Real trace = splat<Real>(3.0) * load<Real>(block.even + row) + load<Real>(block.axial + row);
        const Real scaled[4] = {trace * x.x, trace * x.y, trace * x.z, trace};
        for (int i = 0; i < 4; ++i) {
            sums[4 * i] += scaled[i] * y.x;
            sums[4 * i + 1] += scaled[i] * y.y;
            sums[4 * i + 2] += scaled[i] * y.z;
            sums[4 * i + 3] += scaled[i];
        }
    }
};

struct TraceLoop {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const SampleBlock& block, int rows, double* pairs) {
        sumRows<L, 16>(rows, pairs, TraceTerms{block});
    }
};

} // namespace

void SampleStream::clearAxes() {
    std::memset(m_block.axial, 0, sizeof m_block.axial);
    std::memset(m_block.axis, 0, sizeof m_block.axis);
    m_block.hasAxes = false;
}

void SampleStream::flush() {
    for (int row = m_block.count; row % kLanes != 0; ++row) {
        for (int c = 0; c < 3; ++c)
            m_block.place[c][row] = m_block.field[c][row] = 0.0;
        m_block.even[row] = 0.0;
    }
    m_sums.add(m_block);
    m_block.count = 0;
    if (m_block.hasAxes) clearAxes();
}

struct ReductionSums::Loop {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const SampleBlock& block, int rows, ReductionSums& to) {
        sumRows<L, 10>(rows, to.m_even, EvenMomentTerms{block, block.place});
        sumRows<L, 6>(rows, to.m_momentum, MomentumTerms{block});
        if (!block.hasAxes) return;
        sumRows<L, 6>(rows, to.m_axial, AxisTerms{block});
        sumRows<L, 9>(rows, to.m_mixed, MixedTerms{block});
        sumRows<L, 6>(rows, to.m_moments, AxisMomentTerms{block});
    }
};

void ReductionSums::add(const SampleBlock& block) {
    runVectorised<Loop>(block, paddedRows(block), *this);
}

ShapeReduction ReductionSums::result() const {
    // With velocities v - [x] w: B, [x] B and -[x] B [x], where [x] n = m and -[x] n n^T [x] = m m^T.
    const Matrix3 squares = symmetricMatrix(m_even + 4);
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> mixed(m_mixed);
    ShapeReduction r;
    r.locked.topLeftCorner<3, 3>() = squares.trace() * Matrix3::Identity() - squares + symmetricMatrix(m_moments);
    r.locked.topRightCorner<3, 3>() = skew(Vector3(m_even[1], m_even[2], m_even[3])) + mixed;
    r.locked.bottomLeftCorner<3, 3>() = r.locked.topRightCorner<3, 3>().transpose();
    r.locked.bottomRightCorner<3, 3>() = m_even[0] * Matrix3::Identity() + symmetricMatrix(m_axial);
    r.momentum = Eigen::Map<const Vector6>(m_momentum);
    return r;
}

struct AffineSums::Loop {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const SampleBlock& block, int rows, AffineSums& to) {
        using Real = typename Lanes<L>::Real;
        AffineRows more;
        for (int row = 0; row < rows; row += L) {
            const RowVector<Real> bx = tensorTimes(block, row, RowVector<Real>(block.place, row));
            store(more.moved[0] + row, bx.x);
            store(more.moved[1] + row, bx.y);
            store(more.moved[2] + row, bx.z);
        }
        sumRows<L, 10>(rows, to.m_even, EvenMomentTerms{block, block.field});
        sumRows<L, 13>(rows, to.m_linear, LinearTerms{block, more});
        sumRows<L, 16>(rows, to.m_pairs[0], TraceTerms{block});
        if (!block.hasAxes) return;
        for (int row = 0; row < rows; row += L) {
            Real square[6] = {};
            addSquares(square, load<Real>(block.axial + row), RowVector<Real>(block.axis, row));
            for (int k = 0; k < 6; ++k)
                store(more.square[k] + row, square[k]);
        }
        int pair = 0;
        for (int i = 0; i < 3; ++i) {
            for (int j = i; j < 3; ++j)
                sumRows<L, 6>(rows, to.m_axial[pair++],
                              AxialPairTerms<true, true>{more, block.field[i], block.field[j]});
            sumRows<L, 6>(rows, to.m_axial[pair++], AxialPairTerms<true, false>{more, block.field[i], nullptr});
        }
        sumRows<L, 6>(rows, to.m_axial[pair], AxialPairTerms<false, false>{more, nullptr, nullptr});
    }
};

void AffineSums::add(const SampleBlock& block) {
    runVectorised<Loop>(block, paddedRows(block), *this);
}

AffineForm AffineSums::result() const {
    AffineForm form;
    // m_even holds 1, y, y y^T; pairs count (y; 1) (y; 1)^T row by row above the diagonal.
    constexpr int kEven[10] = {4, 5, 6, 1, 7, 8, 2, 9, 3, 0};
    for (int i = 0, pair = 0; i < 4; ++i)
        for (int j = i; j < 4; ++j, ++pair) {
            const Matrix3 tensor = m_even[kEven[pair]] * Matrix3::Identity() + symmetricMatrix(m_axial[pair]);
            form.quadratic.block<3, 3>(3 * i, 3 * j) = tensor;
            form.quadratic.block<3, 3>(3 * j, 3 * i) = tensor;
        }
    form.linear = Eigen::Map<const AffineForm::Vector12>(m_linear);
    form.constant = m_linear[12];
    form.traces = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(m_pairs[0]);
    return form;
}

void RegistrationTraces::add(const SampleBlock& block) {
    double pairs[16] = {};
    runVectorised<TraceLoop>(block, paddedRows(block), pairs);
    m_sums.add(Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(pairs));
}

} // namespace ambient
