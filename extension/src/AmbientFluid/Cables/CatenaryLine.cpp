// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Cables/CatenaryLine.h"

#include "AmbientFluid/Math/Requirements.h"

#include <Eigen/LU>

#include <stdexcept>

namespace ambient {
namespace {

using Matrix6d = Eigen::Matrix<double, 6, 6>;
using Vector6d = Eigen::Matrix<double, 6, 1>;

Vector6d stacked(const std::array<Vector3, 2>& v) {
    Vector6d all;
    all << v[0], v[1];
    return all;
}

} // namespace

CatenaryLine::CatenaryLine(const CatenaryLineDef& def) : MooringLine(def.line.length), m_def(def) {
    Catenary(def.line, Vector3::Zero(), Vector3::Zero()); // checks the fields
    requireThat(def.breakingLoad > 0.0, "MooringLine: breakingLoad must be above 0", def.breakingLoad);
}

Catenary CatenaryLine::hangBetween(const std::array<Vector3, 2>& ends) const {
    CatenaryDef def = m_def.line;
    def.length = m_length;
    return Catenary(def, ends[0], ends[1], m_up, m_seabed);
}

// Newton's method for y = y* + h^2 W F(y). F is the slope of a concave function of y: there is one solution.
std::array<Vector3, 2> CatenaryLine::advance(double duration, const std::array<MooringEnd, 2>& ends,
                                             const MooringPlace& place) {
    turnDrum(duration);
    m_up = place.up();
    m_seabed = place.seabed;
    m_isHung = true;
    std::array<Vector3, 2> free;
    Matrix6d mobility = Matrix6d::Zero();
    for (std::size_t end = 0; end < 2; ++end) {
        free[end] = ends[end].position + duration * ends[end].velocity;
        const auto at = static_cast<Eigen::Index>(3 * end);
        mobility.block<3, 3>(at, at) = duration * duration * ends[end].inverseMass;
    }
    if (m_isBroken) return {Vector3::Zero(), Vector3::Zero()};
    const Vector6d goal = stacked(free);
    const auto defect = [&](const Catenary& line, const Vector6d& y) -> Vector6d {
        return goal + mobility * stacked({line.forceOn(0), line.forceOn(1)}) - y;
    };
    Catenary line = hangBetween(free);
    Vector6d y = goal, rest = defect(line, y);
    const double enough = 1e-13 * (m_length + (free[1] - free[0]).norm());
    for (int i = 0; i < 50 && rest.norm() > enough; ++i) {
        Matrix6d slope;
        for (int of = 0; of < 2; ++of)
            for (int by = 0; by < 2; ++by)
                slope.block<3, 3>(3 * of, 3 * by) = -line.forceGradient(of, by);
        const Vector6d way = (Matrix6d::Identity() + mobility * slope).partialPivLu().solve(rest);
        bool isBetter = false;
        for (double share = 1.0; share > 1e-4 && !isBetter; share *= 0.5) {
            const Vector6d next = y + share * way;
            const Catenary moved = hangBetween({Vector3(next.head<3>()), Vector3(next.tail<3>())});
            const Vector6d left = defect(moved, next);
            isBetter = left.norm() < rest.norm();
            if (!isBetter) continue;
            y = next;
            rest = left;
            line = moved;
        }
        if (!isBetter) break; // as near as rounding allows
    }
    m_ends = {Vector3(y.head<3>()), Vector3(y.tail<3>())};
    std::array<Vector3, 2> forces = {line.forceOn(0), line.forceOn(1)};
    m_tensions = {forces[0].norm(), forces[1].norm()};
    if (largestTension() <= m_def.breakingLoad) return forces;
    m_isBroken = true;
    m_tensions = {0.0, 0.0};
    return {Vector3::Zero(), Vector3::Zero()};
}

std::vector<Vector3> CatenaryLine::points() const {
    constexpr int kPieces = 32;
    std::vector<Vector3> all;
    if (m_isBroken || !m_isHung) return all;
    const Catenary line = hangBetween(m_ends);
    for (int i = 0; i <= kPieces; ++i)
        all.push_back(line.pointAt(m_length * i / kPieces));
    return all;
}

void CatenaryLine::place(const std::vector<Vector3>& points, const std::vector<Vector3>& velocities,
                         const std::vector<int>& parted) {
    if (!points.empty() || !velocities.empty())
        throw std::invalid_argument("MooringLine: points and velocities are of moving cables");
    m_isBroken = !parted.empty();
}

std::vector<double> CatenaryLine::state() const {
    std::vector<double> all = {m_length, m_target, m_rate, m_isBroken ? 1.0 : 0.0, m_isHung ? 1.0 : 0.0, m_seabed};
    all.insert(all.end(), m_tensions.begin(), m_tensions.end());
    for (const Vector3& v : {m_ends[0], m_ends[1], m_up})
        all.insert(all.end(), v.data(), v.data() + 3);
    return all;
}

void CatenaryLine::setState(const std::vector<double>& state) {
    if (state.size() != 17 || !(state[0] > 0.0))
        throw std::invalid_argument("MooringLine: the numbers are no state of a quasi-static line");
    m_length = state[0];
    m_target = state[1];
    m_rate = state[2];
    m_isBroken = state[3] != 0.0;
    m_isHung = state[4] != 0.0;
    m_seabed = state[5];
    m_tensions = {state[6], state[7]};
    m_ends = {Vector3(state[8], state[9], state[10]), Vector3(state[11], state[12], state[13])};
    m_up = Vector3(state[14], state[15], state[16]);
}

} // namespace ambient
