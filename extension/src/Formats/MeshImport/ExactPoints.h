// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"
#include "MeshImport/Expansion.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ambient {

/// \file
/// Points and planes whose relations are known exactly. Coordinates are integers up to kLatticeSize, points between
/// them are quotients. A filter in doubles decides nearly all questions; the others are decided by expansions.

/// Largest coordinate of a lattice point. Products of the degrees needed here stay below 2^850.
constexpr double kLatticeSize = 274877906944.0; // 2^38

/// A point in homogeneous coordinates: x / w, w above 0.
struct HomogeneousPoint {
    std::array<Expansion, 3> x;
    Expansion w;
};

/// The plane normal . x = offset.
struct ExactPlane {
    std::array<Expansion, 3> normal;
    Expansion offset;
    Vector3 nearNormal = Vector3::Zero(); ///< `normal`, rounded
    double nearOffset = 0.0;              ///< `offset`, rounded
};

/// Points with numbers: equal points have one number. References stay valid.
class ExactPoints {
  public:
    /// The number of a point of integer coordinates.
    int addLattice(const Vector3& point);
    /// The number of a quotient.
    int add(HomogeneousPoint point);

    int count() const { return static_cast<int>(m_places.size()); }
    /// The point, rounded: to 2^-12 lattice units.
    const Vector3& at(int point) const { return m_places[static_cast<std::size_t>(point)]; }
    HomogeneousPoint exact(int point) const;

    /// Plane through three lattice points; its normal is outward of a counter-clockwise face.
    ExactPlane planeThrough(int a, int b, int c) const;
    /// Plane through two lattice points, along a coordinate axis.
    ExactPlane planeAlong(int axis, int a, int b) const;

    /// Side of a plane: -1, 0 or 1.
    int side(const ExactPlane& plane, int point) const;
    /// Whether a, b, c turn left (1), are collinear (0) or turn right (-1), seen along the coordinate axis `axis` from
    /// its positive end.
    int turn(int axis, int a, int b, int c) const;
    /// Sign of the coordinate `axis` of a less that of b.
    int compare(int axis, int a, int b) const;

    /// The point at which the edge between two lattice points on opposite sides meets a plane.
    int meet(int a, int b, const ExactPlane& plane);
    /// The common point of three planes of independent normals.
    int meet(const ExactPlane& p, const ExactPlane& q, const ExactPlane& r);

  private:
    using Cell = std::array<std::int64_t, 3>;
    struct CellHash {
        std::size_t operator()(const Cell& cell) const;
    };

    bool isEqual(int point, const HomogeneousPoint& other) const;
    int intern(const Vector3& place, std::unique_ptr<HomogeneousPoint> exact);

    std::deque<Vector3> m_places;
    std::deque<std::unique_ptr<HomogeneousPoint>> m_exact; ///< null: a lattice point
    std::unordered_map<Cell, std::vector<int>, CellHash> m_cells;
};

/// A plane with its normal and offset rounded too.
ExactPlane roundedToo(std::array<Expansion, 3> normal, Expansion offset);
/// Side of a plane of any point. \param near the point, rounded to 2^-12
int sideOf(const ExactPlane& plane, const HomogeneousPoint& point, const Vector3& near);
/// ExactPoints::turn for a point without a number.
int turnOf(int axis, const HomogeneousPoint& a, const HomogeneousPoint& b, const HomogeneousPoint& c);
/// What a filter says of a turn: -1 or 1 if it is sure, else 0. \param a, b, c rounded to 2^-12
int nearTurn(int axis, const Vector3& a, const Vector3& b, const Vector3& c);
/// A homogeneous point, rounded.
Vector3 rounded(const HomogeneousPoint& point);

} // namespace ambient
