// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/AnnularWing.h"

#include "AmbientFluid/Mesh/MeshSection.h"
#include "AmbientFluid/PotentialFlow/SheetShare.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Radius of the hole over that of the body, between which a hole begins to make a ring.
constexpr double kNarrow = 0.25, kWide = 0.5;
/// Squared part of the mean-line normal across the axis, between which a wall belongs to a ring: a flat washer does
/// not.
constexpr double kFlat = 0.5, kUpright = 0.8;

LiftingDirection alongAxis(const Vector3& direction, double aspect) {
    LiftingDirection flow;
    const double d = 1.44 + std::sqrt(aspect * aspect + 1.7 * 1.7);
    flow.along = direction;
    flow.aspect = aspect;
    flow.slope = 2.0 * kPi * aspect / d;
    flow.suction = 1.0 - 0.5 * kPi / d;
    flow.behind = 0.5 / (1.0 + 0.8 * aspect + 0.065 * aspect * aspect);
    return flow;
}

} // namespace

AnnularWing::AnnularWing(const MeshFaces& faces, const SurfaceShape& shape, const RevolvedBody& body)
    : m_faces(faces), m_shape(shape), m_center(body.center), m_axis(body.axis) {
    if (body.round == 0.0) return;
    double least = INFINITY, largest = 0.0;
    for (const TriangleMesh::Face& face : faces.mesh.faces)
        for (int vertex : face) {
            const double radius = m_axis.cross(faces.mesh.vertices[vertex] - m_center).norm();
            least = std::min(least, radius);
            largest = std::max(largest, radius);
        }
    m_share = body.round * smoothStep(kNarrow, kWide, least / largest);
}

double AnnularWing::share(const Vector3& m) const {
    return m_share == 0.0 ? 0.0 : m_share * smoothStep(kFlat, kUpright, m.cross(m_axis).squaredNorm());
}

bool AnnularWing::measure(const MeshAdjacency& adjacency, int f, double highest, WingFace& face) const {
    const Vector3 c = (m_axis - m_axis.dot(face.m) * face.m).normalized(), s = face.m.cross(c);
    const Vector3& at = m_faces.centroid[f];
    face.alongC = MeanLine::of(sectionThrough(m_faces.mesh, adjacency, f, at, s), c, face.m);
    if (face.alongC.half == 0.0 || face.alongC.height > highest) return false;
    face.alongS = MeanLine();
    face.alongS.chord = s;
    face.alongS.half = face.alongC.half;
    face.alongS.roundAhead = face.alongS.roundBehind = 1.0;
    const double radius = m_axis.cross(at - m_center).norm();
    face.form.chord = alongAxis(c, radius / face.alongC.half);
    face.form.span = LiftingDirection();
    face.form.span.along = s;
    face.form.span.aspect = face.form.chord.aspect;
    face.normal = face.alongC.chord.cross(s) - face.alongC.slope * face.alongC.chord;
    const std::size_t i = static_cast<std::size_t>(f);
    face.sheet = sheetShare(0.0, m_shape.thickness[i] / (4.0 * m_shape.potentialLength[i]));
    return true;
}

} // namespace ambient
