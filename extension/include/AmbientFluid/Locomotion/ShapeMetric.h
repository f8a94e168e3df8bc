// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/ShapeFrames.h"
#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Math/SpatialVector.h"

#include <string>

namespace ambient {

class RegistrationSums;

/// A metric of one shape against rigid motions, about the origin of the shape's frame, in its axes.
/// With rigid body twist Y of the frame, the momentum (inertia metrics) or minus the wrench of the medium (dissipation
/// metrics) is `locked` Y + `momentum`. [Gross2023, eq. 3], [Shapere1989]
struct ShapeReduction {
    Matrix6 locked = Matrix6::Zero();   ///< the locked tensor K, symmetric, positive semidefinite
    Vector6 momentum = Vector6::Zero(); ///< h: the shape momentum, that at zero twist
};

/// The quadratic form Q(X) of the field X (y; 1) - x over a shape in its metric, X a 3x4 matrix, y other points.
/// Q(X) = <X, M X> - 2 <L, X> + c, with X as 12 numbers column by column.
struct AffineForm {
    using Vector12 = Eigen::Matrix<double, 12, 1, Eigen::DontAlign>;  ///< a 3x4 matrix column by column
    using Matrix12 = Eigen::Matrix<double, 12, 12, Eigen::DontAlign>; ///< a quadratic form of such matrices
    Matrix12 quadratic = Matrix12::Zero();                            ///< M, symmetric
    Vector12 linear = Vector12::Zero();                               ///< L
    double constant = 0.0;                                            ///< c
    /// Sum of trace(B) (x; 1) (y; 1)^T over the samples: the weights of a rigid registration of y against x.
    Eigen::Matrix<double, 4, 4, Eigen::DontAlign> traces = Eigen::Matrix<double, 4, 4, Eigen::DontAlign>::Zero();

    /// Adds another form.
    AffineForm& operator+=(const AffineForm& o) {
        quadratic += o.quadratic;
        linear += o.linear;
        constant += o.constant;
        traces += o.traces;
        return *this;
    }
};

/// Where the coordinates of an AffineForm start: near the points, so that far shapes lose no digits.
struct FormOrigins {
    Vector3 ofShape = Vector3::Zero(); ///< of x [m]
    Vector3 ofOther = Vector3::Zero(); ///< of y [m]
};

/// A quadratic form B of velocities of a shape, invariant under rigid motions: what resists its motion.
/// Dissipation metrics: half the power lost is <u, B u> / 2; inertia metrics: the kinetic energy is. Immutable; called
/// from several threads at once.
class ShapeMetric {
  public:
    virtual ~ShapeMetric() = default;

    /// Name for reports, such as "vertex".
    virtual std::string name() const = 0;

    /// Parts of the shape that the metric lives on.
    virtual FrameElements needs() const = 0;

    /// Whether `locked` is an inertia [kg] rather than a resistance.
    virtual bool isInertia() const = 0;

    /// Locked tensor and shape momentum. \param velocity of the points, one per column [m/s], as seen in the shape's
    /// frame
    virtual ShapeReduction reduce(const Shape& shape, const PointColumns& velocity) const = 0;

    /// Whether affineForm() is there: the variational step needs it.
    virtual bool hasAffineForm() const { return true; }

    /// Whether reduce() gives tensors of the shape alone, with a momentum linear in the velocity. Else they hold for
    /// the motion without loads only: solveMotion() refuses loads, sums and second order refuse the metric.
    virtual bool isLinear() const { return true; }

    /// Whether a frame costs a linear system: then frames are placed by their registration, which needs none.
    virtual bool isDense() const { return false; }

    /// The form of the field X (y; 1) - x in the metric of the shape x.
    /// \param other the points y, of the same sequence \param origins x and y of the form are about them \throws
    /// std::logic_error unless hasAffineForm()
    virtual AffineForm affineForm(const Shape& shape, const PointColumns& other, const FormOrigins& origins) const = 0;

    /// Adds the pairs of samples of two shapes with the weights of this one: for the rigid registration of `other`.
    virtual void addRegistration(const Shape& shape, const PointColumns& other, RegistrationSums& sums) const = 0;
};

} // namespace ambient
