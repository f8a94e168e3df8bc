// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_LINK_WAVES_H
#define BT_FLUID_LINK_WAVES_H

#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluid/SurfaceWaves/FloatingWaves.h"

#include <memory>
#include <vector>

class btFluidStateReader;
class btFluidStateWriter;

/// The waves that floating links of one multi-body make, each as if alone in the water. Their forces in a step are
/// found together, with the response of the whole tree to each.
class btFluidLinkWaves
{
public:
	/// Lets a link make waves, which start anew. \param link base 0 \param linkFromMesh of its fluid model
	/// \param model null: none
	void set(int link, const ambient::Pose& linkFromMesh, std::shared_ptr<const ambient::FloatingModel> model);
	bool any() const { return !m_links.empty(); }  ///< whether a link makes waves

	void forget();       ///< forgets waves and past steps: after a teleport, sleep, or in another medium
	void forgetSpeed();  ///< forgets the velocities of the last step: after a velocity was set

	/// Finds the forces in the coming step. \param motion evaluated at the state where the step starts
	/// \param areJointsGiven whether the joints follow a path \param time of the state [s]
	void plan(ambient::ArticulatedMotion& motion, bool areJointsGiven, double time, double timeStep);
	/// Adds the planned forces to loads: about the centres of mass, world axes, one entry per link.
	void addTo(std::vector<ambient::Wrench>& onLinks) const;
	/// Sum of the planned forces, world axes [N].
	ambient::Vector3 force() const;
	/// Advances the waves by a planned step of free motion. \param motion evaluated at its end
	void moveFreely(ambient::ArticulatedMotion& motion);
	/// Advances the waves by a planned step with contacts or joint rows. \param motion with the velocities after the
	/// solve
	void moveUnderImpulses(const ambient::ArticulatedMotion& motion);

	/// A link that has left linear theory (ambient::FloatingPlace::isLinear) in the planned step, told once each; -1:
	/// none.
	int takeBeyondTheory();
	/// Energy of the waves near the links, as ambient::FloatingWaves::energy() [J].
	double energy() const;

	void save(btFluidStateWriter& out) const;  ///< writes waves and last step
	/// Reads them. \param apply false: only reads past the record
	/// \throws std::invalid_argument if other links made waves then
	void load(btFluidStateReader& in, bool apply);

private:
	struct Link
	{
		int m_index = 0;
		ambient::Pose m_linkFromMesh;
		ambient::FloatingWaves m_waves;
		bool m_isPlanned = false, m_isTold = false;
		ambient::Pose m_start;     ///< of the planned step
		ambient::Wrench m_wrench;  ///< in the planned step, about the centre of mass, world axes
	};

	/// Changes of the planned links' velocities per impulse on each, heading axes of each.
	Eigen::MatrixXd responses(ambient::ArticulatedMotion& motion, const std::vector<Link*>& planned,
	                          bool areJointsGiven) const;

	std::vector<Link> m_links;
};

#endif  // BT_FLUID_LINK_WAVES_H
