// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_CROWD_MEMORY_H
#define BT_FLUID_CROWD_MEMORY_H

#include "AmbientFluid/Dynamics/CrowdStep.h"

/// What a body keeps from one plan made in a crowd to the next.
struct btFluidCrowdMemory
{
	bool m_isOfCrowd = false;        ///< the present plan was made in a crowd
	ambient::CrowdPast m_before;     ///< with which that plan was made; no time: none
	ambient::CrowdPast m_after;      ///< for the next plan in a crowd; no time: none
	ambient::MediumSample m_medium;  ///< at the body, if m_isOfCrowd

	/// The present plan is not made in a crowd.
	void leave()
	{
		m_isOfCrowd = false;
		m_after = ambient::CrowdPast();
	}
	/// A plan in a crowd begins.
	void join()
	{
		m_isOfCrowd = true;
		m_before = m_after;
	}
};

#endif  // BT_FLUID_CROWD_MEMORY_H
