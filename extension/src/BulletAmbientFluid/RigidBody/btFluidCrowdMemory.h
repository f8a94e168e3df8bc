// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_CROWD_MEMORY_H
#define BT_FLUID_CROWD_MEMORY_H

#include "AmbientFluid/Crowds/CrowdFloats.h"
#include "AmbientFluid/Crowds/CrowdStep.h"

/// What a body keeps from one plan made in a crowd to the next.
struct btFluidCrowdMemory
{
	bool m_isOfCrowd = false;          ///< the present plan was made in a crowd
	ambient::CrowdPast m_before;       ///< with which that plan was made; no time: none
	ambient::CrowdPast m_after;        ///< for the next plan in a crowd; no time: none
	ambient::MediumSample m_medium;    ///< at the body, if m_isOfCrowd
	bool m_isOfFloats = false;         ///< the present plan was made in a crowd of floats
	ambient::FloatPast m_floatBefore;  ///< with which that plan was made
	ambient::FloatPast m_floatAfter;   ///< for the next plan among floats; no time: none
	ambient::Twist m_floatVelocity;    ///< at the end of that plan, world axes
	ambient::Momentum m_floatImpulse;  ///< of all its loads, about the centre of mass, world axes

	/// The present plan is not made in a crowd.
	void leave()
	{
		m_isOfCrowd = m_isOfFloats = false;
		m_after = ambient::CrowdPast();
		m_floatAfter = ambient::FloatPast();
	}
	/// A plan in a crowd begins.
	void join()
	{
		m_isOfCrowd = true;
		m_isOfFloats = false;
		m_before = m_after;
	}
	/// A plan in a crowd of floats begins. \param past of the state
	void joinFloats(const ambient::FloatPast& past)
	{
		leave();
		m_isOfFloats = true;
		m_floatBefore = past;
	}
};

#endif  // BT_FLUID_CROWD_MEMORY_H
