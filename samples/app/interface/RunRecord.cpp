// SPDX-License-Identifier: Zlib
#include "interface/RunRecord.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr double kDegreesPerRadian = 180.0 / ambient::kPi;

int frameNear(const RunRecord& record, double time) {
    const int frame = static_cast<int>(std::lround(time / record.timeStep));
    return std::clamp(frame, 0, record.frameCount() - 1);
}

} // namespace

const std::shared_ptr<const ambient::FluidMedium>& RunRecord::mediumAt(const ambient::Vector3& point) const {
    const auto region = std::find_if(regions.rbegin(), regions.rend(), [&](const RecordedRegion& r) {
        return (r.low.array() <= point.array()).all() && (point.array() <= r.high.array()).all();
    });
    return region == regions.rend() ? medium : region->medium;
}

int nameNumber(const RunRecord& record, int body) {
    std::vector<std::string> names;
    for (const RecordedBody& recorded : record.bodies) {
        if (std::find(names.begin(), names.end(), recorded.name) == names.end()) names.push_back(recorded.name);
        if (&recorded - record.bodies.data() == body) break;
    }
    const std::string& name = record.bodies[static_cast<std::size_t>(body)].name;
    return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

RecordedBody shapedAs(const RecordedBody& body, const BodySample& sample) {
    if (!body.changes) return body;
    RecordedBody shaped = body;
    shaped.mesh = std::make_shared<ambient::TriangleMesh>(body.changes->meshAt(sample.phase));
    return shaped;
}

ambient::Vector3 wayPerCycle(const RunRecord& record, int body) {
    const ChangingShape& shape = *record.bodies[static_cast<std::size_t>(body)].changes;
    const double first = record.at(0, body).phase;
    const auto place = [&](double phase) -> ambient::Vector3 { // between the frames around a phase
        int frame = 0;
        while (frame + 2 < record.frameCount() && record.at(frame + 1, body).phase < phase)
            ++frame;
        const BodySample &a = record.at(frame, body),
                         &b = record.at(std::min(frame + 1, record.frameCount() - 1), body);
        const double span = b.phase - a.phase, part = span > 0.0 ? (phase - a.phase) / span : 0.0;
        return a.worldFromBody.position + part * (b.worldFromBody.position - a.worldFromBody.position);
    };
    // The slack keeps 4 s of 1/240 s at whole cycles, for either rounding of the quotient.
    const double cycles = std::floor((record.last(body).phase - first) / shape.period() + 1e-6);
    if (cycles < 1.0) return ambient::Vector3::Zero();
    return (place(first + cycles * shape.period()) - place(first)) / cycles;
}

ambient::Vector3 axisOf(const BodySample& sample) {
    return sample.worldFromBody.orientation * ambient::Vector3::UnitZ();
}

double tiltDegrees(const BodySample& sample) {
    const ambient::Vector3 axis = axisOf(sample);
    return std::atan2(axis.head<2>().norm(), axis.z()) * kDegreesPerRadian;
}

double signedTiltDegrees(const BodySample& sample) {
    const ambient::Vector3 axis = axisOf(sample);
    return std::atan2(axis.x(), axis.z()) * kDegreesPerRadian;
}

std::vector<double> unwrappedTiltDegrees(const RunRecord& record, int body) {
    std::vector<double> angles;
    for (int frame = 0; frame < record.frameCount(); ++frame) {
        const double angle = signedTiltDegrees(record.at(frame, body));
        const double before = angles.empty() ? angle : angles.back();
        angles.push_back(before + std::remainder(angle - before, 360.0));
    }
    return angles;
}

ambient::Momentum totalMomentum(const RunRecord& record, int frame) {
    ambient::Momentum total;
    for (int body = 0; body < record.bodyCount(); ++body) {
        const BodySample& s = record.at(frame, body);
        total += s.momentum;
        total.angular += s.worldFromBody.position.cross(s.momentum.linear);
    }
    return total;
}

double largestSpeed(const RunRecord& record, int frame) {
    double largest = 0.0;
    for (int body = 0; body < record.bodyCount(); ++body)
        largest = std::max(largest, record.at(frame, body).velocity.linear.norm());
    return largest;
}

std::string paddedNumber(int number, int largest) {
    const std::string digits = std::to_string(number);
    const std::size_t width = std::to_string(largest).size();
    return std::string(width - std::min(width, digits.size()), '0') + digits;
}

double meanDescent(const RunRecord& record, double fromTime, double toTime, int body) {
    const BodySample& from = record.at(frameNear(record, fromTime), body);
    const BodySample& to = record.at(frameNear(record, toTime), body);
    return (from.worldFromBody.position.z() - to.worldFromBody.position.z()) / (to.time - from.time);
}

} // namespace samples
