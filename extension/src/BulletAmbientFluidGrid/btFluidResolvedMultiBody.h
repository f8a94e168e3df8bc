// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_RESOLVED_MULTI_BODY_H
#define BT_FLUID_RESOLVED_MULTI_BODY_H

#include "AmbientFluidGrid/ArticulatedJoints.h"
#include "AmbientFluidGrid/FluidGrid.h"
#include "BulletAmbientFluid/btFluidMultiBody.h"
#include "BulletAmbientFluidGrid/btFluidResolved.h"

#include <vector>

class btFluidStateReader;
class btFluidStateWriter;

/// A multi-body of Bullet whose links a grid resolves. Made and stepped by btFluidGrid.
///
/// A step: Bullet's solver starts from a forecast of the velocity, and solves contacts, limits and motors with the 6x6
/// of link and added mass (btFluidMultiBody, whose forces are the fluid's of the last step). The impulses of the
/// solver, the weight less that of the displaced fluid, torques of motors and forces of users go into the projection of
/// the grid as impulses on the dry links, which joints hold (ambient::ArticulatedJoints). A multi-body that is asleep
/// or that another solver moves has prescribed motion.
class btFluidResolvedMultiBody final : public btFluidResolvedTree
{
public:
	/// \param wet makes the forecasts; outlives this object \param density of the fluid [kg/m^3] \param spacing of the
	/// grid [m] \throws std::invalid_argument as ambient::makeGridBody
	btFluidResolvedMultiBody(btFluidMultiBody& wet, double density, double spacing);
	btFluidResolvedMultiBody(const btFluidResolvedMultiBody&) = delete;
	btFluidResolvedMultiBody& operator=(const btFluidResolvedMultiBody&) = delete;

	btMultiBody* getMultiBody() const { return m_wet.getMultiBody(); }  ///< of btFluidGrid::addResolved()
	int getNumLinks() const override { return int(m_links.size()); }
	const ambient::Wrench& getFluidWrench(int link) const override { return m_links[size_t(link)].m_fluid; }
	bool isInGrid(int link) const override { return m_links[size_t(link)].m_isInGrid; }
	bool isPrescribed() const override { return m_isPrescribed; }

	// --- called by btFluidResolvedBodies ---------------------------------------------------------------------------

	/// Whether an object makes the forecasts; null: none.
	bool isForecastBy(const btFluidMultiBody* wet) const { return &m_wet == wet; }
	/// The links in the grid, all of them absent so far.
	const std::vector<ambient::GridBody>& shapes() const { return m_shapes; }
	/// Their joints.
	const std::shared_ptr<ambient::ArticulatedJoints>& joints() const { return m_joints; }
	/// Takes the result of a step of Bullet.
	void collect(double timeStep);
	/// Sets states and loads of the links for a step of the grid.
	void give(ambient::GridBody* links, const ambient::FluidGrid& grid, double duration);
	/// Takes the states after a step of the grid. \param isFinite false: the grid started anew; the forecast stays
	/// \param steps of the world since the last step of the grid
	void take(const ambient::GridBody* links, double duration, int steps, bool isFinite);
	/// Gives the fluid's forces to the forecast of the next step. \param timeStep expected [s]
	void publish(double timeStep);
	void save(btFluidStateWriter& out) const;  ///< for btFluidGrid::saveState()
	/// Reads what save() has written. \param apply false: only reads past it
	void load(btFluidStateReader& in, bool apply);

private:
	/// Numbers of a link that go from step to step; world axes, about the centre of mass.
	struct Link
	{
		ambient::Pose m_pose;                 ///< at the end of the last step of the grid
		ambient::Twist m_velocity;            ///< at the end of the last step of the grid
		ambient::Wrench m_loads;              ///< impulse since the last step of the grid
		ambient::Wrench m_start;              ///< momentum of the fluid around a link that enters the grid
		ambient::Wrench m_pending;            ///< impulse of the grid for its next projection
		ambient::Wrench m_residual, m_fluid;  ///< of the fluid: beside added mass for forecasts, and all [N m, N]
		bool m_isInGrid = false;
	};
	/// Impulses along the rates since the last step of the grid.
	struct Impulses
	{
		ambient::Momentum m_whole;      ///< of contacts, on the base
		ambient::JointVector m_joints;  ///< of contacts, motors and users
		bool m_isTouched = false;       ///< whether there were contacts
	};

	/// Takes the state of the forecast.
	void takeForecast();
	void clearImpulses();
	/// Pose of a link as Bullet has it.
	ambient::Pose poseInBullet(int link) const;

	btFluidMultiBody& m_wet;
	double m_density;
	std::vector<ambient::GridBody> m_shapes;
	std::vector<ambient::FluidBody> m_bodies;      ///< of the links; without a model: dry
	std::vector<ambient::SpatialInertia> m_added;  ///< link axes
	std::shared_ptr<ambient::ArticulatedJoints> m_joints;
	std::vector<Link> m_links;
	Impulses m_impulses;
	ambient::Pose m_worldFromBase;     ///< at the end of the last step of the grid
	ambient::JointVector m_positions;  ///< at the end of the last step of the grid
	ambient::JointVector m_rates;      ///< at the end of the last step of the grid
	double m_time = 0.0;               ///< at the end of the last step of the grid
	bool m_isPrescribed = false;
	std::vector<ambient::Vector3> m_streams;  ///< none
	std::vector<ambient::Wrench> m_forecast;  ///< buffer of publish()
};

#endif  // BT_FLUID_RESOLVED_MULTI_BODY_H
