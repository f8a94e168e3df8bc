// SPDX-License-Identifier: Zlib
#include "scenes/parts/Autorotation.h"

#include "interface/Units.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace samples {

Autorotation autorotation(const RunRecord& record, const TimeWindow& window, int body,
                          const ambient::Vector3& spanInBody) {
    std::vector<double> spins;
    const BodySample *first = nullptr, *last = nullptr;
    Autorotation result;
    for (int frame = 0; frame < record.frameCount(); ++frame) {
        const BodySample& s = record.at(frame, body);
        if (s.time < window.from - 1e-9 || s.time > window.to + 1e-9) continue;
        if (!first) first = &s;
        last = &s;
        spins.push_back(s.velocity.angular.z());
        const double rise = (s.worldFromBody.orientation * spanInBody).z();
        result.coning += std::asin(std::clamp(rise, -1.0, 1.0)) / kRadiansPerDegree;
    }
    if (spins.size() < 2) return {};
    result.tooShort = false;
    const double count = double(spins.size()), time = last->time - first->time;
    for (const double spin : spins)
        result.spin += spin / count;
    double squares = 0.0;
    bool even = true;
    for (const double spin : spins) {
        squares += (spin - result.spin) * (spin - result.spin) / count;
        even = even && spin / result.spin > 0.5 && spin / result.spin < 2.0;
    }
    result.unsteadiness = result.spin == 0.0 ? 0.0 : std::sqrt(squares) / std::fabs(result.spin);
    result.coning /= count;
    result.descent = (first->worldFromBody.position.z() - last->worldFromBody.position.z()) / time;
    const bool sweeps = std::fabs(result.coning) < 45.0;
    result.happens = even && sweeps && std::fabs(result.spin) * time >= 4.0 * ambient::kPi;
    return result;
}

std::string describe(const Autorotation& rotation) {
    if (rotation.tooShort) return "too short to tell";
    char text[200], waver[32] = "";
    if (rotation.happens) std::snprintf(waver, sizeof waver, " (+-%.0f %%)", 100.0 * rotation.unsteadiness);
    std::snprintf(text, sizeof text, "%s: %.1f rad/s about the vertical%s, span %.1f deg %s, %.3f m/s down",
                  rotation.happens ? "autorotates" : "does not autorotate", tenths(rotation.spin), waver,
                  std::fabs(rotation.coning), rotation.coning < -0.05 ? "down" : "up", rotation.descent);
    return text;
}

} // namespace samples
