// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MULTI_BODY_OPTIONS_H
#define BT_FLUID_MULTI_BODY_OPTIONS_H

#include "AmbientFluid/Articulated/LinkAddedMass.h"

#include <memory>

/// How the links of one btMultiBody feel each other through the fluid.
struct btFluidMultiBodyOptions
{
	/// Coupled: links have the added mass of parts of one surface, and the mass matrix is dense. Default: isolated.
	ambient::LinkInertia m_linkInertia = ambient::LinkInertia::Isolated;
	/// Faces of that surface, about; at least 100. It is the union of the convex hulls of the links' models, all joints
	/// at zero. Solved when the multi-body is added: .5 s for 2000 (default).
	int m_skinFaces = 2000;
	/// Added mass of the links together that the caller has, for instance of a skin, or shared by equal multi-bodies.
	/// Null (default): it is computed.
	std::shared_ptr<const ambient::LinkAddedMass> m_addedMass;
};

#endif  // BT_FLUID_MULTI_BODY_OPTIONS_H
