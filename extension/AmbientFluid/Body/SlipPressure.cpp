// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/SlipPressure.h"

namespace ambient {

SlipPressure::SlipPressure(const TriangleMesh& mesh, const Vector3& center) : m_center(center) {
    m_coefficients.setZero();
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const Vector3 areaVector = mesh.areaVector(f), r = mesh.faceCentroid(f) - center;
        const Vector3 n = areaVector.normalized();
        Vector6 push; // <n, u> = <push, y>, and the wrench of the force n at r
        push << r.cross(n), n;
        Eigen::Matrix<double, 3, 6> velocity;
        velocity << -skew(r), Matrix3::Identity();
        const Matrix6 slip2 = velocity.transpose() * velocity - push * push.transpose();
        Products products;
        for (int i = 0, k = 0; i < 6; ++i)
            for (int j = i; j < 6; ++j)
                products(k++) = (i == j ? 1.0 : 2.0) * slip2(i, j);
        m_coefficients -= (areaVector.norm() * push) * products.transpose();
    }
}

Wrench SlipPressure::wrench(const Twist& twist) const {
    Vector6 y;
    y << twist.angular, twist.linear + twist.angular.cross(m_center);
    Products products;
    for (int i = 0, k = 0; i < 6; ++i)
        for (int j = i; j < 6; ++j)
            products(k++) = y(i) * y(j);
    const Vector6 aboutCenter = m_coefficients * products;
    const Vector3 force = aboutCenter.tail<3>();
    return {aboutCenter.head<3>() + m_center.cross(force), force};
}

} // namespace ambient
