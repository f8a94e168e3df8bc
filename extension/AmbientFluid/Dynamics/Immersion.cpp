// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Immersion.h"

#include "AmbientFluid/Dynamics/PartSampler.h"
#include "AmbientFluid/Dynamics/VertexLoops.h"

#include <algorithm>

namespace ambient {
namespace {

/// Buffers of one call, reused by the next call on the same thread.
struct ImmersionScratch {
    PointRows points;
    std::vector<double> vertexDepths; ///< below the surface [m]
    CornerValues depths;
    DepthRanges ranges;
    FaceColumns columns;
};

ImmersionScratch& immersionScratch() {
    thread_local ImmersionScratch memory;
    return memory;
}

/// Implementation of immerse().
class Immerser {
  public:
    Immerser(const FluidBody& body, const Pose& worldFromBody, double time, bool inSingle, Immersion& out)
        : m_model(*body.model), m_body(body), m_worldFromMesh(worldFromBody * body.bodyFromMesh), m_time(time),
          m_inSingle(inSingle), m_sampler(m_model, m_worldFromMesh, time, inSingle), m_out(out) {}

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
    /// The medium that wholly contains the body's bounding sphere; null if there is none.
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
        // A vacuum has no velocity of its own. Use that of the water below, so that momentum is measured in one frame
        // on both sides.
        const MediumSample below = m_sampler.at(m_model.centerOfVolume(), divided.below());
        part.medium.velocity = below.velocity;
        part.medium.acceleration = below.acceleration;
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
        CornerValues& depths = immersionScratch().depths;
        DepthRanges& ranges = immersionScratch().ranges;
        if (surface.isFlat())
            fillLinearly(m_model.faceTable(), depthOfCenter(surface), upInMesh, depths);
        else
            fillFromVertices(m_model.faceTable(), depthsOfVertices(surface), depths);
        findDepthRanges(m_model.faceTable(), depths, ranges);
        if (ranges.leastOfAll >= wettingDepth()) return immerseInOne(divided, divided.below());
        if (ranges.mostOfAll <= 0.0) return immerseInOne(divided, divided.above());
        m_out.up = surface.up();
        clip(upInMesh, divided.below().isUniform() ? nullptr : &immersionScratch().columns);
        sample(m_out.parts[0], divided.below());
        sample(m_out.parts[1], divided.above());
    }

    /// Depth of the centre of volume below a flat surface [m].
    double depthOfCenter(const WaterSurface& surface) {
        PointRows& points = immersionScratch().points;
        points.resize(1);
        points.origin = m_worldFromMesh * m_model.centerOfVolume();
        points.offset.set(0, Vector3::Zero());
        sampleSurface(surface, points);
        return m_out.surface.height[0] - surface.up().dot(points.origin);
    }

    const double* depthsOfVertices(const WaterSurface& surface) {
        const FaceTable& table = m_model.faceTable();
        PointRows& points = immersionScratch().points;
        points.resize(table.vertexCount());
        points.origin = m_worldFromMesh * m_model.centerOfVolume();
        turnRows(m_worldFromMesh.orientation.toRotationMatrix(), Vector3::Zero(), table.vertices(), points.offset,
                 points.count);
        sampleSurface(surface, points);
        findDepths(m_out.surface, points, surface.up(), immersionScratch().vertexDepths);
        return immersionScratch().vertexDepths.data();
    }

    void sampleSurface(const WaterSurface& surface, PointRows& points) {
        points.inSingle = m_inSingle;
        m_out.isFlat = surface.isFlat();
        m_out.surface.resize(points.count);
        surface.sampleRows(points, m_time, m_out.surface);
        const int bad = findInvalid(m_out.surface, points.count);
        if (bad >= 0)
            rejectSample("the water surface returns numbers that are not finite, or a normal that is no unit vector",
                         points[bad]);
    }

    /// Divides volume and faces between the parts. The wetted volume needs no lid: the field (0, 0, -depth) has the
    /// divergence 1 and no flux through the surface, since the depth is 0 there.
    void clip(const Vector3& upInMesh, FaceColumns* columns) {
        const int count = m_model.faces().size();
        WettedFaces& wetted = m_out.wetted;
        findWettedFaces(m_model.faceTable(), immersionScratch().depths, immersionScratch().ranges, wettingDepth(),
                        upInMesh, wetted, columns);
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

    /// \param moment of the lower volume about the centre of the whole body
    void divideVolume(double volume, const Vector3& moment) {
        const double whole = m_model.volume(), least = 1e-12 * whole;
        const double rest = whole - volume;
        for (ImmersedPart& part : m_out.parts) {
            part.varies = true;
            part.volume = isBelow(part) ? volume : rest;
            part.center = m_model.centerOfVolume();
            if (part.volume > least) part.center += (isBelow(part) ? 1.0 : -1.0) / part.volume * moment;
        }
        m_out.submergedVolume = volume;
        m_out.submergedCenter = m_out.parts[0].center;
    }

    /// Samples the medium at the centre of the part and, if it is non-uniform, at every face.
    void sample(ImmersedPart& part, const FluidMedium& medium) {
        part.source = &medium;
        FaceFlow& faces = part.faces;
        const bool isCut = part.varies;
        part.medium =
            isCut && !medium.isUniform() ? m_sampler.ofCutPart(part.center, medium) : m_sampler.at(part.center, medium);
        faces.accelerationExcess = Wrench();
        Wrench excess;
        if (!medium.isUniform()) {
            faces.resize(m_model.faces().size());
            if (!isCut) std::fill_n(faces.share.begin(), m_model.faces().size(), 1.0);
            excess = m_sampler.sampleFaces(part, medium);
            faces.accelerationExcess = isCut ? pushOnSide(part, medium) : m_sampler.pushOnVolume(part);
            part.varies = true;
        } else if (isCut) {
            faces.moves = false;
            faces.spin.setZero();
            faces.meanShare = meanShareOfCut(part);
        }
        if (part.varies) {
            faces.volume = part.volume;
            faces.centerOfVolume = part.center;
        }
        part.addedMass = addedMassOf(part, medium).scaled(part.medium.density);
        const Vector3 acceleration = m_sampler.inMeshAxes(part.medium.acceleration);
        const Momentum perTime = part.addedMass * Twist(Vector3::Zero(), acceleration);
        part.carried = excess + Wrench(perTime.angular, perTime.linear);
    }

    bool isBelow(const ImmersedPart& part) const { return &part == &m_out.parts[0]; }

    /// Load of the excess acceleration on a part that the surface cuts. clip() has left the columns of the lower part.
    Wrench pushOnSide(const ImmersedPart& part, const FluidMedium& medium) const {
        FaceColumns& columns = immersionScratch().columns;
        if (!isBelow(part))
            findColumnsAbove(m_model.faceTable(), immersionScratch().depths, m_sampler.inMeshAxes(m_out.up), columns);
        return m_sampler.pushOnColumns(part, medium, columns);
    }

    /// Area mean of the shares of a cut part in a uniform medium: the wetted shares, or their complement.
    double meanShareOfCut(const ImmersedPart& part) const {
        const double wetted = m_out.wetted.shareArea, whole = m_model.area();
        return (isBelow(part) ? wetted : std::max(whole - wetted, 0.0)) / whole;
    }

    /// Added mass of a part, per density at the centre of the part.
    SpatialInertia addedMassOf(const ImmersedPart& part, const FluidMedium& medium) {
        const SpatialInertia& whole = m_model.addedMassPerDensity();
        const std::vector<double>& share = part.faces.share;
        const auto end = share.begin() + m_model.faces().size();
        if (!part.varies || std::all_of(share.begin(), end, [](double s) { return s == 1.0; })) return whole;
        // Two uniform media divide the whole added mass between them: one sum serves both.
        const bool isRest = &part == &m_out.parts[1] && medium.isUniform() && m_out.parts[0].source->isUniform();
        if (isRest) return whole + m_wettedPart.scaled(-1.0);
        return m_wettedPart = sumAddedMass(m_model.faceTable(), share.data());
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
    bool m_inSingle;
    PartSampler m_sampler;
    Immersion& m_out;
    SpatialInertia m_wettedPart; ///< last sum over faces
};

} // namespace

void immerse(const FluidBody& body, const FluidMedium& medium, const Pose& worldFromBody, double time,
             Immersion& immersion, bool inSingle) {
    Immerser(body, worldFromBody, time, inSingle, immersion).immerseIn(medium);
}

} // namespace ambient
