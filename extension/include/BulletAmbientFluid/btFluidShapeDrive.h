// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SHAPE_DRIVE_H
#define BT_FLUID_SHAPE_DRIVE_H

#include <LinearMath/btTransform.h>
#include <LinearMath/btVector3.h>

#include <functional>
#include <memory>
#include <vector>

class btCompoundShape;
class btConvexHullShape;
class btFluidChangingBody;
class btFluidSkin;
class btGImpactMeshShape;
namespace ambient
{
class AmplitudeModel;
class DeformingModel;
class DrivenShape;
class MovingSurface;
class PlayedShape;
struct ShapeClock;
}  // namespace ambient

/// Changes the shape of a wet body: plays its sequence, or sets its amplitudes and joint angles; and gives the shape as
/// it is now. Made by btFluidAction::addBody(body, shape); belongs to the action and ends with the body's removal. Call
/// it between two calls of stepSimulation().
///
/// Exact mode only: contacts and joints of a deforming body need a btFluidConstraintSolver. Where a speed, phase or
/// amplitude changes at once, the momentum of body and fluid, or the velocity, is kept, see there.
class btFluidShapeDrive
{
public:
	/// \param body wet, its deformation is `shape`; outlives the drive
	btFluidShapeDrive(btFluidChangingBody& body, std::shared_ptr<ambient::PlayedShape> shape);
	/// \param body wet, its deformation is `shape`; outlives the drive
	btFluidShapeDrive(btFluidChangingBody& body, std::shared_ptr<ambient::DrivenShape> shape);

	~btFluidShapeDrive();

	/// Whether the body plays a sequence; else it follows amplitudes.
	bool playsSequence() const { return m_played != nullptr; }

	/// \name Bodies that play a sequence
	/// Each function throws std::invalid_argument for other bodies.
	/// @{

	const ambient::DeformingModel& model() const;  ///< of addBody()
	/// Sets the speed of playing; 1 as the keys say (default), 0 holds the shape, negative plays backwards. Wakes the
	/// body. The momentum is kept: without a ramp the velocity jumps.
	/// \param ramp time to reach the speed [s], 0 or more
	/// \throws std::invalid_argument if a value is not finite, `ramp` is negative or the speed beyond 1e6
	void setSpeed(btScalar speed, btScalar ramp = 0);
	btScalar getSpeed() const;  ///< at the end of the last step
	/// Sets the time within the sequence [s]: the shape changes at once, the velocity is kept. Wakes the body.
	/// \throws std::invalid_argument if it is not finite or beyond 1e9 s
	void setPhase(btScalar phase);
	btScalar getPhase() const;  ///< at the end of the last step [s]; of a loop: without whole periods
	/// The clock of the sequence; restored with the body's state.
	const ambient::ShapeClock& clock() const;
	/// @}

	/// \name Bodies that follow amplitudes or joint angles
	/// Each function throws std::invalid_argument for other bodies.
	/// @{

	const ambient::AmplitudeModel& amplitudeModel() const;  ///< of addBody()
	/// Requests coordinates for the end of the coming step (ambient::DrivenShape); the shape moves there without a jump
	/// of its velocity. A jump by more than half of a range is jumpToAmplitudes(). Ends function and controller. Wakes
	/// the body unless it has that shape. Such a step is planned twice: a controller is cheaper.
	/// \throws std::invalid_argument naming the coordinate if it is not finite or outside its range, or the count
	void setAmplitudes(const std::vector<double>& q);
	/// Takes coordinates at once: the velocity is kept. Wakes the body. Ends function and controller.
	/// \throws std::invalid_argument as setAmplitudes()
	void jumpToAmplitudes(const std::vector<double>& q);
	/// Makes the coordinates and their rates a pure function of the fluid's time [s], called several times a step;
	/// empty: the shape stays. The momentum is kept. The body stays awake. Not saved with the body's state. A function
	/// that leaves a range stops the body. \throws std::invalid_argument if its present value is outside a range
	void setAmplitudeFunction(std::function<void(double time, double* q, double* rates)> function);
	/// Sets a function that is called once a step, at its start, with the fluid's time [s] and the present coordinates,
	/// and changes them to those of the step's end, as setAmplitudes() does; values are limited to their ranges. It may
	/// read the body. Empty: none. The body stays awake. Not saved with the body's state.
	void setAmplitudeController(std::function<void(double time, std::vector<double>& q)> controller);
	/// Coordinates at the end of the last step.
	std::vector<double> getAmplitudes() const;
	/// @}

	/// Power that the body's muscles or motors give now, without contacts (ambient::actuatorPower) [W]. NaN where the
	/// medium varies over the body. The first call of a model solves potential flows.
	double actuatorPower() const;
	/// Kinetic energy of body and fluid, change of shape included (ambient::kineticEnergyOfShape) [J].
	double kineticEnergy() const;

	/// Pose of the author's frame in the world. The body frame differs from it: its origin is the centre of mass.
	btTransform worldFromAuthor() const;
	/// Writes the vertices of the present shape, world frame [m], in the order of the keys, the rest mesh, or the
	/// parts; refined meshes have more.
	void vertices(std::vector<btVector3>& out) const;

	/// \name Collision shapes that follow
	/// They are the shape of the body or children of it, move now and at the end of each step, and must live as long as
	/// the drive. Vertices are numbers in vertices().
	/// @{

	/// Gives a hull all vertices, in place of the hulls so far; null: no hull follows. A child must have the identity
	/// for its transform.
	void setCollisionHull(btConvexHullShape* hull);
	/// Gives a hull some vertices. A child must have the identity for its transform.
	/// \throws std::invalid_argument if a vertex does not exist, or there are none
	void addCollisionHull(btConvexHullShape* hull, const std::vector<int>& vertices);
	/// Moves a child of a compound shape as some vertices do, by their best rigid fit; it stays where it is now.
	/// \throws std::invalid_argument as addCollisionHull(), and if there is no such child
	void addCollisionChild(btCompoundShape* compound, int child, const std::vector<int>& vertices);
	/// Gives a mesh the vertices; its own must be as many and in the same order.
	/// \throws std::invalid_argument if the counts differ
	void addCollisionMesh(btGImpactMeshShape* mesh);
	/// @}

	/// Velocity of the surface near a point, beyond the rigid motion and as a mean over the coming step, world axes
	/// [m/s]. \param pointInBody body frame [m] \param timeStep [s]
	btVector3 surfaceVelocity(const btVector3& pointInBody, btScalar timeStep) const;
	/// True if the shape moves at a time of the world [s], or will.
	bool isMoving(double time) const;

	// --- called by the body -----------------------------------------------------------------------------------------

	/// Moves the collision shapes to the present shape.
	void moveCollisionShapes();
	/// Calls the controller, before a step is planned.
	void callController();
	/// Lets the shape take its requests. \returns true if it has changed its path within the coming step
	bool beginStep(double timeStep);
	std::vector<double> saveShape() const;  ///< for saveState()
	/// Takes the state of saveShape() without any effect on the body.
	void restoreShape(const std::vector<double>& state);

private:
	btFluidShapeDrive(btFluidChangingBody& body, std::shared_ptr<ambient::MovingSurface> shape);
	ambient::PlayedShape& played(const char* function) const;
	ambient::DrivenShape& driven(const char* function) const;
	void requireCoordinates(const char* function, const std::vector<double>& q) const;
	/// Runs a change of the shape's path between two steps.
	void change(const std::function<void()>& function, bool keepsVelocity);

	btFluidChangingBody& m_body;
	std::shared_ptr<ambient::MovingSurface> m_shape;
	std::shared_ptr<ambient::PlayedShape> m_played;  ///< m_shape, or null
	std::shared_ptr<ambient::DrivenShape> m_driven;  ///< m_shape, or null
	std::function<void(double time, std::vector<double>& q)> m_controller;
	std::vector<double> m_controlled;     ///< coordinates and rates of the controller's calls
	std::unique_ptr<btFluidSkin> m_skin;  ///< never null
};

#endif  // BT_FLUID_SHAPE_DRIVE_H
