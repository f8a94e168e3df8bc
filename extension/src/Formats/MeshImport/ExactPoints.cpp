// SPDX-License-Identifier: Zlib
#include "MeshImport/ExactPoints.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Bound of the rounding of a point [lattice units].
constexpr double kNear = 1.0 / 4096.0;

using Row = std::array<Expansion, 3>;

Row cross(const Row& a, const Row& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Expansion dot(const Row& a, const Row& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Row rowOf(const Vector3& v) {
    return {v.x(), v.y(), v.z()};
}

} // namespace

Vector3 rounded(const HomogeneousPoint& point) {
    const double w = point.w.value();
    return {point.x[0].value() / w, point.x[1].value() / w, point.x[2].value() / w};
}

ExactPlane roundedToo(std::array<Expansion, 3> normal, Expansion offset) {
    ExactPlane plane;
    plane.nearNormal = Vector3(normal[0].value(), normal[1].value(), normal[2].value());
    plane.nearOffset = offset.value();
    plane.normal = std::move(normal);
    plane.offset = std::move(offset);
    return plane;
}

int sideOf(const ExactPlane& plane, const HomogeneousPoint& point, const Vector3& near) {
    const double value = plane.nearNormal.dot(near) - plane.nearOffset;
    const double bound = 2.0 * kNear * plane.nearNormal.lpNorm<1>() + 1e-15 * std::fabs(plane.nearOffset) +
                         4e-15 * kLatticeSize * plane.nearNormal.lpNorm<1>();
    if (std::fabs(value) > bound) return value > 0.0 ? 1 : -1;
    return (dot(plane.normal, point.x) - plane.offset * point.w).sign();
}

int nearTurn(int axis, const Vector3& a, const Vector3& b, const Vector3& c) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const double bu = b[u] - a[u], bv = b[v] - a[v], cu = c[u] - a[u], cv = c[v] - a[v];
    const double value = bu * cv - bv * cu;
    const double bound = 4.0 * kNear * (std::fabs(bu) + std::fabs(bv) + std::fabs(cu) + std::fabs(cv) + 1.0) +
                         1e-15 * (std::fabs(bu * cv) + std::fabs(bv * cu));
    return std::fabs(value) > bound ? (value > 0.0 ? 1 : -1) : 0;
}

int turnOf(int axis, const HomogeneousPoint& a, const HomogeneousPoint& b, const HomogeneousPoint& c) {
    const std::size_t u = static_cast<std::size_t>((axis + 1) % 3), v = static_cast<std::size_t>((axis + 2) % 3);
    const Row rowA = {a.x[u], a.x[v], a.w}, rowB = {b.x[u], b.x[v], b.w}, rowC = {c.x[u], c.x[v], c.w};
    return dot(rowA, cross(rowB, rowC)).sign();
}

std::size_t ExactPoints::CellHash::operator()(const Cell& cell) const {
    std::uint64_t hash = 1469598103934665603ULL;
    for (std::int64_t c : cell)
        hash = (hash ^ static_cast<std::uint64_t>(c)) * 1099511628211ULL + (hash >> 29);
    return static_cast<std::size_t>(hash);
}

int ExactPoints::addLattice(const Vector3& point) {
    return intern(point, nullptr);
}

int ExactPoints::add(HomogeneousPoint point) {
    if (point.w.sign() < 0) {
        for (Expansion& x : point.x)
            x = -x;
        point.w = -point.w;
    }
    const Vector3 place = rounded(point);
    return intern(place, std::make_unique<HomogeneousPoint>(std::move(point)));
}

HomogeneousPoint ExactPoints::exact(int point) const {
    const auto& known = m_exact[static_cast<std::size_t>(point)];
    return known ? *known : HomogeneousPoint{rowOf(at(point)), 1.0};
}

bool ExactPoints::isEqual(int point, const HomogeneousPoint& other) const {
    const HomogeneousPoint mine = exact(point);
    for (std::size_t k = 0; k < 3; ++k)
        if ((mine.x[k] * other.w - other.x[k] * mine.w).sign() != 0) return false;
    return true;
}

int ExactPoints::intern(const Vector3& place, std::unique_ptr<HomogeneousPoint> exact) {
    const auto cellAt = [](double x) { return static_cast<std::int64_t>(std::floor(x)); };
    const HomogeneousPoint given = exact ? *exact : HomogeneousPoint{rowOf(place), 1.0};
    // Equal points may be rounded into neighbouring cells.
    Cell low, high;
    for (std::size_t k = 0; k < 3; ++k) {
        low[k] = cellAt(place[static_cast<int>(k)] - 2.0 * kNear);
        high[k] = cellAt(place[static_cast<int>(k)] + 2.0 * kNear);
    }
    for (std::int64_t i = low[0]; i <= high[0]; ++i)
        for (std::int64_t j = low[1]; j <= high[1]; ++j)
            for (std::int64_t k = low[2]; k <= high[2]; ++k) {
                const auto found = m_cells.find({i, j, k});
                if (found == m_cells.end()) continue;
                for (int point : found->second)
                    if ((at(point) - place).cwiseAbs().maxCoeff() <= 2.0 * kNear && isEqual(point, given)) return point;
            }
    const int number = count();
    m_places.push_back(place);
    m_exact.push_back(std::move(exact));
    m_cells[{cellAt(place.x()), cellAt(place.y()), cellAt(place.z())}].push_back(number);
    return number;
}

ExactPlane ExactPoints::planeThrough(int a, int b, int c) const {
    // Differences of lattice points are exact in doubles.
    const Row normal = cross(rowOf(at(b) - at(a)), rowOf(at(c) - at(a)));
    return roundedToo(normal, dot(normal, rowOf(at(a))));
}

ExactPlane ExactPoints::planeAlong(int axis, int a, int b) const {
    const Row normal = cross(rowOf(Vector3::Unit(axis)), rowOf(at(b) - at(a)));
    return roundedToo(normal, dot(normal, rowOf(at(a))));
}

int ExactPoints::side(const ExactPlane& plane, int point) const {
    const double value = plane.nearNormal.dot(at(point)) - plane.nearOffset;
    const double scale = plane.nearNormal.lpNorm<1>();
    const double bound = 2.0 * kNear * scale + 1e-15 * std::fabs(plane.nearOffset) + 4e-15 * kLatticeSize * scale;
    if (std::fabs(value) > bound) return value > 0.0 ? 1 : -1;
    return sideOf(plane, exact(point), at(point));
}

int ExactPoints::turn(int axis, int a, int b, int c) const {
    if (const int sure = nearTurn(axis, at(a), at(b), at(c))) return sure;
    return turnOf(axis, exact(a), exact(b), exact(c));
}

int ExactPoints::compare(int axis, int a, int b) const {
    if (a == b) return 0;
    const double difference = at(a)[axis] - at(b)[axis];
    if (std::fabs(difference) > 2.0 * kNear) return difference > 0.0 ? 1 : -1;
    const HomogeneousPoint p = exact(a), q = exact(b);
    const std::size_t k = static_cast<std::size_t>(axis);
    return (p.x[k] * q.w - q.x[k] * p.w).sign();
}

int ExactPoints::meet(int a, int b, const ExactPlane& plane) {
    if (b < a) std::swap(a, b);
    const Row start = rowOf(at(a)), along = rowOf(at(b) - at(a));
    const Expansion ofA = plane.offset - dot(plane.normal, start), slope = dot(plane.normal, along);
    HomogeneousPoint point;
    for (std::size_t k = 0; k < 3; ++k)
        point.x[k] = start[k] * slope + along[k] * ofA;
    point.w = slope;
    return add(std::move(point));
}

int ExactPoints::meet(const ExactPlane& p, const ExactPlane& q, const ExactPlane& r) {
    const Row qr = cross(q.normal, r.normal), rp = cross(r.normal, p.normal), pq = cross(p.normal, q.normal);
    HomogeneousPoint point;
    for (std::size_t k = 0; k < 3; ++k)
        point.x[k] = p.offset * qr[k] + q.offset * rp[k] + r.offset * pq[k];
    point.w = dot(p.normal, qr);
    return add(std::move(point));
}

} // namespace ambient
