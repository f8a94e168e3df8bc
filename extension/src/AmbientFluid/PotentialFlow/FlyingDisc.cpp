// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/FlyingDisc.h"

#include "AmbientFluid/Mesh/MeshSection.h"
#include "AmbientFluid/PotentialFlow/SectionHollows.h"
#include "AmbientFluid/PotentialFlow/SurfacePieces.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Height over diameter, between which a body ceases to be flat.
constexpr double kFlat = 0.25, kTall = 0.4;
/// Cosine between the axis and the outward direction of a hollow along it.
constexpr double kAlongAxis = 0.9;
/// Heights of sections over the half chord: of thin ones, and of those that lift no more.
constexpr double kThin = 0.3, kHighest = 0.6;
/// Slope of the lift of flow that enters a hollow, on the area of the mouth.
constexpr double kEntering = 1.28;

/// The largest share of a hollow along the axis in the section by the plane through the axis and a face.
double hollowOf(const MeshFaces& faces, const MeshAdjacency& adjacency, const RevolvedBody& body, int f) {
    const Vector3& at = faces.centroid[f];
    const Vector3 across = body.axis.cross(at - body.center).normalized(), out = across.cross(body.axis);
    std::vector<SectionHollows::Point> points;
    for (const Vector3& p : sectionThrough(faces.mesh, adjacency, f, at, across))
        points.emplace_back(out.dot(p - body.center), body.axis.dot(p - body.center));
    if (points.size() < 3) return 0.0;
    SectionHollows::orient(points);
    const SectionHollows hollows(points);
    double share = 0.0;
    for (const SectionHollows::Hollow& hollow : hollows.all())
        if (std::abs(hollow.outward().y()) > kAlongAxis) share = std::max(share, hollow.share);
    return share;
}

/// Adds the lift of flow that enters the hollow to that of flow along one direction. Both sides have half of the
/// planform.
void addEntering(MeanLine& line, LiftingDirection& flow) {
    const double entering = 2.0 * kEntering * line.spanned, whole = flow.slope + entering;
    if (entering == 0.0) return;
    const double before = flow.slope / whole;
    flow.slope = whole;
    flow.suction *= before;
    line.curving *= before;
    flow.behind = before * flow.behind + (1.0 - before) * 0.5 * line.mouthHalf;
}

} // namespace

FlyingDisc::FlyingDisc(const MeshFaces& faces, const MeshAdjacency& adjacency, const RevolvedBody& body) {
    if (body.round == 0.0) return;
    double low = INFINITY, high = -INFINITY, radius = 0.0;
    for (const Vector3& vertex : faces.mesh.vertices) {
        const Vector3 arm = vertex - body.center;
        low = std::min(low, body.axis.dot(arm));
        high = std::max(high, body.axis.dot(arm));
        radius = std::max(radius, body.axis.cross(arm).norm());
    }
    const double flat = 1.0 - smoothStep(kFlat, kTall, (high - low) / (2.0 * radius));
    if (flat == 0.0) return;
    int rim = 0;
    const auto outside = [&](int f) { return body.axis.cross(faces.centroid[f] - body.center).norm(); };
    for (int f = 1; f < faces.count(); ++f)
        if (outside(f) > outside(rim)) rim = f;
    m_share = body.round * flat * hollowOf(faces, adjacency, body, rim);
}

void FlyingDisc::join(const Vector3& normal, WingFace& face) const {
    const Vector3 across = face.alongC.chord.cross(face.alongS.chord).normalized();
    const double seen = std::max(normal.dot(across), 0.0) / std::max(normal.dot(face.m), 1e-6);
    face.half *= 1.0 + m_share * (seen - 1.0);
    const double thin = 1.0 - smoothStep(kThin, kHighest, std::max(face.alongC.height, face.alongS.height));
    face.sheet += m_share * thin * (1.0 - face.sheet);
    addEntering(face.alongC, face.form.chord);
    addEntering(face.alongS, face.form.span);
}

double FlyingDisc::open(const Vector3& normal, const WingFace& face) const {
    const MeanLine& line = face.alongC.spanned < face.alongS.spanned ? face.alongS : face.alongC;
    const double facing = normal.dot(line.mouth);
    return 1.0 - line.spanned * (1.0 - facing * facing);
}

} // namespace ambient
