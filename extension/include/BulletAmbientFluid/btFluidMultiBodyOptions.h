// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MULTI_BODY_OPTIONS_H
#define BT_FLUID_MULTI_BODY_OPTIONS_H

#include "AmbientFluid/Articulated/LinkAddedMass.h"
#include "AmbientFluid/Articulated/PoseCoordinates.h"

#include <memory>
#include <vector>

namespace ambient
{
class PosedAddedMass;
}

/// How the links of one btMultiBody feel each other through the fluid.
struct btFluidMultiBodyOptions
{
	/// Coupled: links have the added mass of parts of one surface, and the mass matrix is dense. Posed: the same, and
	/// it changes as the joints bend. Default: isolated.
	ambient::LinkInertia m_linkInertia = ambient::LinkInertia::Isolated;
	/// Faces of that surface, about; at least 100. It is the union of the convex hulls of the links' models. Solved
	/// when the multi-body is added: .5 s for 2000, .1 s for 800; coupled links once, posed ones for each of many poses
	/// (ambient::PosedAddedMass::build). 0 (default): 2000 for coupled links, 800 for posed ones.
	int m_skinFaces = 0;
	/// Added mass of the links together that the caller has, for instance of a skin, or shared by equal multi-bodies.
	/// Null (default): it is computed.
	std::shared_ptr<const ambient::LinkAddedMass> m_addedMass;
	/// Posed: the same for all poses. Null (default): it is computed.
	std::shared_ptr<const ambient::PosedAddedMass> m_posedAddedMass;
	/// Posed: range of each joint position, in Bullet's order [rad, m]; a joint with limits needs fewer poses, and a
	/// slide has half of the body's length either way without one. Empty (default): limits of the links, if they have
	/// any (btMultibodyLink::m_jointLowerLimit).
	std::vector<ambient::JointRange> m_jointRanges;
	/// Whether btFluidLinkExchange::m_inputs is recorded, for a flow that moves the links itself. Default: no.
	bool m_keepsInputs = false;
};

#endif  // BT_FLUID_MULTI_BODY_OPTIONS_H
