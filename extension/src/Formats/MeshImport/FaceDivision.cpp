// SPDX-License-Identifier: Zlib
#include "MeshImport/FaceDivision.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ambient {

FaceDivision::FaceDivision(ExactPoints& points, const Triangle& corners)
    : m_points(points), m_plane(points.planeThrough(corners[0], corners[1], corners[2])) {
    m_plane.nearNormal.cwiseAbs().maxCoeff(&m_axis);
    m_sign = m_plane.nearNormal[m_axis] > 0.0 ? 1 : -1;
    addTriangle(corners[0], corners[1], corners[2]);
    for (int corner : corners)
        m_known[corner] = 1;
}

int FaceDivision::addTriangle(int a, int b, int c) {
    int t = static_cast<int>(m_triangles.size());
    if (m_free.empty()) {
        m_triangles.push_back({a, b, c});
    } else {
        t = m_free.back();
        m_free.pop_back();
        m_triangles[static_cast<std::size_t>(t)] = {a, b, c};
    }
    m_triangleOf[directed(a, b)] = m_triangleOf[directed(b, c)] = m_triangleOf[directed(c, a)] = t;
    return t;
}

void FaceDivision::removeTriangle(int t) {
    Triangle& triangle = m_triangles[static_cast<std::size_t>(t)];
    for (std::size_t k = 0; k < 3; ++k)
        m_triangleOf.erase(directed(triangle[k], triangle[(k + 1) % 3]));
    triangle = {-1, -1, -1};
    m_free.push_back(t);
}

int FaceDivision::across(int a, int b) const {
    const auto found = m_triangleOf.find(directed(b, a));
    return found == m_triangleOf.end() ? -1 : found->second;
}

int FaceDivision::apexOf(int t, int a, int b) const {
    if (t < 0) throw std::logic_error("a segment leaves its face");
    for (int v : m_triangles[static_cast<std::size_t>(t)])
        if (v != a && v != b) return v;
    return -1;
}

bool FaceDivision::isAhead(int a, int b, int point) const {
    for (int axis = 0; axis < 3; ++axis)
        if (const int way = m_points.compare(axis, b, a)) return m_points.compare(axis, point, a) == way;
    return false;
}

void FaceDivision::addPoint(int point) {
    if (!m_known.emplace(point, 1).second) return;
    for (int t = 0; t < static_cast<int>(m_triangles.size()); ++t) {
        const Triangle triangle = m_triangles[static_cast<std::size_t>(t)];
        if (triangle[0] < 0) continue;
        std::array<int, 3> turns;
        bool isOutside = false;
        for (std::size_t k = 0; k < 3 && !isOutside; ++k) {
            turns[k] = turn(triangle[k], triangle[(k + 1) % 3], point);
            isOutside = turns[k] < 0;
        }
        if (isOutside) continue;
        for (std::size_t k = 0; k < 3; ++k)
            if (turns[k] == 0) return splitEdge(triangle[k], triangle[(k + 1) % 3], point);
        const auto [a, b, c] = triangle;
        removeTriangle(t);
        addTriangle(a, b, point);
        addTriangle(b, c, point);
        addTriangle(c, a, point);
        return legalise({{a, b}, {b, c}, {c, a}});
    }
    throw std::logic_error("a crossing lies outside its face");
}

void FaceDivision::splitEdge(int a, int b, int point) {
    std::vector<std::pair<int, int>> around;
    if (const auto fixed = m_fixed.find(undirected(a, b)); fixed != m_fixed.end()) {
        const ExactPlane* plane = fixed->second;
        m_fixed.erase(fixed);
        fix(a, point, *plane);
        fix(point, b, *plane);
    }
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
        const int t = across(to, from); // the triangle that has the edge in this direction
        if (t < 0) continue;
        const int apex = apexOf(t, a, b);
        removeTriangle(t);
        addTriangle(from, point, apex);
        addTriangle(point, to, apex);
        around.push_back({to, apex});
        around.push_back({apex, from});
    }
    legalise(std::move(around));
}

bool FaceDivision::isStrictlyConvex(int a, int b, int c, int d) const {
    return turn(c, a, d) > 0 && turn(d, b, c) > 0;
}

bool FaceDivision::wantsFlip(int a, int b, int c, int d) const {
    // Delaunay in the plane of the face: opposite angles of more than a straight angle together.
    const auto cotangentSide = [this](int apex, int p, int q) {
        const Vector3 u = m_points.at(p) - m_points.at(apex), v = m_points.at(q) - m_points.at(apex);
        return std::pair(u.dot(v), u.cross(v).norm());
    };
    const auto [cosC, sinC] = cotangentSide(c, a, b);
    const auto [cosD, sinD] = cotangentSide(d, a, b);
    const double scale = std::sqrt((cosC * cosC + sinC * sinC) * (cosD * cosD + sinD * sinD));
    return cosC * sinD + cosD * sinC < -1e-6 * scale && isStrictlyConvex(a, b, c, d);
}

void FaceDivision::flip(int a, int b, int c, int d) {
    removeTriangle(m_triangleOf.at(directed(a, b)));
    removeTriangle(m_triangleOf.at(directed(b, a)));
    addTriangle(c, a, d);
    addTriangle(d, b, c);
}

void FaceDivision::legalise(std::vector<std::pair<int, int>> edges) {
    // The measure of a flip is rounded: the bound ends a ring of flips.
    for (std::size_t left = 20 * edges.size() + 200; left > 0 && !edges.empty(); --left) {
        const auto [a, b] = edges.back();
        edges.pop_back();
        const auto mine = m_triangleOf.find(directed(a, b)), other = m_triangleOf.find(directed(b, a));
        if (mine == m_triangleOf.end() || other == m_triangleOf.end() || m_fixed.count(undirected(a, b))) continue;
        const int c = apexOf(mine->second, a, b), d = apexOf(other->second, a, b);
        if (!wantsFlip(a, b, c, d)) continue;
        flip(a, b, c, d);
        edges.insert(edges.end(), {{a, d}, {d, b}, {b, c}, {c, a}});
    }
}

FaceDivision::Step FaceDivision::firstStep(int from, int to) const {
    for (const Triangle& triangle : m_triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            if (triangle[k] != from) continue;
            const int right = triangle[(k + 1) % 3], left = triangle[(k + 2) % 3];
            if (right == to || left == to) return {to};
            const int ofRight = turn(from, to, right), ofLeft = turn(from, to, left);
            if (ofRight == 0 && isAhead(from, to, right)) return {right};
            if (ofLeft == 0 && isAhead(from, to, left)) return {left};
            if (ofRight < 0 && ofLeft > 0) return {-1, left, right};
        }
    throw std::logic_error("a segment leaves its face");
}

void FaceDivision::addSegment(int from, int to, const ExactPlane& plane) {
    addPoint(from);
    addPoint(to);
    while (from != to) {
        const Step step = firstStep(from, to);
        if (step.corner >= 0) {
            fix(from, step.corner, plane);
            from = step.corner;
            continue;
        }
        // From edge to edge up to a corner on the segment, or to a crossing with another segment.
        std::vector<std::pair<int, int>> crossed;
        int left = step.left, right = step.right, end = -1;
        while (end < 0) {
            if (const auto fixed = m_fixed.find(undirected(left, right)); fixed != m_fixed.end()) {
                const int crossing = m_points.meet(m_plane, plane, *fixed->second);
                m_known.emplace(crossing, 1);
                splitEdge(left, right, crossing);
                addSegment(from, crossing, plane);
                from = crossing;
                break;
            }
            crossed.push_back({right, left});
            const int apex = apexOf(across(right, left), right, left), way = turn(from, to, apex);
            if (apex == to || way == 0)
                end = apex;
            else
                (way > 0 ? left : right) = apex;
        }
        if (end < 0) continue;
        clear(from, end, std::move(crossed));
        fix(from, end, plane);
        from = end;
    }
}

void FaceDivision::clear(int from, int to, std::vector<std::pair<int, int>> crossed) {
    std::vector<std::pair<int, int>> fresh;
    std::size_t bound = 10 * crossed.size() * crossed.size() + 100;
    for (std::size_t next = 0; next < crossed.size(); ++next) {
        if (next > bound) throw std::logic_error("a segment finds no way");
        const auto [a, b] = crossed[next];
        const int c = apexOf(m_triangleOf.at(directed(a, b)), a, b), d = apexOf(m_triangleOf.at(directed(b, a)), a, b);
        if (!isStrictlyConvex(a, b, c, d)) {
            crossed.push_back({a, b});
            continue;
        }
        flip(a, b, c, d);
        const bool touches = c == from || c == to || d == from || d == to;
        if (!touches && turn(from, to, c) * turn(from, to, d) < 0)
            crossed.push_back({c, d});
        else if (undirected(c, d) != undirected(from, to))
            fresh.push_back({c, d});
    }
    const ExactPlane noPlane;
    const bool isNew = m_fixed.emplace(undirected(from, to), &noPlane).second; // legalise must not flip it
    legalise(std::move(fresh));
    if (isNew) m_fixed.erase(undirected(from, to));
}

std::vector<FaceDivision::Triangle> FaceDivision::triangles() const {
    std::vector<Triangle> result;
    for (const Triangle& triangle : m_triangles)
        if (triangle[0] >= 0) result.push_back(triangle);
    return result;
}

std::vector<std::pair<int, int>> FaceDivision::segments() const {
    std::vector<std::pair<int, int>> result;
    for (const auto& [key, plane] : m_fixed)
        result.push_back({static_cast<int>(key >> 32), static_cast<int>(key & 0xffffffffU)});
    std::sort(result.begin(), result.end());
    return result;
}

} // namespace ambient
