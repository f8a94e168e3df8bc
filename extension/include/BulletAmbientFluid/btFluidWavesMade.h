// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_WAVES_MADE_H
#define BT_FLUID_WAVES_MADE_H

#include "AmbientFluid/SurfaceWaves/FloatingModel.h"
#include "BulletAmbientFluid/btFluidAction.h"

/// \file
/// Which waves a floating rigid body or link makes, in place of btFluidActionConstructionInfo::m_makesWaves. Usage:
///
///     const ambient::FluidBody& wet = fluid.getFluidBody(body)->motion().body();
///     auto floating = ambient::FloatingModel::build(wet, {1025.0, 9.81});  // seconds, once per shape and load
///     btFluidSetWavesMade(fluid, body, floating);
///
/// The model is for the rest in still water that the mass and the density give. Waves start anew. Choose before
/// btFluidAction::restoreState(): a state restores the waves of bodies that make them in the same way.

/// Lets a body make no waves, or waves by heaving (ambient::HeaveWaves).
/// \throws std::invalid_argument if the body is not in the fluid
void btFluidSetWavesMade(btFluidAction& fluid, const btRigidBody* body, bool byHeave);
/// Lets a body make waves in all six motions (ambient::RadiationWaves). Where the model does not hold, it makes waves
/// by heaving: with a gravity that differs by more than 1 %, or under a second liquid. \param model shared by bodies of
/// one shape, mass and centre of mass \throws std::invalid_argument if the body is not in the fluid, if it changes its
/// shape, or if there is no model
void btFluidSetWavesMade(btFluidAction& fluid, const btRigidBody* body,
                         std::shared_ptr<const ambient::FloatingModel> model);

/// Lets a link of a multi-body make waves in all six motions, each link as if alone in the water. The model is that of
/// getFluidMultiBodies().find(multiBody)->getLinkBody(link + 1), afloat by itself. Where it does not hold, the link
/// makes none. \param link as Bullet counts, -1 the base \param model null: no waves (default) \throws
/// std::invalid_argument if the multi-body is not in the fluid, has no such link, the link is dry, or links feel each
/// other through the fluid
void btFluidSetWavesMade(btFluidAction& fluid, const btMultiBody* multiBody, int link,
                         std::shared_ptr<const ambient::FloatingModel> model);

#endif  // BT_FLUID_WAVES_MADE_H
