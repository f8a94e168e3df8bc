// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Cables/CableLine.h"

#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Media/FluidMedium.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr double kSinking = 0.02;    ///< depth in the bed of a cable at rest in vacuum, over its diameter
constexpr double kBedGravity = 9.81; ///< at which [m/s^2]

MediumSample sampleAt(const MooringPlace& place, const Vector3& point, double time) {
    return place.medium ? place.medium->sample(point + place.origin, time) : MediumSample();
}

} // namespace

CableLine::CableLine(const CableDef& def) : MooringLine(def.length), m_def(def) {
    requirePositive(def.length, "MooringLine: length");
    requirePositive(def.mass, "MooringLine: mass");
    requirePositive(def.diameter, "MooringLine: diameter");
    requireThat(def.stiffness > 0.0 && def.stiffness <= kLargestCableStiffness,
                "MooringLine: stiffness must be above 0 and at most 1e12", def.stiffness);
    requireNotNegative(def.normalDrag, "MooringLine: normalDrag");
    requireNotNegative(def.tangentialDrag, "MooringLine: tangentialDrag");
    requireNotNegative(def.addedMass, "MooringLine: addedMass");
    requireNotNegative(def.seabedFriction, "MooringLine: seabedFriction");
    requireThat(def.breakingLoad > 0.0, "MooringLine: breakingLoad must be above 0", def.breakingLoad);
    requireThat(def.segments >= 1 && def.segments <= 1000, "MooringLine: segments must be 1 to 1000", def.segments);
    requirePositive(def.longestStep, "MooringLine: longestStep");
    m_tensions.assign(static_cast<std::size_t>(def.segments), 0.0);
    m_parted.assign(m_tensions.size(), 0);
}

bool CableLine::isBroken() const {
    return std::any_of(m_parted.begin(), m_parted.end(), [](char parted) { return parted != 0; });
}

double CableLine::largestTension() const {
    return std::max({*std::max_element(m_tensions.begin(), m_tensions.end()), m_pulls[0], m_pulls[1]});
}

std::vector<double> CableLine::stiffnesses() const {
    std::vector<double> all(m_parted.size(), m_def.stiffness / segmentLength());
    for (std::size_t i = 0; i < all.size(); ++i)
        if (m_parted[i]) all[i] = 0.0;
    return all;
}

Vector3 CableLine::tangentAt(std::size_t point) const {
    const bool hasNext = point + 1 < m_points.size() && !m_parted[point], hasLast = point > 0 && !m_parted[point - 1];
    const Vector3 along = m_points[hasNext ? point + 1 : point] - m_points[hasLast ? point - 1 : point];
    const double length = along.norm();
    if (length > 0.0) return along / length;
    return m_tangents.empty() ? Vector3(Vector3::UnitX()) : m_tangents[point];
}

// The points of the catenary; a light line hangs upwards.
void CableLine::hang(const std::array<MooringEnd, 2>& ends, const MooringPlace& place) {
    const Vector3 middle = 0.5 * (ends[0].position + ends[1].position);
    const double area = 0.25 * kPi * m_def.diameter * m_def.diameter;
    const double weight = (m_def.mass - area * sampleAt(place, middle, place.time).density) * place.gravity.norm();
    CatenaryDef def;
    def.length = m_length;
    def.weight = std::fabs(weight);
    def.stiffness = m_def.stiffness;
    const bool isLight = weight < 0.0;
    const Catenary line(def, ends[0].position, ends[1].position, isLight ? Vector3(-place.up()) : place.up(),
                        isLight ? -std::numeric_limits<double>::infinity() : place.seabed);
    const std::size_t count = m_parted.size() + 1;
    for (std::size_t i = 0; i < count; ++i) {
        const double share = static_cast<double>(i) / m_def.segments;
        m_points.push_back(line.pointAt(share * m_length));
        m_velocities.push_back((1.0 - share) * ends[0].velocity + share * ends[1].velocity);
    }
    m_points.front() = ends[0].position;
    m_points.back() = ends[1].position;
    for (std::size_t i = 0; i < count; ++i)
        m_tangents.push_back(tangentAt(i));
}

CableLine::Carried CableLine::carriedBy(const MooringEnd& end, const Vector3& own, double duration) const {
    Carried carried;
    const double trace = end.inverseMass.trace();
    const Vector3 gap = end.position - own;
    carried.isLed = !(trace > 0.0);
    carried.velocity = carried.isLed ? Vector3(end.velocity + gap / duration) : end.velocity;
    if (carried.isLed) return carried;
    // Locked axes have no mobility: a thousandth of a millionth of the others holds them.
    carried.mass = (end.inverseMass + 1e-9 * trace * Matrix3::Identity()).inverse();
    carried.push = gap / (duration * duration);
    return carried;
}

CablePoint CableLine::feel(std::size_t index, const MooringPlace& place, double time, double rest) {
    const bool isEnd = index == 0 || index + 1 == m_points.size();
    const double length = isEnd ? 0.5 * rest : rest, area = 0.25 * kPi * m_def.diameter * m_def.diameter;
    const MediumSample sample = sampleAt(place, m_points[index], time);
    const double mass = m_def.mass * length, displaced = sample.density * area * length;
    CablePoint point;
    point.start = m_points[index];
    point.flow = sample.velocity;
    point.tangent = tangentAt(index);
    const auto across = [](const Vector3& tangent) -> Matrix3 {
        return Matrix3::Identity() - tangent * tangent.transpose();
    };
    const double added = m_def.addedMass * displaced;
    const Matrix3 normals = across(point.tangent);
    point.mass = mass * Matrix3::Identity() + added * normals;
    Vector3 slip = m_velocities[index] - sample.velocity;
    const double before = slip.dot(mass * slip + added * (across(m_tangents[index]) * slip)),
                 now = slip.dot(point.mass * slip);
    if (now > before) slip *= std::sqrt(before / now);
    point.velocity = sample.velocity + slip;
    m_tangents[index] = point.tangent;
    point.load = mass * place.gravity + displaced * (sample.acceleration - place.gravity) +
                 added * (normals * sample.acceleration);
    point.normalDrag = 0.5 * sample.density * m_def.normalDrag * m_def.diameter * length;
    point.tangentialDrag = 0.5 * sample.density * m_def.tangentialDrag * kPi * m_def.diameter * length;
    point.bedStiffness = mass * kBedGravity / (kSinking * m_def.diameter);
    const double depth = place.seabed - place.up().dot(m_points[index]);
    point.bedFriction = depth > 0.0 ? m_def.seabedFriction * point.bedStiffness * depth : 0.0;
    return point;
}

std::array<Vector3, 2> CableLine::advance(double duration, const std::array<MooringEnd, 2>& ends,
                                          const MooringPlace& place) {
    if (m_points.empty()) hang(ends, place);
    const std::size_t count = m_points.size(), tips[2] = {0, count - 1};
    const int steps = std::max(1, static_cast<int>(std::ceil(duration / m_def.longestStep - 1e-9)));
    const double h = duration / steps;
    std::array<Carried, 2> carried = {carriedBy(ends[0], m_points.front(), duration),
                                      carriedBy(ends[1], m_points.back(), duration)};
    std::array<Vector3, 2> forces = {Vector3::Zero(), Vector3::Zero()};
    std::fill(m_tensions.begin(), m_tensions.end(), 0.0);
    const std::vector<double> parts = stiffnesses();
    std::vector<CablePoint> data(count);
    for (int step = 0; step < steps; ++step) {
        turnDrum(h);
        const double rest = segmentLength();
        for (std::size_t i = 0; i < count; ++i)
            data[i] = feel(i, place, place.time + step * h, rest);
        for (std::size_t end = 0; end < 2; ++end) {
            CablePoint& tip = data[tips[end]];
            carried[end].velocity += h * carried[end].push;
            tip.isLed = carried[end].isLed;
            tip.goal = tip.carrierGoal = tip.start + h * carried[end].velocity;
            tip.carrierMass = carried[end].mass;
        }
        CableStep solved(data, parts, rest, h, place.up(), place.seabed);
        const std::vector<Vector3>& places = solved.solve();
        for (std::size_t i = 0; i < count; ++i) {
            m_velocities[i] = (places[i] - m_points[i]) / h;
            m_points[i] = places[i];
        }
        for (std::size_t end = 0; end < 2; ++end) {
            if (!carried[end].isLed) carried[end].velocity = m_velocities[tips[end]];
            forces[end] += solved.forceOnHolder(tips[end]) / steps;
        }
        for (std::size_t i = 0; i < m_tensions.size(); ++i)
            m_tensions[i] += solved.tension(i) / steps;
    }
    m_pulls = {forces[0].norm(), forces[1].norm()};
    part();
    return forces;
}

// The segment with the largest tension parts; the others are relieved.
void CableLine::part() {
    const auto largest = std::max_element(m_tensions.begin(), m_tensions.end());
    if (*largest > m_def.breakingLoad) m_parted[static_cast<std::size_t>(largest - m_tensions.begin())] = 1;
}

std::vector<int> CableLine::parted() const {
    std::vector<int> all;
    for (std::size_t i = 0; i < m_parted.size(); ++i)
        if (m_parted[i]) all.push_back(static_cast<int>(i));
    return all;
}

void CableLine::place(const std::vector<Vector3>& points, const std::vector<Vector3>& velocities,
                      const std::vector<int>& parted) {
    const std::size_t count = m_parted.size() + 1;
    if (!points.empty() && points.size() != count)
        throw std::invalid_argument("MooringLine: points: " + std::to_string(count) + " belong to the segments, got " +
                                    std::to_string(points.size()));
    if (!velocities.empty() && velocities.size() != points.size())
        throw std::invalid_argument("MooringLine: velocities: there are as many as points, got " +
                                    std::to_string(velocities.size()));
    for (const int segment : parted)
        if (segment < 0 || segment >= m_def.segments)
            throw std::invalid_argument("MooringLine: parted: there is no segment " + std::to_string(segment));
    for (const std::vector<Vector3>* list : {&points, &velocities})
        for (const Vector3& v : *list)
            requireFinite(v, list == &points ? "MooringLine: points" : "MooringLine: velocities");
    m_points = points;
    m_velocities = velocities;
    m_velocities.resize(points.size(), Vector3::Zero());
    for (const int segment : parted)
        m_parted[static_cast<std::size_t>(segment)] = 1;
    m_tangents.clear();
    std::vector<Vector3> tangents;
    for (std::size_t i = 0; i < points.size(); ++i)
        tangents.push_back(tangentAt(i));
    m_tangents = tangents;
}

std::vector<double> CableLine::state() const {
    std::vector<double> all = {m_length, m_target, m_rate, m_points.empty() ? 0.0 : 1.0, m_pulls[0], m_pulls[1]};
    all.insert(all.end(), m_tensions.begin(), m_tensions.end());
    all.insert(all.end(), m_parted.begin(), m_parted.end());
    for (const std::vector<Vector3>* list : {&m_points, &m_velocities, &m_tangents})
        for (const Vector3& v : *list)
            all.insert(all.end(), v.data(), v.data() + 3);
    return all;
}

void CableLine::setState(const std::vector<double>& state) {
    const std::size_t segments = m_parted.size(), count = segments + 1, head = 6 + 2 * segments;
    const bool isHung = state.size() > 3 && state[3] != 0.0;
    if (state.size() != head + (isHung ? 9 * count : 0) || !(state[0] > 0.0))
        throw std::invalid_argument("MooringLine: the numbers are no state of a cable with these segments");
    m_length = state[0];
    m_target = state[1];
    m_rate = state[2];
    m_pulls = {state[4], state[5]};
    for (std::size_t i = 0; i < segments; ++i) {
        m_tensions[i] = state[6 + i];
        m_parted[i] = state[6 + segments + i] != 0.0 ? 1 : 0;
    }
    std::size_t at = head;
    for (std::vector<Vector3>* list : {&m_points, &m_velocities, &m_tangents}) {
        list->assign(isHung ? count : 0, Vector3::Zero());
        for (Vector3& v : *list) {
            v = Vector3(state[at], state[at + 1], state[at + 2]);
            at += 3;
        }
    }
}

} // namespace ambient
