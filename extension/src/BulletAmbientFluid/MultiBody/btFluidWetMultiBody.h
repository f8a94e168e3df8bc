// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_WET_MULTI_BODY_H
#define BT_FLUID_WET_MULTI_BODY_H

#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluid/Articulated/JointDrive.h"
#include "BulletAmbientFluid/Base/btFluidExceptionText.h"
#include "BulletAmbientFluid/Base/btFluidStillness.h"
#include "BulletAmbientFluid/MultiBody/btFluidLinkExchange.h"
#include "BulletAmbientFluid/btFluidMultiBody.h"
#include "BulletAmbientFluid/btFluidMultiBodyOptions.h"

#include <memory>
#include <string>
#include <vector>

namespace ambient
{
class TreeSpeeds;
struct FloatingModel;
}  // namespace ambient

class btFluidLedParts;
class btFluidLinkWaves;
class btFluidMultiBodyHost;
class btFluidScalingWatch;
class btFluidStateReader;
class btFluidStateWriter;
class btMultiBody;
struct btContactSolverInfo;

/// The wet side of one btMultiBody: an ambient::ArticulatedMotion, and the exchange with Bullet. Made and stepped by
/// btFluidWetMultiBodies.
///
/// One step of Bullet:
///   begin    integrates the whole body through the step without contacts and joint rows: the plan. The free velocity
///            at the start is that of the present momenta plus the impulse of the loads in the plan.
///   solve    Bullet's velocity becomes the free one, and the solver's rows get respond();
///   end      takes the velocity change by all rows;
///   step     without a change the body takes the plan's end, else it drifts from the start with the changed velocity.
class btFluidWetMultiBody final : public btFluidMultiBody
{
public:
	/// \param links base first; fewer than the multi-body has: the others are dry
	/// \throws std::invalid_argument if the multi-body is null, has no dofs, a joint of unknown kind, or an inertia
	/// that is not positive; if there are too many links; if their common surface cannot be made; if the tolerance is
	/// not above 0
	btFluidWetMultiBody(btMultiBody* multiBody, const std::vector<btFluidLinkModel>& links,
	                    std::shared_ptr<const ambient::FluidMedium> medium, const ambient::ForceSet& forces,
	                    double time, const btFluidMultiBodyOptions& options = btFluidMultiBodyOptions());

	~btFluidWetMultiBody() override;

	btFluidWetMultiBody(const btFluidWetMultiBody&) = delete;
	btFluidWetMultiBody& operator=(const btFluidWetMultiBody&) = delete;

	btMultiBody* getMultiBody() const override;
	ambient::ArticulatedMotion& motion() const override { return *m_motion; }
	const ambient::ArticulatedState& state() const override { return m_state; }
	const ambient::IntegrationReport& integrationReport() const override { return m_plan.m_report; }
	const std::shared_ptr<const ambient::FluidMedium>& getMedium() const override { return m_medium; }
	bool isHealthy() const override { return m_failure.m_reason.empty(); }
	const std::string& failure() const override { return m_failure.m_reason; }
	const std::vector<btFluidLinkModel>& getLinkModels() const override { return m_links; }
	int getNumWetLinks() const override;
	ambient::FluidBody getLinkBody(int link) const override;
	double getWaveEnergy() const override;
	bool isLed() const override;
	const ambient::JointDriver* getDriver() const override { return m_driver.get(); }
	const std::shared_ptr<const ambient::LinkAddedMass>& getLinkAddedMass() const override { return m_together; }
	const std::shared_ptr<const ambient::PosedAddedMass>& getPosedAddedMass() const override { return m_posed; }
	double errorOfIsolatedLinks(double density) const override;
	const btFluidLinkExchange& getExchange() const override { return m_exchange; }
	void setFlow(const std::vector<ambient::Vector3>& streams, const std::vector<ambient::Wrench>& impulses) override;
	void setMotion(const ambient::Pose& worldFromBase, const ambient::JointVector& positions,
	               const ambient::Twist& baseTwist, const ambient::JointVector& rates) override;

	// --- called by btFluidWetMultiBodies
	// ------------------------------------------------------------------------------

	/// Tells begin() whether the solver will have rows of this multi-body: contacts or joint rows. Without rows
	/// the free velocity is not needed.
	void expectRows(bool areExpected) { m_plan.m_hasRows = areExpected; }
	/// Reads pose, velocity and loads from Bullet and plans the step. \param gravity of the world [m/s^2]
	void begin(double timeStep, const ambient::Vector3& gravity);
	/// Gives Bullet's multi-body the free velocity; does nothing unless begin() has planned, and rows are expected.
	void giveFreeVelocity();
	/// Velocity changes M^-1 j by generalised impulses, both as Bullet has them: base first, world axes, angular part
	/// first. \param count of impulses and changes, at most ambient::kLanes
	void respond(int count, const btScalar* const* impulses, btScalar* const* changes);
	/// True from begin() to step() if the multi-body takes part in the solve as a wet one.
	bool isSolved() const { return m_isPlanned; }
	/// Takes the velocity change by all rows of the solver.
	void end();

	// --- in a group whose members move each other (btFluidSolvedGroup), before end()

	/// The start of the step with the momenta of the free velocity; only while isSolved().
	const ambient::ArticulatedState& freeState() const { return m_plan.m_free; }
	/// Rates of all joints at the end of the step if they follow a path; null: none does. Only with rows.
	const ambient::JointVector* pathRates() const;
	/// Inertia of the motors as contacts feel them; null: none.
	const ambient::JointVector* armature() const;
	/// Gives Bullet's multi-body its free velocity in the group. \param speeds of the tree at freeState()
	void giveGroupVelocity(const ambient::TreeSpeeds& tree, const Eigen::VectorXd& speeds);
	/// Makes respond() valid again after motion() was evaluated elsewhere.
	void restoreResponse();
	/// Replaces the velocity change by rows and by the others with that by its own rows alone: the group adds that of
	/// the others after the step. \param impulse of its own rows, as of respond()
	void takeGroupImpulse(const Eigen::VectorXd& impulse);

	/// Replaces the joint feedback of Bullet's dry links: wrenches of the parents on the links at the start of the
	/// step, with the mean forces of contacts and joint rows. Does nothing without feedback objects, or if the step was
	/// not planned.
	void writeJointFeedback(double timeStep, const btContactSolverInfo& info);
	/// Moves the multi-body to the end of the step. \param sleepingSpeed speed above which it stays awake [m/s]
	/// Advances the time only if the step was not planned. \returns false if it was not although the multi-body is
	/// awake
	bool step(double timeStep, double sleepingSpeed);

	/// Replaces the medium; velocities are kept. Wakes the multi-body. One outside the world is not touched and keeps
	/// its momenta.
	void setMedium(std::shared_ptr<const ambient::FluidMedium> medium);
	/// Sets the motors from the next step on. \param drive null: the joints are free
	/// \throws std::invalid_argument as ambient::JointDriver
	void setDrive(const ambient::JointDrive* drive)
	{
		m_driver = drive ? std::make_unique<ambient::JointDriver>(*m_body, *drive) : nullptr;
	}
	/// Chooses the waves that a link makes, which start anew (btFluidSetWavesMade). \param link base 0
	/// \param model null: none \throws std::invalid_argument if there is no such link, it is dry, or the links feel
	/// each other through the fluid
	void setWavesMade(int link, std::shared_ptr<const ambient::FloatingModel> model);
	/// Restores damping and limit of speed of the multi-body.
	void release();
	/// Fetches the report of a failure, a stop or a scaled collision shape, once. \returns true if `line` was written
	bool takeReport(std::string& line);

	/// State, and the pose and velocities of a multi-body in the world. \param isThere whether it is there
	void save(btFluidStateWriter& out, bool isThere) const;
	/// Restores the state of save(); a multi-body outside the world is not touched.
	/// \param apply false: only reads past the record
	void load(btFluidStateReader& in, bool apply);

private:
	void rebuild();
	/// Takes or solves the added mass of the union of the links' hulls.
	void solveTogether(const btFluidMultiBodyOptions& options);
	/// Adopts pose and velocities that a user has set since the last step.
	/// \param isOther whether other parts are led than before
	void takeUserChange(bool isOther = false);
	/// Adopts what a user has set since the last step, and moves led parts to the start of the coming one.
	void takeUserInput(double timeStep);
	/// Velocity at the start of the step with which the solver starts.
	void findFreeVelocity();
	void fail(const std::string& why);
	/// Forgets the loads of past steps, and the waves.
	void forgetPast();
	/// Whether a link has left where it was, as of btFluidStillness.
	bool haveLinksLeft();
	/// Adds the forces of the waves that links make to m_loads.
	void addWaves(double timeStep);
	/// Integrates the loads to m_plan.m_end. \param path of the joints; null: none is prescribed
	bool integrateLoads(double timeStep, const ambient::JointPath* path);
	/// Sets the velocities to zero at a pose after input out of all range.
	void putAtRest(const ambient::ArticulatedState& pose);
	/// Moves the state to the end of a step and evaluates it; m_plan.m_end keeps the start.
	/// \returns false if the result is not finite, or faster than 1e6 m/s or rad/s
	bool move(double timeStep, double end);
	/// Runs a function; an exception stops the multi-body. \returns isHealthy() afterwards
	template <class Function>
	bool contain(Function&& function)
	{
		try
		{
			function();
		}
		catch (...)
		{
			fail(btFluidExceptionText());
		}
		return isHealthy();
	}

	/// Velocities of the multi-body, or changes of these.
	struct Velocity
	{
		ambient::Twist m_base;         ///< of the base, world axes
		ambient::JointVector m_rates;  ///< of all joints
	};
	/// Velocity of a state. \param velocity its rates are those of the path, if joints follow one
	void findVelocity(const ambient::ArticulatedState& state, Velocity& velocity);
	/// Factors the inertia for respond(), at the pose of the last evaluation.
	void factorWithMotors();
	/// A step without contacts and joint rows.
	struct Plan
	{
		ambient::ArticulatedState m_end;   ///< of the step under all loads
		ambient::ArticulatedState m_free;  ///< the start with the momenta of the free velocity
		Velocity m_velocity;               ///< the free velocity: that of m_free, in which the solver starts
		ambient::IntegrationReport m_report;
		bool m_hasRows = true;  ///< whether the solver will have rows of this multi-body
	};
	/// Reason for which the multi-body left the fluid or was put at rest.
	struct Failure
	{
		std::string m_reason;       ///< empty while healthy
		bool m_isReported = false;  ///< whether takeReport() has returned it
		bool m_wasStopped = false;  ///< whether the multi-body was put at rest
		bool m_saidStopped = false;
	};
	/// Of single functions, kept for their memory.
	struct Buffers
	{
		std::vector<double> m_lanes;  ///< impulses and responses of several rows
		ambient::JointVector m_rates;
	};
	/// Joint path at one time.
	struct PathPoint
	{
		ambient::JointVector m_positions, m_rates, m_accelerations;
	};

	std::vector<btFluidLinkModel> m_links;
	std::vector<btFluidStillness> m_stillness;  ///< of the links
	std::shared_ptr<const ambient::ArticulatedBody> m_body;
	std::unique_ptr<btFluidMultiBodyHost> m_host;  ///< never null
	std::unique_ptr<btFluidLedParts> m_led;        ///< never null
	std::vector<btFluidScalingWatch> m_scalings;   ///< of the colliders of wet links, base first
	std::shared_ptr<const ambient::FluidMedium> m_medium;
	ambient::ForceSet m_forces;
	double m_tolerance;
	std::shared_ptr<const ambient::LinkAddedMass> m_together;
	std::shared_ptr<const ambient::PosedAddedMass> m_posed;
	std::unique_ptr<ambient::ArticulatedMotion> m_motion;
	ambient::ArticulatedState m_state;
	Plan m_plan;
	std::unique_ptr<ambient::JointDriver> m_driver;
	ambient::ArticulatedLoads m_loads;
	ambient::ArticulatedLoadHistory m_history;
	btFluidLinkExchange m_exchange;
	PathPoint m_path;
	Velocity m_change;  ///< by all rows of the solver
	Buffers m_buffers;
	bool m_isPlanned = false, m_isChanged = false;
	Failure m_failure;
	std::unique_ptr<btFluidLinkWaves> m_waves;  ///< never null
	int m_linkBeyondTheory = -1;                ///< of the waves, to be reported; -1: none
	int m_dampedSteps = 0;                      ///< in a row up to now, as of IntegrationReport::exhausted
	bool m_saidDamped = false;
};

#endif  // BT_FLUID_WET_MULTI_BODY_H
