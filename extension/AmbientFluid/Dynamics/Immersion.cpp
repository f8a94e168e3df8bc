// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Immersion.h"

#include "AmbientFluid/Dynamics/FluidAcceleration.h"
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
    std::vector<int> asked;           ///< faces that the samples are of
    std::vector<double> vertexDepths; ///< below the surface [m]
    CornerValues depths;
    DepthRanges ranges;
    std::vector<Vector3> excess; ///< of the acceleration at the points, mesh axes [m/s^2]
    FluidColumns columns;
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
        immerseWholly(medium);
        if (&medium == &divided.below()) return;
        m_out.submergedVolume = m_out.wettedArea = 0.0;
        ImmersedPart& part = m_out.parts[0];
        if (part.medium.density > 0.0) return;
        // Nothing moves as it likes: with what is below, so that momentum means the same on both sides of the surface.
        takeMotionAtCenter(part.medium, divided.below());
        part.source = &divided.below();
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
        part.medium = sampleAt(part.center, medium);
        FaceFlow& faces = part.faces;
        const bool isCut = part.varies;
        faces.accelerationExcess = Wrench();
        Wrench excess;
        if (!medium.isUniform()) {
            if (isCut) takeMotionAtCenter(part.medium, medium);
            faces.resize(m_model.faces().size());
            if (!isCut) std::fill_n(faces.share.begin(), m_model.faces().size(), 1.0);
            sampleFaces(part, medium);
            excess = part.medium.density * pushOfAddedMass(m_model, faces.share, scratch().asked, scratch().excess);
            faces.accelerationExcess = part.medium.density * pushOfPressure(part, medium, isCut);
            part.varies = true;
        } else if (isCut) {
            faces.moves = false;
            faces.spin.setZero();
        }
        if (part.varies) describeAsWhole(part, isCut && medium.isUniform());
        part.addedMass = addedMassOf(part, medium).scaled(part.medium.density);
        const Momentum perTime = part.addedMass * Twist(Vector3::Zero(), inMeshAxes(part.medium.acceleration));
        part.carried = excess + Wrench(perTime.angular, perTime.linear);
    }

    Vector3 inMeshAxes(const Vector3& inWorld) const { return m_worldFromMesh.orientation.conjugate() * inWorld; }

    MediumSample sampleAt(const Vector3& meshPoint, const FluidMedium& medium) const {
        const MediumSample at = medium.sample(m_worldFromMesh * meshPoint, m_time);
        if (findInvalid(&at, 1) >= 0) rejectMedium(m_worldFromMesh * meshPoint);
        return at;
    }

    /// The centre of what is displaced wanders through the body with the waves. Momentum relative to the medium there
    /// would change by that alone.
    void takeMotionAtCenter(MediumSample& sample, const FluidMedium& medium) const {
        const MediumSample atCenter = sampleAt(m_model.centerOfVolume(), medium);
        sample.velocity = atCenter.velocity;
        sample.acceleration = atCenter.acceleration;
    }

    /// Beyond that of the acceleration at the centre of volume, per density. \param isCut by the surface
    Wrench pushOfPressure(const ImmersedPart& part, const FluidMedium& medium, bool isCut) const {
        if (!isCut) {
            weighByDensity(part);
            return pushOnVolume(m_model, scratch().excess);
        }
        const double side = &part == &m_out.parts[0] ? 1.0 : -1.0;
        FluidColumns& columns = scratch().columns;
        columns.fill(m_model, scratch().depths, side, inMeshAxes(m_out.up));
        std::vector<Vector3>& points = scratch().points;
        points.resize(columns.center.size());
        for (std::size_t i = 0; i < points.size(); ++i)
            points[i] = m_worldFromMesh * columns.center[i];
        sampleMany(medium, points);
        setExcess(part);
        weighByDensity(part);
        return pushOnColumns(columns, scratch().excess);
    }

    void sampleMany(const FluidMedium& medium, const std::vector<Vector3>& points) const {
        std::vector<MediumSample>& samples = scratch().samples;
        samples.resize(points.size());
        const int count = static_cast<int>(points.size());
        medium.sampleMany(points.data(), count, m_time, samples.data());
        const int bad = findInvalid(samples.data(), count);
        if (bad >= 0) rejectMedium(points[static_cast<std::size_t>(bad)]);
    }

    void setExcess(const ImmersedPart& part) const {
        const std::vector<MediumSample>& samples = scratch().samples;
        const Matrix3 meshFromWorld = m_worldFromMesh.orientation.conjugate().toRotationMatrix();
        scratch().excess.resize(samples.size());
        for (std::size_t i = 0; i < samples.size(); ++i)
            scratch().excess[i] = meshFromWorld * (samples[i].acceleration - part.medium.acceleration);
    }

    /// Turns the excess of the acceleration into that of density times acceleration, per density of the part.
    void weighByDensity(const ImmersedPart& part) const {
        const std::vector<MediumSample>& samples = scratch().samples;
        const Vector3 acceleration = inMeshAxes(part.medium.acceleration);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const double ratio = part.medium.density > 0.0 ? samples[i].density / part.medium.density : 0.0;
            Vector3& excess = scratch().excess[i];
            excess = ratio * excess + (ratio - 1.0) * acceleration;
        }
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

    /// Only faces that are in the medium are asked for.
    void sampleFaces(ImmersedPart& part, const FluidMedium& medium) {
        const int count = m_model.faces().size();
        std::vector<Vector3>& points = scratch().points;
        std::vector<int>& asked = scratch().asked;
        const std::vector<MediumSample>& samples = scratch().samples;
        const Matrix3 worldFromMesh = m_worldFromMesh.orientation.toRotationMatrix();
        points.clear();
        asked.clear();
        for (int f = 0; f < count; ++f) {
            part.faces.velocityX[f] = part.faces.velocityY[f] = part.faces.velocityZ[f] = 0.0;
            if (part.faces.share[f] == 0.0) continue;
            points.push_back(m_worldFromMesh.position + worldFromMesh * m_model.faces().centroid(f));
            asked.push_back(f);
        }
        sampleMany(medium, points);
        setExcess(part);
        const double density = part.medium.density;
        for (std::size_t i = 0; i < asked.size(); ++i) {
            const int f = asked[i];
            const Vector3 velocity = worldFromMesh.transpose() * (samples[i].velocity - part.medium.velocity);
            part.faces.velocityX[f] = velocity.x();
            part.faces.velocityY[f] = velocity.y();
            part.faces.velocityZ[f] = velocity.z();
            part.faces.share[f] *= density > 0.0 ? samples[i].density / density : 0.0; // 1 exactly where equal
        }
        part.faces.moves = true;
        part.faces.spin = spinOf(part.faces, m_model.centerOfVolume());
    }

    /// The rotation about `center` that is nearest to the medium's velocity on the faces in it, by area. A little of
    /// the other faces keeps that of a body that is hardly in it from growing beyond bounds.
    Vector3 spinOf(const FaceFlow& flow, const Vector3& center) const {
        constexpr double kFloor = 1e-3;
        const FaceArrays& faces = m_model.faces();
        Matrix3 moments = Matrix3::Zero();
        Vector3 momentum = Vector3::Zero();
        for (int f = 0; f < faces.size(); ++f) {
            const Vector3 r = faces.centroid(f) - center;
            const double weight = faces.area[f] * flow.share[f];
            moments.noalias() += (weight > 0.0 ? weight : kFloor * faces.area[f]) * r * r.transpose();
            if (weight > 0.0)
                momentum += weight * r.cross(Vector3(flow.velocityX[f], flow.velocityY[f], flow.velocityZ[f]));
        }
        const Matrix3 inertia = moments.trace() * Matrix3::Identity() - moments;
        return inertia.ldlt().solve(momentum);
    }

    /// \param isCutOnly by the surface: its shares are the wetted ones, or what these leave
    void describeAsWhole(ImmersedPart& part, bool isCutOnly) const {
        const FaceArrays& faces = m_model.faces();
        double sum = 0.0;
        if (isCutOnly) {
            const bool isBelow = &part == &m_out.parts[0];
            sum = isBelow ? m_out.wetted.shareArea : std::max(m_model.area() - m_out.wetted.shareArea, 0.0);
        } else
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
