// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/SurfaceUpdate.h"

#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Math/MatrixMap.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Coefficients of a tangent vector along two sides of a face.
struct SideCoefficients {
    double first, second;
};

SideCoefficients coefficientsOf(const Vector3& tangent, const Vector3& first, const Vector3& second) {
    Eigen::Matrix<double, 3, 2> sides;
    sides << first, second;
    const Eigen::Vector2d c = (sides.transpose() * sides).inverse() * (sides.transpose() * tangent);
    return {c[0], c[1]};
}

Vector3 firstSide(const TriangleMesh& mesh, int f) {
    return mesh.corner(f, 1) - mesh.corner(f, 0);
}

Vector3 secondSide(const TriangleMesh& mesh, int f) {
    return mesh.corner(f, 2) - mesh.corner(f, 0);
}

/// The tangent of face f of `rest` that follows the sides to `mesh`.
Vector3 carry(const Vector3& tangent, const TriangleMesh& rest, const TriangleMesh& mesh, int f) {
    const SideCoefficients c = coefficientsOf(tangent, firstSide(rest, f), secondSide(rest, f));
    return c.first * firstSide(mesh, f) + c.second * secondSide(mesh, f);
}

/// Rows that MoveFaces writes.
struct MovedRows {
    double* centroid[3];
    double* normal[3];
    double* area;
    double* chord[3];
    double* velocity[3];
    double* weights[4];
};

/// Sums over the faces: area, volume, and first moments of the volume over 3/4.
struct MovedSums {
    double area, volume, moment[3];
};

template <int L>
AMBIENT_ALWAYS_INLINE void gather(const double* points, const int* vertices, typename Lanes<L>::Real (&to)[3]) {
    for (int k = 0; k < 3; ++k) {
        double lanes[L];
        for (int lane = 0; lane < L; ++lane)
            lanes[lane] = points[3 * vertices[lane] + k];
        to[k] = load<typename Lanes<L>::Real>(lanes);
    }
}

struct MoveFaces {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const double* points, const double* velocities,
                                          const CarriedFaces& carried, const MovedRows& to, MovedSums& sums) {
        using Real = typename Lanes<L>::Real;
        const double* const perArea[] = {carried.windwardNormal.data(), carried.windwardAlong.data(),
                                         carried.leewardNormal.data(), carried.leewardAlong.data()};
        const Real least = splat<Real>(1e-300);
        constexpr double third = 1.0 / 3.0;
        LaneSum<L> area, volume, moment[3];
        for (int block = 0; block < table.paddedSize(); block += kLanes)
            for (int part = 0; part < kLanes / L; ++part) {
                const int f = block + part * L;
                Real a[3], b[3], c[3], u[3], v[3], w[3], e[3], g[3], n[3], middle[3], chord[3];
                gather<L>(points, table.corner(0) + f, a);
                gather<L>(points, table.corner(1) + f, b);
                gather<L>(points, table.corner(2) + f, c);
                gather<L>(velocities, table.corner(0) + f, u);
                gather<L>(velocities, table.corner(1) + f, v);
                gather<L>(velocities, table.corner(2) + f, w);
                const Real first = load<Real>(carried.chordFirst.data() + f);
                const Real second = load<Real>(carried.chordSecond.data() + f);
                for (int k = 0; k < 3; ++k) {
                    e[k] = b[k] - a[k];
                    g[k] = c[k] - a[k];
                    middle[k] = third * (a[k] + b[k] + c[k]);
                    chord[k] = first * e[k] + second * g[k];
                    store<Real>(to.centroid[k] + f, middle[k]);
                    store<Real>(to.velocity[k] + f, third * (u[k] + v[k] + w[k]));
                }
                for (int k = 0; k < 3; ++k)
                    n[k] = 0.5 * (e[(k + 1) % 3] * g[(k + 2) % 3] - e[(k + 2) % 3] * g[(k + 1) % 3]);
                const Real size = squareRoot<Real>(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
                const Real perSize = 1.0 / larger<Real>(size, least);
                const Real length2 = chord[0] * chord[0] + chord[1] * chord[1] + chord[2] * chord[2];
                const Real stretch =
                    load<Real>(carried.chord.data() + f) * squareRoot<Real>(size / larger<Real>(length2, least));
                const Real cone = third * (middle[0] * n[0] + middle[1] * n[1] + middle[2] * n[2]);
                store<Real>(to.area + f, size);
                area.parts[part] += size;
                volume.parts[part] += cone;
                for (int k = 0; k < 3; ++k) {
                    store<Real>(to.normal[k] + f, n[k] * perSize);
                    store<Real>(to.chord[k] + f, stretch * chord[k]);
                    moment[k].parts[part] += cone * middle[k];
                }
                for (int k = 0; k < 4; ++k)
                    store<Real>(to.weights[k] + f, size * load<Real>(perArea[k] + f));
            }
        sums = {area.total(), volume.total(), {moment[0].total(), moment[1].total(), moment[2].total()}};
    }
};

} // namespace

CarriedFaces::CarriedFaces(const FluidBodyModel& rest) : potentialLength(rest.surfaceShape().potentialLength) {
    const TriangleMesh& mesh = rest.mesh();
    const PressureWeights& weights = rest.pressureWeights();
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const std::size_t i = static_cast<std::size_t>(f);
        const double area = mesh.areaVector(f).norm();
        windwardNormal.push_back(weights.windwardNormal[i] / area);
        windwardAlong.push_back(weights.windwardAlong[i] / area);
        leewardNormal.push_back(weights.leewardNormal[i] / area);
        leewardAlong.push_back(weights.leewardAlong[i] / area);
        const Vector3 along(weights.chordX[i], weights.chordY[i], weights.chordZ[i]);
        const SideCoefficients c = coefficientsOf(along, firstSide(mesh, f), secondSide(mesh, f));
        chordFirst.push_back(c.first);
        chordSecond.push_back(c.second);
        chord.push_back(along.norm() / std::sqrt(area));
    }
    for (std::vector<double>* values :
         {&windwardNormal, &windwardAlong, &leewardNormal, &leewardAlong, &chordFirst, &chordSecond, &chord})
        values->resize(static_cast<std::size_t>(rest.faceTable().paddedSize()), 0.0);
}

SurfaceShape carriedShape(const FluidBodyModel& rest, const TriangleMesh& key) {
    SurfaceShape shape = rest.surfaceShape();
    for (int f = 0; f < key.faceCount(); ++f) {
        const std::size_t i = static_cast<std::size_t>(f);
        shape.edgewardLength[i] = carry(shape.edgewardLength[i], rest.mesh(), key, f);
        shape.chordDirection[i] = carry(shape.chordDirection[i], rest.mesh(), key, f).normalized();
    }
    return shape;
}

void SurfaceUpdate::moveFaces(const double* points, const double* velocities, const CarriedFaces& carried,
                              VectorRows& faceVelocity) {
    const FaceTable& table = m_surface.m_table;
    MovedRows rows;
    for (int k = 0; k < 3; ++k) {
        rows.centroid[k] = row(FaceTable::CentroidX + k);
        rows.normal[k] = row(FaceTable::NormalX + k);
        rows.chord[k] = row(FaceTable::ChordX + k);
        rows.velocity[k] = faceVelocity.of[static_cast<std::size_t>(k)].data();
    }
    rows.area = row(FaceTable::Area);
    for (int k = 0; k < 4; ++k)
        rows.weights[k] = row(FaceTable::WindwardNormal + k);
    MovedSums sums;
    runVectorised<MoveFaces>(table, points, velocities, carried, rows, sums);
    for (int k = 0; k < 3; ++k) // the padding has no area, but the place of a vertex
        for (double* padded : {rows.centroid[k], rows.velocity[k]})
            std::fill(padded + table.size(), padded + table.paddedSize(), 0.0);
    SurfaceData& data = m_surface.m_data;
    data.area = sums.area;
    data.volume = sums.volume;
    data.centerOfVolume = 0.75 / sums.volume * Vector3(sums.moment[0], sums.moment[1], sums.moment[2]);
}

void SurfaceUpdate::fillWetting(const double* points, const CarriedFaces& carried) {
    fillCorners(points);
    fillShares(carried);
    fillQuadrature();
}

void SurfaceUpdate::fillCorners(const double* points) {
    FaceTable& table = m_surface.m_table;
    SurfaceData& data = m_surface.m_data;
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
    // As computeAddedMassDistribution(), with the potential lengths of the rest.
    using Fixed = Eigen::Matrix<double, 6, 6>;
    const SurfaceData& data = m_surface.m_data;
    const Faces& faces = m_surface.m_faces;
    const double length = std::cbrt(data.volume);
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
    SurfaceData& data = m_surface.m_data;
    const FaceTable& table = m_surface.m_table;
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
