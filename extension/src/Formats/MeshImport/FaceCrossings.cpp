// SPDX-License-Identifier: Zlib
#include "MeshImport/FaceCrossings.h"

#include <algorithm>

namespace ambient {
namespace {

bool areOnOneSide(const std::array<int, 3>& signs) {
    return (signs[0] > 0 && signs[1] > 0 && signs[2] > 0) || (signs[0] < 0 && signs[1] < 0 && signs[2] < 0);
}

int axisAcross(const ExactPlane& plane) {
    int axis = 0;
    plane.nearNormal.cwiseAbs().maxCoeff(&axis);
    return axis;
}

} // namespace

const ExactPlane& FaceCrossings::planeOf(int f) {
    const auto found = m_planes.find(f);
    if (found != m_planes.end()) return found->second;
    const auto& [a, b, c] = m_faces[static_cast<std::size_t>(f)].corners;
    return m_planes.emplace(f, m_points.planeThrough(a, b, c)).first->second;
}

FaceCrossings::Signs FaceCrossings::signsOf(int f, const ExactPlane& plane) const {
    Signs signs;
    for (std::size_t k = 0; k < 3; ++k)
        signs[k] = m_points.side(plane, m_faces[static_cast<std::size_t>(f)].corners[k]);
    return signs;
}

void FaceCrossings::cross(int f, int g) {
    const ExactPlane &planeF = planeOf(f), &planeG = planeOf(g);
    const Signs signsG = signsOf(g, planeF);
    if (areOnOneSide(signsG)) return;
    const Signs signsF = signsOf(f, planeG);
    if (areOnOneSide(signsF)) return;
    if (signsG == Signs{0, 0, 0}) return overlap(f, g);
    crossInLine(f, g, pointsOn(f, signsF, planeG), pointsOn(g, signsG, planeF));
}

std::vector<int> FaceCrossings::pointsOn(int f, const Signs& signs, const ExactPlane& plane) {
    const std::array<int, 3>& corners = m_faces[static_cast<std::size_t>(f)].corners;
    std::vector<int> found;
    for (std::size_t k = 0; k < 3; ++k) {
        if (signs[k] == 0) found.push_back(corners[k]);
        if (signs[k] * signs[(k + 1) % 3] < 0) found.push_back(m_points.meet(corners[k], corners[(k + 1) % 3], plane));
    }
    return found;
}

int FaceCrossings::axisAlong(const std::vector<int>& points) const {
    int best = -1;
    double longest = -1.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double length = std::fabs(m_points.at(points.front())[axis] - m_points.at(points.back())[axis]);
        if (length > longest && m_points.compare(axis, points.front(), points.back()) != 0) {
            longest = length;
            best = axis;
        }
    }
    return best;
}

void FaceCrossings::crossInLine(int f, int g, const std::vector<int>& ofF, const std::vector<int>& ofG) {
    std::vector<int> longer = ofF.size() >= ofG.size() ? ofF : ofG;
    const int axis = axisAlong(longer);
    const auto note = [this](int face, int from, int to, const ExactPlane& plane) {
        if (from == to)
            m_cuts[face].points.push_back(from);
        else
            m_cuts[face].segments.push_back({from, to, &plane});
    };
    int from = ofF.front(), to = ofF.front();
    if (axis < 0) { // both meet the line in one point
        if (ofF.front() != ofG.front()) return;
    } else {
        const auto ends = [&](const std::vector<int>& points) {
            std::pair<int, int> range(points.front(), points.back());
            if (m_points.compare(axis, range.first, range.second) > 0) std::swap(range.first, range.second);
            return range;
        };
        const auto [lowF, highF] = ends(ofF);
        const auto [lowG, highG] = ends(ofG);
        from = m_points.compare(axis, lowF, lowG) >= 0 ? lowF : lowG;
        to = m_points.compare(axis, highF, highG) <= 0 ? highF : highG;
        if (m_points.compare(axis, from, to) > 0) return;
    }
    note(f, from, to, planeOf(g));
    note(g, from, to, planeOf(f));
}

void FaceCrossings::overlap(int f, int g) {
    const int axis = axisAcross(planeOf(f));
    const auto clipEdges = [&](int face, int other) {
        const std::array<int, 3>& corners = m_faces[static_cast<std::size_t>(other)].corners;
        const int sign = planeOf(face).nearNormal[axis] > 0.0 ? 1 : -1;
        for (std::size_t k = 0; k < 3; ++k)
            clip(face, corners[k], corners[(k + 1) % 3], axis, sign);
        m_cuts[face].coplanar.push_back(other);
    };
    clipEdges(f, g);
    clipEdges(g, f);
}

void FaceCrossings::clip(int f, int a, int b, int axis, int sign) {
    const std::array<int, 3>& corners = m_faces[static_cast<std::size_t>(f)].corners;
    int from = a, to = b;
    for (std::size_t k = 0; k < 3; ++k) {
        const int p = corners[k], q = corners[(k + 1) % 3];
        const int ofFrom = sign * m_points.turn(axis, p, q, from), ofTo = sign * m_points.turn(axis, p, q, to);
        if (ofFrom < 0 && ofTo < 0) return;
        if (ofFrom < 0 && ofTo == 0) from = to;
        if (ofTo < 0 && ofFrom == 0) to = from;
        if (ofFrom * ofTo >= 0) continue;
        const int crossing = m_points.meet(a, b, m_points.planeAlong(axis, p, q));
        (ofFrom < 0 ? from : to) = crossing;
    }
    if (from == to) {
        m_cuts[f].points.push_back(from);
        return;
    }
    m_edgePlanes.push_back(m_points.planeAlong(axis, a, b));
    m_cuts[f].segments.push_back({from, to, &m_edgePlanes.back()});
}

} // namespace ambient
