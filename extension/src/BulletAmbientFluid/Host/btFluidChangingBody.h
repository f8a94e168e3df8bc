// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_CHANGING_BODY_H
#define BT_FLUID_CHANGING_BODY_H

#include "AmbientFluid/Math/SpatialVector.h"
#include "BulletAmbientFluid/btFluidBody.h"

#include <functional>

/// A wet body as the drive of its shape sees it.
class btFluidChangingBody : public btFluidBody
{
public:
	/// Calls `change`, which may change the deformation, and plans the coming step anew.
	/// \param keepsVelocity true: the momentum follows the shape; false: the velocity does
	virtual void changeShape(const std::function<void()>& change, bool keepsVelocity) = 0;
	/// Load of the user in the coming step, about the centre of mass, world axes.
	virtual const ambient::Wrench& userWrench() const = 0;
};

#endif  // BT_FLUID_CHANGING_BODY_H
