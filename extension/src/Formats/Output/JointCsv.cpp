// SPDX-License-Identifier: Zlib
#include "Output/Csv.h"
#include "Output/JointTrack.h"
#include "Output/MotionCsv.h"

#include <cstdio>

namespace ambient {
namespace {

/// Names of the columns of a kind of joint, each behind the name of the link.
std::vector<const char*> columnsOf(JointType type) {
    switch (type) {
    case JointType::Revolute:
        return {"angle [rad]", "rate [rad/s]", "torque [N m]"};
    case JointType::Prismatic:
        return {"shift [m]", "speed [m/s]", "force [N]"};
    case JointType::Spherical:
        return {"turn x [1]",     "turn y [1]",     "turn z [1]",     "turn w [1]",     "spin x [rad/s]",
                "spin y [rad/s]", "spin z [rad/s]", "torque x [N m]", "torque y [N m]", "torque z [N m]"};
    case JointType::Planar:
        return {"angle [rad]",   "shift 1 [m]",  "shift 2 [m]", "rate [rad/s]", "speed 1 [m/s]",
                "speed 2 [m/s]", "torque [N m]", "force 1 [N]", "force 2 [N]"};
    case JointType::Fixed:
        break;
    }
    return {};
}

void appendShown(std::string& text, const Quaternion& shownFromLink, const JointVector& values, int first) {
    const Vector3 shown = shownFromLink * Vector3(values.segment<3>(first));
    for (int k = 0; k < 3; ++k)
        appendField(text, shown[k]);
}

void appendJoint(std::string& text, const JointTrack& track, int link, const JointTrack::Sample& sample) {
    const ArticulatedBody& body = *track.body;
    const int position = body.firstPosition(link), rate = body.firstRate(link), rates = body.ratesOf(link);
    if (body.link(link).joint.type == JointType::Spherical) {
        const Quaternion& shown = track.links[static_cast<std::size_t>(link)].shownFromLink;
        const Quaternion turn(Eigen::Vector4d(sample.positions.segment<4>(position)));
        appendShown(text, shown, turn.coeffs(), 0);
        appendField(text, turn.w());
        appendShown(text, shown, sample.rates, rate);
        appendShown(text, shown, sample.torques, rate);
        return;
    }
    for (int k = 0; k < rates; ++k)
        appendField(text, sample.positions(position + k));
    for (int k = 0; k < rates; ++k)
        appendField(text, sample.rates(rate + k));
    for (int k = 0; k < rates; ++k)
        appendField(text, sample.torques(rate + k));
}

} // namespace

std::string jointHeader(const std::vector<JointTrack>& tracks) {
    std::string text = "time [s]";
    for (const JointTrack& track : tracks)
        for (int i = 1; i < track.body->linkCount(); ++i)
            for (const char* column : columnsOf(track.body->link(i).joint.type))
                text += "," + csvField((track.name.empty() ? "" : track.name + "/") +
                                       track.links[static_cast<std::size_t>(i)].name + " " + column);
    return text;
}

std::string jointRow(const std::vector<JointTrack>& tracks, std::size_t sample) {
    char time[32];
    std::snprintf(time, sizeof time, "%.9g", tracks.empty() ? 0.0 : tracks.front().samples[sample].time);
    std::string text = time;
    for (const JointTrack& track : tracks)
        for (int i = 1; i < track.body->linkCount(); ++i)
            appendJoint(text, track, i, track.samples[sample]);
    return text;
}

std::string jointCsv(const std::vector<JointTrack>& tracks) {
    std::string text = jointHeader(tracks) + "\n";
    const std::size_t count = tracks.empty() ? 0 : tracks.front().samples.size();
    for (std::size_t i = 0; i < count; ++i)
        text += jointRow(tracks, i) + "\n";
    return text;
}

} // namespace ambient
