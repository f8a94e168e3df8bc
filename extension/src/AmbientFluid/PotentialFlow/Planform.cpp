// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/Planform.h"

#include "AmbientFluid/Math/PortableFunctions.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// The faces of a piece that are seen along m.
struct SeenFaces {
    const MeshFaces& faces;
    std::vector<int> seen;
    std::vector<double> silhouette; ///< A <n,m> of each

    SeenFaces(const MeshFaces& of, const std::vector<int>& members, const Vector3& m) : faces(of) {
        for (int f : members) {
            const double towards = of.normal[f].dot(m);
            if (!(towards > 0.0)) continue;
            seen.push_back(f);
            silhouette.push_back(of.area[f] * towards);
        }
    }

    struct Extent {
        double low, high;
        double width() const { return high - low; }
        double middle() const { return 0.5 * (low + high); }
    };
    Extent along(const Vector3& direction) const {
        Extent extent{INFINITY, -INFINITY};
        for (int f : seen)
            for (int k = 0; k < 3; ++k) {
                const double x = direction.dot(faces.mesh.corner(f, k));
                extent.low = std::min(extent.low, x);
                extent.high = std::max(extent.high, x);
            }
        return extent;
    }

    /// Slope of <c,x> over the distance of <s,x> from the middle of the span: 0 without sweep.
    double sweep(const Vector3& c, const Vector3& s, double middle) const {
        double weights = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
        for (std::size_t i = 0; i < seen.size(); ++i) {
            const Vector3& at = faces.centroid[seen[i]];
            const double w = silhouette[i], out = std::abs(s.dot(at) - middle), back = c.dot(at);
            weights += w;
            x += w * out;
            y += w * back;
            xx += w * out * out;
            xy += w * out * back;
        }
        const double spread = xx - x * x / weights;
        return spread > 1e-9 * xx ? (xy - x * y / weights) / spread : 0.0;
    }
};

/// The normal of that sharp edge of the outline across which the piece is least wide; zero without one, and if it is
/// least wide across more than two: a round outline of many sides.
Vector3 acrossNarrowest(const SeenFaces& piece, const MeshAdjacency& adjacency, const std::vector<int>& pieceOf,
                        const Vector3& m) {
    const MeshFaces& faces = piece.faces;
    std::vector<Vector3> tried;
    std::vector<double> widths;
    for (int f : piece.seen)
        for (int k = 0; k < 3; ++k) {
            const int g = adjacency.neighbor(f, k);
            if (g >= 0 && pieceOf[g] == pieceOf[f]) continue;
            const Vector3 edge = faces.mesh.corner(f, (k + 1) % 3) - faces.mesh.corner(f, k);
            const Vector3 across = m.cross(edge).normalized();
            if (!(across.squaredNorm() > 0.5)) continue;
            const auto isSame = [&](const Vector3& other) { return std::abs(across.dot(other)) > 1.0 - 1e-9; };
            if (std::any_of(tried.begin(), tried.end(), isSame)) continue;
            tried.push_back(across);
            widths.push_back(piece.along(across).width());
        }
    if (tried.empty()) return Vector3::Zero();
    const double narrow = *std::min_element(widths.begin(), widths.end()) * (1.0 + 1e-6);
    const auto isNarrow = [&](double width) { return width <= narrow; };
    if (std::count_if(widths.begin(), widths.end(), isNarrow) > 2) return Vector3::Zero();
    const auto first = std::find_if(widths.begin(), widths.end(), isNarrow); // in every frame
    return tried[static_cast<std::size_t>(first - widths.begin())];
}

LiftingDirection liftingAlong(const Vector3& direction, double span, double silhouette, double sweep, double flatness) {
    LiftingDirection flow =
        LiftingDirection::ofAspect(portable::pow(span * span / silhouette, flatness), flatness * sweep * sweep);
    flow.along = direction;
    return flow;
}

} // namespace

LiftingDirection LiftingDirection::ofAspect(double aspect, double sweep) {
    LiftingDirection flow;
    flow.aspect = aspect;
    const double a2 = aspect * aspect;
    const double d = 2.8 + std::sqrt(a2 + sweep * a2 * a2 / (a2 + 1.0) + 1.44);
    flow.slope = 2.0 * kPi * aspect / d;
    flow.suction = 1.0 - 2.0 / d;
    flow.side = 2.0 * kPi / (aspect + 2.0);
    flow.behind = 0.5 / (1.0 + 0.85 * aspect * a2 / (a2 + 0.15));
    return flow;
}

double LiftingDirection::sweepOf(double aspect, double slope) {
    const double a2 = aspect * aspect, root = 2.0 * kPi * aspect / slope - 2.8;
    return std::max(root * root - a2 - 1.44, 0.0) * (a2 + 1.0) / (a2 * a2);
}

Planform Planform::of(const MeshFaces& faces, const MeshAdjacency& adjacency, const std::vector<int>& pieceOf,
                      const std::vector<int>& members, const Vector3& m, Vector3 chord, double aspect,
                      double flatness) {
    const SeenFaces piece(faces, members, m);
    if (aspect < kEqualSided) {
        const Vector3 edgewise = acrossNarrowest(piece, adjacency, pieceOf, m);
        if (!edgewise.isZero()) chord = edgewise;
    }
    const Vector3 c = (chord - chord.dot(m) * m).normalized(), s = m.cross(c);
    const SeenFaces::Extent alongChord = piece.along(c), alongSpan = piece.along(s);
    double silhouette = 0.0;
    for (double part : piece.silhouette)
        silhouette += part;
    Planform form;
    form.chord = liftingAlong(c, alongSpan.width(), silhouette, piece.sweep(c, s, alongSpan.middle()), flatness);
    form.span = liftingAlong(s, alongChord.width(), silhouette, piece.sweep(s, c, alongChord.middle()), flatness);
    form.middle = alongChord.middle() * c + alongSpan.middle() * s;
    return form;
}

} // namespace ambient
