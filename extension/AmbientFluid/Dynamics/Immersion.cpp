// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Immersion.h"

#include "AmbientFluid/Dynamics/FluidAcceleration.h"
#include "AmbientFluid/Media/CallbackMedium.h"
#include "AmbientFluid/Mesh/TriangleClip.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

/// Points and samples of one call, kept for the next one on the same thread.
struct Scratch {
    std::vector<Vector3> points;
    std::vector<MediumSample> samples;
    std::vector<double> depths;  ///< of the vertices below the surface [m]
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
        const int vertices = m_model.mesh().vertexCount();
        std::vector<Vector3>& points = scratch().points;
        points.resize(static_cast<std::size_t>(vertices));
        for (int v = 0; v < vertices; ++v)
            points[static_cast<std::size_t>(v)] =
                m_worldFromMesh * m_model.mesh().vertices[static_cast<std::size_t>(v)];
        m_out.surface.resize(points.size());
        std::vector<double>& depths = scratch().depths;
        depths.resize(points.size());
        divided.surface().sampleMany(points.data(), vertices, m_time, m_out.surface.data());
        requireSound(points);
        const Vector3& up = divided.surface().up();
        double least = 1e300, most = -1e300;
        for (std::size_t v = 0; v < points.size(); ++v) {
            const double depth = depths[v] = m_out.surface[v].height - up.dot(points[v]);
            least = std::min(least, depth);
            most = std::max(most, depth);
        }
        if (least >= wettingDepth()) return immerseInOne(divided, divided.below());
        if (most <= 0.0) return immerseInOne(divided, divided.above());
        m_out.up = up;
        clip(m_worldFromMesh.orientation.conjugate() * up);
        sample(m_out.parts[0], divided.below());
        sample(m_out.parts[1], divided.above());
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
        const TriangleMesh& mesh = m_model.mesh();
        const FaceArrays& faces = m_model.faces();
        ImmersedPart &below = m_out.parts[0], &above = m_out.parts[1];
        below.faces.resize(faces.size());
        above.faces.resize(faces.size());
        m_out.wettedFractions.resize(static_cast<std::size_t>(faces.size()));
        m_out.cutFaces.clear();
        const double band = wettingDepth();
        double volume = 0.0, wettedArea = 0.0;
        Vector3 moment = Vector3::Zero();
        for (int f = 0; f < faces.size(); ++f) {
            const TriangleMesh::Face& corners = mesh.faces[static_cast<std::size_t>(f)];
            const std::array<double, 3> d = depthsOf(corners);
            below.faces.share[f] = m_out.wettedFractions[f] = 0.0;
            above.faces.share[f] = 1.0;
            if (!(std::max({d[0], d[1], d[2]}) > 0.0)) continue;
            const TriangleClip wet = clipTriangle(d);
            const double flux = -faces.area[f] * faces.normal(f).dot(upInMesh);
            volume += flux * wet.mean;
            Vector3 faceMoment = Vector3::Zero();
            double square = 0.0; // mean of depth^2 where wet
            for (std::size_t k = 0; k < 3; ++k) {
                faceMoment +=
                    wet.moments[k] * (mesh.vertices[static_cast<std::size_t>(corners[k])] - m_model.centerOfVolume());
                square += wet.moments[k] * d[k];
            }
            moment += flux * (faceMoment + 0.5 * square * upInMesh);
            below.faces.share[f] = wettedShare(f, d, wet, band);
            above.faces.share[f] = 1.0 - below.faces.share[f];
            m_out.wettedFractions[f] = wet.fraction();
            wettedArea += wet.fraction() * faces.area[f];
        }
        m_out.wettedArea = wettedArea;
        m_out.partCount = 2;
        divideVolume(std::clamp(volume, 0.0, m_model.volume()), moment);
    }

    /// Grows with the depth of each point of the face from 0 to 1 within `band`, and is averaged over the face.
    double wettedShare(int face, const std::array<double, 3>& d, const TriangleClip& wet, double band) {
        if (std::min({d[0], d[1], d[2]}) >= band) return 1.0;
        const TriangleClip deep = clipTriangle({d[0] - band, d[1] - band, d[2] - band});
        Immersion::CutFace cut{face, {}};
        for (std::size_t k = 0; k < 3; ++k)
            cut.shareSlope[k] = (wet.slope[k] - deep.slope[k]) / band;
        m_out.cutFaces.push_back(cut);
        return std::clamp((wet.mean - deep.mean) / band, 0.0, 1.0);
    }

    static std::array<double, 3> depthsOf(const TriangleMesh::Face& corners) {
        const std::vector<double>& depths = scratch().depths;
        return {depths[static_cast<std::size_t>(corners[0])], depths[static_cast<std::size_t>(corners[1])],
                depths[static_cast<std::size_t>(corners[2])]};
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
            if (!isCut) std::fill(faces.share.begin(), faces.share.end(), 1.0);
            sampleFaces(part, medium);
            excess = part.medium.density * pushOfAddedMass(m_model, faces.share, scratch().excess);
            faces.accelerationExcess = part.medium.density * pushOfPressure(part, medium, isCut);
            part.varies = true;
        } else if (isCut) {
            for (std::vector<double>* array : {&faces.velocityX, &faces.velocityY, &faces.velocityZ})
                std::fill(array->begin(), array->end(), 0.0);
            faces.spin.setZero();
        }
        if (part.varies) describeAsWhole(part);
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
        if (!part.varies || std::all_of(share.begin(), share.end(), [](double s) { return s == 1.0; })) return whole;
        // Two uniform media share the whole between them: one sum does for both.
        const bool isRest = &part == &m_out.parts[1] && medium.isUniform() && m_out.parts[0].source->isUniform();
        if (isRest) return whole + m_wettedPart.scaled(-1.0);
        return m_wettedPart = m_model.addedMassShares().sum(share);
    }

    void sampleFaces(ImmersedPart& part, const FluidMedium& medium) {
        const int count = m_model.faces().size();
        std::vector<Vector3>& points = scratch().points;
        const std::vector<MediumSample>& samples = scratch().samples;
        points.resize(static_cast<std::size_t>(count));
        for (int f = 0; f < count; ++f)
            points[static_cast<std::size_t>(f)] = m_worldFromMesh * m_model.faces().centroid(f);
        sampleMany(medium, points);
        setExcess(part);
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
        part.faces.spin = spinOf(part.faces, m_model.centerOfVolume());
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
