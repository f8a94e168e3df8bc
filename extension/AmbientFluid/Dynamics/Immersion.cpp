// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Immersion.h"

#include "AmbientFluid/Media/CallbackMedium.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

/// Points and samples of one call, kept for the next one on the same thread.
struct Scratch {
    std::vector<Vector3> points;
    std::vector<MediumSample> samples;
    std::vector<double> vertexDepths; ///< below the surface [m]
    CornerValues depths;
    DepthRanges ranges;
};

Scratch& scratch() {
    thread_local Scratch memory;
    return memory;
}

/// Everything that immerse() works with.
class Immerser {
  public:
    Immerser(const FluidBody& body, const Pose& worldFromBody, double time, Immersion& out)
        : m_model(*body.model), m_body(body), m_worldFromMesh(worldFromBody * body.bodyFromMesh), m_time(time),
          m_out(out) {}

    void immerseIn(const FluidMedium& medium) {
        const DividedMedium* divided = medium.divided();
        m_out.submergedVolume = m_model.volume();
        m_out.submergedCenter = m_model.centerOfVolume();
        m_out.wettedArea = m_model.area();
        if (!divided)
            immerseWholly(medium);
        else if (const FluidMedium* only = onlyMedium(*divided))
            immerseInOne(*divided, *only);
        else
            immerseInTwo(*divided);
        finish();
    }

  private:
    /// The one that the body is wholly in, as far as its bounding sphere tells; else null.
    const FluidMedium* onlyMedium(const DividedMedium& divided) const {
        const double height = divided.surface().up().dot(m_worldFromMesh * m_model.centerOfVolume());
        const double reach = m_model.radius();
        const auto [lowest, highest] = divided.heightRange(m_time);
        if (height + reach + wettingDepth() <= lowest) return &divided.below();
        if (height - reach >= highest) return &divided.above();
        return nullptr;
    }

    double wettingDepth() const { return kWettingDepth * m_model.length(); }

    void immerseInOne(const DividedMedium& divided, const FluidMedium& medium) {
        if (&medium == &divided.above()) m_out.submergedVolume = m_out.wettedArea = 0.0;
        immerseWholly(medium);
    }

    void immerseWholly(const FluidMedium& medium) {
        m_out.partCount = 1;
        ImmersedPart& part = m_out.parts[0];
        part.volume = m_model.volume();
        part.center = m_model.centerOfVolume();
        part.varies = false;
        sample(part, medium);
    }

    void immerseInTwo(const DividedMedium& divided) {
        const WaterSurface& surface = divided.surface();
        const Vector3 upInMesh = m_worldFromMesh.orientation.conjugate() * surface.up();
        CornerValues& depths = scratch().depths;
        DepthRanges& ranges = scratch().ranges;
        if (surface.isFlat())
            fillLinearly(m_model.faceTable(), depthOfCenter(surface), upInMesh, depths);
        else
            fillFromVertices(m_model.faceTable(), depthsOfVertices(surface), depths);
        findDepthRanges(m_model.faceTable(), depths, ranges);
        if (ranges.leastOfAll >= wettingDepth()) return immerseInOne(divided, divided.below());
        if (ranges.mostOfAll <= 0.0) return immerseInOne(divided, divided.above());
        m_out.up = surface.up();
        clip(upInMesh);
        sample(m_out.parts[0], divided.below());
        sample(m_out.parts[1], divided.above());
    }

    /// Below a surface that is flat.
    double depthOfCenter(const WaterSurface& surface) {
        std::vector<Vector3>& points = scratch().points;
        points.assign(1, m_worldFromMesh * m_model.centerOfVolume());
        sampleSurface(surface, points);
        return m_out.surface[0].height - surface.up().dot(points[0]);
    }

    const double* depthsOfVertices(const WaterSurface& surface) {
        const std::vector<Vector3>& vertices = m_model.mesh().vertices;
        std::vector<Vector3>& points = scratch().points;
        std::vector<double>& depths = scratch().vertexDepths;
        points.resize(vertices.size());
        depths.resize(vertices.size());
        const Matrix3 turn = m_worldFromMesh.orientation.toRotationMatrix();
        for (std::size_t v = 0; v < points.size(); ++v)
            points[v] = m_worldFromMesh.position + turn * vertices[v];
        sampleSurface(surface, points);
        for (std::size_t v = 0; v < points.size(); ++v)
            depths[v] = m_out.surface[v].height - surface.up().dot(points[v]);
        return depths.data();
    }

    void sampleSurface(const WaterSurface& surface, const std::vector<Vector3>& points) {
        m_out.surface.resize(points.size());
        surface.sampleMany(points.data(), static_cast<int>(points.size()), m_time, m_out.surface.data());
        requireSound(points);
    }

    void requireSound(const std::vector<Vector3>& points) const {
        const int bad = findInvalid(m_out.surface.data(), static_cast<int>(points.size()));
        if (bad < 0) return;
        const Vector3& at = points[static_cast<std::size_t>(bad)];
        throw std::invalid_argument(
            "the water surface gives numbers that are not finite, or a normal that is none, at (" +
            std::to_string(at.x()) + ", " + std::to_string(at.y()) + ", " + std::to_string(at.z()) + ") m");
    }

    [[noreturn]] static void rejectMedium(const Vector3& at) {
        throw std::invalid_argument(
            "the medium gives numbers that are not finite, or a negative density or viscosity, at (" +
            std::to_string(at.x()) + ", " + std::to_string(at.y()) + ", " + std::to_string(at.z()) + ") m");
    }

    /// Divides volume and faces between the parts. The wetted volume needs no lid: the field (0, 0, -depth) has the
    /// divergence 1 and no flux through the surface, where the depth is 0.
    void clip(const Vector3& upInMesh) {
        const int count = m_model.faces().size();
        WettedFaces& wetted = m_out.wetted;
        findWettedFaces(m_model.faceTable(), scratch().depths, scratch().ranges, wettingDepth(), upInMesh, wetted);
        FaceFlow &below = m_out.parts[0].faces, &above = m_out.parts[1].faces;
        below.resize(count);
        above.resize(count);
        std::copy_n(wetted.share.begin(), count, below.share.begin());
        std::transform(wetted.share.begin(), wetted.share.begin() + count, above.share.begin(),
                       [](double share) { return 1.0 - share; });
        m_out.wettedArea = wetted.area;
        m_out.partCount = 2;
        divideVolume(std::clamp(wetted.volume, 0.0, m_model.volume()), wetted.moment);
    }

    /// \param moment of the volume below about the centre of the whole
    void divideVolume(double volume, const Vector3& moment) {
        const double whole = m_model.volume(), least = 1e-12 * whole;
        const double rest = whole - volume;
        for (ImmersedPart& part : m_out.parts) {
            const bool isBelow = &part == &m_out.parts[0];
            part.varies = true;
            part.volume = isBelow ? volume : rest;
            part.center = m_model.centerOfVolume();
            if (part.volume > least) part.center += (isBelow ? 1.0 : -1.0) / part.volume * moment;
        }
        m_out.submergedVolume = volume;
        m_out.submergedCenter = m_out.parts[0].center;
    }

    /// Asks the medium at the centre of the part and, where it is not the same everywhere, at every face.
    void sample(ImmersedPart& part, const FluidMedium& medium) {
        part.source = &medium;
        part.medium = medium.sample(m_worldFromMesh * part.center, m_time);
        if (findInvalid(&part.medium, 1) >= 0) rejectMedium(m_worldFromMesh * part.center);
        FaceFlow& faces = part.faces;
        const bool isCut = part.varies;
        if (!medium.isUniform()) {
            faces.resize(m_model.faces().size());
            if (!isCut) std::fill_n(faces.share.begin(), m_model.faces().size(), 1.0);
            sampleFaces(part, medium);
            part.varies = true;
        } else if (isCut) {
            faces.moves = false;
            faces.spin.setZero();
        }
        if (part.varies) describeAsWhole(part);
        part.addedMass = addedMassOf(part, medium).scaled(part.medium.density);
    }

    /// Per density at the centre of the part.
    SpatialInertia addedMassOf(const ImmersedPart& part, const FluidMedium& medium) {
        const SpatialInertia& whole = m_model.addedMassPerDensity();
        const std::vector<double>& share = part.faces.share;
        const auto end = share.begin() + m_model.faces().size();
        if (!part.varies || std::all_of(share.begin(), end, [](double s) { return s == 1.0; })) return whole;
        // Two uniform media share the whole between them: one sum does for both.
        const bool isRest = &part == &m_out.parts[1] && medium.isUniform() && m_out.parts[0].source->isUniform();
        if (isRest) return whole + m_wettedPart.scaled(-1.0);
        return m_wettedPart = sumAddedMass(m_model.faceTable(), share.data());
    }

    void sampleFaces(ImmersedPart& part, const FluidMedium& medium) {
        const int count = m_model.faces().size();
        std::vector<Vector3>& points = scratch().points;
        std::vector<MediumSample>& samples = scratch().samples;
        points.resize(static_cast<std::size_t>(count));
        samples.resize(static_cast<std::size_t>(count));
        for (int f = 0; f < count; ++f)
            points[static_cast<std::size_t>(f)] = m_worldFromMesh * m_model.faces().centroid(f);
        medium.sampleMany(points.data(), count, m_time, samples.data());
        const int bad = findInvalid(samples.data(), count);
        if (bad >= 0) rejectMedium(points[static_cast<std::size_t>(bad)]);
        const Matrix3 meshFromWorld = m_worldFromMesh.orientation.conjugate().toRotationMatrix();
        const double density = part.medium.density;
        for (int f = 0; f < count; ++f) {
            const MediumSample& at = samples[static_cast<std::size_t>(f)];
            const Vector3 velocity = meshFromWorld * (at.velocity - part.medium.velocity);
            part.faces.velocityX[f] = velocity.x();
            part.faces.velocityY[f] = velocity.y();
            part.faces.velocityZ[f] = velocity.z();
            part.faces.share[f] *= density > 0.0 ? at.density / density : 0.0; // 1 exactly where they are equal
        }
        part.faces.moves = true;
        part.faces.spin = spinOf(part.faces, part.center);
    }

    /// The rotation about `center` that is nearest to the medium's velocity on the faces, by area.
    Vector3 spinOf(const FaceFlow& flow, const Vector3& center) const {
        const FaceArrays& faces = m_model.faces();
        Matrix3 inertia = Matrix3::Zero();
        Vector3 momentum = Vector3::Zero();
        for (int f = 0; f < faces.size(); ++f) {
            const Vector3 r = faces.centroid(f) - center;
            inertia += faces.area[f] * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose());
            momentum += faces.area[f] * r.cross(Vector3(flow.velocityX[f], flow.velocityY[f], flow.velocityZ[f]));
        }
        return inertia.ldlt().solve(momentum);
    }

    void describeAsWhole(ImmersedPart& part) const {
        const FaceArrays& faces = m_model.faces();
        double sum = 0.0;
        for (int f = 0; f < faces.size(); ++f)
            sum += part.faces.share[f] * faces.area[f];
        part.faces.meanShare = sum / m_model.area();
        part.faces.volume = part.volume;
        part.faces.centerOfVolume = part.center;
    }

    void finish() {
        SpatialInertia fluid = m_out.parts[0].addedMass;
        double mass = m_out.parts[0].displacedMass();
        m_out.frameVelocity = m_out.parts[0].medium.velocity;
        if (m_out.partCount == 2) {
            const ImmersedPart& above = m_out.parts[1];
            fluid = fluid + above.addedMass;
            mass += above.displacedMass();
            if (mass > 0.0)
                m_out.frameVelocity += above.displacedMass() / mass * (above.medium.velocity - m_out.frameVelocity);
        }
        m_out.total = InvertibleInertia(m_body.bodyInertia + fluid.changeFrame(m_body.bodyFromMesh.inverse()));
    }

    const FluidBodyModel& m_model;
    const FluidBody& m_body;
    Pose m_worldFromMesh;
    double m_time;
    Immersion& m_out;
    SpatialInertia m_wettedPart; ///< what the last sum over faces gave
};

} // namespace

void immerse(const FluidBody& body, const FluidMedium& medium, const Pose& worldFromBody, double time,
             Immersion& immersion) {
    Immerser(body, worldFromBody, time, immersion).immerseIn(medium);
}

} // namespace ambient
