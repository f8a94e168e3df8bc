// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/ModelReduction.h"

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/ReducedSurface.h"
#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Forces/CrowdFit.h"
#include "AmbientFluid/Forces/CrowdForces.h"
#include "AmbientFluid/Forces/CrowdHull.h"
#include "AmbientFluid/Forces/FitTwists.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Forces/PressureFit.h"

#include <stdexcept>

namespace ambient {
namespace {

Vector6 surfaceWrench(const FluidBodyModel& model, const ForceSet& forces, const Twist& twist) {
    return inOneUnit(model, forces.evaluate(model, waterFlow(twist)).dissipative);
}

/// \param wrenchOf inOneUnit() of a reduced model's wrench at a twist
template <class WrenchOf>
ModelMisfit misfitOf(const WrenchOf& wrenchOf, const FluidBodyModel& full, const std::vector<Twist>& twists) {
    const ForceSet forces = ForceSet::surfacePressure();
    double squares = 0.0;
    for (const Twist& twist : twists)
        squares += surfaceWrench(full, forces, twist).squaredNorm();
    const double count = static_cast<double>(twists.size());
    const double least = std::max(kSmallWrench * std::sqrt(squares / count), 1e-300);
    ModelMisfit misfit;
    double errors = 0.0;
    for (const Twist& twist : twists) {
        const Vector6 wanted = surfaceWrench(full, forces, twist);
        const double error = (wrenchOf(twist) - wanted).norm() / std::max(wanted.norm(), least);
        errors += error * error;
        misfit.largest = std::max(misfit.largest, error);
    }
    misfit.mean = std::sqrt(errors / count);
    return misfit;
}

constexpr std::uint64_t kFitSeed = 1, kMisfitSeed = 2;

/// The surface of reduceModel(), fitted.
ReducedSurface fittedSurface(const FluidBodyModel& full, int faces) {
    ReducedSurface surface = reduceSurface(full, faces);
    fitSurfaceForces(full, fitTwists(full, kFitSeed), surface);
    return surface;
}

} // namespace

ReducedModel reduceModel(const FluidBodyModel& full, int faces) {
    ReducedModel reduced{FluidBodyModel::reduced(full, fittedSurface(full, faces)), {}};
    const ForceSet forces = ForceSet::surfacePressure();
    const auto wrenchOf = [&](const Twist& twist) { return surfaceWrench(*reduced.model, forces, twist); };
    reduced.misfit = misfitOf(wrenchOf, full, fitTwists(full, kMisfitSeed));
    return reduced;
}

ReducedModel gameModel(const std::shared_ptr<const FluidBodyModel>& full) {
    if (!full) throw std::invalid_argument("gameModel: the model is null");
    if (full->faces().size() <= kGameFaces) return {full, {}};
    return reduceModel(*full, kGameFaces);
}

ReducedModel crowdModel(const std::shared_ptr<const FluidBodyModel>& full) {
    if (!full) throw std::invalid_argument("crowdModel: the model is null");
    std::vector<Twist> twists;
    for (const std::uint64_t seed : {kFitSeed, std::uint64_t(3), std::uint64_t(4)})
        for (const Twist& twist : fitTwists(*full, seed))
            twists.push_back(twist);
    ReducedSurface surface = fittedSurface(*full, kGameFaces);
    if (const auto fitted = fitCrowdPoints(*full, twists)) {
        auto points = std::make_shared<CrowdPoints>(*fitted);
        points->hull = makeCrowdHull(*FluidBodyModel::reduced(*full, surface));
        surface.crowdPoints = std::move(points);
    }
    ReducedModel reduced{FluidBodyModel::reduced(*full, std::move(surface)), {}};
    const CrowdPoints* const points = reduced.model->crowdPoints().get();
    const ForceSet forces = ForceSet::surfacePressure();
    const auto wrenchOf = [&](const Twist& twist) {
        return points ? inOneUnit(*full, crowdForces(*points, full->centerOfVolume(), waterFlow(twist)))
                      : surfaceWrench(*reduced.model, forces, twist);
    };
    reduced.misfit = misfitOf(wrenchOf, *full, fitTwists(*full, kMisfitSeed));
    return reduced;
}

ReducedModel modelOfDetail(const std::shared_ptr<const FluidBodyModel>& full, ModelDetail detail) {
    switch (detail) {
    case ModelDetail::Game:
        return gameModel(full);
    case ModelDetail::Crowd:
        return crowdModel(full);
    default:
        return {full, {}};
    }
}

} // namespace ambient
