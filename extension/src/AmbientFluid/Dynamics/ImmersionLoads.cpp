// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/ImmersionLoads.h"

#include "AmbientFluid/Dynamics/FaceShapes.h"
#include "AmbientFluid/Dynamics/VertexLoops.h"

namespace ambient {
namespace {

SurfaceDensities densitiesOf(const Immersion& at) {
    const auto ratios = [](const ImmersedPart& part) {
        return part.faces.isStratified ? part.faces.densityRatio.data() : nullptr;
    };
    const ImmersedPart &below = at.parts[0], &above = at.parts[1];
    return {below.medium.density, above.medium.density, ratios(below), ratios(above)};
}

} // namespace

ImmersionLoads::ImmersionLoads(const Pose& bodyFromMesh, const Immersion& at, const Twist& relative, OnlyPlace)
    : m_surface(*at.surface), m_at(at), m_worldFromMesh(at.worldFromBody * bodyFromMesh),
      m_meshFromWorld(m_worldFromMesh.orientation.conjugate()), m_relativeInMesh(changeFrame(relative, bodyFromMesh)) {}

ImmersionLoads::ImmersionLoads(const Pose& bodyFromMesh, Immersion& at, const Twist& relative)
    : ImmersionLoads(bodyFromMesh, at, relative, OnlyPlace()) {
    Wrench inMesh, shed;
    for (int i = 0; i < at.partCount; ++i)
        inMesh += at.part(i).carried;
    if (at.partCount == 2) {
        findSinking(at.buffers);
        const MomentumThroughSurface through = throughSurface(at.buffers.sinking);
        shed += Wrench(through.leaving);
        inMesh += Wrench(through.entering);
    }
    inMesh += shed;
    const Quaternion& worldFromBody = at.worldFromBody.orientation;
    m_wrench = rotated(worldFromBody, changeFrame(bodyFromMesh, inMesh));
    m_shed = rotated(worldFromBody, changeFrame(bodyFromMesh, shed));
}

Momentum ImmersionLoads::surfaceRate(const Pose& bodyFromMesh, Immersion& at, const Twist& relative,
                                     const Vector3& wind) {
    if (at.partCount != 2) return {};
    const ImmersionLoads loads(bodyFromMesh, at, relative, OnlyPlace());
    loads.findSinking(at.buffers);
    const Vector3 inMesh = bodyFromMesh.orientation.conjugate() * wind;
    const Wrench rate(
        sumSurfaceRate(loads.m_surface.faceTable(), at.wetted, at.buffers.sinking, densitiesOf(at), inMesh));
    const Wrench inBody = changeFrame(bodyFromMesh, rate);
    return {inBody.angular, inBody.linear};
}

Vector3 ImmersionLoads::velocityAt(const Vector3& meshPoint) const {
    return m_at.medium.velocity +
           m_worldFromMesh.orientation * (m_relativeInMesh.linear + m_relativeInMesh.angular.cross(meshPoint));
}

void ImmersionLoads::findSinking(ImmersionBuffers& buffers) const {
    const FaceTable& table = m_surface.faceTable();
    CornerValues& sinking = buffers.sinking;
    const Vector3 center = velocityAt(m_surface.centerOfVolume());
    if (m_at.deforms()) return findSinkingOfShape(center, buffers);
    if (m_at.isFlat) {
        const Vector3 normal = m_at.waterSurface.normal[0], perHeight = normal / normal.dot(m_at.up);
        const Vector3 inMesh = m_meshFromWorld * perHeight;
        const double atCenter = perHeight.dot(m_at.waterSurface.velocity[0] - center);
        fillBlocksLinearly(table, atCenter, inMesh.cross(m_relativeInMesh.angular), m_at.wetted.cutBlocks, sinking);
        return;
    }
    const Matrix3 worldFromMesh = m_worldFromMesh.orientation.toRotationMatrix();
    const Vector3 spin = worldFromMesh * m_relativeInMesh.angular;
    ambient::findSinking(table, m_at.waterSurface, m_at.up, {worldFromMesh, center, spin}, buffers.atVertices);
    fillBlocksFromVertices(table, buffers.atVertices.data(), m_at.wetted.cutBlocks, sinking);
}

void ImmersionLoads::findSinkingOfShape(const Vector3& center, ImmersionBuffers& buffers) const {
    const FaceTable& table = m_surface.faceTable();
    const VectorRows& own = m_at.shape->vertexVelocity;
    const bool hasOwn = hasVertexVelocity(*m_at.shape);
    const Matrix3 worldFromMesh = m_worldFromMesh.orientation.toRotationMatrix();
    std::vector<double>& sinking = buffers.atVertices;
    VectorRows::resizeRow(sinking, table.vertexCount());
    for (int v = 0; v < table.vertexCount(); ++v) {
        const int sample = m_at.isFlat ? 0 : v;
        const Vector3 normal = m_at.waterSurface.normal[sample];
        Vector3 inMesh = m_relativeInMesh.angular.cross(table.vertices()[v]);
        if (hasOwn) inMesh += own[v];
        const Vector3 across = m_at.waterSurface.velocity[sample] - center - worldFromMesh * inMesh;
        sinking[static_cast<std::size_t>(v)] = across.dot(normal) / normal.dot(m_at.up);
    }
    fillBlocksFromVertices(table, sinking.data(), m_at.wetted.cutBlocks, buffers.sinking);
}

MomentumThroughSurface ImmersionLoads::throughSurface(const CornerValues& sinking) const {
    const WaterlineMotion motion = {densitiesOf(m_at), m_relativeInMesh.vector(), motionOfDenser(), &denserPart().faces,
                                    m_at.shapeRates()};
    return sumThroughSurface(m_surface.faceTable(), m_at.wetted, sinking, motion);
}

const ImmersedPart& ImmersionLoads::denserPart() const {
    return m_at.parts[m_at.parts[0].medium.density >= m_at.parts[1].medium.density ? 0 : 1];
}

Vector3 ImmersionLoads::motionOfDenser() const {
    return m_meshFromWorld * (denserPart().medium.velocity - m_at.medium.velocity);
}

} // namespace ambient
