// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MULTI_BODY_OPTIONS_H
#define BT_FLUID_MULTI_BODY_OPTIONS_H

#include "AmbientFluid/Articulated/ArticulatedBody.h"
#include "AmbientFluid/Articulated/LinkAddedMass.h"
#include "AmbientFluid/Articulated/PoseCoordinates.h"

#include <memory>
#include <vector>

namespace ambient
{
class PosedAddedMass;
}

/// How the links of one btMultiBody feel each other through the fluid, and how exactly its steps are taken.
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
	/// Largest error of a substep: ambient::ArticulatedOptions::tolerance, > 0. Default 2e-4, below the error that the
	/// torques of servos have, which are constant through a step: see the table in docs/articulated.md. Motion
	/// without servos, also after a contact, has at most kFreeTolerance, for its energy and momentum.
	double m_tolerance = 2.0e-4;
	/// Largest tolerance of motion without servos.
	static constexpr double kFreeTolerance = 2.0e-6;
	/// True: the faces of the links are summed in single precision, as ForceSet::setSingle() does for all bodies.
	/// Default: as btFluidActionConstructionInfo::m_isSingle.
	bool m_isSingle = false;
	/// Inertia of the motor's rotor of each link's joint (ambient::Joint::armature), in Bullet's order [kg m^2, kg].
	/// Empty (default): none.
	std::vector<double> m_armatures;
	/// Gears between joints; links are counted with the base, as in ambient::ArticulatedBody: Bullet's index + 1. The
	/// positions of joints that follow are set when the multi-body is added and when the user sets joints. A drive
	/// with prescribed joints keeps the gears that its path has. Default: none.
	std::vector<ambient::JointGear> m_gears;
	/// Whether btFluidLinkExchange::m_inputs is recorded, for a flow that moves the links itself. Default: no.
	bool m_keepsInputs = false;
};

#endif  // BT_FLUID_MULTI_BODY_OPTIONS_H
