// SPDX-License-Identifier: Zlib
#include "exporters/CsvWriter.h"

#include <cstdio>

namespace samples {
namespace {

void appendNumber(std::string& text, double value) {
    char digits[32];
    std::snprintf(digits, sizeof digits, ",%.9g", value);
    text += digits;
}

void appendVector(std::string& text, const ambient::Vector3& v) {
    for (int i = 0; i < 3; ++i)
        appendNumber(text, v[i]);
}

} // namespace

std::string csvText(const RunRecord& record, bool withTerms) {
    std::string text = "time,body,px,py,pz,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz";
    const std::size_t terms = withTerms ? record.terms.size() : 0;
    for (std::size_t i = 0; i < terms; ++i)
        for (const char* column : {"_tx", "_ty", "_tz", "_fx", "_fy", "_fz"})
            text += "," + record.terms[i] + column;
    text += "\n";
    for (std::size_t i = 0; i < record.samples.size(); ++i) {
        const BodySample& s = record.samples[i];
        char time[32];
        std::snprintf(time, sizeof time, "%.9g,", s.time);
        text += time + record.bodies[i % record.bodies.size()].name;
        appendVector(text, s.worldFromBody.position);
        const ambient::Quaternion& q = s.worldFromBody.orientation;
        appendVector(text, q.vec());
        appendNumber(text, q.w());
        appendVector(text, s.velocity.linear);
        appendVector(text, s.velocity.angular);
        for (std::size_t term = 0; term < terms; ++term) {
            appendVector(text, s.terms[term].angular);
            appendVector(text, s.terms[term].linear);
        }
        text += "\n";
    }
    return text;
}

} // namespace samples
