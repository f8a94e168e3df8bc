// SPDX-License-Identifier: Zlib
#include "scenes/parts/MomentumAnalysis.h"

#include <algorithm>

namespace samples {
namespace {

/// About a fixed point.
ambient::Momentum momentumAbout(const BodySample& s, const ambient::Vector3& point) {
    return {s.momentum.angular + (s.worldFromBody.position - point).cross(s.momentum.linear), s.momentum.linear};
}

ambient::Twist velocityAbout(const BodySample& s, const ambient::Vector3& point) {
    return {s.velocity.angular, s.velocity.linear + s.velocity.angular.cross(point - s.worldFromBody.position)};
}

} // namespace

Impact firstImpact(const RunRecord& record) {
    const auto change = [&](int frame, int body) -> ambient::Vector3 {
        return record.at(frame, body).momentum.linear - record.at(frame - 1, body).momentum.linear;
    };
    // Drag changes momenta too, but neither by so much in a step nor by opposite amounts.
    const auto hits = [&](int frame) {
        const ambient::Vector3 left = change(frame, 0), right = change(frame, 1);
        return (left + right).norm() < 0.5 * left.norm() && left.norm() > 0.01 * record.at(0).momentum.linear.norm();
    };
    const int frames = record.frameCount();
    int first = 1;
    while (record.bodyCount() == 2 && first < frames && !hits(first))
        ++first;
    if (record.bodyCount() != 2 || first + 1 >= frames) return {};

    Impact impact;
    impact.happened = true;
    impact.time = record.at(first - 1).time;
    for (int body = 0; body < 2; ++body) {
        const BodySample& before = record.at(first - 1, body);
        const ambient::Vector3 point = before.worldFromBody.position;
        const auto momentum = [&](int frame) { return momentumAbout(record.at(frame, body), point); };
        const auto velocity = [&](int frame) { return velocityAbout(record.at(frame, body), point); };
        const ambient::Momentum kick = momentum(first) - momentum(first - 1);
        impact.impulse = kick.linear.norm();
        impact.approachSpeed -= dot(velocity(first - 1), kick) / impact.impulse;
        // Contacts act at the start of a step, and a turning body also speeds up or slows down by itself.
        const bool parted = change(first + 1, body).norm() < 1e-3 * impact.impulse;
        const ambient::Twist after = parted ? 2.0 * velocity(first) - velocity(first + 1) : velocity(first);
        impact.separationSpeed += dot(after, kick) / impact.impulse;
    }
    return impact;
}

MomentumDefect momentumDefect(const RunRecord& record) {
    const ambient::Momentum start = totalMomentum(record, 0);
    MomentumDefect defect, own;
    for (int frame = 0; frame < record.frameCount(); ++frame) {
        const ambient::Momentum change = totalMomentum(record, frame) - start;
        defect.linear = std::max(defect.linear, change.linear.norm());
        defect.angular = std::max(defect.angular, change.angular.norm());
        double linear = 0.0, angular = 0.0;
        for (int body = 0; body < record.bodyCount(); ++body) {
            const ambient::Momentum m = momentumAbout(record.at(frame, body), ambient::Vector3::Zero());
            linear += m.linear.norm();
            angular += m.angular.norm();
        }
        own.linear = std::max(own.linear, linear);
        own.angular = std::max(own.angular, angular);
    }
    return {defect.linear / own.linear, defect.angular / own.angular};
}

double kineticEnergy(const RunRecord& record, int frame) {
    double sum = 0.0;
    for (int body = 0; body < record.bodyCount(); ++body)
        sum += 0.5 * dot(record.at(frame, body).velocity, record.at(frame, body).momentum);
    return sum;
}

} // namespace samples
