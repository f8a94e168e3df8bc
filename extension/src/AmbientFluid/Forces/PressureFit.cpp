// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/PressureFit.h"

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/ReducedSurface.h"
#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Forces/FitTwists.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Forces/SkinFrictionForce.h"
#include "AmbientFluid/Forces/SurfacePressureForce.h"
#include "AmbientFluid/Math/NonNegativeLeastSquares.h"

#include <array>
#include <utility>

namespace ambient {
namespace {

/// Weight of the initial pressure weights in the fit, against a relative error of 1 at every twist.
constexpr double kAdherence = 1e-4;

/// The rows that are fitted; the others keep their means over the full faces.
constexpr int kFitted = 5;
constexpr std::array<int, kFitted> kFittedRows = {PressureWeights::Front, PressureWeights::LeeFlat,
                                                  PressureWeights::LeeRound, PressureWeights::Sheet,
                                                  PressureWeights::Hollow};

std::vector<double>& fittedRow(PressureWeights& weights, int k) {
    return weights.of[static_cast<std::size_t>(kFittedRows[static_cast<std::size_t>(k)])];
}

/// Share of a face's largest weight below which a weight counts as none.
constexpr double kNoWeight = 0.02;

/// Keeps a face from kinds of force that it does not have: else the front of a sphere would stand in for a part of its
/// wake, which a drag crisis weighs alone.
void keepKinds(const Eigen::VectorXd& before, Eigen::MatrixXd& columns) {
    for (Eigen::Index first = 0; first < before.size(); first += kFitted) {
        const double largest = before.segment<kFitted>(first).maxCoeff();
        for (int k = 0; k < kFitted; ++k)
            if (before(first + k) <= kNoWeight * largest) columns.col(first + k).setZero();
    }
}

/// Columns of the fit at one twist: the wrench per density of a unit weight in each array of each face.
/// The formulas are those of SurfacePressureForce. Lee and sheets of faces in the cells of wings are the full model's:
/// their columns are 0.
/// \param before the weights before the fit
Eigen::MatrixXd responses(const FluidBodyModel& model, const Twist& twist, const Eigen::VectorXd& before) {
    const Faces& faces = model.faces();
    const PressureWeights& weights = model.pressureWeights();
    Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(6, kFitted * faces.size());
    for (int f = 0; f < faces.size(); ++f) {
        const Vector3 point = faces.actionPoint(f), u = twist.linear + twist.angular.cross(point), n = faces.normal(f);
        const std::size_t i = static_cast<std::size_t>(f);
        const Vector3 m = weights.vector(PressureWeights::MeanX, f);
        const Vector3 k = weights.of[PressureWeights::WakeMean][i] * m + weights.of[PressureWeights::WakeNormal][i] * n;
        const double un = u.dot(n), um = u.dot(m), uk = u.dot(k), u2 = std::max(u.squaredNorm(), 1e-300);
        const auto push = [&](const Vector3& along) -> Vector6 {
            return inOneUnit(model, {point.cross(along), along});
        };
        if (un > 0.0) {
            columns.col(kFitted * f) = -un * un * push(n);
            columns.col(kFitted * f + 4) = -un * un * u2 / (un * un + 0.04 * u2) * push(n);
        }
        if (uk < 0.0) {
            columns.col(kFitted * f + 1) = uk * uk * u2 / (uk * uk + 0.25 * u2) * push(k);
            columns.col(kFitted * f + 2) = uk * uk * push(k);
        }
        columns.col(kFitted * f + 3) = -um * std::max(u2 - um * um, 0.0) / std::sqrt(u2) * push(m);
        if (weights.wings.count == 0) continue;
        for (const int fitted : {1, 3})
            if (before(kFitted * f + fitted) == 0.0) columns.col(kFitted * f + fitted).setZero();
    }
    return columns;
}

double frictionFactor(const FluidBodyModel& full, const FluidBodyModel& coarse, const std::vector<Twist>& twists) {
    const SkinFrictionForce friction(kAttachmentBand, FrictionLaw::WholePlate);
    double product = 0.0, square = 0.0;
    for (const Twist& twist : twists) {
        const Vector6 wanted = inOneUnit(full, friction.evaluate(full, waterFlow(twist), nullptr));
        const Vector6 is = inOneUnit(full, friction.evaluate(coarse, waterFlow(twist), nullptr));
        product += wanted.dot(is);
        square += is.squaredNorm();
    }
    return square > 0.0 ? std::max(product / square, 0.0) : 1.0;
}

} // namespace

void fitSurfaceForces(const FluidBodyModel& full, const std::vector<Twist>& twists, ReducedSurface& surface) {
    const int faces = surface.mesh.faceCount(), unknowns = kFitted * faces;
    ReducedSurface unfitted = surface;
    Eigen::VectorXd before(unknowns);
    for (int k = 0; k < kFitted; ++k)
        for (int f = 0; f < faces; ++f)
            before(kFitted * f + k) = std::exchange(fittedRow(unfitted.weights, k)[static_cast<std::size_t>(f)], 0.0);
    const auto bare = FluidBodyModel::reduced(full, unfitted); // without the weights to be fitted
    surface.frictionFactor = frictionFactor(full, *bare, twists);
    const double scale = full.surface().data().pressureScale;
    if (!(scale > 0.0)) return;

    const SurfacePressureForce pressure;
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(unknowns, unknowns);
    Eigen::VectorXd rightSide = Eigen::VectorXd::Zero(unknowns);
    const auto wrench = [&](const FluidBodyModel& model, const Twist& twist) {
        RelativeFlow flow = waterFlow(twist);
        flow.density = 1.0 / scale;
        return inOneUnit(full, pressure.evaluate(model, flow, nullptr));
    };
    double squares = 0.0;
    for (const Twist& twist : twists)
        squares += wrench(full, twist).squaredNorm();
    const double least = std::max(kSmallWrench * kSmallWrench * squares / static_cast<double>(twists.size()), 1e-300);
    for (const Twist& twist : twists) {
        const Vector6 wanted = wrench(full, twist);
        const Vector6 rest = wanted - wrench(*bare, twist);
        const double weight = 1.0 / std::max(wanted.squaredNorm(), least);
        Eigen::MatrixXd columns = responses(*bare, twist, before);
        if (full.surface().data().crisis.width() > 0.0) keepKinds(before, columns);
        matrix.noalias() += weight * columns.transpose() * columns;
        rightSide.noalias() += weight * columns.transpose() * rest;
    }
    const double hold = kAdherence * matrix.trace() / unknowns;
    matrix.diagonal().array() += hold;
    rightSide += hold * before;
    const Eigen::VectorXd weights = solveNonNegative(matrix, rightSide);
    for (int k = 0; k < kFitted; ++k)
        for (int f = 0; f < faces; ++f)
            fittedRow(surface.weights, k)[static_cast<std::size_t>(f)] = weights(kFitted * f + k);
}

} // namespace ambient
