// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SCALING_WATCH_H
#define BT_FLUID_SCALING_WATCH_H

#include <LinearMath/btVector3.h>

class btCollisionShape;

/// Report on a body whose collision shape was scaled while the body was wet.
constexpr const char* kBtFluidScaled =
	"has a collision shape that was scaled by setLocalScaling() while the body was in the fluid: the fluid acts on the "
	"size before. Remove the body, scale the shape, set mass and inertia, and add the body again";

/// Detects calls of setLocalScaling() on a collision shape, or on a part of it, while its body is wet. These change the
/// shape in contacts and leave the model of the fluid as it was.
class btFluidScalingWatch
{
public:
	/// \param shape null: none
	explicit btFluidScalingWatch(const btCollisionShape* shape) : m_shape(shape), m_scaling(scalingOf(shape)) {}

	/// Whether the shape was scaled since the last call. A shape in place of another one is not a change.
	/// \param shape of the body now, alive; null: none
	bool takeChange(const btCollisionShape* shape)
	{
		const btVector3 scaling = scalingOf(shape);
		const bool isScaled = shape == m_shape && !(scaling == m_scaling);
		m_shape = shape;
		m_scaling = scaling;
		return isScaled;
	}

private:
	/// A sum over the parts of a shape that changes with the scaling of each.
	static btVector3 scalingOf(const btCollisionShape* shape);

	const btCollisionShape* m_shape;  ///< compared only: it may be deleted
	btVector3 m_scaling;
};

#endif  // BT_FLUID_SCALING_WATCH_H
