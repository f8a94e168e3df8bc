// SPDX-License-Identifier: Zlib
#pragma once

#include "core/Articulated/TestChains.h"

#include <cmath>

/// The swimmer of the reference data: articulated_tracking.json.
namespace test {

/// The motion of the reference's swimmer: bending waves, starting during the first second.
class Swimming : public ambient::JointPath {
  public:
    void evaluate(double time, ambient::JointVector& q, ambient::JointVector& rate,
                  ambient::JointVector& acceleration) const override {
        const double w = 2.0 * ambient::kPi, t = time;
        const double g = t < 1.0 ? t * t * (3.0 - 2.0 * t) : 1.0, g1 = t < 1.0 ? 6.0 * t * (1.0 - t) : 0.0,
                     g2 = t < 1.0 ? 6.0 - 12.0 * t : 0.0;
        for (int i = 0; i < q.size(); ++i) {
            const double a = 0.15 + 0.12 * i, s = std::sin(w * t - 1.2 * i), c = std::cos(w * t - 1.2 * i);
            q(i) = a * g * s;
            rate(i) = a * (g1 * s + g * w * c);
            acceleration(i) = a * (g2 * s + 2.0 * g1 * w * c - g * w * w * s);
        }
    }
};

/// Five ellipsoids with hinges about z, of the density of the water.
inline std::shared_ptr<const ambient::ArticulatedBody> swimmer() {
    const ambient::Vector3 a(0.2, 0.08, 0.05);
    const double volume = 4.0 / 3.0 * ambient::kPi * a.prod(), mass = 1000.0 * volume;
    const ambient::Vector3 squares = a.cwiseAbs2();
    const ambient::Vector3 moments = mass / 5.0 * (ambient::Vector3::Constant(squares.sum()) - squares);
    const ambient::SpatialInertia solid = ambient::SpatialInertia::ofBody(mass, moments.asDiagonal());
    std::vector<ambient::ArticulatedLink> links(5);
    for (int i = 0; i < 5; ++i) {
        ambient::ArticulatedLink& link = links[static_cast<std::size_t>(i)];
        link.inertia = solid + ambient::analyticEllipsoidAddedMass(a).scaled(1000.0);
        if (i == 0) continue;
        link.parent = i - 1;
        link.joint.type = ambient::JointType::Revolute;
        link.joint.pivotInParent = {-0.21, 0.0, 0.0};
        link.joint.comFromPivot = {-0.21, 0.0, 0.0};
    }
    return std::make_shared<ambient::ArticulatedBody>(std::move(links));
}

/// Drag of the reference, link axes.
inline ambient::Wrench swimmerDrag(int, const ambient::Twist& twist) {
    const ambient::Vector3 a(0.2, 0.08, 0.05), cd(0.1, 1.1, 1.1);
    const ambient::Vector3 area = ambient::kPi * ambient::Vector3(a.y() * a.z(), a.x() * a.z(), a.x() * a.y());
    return {-250.0 * area.y() * std::pow(a.x(), 3) * twist.angular.norm() * twist.angular,
            -500.0 * twist.linear.norm() * cd.cwiseProduct(area).cwiseProduct(twist.linear)};
}

} // namespace test
