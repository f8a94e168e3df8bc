// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/MediumSampler.h"

#include "AmbientFluid/Dynamics/FluidAcceleration.h"
#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Media/SampleRows.h"

#include <limits>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr char kBadMedium[] = "the medium returns numbers that are not finite, or a negative density or viscosity";

/// Multiplies the excess of acceleration by the density over that of the part.
struct WeighByDensity {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const std::vector<double>& density, double perDensity, int count,
                                          VectorRows& excess) {
        using Real = typename Lanes<L>::Real;
        for (int point = 0; point < count; point += L) {
            const Real ratio = perDensity * load<Real>(density.data() + point);
            for (std::size_t i = 0; i < 3; ++i) {
                double* row = excess.of[i].data() + point;
                store<Real>(row, ratio * load<Real>(row));
            }
        }
    }
};

/// Sums over the faces, weighted by area and SurfaceMotion::weight(), about the centre of volume.
struct SpinSums {
    double moments[6] = {};  ///< xx, yy, zz, xy, yz, zx of the positions
    double momentum[3] = {}; ///< angular momentum of the velocities
    double area = 0.0;
};

struct SumSpin {
    /// A small weight of faces out of the medium bounds the rotation of a part that is hardly in the medium.
    static constexpr double kFloor = 1e-3;

    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const SurfaceMotion& flow, const double* weights,
                                          const double* center, SpinSums& sums) {
        using Real = typename Lanes<L>::Real;
        LaneSum<L> moments[6], momentum[3], area;
        for (int block = 0; block < table.paddedSize(); block += kLanes)
            for (int part = 0; part < kLanes / L; ++part) {
                const int i = block + part * L;
                const Real zero = {}, size = load<Real>(table.row(FaceTable::Area) + i);
                const Real weight = size * load<Real>(weights + i), floor = kFloor * size;
                const Real counts = weight > zero ? weight : floor;
                const double* const speeds[] = {flow.velocityX.data(), flow.velocityY.data(), flow.velocityZ.data()};
                Real r[3], v[3];
                for (int k = 0; k < 3; ++k) {
                    r[k] = load<Real>(table.row(FaceTable::CentroidX + k) + i) - center[k];
                    v[k] = load<Real>(speeds[k] + i);
                }
                for (int k = 0; k < 3; ++k) {
                    const int next = (k + 1) % 3, last = (k + 2) % 3;
                    moments[k].parts[part] += counts * r[k] * r[k];
                    moments[3 + k].parts[part] += counts * r[k] * r[next];
                    momentum[k].parts[part] += weight * (r[next] * v[last] - r[last] * v[next]);
                }
                area.parts[part] += weight;
            }
        for (int k = 0; k < 6; ++k)
            sums.moments[k] = moments[k].total();
        for (int k = 0; k < 3; ++k)
            sums.momentum[k] = momentum[k].total();
        sums.area = area.total();
    }
};

/// The rotation about the centre of volume that fits the velocities at the faces best, weighted by area and
/// SurfaceMotion::weight().
Vector3 spinOf(const SpinSums& sums) {
    const double* m = sums.moments;
    Matrix3 inertia;
    inertia << m[1] + m[2], -m[3], -m[5], -m[3], m[2] + m[0], -m[4], -m[5], -m[4], m[0] + m[1];
    return inertia.ldlt().solve(Vector3(sums.momentum[0], sums.momentum[1], sums.momentum[2]));
}

} // namespace

void rejectSample(const char* giver, const Vector3& at) {
    throw std::invalid_argument(std::string(giver) + ", at (" + std::to_string(at.x()) + ", " + std::to_string(at.y()) +
                                ", " + std::to_string(at.z()) + ") m");
}

MediumSample MediumSampler::at(const Vector3& meshPoint, const FluidMedium& medium) const {
    MediumSample sample = medium.sample(m_worldFromMesh * meshPoint, m_time);
    if (findInvalid(&sample, 1) >= 0) rejectSample(kBadMedium, m_worldFromMesh * meshPoint);
    return sample;
}

MediumSample MediumSampler::ofCutPart(const Vector3& center, const FluidMedium& medium) const {
    const Vector3 points[] = {m_worldFromMesh * center, m_worldFromMesh * m_surface.centerOfVolume()};
    MediumSample samples[2];
    medium.sampleMany(points, 2, m_time, samples);
    const int bad = findInvalid(samples, 2);
    if (bad >= 0) rejectSample(kBadMedium, points[bad]);
    return {samples[0].density, samples[0].dynamicViscosity, samples[1].velocity, samples[1].acceleration};
}

void MediumSampler::placePoints(const VectorRows& inMesh, int count, PointRows& points) const {
    points.resize(count);
    points.origin = m_worldFromMesh * m_surface.centerOfVolume();
    points.inSingle = m_inSingle;
    turnRows(Matrix3(m_meshFromWorld.transpose()), m_surface.centerOfVolume(), inMesh, points.offset, count);
    for (std::vector<double>& row : points.offset.of)
        std::fill(row.begin() + count, row.end(), 0.0);
}

/// Samples the medium at the points of `at`; finds the excess of the acceleration over that of the part.
void MediumSampler::sample(const FluidMedium& medium, const ImmersedPart& part, SampledPoints& at) const {
    const int count = at.points.count;
    at.samples.resize(count);
    medium.sampleRows(at.points, m_time, at.samples);
    const int bad = findInvalid(at.samples, count);
    if (bad >= 0) rejectSample(kBadMedium, at.points[bad]);
    at.excess.resize(count);
    turnRows(m_meshFromWorld, part.medium.acceleration, at.samples.acceleration, at.excess, count);
}

void MediumSampler::weighByDensity(const ImmersedPart& part, SampledPoints& at) const {
    const double perDensity = part.medium.density > 0.0 ? 1.0 / part.medium.density : 0.0;
    runVectorised<WeighByDensity>(at.samples.density, perDensity, at.points.count, at.excess);
}

/// Finds the centroids of the faces that are in the medium.
void MediumSampler::findWetCentroids(const SurfaceMotion& flow) const {
    const FaceTable& table = m_surface.faceTable();
    VectorRows& inMesh = m_buffers.wetCentroids;
    std::vector<int>& sampled = m_buffers.sampled;
    const double* const centroid[] = {table.row(FaceTable::CentroidX), table.row(FaceTable::CentroidY),
                                      table.row(FaceTable::CentroidZ)};
    inMesh.resize(table.size());
    sampled.resize(static_cast<std::size_t>(table.size()));
    std::size_t next = 0;
    for (int f = 0; f < table.size(); ++f) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            inMesh.of[axis][next] = centroid[axis][f];
        sampled[next] = f;
        next += flow.wettedFraction[static_cast<std::size_t>(f)] != 0.0;
    }
    sampled.resize(next);
}

/// Reorders from the order of the sampled faces to face order.
void MediumSampler::scatter(const ImmersedPart& part, SurfaceMotion& flow) const {
    const SampledPoints& from = m_buffers.atFaces;
    VectorRows& excess = m_buffers.excessByFace;
    std::vector<double>* const speeds[] = {&flow.velocityX, &flow.velocityY, &flow.velocityZ};
    excess.resize(m_surface.faces().size());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::fill(speeds[axis]->begin(), speeds[axis]->end(), 0.0);
        std::fill(excess.of[axis].begin(), excess.of[axis].end(), 0.0);
    }
    for (std::size_t i = 0; i < m_buffers.sampled.size(); ++i) {
        const std::size_t f = static_cast<std::size_t>(m_buffers.sampled[i]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            (*speeds[axis])[f] = from.samples.velocity.of[axis][i];
            excess.of[axis][f] = from.excess.of[axis][i];
        }
    }
    setDensityRatios(part.medium.density, flow);
}

/// Leaves uniform density alone: a part without density has no load at all.
void MediumSampler::setDensityRatios(double density, SurfaceMotion& flow) const {
    const std::vector<double>& at = m_buffers.atFaces.samples.density;
    const auto end = at.begin() + static_cast<std::ptrdiff_t>(m_buffers.sampled.size());
    flow.isStratified = density > 0.0 && std::any_of(at.begin(), end, [density](double d) { return d != density; });
    if (!flow.isStratified) return;
    std::fill(flow.densityRatio.begin(), flow.densityRatio.end(), 0.0);
    for (std::size_t i = 0; i < m_buffers.sampled.size(); ++i)
        flow.densityRatio[static_cast<std::size_t>(m_buffers.sampled[i])] = at[i] / density;
}

void MediumSampler::sampleAtFaces(const ImmersedPart& part, const FluidMedium& medium) const {
    SampledPoints& at = m_buffers.atFaces;
    findWetCentroids(part.faces);
    placePoints(m_buffers.wetCentroids, static_cast<int>(m_buffers.sampled.size()), at.points);
    sample(medium, part, at);
}

void MediumSampler::sampleInColumns(const ImmersedPart& part, const FluidMedium& medium,
                                    const FaceColumns& ofFaces) const {
    FluidColumns& columns = m_buffers.fluidColumns;
    columns.take(m_surface, ofFaces);
    placePoints(columns.center, columns.count, m_buffers.inColumns.points);
    sample(medium, part, m_buffers.inColumns);
}

bool MediumSampler::isStratified(const ImmersedPart& part, bool isCut) const {
    const auto differs = [&](const SampledPoints& at) {
        const auto end = at.samples.density.begin() + at.points.count;
        return std::any_of(at.samples.density.begin(), end, [&](double d) { return d != part.medium.density; });
    };
    return differs(m_buffers.atFaces) || (isCut && differs(m_buffers.inColumns));
}

/// The mass of a body wholly in a medium that has no layers.
DisplacedMass MediumSampler::massOfWhole(const ImmersedPart& part, const FluidMedium& medium) const {
    const Faces& faces = m_surface.faces();
    const int count = faces.size();
    SampledPoints& at = m_buffers.inCones;
    VectorRows& places = m_buffers.excessByFace; // free until scatter()
    places.resize(kConePoints * count);
    for (int k = 0; k < kConePoints; ++k)
        for (int f = 0; f < count; ++f)
            places.set(k * count + f,
                       m_surface.centerOfVolume() +
                           kConeShares[static_cast<std::size_t>(k)] * (faces.centroid(f) - m_surface.centerOfVolume()));
    placePoints(places, kConePoints * count, at.points);
    sample(medium, part, at);
    return massInCones(m_surface, part.medium.density, m_buffers.atFaces.samples.density.data(),
                       at.samples.density.data());
}

void MediumSampler::findMass(ImmersedPart& part, const FluidMedium& medium, bool isCut, bool isBelow,
                             const double* surfaceHeight) const {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    const LayeredMedium* const layers = medium.layers();
    DisplacedMass sum;
    if (layers && (!isCut || surfaceHeight)) {
        const double height = layers->up().dot(m_worldFromMesh * m_surface.centerOfVolume());
        const PlaceInLayers place{inMeshAxes(layers->up()), height, isCut && !isBelow ? *surfaceHeight : -kFar,
                                  isCut && isBelow ? *surfaceHeight : kFar};
        sum = massOfLayers(m_surface.faceTable(), *layers, place, m_buffers.breaks);
    } else if (isCut) {
        const FluidColumns& columns = m_buffers.fluidColumns;
        for (int i = 0; i < columns.count; ++i) {
            const std::size_t at = static_cast<std::size_t>(i);
            const double mass = columns.volume[at] * m_buffers.inColumns.samples.density[at];
            sum.mass += mass;
            sum.moment += mass * (columns.center[i] - m_surface.centerOfVolume());
        }
    } else
        sum = massOfWhole(part, medium);
    // Of a part that is hardly there the sums are rounding.
    constexpr double kLeast = 1e-9;
    if (!(sum.mass > 0.0) || !(part.volume > kLeast * m_surface.volume())) return;
    part.medium.density = sum.mass / part.volume;
    part.centerOfMass = m_surface.centerOfVolume() + sum.moment / sum.mass;
}

Wrench MediumSampler::fillFaces(ImmersedPart& part) const {
    SampledPoints& at = m_buffers.atFaces;
    SurfaceMotion& flow = part.faces;
    turnRows(m_meshFromWorld, part.medium.velocity, at.samples.velocity, at.samples.velocity, at.points.count);
    scatter(part, flow);
    SpinSums sums;
    const std::vector<double>& weights = flow.weights(m_buffers.weights);
    runVectorised<SumSpin>(m_surface.faceTable(), flow, weights.data(), m_surface.centerOfVolume().data(), sums);
    flow.moves = true;
    flow.spin = spinOf(sums);
    flow.meanWeight = sums.area / m_surface.area();
    return part.medium.density * pushOfAddedMass(m_surface, weights, m_buffers.excessByFace);
}

Wrench MediumSampler::pushOnVolume(const ImmersedPart& part, SampledPoints& atFaces) const {
    weighByDensity(part, atFaces);
    return part.medium.density * ambient::pushOnVolume(m_surface, atFaces.excess);
}

Wrench MediumSampler::pushOnColumns(const ImmersedPart& part) const {
    SampledPoints& at = m_buffers.inColumns;
    weighByDensity(part, at);
    return part.medium.density * ambient::pushOnColumns(m_buffers.fluidColumns, at.excess);
}

} // namespace ambient
