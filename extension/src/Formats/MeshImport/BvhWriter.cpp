// SPDX-License-Identifier: Zlib
#include "MeshImport/SkeletonImport.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ambient {
namespace {

std::string line(const char* format, double a, double b, double c) {
    char text[120];
    std::snprintf(text, sizeof text, format, a + 0.0, b + 0.0, c + 0.0);
    return text;
}

void writeJoint(const SkeletonMotion& motion, int joint, const std::string& indent, std::vector<int>& order,
                std::string& text) {
    const SkeletonMotion::Joint& from = motion.joints[static_cast<std::size_t>(joint)];
    order.push_back(joint);
    const std::string inside = indent + "\t";
    text += indent + (from.parent < 0 ? "ROOT " : "JOINT ") + from.name + "\n" + indent + "{\n" + inside +
            line("OFFSET %.6f %.6f %.6f\n", from.offset.x(), from.offset.y(), from.offset.z()) + inside +
            (from.parent < 0 ? "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
                             : "CHANNELS 3 Zrotation Xrotation Yrotation\n");
    bool isLeaf = true;
    for (std::size_t i = 0; i < motion.joints.size(); ++i)
        if (motion.joints[i].parent == joint) {
            isLeaf = false;
            writeJoint(motion, static_cast<int>(i), inside, order, text);
        }
    if (isLeaf)
        text += inside + "End Site\n" + inside + "{\n" + inside + "\t" +
                line("OFFSET %.6f %.6f %.6f\n", 0.0, -0.1, 0.0) + inside + "}\n";
    text += indent + "}\n";
}

/// Angles of q = Z(a) X(b) Y(c) [deg].
Vector3 zxyOf(const Quaternion& q) {
    const Matrix3 r = q.toRotationMatrix();
    const double degrees = 180.0 / kPi;
    return degrees * Vector3(std::atan2(-r(0, 1), r(1, 1)), std::asin(std::clamp(r(2, 1), -1.0, 1.0)),
                             std::atan2(-r(2, 0), r(2, 2)));
}

} // namespace

std::string bvhOf(const SkeletonMotion& motion) {
    std::string text = "HIERARCHY\n";
    std::vector<int> order;
    writeJoint(motion, 0, "", order, text);
    const double step = (motion.times.back() - motion.times.front()) / double(motion.times.size() - 1);
    char number[80];
    std::snprintf(number, sizeof number, "MOTION\nFrames: %zu\nFrame Time: %.9f\n", motion.times.size(), step);
    text += number;
    for (std::size_t time = 0; time < motion.times.size(); ++time) {
        std::string row;
        for (const int joint : order) {
            const SkeletonMotion::Joint& from = motion.joints[static_cast<std::size_t>(joint)];
            const Vector3& p = motion.rootPositions[time];
            if (from.parent < 0) row += line("%.6f %.6f %.6f", p.x(), p.y(), p.z());
            Quaternion above = Quaternion::Identity();
            if (from.parent >= 0) above = motion.joints[static_cast<std::size_t>(from.parent)].rootFromJoint[time];
            const Vector3 angles = zxyOf((above.conjugate() * from.rootFromJoint[time]).normalized());
            row += line(" %.6f %.6f %.6f", angles.x(), angles.y(), angles.z());
        }
        text += row + "\n";
    }
    return text;
}

} // namespace ambient
