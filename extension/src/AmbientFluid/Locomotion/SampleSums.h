// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/ShapeMetric.h"
#include "AmbientFluid/Math/RigidRegistration.h"

namespace ambient {

/// \file
/// Sums over the samples of a local metric. A sample is a place x, a field y there, and the symmetric tensor
/// B = even I + axial n n^T with a unit axis n. A metric writes its samples to a SampleStream in one loop, which all
/// sums share; the sums take them in blocks, in vectors of every width with the same bytes.

/// Some samples, component by component. Rows beyond `count` up to a multiple of kLanes have a tensor of zero.
struct SampleBlock {
    static constexpr int kRows = 128; ///< most samples: two blocks fit the fastest cache
    double place[3][kRows];           ///< x [m]
    double field[3][kRows];           ///< y: a velocity [m/s], or points [m]
    double even[kRows];               ///< isotropic part of B
    double axial[kRows];              ///< part of B along the axis
    double axis[3][kRows];            ///< n, of length 1
    int count = 0;                    ///< samples
    bool hasAxes = false;             ///< whether `axial` is anything but zero
};

/// Sums over the samples.
class SampleSums {
  public:
    virtual ~SampleSums() = default;
    /// Adds the rows of a block, padded.
    virtual void add(const SampleBlock& block) = 0;
};

/// Hands samples on to sums, block by block.
class SampleStream {
  public:
    /// \param sums outlives this object \param origins are taken from the places and the field
    SampleStream(SampleSums& sums, const FormOrigins& origins) : m_sums(sums), m_origins(origins) { clearAxes(); }

    /// Adds a sample with an isotropic tensor.
    void add(const Vector3& x, const Vector3& y, double even) {
        const int row = m_block.count;
        for (int c = 0; c < 3; ++c) {
            m_block.place[c][row] = x[c] - m_origins.ofShape[c];
            m_block.field[c][row] = y[c] - m_origins.ofOther[c];
        }
        m_block.even[row] = even;
        if (++m_block.count == SampleBlock::kRows) flush();
    }
    /// Adds a sample. \param axis of length 1
    void add(const Vector3& x, const Vector3& y, double even, double axial, const Vector3& axis) {
        const int row = m_block.count;
        m_block.hasAxes = true;
        m_block.axial[row] = axial;
        for (int c = 0; c < 3; ++c)
            m_block.axis[c][row] = axis[c];
        add(x, y, even);
    }
    /// Hands on the rest. Call it once, after the last sample.
    void finish() {
        if (m_block.count > 0) flush();
    }

  private:
    void clearAxes(); // rows without an axis have none from before
    void flush();

    SampleSums& m_sums;
    FormOrigins m_origins;
    SampleBlock m_block;
};

/// Locked tensor and shape momentum; the field is a velocity.
class ReductionSums : public SampleSums {
  public:
    void add(const SampleBlock& block) override;
    /// The sums as a metric.
    ShapeReduction result() const;

  private:
    struct Loop;
    // Sums of even (1, x, x x^T); of axial (n n^T, m n^T, m m^T) with m = x cross n; of f = B y and x cross f.
    double m_even[10] = {}, m_axial[6] = {}, m_mixed[9] = {}, m_moments[6] = {}, m_momentum[6] = {};
};

/// An AffineForm; the field is the other shape's points.
class AffineSums : public SampleSums {
  public:
    void add(const SampleBlock& block) override;
    /// The sums as a form.
    AffineForm result() const;

  private:
    struct Loop;
    // For each pair of (y; 1): sum of even, and of axial n n^T; then of y B x, x . B x, and the traces with x and y.
    double m_even[10] = {}, m_axial[10][6] = {}, m_linear[13] = {}, m_pairs[4][4] = {};
};

/// Rigid registration with the traces of the tensors as weights; the field is the other shape's points.
class RegistrationTraces : public SampleSums {
  public:
    /// \param sums outlives this object
    explicit RegistrationTraces(RegistrationSums& sums) : m_sums(sums) {}
    void add(const SampleBlock& block) override;

  private:
    RegistrationSums& m_sums;
};

} // namespace ambient
