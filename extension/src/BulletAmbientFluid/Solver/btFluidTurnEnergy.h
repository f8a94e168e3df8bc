// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_TURN_ENERGY_H
#define BT_FLUID_TURN_ENERGY_H

#include "AmbientFluid/Math/SpatialInertia.h"

#include <algorithm>
#include <vector>

class btFluidSolvedBody;
struct btFluidSolvedSide;
struct btSolverBody;

/// Keeps jointed bodies that the correction of their joints turns from gaining energy. A turn at constant momentum
/// changes the energy of a body. If the bodies of a set gain, their motion relative to that with locked joints is
/// reduced: with u_l the motion as one rigid body that has their linear and angular momentum,
///
///     u' = u_l + c (u - u_l),     energy of the set: less by (1 - c^2) sum (u - u_l) . K (u - u_l) / 2.
///
/// The set keeps both momenta, and the joints stay closed. The largest c serves that takes what the turns give; if c =
/// 0 takes too little, the turns are reduced. The locked motion of bodies that joints hold to the world is rest.
/// 6-vectors are about the centres of mass, world axes.
class btFluidTurnEnergy
{
public:
	/// A body of a set.
	struct Body
	{
		int m_number;                    ///< of the caller
		int m_set;                       ///< below the count of start()
		const btFluidSolvedBody* m_wet;  ///< whose energy a turn changes; null: none
		ambient::Matrix6 m_inertia;      ///< K; zero: of a body with locked axes
		ambient::Vector3 m_place;        ///< of the centre of mass [m]
		ambient::Twist m_velocity;       ///< after the solve
		ambient::Twist m_change;         ///< of the velocity by the solve
		ambient::Vector3 m_turn;         ///< by the correction [rad]
		ambient::Twist m_relative = {};  ///< set by find(): u - u_l

		/// Takes wet side, inertia, place and velocity; needs m_change. \param side null: a dry body
		/// \returns whether the body has no locked axis
		bool take(const btSolverBody& solved, const btFluidSolvedSide* side);
	};

	/// Forgets all bodies.
	void start(int sets);
	void add(const Body& body) { m_bodies.push_back(body); }
	/// Tells that joints hold a set to the world, or that a body of it cannot move freely.
	void hold(int set) { m_sets[size_t(set)].m_isHeld = true; }
	/// Sets the work of the joints of a set in the step, not positive: the turns may give as much back [J].
	void setWork(int set, double work) { m_sets[size_t(set)].m_work = work; }
	/// Finds c and the turns of all sets.
	void find();

	const std::vector<Body>& bodies() const { return m_bodies; }
	/// Change of the velocity by find().
	ambient::Twist change(const Body& body) const;
	/// Share of the turns of a set that is left.
	double turned(int set) const { return m_sets[size_t(set)].turned(); }

private:
	/// A set, and the search for its point on a path: up to 1 it is 1 - c, from there to 2 the turns shrink to nothing.
	struct Set
	{
		bool m_isHeld = false, m_isEmpty = true, m_isFound = false;
		double m_work = 0.0, m_relative = 0.0;  ///< work of the joints; energy of the relative motion [J]
		double m_turn = 0.0, m_given = 0.0;     ///< of the turns at the present point, of all at the first one [J]
		double m_point = 0.0, m_low = 0.0, m_high = 2.0, m_atLow = 0.0, m_atHigh = 0.0;
		ambient::Vector3 m_origin;
		ambient::Matrix6 m_inertia = ambient::Matrix6::Zero();   ///< about the origin
		ambient::Vector6 m_momentum = ambient::Vector6::Zero();  ///< about the origin
		ambient::Twist m_locked;                                 ///< about the origin

		double kept() const { return std::max(1.0 - m_point, 0.0); }           ///< c
		double turned() const { return std::clamp(2.0 - m_point, 0.0, 1.0); }  ///< share of the turns
		void next();  ///< takes the energy of the turns at the present point, and sets the next one
	};

	void findRelativeMotions();
	/// Adds up the energies of the turns of sets whose point is not found.
	void addTurns();

	std::vector<Body> m_bodies;
	std::vector<Set> m_sets;
};

#endif  // BT_FLUID_TURN_ENERGY_H
