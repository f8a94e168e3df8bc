// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/ShapeMetric.h"

namespace ambient {

/// \file
/// Sums over the samples of a local metric: a place x, a field y there, and a symmetric 3x3 tensor B.
/// A metric has one loop over its samples, a template over the sums: `collect(shape, field, sums)`.

/// Locked tensor and shape momentum; the field is a velocity.
class ReductionSums {
  public:
    /// Adds a sample.
    void add(const Vector3& x, const Vector3& velocity, const Matrix3& b) {
        const Matrix3 turned = skew(x) * b; // velocity of a rigid motion: v - [x] w
        m_vv += b;
        m_wv += turned;
        m_ww.noalias() -= turned * skew(x);
        const Vector3 momentum = b * velocity;
        m_v += momentum;
        m_w += x.cross(momentum);
    }

    /// The sums as a metric.
    ShapeReduction result() const {
        ShapeReduction r;
        r.locked.topLeftCorner<3, 3>() = 0.5 * (m_ww + m_ww.transpose());
        r.locked.topRightCorner<3, 3>() = m_wv;
        r.locked.bottomLeftCorner<3, 3>() = m_wv.transpose();
        r.locked.bottomRightCorner<3, 3>() = m_vv;
        r.momentum << m_w, m_v;
        return r;
    }

  private:
    Matrix3 m_vv = Matrix3::Zero(), m_wv = Matrix3::Zero(), m_ww = Matrix3::Zero();
    Vector3 m_v = Vector3::Zero(), m_w = Vector3::Zero();
};

/// An AffineForm; the field is the other shape's points. 60 + 12 + 1 sums.
class AffineSums {
  public:
    /// Adds a sample.
    void add(const Vector3& x, const Vector3& other, const Matrix3& b) {
        const double y[4] = {other.x(), other.y(), other.z(), 1.0};
        for (int i = 0, pair = 0; i < 4; ++i)
            for (int j = i; j < 4; ++j, ++pair)
                m_product[pair] += (y[i] * y[j]) * b;
        const Vector3 bx = b * x;
        for (int i = 0; i < 4; ++i)
            m_linear.col(i) += y[i] * bx;
        m_constant += x.dot(bx);
    }

    /// The sums as a form.
    AffineForm result() const {
        AffineForm form;
        for (int i = 0, pair = 0; i < 4; ++i)
            for (int j = i; j < 4; ++j, ++pair) {
                form.quadratic.block<3, 3>(3 * i, 3 * j) = m_product[pair];
                form.quadratic.block<3, 3>(3 * j, 3 * i) = m_product[pair];
            }
        form.linear = m_linear.reshaped();
        form.constant = m_constant;
        return form;
    }

  private:
    std::array<Matrix3, 10> m_product = [] {
        std::array<Matrix3, 10> zeros;
        zeros.fill(Matrix3::Zero());
        return zeros;
    }();
    Eigen::Matrix<double, 3, 4> m_linear = Eigen::Matrix<double, 3, 4>::Zero();
    double m_constant = 0.0;
};

/// A rigid registration with the traces of the tensors as weights; the field is the other shape's points.
class RegistrationTraces {
  public:
    /// \param sums outlives this object
    explicit RegistrationTraces(RegistrationSums& sums) : m_sums(sums) {}
    /// Adds a sample.
    void add(const Vector3& x, const Vector3& other, const Matrix3& b) { m_sums.add(x, other, b.trace()); }

  private:
    RegistrationSums& m_sums;
};

/// A metric that is one loop over samples. \tparam Derived has
/// `template <class Sums> void collect(const Shape&, const PointColumns& field, Sums&) const`
template <class Derived>
ShapeReduction reduceSamples(const Derived& metric, const Shape& shape, const PointColumns& velocity) {
    ReductionSums sums;
    metric.collect(shape, velocity, sums);
    return sums.result();
}

/// As reduceSamples(), for ShapeMetric::affineForm().
template <class Derived>
AffineForm affineFormOfSamples(const Derived& metric, const Shape& shape, const PointColumns& other) {
    AffineSums sums;
    metric.collect(shape, other, sums);
    return sums.result();
}

/// As reduceSamples(), for ShapeMetric::addRegistration().
template <class Derived>
void registerSamples(const Derived& metric, const Shape& shape, const PointColumns& other, RegistrationSums& sums) {
    RegistrationTraces traces(sums);
    metric.collect(shape, other, traces);
}

} // namespace ambient
