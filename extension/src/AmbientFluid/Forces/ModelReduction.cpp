// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/ModelReduction.h"

#include "AmbientFluid/Forces/FitTwists.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Forces/PressureFit.h"

#include <stdexcept>

namespace ambient {
namespace {

Vector6 surfaceWrench(const FluidBodyModel& model, const ForceSet& forces, const Twist& twist) {
    return inOneUnit(model, forces.evaluate(model, waterFlow(twist)).dissipative);
}

ModelMisfit misfitOf(const FluidBodyModel& reduced, const FluidBodyModel& full, const std::vector<Twist>& twists) {
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
        const double error = (surfaceWrench(reduced, forces, twist) - wanted).norm() / std::max(wanted.norm(), least);
        errors += error * error;
        misfit.largest = std::max(misfit.largest, error);
    }
    misfit.mean = std::sqrt(errors / count);
    return misfit;
}

} // namespace

ReducedModel reduceModel(const FluidBodyModel& full, int faces) {
    constexpr std::uint64_t kFitSeed = 1, kMisfitSeed = 2;
    ReducedSurface surface = reduceSurface(full, faces);
    fitSurfaceForces(full, fitTwists(full, kFitSeed), surface);
    ReducedModel reduced{FluidBodyModel::reduced(full, std::move(surface)), {}};
    reduced.misfit = misfitOf(*reduced.model, full, fitTwists(full, kMisfitSeed));
    return reduced;
}

ReducedModel gameModel(const std::shared_ptr<const FluidBodyModel>& full) {
    if (!full) throw std::invalid_argument("gameModel: the model is null");
    if (full->faces().size() <= kGameFaces) return {full, {}};
    return reduceModel(*full, kGameFaces);
}

} // namespace ambient
