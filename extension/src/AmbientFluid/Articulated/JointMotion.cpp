// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/JointMotion.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/SE3.h"

#include <algorithm>

namespace ambient {
namespace {

using Column = Eigen::Matrix<double, 6, 1>;

Column column(const Vector3& angular, const Vector3& linear) {
    Column c;
    c << angular, linear;
    return c;
}

Matrix3 turn(const Vector3& axis, double angle) {
    return expSO3(angle * axis).toRotationMatrix();
}

/// Quaternion (x, y, z, w) of joint positions.
Quaternion quaternionOf(const double* positions) {
    return Quaternion(positions[3], positions[0], positions[1], positions[2]).normalized();
}

} // namespace

JointAxes axesOf(const Joint& joint) {
    JointAxes axes;
    const Vector3& d = joint.comFromPivot;
    const auto add = [&](const Vector3& angular, const Vector3& linear) {
        axes.columns[axes.count++] = column(angular, linear);
    };
    switch (joint.type) {
    case JointType::Fixed:
        break;
    case JointType::Revolute:
        add(joint.axis, joint.axis.cross(d));
        break;
    case JointType::Prismatic:
        add(Vector3::Zero(), joint.axis);
        break;
    case JointType::Spherical:
        for (int k = 0; k < 3; ++k)
            add(Vector3::Unit(k), Vector3::Unit(k).cross(d));
        break;
    case JointType::Planar:
        add(joint.axis, joint.axis.cross(d));
        add(Vector3::Zero(), joint.firstDirection);
        add(Vector3::Zero(), joint.secondDirection);
        break;
    }
    return axes;
}

void placeJoint(const Joint& joint, const double* q, Quaternion& parentFromChild, Matrix3& childFromParent,
                Vector3& fromParent) {
    const auto turned = [&] {
        const double half = 0.5 * q[0], sine = portable::sin(half);
        return Quaternion(portable::cos(half), sine * joint.axis.x(), sine * joint.axis.y(), sine * joint.axis.z());
    };
    Vector3 shift = Vector3::Zero();
    parentFromChild = joint.zeroParentFromChild;
    switch (joint.type) {
    case JointType::Fixed:
        break;
    case JointType::Revolute:
        parentFromChild = parentFromChild * turned();
        break;
    case JointType::Prismatic:
        shift = q[0] * joint.axis;
        break;
    case JointType::Spherical:
        parentFromChild = parentFromChild * quaternionOf(q);
        break;
    case JointType::Planar: {
        const Quaternion turn = turned();
        parentFromChild = parentFromChild * turn;
        shift = turn.conjugate() * Vector3(q[1] * joint.firstDirection + q[2] * joint.secondDirection);
        break;
    }
    }
    childFromParent = parentFromChild.conjugate().toRotationMatrix();
    fromParent = joint.comFromPivot + shift + childFromParent * joint.pivotInParent;
}

void coordinateRates(const Joint& joint, const double* start, const double* coordinates, const double* rates,
                     double* result) {
    if (joint.type == JointType::Spherical) {
        Eigen::Map<Vector3> to(result);
        to = inverseRightJacobian(Eigen::Map<const Vector3>(coordinates), Eigen::Map<const Vector3>(rates));
    } else if (joint.type == JointType::Planar) {
        const Vector3 &first = joint.firstDirection, &second = joint.secondDirection;
        const Vector3 velocity = turn(joint.axis, start[0] + coordinates[0]) * (rates[1] * first + rates[2] * second);
        result[0] = rates[0];
        result[1] = velocity.dot(first) / first.squaredNorm();
        result[2] = velocity.dot(second) / second.squaredNorm();
    } else if (joint.type != JointType::Fixed) {
        result[0] = rates[0];
    }
}

void positionsAfter(const Joint& joint, const double* start, const double* coordinates, double* positions) {
    if (joint.type == JointType::Spherical) {
        const Quaternion turned = quaternionOf(start) * expSO3(Eigen::Map<const Vector3>(coordinates));
        const Quaternion unit = turned.normalized();
        positions[0] = unit.x(), positions[1] = unit.y(), positions[2] = unit.z(), positions[3] = unit.w();
        return;
    }
    const int count = joint.type == JointType::Fixed ? 0 : joint.type == JointType::Planar ? 3 : 1;
    for (int k = 0; k < count; ++k)
        positions[k] = start[k] + coordinates[k];
}

void ratesBetween(const Joint& joint, const double* from, const double* to, double* rates) {
    if (joint.type == JointType::Spherical) {
        const Vector3 turned = logSO3((quaternionOf(from).conjugate() * quaternionOf(to)).normalized());
        std::copy_n(turned.data(), 3, rates);
        return;
    }
    if (joint.type == JointType::Fixed) return;
    rates[0] = to[0] - from[0];
    if (joint.type != JointType::Planar) return;
    const Vector3 &first = joint.firstDirection, &second = joint.secondDirection;
    const Vector3 shift = turn(joint.axis, -from[0]) * Vector3((to[1] - from[1]) * first + (to[2] - from[2]) * second);
    rates[1] = shift.dot(first) / first.squaredNorm();
    rates[2] = shift.dot(second) / second.squaredNorm();
}

Vector3 turnBetween(const double* start, const double* positions) {
    return logSO3(quaternionOf(start).conjugate() * quaternionOf(positions));
}

} // namespace ambient
