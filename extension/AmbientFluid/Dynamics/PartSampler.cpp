// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/PartSampler.h"

#include "AmbientFluid/Dynamics/FluidAcceleration.h"
#include "AmbientFluid/Media/CallbackMedium.h"

#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr char kBadMedium[] = "the medium returns numbers that are not finite, or a negative density or viscosity";

/// Points and samples of one call; the next call on the same thread reuses the buffers.
struct SamplerScratch {
    VectorRows inMesh; ///< the points
    PointRows points;
    MediumRows samples;
    std::vector<int> asked; ///< faces of the samples
    VectorRows excess;      ///< of the acceleration at the points, mesh axes [m/s^2]
    VectorRows atFaces;     ///< `excess` in face order
    FluidColumns columns;
};

SamplerScratch& samplerScratch() {
    thread_local SamplerScratch memory;
    return memory;
}

/// Replaces the excess of acceleration by that of density times acceleration, per density of the part.
struct WeighByDensity {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const std::vector<double>& density, double perDensity,
                                          const double* acceleration, int count, VectorRows& excess) {
        using Real = typename Lanes<L>::Real;
        for (int point = 0; point < count; point += L) {
            const Real ratio = perDensity * load<Real>(density.data() + point), more = ratio - 1.0;
            for (std::size_t i = 0; i < 3; ++i) {
                double* row = excess.of[i].data() + point;
                store<Real>(row, ratio * load<Real>(row) + more * acceleration[i]);
            }
        }
    }
};

/// Sums over the faces, weighted by area and share, about the centre of volume.
struct SpinSums {
    double moments[6] = {};  ///< xx, yy, zz, xy, yz, zx of the positions
    double momentum[3] = {}; ///< angular momentum of the velocities
    double area = 0.0;
};

struct SumSpin {
    /// A small weight of faces without a share bounds the rotation of a part that is hardly in the medium.
    static constexpr double kFloor = 1e-3;

    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const FaceFlow& flow, const double* center,
                                          SpinSums& sums) {
        using Real = typename Lanes<L>::Real;
        LaneSum<L> moments[6], momentum[3], area;
        for (int block = 0; block < table.paddedSize(); block += kLanes)
            for (int part = 0; part < kLanes / L; ++part) {
                const int i = block + part * L;
                const Real zero = {}, size = load<Real>(table.row(FaceTable::Area) + i);
                const Real weight = size * load<Real>(flow.share.data() + i), floor = kFloor * size;
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

/// The rotation about the centre of volume that fits the velocities at the faces best, weighted by area and share.
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

MediumSample PartSampler::at(const Vector3& meshPoint, const FluidMedium& medium) const {
    MediumSample sample = medium.sample(m_worldFromMesh * meshPoint, m_time);
    if (findInvalid(&sample, 1) >= 0) rejectSample(kBadMedium, m_worldFromMesh * meshPoint);
    return sample;
}

MediumSample PartSampler::ofCutPart(const Vector3& center, const FluidMedium& medium) const {
    const Vector3 points[] = {m_worldFromMesh * center, m_worldFromMesh * m_model.centerOfVolume()};
    MediumSample samples[2];
    medium.sampleMany(points, 2, m_time, samples);
    const int bad = findInvalid(samples, 2);
    if (bad >= 0) rejectSample(kBadMedium, points[bad]);
    return {samples[0].density, samples[0].dynamicViscosity, samples[1].velocity, samples[1].acceleration};
}

void PartSampler::placePoints(const VectorRows& inMesh, int count) const {
    PointRows& points = samplerScratch().points;
    points.resize(count);
    points.origin = m_worldFromMesh * m_model.centerOfVolume();
    points.inSingle = m_inSingle;
    turnRows(Matrix3(m_meshFromWorld.transpose()), m_model.centerOfVolume(), inMesh, points.offset, count);
    for (std::vector<double>& row : points.offset.of)
        std::fill(row.begin() + count, row.end(), 0.0);
}

void PartSampler::ask(const FluidMedium& medium) const {
    SamplerScratch& memory = samplerScratch();
    memory.samples.resize(memory.points.count);
    medium.sampleRows(memory.points, m_time, memory.samples);
    const int bad = findInvalid(memory.samples, memory.points.count);
    if (bad >= 0) rejectSample(kBadMedium, memory.points[bad]);
}

void PartSampler::takeExcess(const ImmersedPart& part) const {
    SamplerScratch& memory = samplerScratch();
    memory.excess.resize(memory.points.count);
    turnRows(m_meshFromWorld, part.medium.acceleration, memory.samples.acceleration, memory.excess,
             memory.points.count);
}

void PartSampler::weighByDensity(const ImmersedPart& part) const {
    const Vector3 acceleration = inMeshAxes(part.medium.acceleration);
    const double perDensity = part.medium.density > 0.0 ? 1.0 / part.medium.density : 0.0;
    runVectorised<WeighByDensity>(samplerScratch().samples.density, perDensity, acceleration.data(),
                                  samplerScratch().points.count, samplerScratch().excess);
}

/// Samples only at faces that are in the medium.
void PartSampler::askAtFaces(const FaceFlow& flow, const FluidMedium& medium) const {
    const FaceTable& table = m_model.faceTable();
    SamplerScratch& memory = samplerScratch();
    const double* const centroid[] = {table.row(FaceTable::CentroidX), table.row(FaceTable::CentroidY),
                                      table.row(FaceTable::CentroidZ)};
    memory.inMesh.resize(table.size());
    memory.asked.resize(static_cast<std::size_t>(table.size()));
    std::size_t next = 0;
    for (int f = 0; f < table.size(); ++f) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            memory.inMesh.of[axis][next] = centroid[axis][f];
        memory.asked[next] = f;
        next += flow.share[static_cast<std::size_t>(f)] != 0.0;
    }
    memory.asked.resize(next);
    placePoints(memory.inMesh, static_cast<int>(next));
    ask(medium);
}

/// Reorders from the order of `asked` to face order.
void PartSampler::scatter(const ImmersedPart& part, FaceFlow& flow) const {
    SamplerScratch& memory = samplerScratch();
    std::vector<double>* const speeds[] = {&flow.velocityX, &flow.velocityY, &flow.velocityZ};
    memory.atFaces.resize(m_model.faces().size());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::fill(speeds[axis]->begin(), speeds[axis]->end(), 0.0);
        std::fill(memory.atFaces.of[axis].begin(), memory.atFaces.of[axis].end(), 0.0);
    }
    const double density = part.medium.density;
    for (std::size_t i = 0; i < memory.asked.size(); ++i) {
        const std::size_t f = static_cast<std::size_t>(memory.asked[i]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            (*speeds[axis])[f] = memory.samples.velocity.of[axis][i];
            memory.atFaces.of[axis][f] = memory.excess.of[axis][i];
        }
        flow.share[f] *= density > 0.0 ? memory.samples.density[i] / density : 0.0; // exactly 1 for equal densities
    }
}

Wrench PartSampler::sampleFaces(ImmersedPart& part, const FluidMedium& medium) const {
    SamplerScratch& memory = samplerScratch();
    FaceFlow& flow = part.faces;
    askAtFaces(flow, medium);
    takeExcess(part);
    turnRows(m_meshFromWorld, part.medium.velocity, memory.samples.velocity, memory.samples.velocity,
             memory.points.count);
    scatter(part, flow);
    SpinSums sums;
    runVectorised<SumSpin>(m_model.faceTable(), flow, m_model.centerOfVolume().data(), sums);
    flow.moves = true;
    flow.spin = spinOf(sums);
    flow.meanShare = sums.area / m_model.area();
    return part.medium.density * pushOfAddedMass(m_model, flow.share, memory.atFaces);
}

Wrench PartSampler::pushOnVolume(const ImmersedPart& part) const {
    weighByDensity(part);
    return part.medium.density * ambient::pushOnVolume(m_model, samplerScratch().excess);
}

Wrench PartSampler::pushOnColumns(const ImmersedPart& part, const FluidMedium& medium,
                                  const FaceColumns& ofFaces) const {
    FluidColumns& columns = samplerScratch().columns;
    columns.take(m_model, ofFaces);
    placePoints(columns.center, columns.count);
    ask(medium);
    takeExcess(part);
    weighByDensity(part);
    return part.medium.density * ambient::pushOnColumns(columns, samplerScratch().excess);
}

} // namespace ambient
