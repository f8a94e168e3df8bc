// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/SurfaceUpdate.h"

#include "AmbientFluid/Body/BasePoints.h"
#include "AmbientFluid/Body/ShareLengths.h"
#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Math/MatrixMap.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/PotentialFlow/FeltRotations.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace ambient {
namespace {

/// Columns: the normal of a face, as long as the root of its area, and two of its sides.
Matrix3 frameOf(const TriangleMesh& mesh, int f) {
    const Vector3 areaVector = mesh.areaVector(f);
    Matrix3 frame;
    frame << areaVector / std::sqrt(areaVector.norm()), mesh.corner(f, 1) - mesh.corner(f, 0),
        mesh.corner(f, 2) - mesh.corner(f, 0);
    return frame;
}

/// The vector of face f of `rest` that follows its normal and its sides to `mesh`.
Vector3 carry(const Vector3& vector, const TriangleMesh& rest, const TriangleMesh& mesh, int f) {
    return frameOf(mesh, f) * (frameOf(rest, f).inverse() * vector);
}

/// Rows that MoveFaces writes.
struct MovedRows {
    double* centroid[3];
    double* action[3];
    double* normal[3];
    double* area;
    double* velocity[3];
    double* scaled[CarriedFaces::kScaled.size()];
    double* turned[CarriedFaces::kTurned.size()][3];
};

/// Sums over the faces: area, volume, and first moments of the volume over 3/4.
struct MovedSums {
    double area, volume, moment[3];
};

template <int L, std::size_t... Lane>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real gatherLanes(const double* points, const int* vertices,
                                                          std::index_sequence<Lane...>) {
    // Stored one by one and loaded together, the numbers would wait for each other in the store buffer.
    return typename Lanes<L>::Real{points[3 * vertices[Lane]]...};
}

/// Coordinates of L vertices.
template <int L>
AMBIENT_ALWAYS_INLINE void gather(const double* points, const int* vertices, typename Lanes<L>::Real (&to)[3]) {
    for (int k = 0; k < 3; ++k)
        to[k] = gatherLanes<L>(points + k, vertices, std::make_index_sequence<static_cast<std::size_t>(L)>());
}

/// 1 / sqrt(x) to two units in the last place; x positive. Newton's iteration has no division and no root, which would
/// take most of the time of a face.
template <int L>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real inverseRoot(const typename Lanes<L>::Real& x) {
    using Real = typename Lanes<L>::Real;
    using Bits = typename Lanes<L>::Bits;
    const Bits guess = splat<Bits>(std::uint64_t{0x5fe6eb50c7b537a9}) - (bitCast<Bits>(x) >> 1);
    Real y = bitCast<Real>(guess);
    const Real half = 0.5 * x;
    AMBIENT_UNROLL
    for (int i = 0; i < 4; ++i)
        y = y * (1.5 - half * y * y);
    return y;
}

template <bool kWeights>
struct MoveFaces {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const double* points, const double* velocities,
                                          const CarriedFaces& carried, const MovedRows& to, MovedSums& sums) {
        using Real = typename Lanes<L>::Real;
        const Real least = splat<Real>(1e-300);
        constexpr double third = 1.0 / 3.0;
        LaneSum<L> area, volume, moment[3];
        for (int block = 0; block < table.paddedSize(); block += kLanes)
            for (int part = 0; part < kLanes / L; ++part) {
                const int f = block + part * L;
                Real a[3], b[3], c[3], u[3], v[3], w[3], e[3], g[3], n[3], middle[3];
                gather<L>(points, table.corner(0) + f, a);
                gather<L>(points, table.corner(1) + f, b);
                gather<L>(points, table.corner(2) + f, c);
                gather<L>(velocities, table.corner(0) + f, u);
                gather<L>(velocities, table.corner(1) + f, v);
                gather<L>(velocities, table.corner(2) + f, w);
                for (int k = 0; k < 3; ++k) {
                    e[k] = b[k] - a[k];
                    g[k] = c[k] - a[k];
                    middle[k] = third * (a[k] + b[k] + c[k]);
                    store<Real>(to.centroid[k] + f, middle[k]);
                    store<Real>(to.velocity[k] + f, third * (u[k] + v[k] + w[k]));
                }
                for (int k = 0; k < 3; ++k)
                    n[k] = 0.5 * (e[(k + 1) % 3] * g[(k + 2) % 3] - e[(k + 2) % 3] * g[(k + 1) % 3]);
                const Real square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
                const Real perSize = inverseRoot<L>(larger<Real>(square, least)), size = square * perSize;
                const Real cone = third * (middle[0] * n[0] + middle[1] * n[1] + middle[2] * n[2]);
                store<Real>(to.area + f, size);
                area.parts[part] += size;
                volume.parts[part] += cone;
                for (int k = 0; k < 3; ++k) {
                    store<Real>(to.normal[k] + f, n[k] * perSize);
                    moment[k].parts[part] += cone * middle[k];
                }
                if constexpr (kWeights) {
                    storeAction<L>(carried, f, a, b, c, middle, to);
                    for (std::size_t k = 0; k < CarriedFaces::kScaled.size(); ++k)
                        if (!carried.isZero[k])
                            store<Real>(to.scaled[k] + f, size * load<Real>(carried.perArea[k].data() + f));
                    const Real one = splat<Real>(1.0);
                    const Real rootPerSize = inverseRoot<L>(larger<Real>(size, least)), root = size * rootPerSize;
                    for (std::size_t k = 0; k < CarriedFaces::kTurned.size(); ++k)
                        if (!carried.turned[k].isZero)
                            turn<L>(carried.turned[k], f, n, rootPerSize, e, g, k == 0 ? one : root, to.turned[k]);
                }
            }
        sums = {area.total(), volume.total(), {moment[0].total(), moment[1].total(), moment[2].total()}};
    }

  private:
    /// Stores the point on which pressure acts, from the corners and the centroid.
    template <int L>
    AMBIENT_ALWAYS_INLINE static void
    storeAction(const CarriedFaces& carried, int f, const typename Lanes<L>::Real (&a)[3],
                const typename Lanes<L>::Real (&b)[3], const typename Lanes<L>::Real (&c)[3],
                const typename Lanes<L>::Real (&middle)[3], const MovedRows& to) {
        using Real = typename Lanes<L>::Real;
        const std::array<std::vector<double>, 3>& of = carried.actionShares;
        if (of[0].empty()) {
            for (int k = 0; k < 3; ++k)
                store<Real>(to.action[k] + f, middle[k]);
            return;
        }
        const Real first = load<Real>(of[0].data() + f), second = load<Real>(of[1].data() + f),
                   third = load<Real>(of[2].data() + f);
        for (int k = 0; k < 3; ++k)
            store<Real>(to.action[k] + f, first * a[k] + second * b[k] + third * c[k]);
    }

    /// Stores a carried vector. \param length factor of its carried length
    template <int L>
    AMBIENT_ALWAYS_INLINE static void
    turn(const CarriedFaces::Turned& carried, int f, const typename Lanes<L>::Real (&areaVector)[3],
         const typename Lanes<L>::Real& rootPerSize, const typename Lanes<L>::Real (&e)[3],
         const typename Lanes<L>::Real (&g)[3], const typename Lanes<L>::Real& length, double* const (&to)[3]) {
        using Real = typename Lanes<L>::Real;
        const Real normal = load<Real>(carried.normal.data() + f) * rootPerSize;
        const Real first = load<Real>(carried.first.data() + f), second = load<Real>(carried.second.data() + f);
        Real vector[3];
        for (int k = 0; k < 3; ++k)
            vector[k] = normal * areaVector[k] + first * e[k] + second * g[k];
        const Real length2 = vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2];
        const Real stretch =
            load<Real>(carried.size.data() + f) * length * inverseRoot<L>(larger<Real>(length2, splat<Real>(1e-300)));
        for (int k = 0; k < 3; ++k)
            store<Real>(to[k] + f, stretch * vector[k]);
    }
};

} // namespace

CarriedFaces::CarriedFaces(const FluidBodyModel& rest)
    : potentialLength(shareLengths(rest.def(), rest.surfaceShape())), wings(rest.mesh(), rest.pressureWeights()) {
    const TriangleMesh& mesh = rest.mesh();
    const PressureWeights& weights = rest.pressureWeights();
    const std::size_t padded = static_cast<std::size_t>(rest.faceTable().paddedSize());
    for (std::size_t k = 0; k < kScaled.size(); ++k) {
        perArea[k] = weights.of[static_cast<std::size_t>(kScaled[k])];
        for (int f = 0; f < mesh.faceCount(); ++f)
            perArea[k][static_cast<std::size_t>(f)] /= mesh.areaVector(f).norm();
        isZero[k] = std::all_of(perArea[k].begin(), perArea[k].end(), [](double value) { return value == 0.0; });
        perArea[k].resize(padded, 0.0);
    }
    if (!weights.actionShares.empty())
        for (int corner = 0; corner < 3; ++corner) {
            std::vector<double>& of = actionShares[static_cast<std::size_t>(corner)];
            for (const Vector3& shares : weights.actionShares)
                of.push_back(shares[corner]);
            of.resize(padded, 0.0);
        }
    for (std::size_t k = 0; k < kTurned.size(); ++k) {
        Turned& to = turned[k];
        for (std::vector<double>* values : {&to.normal, &to.first, &to.second, &to.size})
            values->assign(padded, 0.0);
        for (int f = 0; f < mesh.faceCount(); ++f) {
            const std::size_t i = static_cast<std::size_t>(f);
            const Vector3 vector = weights.vector(kTurned[k], f), parts = frameOf(mesh, f).inverse() * vector;
            to.isZero = to.isZero && vector.isZero(0.0);
            to.normal[i] = parts[0];
            to.first[i] = parts[1];
            to.second[i] = parts[2];
            to.size[i] =
                kTurned[k] == PressureWeights::MeanX ? 1.0 : vector.norm() / std::sqrt(mesh.areaVector(f).norm());
        }
    }
}

SurfaceShape carriedShape(const FluidBodyModel& rest, const TriangleMesh& key) {
    SurfaceShape shape = rest.surfaceShape();
    for (int f = 0; f < key.faceCount(); ++f) {
        const std::size_t i = static_cast<std::size_t>(f);
        shape.edgewardLength[i] = carry(shape.edgewardLength[i], rest.mesh(), key, f);
        shape.chordDirection[i] = carry(shape.chordDirection[i], rest.mesh(), key, f).normalized();
        shape.meanNormal[i] = carry(shape.meanNormal[i], rest.mesh(), key, f).normalized();
    }
    shape.feltRotations = computeFeltRotations(key, volumeCentroid(key));
    return shape;
}

void SurfaceUpdate::moveFaces(const double* points, const double* velocities, const CarriedFaces& carried,
                              VectorRows& faceVelocity, bool needsWeights) {
    const FaceTable& table = *m_surface.m_table;
    MovedRows rows;
    for (int k = 0; k < 3; ++k) {
        rows.centroid[k] = row(FaceTable::CentroidX + k);
        rows.action[k] = row(FaceTable::ActionX + k);
        rows.normal[k] = row(FaceTable::NormalX + k);
        for (std::size_t i = 0; i < CarriedFaces::kTurned.size(); ++i)
            rows.turned[i][k] = row(FaceTable::Pressure + CarriedFaces::kTurned[i] + k);
        rows.velocity[k] = faceVelocity.of[static_cast<std::size_t>(k)].data();
    }
    rows.area = row(FaceTable::Area);
    for (std::size_t k = 0; k < CarriedFaces::kScaled.size(); ++k)
        rows.scaled[k] = row(FaceTable::Pressure + CarriedFaces::kScaled[k]);
    MovedSums sums;
    if (needsWeights)
        runVectorised<MoveFaces<true>>(table, points, velocities, carried, rows, sums);
    else
        runVectorised<MoveFaces<false>>(table, points, velocities, carried, rows, sums);
    for (int k = 0; k < 3; ++k) // the padding has no area, but the place of a vertex
        for (double* padded : {rows.centroid[k], rows.action[k], rows.velocity[k]})
            std::fill(padded + table.size(), padded + table.paddedSize(), 0.0);
    SurfaceData& data = *m_surface.m_data;
    data.area = sums.area;
    data.volume = sums.volume;
    data.centerOfVolume = 0.75 / sums.volume * Vector3(sums.moment[0], sums.moment[1], sums.moment[2]);
    if (!needsWeights) return;
    moveBases(m_surface.m_faces, row(FaceTable::Pressure + int{PressureWeights::Base}), data.pressureWeights);
    carried.wings.moveTo(*m_surface.m_table, points, data.pressureWeights.wings);
}

void SurfaceUpdate::fillWetting(const double* points, const CarriedFaces& carried) {
    fillCorners(points);
    fillShares(carried);
    fillQuadrature();
}

void SurfaceUpdate::fillVertexVelocity(const double* velocities, VectorRows& vertexVelocity) const {
    const int count = m_surface.m_table->vertexCount();
    vertexVelocity.resize(count);
    for (int v = 0; v < count; ++v)
        vertexVelocity.set(v, Eigen::Map<const Vector3>(velocities + 3 * v));
}

void SurfaceUpdate::fillCorners(const double* points) {
    FaceTable& table = *m_surface.m_table;
    SurfaceData& data = *m_surface.m_data;
    double reach = 0.0;
    for (int v = 0; v < table.vertexCount(); ++v) {
        const Vector3 fromCenter = Eigen::Map<const Vector3>(points + 3 * v) - data.centerOfVolume;
        table.m_vertices.set(v, fromCenter);
        reach = std::max(reach, fromCenter.squaredNorm());
    }
    data.radius = std::sqrt(reach);
    for (int k = 0; k < 3; ++k)
        for (int axis = 0; axis < 3; ++axis) {
            double* const to = row(FaceTable::CornerX + 3 * k + axis);
            const double* const from = table.m_vertices.of[static_cast<std::size_t>(axis)].data();
            const int* const corner = table.corner(k);
            for (int f = 0; f < table.size(); ++f)
                to[f] = from[corner[f]];
        }
}

void SurfaceUpdate::fillShares(const CarriedFaces& carried) {
    // As computeAddedMassDistribution(), with the lengths of the rest.
    using Fixed = Eigen::Matrix<double, 6, 6>;
    const SurfaceData& data = *m_surface.m_data;
    const Faces& faces = m_surface.m_faces;
    const double length = portable::cbrt(data.volume);
    Fixed scaledFromMesh = Fixed::Zero();
    scaledFromMesh.topLeftCorner<3, 3>() = length * Matrix3::Identity();
    scaledFromMesh.bottomRightCorner<3, 3>().setIdentity();
    scaledFromMesh.bottomLeftCorner<3, 3>() = -skew(data.centerOfVolume);
    const Fixed meshFromScaled = scaledFromMesh.inverse();
    const Fixed exact = meshFromScaled.transpose() * data.addedMassPerDensity.matrix() * meshFromScaled;
    const auto column = [&](int f) {
        const Vector3 n = faces.normal(f);
        Eigen::Matrix<double, 6, 1> g;
        g << (faces.centroid(f) - data.centerOfVolume).cross(n) / length, n;
        const double mu = carried.potentialLength[static_cast<std::size_t>(f)];
        g *= std::sqrt(faces.area[f] * std::max(mu, 0.0));
        return g;
    };
    Fixed local = Fixed::Zero();
    for (int f = 0; f < faces.size(); ++f)
        local.noalias() += column(f) * column(f).transpose();
    const Fixed floor = std::max(1e-9 * exact.trace(), 1e-300) * Fixed::Identity();
    const auto root = [](const Fixed& matrix) -> Fixed {
        return Eigen::SelfAdjointEigenSolver<Fixed>(matrix).operatorSqrt();
    };
    const Fixed half = root(local + floor), inverseHalf = half.inverse();
    const Fixed map = inverseHalf * root(half * (exact + floor) * half) * inverseHalf;
    const Fixed toMesh = scaledFromMesh.transpose() * map;
    for (int f = 0; f < faces.size(); ++f) {
        const Eigen::Matrix<double, 6, 1> g = toMesh * column(f);
        for (int k = 0; k < 6; ++k)
            row(FaceTable::AddedMass + k)[f] = g[k];
    }
}

void SurfaceUpdate::fillQuadrature() {
    SurfaceData& data = *m_surface.m_data;
    const FaceTable& table = *m_surface.m_table;
    const Faces& faces = m_surface.m_faces;
    VolumeQuadrature& rule = data.volumeQuadrature;
    const auto cornerOf = [&](int f, int k) { return table.m_vertices[table.corner(k)[f]]; };
    rule.secondMoments.setZero();
    for (int f = 0; f < faces.size(); ++f) {
        const Vector3 a = cornerOf(f, 0), b = cornerOf(f, 1), c = cornerOf(f, 2), sum = a + b + c;
        const double part = faces.area[f] * faces.normal(f).dot(sum) / 180.0; // a twentieth of the tetrahedron
        rule.secondMoments +=
            part * (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
    }
    const Matrix3 inverse = rule.secondMoments.inverse(), m = inverse / inverse.trace();
    rule.offCenter.setZero();
    rule.weight.resize(static_cast<std::size_t>(faces.size()));
    for (int f = 0; f < faces.size(); ++f) {
        const Vector3 r = faces.centroid(f) - data.centerOfVolume;
        const double weight = faces.area[f] * (m * r).dot(faces.normal(f));
        rule.weight[static_cast<std::size_t>(f)] = weight;
        rule.offCenter += weight * r;
    }
}

} // namespace ambient
