// SPDX-License-Identifier: Zlib
#include "scenes/parts/FlightAnalysis.h"

#include "interface/Units.h"

#include <cmath>
#include <cstdio>

namespace samples {
namespace {

double heightAt(const RunRecord& record, int frame, int body) {
    return record.at(frame, body).worldFromBody.position.z();
}

/// Horizontal direction of launch; the x axis if the body starts at rest or upright.
ambient::Vector3 headingOf(const RunRecord& record, int body) {
    ambient::Vector3 heading = record.at(0, body).velocity.linear;
    heading.z() = 0.0;
    return heading.norm() > 0.0 ? heading.normalized() : ambient::Vector3::UnitX();
}

} // namespace

int landingFrame(const RunRecord& record, double height, int body) {
    for (int frame = 1; frame < record.frameCount(); ++frame)
        if (heightAt(record, frame, body) <= height && (frame == 1 || heightAt(record, frame - 1, body) > height))
            return frame;
    return -1;
}

int lastFlightFrame(const RunRecord& record, double height, int body) {
    const int landed = landingFrame(record, height, body);
    return landed < 0 ? record.frameCount() - 1 : landed;
}

std::string flightText(const RunRecord& record, double height, int body) {
    const BodySample& end = record.at(lastFlightFrame(record, height, body), body);
    char text[200];
    std::snprintf(text, sizeof text, "%s: %s %.2f s, %.2f m away",
                  record.bodies[static_cast<std::size_t>(body)].name.c_str(),
                  landingFrame(record, height, body) < 0 ? "in the air after" : "landed after", end.time,
                  rangeOf(end.worldFromBody.position, record, body));
    return text;
}

Landing landingOf(const RunRecord& record, double height, int body) {
    const int frame = landingFrame(record, height, body);
    if (frame < 0) return {};
    const BodySample &before = record.at(frame - 1, body), &after = record.at(frame, body);
    const double fall = before.worldFromBody.position.z() - after.worldFromBody.position.z();
    const double f = fall > 0.0 ? (before.worldFromBody.position.z() - height) / fall : 0.0;
    return {true, (1.0 - f) * before.time + f * after.time,
            (1.0 - f) * before.worldFromBody.position + f * after.worldFromBody.position,
            (1.0 - f) * before.velocity.linear + f * after.velocity.linear};
}

bool allLanded(const RunRecord& record, double height) {
    const int last = record.frameCount() - 1;
    for (int body = 0; body < record.bodyCount(); ++body)
        if (heightAt(record, last, body) > height) return false;
    return last > 0;
}

double driftOf(const ambient::Vector3& point, const RunRecord& record, int body) {
    const ambient::Vector3 left = ambient::Vector3::UnitZ().cross(headingOf(record, body));
    return left.dot(point - record.at(0, body).worldFromBody.position);
}

double rangeOf(const ambient::Vector3& point, const RunRecord& record, int body) {
    return headingOf(record, body).dot(point - record.at(0, body).worldFromBody.position);
}

double noseAngleDegrees(const BodySample& sample) {
    const ambient::Vector3 nose = axisOf(sample), velocity = sample.velocity.linear;
    return std::atan2(nose.cross(velocity).norm(), nose.dot(velocity)) / kRadiansPerDegree;
}

} // namespace samples
