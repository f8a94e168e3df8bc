// SPDX-License-Identifier: Zlib
#include "Output/MotionCsv.h"

#include "Output/Csv.h"

#include <cstdio>

namespace ambient {
namespace {

void appendFields(std::string& text, const Vector3& v) {
    for (int i = 0; i < 3; ++i)
        appendField(text, v[i]);
}

} // namespace

void appendField(std::string& text, double value) {
    char digits[32];
    std::snprintf(digits, sizeof digits, ",%.9g", value);
    text += digits;
}

std::string motionHeader() {
    return "time,body,px,py,pz,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz";
}

std::string motionRow(double time, const std::string& body, const Pose& worldFromBody, const Twist& velocity) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.9g,", time);
    std::string text = digits + csvField(body);
    appendFields(text, worldFromBody.position);
    appendFields(text, worldFromBody.orientation.vec());
    appendField(text, worldFromBody.orientation.w());
    appendFields(text, velocity.linear);
    appendFields(text, velocity.angular);
    return text;
}

} // namespace ambient
