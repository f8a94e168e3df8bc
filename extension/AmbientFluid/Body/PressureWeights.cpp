// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/PressureWeights.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Relative depth above which an afterbody counts as long; a sphere has 1.
constexpr double kShortAfterbody = 1.2;

/// The share of a thin sheet in a face: 0 for bluff faces, 1 for flat ones on a body that is thin compared with mu.
double sheetShare(double roundness, double relativeThickness) {
    const double bluff = 1.0 + 4.0 * relativeThickness * relativeThickness;
    return (1.0 - roundness) / (bluff * bluff);
}

/// Lift slope of a wing relative to a square one: A / (A + 2) of lifting-line theory [Prandtl1921].
double liftFactor(double aspectRatio) {
    return 3.0 * aspectRatio / (2.0 + aspectRatio);
}

/// Adds a face to three columns. \param weight g times the face's area
void addFace(const Vector3& c, const Vector3& n, double weight, Eigen::Block<SpinColumns, 16, 3> sums) {
    for (int j = 0; j < 3; ++j) {
        const Vector3 spin = weight * (Vector3::Unit(j) - n[j] * n);
        auto column = sums.col(j);
        column.segment<3>(0) += spin;
        column.segment<3>(3) += c.dot(spin) * c;
        for (int k = 0; k < 3; ++k)
            column.segment<3>(6 + 3 * k) += c[k] * spin;
        column(15) += c.dot(spin);
    }
}

} // namespace

PressureWeights computePressureWeights(const TriangleMesh& mesh, const SurfaceShape& shape, double wakeFactor,
                                       const SurfacePressureConstants& k) {
    PressureWeights weights;
    const auto columns = [&](int first) { return weights.spin.block<16, 3>(0, first); };
    double totalArea = 0.0;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const Vector3 areaVector = mesh.areaVector(f), center = mesh.faceCentroid(f);
        const double area = areaVector.norm();
        const double mu = shape.potentialLength[f], round = shape.roundness[f];
        const double depth = shape.thickness[f] / (4.0 * mu); // 1 on a sphere
        const double sheet = sheetShare(round, depth);

        const double afterbody = 1.0 / (1.0 + std::pow(depth / kShortAfterbody, 4)); // a long one closes the wake
        const double chordwise = k.sheetLift * sheet * liftFactor(shape.aspectRatio[f]);
        const double spanwise = k.sheetLift * sheet * liftFactor(1.0 / shape.aspectRatio[f]);
        const double lee = k.sideSuction * (1.0 - sheet) * (1.0 - round + wakeFactor * round);
        weights.windwardNormal.push_back(0.5 * area * k.windward * (1.0 - round));
        weights.windwardAlong.push_back(0.5 * area * spanwise);
        weights.leewardNormal.push_back(0.5 * area * afterbody *
                                        (k.flatSuction * (1.0 - round) + wakeFactor * k.roundSuction * round));
        weights.leewardAlong.push_back(0.5 * area * (spanwise + lee));
        const double chord = std::sqrt(0.5 * area * std::max(chordwise - spanwise, 0.0));
        weights.chordX.push_back(chord * shape.chordDirection[f].x());
        weights.chordY.push_back(chord * shape.chordDirection[f].y());
        weights.chordZ.push_back(chord * shape.chordDirection[f].z());

        const Vector3 normal = areaVector / area, lead = k.sheetLead * sheet * sheet * shape.edgewardLength[f];
        addFace(center, normal, area * k.roundSpin * (1.0 - sheet) * mu, columns(0));
        addFace(center, normal, area * k.sheetSpin * sheet * mu, columns(3));
        for (int d = 0; d < 3; ++d)
            addFace(center, normal, area * lead[d], columns(6 + 3 * d));
        weights.spinLength += 4.0 * area * mu;
        totalArea += area;
    }
    weights.spinLength /= totalArea;
    return weights;
}

} // namespace ambient
