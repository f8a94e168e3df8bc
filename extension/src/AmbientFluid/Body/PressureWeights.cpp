// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/PressureWeights.h"

#include "AmbientFluid/Body/BasePoints.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/PotentialFlow/RevolvedBody.h"
#include "AmbientFluid/PotentialFlow/SheetShare.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Relative depth above which an afterbody counts as long; a sphere has 1.
constexpr double kShortAfterbody = 2.0;
/// Taper (sine of 14 degrees) above which a tail counts as steep.
constexpr double kSteepTaper = 0.25;
/// Elongation, less 1, at which the wake is halfway between those of a compact and of a two-dimensional body.
constexpr double kHalfElongation = 24.0;
/// Rises of the suction at full slope, and of a cavity's pressure, over the values of small slopes.
constexpr double kLeeRise = 1.25, kHollowRise = 1.04;
/// Diameters from the axis of turning within which the vortex at a leading edge stays, in potential lengths.
constexpr double kVortexReach = 8.0;

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

/// Parts of the weights of a face.
struct FaceShape {
    FaceShape(const SurfaceShape& shape, int face, const Vector3& areaVector)
        : f(static_cast<std::size_t>(face)), area(areaVector.norm()), normal(areaVector / area),
          mu(shape.potentialLength[f]), round(shape.roundness[f]), depth(shape.thickness[f] / (4.0 * mu)),
          sheet(sheetShare(round, depth)) {}

    std::size_t f;
    double area;
    Vector3 normal;
    double mu, round, depth, sheet; ///< depth: 1 on a sphere; sheet: lambda
};

using Weights = PressureWeights;

void setFace(Weights& weights, const SurfaceShape& shape, const FaceShape& at, double wakeFactor,
             const SurfacePressureConstants& k) {
    const auto set = [&](int row, double value) { weights.of[static_cast<std::size_t>(row)][at.f] = value; };
    const int face = static_cast<int>(at.f);
    const Vector3& m = shape.meanNormal[at.f];
    const double taper = shape.taper[at.f] / kSteepTaper, steep = taper * taper / (1.0 + taper * taper);
    const double length = ((1.0 - steep) * m + steep * at.normal).norm();
    const double wakeMean = (1.0 - steep) / length, wakeNormal = steep / length;
    const double towardsMean = std::max(at.normal.dot(m), 0.0);
    const double towardsWake = wakeMean * towardsMean + wakeNormal;
    weights.setVector(Weights::MeanX, face, m);
    set(Weights::WakeMean, wakeMean);
    set(Weights::WakeNormal, wakeNormal);

    const double open = 0.5 * at.area * shape.openness[at.f], hollow = shape.hollowness[at.f];
    const double front = open * k.windward * (1.0 - at.round * at.round);
    set(Weights::Front, front * (1.0 - hollow));
    set(Weights::Hollow, front * hollow * kHollowRise);

    const double afterbody = 1.0 / (1.0 + portable::pow(at.depth / kShortAfterbody, 4)); // a long one closes the wake
    const double excess = shape.elongation[at.f] - 1.0, elongated = excess / (excess + kHalfElongation);
    const double base = afterbody + (1.0 - afterbody) * k.longSuction * shape.noseShare[at.f];
    set(Weights::LeeFlat,
        open * towardsWake * (1.0 - at.round) * k.flatSuction * base * (1.0 + k.flatElongation * elongated) * kLeeRise);
    set(Weights::LeeRound, open * towardsWake * wakeFactor * at.round * k.roundSuction * afterbody *
                               (1.0 + k.roundElongation * elongated));
    set(Weights::Base, at.area * (1.0 - afterbody) * (1.0 - at.round));

    const double lift = 0.5 * at.area * towardsMean * at.sheet;
    set(Weights::Revolving, lift * k.revolvingLift);
    set(Weights::Reach, kVortexReach * at.mu);
}

} // namespace

PressureWeights computePressureWeights(const TriangleMesh& mesh, const SurfaceShape& shape, double wakeFactor,
                                       const SurfacePressureConstants& k) {
    PressureWeights weights;
    weights.clear(mesh.faceCount());
    const auto columns = [&](int first) { return weights.spin.block<16, 3>(0, first); };
    double totalArea = 0.0;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const FaceShape at(shape, f, mesh.areaVector(f));
        setFace(weights, shape, at, wakeFactor, k);
        const Vector3 center = mesh.faceCentroid(f), lead = k.sheetLead * at.sheet * at.sheet * shape.edgewardLength[f];
        addFace(center, at.normal, at.area * k.roundSpin * (1.0 - at.sheet) * at.mu, columns(0));
        addFace(center, at.normal, at.area * k.sheetSpin * at.sheet * at.mu, columns(3));
        for (int d = 0; d < 3; ++d)
            addFace(center, at.normal, at.area * lead[d], columns(6 + 3 * d));
        weights.spinLength += 4.0 * at.area * at.mu;
        totalArea += at.area;
    }
    weights.spinLength /= totalArea;
    addBases(mesh, shape.piece, weights);
    weights.feltRotations = shape.feltRotations;
    const RevolvedBody body(mesh, shape.feltRotations, volumeCentroid(mesh));
    if (body.round > 0.0)
        for (int f = 0; f < mesh.faceCount(); ++f)
            weights.actionShares.push_back(body.actionShares(mesh, f));
    return weights;
}

} // namespace ambient
