// SPDX-License-Identifier: Zlib
#include "exporters/CsvWriter.h"

#include "Output/Csv.h"
#include "Output/MotionCsv.h"

namespace samples {
namespace {

void appendVector(std::string& text, const ambient::Vector3& v) {
    for (int i = 0; i < 3; ++i)
        ambient::appendField(text, v[i]);
}

std::string header(const std::vector<std::string>& terms) {
    std::string text = ambient::motionHeader();
    for (const std::string& term : terms)
        for (const char* column : {"_tx", "_ty", "_tz", "_fx", "_fy", "_fz"})
            text += "," + ambient::csvField(term + column);
    return text + "\n";
}

/// \param first fields before the others, each with its comma
void appendRows(std::string& text, const RunRecord& record, std::size_t terms, const std::string& first) {
    for (std::size_t i = 0; i < record.samples.size(); ++i) {
        const BodySample& s = record.samples[i];
        const RecordedBody& body = record.bodies[i % record.bodies.size()];
        ambient::Pose shown = s.worldFromBody;
        if (body.shownFromBody.vec() != ambient::Vector3::Zero())
            shown.orientation = shown.orientation * body.shownFromBody.conjugate();
        text += first + ambient::motionRow(s.time, body.name, shown, s.velocity);
        for (std::size_t term = 0; term < terms; ++term) {
            appendVector(text, s.terms[term].angular);
            appendVector(text, s.terms[term].linear);
        }
        text += "\n";
    }
}

} // namespace

std::string csvText(const RunRecord& record, bool withTerms) {
    const std::vector<std::string> terms = withTerms ? record.terms : std::vector<std::string>();
    std::string text = header(terms);
    appendRows(text, record, terms.size(), "");
    return text;
}

std::string csvText(const std::vector<RunRecord>& runs) {
    std::string text = "model," + header({});
    for (const RunRecord& run : runs)
        appendRows(text, run, 0, ambient::csvField(run.model) + ",");
    return text;
}

} // namespace samples
