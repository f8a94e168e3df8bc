// SPDX-License-Identifier: Zlib
#pragma once

#include <memory>

namespace ambient {

class FluidBodyModel;

/// \file
/// Models of fewer faces and unchanged inertia: for worlds of many bodies, and for distant ones.

/// Relative error of a reduced model's surface forces: |difference| / |full|, by the default forces in water.
/// Measured over random twists that the fit does not use, of wrenches about the centre of volume with torques divided
/// by the body's radius. If the full wrench is below kSmallWrench times its root mean square (as for a spinning ball),
/// that bound is the divisor.
struct ModelMisfit {
    double mean = 0.0;    ///< root mean square
    double largest = 0.0; ///< over all twists
};

/// Smallest divisor in ModelMisfit, relative to the root mean square of the full model's wrenches.
constexpr double kSmallWrench = 0.25;

/// A model of fewer faces and the misfit of its forces.
struct ReducedModel {
    std::shared_ptr<const FluidBodyModel> model; ///< the coarse model, never null
    ModelMisfit misfit;                          ///< error of its surface forces
};

/// Makes a model of about `faces` faces, at least 4 per piece, to replace `full` at a distance.
/// Volume, its centre and added mass are bitwise those of the full model, so that a submerged body switches models
/// without a change of momentum or velocity. The weights of the faces are non-negative and fitted [Farhat2014] to the
/// default forces' wrenches over many twists, those of the pressure also to wrenches on parts below a level; the forces
/// therefore remain dissipative. The rotation term is that of the full model. Any force set may be used, but other
/// forces than the default ones are not fitted. Takes some tenths of a second for 144 faces; deterministic.
/// \throws std::invalid_argument if `faces` is less than 4
ReducedModel reduceModel(const FluidBodyModel& full, int faces);

/// How closely the faces of a model follow its mesh.
enum class ModelDetail {
    Full, ///< every face of the mesh
    Game, ///< gameModel()
    Crowd ///< crowdModel()
};

constexpr int kGameFaces = 144; ///< of gameModel(), at most; a multiple of all vector lengths

/// Makes the model for games and other worlds of many bodies: reduceModel() with kGameFaces faces, whose forces differ
/// by some 1 % (docs/shapes.md has a table). A model that has no more faces is returned as it is, with misfit 0.
/// \throws std::invalid_argument if `full` is null
ReducedModel gameModel(const std::shared_ptr<const FluidBodyModel>& full);

/// Makes the model for crowds: that of gameModel() with CrowdPoints, whose forces free bodies feel in the steps of a
/// crowd (btFluidAction); floats, and bodies in other steps, feel the faces. Some tenths of a second; deterministic.
/// \returns the misfit of the points. A model with lifting surfaces (WingCells), without pressure or without Stokes
///          resistance gets no points: its bodies then always feel the faces, of which the misfit is
/// \throws std::invalid_argument if `full` is null
ReducedModel crowdModel(const std::shared_ptr<const FluidBodyModel>& full);

/// The model of a detail: `full` itself, gameModel() or crowdModel(). \throws std::invalid_argument as these
ReducedModel modelOfDetail(const std::shared_ptr<const FluidBodyModel>& full, ModelDetail detail);

} // namespace ambient
