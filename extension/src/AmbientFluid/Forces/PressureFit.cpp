// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/PressureFit.h"

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/ReducedSurface.h"
#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Forces/FitLevels.h"
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

/// Weight of the relative errors of bodies that a level cuts, against those of whole ones. Without them a weight on one
/// side may stand in for one on the other, since both change a wrench of the whole body alike: the wrench on the wet
/// part of a box is then wrong by a third, and turns it the wrong way when it falls onto water.
constexpr double kCutWeight = 0.2;
constexpr std::uint64_t kLevelSeed = 5;

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

/// The normal equations of the fit.
class FitEquations {
  public:
    Eigen::MatrixXd matrix;
    Eigen::VectorXd rightSide;

    /// \param bare the reduced model without the weights to be fitted \param scale of the pressure, above 0
    FitEquations(const FluidBodyModel& full, const FluidBodyModel& bare, const std::vector<Twist>& twists, double scale)
        : matrix(Eigen::MatrixXd::Zero(kFitted * bare.faces().size(), kFitted * bare.faces().size())),
          rightSide(Eigen::VectorXd::Zero(matrix.rows())), m_full(full), m_bare(bare), m_scale(scale) {
        double squares = 0.0;
        for (const Twist& twist : twists)
            squares += wrench(full, twist, nullptr).squaredNorm();
        m_least = std::max(kSmallWrench * kSmallWrench * squares / static_cast<double>(twists.size()), 1e-300);
    }

    /// Adds the whole body at a twist. \param columns responses()
    void add(const Twist& twist, const Eigen::MatrixXd& columns) {
        add(wrench(m_full, twist, nullptr), wrench(m_bare, twist, nullptr), 1.0, columns);
    }
    /// Adds the body that a level cuts.
    void add(const Twist& twist, const FitLevel& level, Eigen::MatrixXd columns) {
        wetFaces(m_full, level, m_ofFull);
        wetFaces(m_bare, level, m_ofBare);
        for (int f = 0; f < m_bare.faces().size(); ++f)
            columns.middleCols<kFitted>(kFitted * f) *= m_ofBare.wettedFraction[static_cast<std::size_t>(f)];
        add(wrench(m_full, twist, &m_ofFull), wrench(m_bare, twist, &m_ofBare), kCutWeight, columns);
    }

  private:
    Vector6 wrench(const FluidBodyModel& model, const Twist& twist, const SurfaceMotion* faces) const {
        RelativeFlow flow = waterFlow(twist);
        flow.density = 1.0 / m_scale;
        flow.faces = faces;
        return inOneUnit(m_full, m_pressure.evaluate(model, flow, nullptr));
    }
    void add(const Vector6& wanted, const Vector6& bare, double weight, const Eigen::MatrixXd& columns) {
        const double factor = weight * weight / std::max(wanted.squaredNorm(), m_least);
        matrix.noalias() += factor * columns.transpose() * columns;
        rightSide.noalias() += factor * columns.transpose() * (wanted - bare);
    }

    SurfacePressureForce m_pressure;
    const FluidBodyModel &m_full, &m_bare;
    double m_scale, m_least;
    SurfaceMotion m_ofFull, m_ofBare;
};

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

    FitEquations fit(full, *bare, twists, scale);
    const std::vector<FitLevel> levels = fitLevels(full, twists, kLevelSeed);
    for (std::size_t t = 0; t < twists.size(); ++t) {
        Eigen::MatrixXd columns = responses(*bare, twists[t], before);
        if (full.surface().data().crisis.width() > 0.0) keepKinds(before, columns);
        fit.add(twists[t], columns);
        fit.add(twists[t], levels[t], std::move(columns));
    }
    const double hold = kAdherence * fit.matrix.trace() / unknowns;
    fit.matrix.diagonal().array() += hold;
    fit.rightSide += hold * before;
    const Eigen::VectorXd weights = solveNonNegative(fit.matrix, fit.rightSide);
    for (int k = 0; k < kFitted; ++k)
        for (int f = 0; f < faces; ++f)
            fittedRow(surface.weights, k)[static_cast<std::size_t>(f)] = weights(kFitted * f + k);
}

} // namespace ambient
