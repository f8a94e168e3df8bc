// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Immersion.h"

#include "AmbientFluid/Dynamics/MediumSampler.h"
#include "AmbientFluid/Dynamics/VertexLoops.h"
#include "AmbientFluid/Media/LayeredMedium.h"

#include <algorithm>
#include <optional>

namespace ambient {
namespace {

/// Sets the wetted volume and area to those of the whole body.
void setWhollyWet(const Surface& surface, Immersion& at) {
    at.submergedVolume = surface.volume();
    at.submergedCenter = surface.centerOfVolume();
    at.wettedArea = surface.area();
}

/// Implementation of immerse().
class Immerser {
  public:
    Immerser(const Surface& surface, const Pose& bodyFromMesh, const Pose& worldFromBody, double time, bool inSingle,
             bool needsFaces, Immersion& out)
        : m_surface(surface), m_bodyFromMesh(bodyFromMesh), m_worldFromMesh(worldFromBody * bodyFromMesh), m_time(time),
          m_inSingle(inSingle), m_needsFaces(needsFaces), m_buffers(out.buffers),
          m_sampler(m_surface, m_worldFromMesh, time, inSingle, out.buffers), m_out(out) {
        out.worldFromBody = worldFromBody;
        out.time = time;
        out.surface = &surface;
    }

    void immerseIn(const FluidMedium& medium) {
        const DividedMedium* divided = medium.divided();
        setWhollyWet(m_surface, m_out);
        if (!divided)
            immerseWholly(medium);
        else if (const FluidMedium* only = onlyMedium(*divided))
            immerseInOne(*divided, *only);
        else
            immerseInTwo(*divided);
        finish();
    }

  private:
    /// The medium that wholly contains the body's bounding sphere; null if there is none.
    const FluidMedium* onlyMedium(const DividedMedium& divided) const {
        const double height = divided.surface().up().dot(m_worldFromMesh * m_surface.centerOfVolume());
        const double reach = m_surface.radius();
        const auto [lowest, highest] = divided.heightRange(m_time);
        if (height + reach + wettingDepth() <= lowest) return &divided.below();
        if (height - reach >= highest) return &divided.above();
        return nullptr;
    }

    double wettingDepth() const { return kWettingDepth * m_surface.length(); }

    void immerseInOne(const DividedMedium& divided, const FluidMedium& medium) {
        immerseWholly(medium);
        if (&medium == &divided.below()) return;
        m_out.submergedVolume = m_out.wettedArea = 0.0;
        ImmersedPart& part = m_out.parts[0];
        if (part.medium.density > 0.0) return;
        // A vacuum has no velocity of its own. Use that of the water below, so that momentum is measured in one frame
        // on both sides.
        const MediumSample below = m_sampler.at(m_surface.centerOfVolume(), divided.below());
        part.medium.velocity = below.velocity;
        part.medium.acceleration = below.acceleration;
        part.source = &divided.below();
    }

    void immerseWholly(const FluidMedium& medium) {
        m_out.partCount = 1;
        ImmersedPart& part = m_out.parts[0];
        part.volume = m_surface.volume();
        part.center = m_surface.centerOfVolume();
        part.varies = false;
        sample(part, medium);
    }

    void immerseInTwo(const DividedMedium& divided) {
        const WaterSurface& water = divided.surface();
        const Vector3 upInMesh = m_worldFromMesh.orientation.conjugate() * water.up();
        CornerValues& depths = m_buffers.depths;
        DepthRanges& ranges = m_buffers.ranges;
        if (water.isFlat())
            fillLinearly(m_surface.faceTable(), depthOfCenter(water), upInMesh, depths);
        else
            fillFromVertices(m_surface.faceTable(), depthsOfVertices(water), depths);
        findDepthRanges(m_surface.faceTable(), depths, ranges);
        if (ranges.leastOfAll >= wettingDepth()) return immerseInOne(divided, divided.below());
        if (ranges.mostOfAll <= 0.0) return immerseInOne(divided, divided.above());
        m_out.up = water.up();
        clip(upInMesh, readsFaces(divided.below()) ? &m_buffers.columns : nullptr);
        sample(m_out.parts[0], divided.below());
        sample(m_out.parts[1], divided.above());
        if (m_out.parts[1].medium.density > m_out.parts[0].medium.density)
            rejectSample("the medium above the surface is denser than that below",
                         m_worldFromMesh * m_surface.centerOfVolume());
    }

    /// Depth of the centre of volume below a flat surface [m].
    double depthOfCenter(const WaterSurface& water) {
        PointRows& points = m_buffers.surfacePoints;
        points.resize(1);
        points.origin = m_worldFromMesh * m_surface.centerOfVolume();
        points.offset.set(0, Vector3::Zero());
        sampleSurface(water, points);
        return m_out.waterSurface.height[0] - water.up().dot(points.origin);
    }

    const double* depthsOfVertices(const WaterSurface& water) {
        const FaceTable& table = m_surface.faceTable();
        PointRows& points = m_buffers.surfacePoints;
        points.resize(table.vertexCount());
        points.origin = m_worldFromMesh * m_surface.centerOfVolume();
        turnRows(m_worldFromMesh.orientation.toRotationMatrix(), Vector3::Zero(), table.vertices(), points.offset,
                 points.count);
        sampleSurface(water, points);
        findDepths(m_out.waterSurface, points, water.up(), m_buffers.atVertices);
        return m_buffers.atVertices.data();
    }

    void sampleSurface(const WaterSurface& water, PointRows& points) {
        points.inSingle = m_inSingle;
        m_out.isFlat = water.isFlat();
        m_out.waterSurface.resize(points.count);
        water.sampleRows(points, m_time, m_out.waterSurface);
        const int bad = findInvalid(m_out.waterSurface, points.count);
        if (bad >= 0)
            rejectSample("the water surface returns numbers that are not finite, or a normal that is no unit vector",
                         points[bad]);
    }

    /// Divides volume and faces between the parts. The wetted volume needs no lid: the field (0, 0, -depth) has the
    /// divergence 1 and no flux through the surface, since the depth is 0 there.
    void clip(const Vector3& upInMesh, FaceColumns* columns) {
        const int count = m_surface.faces().size();
        WettedFaces& wetted = m_out.wetted;
        findWettedFaces(m_surface.faceTable(), m_buffers.depths, m_buffers.ranges, wettingDepth(), upInMesh, wetted,
                        columns);
        SurfaceMotion &below = m_out.parts[0].faces, &above = m_out.parts[1].faces;
        below.resize(count);
        above.resize(count);
        std::copy_n(wetted.share.begin(), count, below.wettedFraction.begin());
        std::transform(wetted.share.begin(), wetted.share.begin() + count, above.wettedFraction.begin(),
                       [](double share) { return 1.0 - share; });
        m_out.wettedArea = wetted.area;
        m_out.partCount = 2;
        divideVolume(std::clamp(wetted.volume, 0.0, m_surface.volume()), wetted.moment);
    }

    /// \param moment of the lower volume about the centre of the whole body
    void divideVolume(double volume, const Vector3& moment) {
        const double whole = m_surface.volume(), least = 1e-12 * whole;
        const double rest = whole - volume;
        for (ImmersedPart& part : m_out.parts) {
            part.varies = true;
            part.volume = isBelow(part) ? volume : rest;
            part.center = m_surface.centerOfVolume();
            if (part.volume > least) part.center += (isBelow(part) ? 1.0 : -1.0) / part.volume * moment;
        }
        m_out.submergedVolume = volume;
        m_out.submergedCenter = m_out.parts[0].center;
    }

    /// Whether a medium is sampled at every face. The added mass needs it in layers.
    bool readsFaces(const FluidMedium& medium) const {
        return !medium.isUniform() && (m_needsFaces || !medium.hasUniformDensity());
    }

    /// Samples the medium at the centre of the part and, if it is non-uniform, at every face.
    void sample(ImmersedPart& part, const FluidMedium& medium) {
        part.source = &medium;
        m_isWhole = m_isWhole && (medium.isUniform() || readsFaces(medium));
        SurfaceMotion& faces = part.faces;
        const bool isCut = part.varies;
        part.medium =
            isCut && !medium.isUniform() ? m_sampler.ofCutPart(part.center, medium) : m_sampler.at(part.center, medium);
        faces.accelerationExcess = Wrench();
        part.centerOfMass = part.center;
        Wrench excess;
        if (readsFaces(medium)) {
            faces.resize(m_surface.faces().size());
            if (!isCut) std::fill_n(faces.wettedFraction.begin(), m_surface.faces().size(), 1.0);
            m_sampler.sampleAtFaces(part, medium);
            if (isCut) sampleSide(part, medium);
            if (m_sampler.isStratified(part, isCut)) {
                const std::optional<double> height = isCut ? heightInLayers(medium) : std::nullopt;
                m_sampler.findMass(part, medium, isCut, isBelow(part), height ? &*height : nullptr);
            }
            excess = m_sampler.fillFaces(part);
            faces.accelerationExcess =
                isCut ? m_sampler.pushOnColumns(part) : m_sampler.pushOnVolume(part, m_buffers.atFaces);
            part.varies = true;
        } else if (isCut) {
            faces.moves = false;
            faces.spin.setZero();
            faces.meanWeight = meanWeightOfCut(part);
        }
        if (part.varies) {
            faces.volume = part.volume;
            faces.centerOfVolume = part.centerOfMass;
        }
        part.addedMass = addedMassOf(part, medium).scaled(part.medium.density);
        const Vector3 acceleration = m_sampler.inMeshAxes(part.medium.acceleration);
        const Momentum perTime = part.addedMass * Twist(Vector3::Zero(), acceleration);
        part.carried = excess + Wrench(perTime.angular, perTime.linear);
    }

    bool isBelow(const ImmersedPart& part) const { return &part == &m_out.parts[0]; }

    /// Samples the medium in the columns of a part that the surface cuts. clip() has left those of the lower part.
    void sampleSide(const ImmersedPart& part, const FluidMedium& medium) const {
        FaceColumns& columns = m_buffers.columns;
        if (!isBelow(part))
            findColumnsAbove(m_surface.faceTable(), m_buffers.depths, m_sampler.inMeshAxes(m_out.up), columns);
        m_sampler.sampleInColumns(part, medium, columns);
    }

    /// Height of a flat surface in layers that are parallel to it [m].
    std::optional<double> heightInLayers(const FluidMedium& medium) const {
        const LayeredMedium* const layers = medium.layers();
        if (!layers || !m_out.isFlat) return std::nullopt;
        const Vector3 normal = m_out.waterSurface.normal[0];
        constexpr double kParallel = 1e-12;
        if (normal.cross(layers->up()).norm() > kParallel || m_out.up.cross(layers->up()).norm() > kParallel)
            return std::nullopt;
        return m_out.up.dot(layers->up()) * m_out.waterSurface.height[0];
    }

    /// Area mean of the wetted fractions of a cut part in a uniform medium.
    double meanWeightOfCut(const ImmersedPart& part) const {
        const double wetted = m_out.wetted.shareArea, whole = m_surface.area();
        return (isBelow(part) ? wetted : std::max(whole - wetted, 0.0)) / whole;
    }

    /// Added mass of a part, per density at the centre of the part.
    SpatialInertia addedMassOf(const ImmersedPart& part, const FluidMedium& medium) {
        const SpatialInertia& whole = m_surface.addedMassPerDensity();
        if (!part.varies) return whole;
        const std::vector<double>& weights = part.faces.weights(m_buffers.weights);
        const auto end = weights.begin() + m_surface.faces().size();
        if (std::all_of(weights.begin(), end, [](double weight) { return weight == 1.0; })) return whole;
        // Two uniform media divide the whole added mass between them: one sum serves both.
        const bool isRest = &part == &m_out.parts[1] && medium.isUniform() && m_out.parts[0].source->isUniform();
        if (isRest) return whole + m_wettedPart.scaled(-1.0);
        return m_wettedPart = sumAddedMass(m_surface.faceTable(), weights.data());
    }

    void finish() {
        const ImmersedPart& below = m_out.parts[0];
        SpatialInertia fluid = below.addedMass;
        m_out.medium = below.medium;
        if (m_out.partCount == 2) {
            const ImmersedPart& above = m_out.parts[1];
            fluid = fluid + above.addedMass;
            const double mass = below.displacedMass() + above.displacedMass();
            m_out.medium.density = mass / m_surface.volume();
            if (mass > 0.0) {
                const double share = above.displacedMass() / mass;
                m_out.medium.velocity += share * (above.medium.velocity - below.medium.velocity);
                m_out.medium.acceleration += share * (above.medium.acceleration - below.medium.acceleration);
            }
        }
        m_out.addedMass = fluid.changeFrame(m_bodyFromMesh.inverse());
        if (!m_isWhole) m_out.partCount = 0;
    }

    const Surface& m_surface;
    Pose m_bodyFromMesh, m_worldFromMesh;
    double m_time;
    bool m_inSingle, m_needsFaces;
    bool m_isWhole = true; ///< whether the faces have all that forces read
    ImmersionBuffers& m_buffers;
    MediumSampler m_sampler;
    Immersion& m_out;
    SpatialInertia m_wettedPart; ///< last sum over faces
};

} // namespace

void immerse(const Surface& surface, const Pose& bodyFromMesh, const FluidMedium& medium, const Pose& worldFromBody,
             double time, Immersion& at, bool inSingle) {
    Immerser(surface, bodyFromMesh, worldFromBody, time, inSingle, true, at).immerseIn(medium);
}

void immerseForInertia(const Surface& surface, const Pose& bodyFromMesh, const FluidMedium& medium,
                       const Pose& worldFromBody, double time, Immersion& at, bool inSingle) {
    Immerser(surface, bodyFromMesh, worldFromBody, time, inSingle, false, at).immerseIn(medium);
}

void immerseUniformly(const Surface& surface, const MediumSample& medium, const Pose& worldFromBody, double time,
                      Immersion& at) {
    at.worldFromBody = worldFromBody;
    at.time = time;
    at.surface = &surface;
    at.partCount = 1;
    at.medium = at.parts[0].medium = medium;
    at.parts[0].varies = false;
    at.parts[0].volume = surface.volume();
    at.parts[0].center = surface.centerOfVolume();
    setWhollyWet(surface, at);
}

} // namespace ambient
