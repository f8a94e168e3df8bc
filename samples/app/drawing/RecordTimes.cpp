// SPDX-License-Identifier: Zlib
#include "drawing/RecordTimes.h"

#include "drawing/ShownFrames.h"
#include "drawing/Silhouette.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

namespace samples {

using ambient::Vector3;

namespace {

template <class Pair>
Pair between(const Pair& a, const Pair& b, double part) {
    Pair result = a;
    result.angular += part * (b.angular - a.angular);
    result.linear += part * (b.linear - a.linear);
    return result;
}

/// How far the body reaches along a direction, from end to end [m].
double widthAlong(const ambient::TriangleMesh& mesh, const ambient::Pose& pose, const Vector3& direction) {
    const Vector3 inBody = pose.orientation.conjugate() * direction;
    double low = 0.0, high = 0.0;
    for (const Vector3& vertex : mesh.vertices) {
        low = std::min(low, vertex.dot(inBody));
        high = std::max(high, vertex.dot(inBody));
    }
    return high - low;
}

/// The way of a body between two samples over the way after which the second leaves the first to be seen; nothing if
/// the body rests.
std::optional<double> clearance(const RecordedBody& body, const BodySample& first, const BodySample& second,
                                double enlargement) {
    constexpr double shareOfWidth = 1.05, shareOfRadius = 0.5, unseen = 0.03;
    const ambient::Pose &a = first.worldFromBody, &b = second.worldFromBody;
    const Vector3 way = b.position - a.position;
    const double distance = way.norm(), radius = radiusOf(body);
    if (!body.changes && distance + radius * a.orientation.angularDistance(b.orientation) <= unseen * radius)
        return std::nullopt;
    if (!(distance > 0.0)) return 0.0;
    const double width = std::max(widthAlong(*body.mesh, a, way / distance), widthAlong(*body.mesh, b, way / distance));
    return distance / (enlargement * std::max(shareOfWidth * width, shareOfRadius * radius));
}

/// Bodies, of which some belong together.
using Group = std::vector<int>;

/// Articulated bodies, whose links are named `BODY/LINK`, and single bodies.
std::vector<Group> figuresOf(const RunRecord& record) {
    std::map<std::string, Group> links;
    std::vector<Group> figures;
    for (int body = 0; body < record.bodyCount(); ++body) {
        const std::string& name = record.bodies[static_cast<std::size_t>(body)].name;
        const std::size_t slash = name.find('/');
        if (slash == std::string::npos)
            figures.push_back({body});
        else
            links[name.substr(0, slash)].push_back(body);
    }
    for (auto& [name, group] : links)
        figures.push_back(std::move(group));
    return figures;
}

/// Chooses exposures of a run.
class ExposureChoice {
  public:
    ExposureChoice(const RunRecord& record, const PlotSpec& spec, double enlargement)
        : m_record(record), m_spec(spec), m_enlargement(enlargement) {}

    std::vector<std::vector<SceneExposure>> all() const {
        std::vector<std::vector<SceneExposure>> exposures(static_cast<std::size_t>(m_record.bodyCount()));
        for (const Group& group : timeGroups()) {
            const std::vector<int> frames = framesOf(group);
            for (const int body : group)
                exposures[static_cast<std::size_t>(body)] = upToTheEnd(body, frames);
        }
        for (const Group& figure : figuresOf(m_record))
            markCovered(figure, exposures);
        for (int body = 0; body < m_record.bodyCount(); ++body)
            removeRests(body, exposures[static_cast<std::size_t>(body)]);
        return exposures;
    }

  private:
    /// Bodies with common times.
    std::vector<Group> timeGroups() const {
        if (m_record.bodyCount() == 0) return {};
        if (m_spec.colours == PlotColours::Curves && m_spec.shownTimes.empty()) return figuresOf(m_record);
        Group everything(static_cast<std::size_t>(m_record.bodyCount()));
        std::iota(everything.begin(), everything.end(), 0);
        return {everything};
    }

    /// Common frames of bodies, up to the end of the one that lands last.
    std::vector<int> framesOf(const Group& group) const {
        int latest = group.front();
        for (const int body : group)
            if (lastShownFrame(m_record, m_spec, body) > lastShownFrame(m_record, m_spec, latest)) latest = body;
        const int last = lastShownFrame(m_record, m_spec, latest);
        const std::vector<int> offered = exposedFrames(m_record, m_spec, latest);
        if (!m_spec.shownTimes.empty()) return offered;
        std::vector<int> kept;
        for (const int frame : offered)
            if (kept.empty() || areApart(group, kept.back(), frame)) kept.push_back(frame);
        while (kept.size() > 1 && kept.back() != last && !areApart(group, kept.back(), last))
            kept.pop_back();
        if (kept.empty() || kept.back() != last) kept.push_back(last);
        return kept;
    }

    /// These frames of a body, up to its own end.
    std::vector<SceneExposure> upToTheEnd(int body, const std::vector<int>& frames) const {
        const int end = m_spec.shownTimes.empty() ? lastShownFrame(m_record, m_spec, body) : m_record.frameCount() - 1;
        std::vector<SceneExposure> exposures;
        for (const int frame : frames)
            if (exposures.empty() || exposures.back().frame < end) exposures.push_back({std::min(frame, end), false});
        return exposures;
    }

    /// Links have equally many exposures.
    void markCovered(const Group& figure, std::vector<std::vector<SceneExposure>>& exposures) const {
        constexpr double covered = 0.6;
        const auto of = [&](int body) -> std::vector<SceneExposure>& {
            return exposures[static_cast<std::size_t>(body)];
        };
        for (std::size_t i = 0; i + 1 < of(figure.front()).size(); ++i) {
            const bool isFaint = std::any_of(figure.begin(), figure.end(), [&](int body) {
                if (i + 1 >= of(body).size()) return false;
                return clearanceOf(body, of(body)[i].frame, of(body)[i + 1].frame).value_or(1.0) < covered;
            });
            for (const int body : figure)
                if (i + 1 < of(body).size()) of(body)[i].isFaint = isFaint;
        }
    }

    void removeRests(int body, std::vector<SceneExposure>& exposures) const {
        for (std::size_t i = exposures.size(); i-- > 1;)
            if (!clearanceOf(body, exposures[i - 1].frame, exposures[i].frame))
                exposures.erase(exposures.begin() + static_cast<std::ptrdiff_t>(i) - 1);
    }

    std::optional<double> clearanceOf(int body, int first, int second) const {
        return clearance(m_record.bodies[static_cast<std::size_t>(body)], m_record.at(first, body),
                         m_record.at(second, body), m_enlargement);
    }

    /// Bodies that hardly move, such as those that have landed and still rock, do not count.
    bool areApart(const Group& group, int first, int second) const {
        constexpr double hardly = 0.25;
        std::ptrdiff_t apart = 0, covering = 0;
        for (const int body : group) {
            const double clear = clearanceOf(body, first, second).value_or(0.0);
            apart += clear >= 1.0 ? 1 : 0;
            covering += clear >= hardly && clear < 1.0 ? 1 : 0;
        }
        return apart > 0 && apart >= covering;
    }

    const RunRecord& m_record;
    const PlotSpec& m_spec;
    double m_enlargement;
};

} // namespace

BodySample sampleAt(const RunRecord& record, int body, double time) {
    const double along = std::clamp(time / record.timeStep, 0.0, double(record.frameCount() - 1));
    const int frame = static_cast<int>(along + 1e-6);
    const double part = along - frame;
    const BodySample& a = record.at(frame, body);
    // A whole number of steps gives its frame for either rounding of the quotient.
    if (part < 1e-6) return a;
    const BodySample& b = record.at(frame + 1, body);
    BodySample s = a;
    s.time = a.time + part * (b.time - a.time);
    s.worldFromBody.position += part * (b.worldFromBody.position - a.worldFromBody.position);
    s.worldFromBody.orientation = a.worldFromBody.orientation.slerp(part, b.worldFromBody.orientation);
    s.velocity = between(a.velocity, b.velocity, part);
    s.momentum = between(a.momentum, b.momentum, part);
    s.phase = a.phase + part * (b.phase - a.phase);
    for (std::size_t i = 0; i < s.terms.size(); ++i)
        s.terms[i] = between(a.terms[i], b.terms[i], part);
    return s;
}

double lastShownTime(const RunRecord& record, const PlotSpec& spec) {
    int last = 0;
    for (int body = 0; body < record.bodyCount(); ++body)
        last = std::max(last, lastShownFrame(record, spec, body));
    return record.at(last).time;
}

std::vector<std::vector<SceneExposure>> sceneExposures(const RunRecord& record, const PlotSpec& spec,
                                                       double enlargement) {
    return ExposureChoice(record, spec, enlargement).all();
}

} // namespace samples
