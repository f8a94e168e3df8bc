// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluidGrid/btFluidGrid.h"

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidWetBodies.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btQuickprof.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace
{
constexpr double kWakingChange = 0.1;  ///< of the flow around a sleeping body [m/s]

const ambient::FluidMedium& requireUniform(const btFluidAction& fluid)
{
	const auto& medium = fluid.getMedium();
	if (!medium || medium->divided() || !medium->isUniform())
		throw std::invalid_argument("btFluidGrid: the fluid needs a uniform medium without a surface");
	return *medium;
}

ambient::FluidGridDef boxIn(const btFluidAction& fluid, ambient::FluidGridDef box)
{
	const ambient::MediumSample medium = requireUniform(fluid).sample(box.lowCorner, fluid.getTime());
	box.density = medium.density;
	box.dynamicViscosity = medium.dynamicViscosity;
	return box;
}

/// Diameter of a sphere or a disc; of a long body the mean of its sides.
double diameterOf(const ambient::FluidBodyModel& model)
{
	return std::min(2.0 * model.radius(), std::sqrt(2.0 * model.surface().area() / ambient::kPi));
}

/// Wrenches of the fluid on a body, about its centre of mass, world axes.
struct FluidWrenches
{
	ambient::Wrench m_steady;       ///< of terms that are not dissipative: buoyancy, in a uniform medium
	ambient::Wrench m_dissipative;  ///< drag, lift, friction
};

FluidWrenches wrenchesOf(const ambient::KirchhoffMotion& motion, const ambient::FluidBodyState& state,
                         ambient::Evaluation& at)
{
	motion.evaluate(state.worldFromBody, state.time, at);
	const ambient::FluidInteraction& fluid = motion.fluid();
	const ambient::RelativeFlow flow =
		fluid.relativeFlow(at.fluid(), 0, motion.relativeTwist(at, state.momentum), motion.gravity());
	FluidWrenches sums;
	for (int term = 0; term < fluid.forces().size(); ++term)
	{
		const ambient::ForceModel& force = fluid.forces().force(term);
		(force.isDissipative() ? sums.m_dissipative : sums.m_steady) +=
			force.evaluate(*at.fluid().surface, flow, nullptr);
	}
	for (ambient::Wrench* sum : {&sums.m_steady, &sums.m_dissipative})
		*sum = rotated(state.worldFromBody.orientation, changeFrame(motion.body().bodyFromMesh, *sum));
	return sums;
}
}  // namespace

btFluidGrid::btFluidGrid(btFluidAction& fluid, const btFluidGridConstructionInfo& info)
	: m_fluid(fluid),
	  m_info(info),
	  m_mediumVelocity(requireUniform(fluid).sample(info.m_box.lowCorner, fluid.getTime()).velocity),
	  m_grid(boxIn(fluid, info.m_box)),
	  m_resolved(m_grid)
{
	if (info.m_interval < 1)
		throw std::invalid_argument("btFluidGrid: the interval is " + std::to_string(info.m_interval) + " steps");
}

btFluidGrid::~btFluidGrid() = default;

const btFluidGrid::Actuator* btFluidGrid::find(const btRigidBody* body) const
{
	for (const Actuator& actuator : m_actuators)
		if (actuator.m_body == body) return &actuator;
	return nullptr;
}

void btFluidGrid::addResolved(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model,
                              const btTransform& bodyFromMesh)
{
	m_resolved.add(body, std::move(model), bodyFromMesh);
}

void btFluidGrid::addObstacle(btRigidBody* body, const ambient::TriangleMesh& mesh, const btTransform& bodyFromMesh)
{
	m_resolved.add(body, mesh, bodyFromMesh);
}

void btFluidGrid::removeResolved(btRigidBody* body) { m_resolved.remove(body); }

bool btFluidGrid::isInGrid(const btRigidBody* body) const
{
	if (const btFluidResolvedBody* resolved = m_resolved.find(body)) return resolved->isInGrid();
	const Actuator* const actuator = find(body);
	return actuator && actuator->m_isInGrid;
}

ambient::Vector3 btFluidGrid::getFlow(const btRigidBody* body) const
{
	const btFluidBody* const wet = m_fluid.getFluidBody(body);
	if (!wet) throw std::invalid_argument("btFluidGrid::getFlow: the body is not in the fluid");
	return m_mediumVelocity + wet->getStream();
}

ambient::Vector3 btFluidGrid::getForce(const btRigidBody* body) const
{
	const Actuator* const actuator = find(body);
	return actuator ? actuator->m_force : ambient::Vector3::Zero();
}

void btFluidGrid::collect()
{
	const size_t count = size_t(m_fluid.getNumBodies());
	bool isSame = m_actuators.size() == count;
	for (size_t i = 0; isSame && i < count; ++i) isSame = m_actuators[i].m_wet == &m_fluid.getFluidBody(int(i));
	if (isSame) return;
	std::vector<Actuator> list(count);
	for (size_t i = 0; i < count; ++i)
	{
		const btFluidBody& wet = m_fluid.getFluidBody(int(i));
		for (const Actuator& old : m_actuators)
			if (old.m_wet == &wet) list[i] = old;
		list[i].m_wet = &wet;
		list[i].m_body = wet.getRigidBody();
		list[i].m_diameter = diameterOf(*wet.motion().body().model);
	}
	m_actuators = std::move(list);
}

void btFluidGrid::noteImpulses(double timeStep)
{
	for (Actuator& actuator : m_actuators)
	{
		const btFluidBody& wet = *actuator.m_wet;
		if (!wet.isHealthy() || !wet.isMarked() || !wet.motion().fluid().isUniform()) continue;
		const ambient::Vector3& fromFluid = wet.getFluidImpulse();
		if (fromFluid.isZero(0.0)) continue;
		const FluidWrenches wrenches = wrenchesOf(wet.motion(), wet.state(), m_evaluation);
		actuator.m_impulse += fromFluid - timeStep * wrenches.m_steady.linear;
		// Trapezoidal rule: the step's own mean is known of the force only.
		const ambient::Vector3 torque = wrenches.m_dissipative.angular;
		actuator.m_angularImpulse += 0.5 * timeStep * (torque + (actuator.m_hasTorque ? actuator.m_torque : torque));
		actuator.m_torque = torque;
		actuator.m_hasTorque = true;
		const double speed = (wet.getVelocity().linear - m_mediumVelocity - wet.getStream()).norm();
		actuator.m_speed = std::max(actuator.m_speed, speed);
	}
}

ambient::Vector3 btFluidGrid::centerOf(const Actuator& actuator)
{
	const ambient::FluidBody& body = actuator.m_wet->motion().body();
	return actuator.m_wet->state().worldFromBody * (body.bodyFromMesh * body.model->centerOfVolume());
}

bool btFluidGrid::place(Actuator& actuator, int number)
{
	const btFluidBody& wet = *actuator.m_wet;
	if (!wet.isHealthy() || !wet.isMarked() || !wet.motion().fluid().isUniform()) return false;
	const ambient::FluidGridDef& box = m_grid.def();
	const ambient::Vector3 center = centerOf(actuator);
	const double width = ambient::blobWidth(actuator.m_diameter, box.spacing);
	const bool isInside =
		((center - box.lowCorner).array() >= 0.0).all() && ((box.highCorner() - center).array() >= 0.0).all();
	const bool isPlaced = isInside && actuator.m_blob.place(box, center, width);
	if (actuator.m_isReported || !isInside) return isPlaced;
	const std::string name =
		"body " + std::to_string(number) + " is " + std::to_string(actuator.m_diameter) + " m wide, ";
	actuator.m_isReported = true;
	if (!isPlaced)
		report(name + "too large for the grid, and not part of it: it needs a box of at least " +
		       std::to_string(6.0 * width + 3.0 * box.spacing) + " m and a spacing of at least " +
		       std::to_string(actuator.m_diameter / 30.0) + " m");
	else if (actuator.m_diameter < box.spacing)
		report(name + "less than a cell: its wake is spread over " + std::to_string(2.0 * box.spacing) +
		       " m; a spacing of " + std::to_string(0.5 * actuator.m_diameter) + " m would show it");
	return isPlaced;
}

void btFluidGrid::followBody()
{
	const btFluidBody* const wet = m_followed ? m_fluid.getFluidBody(m_followed) : nullptr;
	const btFluidResolvedBody* const resolved = m_followed ? m_resolved.find(m_followed) : nullptr;
	if (!(wet && wet->isHealthy()) && !(resolved && resolved->failure().empty())) return;
	const ambient::Vector3 place =
		wet ? wet->state().worldFromBody.position : btFluidVector(m_followed->getCenterOfMassPosition());
	const ambient::FluidGridDef& box = m_grid.def();
	const ambient::Vector3 center = 0.5 * (box.lowCorner + box.highCorner());
	std::array<int, 3> cells = {0, 0, 0};
	for (int axis = 0; axis < 3; ++axis)
	{
		const double distance = (place[axis] - center[axis]) / box.spacing;
		if (box.side(axis, false).kind == ambient::GridSideKind::Periodic || !(std::abs(distance) < 1e6)) continue;
		if (std::abs(distance) > 1.0) cells[size_t(axis)] = int(std::round(distance));
	}
	if (cells != std::array<int, 3>{0, 0, 0}) m_grid.shift(cells);
}

void btFluidGrid::stepGrid()
{
	followBody();
	for (size_t i = 0; i < m_actuators.size(); ++i)
	{
		Actuator& actuator = m_actuators[i];
		actuator.m_isInGrid = place(actuator, int(i));
		actuator.m_force.setZero();
		if (actuator.m_isInGrid && actuator.m_impulse.allFinite())
		{
			actuator.m_force = actuator.m_impulse / m_elapsed;
			m_grid.addForce(actuator.m_blob, -actuator.m_force);
			// The spread force acts at the mean of the blob.
			const ambient::Vector3 mean = centerOf(actuator) + actuator.m_blob.offset(m_grid.def().spacing);
			const ambient::Vector3 arm = actuator.m_wet->state().worldFromBody.position - mean;
			const ambient::Vector3 torque = actuator.m_angularImpulse / m_elapsed + arm.cross(actuator.m_force);
			if (torque.allFinite()) m_grid.addTorque(actuator.m_blob, -torque);
		}
		actuator.m_impulse.setZero();
		actuator.m_angularImpulse.setZero();
	}
	m_resolved.give(m_elapsed);
	const bool isFinite = m_grid.step(m_elapsed).finite;
	if (!isFinite) report("the flow stopped being finite; it starts anew");
	m_resolved.take(m_elapsed, m_steps, isFinite);
	m_elapsed = 0.0;
	m_steps = 0;
}

ambient::Vector3 btFluidGrid::flowAt(const Actuator& actuator) const
{
	const ambient::FluidGridDef& box = m_grid.def();
	if (!actuator.m_isInGrid) return box.velocity;
	const ambient::Vector3 felt = m_grid.meanVelocity(actuator.m_blob);
	if (!m_info.m_givesBackOwnWake) return felt;
	const double width = ambient::blobWidth(actuator.m_diameter, box.spacing);
	ambient::Vector3 own =
		ambient::ownDisturbance(actuator.m_speed, width, box.density, box.dynamicViscosity) * actuator.m_force;
	// Linear theory holds no longer where a body would have stopped the flow around it.
	if (own.norm() > actuator.m_speed) own *= actuator.m_speed / own.norm();
	return felt + own;
}

void btFluidGrid::pushWithFlow(const Actuator& actuator, double duration)
{
	// Pressure of the others and of the flow; the pressure by the body's own force is part of its added mass.
	const btFluidBody& wet = *actuator.m_wet;
	const double width = ambient::blobWidth(actuator.m_diameter, m_grid.def().spacing);
	const ambient::Vector3 gradient =
		m_grid.meanPressureGradient(actuator.m_blob) - ambient::ownPressureGradient(-actuator.m_force, width);
	const ambient::Vector3 acceleration = -gradient / m_grid.def().density;
	const ambient::FluidBody& body = wet.motion().body();
	const ambient::Quaternion& q = wet.state().worldFromBody.orientation;
	const ambient::SpatialInertia added = body.addedMass(m_grid.def().density);
	const ambient::Twist inBody(ambient::Vector3::Zero(), q.conjugate() * acceleration);
	ambient::Momentum impulse = rotated(q, added * inBody);
	impulse.linear += m_grid.def().density * body.model->volume() * acceleration;
	m_fluid.getWetBodies().carry(actuator.m_body, wet.state().worldFromBody, wet.state().momentum + duration * impulse);
}

void btFluidGrid::setStreams(double duration)
{
	for (Actuator& actuator : m_actuators)
	{
		if (!actuator.m_wet->isMarked() || !actuator.m_wet->isHealthy()) continue;
		const ambient::Vector3 stream = flowAt(actuator) - m_mediumVelocity;
		btRigidBody& body = *actuator.m_wet->getRigidBody();
		if (!body.isActive())
		{
			// A body at rest stays asleep in a flow that hardly changes.
			if ((stream - actuator.m_wet->getStream()).norm() < kWakingChange) continue;
			body.activate();
		}
		m_fluid.setStream(actuator.m_body, stream);
		if (actuator.m_isInGrid && m_info.m_feelsAcceleration && !actuator.m_wet->motion().body().deformation)
			pushWithFlow(actuator, duration);
		actuator.m_speed = (actuator.m_wet->getVelocity().linear - m_mediumVelocity - stream).norm();
	}
}

void btFluidGrid::collectResolved(double timeStep)
{
	if (!m_resolved.collect(timeStep) && !m_hasWarnedOfSolver)
	{
		m_hasWarnedOfSolver = true;
		report(
			"contacts of resolved bodies have an effective mass; solver.addBodies(grid), of a btFluidConstraintSolver, "
			"gives "
			"them the 6x6");
	}
	for (int i = 0; i < m_resolved.size(); ++i)
		if (m_resolved.takesFailure(i))
			report("resolved body " + std::to_string(i) + " has left the grid: " + m_resolved.at(i).failure());
}

void btFluidGrid::updateAction(btCollisionWorld*, btScalar timeStep)
{
	BT_PROFILE("btFluidGrid");
	try
	{
		collect();
		noteImpulses(double(timeStep));
		collectResolved(double(timeStep));
		m_elapsed += double(timeStep);
		if (++m_steps >= m_info.m_interval && m_elapsed > 0.0)
		{
			const double duration = m_elapsed;
			stepGrid();
			setStreams(duration);
		}
		m_resolved.publish(double(timeStep));
	}
	catch (const std::exception& error)
	{
		report(std::string("the grid was not stepped: ") + error.what());
	}
}

void btFluidGrid::report(const std::string& line) const
{
	try
	{
		if (m_info.m_log)
			m_info.m_log(line);
		else
			std::fprintf(stderr, "btFluidGrid: %s\n", line.c_str());
	}
	catch (...)
	{
		std::fprintf(stderr, "btFluidGrid: the log callback threw at: %s\n", line.c_str());
	}
}
